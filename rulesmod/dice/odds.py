"""Exact odds: of every outcome, of reaching a number, of winning a contest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, NamedTuple, TypeAlias

from rulesmod.dice.program import Field, InvalidProgramError, Program
from rulesmod.dice.reading import Value, compile_reading
from rulesmod.dice.shapes import Shapes, shapes_of
from rulesmod.dice.states import far_enough, states_of


class Tail(NamedTuple):
    """The open end of a distribution: `bound` and everything beyond it."""

    sign: str
    """">=" or "<="."""
    bound: int

    @property
    def direction(self) -> int:
        """Where it extends: 1 upwards, -1 downwards."""
        return 1 if self.sign == ">=" else -1

    def __str__(self) -> str:
        return f"{self.sign}{self.bound}"


Result: TypeAlias = "int | bool | Tail"
Outcome: TypeAlias = Mapping[str, Result]


@dataclass(frozen=True)
class Distribution:
    """All outcomes and their probabilities, in order of the main result; they add up to 1.

    Attributes:
        outcomes: what can happen; the first value of each is the main result.
        weights: how many of `total` equally likely cases lead to each.
    """

    outcomes: tuple[Outcome, ...]
    weights: tuple[int, ...]
    total: int

    @cached_property
    def rows(self) -> tuple[tuple[Outcome, Fraction], ...]:
        """Outcomes with their probabilities."""
        return tuple(
            (outcome, Fraction(weight, self.total)) for outcome, weight in zip(self.outcomes, self.weights, strict=True)
        )

    def to_json(self) -> list[list[Any]]:
        """Rows of `[outcome, "n/d"]`; an open tail is a string such as ">=21"."""
        return [
            [
                {name: str(value) if isinstance(value, Tail) else value for name, value in outcome.items()},
                fraction_text(probability),
            ]
            for outcome, probability in self.rows
        ]


class Odds(NamedTuple):
    """How a target or a contest ends; `neither` where a game knows that both may fail."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    neither: Fraction | None = None

    def to_json(self) -> dict[str, str]:
        """The odds as "n/d" each."""
        return {name: fraction_text(value) for name, value in zip(self._fields, self, strict=True) if value is not None}


def fraction_text(value: Fraction) -> str:
    """A fraction as "n/d", whole numbers included."""
    return f"{value.numerator}/{value.denominator}"


def distribution(program: Program, *, reach: int | None = None) -> Distribution:
    """The probability of every outcome of a program, exactly.

    An open tail becomes one row, its main result a `Tail`; single outcomes are listed at least as far
    as every die gets in three throws.

    Args:
        program: the dice and their reading.
        reach: list single outcomes up to this main result at least.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
        InvalidProgramError: it grows without end in more than one way.
    """
    shapes = shapes_of(program)
    limit = far_enough(program, shapes, throws=3)
    found = _listed(program, shapes, limit)
    if reach is not None:
        ends = [outcome[program.main] for outcome in found.outcomes]
        missing = max((_missing(end, reach) for end in ends if isinstance(end, Tail)), default=0)
        if missing > 0:
            found = _listed(program, shapes, limit + missing)
    return found


def at_least(program: Program, target: int) -> Odds:
    """The odds that the main result reaches a target.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
    """
    found = distribution(program, reach=target)
    reached = sum(
        weight
        for outcome, weight in zip(found.outcomes, found.weights, strict=True)
        if _floor(outcome[program.main]) >= target
    )
    return Odds(Fraction(reached, found.total), Fraction(0), 1 - Fraction(reached, found.total))


def _floor(result: Result) -> float:
    """The least that a result stands for."""
    if isinstance(result, Tail):
        return result.bound if result.sign == ">=" else -inf
    return result


def _missing(end: Tail, reach: int) -> int:
    """How much further single outcomes must be listed for a tail to lie wholly on one side of `reach`."""
    return reach - end.bound if end.sign == ">=" else end.bound + 1 - reach


def main_results(program: Program, shapes: Shapes, limit: int) -> tuple[dict[Result, int], int]:
    """The weights of all main results, as single ones up to a limit, and their sum."""
    weights, total = _gather(program, shapes, program.fields[:1], limit)
    return {main: weight for (main,), weight in weights.items()}, total


def _listed(program: Program, shapes: Shapes, limit: int) -> Distribution:
    weights, total = _gather(program, shapes, program.fields, limit)
    ordered = sorted(weights, key=lambda outcome: [_order(result) for result in outcome])
    names = [item.name for item in program.fields]
    return Distribution(
        tuple(dict(zip(names, outcome, strict=True)) for outcome in ordered),
        tuple(weights[outcome] for outcome in ordered),
        total,
    )


def _gather(
    program: Program, shapes: Shapes, fields: Sequence[Field], limit: int
) -> tuple[dict[tuple[Result, ...], int], int]:
    """The weights of all outcomes that the fields read from a roll, and their sum."""
    readings = [compile_reading(item.reading, program.names) for item in fields]
    states, total = states_of(program, shapes, limit)
    weights: dict[tuple[Result, ...], int] = {}
    for values, weight, end in states:
        if end:
            far = {**values, shapes.sums[-1]: end * inf}
            outcome = tuple([_result(reading(values), reading(far)) for reading in readings])
        else:
            outcome = tuple([_single(reading(values)) for reading in readings])
        weights[outcome] = weights.get(outcome, 0) + weight
    ends = {main for main, *_ in weights if isinstance(main, Tail)}
    if len({end.sign for end in ends}) < len(ends):
        raise InvalidProgramError(f"where `{program.main}` has no end must not hang on other tallies")
    return weights, total


def _result(near: Value, far: Value) -> Result:
    """What a field says of an open end, from its value at the end and infinitely far out."""
    if isinstance(far, float):
        return Tail(">=" if far > 0 else "<=", int(near))
    return _single(near)


def _single(value: Value) -> int | bool:
    return value if isinstance(value, bool) else int(value)


def _order(result: Result) -> tuple[int, int]:
    """Sorts results by value, a tail beyond single results of its bound."""
    if isinstance(result, Tail):
        return result.bound, result.direction
    return result, 0
