"""Where a book uses what it explains: a list below each definition of a glossary, and on each card of an entry.

The list is made with the page and moved behind the definition, because a mark stands within the words of a term only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import groupby
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_render.presentation.terms import RUNNING, Glossary
from rulebook_rules.book import Page
from rulebook_rules.naming.lexicon import Entry, is_glossary
from rulebook_rules.naming.synonyms import name_key
from rulebook_syntax.document import Entity
from rulebook_syntax.marks import Mark

MAX_IN_A_LINE = 3
"""More places are folded away."""

_SIGN = "rulebook-used"
_LIST = re.compile(rf'<{_SIGN} before="(?P<end>[a-z]+)">(?P<list>.*?)</{_SIGN}>', re.DOTALL)


class Spot(NamedTuple):
    """A section or an entry of a page: its anchor ("" for the page itself) and its title."""

    uri: str
    anchor: str
    title: str


class Uses:
    """The places of a book that use each of its terms, and those that explain one.

    Args:
        glossary: the terms of the book.
    """

    def __init__(self, glossary: Glossary) -> None:
        self._glossary = glossary

    def of(self, entry: Entry) -> Sequence[Spot]:
        """The places that use a term, in the order of the book; its own definition aside."""
        return tuple(spot for spot in self._used.get(entry, ()) if spot != self._homes.get(entry))

    def explained(self, entry: Entry) -> Sequence[Spot]:
        """The sections and entries that have the name of a term."""
        spots = self._named.get(name_key(entry.term), ())
        return tuple(spot for spot in spots if spot != self._homes.get(entry))

    @cached_property
    def _homes(self) -> Mapping[Entry, Spot]:
        """The place that defines each term."""
        pages = {page.uri: page for page in self._glossary.lexicon.pages}
        return {entry: _spot(pages[entry.uri], entry.place.span.start) for entry in self._glossary.entries}

    @cached_property
    def _used(self) -> Mapping[Entry, Mapping[Spot, None]]:
        spots: dict[Entry, dict[Spot, None]] = {}
        for page in self._glossary.lexicon.pages:
            if is_glossary(page):
                continue
            for block in page.document.prose.blocks:
                terms = self._glossary.mentions(block.text.text, page.uri) if block.kind in RUNNING else ()
                if entries := {entry for _, _, entry in terms}:
                    spot = _spot(page, block.span.start)
                    for entry in entries:
                        spots.setdefault(entry, {})[spot] = None
        return spots

    @cached_property
    def _named(self) -> Mapping[str, Sequence[Spot]]:
        named: dict[str, list[Spot]] = {}
        for page in self._glossary.lexicon.pages:
            if not is_glossary(page):
                for spot in dict.fromkeys((*_headings(page), *map(_card(page), _cards(page)))):
                    named.setdefault(name_key(spot.title), []).append(spot)
        return named


def _card(page: Page) -> Callable[[Entity], Spot]:
    return lambda entity: Spot(page.uri, entity.id, entity.title)


def _cards(page: Page) -> Iterator[Entity]:
    return (
        entity
        for entity in page.document.entities
        if "name" in entity.places and not entity.fields.get("inline") and entity.kind not in ("term", "draft")
    )


def _headings(page: Page) -> Iterator[Spot]:
    title = page.title
    for number, heading in enumerate(page.document.headings):
        # The first heading is the page, where it is not a section below the title.
        yield Spot(page.uri, heading.id if number or heading.title != title else "", heading.title)


def _spot(page: Page, offset: int) -> Spot:
    """The innermost entry or section around a place of a page."""
    for entity in _cards(page):
        if entity.span.start <= offset < entity.span.end:
            return _card(page)(entity)
    before = [spot for spot, h in zip(_headings(page), page.document.headings, strict=True) if h.span.start <= offset]
    return before[-1] if before else Spot(page.uri, "", page.title)


def used_marks(page: Page, glossary: Glossary, uses: Uses, href: Callable[[Spot], str]) -> Iterator[Mark]:
    """Yield marks that put lists of uses into glossaries or on cards."""
    pages = {other.uri: other for other in glossary.lexicon.pages}
    cards = {entity.places["name"].start for entity in _cards(page)}
    for block, name, entry in glossary.listed(page):
        on_card = block.span.start in cards
        if not on_card and not is_glossary(page):
            continue
        # A card explains its entry itself.
        explained = () if on_card else uses.explained(entry)
        text = _html(explained, uses.of(entry), lambda uri: pages[uri].title, href)
        if text:
            span = block.text.span(0, len(name))
            sign = f'<{_SIGN} before="{"section" if on_card else "dd"}">{text}</{_SIGN}>'
            # Where the term gets its id by a mark of its own, this one stands behind that.
            yield (
                Mark(Span(span.end, span.end), sign, "") if entry in glossary.ids else Mark(span, "", sign, around=True)
            )


def _html(
    explained: Sequence[Spot], used: Sequence[Spot], title: Callable[[str], str], href: Callable[[Spot], str]
) -> str:
    def link(spot: Spot) -> str:
        return f'<a href="{escape(href(spot))}">{escape(spot.title)}</a>'

    used = [spot for spot in used if spot not in explained]
    lead = f"Explained in {', '.join(map(link, explained))}." if explained else ""
    if len(used) <= MAX_IN_A_LINE:
        tail = f"Used in {', '.join(map(link, used))}." if used else ""
        text = " ".join(filter(None, (lead, tail)))
        return f'<p class="rulebook-used" data-search-exclude>{text}</p>' if text else ""
    groups = [(uri, list(spots)) for uri, spots in groupby(used, key=lambda spot: spot.uri)]
    items = []
    for uri, spots in groups:
        inner = [link(spot) for spot in spots if spot.anchor]
        whole = link(Spot(uri, "", title(uri)))
        items.append(f"<li>{whole}{': ' if inner else ''}{', '.join(inner)}</li>")
    return (
        (f'<p class="rulebook-used" data-search-exclude>{lead}</p>' if lead else "")
        + f'<details class="rulebook-used" data-search-exclude><summary>Used in {len(used)} places</summary>'
        + f"<ul>{''.join(items)}</ul></details>"
    )


def with_uses(html: str) -> str:
    """A page, or a part of it, with each list at the end of its definition; one that has no such end is left out."""
    while (match := _last(html)) is not None:
        before, behind = html[: match.start()], html[match.end() :]
        end = behind.find(f"</{match['end']}>")
        html = before + (behind if end < 0 else behind[:end] + match["list"] + behind[end:])
    return html


def _last(html: str) -> re.Match[str] | None:
    at = html.rfind(f"<{_SIGN} ")
    return _LIST.match(html, at) if at >= 0 else None
