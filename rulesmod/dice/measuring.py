"""Odds of an entry's dice where ones undo the throw. A throw is undone, and counts nothing, when some of its dice all
show 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from rulesmod.dice import Program, Tail, distribution
from rulesmod.dice.die import Die, Row
from rulesmod.dice.digits import to_fraction
from rulesmod.dice.odds import Result, fraction_text


def undone(program: Program, tally: str, lowest: Sequence[str]) -> tuple[tuple[int | str, str], ...]:
    """Return how the odds of a throw change where it counts nothing if some of its dice show 1.

    Args:
        program: the dice; the main result is a number.
        tally: what each die is worth.
        lowest: names of dice, each once for every one that has to be worth 1.

    Returns:
        main results as `distribution` lists them, an open end as a text, and as "n/d" what is added to the chance of
        each: below 0 for what is undone, and last, for 0, the chance of all that.
    """
    chance, ones = _with_ones(program, tally, lowest)
    listed = _odds(program)
    values = [value for value in listed if isinstance(value, int)]
    lost: dict[int | str, Fraction] = {}
    for value, odds in _odds(ones, reach=max(values)).items():
        place = _place(value, listed)
        lost[place] = lost.get(place, Fraction(0)) + chance * odds
    return (*((value, fraction_text(-odds)) for value, odds in lost.items()), (0, fraction_text(chance)))


def odds_under(odds: Mapping[Result, Fraction], changes: Sequence[tuple[int | str, str]]) -> dict[Result, Fraction]:
    """Return the chance of each main result, with undone throws as 0. The given odds are those of the dice alone."""
    chances = dict(odds)
    ends = {str(end): end for end in odds if isinstance(end, Tail)}
    for value, text in changes:
        place = ends[value] if isinstance(value, str) else value
        chances[place] = chances.get(place, Fraction(0)) + to_fraction(text)
    return {value: chance for value, chance in chances.items() if chance}


def _with_ones(program: Program, tally: str, lowest: Sequence[str]) -> tuple[Fraction, Program]:
    """The chance that some dice show 1, and the program of which they do nothing else."""
    low = {
        name: tuple(row for row in program.dice[name].rows if abs(row.tallies.get(tally, 0)) == 1) for name in lowest
    }
    chances = (Fraction(_weight(low[name]), _weight(program.dice[name].rows)) for name in lowest)
    counts = Counter(lowest)
    others = [(name, count - counts[name]) for name, count in program.pool if count > counts[name]]
    dice = {**program.dice, **{f"{name}=1": Die(rows) for name, rows in low.items()}}
    pool = (*others, *((f"{name}=1", count) for name, count in counts.items()))
    return prod(chances, start=Fraction(1)), replace(program, dice=dice, pool=pool)


def _weight(rows: Sequence[Row]) -> int:
    return sum(row.weight for row in rows)


def _odds(program: Program, reach: int | None = None) -> dict[Result, Fraction]:
    return {outcome[program.main]: odds for outcome, odds in distribution(program, reach=reach).rows}


def _place(value: Result, listed: dict[Result, Fraction]) -> int | str:
    """Return where a result is listed: by itself, or beyond an open end."""
    bound = value.bound if isinstance(value, Tail) else int(value)
    beyond = (end for end in listed if isinstance(end, Tail) and (bound - end.bound) * end.direction >= 0)
    return next((str(end) for end in beyond), bound)
