"""Kinds: nouns of a game with all the names that belong to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.authority.rules import place_in
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.register import Register
from rulesmod.system import Bands, System

MIN_MEMBERS = 3
MIN_LETTERS = 3
"""A shorter name is an abbreviation or a die."""


class Kind(NamedTuple):
    """A noun with all of its names.

    Attributes:
        noun: as the rules have it.
        key: of the noun.
        names: by their keys.
        place: where the rules say so.
        is_proper: whether each of them is there once, as a ward of a city is, and not as often as somebody buys one.
    """

    noun: str
    key: Key
    names: dict[Key, str]
    place: Place | None
    is_proper: bool


def kinds_of(system: System, register: Register) -> Iterator[Kind]:
    """The kinds of a game: its names, its ranges with titles, and its tables of things."""
    wording = register.wording
    for one in system.vocabularies:
        names = {key_of(name, wording): name for name in one.entries.values()}
        yield Kind(one.name, key_of(one.name, wording), names, place_in(system, "names", one.name), is_proper=True)
    for bands in system.bands:
        names = {key_of(name, wording): name for name in _titles(bands)}
        if len(names) == len(bands.rows):
            place = place_in(system, "ranges", bands.name)
            yield Kind(bands.title, key_of(bands.title, wording), names, place, is_proper=True)
    yield from declared_kinds(register)


def declared_kinds(register: Register) -> Iterator[Kind]:
    """The kinds that tables of things make."""
    for sheet in register.sheets:
        if sheet.is_declared and sheet.is_whole and sheet.noun and len(sheet.rows) >= MIN_MEMBERS:
            names = {key_of(row.name, register.wording): row.name for row in sheet.rows}
            place = sheet.span or sheet.rows[0].place
            yield Kind(sheet.noun, key_of(sheet.noun, register.wording), names, place, is_proper=False)


def _titles(bands: Bands) -> Iterator[str]:
    for row in bands.rows:
        if isinstance(row.gives, str):
            yield row.gives


def lexicon_of(kinds: list[Kind]) -> Lexicon[Kind]:
    """Nouns by their kinds."""
    lexicon: Lexicon[Kind] = Lexicon()
    for kind in kinds:
        if len(kind.names) >= MIN_MEMBERS:
            lexicon.add(kind.key, kind)
    return lexicon


def members_of(kinds: list[Kind], wording: Wording) -> Lexicon[Kind]:
    """The kinds that a name belongs to."""
    lexicon: Lexicon[Kind] = Lexicon()
    for kind in kinds:
        for key, name in kind.names.items():
            if sum(map(str.isalpha, name)) >= MIN_LETTERS:
                lexicon.add(key, kind)
    return lexicon
