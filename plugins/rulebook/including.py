"""The files that the Markdown pages of a site take in: where they lie, and how much of them.

Snippets count from the folders that their settings name, what the plugins take in from the page, from `docs_dir` or
from a folder of their settings. Nothing is read that lies outside of these, and of the folder of mkdocs.yml.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rulebook.config import SiteConfig, listed
from rulebook.dialects import ReadingOptions, read
from rulebook.dialects.excerpts import Excerpt, merged
from rulebook.dialects.markdown.taking import (
    INCLUDE_MARKDOWN,
    MACROS,
    SNIPPETS,
    WHOLE,
    Directive,
    directives,
    snippet_named,
)
from rulebook.files import lies_in
from rulebook.source import Source, Span, UnreadableSourceError, read_source, shown_path

MOST_FILES = 1_000
"""So many files a page takes in, each once."""


class Lost(NamedTuple):
    """A directive whose file is not to be had."""

    name: str
    span: Span
    is_outside: bool
    is_address: bool


class Including:
    """What the pages of a site take in; each file is read once."""

    def __init__(self, site: SiteConfig) -> None:
        self._site = site
        self._by = site.markdown.taking
        self._sources: dict[Path, Source | None] = {}
        self._further: dict[Path, list[Directive]] = {}
        settings = site.extensions.get(SNIPPETS) or {}
        home = site.path.parent
        self._bases = [home / path for path in listed(settings.get("base_path") or ".")]
        self._is_held = settings.get("restrict_base_path", True) is not False
        names = listed(settings.get("auto_append")) if SNIPPETS in self._by else []
        self._appended = [snippet_named(name, Span(0, 0)) for name in names]
        plugin = site.plugins.get(INCLUDE_MARKDOWN) or {}
        self._turns_links = plugin.get("rewrite_relative_urls", True) is not False
        macros = (site.plugins.get(MACROS) or {}).get("include_dir")
        self._templates = [home / str(macros)] if macros else [site.docs_dir, home]

    def of(self, source: Source, dialect: str, options: ReadingOptions, file: Path) -> tuple[list[Excerpt], bool]:
        """The files that a page takes in, each once, those that they take in themselves among them; and whether one
        of them is not to be had."""
        found: dict[Path, list[Excerpt]] = {}
        is_open = False
        waiting = [(file, [*self._shown(source, dialect, options), *self._appended])]
        while waiting:
            path, wanted = waiting.pop()
            for directive in wanted:
                paths = list(self._files(directive, path))
                is_open = is_open or not paths
                for taken in paths:
                    part = self._sources[taken]
                    assert part is not None
                    if taken == Path(os.path.realpath(file)) or len(found) > MOST_FILES:
                        continue
                    if taken not in found:
                        if taken not in self._further:
                            self._further[taken] = self._shown(part, dialect, options)
                        waiting.append((taken, self._further[taken]))
                    alone = directive.by == INCLUDE_MARKDOWN and self._turns_links
                    selections = () if directive.selection == WHOLE else (directive.selection,)
                    found.setdefault(taken, []).append(Excerpt(part, selections, counts_alone=alone))
        return [merged(excerpts) for excerpts in found.values()], is_open

    def lost(self, text: str, file: Path) -> Iterator[Lost]:
        """The directives of a text whose files are not there, or must not be read."""
        for directive in directives(text, self._by)[0]:
            if not any(self._files(directive, file)):
                is_address = "://" in directive.name
                places = list(self._places(directive, file))
                is_outside = not is_address and not any(lies_in(path, folder) for path, folder in places)
                yield Lost(directive.name, directive.span, is_outside, is_address)

    def _shown(self, source: Source, dialect: str, options: ReadingOptions) -> list[Directive]:
        """The directives of a text that bring words to its page, and not code or a comment."""
        wanted = directives(source.text, self._by)[0]
        if not wanted:
            return []
        as_written = replace(options, markdown=replace(options.markdown, taking=frozenset()), selections=())
        document = read(source, dialect, as_written)
        hidden = [block.span for block in document.prose.blocks if block.kind == "code"]
        hidden += [comment.span for comment in document.comments]
        return [one for one in wanted if not any(span.contains(one.span) for span in hidden)]

    def _files(self, directive: Directive, file: Path) -> Iterator[Path]:
        """The files that a directive means, as far as they can be read."""
        if "://" in directive.name:
            return
        for path, folder in self._places(directive, file):
            if "*" in directive.name and directive.by == INCLUDE_MARKDOWN:
                found = [one for one in _matching(path) if self._source(one, folder) is not None]
            else:
                found = [path] if self._source(path, folder) is not None else []
            if found:
                yield from (Path(os.path.realpath(one)) for one in found)
                return

    def _places(self, directive: Directive, file: Path) -> Iterator[tuple[Path, Path]]:
        """The paths that a directive may mean, each with the folder that it may not leave."""
        home, name = self._site.path.parent, directive.name
        if directive.by == SNIPPETS:
            for base in self._bases:
                folder = base.parent if base.is_file() else base
                yield folder / name, folder if self._is_held else home
        elif directive.by == MACROS:
            yield from ((folder / name, folder) for folder in self._templates)
        elif name.startswith("."):
            yield file.parent / name, home
        else:
            yield self._site.docs_dir / name, home

    def _source(self, path: Path, folder: Path) -> Source | None:
        try:
            real = Path(os.path.realpath(path))
            if real not in self._sources:
                self._sources[real] = read_source(real, shown_path(path)) if os.path.isfile(real) else None
        except (OSError, ValueError, UnreadableSourceError):
            return None
        return self._sources[real] if lies_in(real, folder) else None


def _matching(pattern: Path) -> list[Path]:
    """What a path with stars may mean; two of them stand for folders within each other."""
    parts = pattern.parts
    first = next(index for index, part in enumerate(parts) if "*" in part)
    try:
        return sorted(Path(*parts[:first]).glob("/".join(parts[first:])))
    except (OSError, ValueError):
        return []  # No file is called so.
