"""Units of columns that have none at their head: sentences give them with the same values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.register import Register, Thing
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_rules.facts.wholes.texts import sentences_in
from rulebook_syntax.document import Document

MIN_AGREEING = 2
"""Things whose value a sentence states with a unit."""
MAX_GAP = 12
"""Tokens between a name and a number with its unit."""


def with_units(sheets: Sequence[Sheet], documents: Sequence[Document], wording: Wording) -> list[Sheet]:
    """Return sheets with the units that the text of some pages gives their columns."""
    units = units_of(sheets, documents, wording)
    return [sheet._replace(units={**_own(units, sheet), **sheet.units}) for sheet in sheets]


def _own(units: Mapping[str, str], sheet: Sheet) -> dict[str, str]:
    return {head: units[head] for head in sheet.attributes if head in units}


def units_of(sheets: Sequence[Sheet], documents: Sequence[Document], wording: Wording) -> dict[str, str]:
    """Return the units that sentences give the values of columns without one, by their heads."""
    register = Register(wording, sheets)
    words = {word.lower() for word in register.first_words}
    things: dict[tuple[str, str], set[Key]] = defaultdict(set)
    cells = _units_of_cells(register)
    for document in documents if register.things else ():
        for sentence in sentences_in(document, wording, words, is_numbered=True):
            for attribute, unit, thing in _in_sentence(sentence.tokens, register, cells):
                # "6 supreme arts" counts what the head names.
                if unit not in attribute.lower().split():
                    things[attribute, unit].add(thing)
    results: dict[str, str] = {}
    for (attribute, unit), own in sorted(things.items(), key=lambda one: -len(one[1])):
        others = [len(keys) for (other, same), keys in things.items() if same == unit and other != attribute]
        if len(own) >= MIN_AGREEING and len(own) > max(others, default=0) and attribute not in results:
            results[attribute] = unit
    return results


def _in_sentence(
    tokens: Sequence[Token], register: Register, cells: Mapping[Key, set[str]]
) -> Iterator[tuple[str, str, Key]]:
    """Yield heads with a unit and a thing that has the number beside it."""
    mentions = [*register.names.mentions_in(tokens)]
    for mention, following in zip_longest(mentions, mentions[1:]):
        last = len(tokens) if following is None else following.first
        for token, unit in _measured(tokens, mention.last, last, register.wording):
            if any(register.wording.stem(unit) in cells[noun] for noun in mention.meanings[0].nouns):
                continue  # The amount is of the column whose cells have this unit.
            for attribute in _with_value(register, mention.meanings[0], token):
                yield attribute, unit, mention.meanings[0].key


def _units_of_cells(register: Register) -> Mapping[Key, set[str]]:
    """Return the units that cells give the things of each kind."""
    units: dict[Key, set[str]] = defaultdict(set)
    for thing in register.things.values():
        own = {one.value.unit for stated in thing.values.values() for one in stated}
        for noun in thing.nouns:
            units[noun] |= own
    return units


def _measured(tokens: Sequence[Token], first: int, last: int, wording: Wording) -> Iterator[tuple[Token, str]]:
    """Yield the numbers of a stretch, each with the word behind it, which may be its unit."""
    for at in range(first, min(len(tokens) - 1, last, first + MAX_GAP)):
        if tokens[at].kind == "number":
            unit = tokens[at + 1]
            if unit.kind == "word" and not unit.is_capital and unit.word not in wording.common | wording.ands:
                yield tokens[at], unit.word


def _with_value(register: Register, thing: Thing, token: Token) -> Iterator[str]:
    """Yield the heads of the columns without a unit in which a thing has a number."""
    for attribute in thing.attributes.values():
        stated = register.stated(thing, attribute.key)
        if not attribute.unit and token.value is not None and any(token.value.agrees(one.value) for one in stated):
            yield attribute.name
