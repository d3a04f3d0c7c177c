"""Odds of dice for which exact ones take too long: as floating-point numbers, between bounds.

What is rarer than `RARE` is dropped on the way. Each probability is at least what was found, less what rounding can
have added: every chance knows how many roundings it went through at most. Since all of them come to 1, what is missing
there is all that any of them can be higher.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import fsum, nextafter
from typing import NamedTuple

from rulesmod.dice.odds import Outcome, Result
from rulesmod.dice.program import Program
from rulesmod.dice.reading import compile_reading
from rulesmod.dice.work import TOO_LONG, PoolTooLargeError, Work

RARE = 1e-16
ROUNDING = 2.0**-53
"""The greatest relative error of one floating-point rounding."""
PAIR = 150
"""The cost of combining two states."""

ROOM = 64
"""Bits of each sum within a state."""


class States(NamedTuple):
    """Chances by state, and how often each has been rounded at most.

    A state is a number: the flags are its last bits, the sums come before them, `ROOM` bits each.
    """

    chances: dict[int, float]
    rounded: int


class Estimate(NamedTuple):
    """Outcomes in order of the main result, each with a least and a greatest probability; `bound` is how much higher
    than its least any can be."""

    rows: tuple[tuple[Outcome, float, float], ...]
    bound: float

    @property
    def main(self) -> dict[Result, Fraction]:
        """The values of the main result, in order, with their least chances."""
        chances: dict[Result, Fraction] = {}
        for outcome, low, _ in self.rows:
            value = next(iter(outcome.values()))
            chances[value] = chances.get(value, Fraction(0)) + Fraction(low)
        return chances


def estimate(program: Program, work: Work | None = None) -> Estimate:
    """The probability of every outcome of a program, between bounds.

    Args:
        program: the dice and their reading.
        work: what may be done for it, and where it is counted; a second's if left out.

    Raises:
        PoolTooLargeError: this takes too long as well, or dice depend on the whole roll.
    """
    if program.triggers:
        raise PoolTooLargeError(TOO_LONG)
    work = work or Work()
    program = program.tabled(work)
    throws = _Throws(program, work)
    total = START
    for name, count in program.pool:
        total = throws.join(total, throws.throw(name, count))
    readings = [compile_reading(item.reading, program.names) for item in program.fields]
    by_outcome: dict[tuple[int, ...], list[float]] = {}
    for state, weight in total.chances.items():
        values = {**program.constants, **_tallies(program, state)}
        by_outcome.setdefault(tuple(reading(values) for reading in readings), []).append(weight)
    # `fsum` rounds once, and so does the product.
    least = {
        outcome: fsum(parts) * (1 - (total.rounded + 3) * ROUNDING) for outcome, parts in sorted(by_outcome.items())
    }
    bound = nextafter(1 - fsum(least.values()), 1)
    rows = []
    for outcome, low in least.items():
        results = {item.name: item.shown(value) for item, value in zip(program.fields, outcome, strict=True)}
        rows.append((results, low, min(1.0, nextafter(low + bound, 2))))
    return Estimate(tuple(rows), bound)


START = States({0: 1.0}, 0)
"""Before any die is thrown."""


class _Throws:
    """What the dice of a program come to, die by die."""

    def __init__(self, program: Program, work: Work) -> None:
        self._program, self._work = program, work
        self._raised = (1 << len(program.flags)) - 1
        self._dice: dict[str, States] = {}

    def join(self, mine: States, theirs: States) -> States:
        raised = self._raised
        self._work.take(PAIR * len(mine.chances) * len(theirs.chances))
        joined: dict[int, float] = {}
        known = joined.get
        others = [(state & ~raised, state & raised, share) for state, share in theirs.chances.items()]
        for state, weight in mine.chances.items():
            sums, flags = state & ~raised, state & raised
            for more, also, share in others:
                if (both := weight * share) > RARE:
                    after = sums + more | flags | also
                    joined[after] = known(after, 0.0) + both
        # One product, and as many sums as pairs can meet in a state: more only where flags are raised either way.
        meeting = min(len(mine.chances), len(theirs.chances)) << len(self._program.flags)
        return States(joined, mine.rounded + theirs.rounded + 1 + meeting)

    def throw(self, name: str, count: int) -> States:
        joined, power = START, self.die(name)
        while count:
            if count & 1:
                joined = self.join(joined, power)
            count >>= 1
            power = self.join(power, power) if count else power
        return joined

    def die(self, name: str) -> States:
        if name not in self._dice:
            self._dice[name] = self._thrown(name)
        return self._dice[name]

    def _thrown(self, name: str) -> States:
        die = self._program.dice[name]
        parts: tuple[dict[int, float], dict[int, float]] = {}, {}
        rounded = 0
        for row in die.rows:
            states = States({_state(self._program, row.tallies): 1.0}, 0)
            for add, count in row.adds.items():
                states = self.join(states, self.throw(add, count))
            part = parts[row.again]
            for state, weight in states.chances.items():
                part[state] = part.get(state, 0.0) + weight * (row.weight / die.weight)
            rounded = max(rounded, states.rounded)
        ends, again = (States(part, rounded + 2 + len(die.rows)) for part in parts)
        weights: dict[int, float] = {}
        rounded, going = 0, START
        while going.chances:
            ending = self.join(going, ends)
            for state, weight in ending.chances.items():
                weights[state] = weights.get(state, 0.0) + weight
            rounded = max(rounded, ending.rounded) + 1
            going = self.join(going, again)
        return States(weights, rounded)


def _state(program: Program, tallies: Mapping[str, int]) -> int:
    sums = sum(tallies.get(tally, 0) << ROOM * i for i, tally in enumerate(program.sums))
    flags = sum(1 << i for i, flag in enumerate(program.flags) if tallies.get(flag))
    return sums << len(program.flags) | flags


def _tallies(program: Program, state: int) -> dict[str, int]:
    tallies = {flag: state >> i & 1 for i, flag in enumerate(program.flags)}
    state >>= len(program.flags)
    half = 1 << ROOM - 1
    for tally in program.sums:
        # A sum below 0 has borrowed from the one before it.
        tallies[tally] = (state + half) % (1 << ROOM) - half
        state = state - tallies[tally] >> ROOM
    return tallies
