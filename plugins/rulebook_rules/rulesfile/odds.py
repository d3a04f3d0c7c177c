"""The exact odds of the dice of a game, for formulas such as `chance(4d6 >= 2)`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from rulebook_rules.rulesfile.working import UndecidedError
from rulesmod import dice
from rulesmod.notation import NotationError
from rulesmod.system import Notation


def odds_in(notation: Notation) -> Callable[[str, int], Fraction]:
    """Return the function for the odds of a game's dice, which works out the same ones once."""
    return cache(partial(odds_of, notation))


def odds_of(notation: Notation, written: str, target: int) -> Fraction:
    """Return the chance that dice come to a number or more.

    Args:
        notation: of the game.
        written: the dice.
        target: what they are to come to.

    Raises:
        UndecidedError: the game has no such dice, or they are too many.
    """
    try:
        return dice.at_least(notation.program(notation.parse(written)), target).win
    except (NotationError, dice.PoolTooLargeError, dice.InvalidProgramError) as error:
        raise UndecidedError(f"the odds of `{written}` are not known: {error}") from None
