"""Editions: what a reader who cites a book calls it, and which state of its text was read."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from rulebook_core.store.tool import digest
from rulebook_rules.book import Book
from rulebook_rules.config import BookFolder
from rulebook_syntax.dialects.page import plain_line_ends

_DIGITS = 8
"""Of a fingerprint that stands for a version: enough to tell the states of one book apart."""


class Edition(NamedTuple):
    """A book at one time.

    Attributes:
        title: what it is called.
        version: as its writer counts, or a fingerprint of its sources, which changes with any of their words.
    """

    title: str
    version: str


def edition_of(book: Book, folder: BookFolder) -> Edition:
    """The edition of the book in a folder."""
    pages = [page for page in book.pages if book.site is not None and book.site.book_folder(page.uri) == folder]
    system = next((page.system for page in pages if page.system is not None), None)
    indexes = sorted(pages, key=lambda page: (posixpath.splitext(posixpath.basename(page.uri))[0] != "index", page.uri))
    named = next((heading.title for page in indexes for heading in page.document.headings[:1]), folder.folder)
    sources = {source.path: source.text for page in pages for source in (page.document.source, *page.document.includes)}
    names = {page.document.source.path: page.uri for page in pages}
    parts = [part for path, text in sorted(sources.items()) for part in (names.get(path, ""), plain_line_ends(text))]
    return Edition(system.title if system is not None else named, folder.version or digest(parts)[:_DIGITS])
