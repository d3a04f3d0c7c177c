"""Compute the least, average and greatest total of dice.

Some dice may not count, and some may be rolled again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.late import late
from rulebook_core.lazy_regex import lazily
from rulebook_syntax.document import Block
from rulebook_text.lexing.dice import NOT_BEFORE_DICE, ROLL, WORD
from rulebook_text.lexing.forms import rounds_to
from rulebook_text.lexing.numbers import readings
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.dice.die import InvalidProgramError
from rulesmod.dice.digits import to_int
from rulesmod.dice.program import Program
from rulesmod.dice.work import PoolTooLargeError
from rulesmod.plain_dice import NOTATION
from rulesmod.system import NotationError

if TYPE_CHECKING:
    from rulesmod.dice import Distribution, Result, Summary

distribution: Callable[[Program], Distribution] = late("rulesmod.dice.odds", "distribution")
main_of: Callable[[Distribution], list[tuple[Result, Fraction]]] = late("rulesmod.dice.summary", "main_of")
mean_of: Callable[[Program], Fraction | None] = late("rulesmod.dice.summary", "mean_of")
summary_of: Callable[[Iterable[tuple[Result, Fraction]]], Summary | None] = late("rulesmod.dice.summary", "summary_of")

MAX_CASES = 2_000
"""Of dice with more faces in all only the average is looked at: nobody prints what 99d100 come to at most."""
_DIVIDED = lazily(r"(?P<dice>.+?)\s?[/÷]\s?(?P<by>[1-9]\d*)")
_MULTIPLIED = lazily(r"(?P<dice>.+?)\s?[×x*]\s?(?P<factor>\d+)", re.IGNORECASE)
DICE = rf"{NOT_BEFORE_DICE}(?=[\w{{])(?P<dice>{ROLL})(?!\.\w|{WORD})"
"""Dice that a number may be said of."""
Stretch = tuple[int, int]
_MEANS = any_of(words.means for words in LANGUAGES)
LOWEST = any_of(words.lowest for words in LANGUAGES)
HIGHEST = any_of(words.highest for words in LANGUAGES)
_GROUP = lazily(r"\d*[dw](\d+)", re.IGNORECASE)
_ORDINARY = lazily(
    r"(?P<count>[1-9]\d{0,2})?d(?P<size>4|6|8|10|12|20|100)(?: ?(?P<sign>[+-]) ?(?P<more>[1-9]\d{0,3}))?"
)
"""Most dice of a text: their bounds need no grammar."""


class Spread(NamedTuple):
    """The least, average and greatest total of dice. None is what nobody can say, or what has no end."""

    least: int | None
    mean: Fraction
    most: int | None


What = Callable[[Spread], Fraction | int | None]
"""A function from the bounds of dice to one value."""
MEAN: What = attrgetter("mean")

WAYS: tuple[tuple[re.Pattern[str], What, str], ...] = (
    (lazily(rf"\W*{_MEANS}(?:\W+\w+)?\W*", re.IGNORECASE), MEAN, "on average"),
    (lazily(rf"\W*{LOWEST}\W*", re.IGNORECASE), attrgetter("least"), "at least"),
    (lazily(rf"\W*{HIGHEST}\W*", re.IGNORECASE), attrgetter("most"), "at most"),
)
"""Words for what dice come to, as the heads of columns have them, and what that is."""


class Average(NamedTuple):
    """A number that is said of dice.

    Attributes:
        block, at: where the number stands; `dice_block`, `dice_at`: where the dice do.
        stated, dice: what stands there.
        how: what they come to in that way ("on average").
        is_right: whether it is that number, to the places that are printed.
        is_sure: whether it is surely wrong if it is not that number.
        is_said: whether its words say that it is what the dice come to.
        what: what it is of all that the dice come to.
        is_held: whether it would be told if it was wrong.
    """

    block: Block
    at: Stretch
    dice_block: Block
    dice_at: Stretch
    stated: str
    dice: str
    value: Fraction | int
    how: str
    is_right: bool
    is_about: bool = False
    is_sure: bool = True
    is_said: bool = True
    what: What = MEAN
    is_held: bool = True


@lru_cache(maxsize=4096)  # A book has the same few dice again and again.
def spread_of(dice: str) -> Spread | None:
    """Compute the bounds of dice in the plain notation. None for what is none, or too much to be counted."""
    return _spread_of_ordinary(dice) or _spread_of_any(dice)


def _spread_of_ordinary(dice: str) -> Spread | None:
    """Return the bounds of dice of one size and a modifier. None for other dice."""
    match = _ORDINARY.fullmatch(dice)
    if match is None:
        return None
    count, size = to_int(match["count"] or "1"), to_int(match["size"])
    more = to_int(match["more"] or "0") * (-1 if match["sign"] == "-" else 1)
    mean = Fraction(count * (size + 1), 2) + more
    is_short = count * size <= MAX_CASES
    return Spread(count + more if is_short else None, mean, count * size + more if is_short else None)


def _spread_of_any(dice: str) -> Spread | None:
    program = program_of(dice)
    if program is None:
        return None
    mean = mean_of(program)
    if is_long(program):
        return Spread(None, mean, None) if mean is not None else None
    try:
        summary = summary_of(main_of(distribution(program)))
    except (PoolTooLargeError, InvalidProgramError):
        return None
    return Spread(summary.least, summary.mean, summary.most) if summary is not None else None


def program_of(dice: str) -> Program | None:
    """Parse dice in the plain notation to a program. None for what is none."""
    try:
        return NOTATION.program(NOTATION.parse(dice.strip().lower()))
    except NotationError:
        return None


def is_long(program: Program) -> bool:
    """Return whether odds of dice take long, or have no end."""
    cases = sum(count * len(program.dice[name].rows) for name, count in program.pool if name in program.dice)
    return cases > MAX_CASES or any(row.again for die in program.dice.values() for row in die.rows)


def rounded_first(dice: str) -> str:
    """Return the total if the average is rounded before it is multiplied. "" where nothing multiplies."""
    match = _MULTIPLIED.fullmatch(dice.strip())
    spread = spread_of(match["dice"]) if match else None
    return str(floor(spread.mean) * to_int(match["factor"])) if match and spread else ""


def is_right(value: Fraction | int, stated: str, *, is_about: bool = False) -> bool:
    """Return whether a number is a value rounded to the nearest, to the places that are printed.

    A half may be rounded either way, and what is less than one may have been raised to one.

    >>> is_right(Fraction(15, 2), "7"), is_right(Fraction(15, 2), "8"), is_right(Fraction(21, 5), "5")
    (True, True, False)
    """
    results = readings(stated)
    if is_about:
        return any(abs(number - value) <= 1 for number, _ in results)
    return rounds_to(value, stated) or (0 < value < 1 and any(number == 1 for number, _ in results))


def is_rounded(value: Fraction | int, stated: str, way: str) -> bool:
    """Return whether a whole number is a value rounded in one way, "up" or "down"."""
    whole = floor(value) if way == "down" else ceil(value)
    return any(number == whole for number, places in readings(stated) if not places)


def fits(value: Fraction | int, stated: str, dice: str, *, is_about: bool) -> bool:
    """Return whether a number is the average of dice.

    They may be rounded before they are multiplied, and need not be when they are divided.
    """
    if is_right(value, stated, is_about=is_about) or stated == rounded_first(dice):
        return True
    divided = _DIVIDED.fullmatch(dice.strip())
    spread = spread_of(divided["dice"]) if divided else None
    return divided is not None and spread is not None and is_right(spread.mean / to_int(divided["by"]), stated)


def are_hit_points(stated: str, dice: str) -> bool:
    """Return whether a number is the maximum or a usual average of Hit Dice.

    >>> are_hit_points("96", "12d8"), are_hit_points("22", "3d8+5"), are_hit_points("81", "12d8+3")
    (True, True, False)
    """
    spread, die = spread_of(dice), _GROUP.search(dice)
    if spread is None or die is None:
        return False
    with_first = spread.mean + Fraction(to_int(die[1]) - 1, 2)
    return is_right(with_first, stated) or any(number == spread.most for number, _ in readings(stated))
