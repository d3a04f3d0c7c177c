"""Comparisons of things, held against what their authorities state: "a Sledge is heavier than a Crowbar"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key, Stated
from rulebook_rules.facts.reading.degrees import Marker, degrees_of, multiples_of
from rulebook_rules.facts.reading.pages import asides_of, read_sentences
from rulebook_rules.facts.reading.parts import Part
from rulebook_rules.facts.reading.statements import Scene, SentenceReader
from rulebook_rules.facts.things.register import Register, Thing
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.word_tokens import lowered_words

MIN_OTHERS = 2
"""Others that a superlative must be true of."""


class _Meant(NamedTuple):
    """A meaning of a comparison: a thing, the others, an attribute."""

    thing: Thing
    others: tuple[Thing, ...]
    attribute: Key


def comparisons_in(document: Document, register: Register) -> Iterator[Difference]:
    """The comparisons of a page, right or wrong."""
    words = degrees_of(register.wording).keys() | multiples_of(register.wording).keys()
    words |= register.wording.words("multiplied")
    if words.isdisjoint(lowered_words(document.prose.text)):
        return
    for read in read_sentences(document, register, asides_of(document)):
        yield from _of_sentence(document, read.block, read.reader, read.scene, register)


def _of_sentence(
    document: Document, block: Block, reader: SentenceReader, scene: Scene, register: Register
) -> Iterator[Difference]:
    if reader.is_conditional:
        return
    for marker in reader.markers:
        meant = [*_meant(marker, reader, scene, register)]
        verdicts = [(one, verdict) for one in meant if (verdict := _holds(marker, one, register)) is not None]
        if not verdicts:
            continue
        right = next((one for one, verdict in verdicts if verdict), None)
        first = right or verdicts[0][0]
        part = reader.parts[
            marker.first if marker.amount is not None and _has_sign(marker, first, register) else marker.at
        ]
        last = reader.parts[marker.last if marker.times is not None else marker.at]
        end = part.end if marker.times is None else last.end
        place = Place(document.source, block.text.span(part.start, end))
        mine = _stated(first.thing, first.attribute, register)
        other = _opposing(marker, first, register)
        theirs = _stated(other, first.attribute, register)
        if mine is None or theirs is None:
            continue
        attribute = first.thing.attributes[first.attribute].name
        what = f"the {attribute} of {first.thing.name}, beside {theirs.value.shown} of {other.name},"
        yield Difference(place, what, mine.value.shown, mine.place, right is None)


def _meant(marker: Marker, reader: SentenceReader, scene: Scene, register: Register) -> Iterator[_Meant]:
    """The meanings of a comparison, the likeliest first; a named value tells more than a unit."""
    subjects = [*_subjects(marker, reader, scene)]
    for has_units in (False, True):
        for thing in subjects:
            others = tuple(_others(marker, thing, reader, scene, register))
            if not others or (marker.is_of_all and len(others) < MIN_OTHERS):
                continue
            attributes = _attributes(marker, thing, reader, has_units=has_units)
            shared = [key for key in attributes if all(key in other.attributes for other in others)]
            if shared:
                yield from (_Meant(thing, others, attribute) for attribute in shared)
                return


def _subjects(marker: Marker, reader: SentenceReader, scene: Scene) -> Iterator[Thing]:
    """The things that a comparison may be about, the likeliest first."""
    if marker.is_of_other:
        if marker.other is not None:
            yield from reader.parts[marker.other].things[:1]
        elif scene.about is not None:
            yield scene.about
        return
    before = [part.things[0] for part in reader.parts[: marker.first] if part.kind == "thing"]
    if before:
        yield from reversed(before)
        return
    if marker.is_of_all:
        parts = reader.parts[marker.last + 1 + bool(marker.noun) :]  # In "the oldest tree" it means no tree.
        behind = [part.things[0] for part in parts if part.kind == "thing"]
        if behind:
            yield behind[0]
            return
    if scene.lead is None and scene.subject is None:
        yield from reversed(scene.recent)
    elif scene.about is not None and all(thing is scene.about for thing in scene.recent[-1:]):
        yield scene.about


def _others(marker: Marker, thing: Thing, reader: SentenceReader, scene: Scene, register: Register) -> Iterator[Thing]:
    """The things that one is compared with."""
    if marker.is_of_all:
        nouns = [noun for noun in thing.nouns if not marker.noun or noun[-1:] == (marker.noun,)]
        if len(nouns) == 1:
            yield from (one for one in register.things.values() if one is not thing and nouns[0] in one.nouns)
    elif marker.other is not None:
        yield from (one for one in reader.parts[marker.other].things[:1] if one is not thing)
    else:
        named = [part.things[0] for part in reader.parts[: marker.first] if part.kind in ("thing", "compared")]
        known = (*scene.recent, *named) if marker.heads else named
        keys = {*_attributes(marker, thing, reader, has_units=True)}
        having = [one for one in known if one is not thing and not keys.isdisjoint(one.attributes)]
        yield from having[-1:]


def _attributes(marker: Marker, thing: Thing, reader: SentenceReader, *, has_units: bool) -> Sequence[Key]:
    """The values that a comparison may be of: its own, those of its unit, or those that the sentence names."""
    own = thing.attributes
    if marker.heads and (named := [key for key in own if marker.heads & {*key}]):
        return named
    if marker.named:
        return [key for key in marker.named if key in own]
    if marker.amount is not None and marker.amount.unit:
        return [one.key for one in thing.with_unit(marker.amount.unit)]
    lead = reader.parts[: marker.first]
    # "It pays 6 pence a share": the unit tells as much as the word.
    is_told = has_units or any(_keys(part, thing, has_units=False) for part in lead)
    before = [key for part in lead if is_told for key in _keys(part, thing, has_units=True)]
    if before or (marker.is_of_all and marker.heads):
        return before
    return _named_behind(marker, thing, reader, has_units=has_units)


def _named_behind(marker: Marker, thing: Thing, reader: SentenceReader, *, has_units: bool) -> Sequence[Key]:
    """The values that a sentence names first behind a comparison: "the largest company, with 15 shares"."""
    small = reader.small
    for part in reader.parts[marker.last + 1 + bool(marker.noun) :]:
        if keys := _keys(part, thing, has_units=has_units):
            return keys
        if marker.is_of_all and part.kind != "value" and part.word not in small and part.word != ",":
            break
    return ()


def _keys(part: Part, thing: Thing, *, has_units: bool) -> list[Key]:
    """The values of a thing that a part names, by its unit if that is asked for."""
    if part.kind in ("attribute", "verb"):
        return [key for key in part.attributes if key in thing.attributes]
    if has_units and part.value is not None and part.value.unit:
        return [one.key for one in thing.with_unit(part.value.unit)]
    return []


def _stated(thing: Thing, attribute: Key, register: Register) -> Stated | None:
    stated = register.stated(thing, attribute)
    return stated[0] if stated and stated[0].value.kind == "number" else None


def _opposing(marker: Marker, meant: _Meant, register: Register) -> Thing:
    """The other thing that a comparison is least true of."""
    return max(meant.others, key=lambda one: -marker.sign * (_difference(meant, one, register) or Fraction(0)))


def _difference(meant: _Meant, other: Thing, register: Register) -> Fraction | None:
    mine, theirs = (_stated(one, meant.attribute, register) for one in (meant.thing, other))
    return mine.value.amount - theirs.value.amount if mine is not None and theirs is not None else None


def _has_sign(marker: Marker, meant: _Meant, register: Register) -> bool:
    """Return whether a comparison has the right direction, so that its amount is what is wrong."""
    difference = _difference(meant, meant.others[0], register)
    return difference is not None and marker.sign * difference > 0


def _holds(marker: Marker, meant: _Meant, register: Register) -> bool | None:
    """Return whether a comparison is true; None where a value is not stated."""
    differences = [_difference(meant, other, register) for other in meant.others]
    known = [one for one in differences if one is not None]
    if len(known) < len(differences):
        return None
    if marker.is_of_all:
        return all(marker.sign * one >= 0 for one in known)
    if marker.times is not None:
        theirs = _stated(meant.others[0], meant.attribute, register)
        assert theirs is not None
        return known[0] == (marker.times - 1) * theirs.value.amount
    if marker.amount is None:
        return marker.sign * known[0] > 0
    amount, unit = marker.amount.amount, marker.amount.unit
    own = meant.thing.attributes[meant.attribute].unit
    if unit and unit != own:
        if unit not in register.conversions or register.conversions[unit][1] != own:
            return None
        amount *= register.conversions[unit][0]
    return marker.sign * known[0] == amount
