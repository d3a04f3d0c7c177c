"""What dice come to: at least, on average and at most, also where only some count, or are rolled again."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from operator import attrgetter
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.document import Block
from rulebook_text.lexing.dice import NOT_BEFORE_DICE, ROLL, WORD
from rulebook_text.lexing.forms import rounds_to
from rulebook_text.lexing.numbers import readings
from rulebook_text.lexing.words import LANGUAGES, any_of
from rulesmod.dice import distribution
from rulesmod.dice.program import Program
from rulesmod.dice.summary import main_of, mean_of, summary_of
from rulesmod.digits import to_int
from rulesmod.plain_dice import NOTATION
from rulesmod.system import NotationError

MAX_CASES = 2_000
"""Of dice with more faces in all only the average is looked at: nobody prints what 99d100 come to at most."""
_MULTIPLIED = lazily(r"(?P<dice>.+?)\s?[×x*]\s?(?P<factor>\d+)", re.IGNORECASE)
DICE = rf"{NOT_BEFORE_DICE}(?=[\w{{])(?P<dice>{ROLL})(?!\.\w|{WORD})"
"""Dice that a number may be said of."""
Stretch = tuple[int, int]
_MEANS = any_of(words.means for words in LANGUAGES)


class Spread(NamedTuple):
    """What dice come to; None is what nobody can say, or what has no end."""

    least: int | None
    mean: Fraction
    most: int | None


What = Callable[[Spread], Fraction | int | None]
"""What dice come to in some way."""
MEAN: What = attrgetter("mean")

WAYS: tuple[tuple[re.Pattern[str], What, str], ...] = (
    (lazily(rf"\W*{_MEANS}(?:\W+\w+)?\W*", re.IGNORECASE), MEAN, "on average"),
    (lazily(r"\W*min(?:\.|imum)?\W*", re.IGNORECASE), attrgetter("least"), "at least"),
    (lazily(r"\W*max(?:\.|imum)?\W*", re.IGNORECASE), attrgetter("most"), "at most"),
)
"""Words for what dice come to, as the heads of columns have them, and what that is."""


class Average(NamedTuple):
    """A number that is said of dice.

    Attributes:
        block, at: where the number stands; `dice_block`, `dice_at`: where the dice do.
        stated, dice: what stands there.
        how: what they come to in that way ("on average").
        is_right: whether it is that number, to the places that are printed.
        is_sure: whether its words say so, and not only the others that stand beside their dice like it (`company`).
        what: what it is of all that the dice come to.
        is_held: whether the others would still say so if it was wrong: those of its column, or of its company.
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
    company: str = ""
    what: What = MEAN
    is_held: bool = True


@lru_cache(maxsize=4096)  # A book has the same few dice again and again.
def spread_of(dice: str) -> Spread | None:
    """What dice in the plain notation come to; None for what is none, or too much to be counted."""
    program = program_of(dice)
    if program is None:
        return None
    mean = mean_of(program)
    if is_long(program):
        return Spread(None, mean, None) if mean is not None else None
    summary = summary_of(main_of(distribution(program)))
    return Spread(summary.least, summary.mean, summary.most) if summary is not None else None


def program_of(dice: str) -> Program | None:
    """What dice in the plain notation roll; None for what is none."""
    try:
        return NOTATION.program(NOTATION.parse(dice.strip().lower()))
    except NotationError:
        return None


def is_long(program: Program) -> bool:
    """Whether the odds of dice take long, or have no end."""
    cases = sum(count * len(program.dice[name].rows) for name, count in program.pool if name not in program.hands)
    return cases > MAX_CASES or any(row.again for die in program.dice.values() for row in die.rows)


def rounded_first(dice: str) -> str:
    """What comes out where the average of dice is rounded down before it is multiplied; "" where nothing multiplies."""
    match = _MULTIPLIED.fullmatch(dice.strip())
    spread = spread_of(match["dice"]) if match else None
    return str(floor(spread.mean) * to_int(match["factor"])) if match and spread else ""


def is_right(value: Fraction | int, stated: str, *, is_about: bool = False) -> bool:
    found = readings(stated)
    if is_about:
        return any(abs(number - value) <= 1 for number, _ in found)
    # A whole number may be that below or above; what is less than one may have been raised to one.
    whole = (floor(value), ceil(value), 1) if value < 1 else (floor(value), ceil(value))
    return rounds_to(value, stated) or any(number in whole for number, places in found if not places)


def fits(value: Fraction | int, stated: str, dice: str, *, is_about: bool) -> bool:
    return is_right(value, stated, is_about=is_about) or stated == rounded_first(dice)
