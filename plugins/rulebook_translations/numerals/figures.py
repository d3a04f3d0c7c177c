"""The numbers and dice of a text in any language, as values that can be compared."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulebook_core import workspace
from rulebook_text.lexing.numbers import WORDS, written_in
from rulebook_text.words import BY_CODE
from rulebook_translations.numerals.tokens import TOKEN
from rulesmod.dice.digits import to_fraction, to_int

_ONE = frozenset((Fraction(1),))
_SIGNS = "+-−–"
_MAX_UNIT = 24
"""Signs behind a number in which its unit stands."""
_MIN_STEM = 4
"""Letters of a number word by which a longer word may begin with it: `zwei` in `zweimal`."""


class Figure(NamedTuple):
    """A number or dice in a text.

    Attributes:
        start, end: its place in the plain text.
        text: as it is written.
        values: what it may mean, as the languages differ about points and commas.
        is_firm: true for digits and dice; a word may also be translated by none.
        is_word: true for a word that is a number by itself.
        unit: the word behind it, in lower case.
    """

    start: int
    end: int
    text: str
    values: frozenset[Fraction | str]
    is_firm: bool
    is_word: bool = False
    unit: str = ""


class Numerals(NamedTuple):
    """The number words of a language: those that are a number, and those that may stand for one."""

    words: Mapping[str, int]
    others: Mapping[str, frozenset[Fraction | str]]


@cache
def _tables() -> Mapping[str, Any]:
    with workspace.untraced():  # The fingerprint of this tool counts its files.
        return tomllib.loads(workspace.read_text(Path(__file__).with_name("words.toml")))


def units() -> frozenset[str]:
    """Return the units that translators convert."""
    return frozenset(_tables()["imperial"].split(" | "))


@cache
def numerals_of(language: str) -> Numerals:
    """Return the number words of a language, such as `de` or `de-AT`."""
    code = language[:2].lower()
    known = BY_CODE.get(code)
    words = WORDS if code == "en" else dict(known.numbers) if known is not None else {}
    others: dict[str, set[Fraction | str]] = {}
    for value, listed in _tables().get(code, {}).items():
        for word in listed.split(" | "):
            others.setdefault(word, set()).add(to_fraction(value))
    return Numerals(words, {word: frozenset(values) for word, values in others.items()})


def figures_in(text: str, language: str) -> list[Figure]:
    """Return the numbers and dice of a plain text, in order."""
    numerals = numerals_of(language)
    rest, figures = text, []
    for token in TOKEN.finditer(text):
        if token["dice"]:
            figures.append(Figure(*token.span(), token[0], frozenset((_dice(token[0]),)), is_firm=True))
            rest = f"{rest[: token.start()]}{' ' * len(token[0])}{rest[token.end() :]}"
        elif values := _value_of_word(token[0].lower(), numerals):
            is_word = token[0].lower() in numerals.words
            figure = Figure(*token.span(), token[0], values, is_firm=False, is_word=is_word)
            figures[-1:] = _joined(figures[-1:], figure, text)
    figures += _digits(rest)
    return sorted(figures, key=lambda figure: figure.start)


def _joined(before: Sequence[Figure], figure: Figure, text: str) -> list[Figure]:
    """Join a number word with the one right before it: two hundred."""
    if not before or before[0].is_firm or text[before[0].end : figure.start] != " ":
        return [*before, figure]
    (one,) = before
    together = {
        _together((first, second))
        for first in one.values
        for second in figure.values
        if isinstance(first, Fraction) and isinstance(second, Fraction)
    }
    values = one.values | figure.values | together
    return [Figure(one.start, figure.end, text[one.start : figure.end], frozenset(values), is_firm=False)]


def _dice(text: str) -> str:
    """Return dice in one way of writing: `1d6` for `W6`."""
    count, _, size = text.lower().translate(dict.fromkeys(map(ord, "wkкд"), "d")).replace(" ", "").partition("d")
    return f"{count or 1}d{size if size != '%' else 100}"


def _digits(text: str) -> Iterator[Figure]:
    for (start, end), values in written_in(text):
        # A sign behind a letter or a number joins them, as in a range or a date.
        if text[start] in _SIGNS and (text[:start][-1:].isalnum() or text[:start][-1:] == "%"):
            start += 1
            values = frozenset(abs(value) for value in values)
        digits = text[start:end]
        unit = next(iter(text[end : end + _MAX_UNIT].split()), "").lower().strip(".,;:!?)-")
        is_firm = digits[-1:].isdecimal() and not text[end:][:1].isalpha()
        if values:
            yield Figure(start, end, digits, frozenset(values), is_firm=is_firm, unit=unit)
            continue
        # Neither reading is a number: each part counts, such as the year of a date.
        for part in digits.strip(_SIGNS).replace(",", ".").split("."):
            if part.isdecimal():
                yield Figure(start, end, digits, frozenset((Fraction(to_int(part)),)), is_firm=is_firm)


def _value_of_word(word: str, numerals: Numerals) -> frozenset[Fraction | str]:
    """Return what a word may count, also one that is made of several or only begins as one; nothing for most words."""
    values: set[Fraction | str] = set(numerals.others.get(word, ()))
    if word in numerals.words:
        values.add(Fraction(numerals.words[word]))
    parts, rest = [], word
    while part := next((word for word in _longest(numerals) if rest.startswith(word)), ""):
        rest = rest.removeprefix(part)
        rest = next((rest.removeprefix(joiner) for joiner in _joiners() if rest.startswith(joiner)), rest)
        parts.append(part)
    numbers = [Fraction(numerals.words[part]) for part in parts if part in numerals.words]
    if parts and (not rest or len(parts[0]) >= _MIN_STEM):
        values |= (
            numerals.others.get(parts[0], frozenset()) | set(numbers[:1]) | ({_together(numbers)} if numbers else set())
        )
    return frozenset(value for value in values if value not in (0, 1))


@cache
def _joiners() -> tuple[str, ...]:
    return tuple(_tables()["joiners"].split(" | "))


@cache
def _longest_of(words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=len, reverse=True))


def _longest(numerals: Numerals) -> tuple[str, ...]:
    return _longest_of(frozenset((*numerals.words, *numerals.others)))


def _together(numbers: Iterable[Fraction]) -> Fraction:
    """Return the number of several words: two hundred, twenty-one."""
    total = Fraction(0)
    for number in numbers:
        total = (total or 1) * number if number >= 100 else total + number
    return total


_Pairs = tuple[list[Figure], list[Figure]]


def unmatched(original: Sequence[Figure], translated: Sequence[Figure]) -> _Pairs:
    """Return the figures of each side that the other one does not have; where nobody can tell, none.

    Firm figures need an equal one, firm or not. Words need none, as "both" has no number in it; but where words of both
    sides are left over, they contradict each other.
    """
    left, right = list(original), list(translated)
    _drop_equal(left, right)
    _drop_measures(left, right)
    firm = [one for one in left if one.is_firm], [other for other in right if other.is_firm]
    if not all(firm):  # A one may be an article in another language.
        firm = [one for one in firm[0] if one.values != _ONE], [one for one in firm[1] if one.values != _ONE]
    words = [one for one in left if one.is_word], [other for other in right if other.is_word]
    if not firm[0] and not firm[1]:
        return words if all(words) else ([], [])
    return (firm[0] or words[0][: len(firm[1])], firm[1] or words[1][: len(firm[0])])


def _drop_equal(left: list[Figure], right: list[Figure]) -> None:
    """Drop the figures that both sides have, those that are surest to be meant first."""
    for is_match in (
        lambda one, other: one.is_firm and other.is_firm,
        lambda one, other: one.is_word and other.is_word,
        lambda one, other: one.is_firm or other.is_firm,
        lambda one, other: not (one.is_firm or one.is_word or other.is_firm or other.is_word),
        lambda one, other: True,
    ):
        for one in list(left):
            other = next((other for other in right if is_match(one, other) and one.values & other.values), None)
            if other is not None:
                left.remove(one)
                right.remove(other)


def _drop_measures(left: list[Figure], right: list[Figure]) -> None:
    """Drop measures in another unit: ten feet are three metres."""
    for one in [one for one in left if one.unit in units()]:
        left.remove(one)
        if (other := next((other for other in right if other.is_firm), None)) is not None:
            right.remove(other)
