"""Contests: the main result of one program against another's, exactly, though both may be open."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import NamedTuple

from rulesmod.dice.chain import difference, split
from rulesmod.dice.odds import Odds, Tail, main_results
from rulesmod.dice.program import Program
from rulesmod.dice.series import Weights, multiply_out
from rulesmod.dice.shapes import shapes_of
from rulesmod.dice.states import far_enough, steps_of, window


def verdict(program: Program, mine: float, theirs: float) -> str:
    """How a main result of a program fares against another: "win", "tie" or "lose"; "neither" where both fall
    short of what the game needs."""
    if program.needs is not None:
        mine, theirs = (result if result >= program.needs else -inf for result in (mine, theirs))
        if mine == theirs == -inf:
            return "neither"
    if mine == theirs:
        return "win" if program.tie_wins else "tie"
    return "win" if mine > theirs else "lose"


def contest(mine: Program, theirs: Program) -> Odds:
    """The odds that one program's main result is above another's.

    Where the game asks for a least result (`Program.needs`), whoever falls short does not win, and if both
    do the odds say `neither`.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
        InvalidProgramError: a program grows without end in more than one way.
    """
    sides = _side(mine), _side(theirs)
    missing = max(_missing(*sides), _missing(*reversed(sides)))
    if missing > 0:
        sides = _side(mine, missing), _side(theirs, missing)
    win, tie = Fraction(0), Fraction(0)
    # Where the game needs a least result, a lower end is no matter: it falls short.
    for sign in (1, -1) if mine.needs is None else (1,):
        if all(sign in side.ends for side in sides):
            above, equal, below = _meet(sides, sign)
            win, tie = win + (above if sign > 0 else below), tie + equal

    ours, others = (_by_rank(side, mine.needs) for side in sides)
    total = sides[0].total * sides[1].total
    passed = equal_ranks = won = 0
    ranks = sorted(others)
    at = 0
    for rank in sorted(ours):
        while at < len(ranks) and ranks[at] < rank:
            passed += others[ranks[at]]
            at += 1
        won += ours[rank] * passed
        if isinstance(rank, int):
            equal_ranks += ours[rank] * others.get(rank, 0)
    win, tie = win + Fraction(won, total), tie + Fraction(equal_ranks, total)
    if mine.tie_wins:
        win, tie = win + tie, Fraction(0)
    if mine.needs is None:
        return Odds(win, tie, 1 - win - tie)
    neither = Fraction(ours.get(-inf, 0) * others.get(-inf, 0), total)
    return Odds(win, tie, 1 - win - tie - neither, neither)


class _Side(NamedTuple):
    """One program's main result.

    Attributes:
        results: single results and their weights, out of `total`.
        ends: for an open end upwards (1) or downwards (-1): its first result and its weight.
        steps: the dice that make the ends.
    """

    results: dict[int, int]
    ends: dict[int, tuple[int, int]]
    total: int
    steps: list[Weights]

    @property
    def degree(self) -> int:
        """How many results in a row decide all further ones."""
        return sum(max(step) for step in self.steps)


def _side(program: Program, further: int = 0) -> _Side:
    """The main result, with enough single results to know how its ends go on."""
    shapes = shapes_of(program)
    side = _Side({}, {}, 0, steps_of(program, shapes))
    limit = far_enough(program, shapes, throws=1) + side.degree + further
    weights, total = main_results(program, shapes, limit)
    for result, weight in weights.items():
        if isinstance(result, Tail):
            side.ends[result.direction] = (result.bound, weight)
        else:
            side.results[int(result)] = weight
    return side._replace(total=total)


def _missing(side: _Side, other: _Side) -> int:
    """How much further a side must be listed for its open ends to lie past a side without."""
    return max(
        (
            max(sign * result for result in other.results) + 1 - sign * bound
            for sign, (bound, _) in side.ends.items()
            if sign not in other.ends
        ),
        default=0,
    )


def _by_rank(side: _Side, needs: int | None) -> dict[float, int]:
    """Weights by result; the ends, and all that falls short, infinitely far out."""
    ranks: dict[float, int] = {sign * inf: weight for sign, (_, weight) in side.ends.items()}
    for result, weight in side.results.items():
        rank = result if needs is None or result >= needs else -inf
        ranks[rank] = ranks.get(rank, 0) + weight
    return ranks


def _meet(sides: tuple[_Side, _Side], sign: int) -> tuple[Fraction, Fraction, Fraction]:
    """Two ends in the same direction: how likely both results lie there and the first is further out,
    equally far, less far.

    Both ends are widened first, so that they begin at the same result: this changes `sides`.
    """
    first = min(sign * side.ends[sign][0] - side.degree for side in sides)
    starts = []
    for side in sides:
        bound, weight = side.ends[sign]
        numbers = [side.results.pop(sign * value, 0) for value in range(first, sign * bound)]
        side.ends[sign] = (sign * first, weight + sum(numbers))
        numerator = multiply_out([Fraction(number, side.total) for number in numbers], side.steps)
        starts.append(dict(enumerate(numerator)))
    down, equal, up = window(split(difference(*starts), sides[0].steps, sides[1].steps), 0)
    return up, equal, down
