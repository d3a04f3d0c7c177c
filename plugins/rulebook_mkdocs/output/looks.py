"""The looks of books as files of a site: a style sheet for each, and its own cover where the book brings none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from rulebook_markdown.files import ASSETS
from rulebook_mkdocs.files import HeldFile
from rulebook_render.looks import Look, look_of
from rulebook_rules.config import BookFolder

Link = Callable[[str], str]
"""Gives the link to an address of the site."""


class Looks:
    """The looks of the books of a site, by their folders."""

    def __init__(self, folders: Iterable[BookFolder] = ()) -> None:
        self._looks = {each.folder: look_of(each.look, each.colour) for each in folders if each.look is not None}
        self._styles: dict[str, str] = {}

    def add(self, files: Files, config: MkDocsConfig) -> None:
        """Add the style sheets and covers to the files of a site."""
        up = "../" * (ASSETS.count("/") + 1)
        for folder, look in self._looks.items():
            style = look.style(up)
            digest = hashlib.sha256(style.encode()).hexdigest()[:8]
            self._styles[folder] = f"{ASSETS}/look-{_name(folder)}-{digest}.css"
            made: Mapping[str, str] = {self._styles[folder]: style, _cover(folder): look.drawn_cover()}
            for path, content in made.items():
                files.append(HeldFile.generated(config, path, content=content))

    def of(self, folder: BookFolder) -> Look | None:
        """Return the look of a book; None where the theme's is its own."""
        return self._looks.get(folder.folder)

    def covered(self, folder: BookFolder) -> BookFolder:
        """Return a book with the cover of its look where it has no other."""
        return folder if folder.cover or self.of(folder) is None else replace(folder, cover=_cover(folder.folder))

    def style(self, folder: BookFolder) -> str:
        """Return the address of a book's style sheet from the root of the site; "" for none."""
        return self._styles.get(folder.folder, "")

    def tag(self, folder: BookFolder, link: Link) -> str:
        """Return what links a page to the look of its book."""
        style = self.style(folder)
        return f'<link rel="stylesheet" href="{escape(link(style))}">' if style else ""


def _name(folder: str) -> str:
    return folder.replace("/", "-") or "book"


def _cover(folder: str) -> str:
    return f"{ASSETS}/look-{_name(folder)}.svg"
