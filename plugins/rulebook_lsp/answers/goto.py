"""Where the words below the cursor lead: links, labels, wikilinks, entries and terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_lsp.answers.hovering import term_at
from rulebook_lsp.books import View
from rulebook_render.presentation.terms import RUNNING, Glossary
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Definition, Link


class Target(NamedTuple):
    """Where a link leads: a page of the book, and an id on it, "" for its top."""

    page: Page
    fragment: str


def definitions_at(view: View, glossary: Glossary, offset: int) -> list[Place]:
    """The places that define what stands at a place of a page: the nearest way there."""
    index = BookIndex(view.book)
    for candidates in (_linked(index, view, offset), _entries(view, offset), _term(view, glossary, offset)):
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


def _entries(view: View, offset: int) -> Iterator[Place]:
    """The entries of the game's pages that the words at a place name."""
    at = Span(offset, offset + 1)
    blocks = [block for block in view.page.document.prose.blocks if block.kind in RUNNING and block.span.contains(at)]
    named = [
        (page, entity)
        for page in view.book.pages
        if page.system is view.page.system
        for entity in page.document.entities
    ]
    for block in blocks:
        for page, entity in named:
            is_here = page is view.page and entity.span.contains(at)
            if not is_here and any(
                block.text.span(*name).contains(at) for name in _names(block.text.text, entity.title)
            ):
                yield Place(page.document.source, Span(entity.span.start, entity.span.start))


def _names(text: str, title: str) -> Iterator[tuple[int, int]]:
    """Return where a text has a name, or its plural; a number is none."""
    if title[:1].isalpha():
        for match in re.finditer(rf"(?<!\w){re.escape(title)}(?:e?s)?(?!\w)", text, re.IGNORECASE):
            yield match.span()


def _term(view: View, glossary: Glossary, offset: int) -> Iterator[Place]:
    if (named := term_at(view, glossary, offset)) is not None:
        yield named[1].place
