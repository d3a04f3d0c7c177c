"""Find conventions that make an equation right against plain arithmetic.

An equation is proved wrong only where both of its sides are read whole, and no such convention bears on them.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.arithmetic import GAP, QUOTIENT, NotArithmeticError, from_left_to_right
from rulebook_text.lexing.chances import PER_CENT
from rulebook_text.lexing.equations import Side
from rulebook_text.lexing.formulas import AT_LEAST, AT_MOST, SIGNS, TIMES
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.dice.digits import to_fraction, to_int

MAX_BEFORE = 60
"""Maximal distance from an equation to words that bear on it."""
_MAX_NUMBERS = 4
"""Numbers before an equation that may be part of it."""

_VALUE = r"\d+(?:[.,]\d{3})*(?:[.,]\d+)?"
_RANGE = lazily(rf"\(?({_VALUE})[-−]({_VALUE})\)?")
_THOUSANDS = lazily(r"[.,](?=\d{3}(?!\d))")
_IN_BRACKETS = lazily(r"\(\d+[-−]\d+\)")
_WORDS = lazily(r"(?:[^\W\d_]{1,30}[ \t:]{1,3}){0,3}[(\[]?$")
"""Pattern of the name of a value before it: "+ Dexterity 2"."""
_OPERATOR = lazily(r"[\w)\]%½¼¾][ \t]*(?:[+−*/×÷·-][ \t]*|[ \t][-+−–][ \t]+)$")
"""Pattern of an operator whose sign may belong to the next number: "is -2 + 3"."""
_SIGN = lazily(r"[ \t][-+−–]$")
_ARROW = lazily(r"(?:[→⇒➔➜]|[-=]>)\s*$")
_IN_WORDS = lazily(
    rf"(?:%|\b{any_of((PER_CENT, *SIGNS.values(), *TIMES.values()))})\s+(?:\w{{1,3}}\s+){{0,2}}$", re.IGNORECASE
)
_LIMIT = lazily(rf"\b{any_of((AT_LEAST, AT_MOST, *TIMES.values()))}", re.IGNORECASE)
_OTHERWISE = lazily(rf"\b{any_of(words.otherwise for words in LANGUAGES)}", re.IGNORECASE)
_HIT_DICE = lazily(r"\b(?:HD|Hit Dice)\W{0,4}$", re.IGNORECASE)
"""Words before a `4+1` that is no sum."""
_FACES = lazily(rf"(?<![\d.,'’])(?<!\d[{GAP}])0[\d+−-]")
"""Pattern of digits that are no number: "-000" and "+0-0" are what four dice show, and 05 is a month."""
_FRACTION = lazily(r"\d+/\d+")
_DECIMAL = lazily(r"\d+[.,]\d+")
_COUNTS = lazily(r"\d+(?:\s?\+\s?\d+){0,50}")
_FRACTIONS = lazily(r"\d+\s?/\s?\d+(?:\s?[+−-]\s?\d+\s?/\s?\d+)+")
"""Fractions that are added: nobody rounds what they come to."""
_MAPPING = lazily(r"(?:^|[;:(]|(?<!\d),|,\s)\s*\d+\s?=\s?[+−-]?\d+\s*[,;](?!\d)")
"""A number that stands for another one, in a list of such."""
_MAPPED = lazily(r"(?<![\w.,+−*/×·-])(?<![+−*/×·=-]\s)(\d{1,6})\s?=\s*$")
"""A number before an equation that stands for what is left in it: "5 = 10 / 6 = 15"."""
_PRODUCT = r"\d{1,6}\s?[×x*]\s?\d{1,6}"
_PRODUCTS = lazily(rf"{_PRODUCT}(?:\s?[+,;]\s?{_PRODUCT}){{1,50}}$")
_FACTOR = lazily(r"(\d+)\s?[×x*]")
_WHOLE = lazily(r"([+−-]?)(\d{1,9})")
_SPACED_RANGE = lazily(r"(?<!\d)(\d{1,9}) [-−–] (\d{1,9})(?!\d)")
_MAX_DIGITS = 20
_UNITED = lazily(r"\d\s?(?!x(?![^\W\d_]))[^\W\d_]|[$£€¥]")
"""A number with a unit."""
_UNIT = lazily(r"\s?[^\W\d_]")
_UNITS = (7, 10, 12, 16, 20, 24, 30, 52, 60, 100, 144, 240, 365, 1000, 3600)
"""Conversion factors between units: "10 × 6 = 1 minute"."""
_LOST_SIGN = 10
"""A number with a sign too many is so many times what it should be, and hardly ever more."""
_SENTENCE = lazily(r"[.;?!]\s")
_NUMBER = lazily(r"(?<![\w.,:+−*/×·-])(?<![+−*/×·=-]\s)\d{1,6}(?![\w:]|[.,]\d|\s?[+−*/×·=-])")
"""One that stands alone, and in no other calculation."""


def is_no_equation(text: str, left: Side, right: Side, around: str) -> bool:
    """Return whether an `=` only looks like arithmetic: a range and what it is worth, Hit Dice, faces.

    Args:
        text: that of the block.
        left, right: the sides of the `=`.
        around: the text of the block and of its neighbours.
    """
    if right.words[0] not in "(-−" and _is_valued_range(left.words, right.words, around):
        return True
    before = max(0, left.first - 15)
    return _FACES.search(left.words) is not None or _HIT_DICE.search(text, before, left.first) is not None


def _is_valued_range(left: str, right: str, around: str) -> bool:
    """Return whether a left side is a range that the right side gives a value.

    With spaces, two equal numbers are a difference of nothing and no range. So is "3 - 5 = 2", where the sign was lost,
    unless another range goes on where this one ends: "1 - 3 = 2 boats, 4 - 6 = 3 boats".
    """
    bare = _without_unit(left)
    if " " not in bare:
        return _is_range(bare, or_one=True)
    if not _is_range(left.replace(" ", "")):
        return False
    ends = _SPACED_RANGE.fullmatch(left.strip())
    if ends is None or not right.isdecimal() or len(left) + len(right) > _MAX_DIGITS:
        return True
    low, high = map(to_int, ends.groups())
    others = {(to_int(one), to_int(other)) for one, other in _SPACED_RANGE.findall(around)} - {(low, high)}
    adjoins = any(one == high + 1 or other == low - 1 for one, other in others)
    return adjoins or high - low != to_int(right)


def _without_unit(words: str) -> str:
    """Return a side without the words at its end: "Attack = 4-5 against Bulk = 2" has the range 4-5."""
    return words.strip().rstrip("".join(sign for sign in words if sign.isalpha() or sign.isspace()))


def _is_no_calculation(text: str, said: str, result: str) -> bool:
    """Return whether signs of arithmetic are sizes or ranges on either side."""
    if QUOTIENT.search(result):
        return True  # "6×8 = 48×64 pixels": a size, and no product.
    if " " not in said and (_names_a_value(text, said, result) or _is_range(said)):
        return True  # "4-5 = -2": what a range is worth.
    return _is_range(result) or any(map(_is_range, _IN_BRACKETS.findall(said)))  # "(1-6) + 2 = 3-8", of dice.


def may_be_right(text: str, left: Side, right: Side, value: Fraction, stated: Fraction) -> bool:
    """Return whether sides that differ may be right all the same."""
    said, result = left.words, right.words
    behind = text[right.last : right.last + 2]
    is_unit_new = _UNIT.match(behind) is not None and not _UNITED.search(said)
    if behind.startswith("+") or _is_no_calculation(text, said, result):
        return True  # "2+2 = 5+ to hit".
    if is_unit_new and stated and value / stated in _UNITS:
        return True
    if is_unit_new and stated > _LOST_SIGN * value > 0:
        return True  # "3 + 3 = 100 gold": what two dice are worth.
    if _LIMIT.search(around := _around(text, left, right)) and stated in _numbers_in(around):
        return True  # "12 + 5 = 15 (maximum 15)"
    if _OTHERWISE.search(around) or _side_by_side(said) == result:
        return True  # "on a clock 11 + 2 = 1", and dice that are read as digits: "6 + 6 = 66".
    if (mapped := _MAPPED.search(_before(text, left.first))) and to_int(mapped[1]) not in (value, stated):
        return True
    counted = _PRODUCTS.search(text, max(0, left.first - MAX_BEFORE), left.last)
    if counted is not None and sum(map(to_int, _FACTOR.findall(counted[0]))) == stated:
        return True  # "2×4 + 3×1 = 5 cards", and "2×4, 3×1 = 5 cards": how many there are of each.
    numbers = _numbers_in(_SENTENCE.split(_before(text, left.first))[-1])
    if any(stated - value == counted for counted in accumulate(numbers[: -_MAX_NUMBERS - 1 : -1])):
        return True  # "She rolls a 4 and a 5 + 2 = 11."
    return _WHOLE.fullmatch(result) is not None and _is_rounded(said, value, stated)


def is_proved(text: str, left: Side, right: Side, value: Fraction, stated: Fraction) -> bool:
    """Return whether sides that differ are surely wrong.

    "3 - 5 = 1" and "2 + 3 × 4 = 20" are not, and "1 + 1 = 5" with a 3 in the words before or behind it.
    """
    around = _around(text, left, right)
    return _from_left_to_right(left.words) != stated and not (
        _LIMIT.search(around) or (stated == 1 and value < 1) or abs(value - stated) in _numbers_in(around)
    )


def _around(text: str, left: Side, right: Side) -> str:
    """Return what stands before and behind an equation, with its `=` between them."""
    return _before(text, left.first) + "=" + text[right.last : right.last + MAX_BEFORE].partition("\n")[0]


def _before(text: str, start: int) -> str:
    """Return the text before an equation in its line. Only code is broken into lines."""
    return text[max(0, start - MAX_BEFORE) : start].rpartition("\n")[2]


def _numbers_in(text: str) -> list[int]:
    return [to_int(match[0]) for match in _NUMBER.finditer(text)]


def is_only_a_part(text: str, start: int) -> bool:
    """Return whether a sum begins before the left side of an equation: "Str 3 + Dex 2 + 1", "1d6 + 2 + 1", "half of 8 +
    2"."""
    before = _before(text, start)
    if _ARROW.search(before) or _IN_WORDS.search(before):
        return True
    words = _WORDS.search(before)
    rest = before[: words.start()] if words else before
    return _OPERATOR.search(rest) is not None and (rest != before or _SIGN.search(rest) is None)


def _is_range(text: str, *, or_one: bool = False) -> bool:
    between = _RANGE.fullmatch(text)
    ends = between.groups() if between else ("1", "0")
    low, high = (to_fraction(_THOUSANDS.sub("", end).replace(",", ".")) for end in ends)
    return low < high or (or_one and low == high)


def _from_left_to_right(said: str) -> Fraction | None:
    try:
        return from_left_to_right(said)
    except NotArithmeticError:
        return None


def _side_by_side(said: str) -> str:
    """Return the digits of added numbers written beside each other."""
    return re.sub(r"\s*\+\s*", "", said)


def _names_a_value(text: str, left: str, right: str) -> bool:
    """Return whether the text before an `=` is a name: "1/4 = 50", "2/5 = 10 + 47", and "1+1 = 15" beside "1 = 10"."""
    is_given = _COUNTS.fullmatch(right) is not None and _FRACTION.fullmatch(left) is not None
    return is_given or _MAPPING.search(text) is not None


def _is_rounded(left: str, value: Fraction, stated: Fraction) -> bool:
    """Return whether a whole number may be a rounded value. Games round either way, and many stop at nothing."""
    is_quotient = QUOTIENT.search(left) is not None and _FRACTIONS.fullmatch(left) is None
    is_rounded_on = _DECIMAL.fullmatch(left) is not None  # "17 / 4 = 4.25 = 4 points"
    return ((is_quotient or is_rounded_on) and stated in (floor(value), ceil(value))) or (stated == 0 and value < 0)
