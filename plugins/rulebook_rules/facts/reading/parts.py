"""Parts of a sentence: the names of things and values that a register knows, values, units and the words between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_rules.facts.model import Key, Value
from rulebook_rules.facts.reading.calculations import calculations_in
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.things.register import Register, Thing

_COMPOUND = frozenset("-/‑–")
_VALUES = ("number", "dice", "range")


class Part(NamedTuple):
    """A part of a sentence at `[start, end)` of its text.

    Attributes:
        kind: "thing", "short" (a short name), "pronoun", "attribute", "verb", "value", "genitive", "sign" or "word".
        word: in lower case; of a sign the sign.
        things: that a name may mean.
        attributes: the keys that a name or a verb may mean.
        value: with the unit of the word behind it, which is part of it.
    """

    kind: str
    start: int
    end: int
    word: str = ""
    things: tuple[Thing, ...] = ()
    attributes: tuple[Key, ...] = ()
    value: Value | None = None


def parts_of(tokens: Sequence[Token], register: Register) -> Sequence[Part]:
    """The parts of a sentence, in order."""
    by_start: dict[int, tuple[int, Part]] = {}
    attributes = [*register.attributes.mentions_in(tokens)]
    # "With Fog 5" and "a Fog of 5" give a value, even if something else is called Fog.
    valued = {(one.first, one.last) for one in attributes if _has_value(tokens, one.last, register)}
    for mention in register.names.mentions_in(tokens):
        if (mention.first, mention.last) in valued:
            continue
        if register.is_strict and not _is_alone(tokens, mention.first, mention.last):
            continue
        if _is_longer(tokens, mention.first, mention.last, register):
            continue
        start, end = tokens[mention.first].start, tokens[mention.last - 1].end
        by_start[mention.first] = mention.last, Part("thing", start, end, things=mention.meanings)
    covered = {at for first, (last, _) in by_start.items() for at in range(first, last)}
    for attribute in attributes:
        if covered.isdisjoint(range(attribute.first, attribute.last)) and not _is_unit(
            tokens, attribute.first, attribute.last, register
        ):
            start, end = tokens[attribute.first].start, tokens[attribute.last - 1].end
            word = tokens[attribute.first].word
            by_start[attribute.first] = (
                attribute.last,
                Part("attribute", start, end, word, attributes=attribute.meanings),
            )
    return [*_in_order(tokens, by_start, register)]


def _has_value(tokens: Sequence[Token], at: int, register: Register) -> bool:
    """Return whether a value stands at a token, or behind the "of" there."""
    at += at < len(tokens) and tokens[at].word in register.wording.words("owners")
    return at < len(tokens) and tokens[at].kind in _VALUES


def _is_unit(tokens: Sequence[Token], first: int, last: int, register: Register) -> bool:
    """Return whether the name of an attribute is the unit of the number before it: "2 combs"."""
    is_behind = first > 0 and last == first + 1 and tokens[first - 1].kind in _VALUES
    return is_behind and tokens[first].stem in register.units


def _is_longer(tokens: Sequence[Token], first: int, last: int, register: Register) -> bool:
    """Return whether a name goes on with a word that nobody knows: "Sniper Rifle" is no Sniper."""
    behind = tokens[last] if last < len(tokens) else None
    if behind is None or not behind.is_capital or not tokens[first].is_capital or behind.kind != "word":
        return False
    stems = [behind.stem]
    is_known = (
        register.names.may_hold(stems) or register.attributes.may_hold(stems) or register.short.meanings((*stems,))
    )
    return not is_known and behind.word not in register.verbs


def _is_alone(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Return whether a name begins with a capital and is no part of a longer one."""
    if not tokens[first].is_capital:
        return False
    before = tokens[first - 1] if first else None
    behind = tokens[last] if last < len(tokens) else None
    if before is not None and (before.stem in _COMPOUND or (before.is_capital and first > 1)):
        return False
    return behind is None or not (behind.stem in _COMPOUND or behind.is_capital)


def _in_order(tokens: Sequence[Token], by_start: dict[int, tuple[int, Part]], register: Register) -> Iterator[Part]:
    at = 0
    # What is added or multiplied is no value by itself.
    terms = {number for one in calculations_in(tokens, register.wording) for number in one.numbers}
    while at < len(tokens):
        if at in by_start:
            at, part = by_start[at]
            yield part
            continue
        token = tokens[at]
        at += 1
        if at - 1 in terms:
            yield Part("word", token.start, token.end, token.word)
        elif token.kind in _VALUES and token.value is not None:
            if (
                at < len(tokens)
                and at not in by_start
                and tokens[at].stem in register.units
                and tokens[at].kind == "word"
            ):
                value = token.value._replace(unit=tokens[at].stem)
                yield Part("value", token.start, token.end, value=value)
                at += 1
            elif token.is_word and token.word in register.wording.words("articles"):
                yield Part("word", token.start, token.end, token.word)
            else:
                yield Part("value", token.start, token.end, value=token.value)
        elif token.kind == "word":
            yield _word(token, register)
        else:
            yield Part(token.kind, token.start, token.end, token.stem)


def _word(token: Token, register: Register) -> Part:
    place = token.start, token.end, token.word
    if token.word in register.wording.words("pronouns"):
        return Part("pronoun", *place)
    if token.word in register.verbs:
        return Part("verb", *place, attributes=tuple(register.verbs[token.word]))
    if things := register.short.meanings((token.stem,)):
        return Part("short", *place, things=tuple(things))
    return Part("word", *place)
