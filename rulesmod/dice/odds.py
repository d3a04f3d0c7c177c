"""Exact odds: of every outcome, of reaching a number, of winning a contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, lcm
from typing import Any, NamedTuple, TypeAlias

from rulesmod.dice.program import Die, Program
from rulesmod.dice.reading import Value, compile_reading, constants_of
from rulesmod.dice.series import Series, Shapes, shapes_of


class Tail(NamedTuple):
    """The open end of a distribution: `bound` and everything beyond it."""

    sign: str
    """">=" or "<="."""
    bound: int

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
    as every die gets by being rolled again twice.

    Args:
        program: the dice and their reading.
        reach: list single outcomes up to this main result at least.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
        InvalidProgramError: it grows without end in more than one way.
    """
    limit = _first_limit(program)
    found = _read(program, *_states(program, limit))
    if reach is not None:
        ends = [outcome[program.main] for outcome in found.outcomes]
        missing = max((_missing(end, reach) for end in ends if isinstance(end, Tail)), default=0)
        if missing > 0:
            found = _read(program, *_states(program, limit + missing))
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


def _first_limit(program: Program) -> int:
    """How far single outcomes are listed: past all numbers that a reading compares with."""
    dice = shapes_of(program).dice
    far = sum(
        count * (max(abs(dice[name].low[-1]), abs(dice[name].high[-1])) + 2 * dice[name].stride)
        for name, count in program.pool
        if count and dice[name].low
    )
    numbers = [number for item in program.fields for number in constants_of(item.reading)]
    return far + sum(map(abs, [*numbers, *program.constants.values()]))


class State(NamedTuple):
    """The values of all tallies and how many cases lead to them.

    In a state with an open `end` the open tally stands for its value and all beyond, upwards (+1) or
    downwards (-1).
    """

    values: dict[str, Value]
    weight: int
    end: int = 0


def _states(program: Program, limit: int) -> tuple[list[State], int]:
    """All states of a roll, and the number of cases."""
    shapes = shapes_of(program)
    directions = {shapes.dice[name].direction for name, count in program.pool if count} - {0}
    if directions == {-1}:
        mirrored, total = _states(mirror(program), limit)
        tally = shapes.sums[-1]
        return [
            State({**state.values, tally: -state.values[tally]}, state.weight, -state.end) for state in mirrored
        ], total
    series = Series(program, shapes, limit)
    digits = series.sizes[-1] if series.sizes else 1
    powers = [series.q ** (digits - 1 - digit) for digit in range(digits)]
    total = series.weight * powers[0]
    exponents = series.exponents()
    states: list[State] = []
    inside: dict[tuple[int, ...], int] = {}
    for flags, weights in enumerate(series.coefficients()):
        raised = _flag_values(program, flags)
        for exponent, weight in zip(exponents, weights, strict=True):
            if weight:
                weight *= powers[exponent[-1] - series.low[-1]] if exponent else 1
                states.append(State({**raised, **dict(zip(series.sums, exponent, strict=True))}, weight))
                key = (flags, *exponent[:-1])
                inside[key] = inside.get(key, 0) + weight
    if shapes.open:
        tails = _tails(program, shapes, inside, total)
        scale = lcm(*(weight.denominator for _, weight in tails))
        states = [state._replace(weight=state.weight * scale) for state in states]
        end = series.low[-1] + digits
        states += [State({**values, shapes.sums[-1]: end}, int(weight * scale), 1) for values, weight in tails]
        total *= scale
    return states, total


def _flag_values(program: Program, flags: int) -> dict[str, Value]:
    return {**program.constants, **{flag: flags >> i & 1 for i, flag in enumerate(program.flags)}}


def _tails(
    program: Program, shapes: Shapes, inside: Mapping[tuple[int, ...], int], total: int
) -> list[tuple[dict[str, Value], Fraction]]:
    """What lies above the limit: all that there is of every other tally, less what was counted."""
    series = Series(program, shapes, whole=True)
    tails = []
    for flags, masses in enumerate(series.masses()):
        for exponent, mass in zip(series.exponents(), masses, strict=True):
            if rest := mass * total - inside.get((flags, *exponent), 0):
                values = {**_flag_values(program, flags), **dict(zip(series.sums, exponent, strict=True))}
                tails.append((values, rest))
    return tails


def mirror(program: Program) -> Program:
    """The same dice with the sign of their open tally turned."""
    tally = shapes_of(program).sums[-1]
    dice = {
        name: Die(
            tuple(
                replace(row, tallies={**row.tallies, tally: -row.tallies[tally]}) if tally in row.tallies else row
                for row in die.rows
            )
        )
        for name, die in program.dice.items()
    }
    return replace(program, dice=dice)


def _read(program: Program, states: list[State], total: int) -> Distribution:
    """Gather states by the outcome that the program reads from them."""
    readings = [compile_reading(item.reading, program.names) for item in program.fields]
    weights: dict[tuple[Result, ...], int] = {}
    open_tally = shapes_of(program).sums[-1:]
    for state in states:
        far = {**state.values, **dict.fromkeys(open_tally, state.end * inf)} if state.end else state.values
        outcome = tuple(_result(reading(state.values), reading(far)) for reading in readings)
        weights[outcome] = weights.get(outcome, 0) + state.weight
    weights = _join_tails(weights)
    ordered = sorted(weights, key=lambda outcome: [_order(result) for result in outcome])
    names = [item.name for item in program.fields]
    return Distribution(
        tuple(dict(zip(names, outcome, strict=True)) for outcome in ordered),
        tuple(weights[outcome] for outcome in ordered),
        total,
    )


def _result(near: Value, far: Value) -> Result:
    """What a field says of an open end, from its value at the end and infinitely far out."""
    if isinstance(far, float):
        return Tail(">=" if far > 0 else "<=", int(near))
    return near if isinstance(near, bool) else int(near)


def _join_tails(weights: dict[tuple[Result, ...], int]) -> dict[tuple[Result, ...], int]:
    """Let all upper tails of the main result start at the same bound, and all lower ones."""
    bounds: dict[str, set[int]] = {">=": set(), "<=": set()}
    for main, *_ in weights:
        if isinstance(main, Tail):
            bounds[main.sign].add(main.bound)
    for sign, choose in ((">=", min), ("<=", max)):
        if len(bounds[sign]) > 1:
            tail = Tail(sign, choose(bounds[sign]))
            joined: dict[tuple[Result, ...], int] = {}
            for (main, *others), weight in weights.items():
                outcome = (tail if _beyond(main, tail) else main, *others)
                joined[outcome] = joined.get(outcome, 0) + weight
            weights = joined
    return weights


def _beyond(result: Result, tail: Tail) -> bool:
    if isinstance(result, Tail):
        return result.sign == tail.sign
    return result >= tail.bound if tail.sign == ">=" else result <= tail.bound


def _order(result: Result) -> tuple[int, int]:
    """Sorts results by value, a tail beyond single results of its bound."""
    if isinstance(result, Tail):
        return result.bound, 1 if result.sign == ">=" else -1
    return result, 0
