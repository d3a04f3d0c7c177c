"""Where the words below the cursor lead: links, labels, wikilinks, entries and terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_lsp.answers.hovering import term_at
from rulebook_lsp.answers.valuing import stated_at, value_at
from rulebook_lsp.books import View
from rulebook_render.presentation.terms import RUNNING, Glossary
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Block, Definition, Document, Entity, Link


class Target(NamedTuple):
    """Where a link leads: a page of the book, and an id on it, "" for its top."""

    page: Page
    fragment: str


def definitions_at(view: View, glossary: Glossary, offset: int) -> list[Place]:
    """The places that define what stands at a place of a page: the nearest way there."""
    index = BookIndex(view.book)
    ways = (_linked(index, view, offset), _entries(view, offset), _value(view, offset), _term(view, glossary, offset))
    for candidates in ways:
        if places := list(candidates):
            return places
    return []


def target_of(index: BookIndex, page: Page, link: Link | Definition) -> Target | None:
    """Return where a link or a definition leads, if that is a page."""
    definition = index.page(page).definition_of(link) if isinstance(link, Link) else None
    written = definition.target if definition is not None else link.target
    if written is None:
        return None
    if isinstance(link, Link) and link.kind == "wikilink":
        return _noted(index, page, written)
    raw, image = (link.kind == "html", link.image) if isinstance(link, Link) else (False, False)
    there = index.destination(page, written, raw_html=raw, image=image)
    if there.kind == "page" and (not there.fragment or there.fragment in index.page(there.of_page).anchors):
        return Target(there.of_page, there.fragment)
    return _noted(index, page, written) if page.document.traits.names_notes else None


def all_links(document: Document) -> list[Link | Definition]:
    """Return the links of a page, and the definitions that links by label lead through."""
    return [*document.links, *document.definitions]


def _noted(index: BookIndex, page: Page, written: str) -> Target | None:
    there = index.notes.path_destination(page, written)
    return Target(there.page, there.fragment) if there.page is not None and there.lost is None else None


def _linked(index: BookIndex, view: View, offset: int) -> Iterator[Place]:
    page = view.page
    links = [link for link in page.document.links if link.span.start <= offset < link.span.end]
    for link in sorted(links, key=lambda link: link.span.end - link.span.start)[:1]:
        definition = index.page(page).definition_of(link)
        is_at_label = link.label_span is not None and link.label_span.start <= offset <= link.label_span.end
        if definition is not None and is_at_label:
            yield Place(page.document.source, definition.label_span)
        elif (target := target_of(index, page, link)) is not None:
            yield place_of(index, target)
    for definition in page.document.definitions:
        is_here = definition.span.start <= offset < definition.span.end
        if is_here and (target := target_of(index, page, definition)) is not None:
            yield place_of(index, target)


def place_of(index: BookIndex, target: Target) -> Place:
    """The id that a link leads to, or the beginning of its page."""
    document = target.page.document
    anchor = index.page(target.page).anchors.get(target.fragment)
    return Place(document.source, anchor.span if anchor is not None else Span(0, 0))


Named = tuple[Page, Entity]
"""An entry of the game, and its page."""


def entries_of(book: Book, page: Page) -> list[Named]:
    """Return the entries of all pages of the game of a page."""
    return [
        (other, entity) for other in book.pages if other.system is page.system for entity in other.document.entities
    ]


def named_places(page: Page, entries: Sequence[Named], blocks: Iterable[Block]) -> Iterator[tuple[Named, Place]]:
    """Yield the entries that the running text of some blocks names, each with its place."""
    for block in blocks if entries else ():
        if block.kind not in RUNNING:
            continue
        words = block.text.text.casefold()
        for named in entries:
            if named[1].title.casefold() not in words:
                continue
            for name in _names(block.text.text, named[1].title):
                place = Place(page.document.source, block.text.span(*name))
                if not (named[0].uri == page.uri and named[1].span.contains(place.span)):
                    yield named, place


def _entries(view: View, offset: int) -> Iterator[Place]:
    """Yield the entries that the words at a place name."""
    for page, entity in entries_at(view, offset):
        yield Place(page.document.source, Span(entity.span.start, entity.span.start))


def entries_at(view: View, offset: int) -> Iterator[Named]:
    """Yield the entries that the words at an offset of a page name."""
    at = Span(offset, offset + 1)
    blocks = [block for block in view.page.document.prose.blocks if block.span.contains(at)]
    for named, place in named_places(view.page, entries_of(view.book, view.page), blocks):
        if place.span.contains(at):
            yield named


def _names(text: str, title: str) -> Iterator[tuple[int, int]]:
    """Return where a text has a name, or its plural; a number is none."""
    if title[:1].isalpha():
        for match in re.finditer(rf"(?<!\w){re.escape(title)}(?:e?s)?(?!\w)", text, re.IGNORECASE):
            yield match.span()


def _value(view: View, offset: int) -> Iterator[Place]:
    """Yield where the rules state the value that is named at a place."""
    named, system = value_at(view, offset), view.page.system
    place = stated_at(system, named[1]) if named is not None and system is not None else None
    if place is not None:
        yield place


def _term(view: View, glossary: Glossary, offset: int) -> Iterator[Place]:
    if (named := term_at(view, glossary, offset)) is not None:
        yield named[1].place
