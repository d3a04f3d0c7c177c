"""A summary of odds: mean, deviation, least and most, and how often each result is reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from rulesmod.dice.odds import Distribution, Result, Tail
from rulesmod.dice.program import Program
from rulesmod.dice.reading import Reading, settled

MAX_DIGITS = 40
"""A fraction with more digits is shown as a percentage only."""


class Summary(NamedTuple):
    """The numbers of a result; `least` or `most` is None where it has no end there, and mean and deviation then take
    what lies beyond the last single result for that."""

    mean: Fraction
    deviation: float
    least: int | None
    most: int | None

    def __str__(self) -> str:
        least = "no least" if self.least is None else f"least {self.least}"
        most = "no most" if self.most is None else f"most {self.most}"
        about = "about " if self.least is None or self.most is None else ""
        return f"{self.centre(about)}, {least}, {most}"

    def centre(self, about: str = "") -> str:
        """Mean and deviation alone."""
        return f"mean {about}{float(self.mean):.4g}, deviation {about}{self.deviation:.3g}"


def summary_of(rows: Iterable[tuple[Result, Fraction]]) -> Summary | None:
    """The numbers of one result, from its values and their chances; None where it is only yes or no."""
    listed = list(rows)
    if any(isinstance(value, bool) for value, _ in listed):
        return None
    values = [value.bound if isinstance(value, Tail) else int(value) for value, _ in listed]
    ends = {value.direction for value, _ in listed if isinstance(value, Tail)}
    mean = sum((value * chance for value, (_, chance) in zip(values, listed, strict=True)), Fraction(0))
    square = sum((value**2 * chance for value, (_, chance) in zip(values, listed, strict=True)), Fraction(0))
    deviation = sqrt(max(Fraction(0), square - mean**2))
    return Summary(mean, deviation, None if -1 in ends else min(values), None if 1 in ends else max(values))


def mean_of(program: Program) -> Fraction | None:
    """The mean of the main result, exactly, also where that has no end; None where it takes more than the means of the
    single dice: where some are read together, or what they add up to is divided."""
    if program.hands or program.triggers:
        return None

    @cache
    def of_die(name: str, tally: str) -> Fraction:
        die = program.dice[name]
        total = sum(row.weight * (row.tallies.get(tally, 0) + added(row.adds, tally)) for row in die.rows)
        # Who rolls again expects what was expected before.
        return Fraction(total) / (die.weight - sum(row.weight for row in die.rows if row.again))

    def added(dice: Mapping[str, int], tally: str) -> Fraction:
        return sum((count * of_die(name, tally) for name, count in dice.items()), Fraction(0))

    means = {tally: added(dict(program.pool), tally) for tally in program.sums}
    return _linear(settled(program.fields[0].reading, program.constants), means)


def _linear(reading: Reading, means: Mapping[str, Fraction]) -> Fraction | None:
    """Return the mean of a reading that is linear in its tallies. It only adds tallies up, or multiplies them by
    numbers.
    """
    if isinstance(reading, str):
        return means.get(reading)
    if isinstance(reading, int):
        return Fraction(reading)
    operator, *operands = reading
    parts = [_linear(operand, means) for operand in operands]
    if operator not in ("+", "-", "*") or len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    left, right = parts[0], parts[1]
    if operator == "*":
        return left * right if any(isinstance(operand, int) for operand in operands) else None
    return left + right if operator == "+" else left - right


def main_of(distribution: Distribution) -> list[tuple[Result, Fraction]]:
    """The values of the main result and their chances, in order."""
    chances: dict[Result, Fraction] = {}
    for outcome, chance in distribution.rows:
        main = next(iter(outcome.values()))
        chances[main] = chances.get(main, Fraction(0)) + chance
    return list(chances.items())


def at_least_each(chances: Sequence[Fraction]) -> list[Fraction]:
    """How likely each row, or one behind it, comes up, in rows that are in order of their values."""
    return list(accumulate(reversed(chances)))[::-1]


def short_fraction(chance: Fraction) -> str:
    """A fraction as it is shown: "" where it is too long to be read."""
    text = f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)
    return text if len(text) <= MAX_DIGITS else ""
