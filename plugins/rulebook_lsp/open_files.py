"""The files that lie open in an editor, and the books that they belong to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebook_core import workspace
from rulebook_core.source import Source, is_current
from rulebook_lsp.books import Home, OpenBook, View, home_of, may_be_rules
from rulebook_lsp.diagnosing import address


@dataclass(slots=True)
class OpenFile:
    """A file as the editor has it.

    Attributes:
        uri: how the editor calls it.
        path: its real path.
        text: its text, saved or not.
        version: of the text, as the editor counts them.
        book: the one that it belongs to; None where it is no source.
        is_rules: true if it is a `rules.yml`.
    """

    uri: str
    path: str
    text: str
    version: int
    book: OpenBook | None
    is_rules: bool = False


_HALF = re.compile("[\ud800-\udfff]")


def _sound(text: str) -> str:
    """A text without halves of characters, which JSON can have and no file; what stands for one is as wide."""
    return _HALF.sub("\ufffd", text)


class Desk:
    """The open files and their books."""

    def __init__(self) -> None:
        self._files: dict[str, OpenFile] = {}
        self._books: dict[Home, OpenBook] = {}

    @property
    def texts(self) -> dict[str, str]:
        """The texts of all open files, by real path."""
        return {file.path: file.text for file in self._files.values()}

    @property
    def books(self) -> tuple[OpenBook, ...]:
        """The books that open files belong to."""
        return tuple(dict.fromkeys(file.book for file in self._files.values() if file.book is not None))

    def open(self, uri: str, path: Path, text: str, version: int) -> OpenFile:
        """Lay a file open."""
        file = OpenFile(uri, workspace.real_path(path), _sound(text), version, None)
        self._files[uri] = file
        self._place(file, path)
        return file

    def _place(self, file: OpenFile, path: Path) -> None:
        file.book = self._book_of(path)
        with workspace.unsaved(self.texts):
            file.is_rules = may_be_rules(path)

    def _book_of(self, path: Path) -> OpenBook | None:
        with workspace.unsaved(self.texts):
            home = home_of(Path(os.path.abspath(path)))
        return None if home is None else self._books.setdefault(home, OpenBook(home))

    def change(self, uri: str, text: str, version: int) -> OpenFile | None:
        """Let an open file have another text."""
        file = self._files.get(uri)
        if file is not None:
            file.text, file.version = _sound(text), version
        return file

    def close(self, uri: str) -> OpenFile | None:
        """Lay a file aside: what is on the disk counts again."""
        file = self._files.pop(uri, None)
        self._books = {book.home: book for book in self.books}
        return file

    def get(self, uri: str) -> OpenFile | None:
        """An open file."""
        return self._files.get(uri)

    def of(self, book: OpenBook) -> Iterator[OpenFile]:
        """The open files of a book."""
        return (file for file in list(self._files.values()) if file.book is book)

    def rehome(self) -> None:
        """Ask anew which book each file belongs to, as settings have changed."""
        for file in self._files.values():
            self._place(file, Path(file.path))

    def view(self, file: OpenFile) -> View | None:
        """An open file as a page of its book."""
        return file.book.view(file.path, file.text, self.texts) if file.book is not None else None

    def uri_of(self, source: Source) -> str:
        """Return how the editor calls a source: as it has opened it."""
        path = workspace.real_path(source.path)
        return next((file.uri for file in self._files.values() if file.path == path), None) or address(source)

    def is_current(self, source: Source) -> bool:
        """Return whether a source has the current text of its file."""
        with workspace.unsaved(self.texts):
            return is_current(source)
