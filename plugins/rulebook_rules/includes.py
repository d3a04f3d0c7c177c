"""The files that the Markdown pages of a site take in: where they lie, and how much of them.

Snippets count from the folders that their settings name, what the plugins take in from the page, from `docs_dir` or
from a folder of their settings. Nothing is read that lies outside of these, and of the folder of mkdocs.yml.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rulebook_core import workspace
from rulebook_core.source import Source, Span, UnreadableSourceError, read_source, shown_path
from rulebook_core.store.files import lies_in
from rulebook_rules.config import SiteConfig, listed
from rulebook_syntax.dialects import ReadingOptions, read
from rulebook_syntax.dialects.excerpts import Excerpt, merged
from rulebook_syntax.dialects.markdown.taking import (
    INCLUDE_MARKDOWN,
    MACROS,
    SNIPPETS,
    TABLE_READER,
    WHOLE,
    Directive,
    directives,
    snippet_named,
)

MAX_FILES = 1_000
"""A page takes in no more files, each once."""
MAX_FOLDERS = 1_000
"""A path with stars is looked for in no more folders."""


class Lost(NamedTuple):
    """A directive whose file is not to be had."""

    name: str
    span: Span
    is_outside: bool
    is_address: bool


class Including:
    """The files that the pages of a site include; each is read once."""

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
        tables = site.plugins.get(TABLE_READER) or {}
        base = site.docs_dir if tables.get("base_path") == "docs_dir" else home
        self._data = base / str(tables.get("data_path") or ".")
        self._is_beside = tables.get("search_page_directory", True) is not False

    def of(self, source: Source, dialect: str, options: ReadingOptions, file: Path) -> tuple[list[Excerpt], bool]:
        """The files that a page takes in, each once, those that they take in themselves among them; and whether one
        of them is not to be had."""
        results: dict[Path, list[Excerpt]] = {}
        is_open = False
        waiting = [(file, [*self._shown(source, dialect, options), *self._appended])]
        while waiting:
            path, wanted = waiting.pop()
            for directive in wanted:
                paths = list(self._files(directive, path))
                is_open = is_open or not paths
                for result in paths:
                    part = self._sources[result]
                    assert part is not None
                    if result == Path(workspace.real_path(file)) or len(results) > MAX_FILES:
                        continue
                    if result not in results:
                        if result not in self._further:
                            self._further[result] = self._shown(part, dialect, options)
                        waiting.append((result, self._further[result]))
                    turns = directive.turns_links
                    alone = self._turns_links if turns is None else turns
                    selections = () if directive.selection == WHOLE else (directive.selection,)
                    results.setdefault(result, []).append(Excerpt(part, selections, counts_alone=alone))
        return [merged(excerpts) for excerpts in results.values()], is_open

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
                paths = [one for one in matching_files(path, folder) if self._source(one, folder) is not None]
            else:
                paths = [path] if self._source(path, folder) is not None else []
            if paths:
                yield from (Path(workspace.real_path(one)) for one in paths)
                return

    def _places(self, directive: Directive, file: Path) -> Iterator[tuple[Path, Path]]:
        """The paths that a directive may mean, each with the folder that it may not leave."""
        home, name = self._site.path.parent, directive.name
        if directive.by == SNIPPETS:
            for base in self._bases:
                folder = base.parent if workspace.is_file(base) else base
                yield folder / name, folder if self._is_held else home
        elif directive.by == MACROS:
            yield from ((folder / name, folder) for folder in self._templates)
        elif directive.by == TABLE_READER:
            yield self._data / name, home
            if self._is_beside:
                yield file.parent / name, home
        elif name.startswith("."):
            yield file.parent / name, home
        else:
            yield self._site.docs_dir / name, home

    def _source(self, path: Path, folder: Path) -> Source | None:
        try:
            real = Path(workspace.real_path(path))
            if not lies_in(real, folder):
                return None  # Before it is opened.
            if real not in self._sources:
                self._sources[real] = read_source(real, shown_path(path)) if workspace.is_file(real) else None
        except (OSError, ValueError, UnreadableSourceError):
            return None
        return self._sources[real]


def matching_files(pattern: Path, folder: Path) -> list[Path]:
    """Return the files that a path with stars names, in order; it is walked only within a folder.

    Two stars stand for folders within each other; they follow no symlinks.
    """
    parts = pattern.parts
    first = next(index for index, part in enumerate(parts) if "*" in part)
    start, rest = Path(*parts[:first]), parts[first:]
    if ".." in rest or not lies_in(start, folder):
        return []
    matches: dict[Path, None] = {}
    seen: set[tuple[str, int]] = set()
    waiting = [(str(start), 0)]
    while waiting and len(seen) < MAX_FOLDERS and len(matches) < MAX_FILES:
        step = waiting.pop()
        if step not in seen:
            seen.add(step)
            inner, files = _walk(*step, rest, folder)
            waiting += inner
            matches.update(dict.fromkeys(files))
    return sorted(matches)


def _walk(place: str, index: int, parts: Sequence[str], folder: Path) -> tuple[list[tuple[str, int]], list[Path]]:
    """Match one folder against a part of a pattern; return the folders to walk next and the files found."""
    part, is_last = parts[index], index + 1 == len(parts)
    try:
        entries = workspace.scan(place)
    except (OSError, ValueError):
        return [], []  # No folder is called so.
    if part == "**":
        inner = [(entry.path, index) for entry in entries if entry.is_dir and not entry.is_link]
        # Two stars at the end name folders, as `glob` has it.
        return (inner if is_last else [(place, index + 1), *inner]), []
    pattern = re.compile(fnmatch.translate(part))
    named = [entry for entry in entries if pattern.match(entry.name) and not _leads_out(entry, folder)]
    if is_last:
        return [], [Path(entry.path) for entry in named if entry.is_file]
    return [(entry.path, index + 1) for entry in named if entry.is_dir], []


def _leads_out(entry: workspace.Entry, folder: Path) -> bool:
    """Return whether an entry of a folder is a symlink out of another one."""
    return entry.is_link and not lies_in(entry.path, folder)
