"""All facts of a book: what its authorities state, and every place that says the same or something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_rules.book import Book, Page
from rulebook_rules.facts.games import GameFacts, groups_of
from rulebook_rules.facts.model import Fact, Shape, Value
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.tokens import tokens_of
from rulebook_rules.facts.things.register import Thing
from rulebook_rules.facts.wholes.differences import Difference


class Listed(NamedTuple):
    """A fact with what came of comparing it: "stated", "agrees", "differs" or "undecided"."""

    fact: Fact
    standing: str


_STANDINGS = {True: "agrees", False: "differs", None: "undecided"}


def facts_in(book: Book, name: str = "", only: Page | None = None) -> Iterator[Listed]:
    """The facts of a book about things with an authority, or about those that a name means.

    Args:
        book: the book.
        name: of a thing or of an attribute; "" means all.
        only: the page whose mentions are listed; None means all pages.
    """
    for facts, pages, _ in groups_of(book):
        yield from (one for one in _stated(facts) if _is_meant(one.fact, name, facts))
        named = {one.place: one.name for one in facts.named() if one.place is not None}
        for page in pages if only is None else [page for page in pages if page.uri == only.uri]:
            for difference in facts.differences(page.document):
                fact = _compared(difference, named)
                if _is_meant(fact, name, facts):
                    yield Listed(fact, _STANDINGS[not difference.is_wrong])
            for verdict in facts.verdicts(page.document):
                said, thing = verdict.said, verdict.thing
                attribute = thing.attributes[said.attribute].name
                fact = Fact(
                    thing.name,
                    attribute,
                    said.value,
                    said.place,
                    said.shape,
                    said.bound,
                    when=said.when,
                    is_sure=said.is_sure,
                )
                if _is_meant(fact, name, facts):
                    yield Listed(fact, _STANDINGS[verdict.agrees])


def thing_at(book: Book, page: Page, offset: int) -> tuple[Span, str] | None:
    """Return the thing with an authority that an offset of a page names, and where; None if none."""
    document = page.document
    block = next((one for one in document.prose.blocks if one.span.start <= offset < one.span.end), None)
    if block is None:
        return None
    for facts, pages, _ in groups_of(book):
        if all(one.uri != page.uri for one in pages):
            continue
        tokens = tokens_of(block.text.text, facts.wording)
        for first, last, name in facts.mentions_in(tokens):
            span = block.text.span(tokens[first].start, tokens[last - 1].end)
            if span.start <= offset < span.end:
                return span, name
    return None


def _stated(facts: GameFacts) -> Iterator[Listed]:
    for thing in facts.register.things.values():
        yield from _of_thing(thing)
    for one in facts.named():
        yield Listed(Fact(one.name, "", _text(one.shown), one.place, Shape.RULE), "stated")


def _compared(difference: Difference, named: Mapping[Place, str]) -> Fact:
    """Return what a text says of a constant, a range, a title or a kind; of anything else, what it is about."""
    place, what = difference.place, difference.what
    name = named.get(difference.authority, "") if difference.authority is not None else ""
    shown = place.source.slice(place.span)
    return Fact(name or what, what if name else "", _text(shown), place, Shape.SENTENCE)


def _text(shown: str) -> Value:
    return Value("name", text=shown.casefold(), shown=shown)


def _of_thing(thing: Thing) -> Iterator[Listed]:
    for key, stated in thing.values.items():
        for one in stated:
            shape = Shape.RULE if one.source == "rules" else Shape.CELL
            yield Listed(Fact(thing.name, thing.attributes[key].name, one.value, one.place, shape), "stated")


def _is_meant(fact: Fact, name: str, facts: GameFacts) -> bool:
    if not name:
        return True
    key = key_of(name, facts.wording)
    names = (fact.entity, fact.attribute)
    meant = {thing.name for thing in facts.register.names.meanings(key)} | facts.names_of(key)
    return fact.entity in meant or any(key_of(one, facts.wording) == key for one in names)
