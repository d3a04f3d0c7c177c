"""Exact odds: of every outcome, of reaching a number, of winning a contest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple, TypeAlias

from rulesmod.dice.digits import to_int
from rulesmod.dice.program import Field, Program, Word
from rulesmod.dice.reading import Value, compile_reading, settled
from rulesmod.dice.shapes import EndlessError, Shapes, shapes_of
from rulesmod.dice.states import far_enough, states_of
from rulesmod.dice.work import TOO_LONG, PoolTooLargeError, Work
from rulesmod.records import record

MAX_LIMIT = 10_000
"""An open tally is followed up to here at most."""

MAX_LENGTH = 14_000
"""Bits of the number of cases: Python writes down none of more than 4,300 digits."""


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


@record
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
                {name: str(value) if isinstance(value, Tail | Word) else value for name, value in outcome.items()},
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


def distribution(program: Program, *, reach: int | None = None, work: Work | None = None) -> Distribution:
    """The probability of every outcome of a program, exactly.

    An open tail becomes one row, its main result a `Tail`; single outcomes are listed at least as far
    as every die gets in three throws.

    Args:
        program: the dice and their reading.
        reach: list single outcomes up to this main result at least.
        work: what may be done for them, and where it is counted; a second's if left out.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
        InvalidProgramError: it grows without end in more than one way.
    """
    work = work or Work()
    program = program.tabled(work)
    shapes = shapes_of(program)
    passed = () if reach is None else (reach,)
    limit = far_enough(program, shapes, throws=3) if shapes.open else 0
    gathered = gather(program, shapes, program.fields, limit, work, passed)
    if gathered.total.bit_length() > MAX_LENGTH:
        raise PoolTooLargeError(TOO_LONG)
    key = (lambda outcome: [_order(result) for result in outcome]) if gathered.slopes else None
    ordered = sorted(gathered.weights, key=key)
    return Distribution(
        _outcomes_of(program.fields, ordered),
        tuple([gathered.weights[outcome] for outcome in ordered]),
        gathered.total,
    )


def _outcomes_of(fields: Sequence[Field], outcomes: Iterable[Sequence[Result]]) -> tuple[Outcome, ...]:
    names = [item.name for item in fields]
    outcomes_by_name = tuple([dict(zip(names, outcome, strict=True)) for outcome in outcomes])
    for item in fields:
        for outcome in outcomes_by_name if item.words else ():
            if not isinstance(result := outcome[item.name], Tail):
                outcome[item.name] = item.shown(result)
    return outcomes_by_name


def at_least(program: Program, target: int, work: Work | None = None) -> Odds:
    """The odds that the main result reaches a target.

    Args:
        program: the dice and their reading.
        target: what the main result is to be, or more.
        work: what may be done for it, and where it is counted; a second's if left out.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
    """
    computed = distribution(program, reach=target, work=work)
    reached = sum(
        weight
        for outcome, weight in zip(computed.outcomes, computed.weights, strict=True)
        if _floor(outcome[program.main]) >= target
    )
    return Odds(Fraction(reached, computed.total), Fraction(0), 1 - Fraction(reached, computed.total))


def _floor(result: Result) -> float:
    """The least that a result stands for."""
    if isinstance(result, Tail):
        return result.bound if result.sign == ">=" else -inf
    return result


class Gathered(NamedTuple):
    """The weights of all outcomes, single ones up to a limit of the open tally, out of a total.

    Attributes:
        slopes: for each open end, as its field and direction, how far the result goes when the tally goes one on;
            0 where it does not go on evenly.
    """

    weights: dict[tuple[Result, ...], int]
    total: int
    slopes: dict[tuple[str, int], int]


def gather(
    program: Program, shapes: Shapes, fields: Sequence[Field], limit: int, work: Work, passed: Sequence[int] = ()
) -> Gathered:
    """The weights of all outcomes that the fields read from a roll.

    Args:
        limit: up to where single values of the open tally are told apart, at least: further where an end would
            otherwise begin among single results.
        passed: main results that an end has to lie beyond.

    Raises:
        PoolTooLargeError: bounded time and memory do not suffice.
    """
    while True:
        if shapes.open and limit > MAX_LIMIT:
            raise PoolTooLargeError(TOO_LONG)
        gathered = _listed(program, shapes, fields, limit, work)
        missing = 0
        for i, results in enumerate(zip(*gathered.weights, strict=True) if gathered.slopes else ()):
            singles = {to_int(result) for result in results if not isinstance(result, Tail)}
            singles.update(passed if not i else ())
            for end in {result for result in results if isinstance(result, Tail)}:
                missing = max(missing, *(1 + end.direction * (single - end.bound) for single in singles))
        if not missing:
            return gathered
        limit += missing


def _listed(program: Program, shapes: Shapes, fields: Sequence[Field], limit: int, work: Work) -> Gathered:
    names = (*program.sums, *program.flags)
    readings = [compile_reading(settled(item.reading, program.constants), names) for item in fields]
    states, total = states_of(program, shapes, limit, work)
    gathered = Gathered({}, total, {})
    weights, tally = gathered.weights, shapes.sums[-1] if shapes.open else ""
    bounds: dict[tuple[str, int], int] = {}
    for values, weight, end in states:
        if not end:
            outcome: tuple[Result, ...] = tuple([reading(values) for reading in readings])
        else:
            results = []
            for item, reading in zip(fields, readings, strict=True):
                onwards = (reading({**values, tally: end * (limit + i)}) for i in range(1, limit + 3))
                result, slope = _course(item.name, [*onwards])
                if isinstance(result, Tail):
                    key = item.name, result.direction
                    if (bounds.setdefault(key, result.bound), gathered.slopes.setdefault(key, slope)) != (
                        result.bound,
                        slope,
                    ):
                        raise uneven(item.name)
                results.append(result)
            outcome = tuple(results)
        weights[outcome] = weights.get(outcome, 0) + weight
    return gathered


def _course(name: str, onwards: Sequence[Value]) -> tuple[Result, int]:
    """Return a field's result at an open end, and its step."""
    moves = {after - before for before, after in pairwise(onwards)}
    if moves == {0}:
        return onwards[0], 0
    if min(moves) < 0 < max(moves):
        raise uneven(name)
    return Tail(">=" if max(moves) > 0 else "<=", int(onwards[0])), moves.pop() if len(moves) == 1 else 0


def uneven(name: str) -> EndlessError:
    """Return the error for a result that an endless tally does not determine."""
    return EndlessError(f"where `{name}` has no end, it must go on one by one, whatever else is rolled")


def _order(result: Result) -> tuple[int, int]:
    """Sorts results by value, a tail beyond single results of its bound."""
    if isinstance(result, Tail):
        return result.bound, result.direction
    return result, 0
