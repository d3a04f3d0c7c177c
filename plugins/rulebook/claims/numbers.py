"""Numbers as people write them: digits, number words, signs and percentages, in and out of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from ipaddress import ip_interface

Rounding = Callable[[Fraction], int]
"""How a fraction becomes a whole number."""

_UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen
""".split()  # noqa: SIM905
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

WORDS: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    **{f"{tens}-{_UNITS[unit]}": 10 * value + unit for value, tens in enumerate(_TENS, 2) for unit in range(1, 10)},
    "hundred": 100,
    "dozen": 12,
}
"""Words that always mean a number."""

ORDINALS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
        """.split(),  # noqa: SIM905
        1,
    )
}
"""Words that give a place in an order."""

ARTICLES: dict[str, int] = {
    "a": 1,
    "an": 1,
    "single": 1,
    "a single": 1,
    "one single": 1,
    "both": 2,
    "no": 0,
    "none": 0,
}
"""Words that mean a number where a phrase expects one."""

DIGITS = r"[+\-−]?\d+(?:\.\d+)?"


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


# Hundreds of patterns have this one in them, and each tens with each unit would make it three times as long.
WORD_PATTERN = (
    rf"(?:(?:{_any_of(_TENS)})(?:-(?:{_any_of(_UNITS[1:10])}))?"
    rf"|{_any_of(word for word in WORDS if word not in _TENS and '-' not in word)})"
)
NUMERAL_PATTERN = rf"(?:{DIGITS}|{WORD_PATTERN})"
"""Digits, or a word that always means a number."""
NUMBER_PATTERN = rf"(?:(?:{_any_of(ARTICLES)})(?!\w)|{DIGITS}|{WORD_PATTERN})"
"""A number where one is expected; to be matched without regard to case. A letter may follow digits and number words
("1s", "ones"), but not an article ("as")."""

_HASH = re.compile(r"(?!(?:[1-9]?\d?d[1-9]\d{0,2})+\b)(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,40}\b")
_LONG_GROUP = re.compile(r"[0-9a-f]{3}", re.IGNORECASE)
_ANY_NUMBER = re.compile(rf"\d+|\b{WORD_PATTERN}\b")
_VALUES = {**WORDS, **ARTICLES}
_WORD_OF = {value: word for word, value in reversed(WORDS.items()) if word != "dozen"}


def to_number(text: str) -> int | Fraction | None:
    """The value of digits or a number word; None if it is neither.

    >>> to_number("−3"), to_number("Two"), to_number("2.5")
    (-3, 2, Fraction(5, 2))
    """
    folded = " ".join(text.lower().split())
    if (value := _VALUES.get(folded)) is not None:
        return value
    if not re.fullmatch(DIGITS, folded):
        return None
    number = Fraction(folded.replace("−", "-"))
    return int(number) if number.denominator == 1 else number


def like(value: object, stated: str) -> str:
    """`value` in the form that `stated` has: as a word where the text had a word, with its sign where it had one.

    >>> like(3, "two"), like(3, "+2"), like(3, "Two")
    ('three', '+3', 'Three')
    """
    if not isinstance(value, int):
        return str(value)
    if re.fullmatch(DIGITS, stated):
        minus = "−" if "−" in stated else "-"
        return f"+{value}" if stated[0] == "+" and value >= 0 else str(value).replace("-", minus)
    word = _WORD_OF.get(value, str(value))
    return word.capitalize() if stated[:1].isupper() else word


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


def is_hash(text: str) -> bool:
    """Whether a word is one of those that name a commit, and no dice.

    >>> is_hash("98d8303"), is_hash("2d6d8d10"), is_hash("d6")
    (True, False, False)
    """
    return _HASH.fullmatch(text) is not None


def is_address(text: str) -> bool:
    """Whether a text is the address of a computer in a network, and no dice.

    >>> is_address("fe80:0:1::d4"), is_address("fe80::d4"), is_address("1:d4/2:d6"), is_address("1::d4")
    (True, True, False, False)
    """
    colons = text.count(":")
    if colons < 2 or (colons == 2 and _LONG_GROUP.search(text) is None):
        return False
    try:
        ip_interface(text)
    except ValueError:
        return False
    return True


def percent_like(share: Fraction | int, stated: str, rounding: Rounding = round) -> str:
    """A share as a percentage, to the places and in the form that `stated` has.

    >>> percent_like(Fraction(7, 27), "26.0 %"), percent_like(Fraction(1, 4), "26%")
    ('25.9 %', '25%')
    """
    number = re.search(r"\d+(?:\.(\d+))?", stated)
    places = len(number[1] or "") if number else 0
    unit = stated[number.end() :] if number else " %"
    return f"{float(rounded_percent(share, places, rounding)):.{places}f}{unit}"


def rounds_to(value: Fraction | int, stated: str) -> bool:
    """Whether `value` is what `stated` prints, to the places that it prints.

    >>> rounds_to(Fraction(700, 27), "26 %"), rounds_to(Fraction(700, 27), "25.9"), rounds_to(Fraction(700, 27), "25")
    (True, True, False)
    """
    match = re.search(r"\d+(?:\.(\d+))?", stated)
    if match is None:
        return False
    half = Fraction(1, 2 * 10 ** len(match[1] or ""))
    return abs(Fraction(match[0]) - value) <= half
