"""The exact odds of the dice of a game, for formulas such as `chance(4d6 >= 2)`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from rulebook_rules.rulesfile.working import UndecidedError
from rulesmod import dice
from rulesmod.dice.work import Work
from rulesmod.notation import NotationError
from rulesmod.system import Notation

MAX_WORK = 5e7
"""Work for one chance, some 25 milliseconds: `5d10!kh3` takes half. A text may ask for one in each sentence."""

Odds = Callable[[str, int], Fraction]


def odds_in(notation: Notation, total: Work | None = None) -> Odds:
    """Return the function for the odds of a game's dice, which works out the same ones once.

    Args:
        notation: of the game.
        total: the limit for all of them together; None for one each.
    """
    return cache(partial(odds_of, notation, total))


def odds_of(notation: Notation, total: Work | None, written: str, target: int) -> Fraction:
    """Return the chance that dice come to a number or more.

    Args:
        notation: of the game.
        total: counts the work of all chances.
        written: the dice.
        target: what they are to come to.

    Raises:
        UndecidedError: the game has no such dice, or they are too many.
    """
    work = Work(MAX_WORK)
    try:
        chance = dice.at_least(notation.program(notation.parse(written)), target, work).win
        if total is not None:
            total.take(work.done)
    except (NotationError, dice.PoolTooLargeError, dice.InvalidProgramError) as error:
        raise UndecidedError(f"the odds of `{written}` are not known: {error}") from None
    return chance
