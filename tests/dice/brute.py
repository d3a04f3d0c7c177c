"""Brute force over the faces of any program, which shares nothing with the engine.

A die that is rolled again is followed until next to nothing is left of it; what is left is the `lost` of a `Law`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

from rulesmod.dice import Program, Tail

NEGLIGIBLE = 1e-9

State = tuple[int, int]
"""All sums as one number, in digits of `BASE`, and the flags that are raised, as bits."""

States = dict[State, Any]
BASE = 2**20


class Law(NamedTuple):
    """The probability of each outcome (the values of all fields), and what was not followed to its end."""

    outcomes: dict[tuple[Any, ...], Any]
    lost: float


def law(program: Program, one: Any = 1.0) -> Law:
    """All outcomes of a program; `one` is `Fraction(1)` for exact numbers, where nothing is rolled again."""
    program = program.tabled()

    @cache
    def together(groups: tuple[tuple[str, int], ...]) -> States:
        states: States = {(0, 0): one}
        for name, count in groups:
            for _ in range(count):
                states = _join(states, die(name))
        return states

    @cache
    def die(name: str) -> States:
        rows = program.dice[name].rows
        cases = sum(row.weight for row in rows)
        last: States = {}
        more: States = {}
        for row in rows:
            sums = sum(row.tallies.get(tally, 0) * BASE**i for i, tally in enumerate(program.sums))
            flags = sum(bool(row.tallies.get(flag)) << i for i, flag in enumerate(program.flags))
            for state, weight in together(tuple(row.adds.items())).items():
                moved = sums + state[0], flags | state[1]
                part = more if row.again else last
                part[moved] = part.get(moved, 0) + one * row.weight / cases * weight
        found: States = {}
        going: States = {(0, 0): one}
        while going:
            for state, weight in _join(going, last).items():
                found[state] = found.get(state, 0) + weight
            going = _join(going, more)
        return found

    def read(state: State) -> dict[str, int]:
        sums, flags = state
        values = dict(program.constants)
        for i, flag in enumerate(program.flags):
            values[flag] = flags >> i & 1
        for tally in program.sums:
            values[tally] = (sums + BASE // 2) % BASE - BASE // 2
            sums = (sums - values[tally]) // BASE
        return values

    outcomes: dict[tuple[Any, ...], Any] = {}
    for state, weight in together(program.pool).items():
        values = read(state)
        brought = tuple(
            (name, count * values[trigger.tally])
            for trigger in program.triggers
            if values[trigger.tally] >= trigger.at_least
            for name, count in trigger.adds.items()
        )
        for final, chance in _join({state: weight}, together(brought)).items():
            outcome = tuple(interpret(item.reading, read(final)) for item in program.fields)
            outcomes[outcome] = outcomes.get(outcome, 0) + chance
    return Law(outcomes, 1 - sum(outcomes.values()))


def _join(mine: States, theirs: States) -> States:
    joined: States = {}
    for (a, raised), p in mine.items():
        for (b, also), q in theirs.items():
            if (weight := p * q) > NEGLIGIBLE:
                state = a + b, raised | also
                joined[state] = joined.get(state, 0) + weight
    return joined


def interpret(reading: Any, values: dict[str, int]) -> Any:
    """What a reading says; a division by 0 gives 0."""
    if not isinstance(reading, list):
        return values[reading] if isinstance(reading, str) else reading
    operator, *operands = (reading[0], *(interpret(operand, values) for operand in reading[1:]))
    return {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "//": lambda a, b: a // b if b else 0,
        "max": lambda a, b: int(max(a, b)),
        "min": lambda a, b: int(min(a, b)),
        "abs": abs,
        "=": lambda a, b: a == b,
        ">=": lambda a, b: a >= b,
        "and": lambda a, b: bool(a and b),
        "or": lambda a, b: bool(a or b),
        "if": lambda condition, then, otherwise: then if condition else otherwise,
    }[operator](*operands)


def within(result: Any, shown: Any) -> bool:
    """Whether a result is one of those that a row shows."""
    if isinstance(shown, Tail):
        return bool(result >= shown.bound if shown.sign == ">=" else result <= shown.bound)
    return bool(result == shown)


def verdicts(mine: Law, theirs: Law, *, needs: int | None, tie_wins: bool) -> Counter[str]:
    """How two programs fare against each other, every pair of main results one by one."""
    counted: Counter[str] = Counter()
    ours, others = (main_results(side) for side in (mine, theirs))
    for (a, p), (b, q) in product(ours.items(), others.items()):
        fails = [needs is not None and result < needs for result in (a, b)]
        if any(fails):
            ending = "neither" if all(fails) else "lose" if fails[0] else "win"
        elif a == b:
            ending = "win" if tie_wins else "tie"
        else:
            ending = "win" if a > b else "lose"
        counted[ending] += p * q
    return counted


def main_results(side: Law) -> dict[int, Any]:
    results: dict[int, Any] = {}
    for (main, *_), chance in side.outcomes.items():
        results[main] = results.get(main, 0) + chance
    return results


def exactly(program: Program) -> Law:
    """The law of a program of which nothing is rolled again, in fractions."""
    return law(program, Fraction(1))


def exploding(sizes: Sequence[int], most: int, read: Callable[[Sequence[int]], int]) -> dict[int, Fraction]:
    """The chance of each number up to `most` that is read of dice which are rolled again on their highest face and
    added up; of all that is beyond for one die, as of one number."""

    def chances(size: int) -> dict[int, Fraction]:
        found = {n: Fraction(1, size) ** (n // size + 1) for n in range(1, most + 1) if n % size}
        return {**found, 1000: 1 - sum(found.values())}

    counted: dict[int, Fraction] = {}
    for cast in product(*(chances(size).items() for size in sizes)):
        number = int(read([value for value, _ in cast]))
        counted[number] = counted.get(number, Fraction(0)) + prod(chance for _, chance in cast)
    return counted


def grown(
    dice: Sequence[tuple[int, set[int]]], read: Callable[[Sequence[int]], int | None]
) -> tuple[dict[int, float], float]:
    """The chance of each number that is read of all faces in order, where some of a die's faces bring another die; and
    that of what is not followed.
    """
    lost = 0.0
    hands: dict[tuple[int, ...], float] = {(): 1.0}
    for size, again in dice:
        runs: dict[tuple[int, ...], float] = {}
        going: dict[tuple[int, ...], float] = {(): 1.0}
        for _ in range(7):
            further: dict[tuple[int, ...], float] = {}
            for run, chance in going.items():
                for face in range(1, size + 1):
                    part, now = further if face in again else runs, tuple(sorted((*run, face)))
                    part[now] = part.get(now, 0.0) + chance / size
            going = further
        lost += sum(going.values())
        joined: dict[tuple[int, ...], float] = {}
        for (hand, one), (run, other) in product(hands.items(), runs.items()):
            now = tuple(sorted(hand + run))
            joined[now] = joined.get(now, 0.0) + one * other
        hands = joined
    counted: dict[int, float] = {}
    for hand, chance in hands.items():
        number = read(hand)
        assert number is not None
        counted[number] = counted.get(number, 0.0) + chance
    return {number: chance - 1e-12 for number, chance in counted.items()}, lost + 2e-12
