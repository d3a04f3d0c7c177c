"""Snippets: what `pymdownx.snippets` puts into pages from other files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from rulebook.config import SiteConfig
from rulebook.dialects import ReadingOptions, read
from rulebook.document import Document
from rulebook.files import lies_in
from rulebook.source import UnreadableSourceError, read_source

_INLINE = re.compile(r"^[ \t>]*-+8<-+[ \t]+[\"'](?P<name>[^\"'\n]+)[\"'][ \t]*\r?$", re.MULTILINE)
_BLOCK = re.compile(r"^[ \t>]*-+8<-+[ \t]*\r?\n(?P<names>.*?)^[ \t>]*-+8<-+[ \t]*\r?$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"^[ \t>]*(?P<name>[^\s;>](?:[^\r\n]*[^\s])?)[ \t]*\r?$", re.MULTILINE)
_SECTION = re.compile(r":(?:[a-z][-\w]*|-?\d*(?::-?\d*)?(?:,.*)?)$", re.IGNORECASE)


class Snippets:
    """Reads the files that pages take in, each once."""

    def __init__(self, site: SiteConfig | None) -> None:
        settings = site.markdown.snippets if site is not None else None
        self._site = site
        self.is_on = settings is not None
        self._documents: dict[str, Document | None] = {}
        if site is None or settings is None:
            return
        given = settings.get("base_path") or ["."]
        paths = [given] if isinstance(given, str) else list(given)
        self._folders = [site.path.parent / str(getattr(path, "name", path)) for path in paths]
        self._appended = [str(name) for name in settings.get("auto_append") or ()]

    def of(self, text: str) -> list[Document | None]:
        """The documents that a page with this text takes in; None for one that cannot be read."""
        if not self.is_on:
            return []
        places = _places(text) if "8<" in text else ()
        return [self._document(name) for name in (*self._appended, *(text[start:end] for start, end in places))]

    def outside(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text names what lies outside of all folders that snippets are taken from."""
        for start, end in _places(text) if self.is_on and "8<" in text else ():
            name = text[start:end]
            if "://" not in name and not any(lies_in(path, folder) for path, folder in self._paths(name)):
                yield start, end

    def _paths(self, name: str) -> Iterator[tuple[Path, Path]]:
        """The paths that a name may mean, each with the folder that it may not leave."""
        for part in (name, _SECTION.sub("", name)):
            for folder in self._folders:
                yield folder / part, folder

    def _document(self, name: str) -> Document | None:
        if name not in self._documents:
            self._documents[name] = self._read(name)
        return self._documents[name]

    def _read(self, name: str) -> Document | None:
        assert self._site is not None
        for path, folder in self._paths(name):
            if os.path.isfile(path) and lies_in(path, folder):
                try:
                    return read(read_source(Path(path)), "markdown", ReadingOptions(self._site.markdown))
                except UnreadableSourceError:
                    return None
        return None


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where the names of snippets stand."""
    for match in _INLINE.finditer(text):
        yield match.span("name")
    for match in _BLOCK.finditer(text):
        for name in _NAME.finditer(text, *match.span("names")):
            yield name.span("name")
