"""Contests: the main result of one program against another's, exactly, though both may be open."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import NamedTuple

from rulesmod.dice.chain import difference, split
from rulesmod.dice.odds import Odds, Tail, gather, uneven
from rulesmod.dice.program import Program
from rulesmod.dice.series import multiply_out
from rulesmod.dice.shapes import Weights, degree_of, shapes_of
from rulesmod.dice.states import far_enough, window
from rulesmod.dice.work import Work


def verdict(program: Program, mine: float, theirs: float) -> str:
    """Return how a main result of a program fares against another: "win", "tie" or "lose"; "neither" where both fall
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
    work = Work()
    sides = _side(mine, work), _side(theirs, work)
    nearer = _nearer(sides[0], sides[1], mine.needs), _nearer(sides[1], sides[0], mine.needs)
    if any(nearer):
        sides = _side(mine, work, nearer[0]), _side(theirs, work, nearer[1])
    win, tie = Fraction(0), Fraction(0)
    # Where the game needs a least result, a lower end is no matter: it falls short.
    for sign in (1, -1) if mine.needs is None else (1,):
        if all(sign in side.ends for side in sides):
            above, equal, below = _meet(sides, sign, work)
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
        name: what it is called.
        results: single results and their weights, out of `total`.
        ends: for an open end upwards (1) or downwards (-1): its first result and its weight.
        slopes: how far the result goes, at such an end, when the open tally goes one on.
        steps: the dice that make the ends.
    """

    name: str
    results: dict[int, int]
    ends: dict[int, tuple[int, int]]
    slopes: dict[int, int]
    total: int
    steps: list[Weights]


def _side(program: Program, work: Work, passed: Sequence[int] = ()) -> _Side:
    """Work out the main result of one side of a contest. It has enough single results to know how its open ends go on,
    and to tell these from `passed`.
    """
    program = program.tabled(work)
    shapes = shapes_of(program)
    steps = shapes.steps(range(1 << len(program.flags)))
    limit = far_enough(program, shapes, throws=1, further=degree_of(steps))
    gathered = gather(program, shapes, program.fields[:1], limit, work, passed)
    slopes = {direction: slope for (_, direction), slope in gathered.slopes.items()}
    side = _Side(program.main, {}, {}, slopes, gathered.total, steps)
    for (result,), weight in gathered.weights.items():
        if isinstance(result, Tail):
            side.ends[result.direction] = (result.bound, weight)
        else:
            side.results[int(result)] = side.results.get(int(result), 0) + weight
    return side


def _nearer(side: _Side, other: _Side, needs: int | None) -> list[int]:
    """Which results the ends of a side do not lie beyond yet: what the game needs, also where the ends are widened,
    and those of a side that has no end there."""
    needed = [] if needs is None else [needs, needs + degree_of(side.steps)]
    return [
        result
        for sign, (bound, _) in side.ends.items()
        for result in [*([] if sign in other.ends else other.results), *needed]
        if sign * result >= sign * bound
    ]


def _by_rank(side: _Side, needs: int | None) -> dict[float, int]:
    """Weights by result; the ends, and all that falls short, infinitely far out."""
    ranks: dict[float, int] = {sign * inf: weight for sign, (_, weight) in side.ends.items()}
    for result, weight in side.results.items():
        rank = result if needs is None or result >= needs else -inf
        ranks[rank] = ranks.get(rank, 0) + weight
    return ranks


def _meet(sides: tuple[_Side, _Side], sign: int, work: Work) -> tuple[Fraction, Fraction, Fraction]:
    """Two ends in the same direction: how likely both results lie there and the first is further out,
    equally far, less far.

    Both ends are widened first, so that they begin at the same result: this changes `sides`.
    """
    for side in sides:
        if side.slopes[sign] != sign:
            raise uneven(side.name)
    first = min(sign * side.ends[sign][0] - degree_of(side.steps) for side in sides)
    starts = []
    for side in sides:
        bound, weight = side.ends[sign]
        numbers = [side.results.pop(sign * value, 0) for value in range(first, sign * bound)]
        side.ends[sign] = (sign * first, weight + sum(numbers))
        numerator = multiply_out([Fraction(number, side.total) for number in numbers], side.steps, work)
        starts.append(dict(enumerate(numerator)))
    down, equal, up = window(
        split(difference(starts[0], starts[1], work), sides[0].steps, sides[1].steps, work), 0, work
    )
    return up, equal, down
