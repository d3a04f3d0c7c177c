"""Describe the structure of pages: what folds, where links lead, and the headings and entries of a book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_lsp.answers.goto import all_links, place_of, target_of
from rulebook_lsp.books import View
from rulebook_lsp.diagnosing import UriOf
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Document
from rulebook_syntax.outline import Node, outline_of

MAX_SYMBOLS = 200
"""Headings and entries that a search in the book returns."""


class Fold(NamedTuple):
    """Lines, from 0, that an editor can hide behind the first of them."""

    first: int
    last: int
    is_comment: bool = False


def folds_of(document: Document) -> Iterator[Fold]:
    """Yield the stretches of several lines of a page: front matter, sections, entries, tables and comments."""
    tables = (table.span for table in document.prose.tables)
    for span in (Span(0, document.body.start), *_spans(outline_of(document)), *tables):
        yield from _fold(document, span)
    for comment in document.comments:
        yield from _fold(document, comment.span, is_comment=True)


def _spans(nodes: list[Node] | tuple[Node, ...]) -> Iterator[Span]:
    for node in nodes:
        yield node.span
        yield from _spans(node.children)


def _fold(document: Document, span: Span, *, is_comment: bool = False) -> Iterator[Fold]:
    source = document.source
    end = span.start + len(source.slice(span).rstrip())
    first, last = source.position(span.start).line - 1, source.position(end).line - 1
    if last > first:
        yield Fold(first, last, is_comment)


class LinkTarget(NamedTuple):
    """The written target of a link, and the address that it leads to."""

    span: Span
    address: str


def links_of(view: View, uri_of: UriOf) -> Iterator[LinkTarget]:
    """Yield the links of a page that lead to a page of its book, or to another site."""
    index = BookIndex(view.book)
    for link in all_links(view.page.document):
        span = link.target_span
        if span is None or link.target is None:
            continue
        if link.target.startswith(("http://", "https://", "mailto:")):
            yield LinkTarget(span, link.target)
        elif (target := target_of(index, view.page, link)) is not None:
            place = place_of(index, target)
            line = place.source.position(place.span.start).line
            yield LinkTarget(span, uri_of(place.source) + (f"#L{line}" if target.fragment else ""))


class Named(NamedTuple):
    """A heading or an entry of a book."""

    page: Page
    node: Node
    parent: str


def names_in(book: Book, query: str) -> Iterator[Named]:
    """Yield the headings and entries of a book whose titles have all words of a query."""
    words = query.casefold().split()
    for page in book.pages:
        if not page.is_part:
            for named in _named(page, outline_of(page.document), page.title):
                if all(word in named.node.title.casefold() for word in words):
                    yield named


def _named(page: Page, nodes: list[Node] | tuple[Node, ...], parent: str) -> Iterator[Named]:
    for node in nodes:
        yield Named(page, node, parent)
        yield from _named(page, node.children, node.title)
