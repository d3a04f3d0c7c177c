"""Find all places that refer to what is at a place: a heading, the target of a link, an entry or a term."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_lsp.answers.goto import Named, Target, all_links, entries_at, named_places, place_of, target_of
from rulebook_lsp.answers.hovering import term_at
from rulebook_lsp.answers.renaming import heading_at
from rulebook_lsp.books import View
from rulebook_render.presentation.terms import RUNNING, Glossary
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.naming.lexicon import Entry

GlossaryOf = Callable[[Page], Glossary]
"""The terms that a page may use."""


def references_at(view: View, glossary_of: GlossaryOf, offset: int, *, with_declaration: bool) -> list[Place]:
    """Return the places that refer to what is at an offset, each once, in the order of the pages.

    Args:
        view: the page.
        glossary_of: the terms of each page.
        offset: a place of it.
        with_declaration: true if the place that defines it is wanted, too.
    """
    index = BookIndex(view.book)
    for target in _targets(index, view, offset):
        declared = [place_of(index, target)] if with_declaration else []
        return _once([*declared, *_links_to(index, target)])
    for named in _entities(view, offset):
        start = Place(named[0].document.source, Span(named[1].span.start, named[1].span.start))
        return _once([*([start] if with_declaration else []), *_mentions(view, named)])
    entry = _term(view, glossary_of(view.page), offset)
    if entry is None:
        return []
    return _once([*([entry.place] if with_declaration else []), *_uses(view, glossary_of, entry)])


def _once(places: list[Place]) -> list[Place]:
    return [*{(place.source.path, place.span): place for place in places}.values()]


def _targets(index: BookIndex, view: View, offset: int) -> Iterator[Target]:
    """Yield where the link at an offset leads, or the heading there."""
    document = view.page.document
    links = [link for link in all_links(document) if link.span.start <= offset < link.span.end]
    for link in sorted(links, key=lambda link: link.span.end - link.span.start):
        if (target := target_of(index, view.page, link)) is not None:
            yield target
    if (match := heading_at(document, offset)) is not None:
        yield Target(view.page, document.headings[match[0]].id)


def _links_to(index: BookIndex, target: Target) -> Iterator[Place]:
    """Yield the links of the book that lead to a target; its first heading is the page itself."""
    headings = target.page.document.headings
    top = {"", headings[0].id} if headings else {""}
    wanted = top if target.fragment in top else {target.fragment}
    for page in index.book.pages:
        for link in all_links(page.document):
            there = target_of(index, page, link)
            if there is not None and there.page.uri == target.page.uri and there.fragment in wanted:
                yield Place(page.document.source, link.span)


def _entities(view: View, offset: int) -> Iterator[Named]:
    """Yield the entry that begins on the line of an offset, or those that its words name."""
    source = view.page.document.source
    line = source.position(offset).line
    for entity in view.page.document.entities:
        if source.position(entity.span.start).line == line:
            yield view.page, entity
    yield from entries_at(view, offset)


def _mentions(view: View, named: Named) -> Iterator[Place]:
    for page in view.book.pages:
        if page.system is view.page.system:
            yield from (place for _, place in named_places(page, [named], page.document.prose.blocks))


def _term(view: View, glossary: Glossary, offset: int) -> Entry | None:
    """Return the term that is used at an offset, or whose definition is there."""
    if (named := term_at(view, glossary, offset)) is not None:
        return named[1]
    block = next((one for one in view.page.document.prose.blocks if one.span.start <= offset < one.span.end), None)
    own = [one for one in glossary.lexicon.glossary() if one.uri == view.page.uri]
    if block is None:
        return None
    exact = (one for one in own if one.place.span.start <= offset < one.place.span.end)
    titled = (one for one in own if block.kind == "term" and one.term == block.text.text.strip())
    return next(exact, None) or next(titled, None)


def _uses(view: View, glossary_of: GlossaryOf, entry: Entry) -> Iterator[Place]:
    for page in view.book.pages:
        glossary = glossary_of(page)
        spans = [span for span, other in glossary.lexicon.occurrences(page) if other == entry]
        for block in page.document.prose.blocks:
            if block.kind in RUNNING:
                mentions = glossary.mentions(block.text.text, page.uri)
                spans += [block.text.span(start, end) for start, end, other in mentions if other == entry]
        is_own = page.uri == entry.uri
        yield from (
            Place(page.document.source, span)
            for span in sorted(spans)
            if not (is_own and entry.place.span.contains(span))
        )
