"""Tell when a file that a reading of a book depends on has changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook_core import workspace
from rulebook_core.store.files import is_passed_over
from rulebook_core.store.fingerprint import rule_files

if TYPE_CHECKING:
    from rulebook_rules.book import Book

State = dict[str, tuple[int, int]]
"""When each file was written, in nanoseconds, and how many bytes it has."""


def state_of(book: Book | None, paths: Iterable[str], config: Path) -> State:
    """Return how all files are now that a book is made of, or would be; `paths` were asked for besides."""
    state: State = {}
    for path in _files(book, paths, config):
        if (current := workspace.file_state(path)) is not None:
            state[path] = current
    return state


def _files(book: Book | None, paths: Iterable[str], config: Path) -> Iterator[str]:
    yield os.path.abspath(config)
    folders = {os.path.abspath(path) for path in paths}
    if book is not None:
        for page in book.pages:
            yield os.path.abspath(page.document.source.path)
            yield from (os.path.abspath(source.path) for source in page.document.includes)
        for system in book.systems:
            yield from (os.path.abspath(path) for path in rule_files(system))
        folders |= {os.path.abspath(book.site.docs_dir)} if book.site is not None else set()
    for top in folders:
        if not workspace.is_dir(top):
            yield top
        for folder, subfolders, names in workspace.walk(top):
            subfolders[:] = [name for name in subfolders if not is_passed_over(name)]
            yield from (os.path.join(folder, name) for name in names if not name.startswith("."))
