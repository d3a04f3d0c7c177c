"""Numbers as people write them: digits, number words, signs, thousands and decimals, read whole or not at all.

In "1,500" stands no 500, "1.500" is fifteen hundred to some and one and a half to others, and "two hundred" is no
hundred. A pattern has `NOT_BEFORE` in front of the digits that it looks for and `NOT_BEHIND` after them; what has
found a number in another way asks `is_whole`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.word_tokens import DIGIT, ONE_LETTER
from rulebook_text.words import LANGUAGES, any_of, cue, own_words
from rulesmod.dice.digits import MAX_DIGITS, to_fraction, to_int

UNITS = own_words("numerals.units")
TENS = own_words("numerals.tens")
MAGNITUDES, ARTICLES = (
    {word: to_int(value) for word, _, value in (entry.partition("=") for entry in own_words(name))}
    for name in ("numerals.magnitudes", "numerals.articles")
)
_ONES = UNITS[1:10]
WORDS: dict[str, int] = {
    **{word: value for value, word in enumerate(UNITS)},
    **{word: 10 * value for value, word in enumerate(TENS, 2)},
    **{f"{ten}-{unit}": 10 * value + ones for value, ten in enumerate(TENS, 2) for ones, unit in enumerate(_ONES, 1)},
    **MAGNITUDES,
}
"""Words that always mean a number."""
ORDINALS: dict[str, int] = {word: place for place, word in enumerate(own_words("numerals.ordinals"), 1)}
"""Words that give a place in an order."""
_VALUES = {
    **WORDS,
    **ARTICLES,
    **{f"{word} {times}": value * MAGNITUDES[times] for word, value in WORDS.items() for times in MAGNITUDES},
    **{f"a {times}": value for times, value in MAGNITUDES.items()},
    **{f"half a {times}": value // 2 for times, value in MAGNITUDES.items()},
}


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _ending(end: str, words: Iterable[str]) -> str:
    return f"(?:{_any_of(word.removesuffix(end) for word in words if word.endswith(end))}){end}"


_PARTS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5),
    "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
_PART = "[¼-¾⅓-⅞]"
_JOINT = "[.,:/'’^×*·+−–—-]"
NOT_BEFORE = rf"(?<![\d.½⅓⅔¼¾⅛⅜⅝⅞])(?<!(?<![^\W\d])[+−–-])(?<!\d{_JOINT})(?:(?<!\d )|(?!\d{{3}}(?!\d)))"
"""No number begins behind these, for it would be a part of another one."""
NOT_BEHIND = rf"(?!\d|{_JOINT}\d| \d{{3}}(?!\d)| ?{_PART}| \d{{1,2}}/\d|[⁰¹²³⁴⁵⁶⁷⁸⁹])"
"""No number ends before these."""

# Either a point or a comma stands before decimals, and the other one between thousands.
_GROUPED = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+|\.\d{3})|\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?"
# Hundreds of patterns have this one and that of words in them: both are short, and of sets of at most two runs, for
# Python takes long to compile larger ones with signs beyond Latin. What must not be read in part is told by what may
# not follow: Python before 3.11.5 loses matches behind possessive groups.
UNSIGNED = (
    r"\d+(?!\d)(?:,\d{3}(?!\d)|['’]\d{3}(?!\d)|\.\d+(?!\d))*"
    rf"(?!,\d{{3}}(?!\d)|['’]\d{{3}}(?!\d)|\.\d){_PART}?"
)
"""Digits without a sign. Behind a comma that parts no thousands stands another number of a list."""
AMOUNT = rf"(?:{_GROUPED}|\d+(?:[.,]\d+)?{_PART}?|{_PART})"
"""The same where no list can stand."""
DIGITS = rf"(?:[+-]|[−–](?=\d))?{UNSIGNED}"
"""Digits, with a sign or without."""
WHOLE = r"(?:[1-9]\d{0,2}(?:,\d{3})+(?!,\d{3})|(?![1-9]\d{0,2},\d{3})\d+(?!\d))"
"""Digits of a number without decimals."""
_TIMES = f"(?:{_any_of(MAGNITUDES)})"
SMALL_WORDS = (
    rf"(?:{_ending('ty', TENS)}(?:-(?:{_any_of(_ONES)}))?|{_ending('teen', UNITS)}"
    rf"|{_any_of(word for word in UNITS if not word.endswith('teen'))})"
)
WORD_PATTERN = rf"(?:{SMALL_WORDS}(?:[ -]{_TIMES})?|{_TIMES})"
NUMERAL_PATTERN = rf"(?:{DIGITS}|{WORD_PATTERN})"
"""Digits, or a word that always means a number."""
NUMBER_PATTERN = rf"(?:(?:{_any_of(ARTICLES)})(?!\w)|{DIGITS}|{WORD_PATTERN})"
"""A number where one is expected; to be matched without regard to case. A letter may follow digits and number words
("1s", "ones"), but not an article ("as")."""


# Wholeness


_BEGINS = lazily(NOT_BEFORE)
_ENDS = lazily(NOT_BEHIND)
_ADDED = f"(?:{_any_of(word for word in MAGNITUDES if word != 'dozen')})"
_TIMES_BEHIND = lazily(rf"[ -]{_TIMES}\b| {cue('lists.and')} {cue('numerals.parts')}\b", re.IGNORECASE)
_ADDED_BEHIND = lazily(rf"(?: {cue('lists.and')})? {SMALL_WORDS}\b(?!-[a-z])", re.IGNORECASE)
_ONES_BEHIND = lazily(rf" (?:{_any_of(_ONES)})\b(?!-[a-z])", re.IGNORECASE)
_TIMES_BEFORE = lazily(rf"(?:\d|\b(?:{SMALL_WORDS}|{_TIMES}|{cue('numerals.half')}))[ -]$", re.IGNORECASE)
_ADDED_BEFORE = lazily(rf"\b{_ADDED}(?: {cue('lists.and')})? $", re.IGNORECASE)
_ADDED_TO_TENS = lazily(rf"\b(?:{_ADDED}(?: {cue('lists.and')})? |(?:{_any_of(TENS)})[ -])$", re.IGNORECASE)
_MAX_REACH = 20


def is_whole(text: str, start: int, end: int) -> bool:
    """Return whether a number at `[start, end)` is no part of a longer one."""
    return begins_whole(text, start, end) and ends_whole(text, start, end)


def begins_whole(text: str, start: int, end: int) -> bool:
    """Return whether a number at `[start, end)` has no part before it."""
    if ONE_LETTER.match(text, start) is None:
        return _BEGINS.match(text, start) is not None
    words = text[start:end].lower()
    first = max(0, start - _MAX_REACH)
    if words.startswith(tuple(MAGNITUDES)):
        return _TIMES_BEFORE.search(text, first, start) is None
    before = _ADDED_TO_TENS if words.startswith(_ONES) else _ADDED_BEFORE
    return before.search(text, first, start) is None


def ends_whole(text: str, start: int, end: int) -> bool:
    """Return whether a number at `[start, end)` has no part behind it."""
    if _TIMES_BEHIND.match(text, end):
        return False
    if ONE_LETTER.match(text, start) is None:
        return _ENDS.match(text, end) is not None
    words = text[start:end].lower()
    if words.endswith(("hundred", "thousand")):
        return _ADDED_BEHIND.match(text, end) is None
    return not (words in TENS and _ONES_BEHIND.match(text, end))


_NUMERAL = lazily(rf"(?<!\w)(?=[\w+−–-])(?:{NUMERAL_PATTERN})(?![\w%])", re.IGNORECASE)


def numerals_in(text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """The numbers of a stretch of a text that are no part of longer ones, in digits and words; no percentages."""
    for match in _NUMERAL.finditer(text, start, len(text) if end is None else end):
        if is_whole(text, *match.span()):
            yield match


NAME_BEFORE = lazily(rf"(?<!\w){any_of(words.numbered for words in LANGUAGES)}\W{{1,3}}$", re.IGNORECASE)
"""Words before a number that is a name: "level 3 = 2 + 2 points"."""


# Values


class Reading(NamedTuple):
    """A value that digits may have, and how many decimals they print."""

    value: Fraction
    places: int = 0


_WRITTEN = lazily(
    rf"(?P<sign>[+−–-])?(?:(?P<digits>\d{{1,3}}(?:[ '’]\d{{3}})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)? ?(?P<part>{_PART})?"
    rf"(?<!\A)(?<! )|(?:(?P<whole>\d+) )?(?P<over>\d+)/(?P<under>[1-9]\d*))"
)
_THOUSANDS = lazily(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")


@lru_cache(maxsize=4096)
def readings(text: str) -> tuple[Reading, ...]:
    """Every value that digits may have, the likeliest first; none where a text is no number in digits.

    >>> readings("1,5"), [value for value, _ in readings("1.500")]
    ((Reading(value=Fraction(3, 2), places=1),), [Fraction(3, 2), Fraction(1500, 1)])
    """
    match = _WRITTEN.fullmatch(text) if len(text) <= MAX_DIGITS else None
    if match is None:
        return ()
    sign = -1 if (match["sign"] or "+") in "−–-" else 1
    if match["over"]:
        return (
            Reading(sign * (to_int(match["whole"] or 0) + Fraction(to_int(match["over"]), to_int(match["under"])))),
        )
    part = Fraction(*_PARTS[match["part"]]) if match["part"] else Fraction(0)
    exact = 2 if part else 0
    return tuple(Reading(sign * (value + part), places + exact) for value, places in _unsigned(match["digits"] or "0"))


def _unsigned(digits: str) -> list[Reading]:
    digits = re.sub("[ '’]", "", digits)
    signs = DIGIT.sub("", digits)
    decimal = signs[-1:]
    if digits.startswith("0") or not _THOUSANDS.match(digits):
        return [_decimal(digits, decimal)] if len(signs) < 2 else []
    if len(set(signs)) == 1 < len(signs):
        return [Reading(to_fraction(re.sub("[.,]", "", digits)))] if _THOUSANDS.fullmatch(digits) else []
    if len(signs) > 1:
        return [_decimal(digits, decimal)] if _THOUSANDS.fullmatch(digits.rpartition(decimal)[0]) else []
    both = [_decimal(digits, decimal)]
    if _THOUSANDS.fullmatch(digits):
        both.insert(decimal == ".", Reading(to_fraction(digits.replace(decimal, ""))))
    return both


def _decimal(digits: str, sign: str) -> Reading:
    whole, _, places = digits.rpartition(sign) if sign else (digits, "", "")
    return Reading(to_fraction(f"{re.sub('[.,]', '', whole)}.{places or 0}"), len(places))


_STRETCH = lazily(rf"[+−–-]?(?:\d+(?:[.,'’]\d+| \d{{3}}(?!\d))*(?: ?{_PART})?|{_PART})")

_ZERO_BEFORE = lazily(r"[+−–-]?0\d")


def written_in(text: str) -> Iterator[tuple[tuple[int, int], frozenset[Fraction]]]:
    """Yield the places of digits in a short text, and their possible values: none for "00"."""
    for match in _STRETCH.finditer(text):
        values = () if _ZERO_BEFORE.match(match[0]) else readings(match[0])
        yield match.span(), frozenset(value for value, _ in values)


def to_number(text: str) -> int | Fraction | None:
    """The value of digits or a number word; None if it is neither, or nobody knows what the point in "1.500" means.

    >>> to_number("−3"), to_number("Two"), to_number("2.5"), to_number("1,500"), to_number("fifteen hundred")
    (-3, 2, Fraction(5, 2), 1500, 1500)
    """
    if text.isdecimal() and len(text) <= MAX_DIGITS:
        return to_int(text)
    folded = " ".join(text.lower().split())
    if (value := _VALUES.get(folded)) is not None:
        return value
    results = readings(folded)
    if not results or (len(results) > 1 and results[0].places):
        return None
    number = results[0].value
    return int(number) if number.denominator == 1 else number


_SHARES = {word: to_int(number) for word, _, number in (entry.partition("=") for entry in own_words("numerals.shares"))}
FRACTION_PATTERN = rf"(?:{cue('numerals.alone')}|{cue('numerals.counts')}[ -](?:{'|'.join(_SHARES)})s?)"


def fraction_in_words(text: str) -> Fraction:
    """Return the value of a fraction in words, such as "two thirds"."""
    count, _, part = text.lower().replace("-", " ").rpartition(" ")
    return Fraction(_VALUES.get(count, 1), _SHARES[part.rstrip("s")])
