"""What dice come to: at least, on average and at most, also where only some count, or are rolled again."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import NamedTuple

from rulesmod.dice import distribution
from rulesmod.dice.program import Program
from rulesmod.dice.summary import main_of, mean_of, summary_of
from rulesmod.plain_dice import NOTATION
from rulesmod.system import NotationError

MAX_CASES = 2_000
"""Of dice with more faces in all only the average is looked at: nobody prints what 99d100 come to at most."""
_MULTIPLIED = re.compile(r"(?P<dice>.+?)\s?[×x*]\s?(?P<factor>\d+)", re.IGNORECASE)


class Spread(NamedTuple):
    """What dice come to; None is what nobody can say, or what has no end."""

    least: int | None
    mean: Fraction
    most: int | None


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
    return str(floor(spread.mean) * int(match["factor"])) if match and spread else ""
