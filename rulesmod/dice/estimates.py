"""Odds of dice for which exact ones take too long: as floating-point numbers, between bounds.

What is rarer than `RARE` is dropped on the way. Each probability is at least what was found, less what rounding can
have added: every chance knows how many roundings it went through at most. Since all of them come to 1, what is missing
there is all that any of them can be higher.
"""

from __future__ import annotations

from functools import cache
from math import fsum, nextafter
from typing import NamedTuple

from rulesmod.dice.odds import Outcome
from rulesmod.dice.program import Program
from rulesmod.dice.reading import compile_reading
from rulesmod.dice.series import TOO_LONG, PoolTooLargeError

RARE = 1e-16
ROUNDING = 2.0**-53
"""How much a floating-point number is off at most when it has been rounded once, relative to it."""
MAX_STEPS = 8_000_000
"""About three seconds."""

State = tuple[tuple[int, ...], int]


class States(NamedTuple):
    """Chances by state, and how often each has been rounded at most."""

    chances: dict[State, float]
    rounded: int


class Estimate(NamedTuple):
    """Outcomes in order of the main result, each with a least and a greatest probability; `bound` is how much higher
    than its least any can be."""

    rows: tuple[tuple[Outcome, float, float], ...]
    bound: float


def estimate(program: Program) -> Estimate:
    """The probability of every outcome of a program, between bounds.

    Raises:
        PoolTooLargeError: this takes too long as well, or dice depend on the whole roll.
    """
    if program.triggers:
        raise PoolTooLargeError(TOO_LONG)
    steps = 0
    start = States({((0,) * len(program.sums), 0): 1.0}, 0)

    def join(mine: States, theirs: States) -> States:
        nonlocal steps
        steps += len(mine.chances) * len(theirs.chances)
        if steps > MAX_STEPS:
            raise PoolTooLargeError(TOO_LONG)
        joined: dict[State, float] = {}
        for (sums, flags), weight in mine.chances.items():
            for (others, also), share in theirs.chances.items():
                if (both := weight * share) > RARE:
                    state = tuple(map(sum, zip(sums, others, strict=True))), flags | also
                    joined[state] = joined.get(state, 0.0) + both
        # One product, and as many sums as pairs can meet in a state: more only where flags are raised either way.
        meeting = min(len(mine.chances), len(theirs.chances)) << len(program.flags)
        return States(joined, mine.rounded + theirs.rounded + 1 + meeting)

    def throw(name: str, count: int) -> States:
        found, power = start, die(name)
        while count:
            if count & 1:
                found = join(found, power)
            count >>= 1
            power = join(power, power) if count else power
        return found

    @cache
    def die(name: str) -> States:
        rows = program.dice[name].rows
        parts: tuple[dict[State, float], dict[State, float]] = {}, {}
        rounded = 0
        for row in rows:
            flags = sum(1 << i for i, flag in enumerate(program.flags) if row.tallies.get(flag))
            states = States({(tuple(row.tallies.get(tally, 0) for tally in program.sums), flags): 1.0}, 0)
            for add, count in row.adds.items():
                states = join(states, throw(add, count))
            part = parts[row.again]
            for state, weight in states.chances.items():
                part[state] = part.get(state, 0.0) + weight * row.weight / program.dice[name].weight
            rounded = max(rounded, states.rounded)
        ends, again = (States(part, rounded + 2 + len(rows)) for part in parts)
        found: dict[State, float] = {}
        rounded, going = 0, start
        while going.chances:
            ending = join(going, ends)
            for state, weight in ending.chances.items():
                found[state] = found.get(state, 0.0) + weight
            rounded = max(rounded, ending.rounded) + 1
            going = join(going, again)
        return States(found, rounded)

    total = start
    for name, count in program.pool:
        total = join(total, throw(name, count))
    readings = [compile_reading(item.reading, program.names) for item in program.fields]
    found: dict[tuple[int, ...], list[float]] = {}
    for (sums, flags), weight in total.chances.items():
        raised = {flag: flags >> i & 1 for i, flag in enumerate(program.flags)}
        values = {**program.constants, **raised, **dict(zip(program.sums, sums, strict=True))}
        found.setdefault(tuple(reading(values) for reading in readings), []).append(weight)
    # `fsum` rounds once, and so does the product.
    least = {outcome: fsum(parts) * (1 - (total.rounded + 3) * ROUNDING) for outcome, parts in sorted(found.items())}
    bound = nextafter(1 - fsum(least.values()), 1)
    rows = []
    for outcome, low in least.items():
        told = {item.name: item.told(value) for item, value in zip(program.fields, outcome, strict=True)}
        rows.append((told, low, min(1.0, nextafter(low + bound, 2))))
    return Estimate(tuple(rows), bound)
