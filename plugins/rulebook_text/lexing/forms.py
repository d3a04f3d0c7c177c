"""Numbers in the form of others: a word for a word, with its sign, and what stands between its digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.numbers import DIGITS, SMALL_WORDS, WORDS, Reading, readings

Rounding = Callable[[Fraction], int]
"""How a fraction becomes a whole number."""

_FIRST = lazily(r"\d+(?:[.,'’]\d+| \d{3}(?!\d))*")
_GROUPED = lazily(r"\d([., '’\u00a0\u2009\u202f])\d{3}(?!\d)")
_DECIMAL_COMMA = lazily(r"\d,(?:(?!\d{3}(?!\d))|(?<=\b0,))\d+(?![.,]?\d)")
_MAX_PLACES = 6
_WORD_OF = {value: word for word, value in reversed(WORDS.items()) if word != "dozen"}
# What claims are known by has it: no word may come to it.
_ANY_NUMBER = lazily(rf"\d+|\b(?:{SMALL_WORDS}|hundred|dozen)\b")


def like(value: object, stated: str) -> str:
    """`value` in the form that `stated` has: as a word where the text had a word, with its sign where it had one.

    >>> like(3, "two"), like(3, "+2"), like(3, "Two"), like(1600, "1,500")
    ('three', '+3', 'Three', '1,600')
    """
    if not isinstance(value, int):
        return str(value)
    if re.fullmatch(DIGITS, stated):
        return digits_like(value, stated)
    word = _WORD_OF.get(value, str(value))
    return word.capitalize() if stated[:1].isupper() else word


def digits_like(value: Fraction | int, stated: str, places: int = 0) -> str:
    """Write a number to so many places, with the sign and the separators of another one.

    >>> digits_like(1234, "1.000,5", 1), digits_like(-3, "−2"), digits_like(1, "+2")
    ('1.234,0', '−3', '+1')
    """
    parted = _GROUPED.search(stated)
    between, decimal = parted[1] if parted else "", "," if _DECIMAL_COMMA.search(stated) else "."
    whole, part = divmod(round(abs(value) * 10**places), 10**places)  # Exact: a float has no 309 digits.
    digits = f"{whole:,}.{part:0{places}d}" if places else f"{whole:,}"
    digits = digits.translate({ord(","): between, ord("."): decimal})
    minus = stated[0] if stated[:1] in ("−", "–") else "-"
    return f"{minus if value < 0 else '+' if stated[:1] == '+' else ''}{digits}"


def number_like(value: Fraction, stated: str, decimal: str, beside: str = "") -> str:
    """Write an exact number in the form of another one: its sign, its thousands, and at least its decimals.

    Args:
        value: the number.
        stated: the one whose form it takes.
        decimal: what stands before decimals there.
        beside: words whose thousands and minus it takes where `stated` has neither.

    >>> number_like(Fraction(10500), "11 500", "."), number_like(Fraction(-2), "2", ".", "3 − 5")
    ('10 500', '−2')
    >>> number_like(Fraction(3000), "3,001", "."), number_like(Fraction(15, 4), "3,8", ",")
    ('3,000', '3,75')
    >>> number_like(Fraction(7, 3), "2", "."), number_like(Fraction(7, 3), "2.3", ".")
    ('7/3', '2.3')
    """
    grouped = next((result for text in (stated, beside) if (result := _group_of(text, decimal))), "")
    printed = len(stated.rpartition(decimal)[2]) if decimal in stated else 0
    exact = next((places for places in range(_MAX_PLACES + 1) if (value * 10**places).denominator == 1), None)
    if exact is None and not printed:
        return str(value)
    places = max(printed, exact or 0)
    whole, part = divmod(round(abs(value) * 10**places), 10**places)
    digits = f"{whole:,}".replace(",", grouped) + (f"{decimal}{part:0{places}d}" if places else "")
    minus = next((sign for text in (stated, beside) for sign in "−–" if sign in text), "-")
    return f"{minus if value < 0 else '+' if stated[:1] == '+' else ''}{digits}"


def _group_of(text: str, decimal: str) -> str:
    """Return what parts the thousands of a text, if anything does."""
    return next((sign for sign in _GROUPED.findall(text) if sign != decimal), "")


@lru_cache(maxsize=4096)  # Claims are told in the same words again and again.
def without_numbers(text: str) -> str:
    """A text in lower case with `#` for each number, to know it again when one has changed.

    >>> without_numbers("Two  *d4*s, and 3 d8s")
    '# *d#*s, and # d#s'
    """
    return _ANY_NUMBER.sub("#", " ".join(text.lower().split()))


def rounded_percent(share: Fraction | int, places: int, rounding: Rounding = round) -> Fraction:
    """A share in percent, to so many places; `rounding` says what becomes of a half.

    >>> rounded_percent(Fraction(1, 16), 1), rounded_percent(Fraction(1, 6), 0)
    (Fraction(31, 5), Fraction(17, 1))
    """
    return Fraction(rounding(Fraction(share) * 100 * 10**places), 10**places)


def percent_like(share: Fraction | int, stated: str, rounding: Rounding = round) -> str:
    """A share as a percentage, to the places and in the form that `stated` has.

    >>> percent_like(Fraction(7, 27), "26.0 %"), percent_like(Fraction(1, 4), "26%"), percent_like(1, "12,4 %")
    ('25.9 %', '25%', '100,0 %')
    """
    number = _FIRST.search(stated)
    places = max((reading.places for reading in read_first(stated)), default=0)
    unit = stated[number.end() :] if number else " %"
    return digits_like(rounded_percent(share, places, rounding), stated, places) + unit


def read_first(stated: str) -> tuple[Reading, ...]:
    """The values that the first number of a text may have, without its sign."""
    number = _FIRST.search(stated)
    return readings(number[0]) if number else ()


def rounds_to(value: Fraction | int, stated: str) -> bool:
    """Return whether a value rounds to a stated number, at its precision.

    >>> rounds_to(Fraction(700, 27), "26 %"), rounds_to(Fraction(700, 27), "25,9"), rounds_to(Fraction(700, 27), "25")
    (True, True, False)
    """
    return any(abs(number - value) <= Fraction(1, 2 * 10**places) for number, places in read_first(stated))


def in_words(value: Any) -> str:
    """A value in words for a writer; sequences as an enumeration."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(item)}" for name, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(in_words(item) for item in value)
    return str(value)
