"""All states of a roll: every combination of tallies that can lie on the table, and its exact weight.

Between the series of `rulesmod.dice.series` and `rulesmod.dice.chain`, which know numbers only, and the odds,
which know what a program reads from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import floor, lcm
from typing import TypeAlias

from rulesmod.dice.chain import Half, difference, split
from rulesmod.dice.die import Die
from rulesmod.dice.once import thrown_once
from rulesmod.dice.program import Program
from rulesmod.dice.reading import Value, size_of
from rulesmod.dice.series import Series
from rulesmod.dice.shapes import EndlessError, Shapes, Weights, degree_of, shapes_of
from rulesmod.dice.subsets import just
from rulesmod.dice.work import Work

State: TypeAlias = tuple[dict[str, Value], int, int]
"""The values of all tallies, how many cases lead to them, and an open end or 0.

At an open end the open tally stands for its value and all beyond, upwards (1) or downwards (-1). The values are to be
read before the next state is asked for: they may be one mapping that changes.
"""


def far_enough(program: Program, shapes: Shapes, *, throws: int, further: int = 0) -> int:
    """Return a limit of the open tally beyond all comparisons in readings. The tally is as large as dice get that are
    thrown `throws` times each, or larger by `further`.
    """
    reach = dict(zip(shapes.sums, shapes.reach(), strict=True))
    if shapes.open:
        reach[shapes.sums[-1]] = throws * reach[shapes.sums[-1]] + further
    sizes = {**dict.fromkeys(program.flags, 1), **{name: abs(n) for name, n in program.constants.items()}, **reach}
    return max(size_of(item.reading, sizes) for item in program.fields) + abs(program.needs or 0)


def states_of(program: Program, shapes: Shapes, limit: int, work: Work) -> tuple[Iterable[State], int]:
    """All states of a roll, and the number of cases.

    Single values of the open tally are told apart up to `limit`, and down to `-limit` where it can fall
    without end; what lies beyond is one state for each combination of the other tallies.
    """
    if (once := thrown_once(shapes, len(program.flags), work)) is not None:
        return _inside(program, shapes.sums, once.exponents, once.columns), once.total
    directions = shapes.directions
    if len(directions) == 2:
        return _two_sided(program, shapes, limit, work)
    if directions == {-1}:
        turned = mirror(program, shapes)
        mirrored, total = states_of(turned, shapes_of(turned), limit, work)
        tally = shapes.sums[-1]
        return (({**values, tally: -values[tally]}, weight, -end) for values, weight, end in mirrored), total
    series = Series(program, shapes, work, limit)
    columns, exponents = series.coefficients(), series.exponents()
    if not shapes.open:
        return _inside(program, series.sums, exponents, columns), series.weight
    digits = series.sizes[-1]
    powers = [series.q ** (digits - 1 - digit) for digit in range(digits)]
    total = series.weight * powers[0]
    by_exponent = [powers[exponent[-1] - series.low[-1]] for exponent in exponents]
    columns = [[weight * power for weight, power in zip(weights, by_exponent, strict=True)] for weights in columns]
    inside: dict[tuple[int, ...], int] = {}
    for flags, weights in enumerate(columns):
        for exponent, weight in zip(exponents, weights, strict=True):
            key = (flags, *exponent[:-1])
            inside[key] = inside.get(key, 0) + weight
    tails = _tails(program, shapes, work, inside, total)
    scale = lcm(*(weight.denominator for _, weight in tails))
    if scale > 1:
        columns = [[weight * scale for weight in weights] for weights in columns]
    end = series.low[-1] + digits
    ends = (({**values, shapes.sums[-1]: end}, int(weight * scale), 1) for values, weight in tails)
    return chain(_inside(program, series.sums, exponents, columns), ends), total * scale


def _inside(
    program: Program, sums: Sequence[str], exponents: Sequence[Sequence[int]], columns: Iterable[Sequence[int]]
) -> Iterator[State]:
    """The states with single values, from a column of weights for each set of flags."""
    for flags, weights in enumerate(columns):
        values = _flag_values(program, flags)
        for exponent, weight in zip(exponents, weights, strict=True):
            if weight:
                values.update(zip(sums, exponent, strict=True))
                yield values, weight, 0


def _flag_values(program: Program, flags: int) -> dict[str, Value]:
    return {**program.constants, **{flag: flags >> i & 1 for i, flag in enumerate(program.flags)}}


def _tails(
    program: Program, shapes: Shapes, work: Work, inside: Mapping[tuple[int, ...], int], total: int
) -> list[tuple[dict[str, Value], Fraction]]:
    """Return the outcomes above the limit. Their weights are those of every other tally, less what was counted."""
    series = Series(program, shapes, work, whole=True)
    tails = []
    for flags, masses in enumerate(series.masses()):
        for exponent, mass in zip(series.exponents(), masses, strict=True):
            if rest := mass * total - inside.get((flags, *exponent), 0):
                values = {**_flag_values(program, flags), **dict(zip(series.sums, exponent, strict=True))}
                tails.append((values, rest))
    return tails


def mirror(program: Program, shapes: Shapes) -> Program:
    """The same dice with the sign of their open tally turned."""
    tally = shapes.sums[-1]
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


def _parts(program: Program, shapes: Shapes) -> tuple[Program, Program]:
    """The dice that never fall without end, and, mirrored, those that do."""
    ups, downs = (
        tuple(group for group in shapes.thrown if (shapes.dice[group[0]].direction < 0) == falls)
        for falls in (False, True)
    )
    return replace(program, pool=ups), mirror(replace(program, pool=downs), shapes)


def _series(part: Program, work: Work) -> Series:
    """A series that is long enough for its numerator."""
    shapes = shapes_of(part)
    return Series(part, shapes, work, shapes.reach()[-1] + degree_of(shapes.steps()))


def _two_sided(program: Program, shapes: Shapes, limit: int, work: Work) -> tuple[Iterable[State], int]:
    """The states of a pool whose open tally grows both ways."""
    (tally, *others) = reversed(shapes.sums)
    if others or program.triggers:
        raise EndlessError(f"where `{tally}` has no end either way, it must go on alone")
    rising, falling = (_series(part, work) for part in _parts(program, shapes))
    columns = []
    for subset in range(1 << len(program.flags)):
        (start, ups), (turned, downs) = rising.rational(subset), falling.rational(subset)
        columns.append(window(split(difference(start, turned, work), ups, downs, work), limit, work))
    rows = [list(row) for row in zip(*columns, strict=True)]
    for row in rows:
        just(row)
    total = lcm(*(weight.denominator for row in rows for weight in row))
    return [
        (
            {**_flag_values(program, flags), tally: value},
            floor(weight * total),
            (value > limit) - (value < -limit),
        )
        for value, row in enumerate(rows, -limit - 1)
        for flags, weight in enumerate(row)
        if weight
    ], total


def window(halves: tuple[Half, Half], limit: int, work: Work) -> list[Fraction]:
    """The weights of all values below, at each from `-limit` to `limit`, and above."""
    up, down = (half.up_to(limit, work) for half in halves)
    inside = [up.get(value, Fraction(0)) + down.get(-value, Fraction(0)) for value in range(-limit, limit + 1)]
    return [_beyond(halves[1], down, up, limit), *inside, _beyond(halves[0], up, down, limit)]


def _beyond(half: Half, listed: Weights, other: Weights, limit: int) -> Fraction:
    """The weight beyond the limit of a half's direction; `other` lists the turned values of the other half."""
    strays = sum((weight for value, weight in other.items() if value < -limit), Fraction(0))
    return half.total - sum(listed.values()) + strays
