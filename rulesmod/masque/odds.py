"""Chances of Masque: exact where they can be, and simulated with a bound on the error where not.

The chance to meet one's own average is exact; set-tos are simulated (`duel`), with Wilson's interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod, sqrt

from rulesmod.dice import Sfc32
from rulesmod.masque.casts import DOUBLED, MIN_NATURAL, Part, part_average2
from rulesmod.masque.entries import deciding
from rulesmod.masque.playing import play
from rulesmod.masque.showing import open_stage
from rulesmod.masque.state import ENTOURAGE

NEGLIGIBLE = Fraction(1, 2**52)
"""Chains of naturals rarer than this are left undecided; what they weigh is in the answer."""

TRIALS = 300
"""Set-tos behind each simulated chance of the table."""

CONFIDENCE = 1.96
"""Standard deviations of an interval that holds 95 % of the time."""

# Meeting one's own average


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability between two exact bounds. They differ only for castings whose negative dice may go on for ever."""

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)


Weighed = dict[tuple[int, int], Fraction]
"""Castings: the probability of what a die or several come to, and of twice the average to be met."""


def faces(size: int) -> Iterator[tuple[int, Fraction]]:
    """The faces of a die and their probabilities; a doubled die is folded from two (Dice Notation)."""
    if size in DOUBLED:
        ways = (size - 1) ** 2
        for face in range(1, size + 1):
            yield face, Fraction(size - 1 if face == size else size - 2, ways)
    elif size == 1:
        yield from ((face, Fraction(1, 2)) for face in (0, 1))
    else:
        yield from ((face, Fraction(1, size)) for face in range(1, size + 1))


def remaining(part: Part) -> Iterator[tuple[int, int, Fraction]]:
    """The die type and value that a part of a Cast leaves on the table (Cast Modifiers)."""
    if not part.keep:
        yield from ((part.size, face, chance) for face, chance in faces(part.size))
        return
    for one, first in faces(part.size):
        for two, second in faces(part.other):
            wins = one < two if part.keep == "least" else one > two
            takes_first = wins if one != two else part.size < part.other
            yield (part.size if takes_first else part.other), (one if takes_first else two), first * second


def meets_average(parts: Sequence[Part], *, rerolled: bool, undone: bool = False) -> Chance:
    """The chance that a Cast meets its own average (Average Roll Comparisons).

    Without what abilities bring. A constant stands on both sides and changes nothing but a casting below 1.

    Args:
        parts: the dice.
        rerolled: whether every natural is rerolled and added, as monsters may (Naturals +Rerolls).
        undone: whether ones nullify the casting, as they do a monster's (Nullified castings).
    """
    whole = _meets_average(tuple(parts), (), rerolled=rerolled)
    if not undone:
        return whole
    ones = tuple(deciding(parts))
    others = list(parts)
    for part in ones:
        others.remove(part)
    chance = prod((sum(odds for _, face, odds in remaining(part) if face == 1) for part in ones), start=Fraction(1))
    lost = _meets_average(tuple(others), ones, rerolled=rerolled)
    return Chance(whole.low - chance * lost.high, whole.high - chance * lost.low)


@lru_cache(maxsize=256)  # A bestiary has the same casts again and again.
def _meets_average(parts: tuple[Part, ...], ones: tuple[Part, ...], *, rerolled: bool) -> Chance:
    """The chance with dice that are thrown, and with some that show 1."""
    slack = 2 * sum(max(part.size, part.other) for part in (*parts, *ones))
    table: Weighed = {(sum(part.sign for part in ones), sum(map(part_average2, ones))): Fraction(1)}
    undecided = Fraction(0)
    for part in parts:
        rows, rest = _chain(part, slack, rerolled=rerolled)
        table = _weighed(((a + c, b + d), p * q) for (a, b), p in table.items() for (c, d), q in rows.items())
        undecided += rest
    fair = (chance for (casting, average), chance in table.items() if casting >= 1 and 2 * casting >= average)
    low = sum(fair, Fraction(0))
    return Chance(low, low + undecided)


def _weighed(ways: Iterable[tuple[tuple[int, int], Fraction]]) -> Weighed:
    """Ways that come to the same, taken together."""
    table: Weighed = {}
    for casting, chance in ways:
        table[casting] = table.get(casting, 0) + chance
    return table


def _chain(part: Part, slack: int, *, rerolled: bool) -> tuple[Weighed, Fraction]:
    """One part with its naturals, and how much of it is left undecided.

    A positive chain ends where the rest of the Cast can no longer keep it from the average: each natural brings
    at least as much as it asks for, so whatever follows meets it too. Those of a small die that is kept beside a large
    one bring hardly more, or less.
    """
    rows: list[tuple[tuple[int, int], Fraction]] = []
    undecided = Fraction(0)
    average = part_average2(part)
    first = {(size, part.sign * size) for size in (part.size, part.other)}
    open_chains: list[tuple[int, int, int, Fraction]] = []
    for size, face, chance in remaining(part):
        value = part.sign * face
        if rerolled and size >= MIN_NATURAL and (size, value) in first:
            open_chains.append((size, value, average, chance))
        else:
            rows.append(((value, average), chance))
    while open_chains:
        size, value, target, chance = open_chains.pop()
        if part.sign > 0 and 2 * value - target > slack:
            rows.append(((value, target), chance))
        elif chance < NEGLIGIBLE:
            undecided += chance
        else:
            for face, share in faces(size):
                further = value + part.sign * face
                if face == size:
                    open_chains.append((size, further, target + average, chance * share))
                else:
                    rows.append(((further, target + average), chance * share))
    return _weighed(rows), undecided


def meets(parts: list[Part]) -> Fraction:
    """The chance that a role actor's Cast meets its average; its naturals are not added."""
    return meets_average(parts, rerolled=False).low


# Simulation


@dataclass(frozen=True, slots=True)
class Estimate:
    """A simulated chance: how often it happened, in how many trials."""

    hits: int
    trials: int

    @property
    def share(self) -> float:
        return self.hits / self.trials

    def interval(self, deviations: float = CONFIDENCE) -> tuple[float, float]:
        """Wilson's score interval."""
        square = deviations**2
        middle = (self.share + square / (2 * self.trials)) / (1 + square / self.trials)
        spread = sqrt(self.share * (1 - self.share) / self.trials + square / (4 * self.trials**2))
        reach = deviations * spread / (1 + square / self.trials)
        return max(0.0, middle - reach), min(1.0, middle + reach)


def duel(troupe: list[str], entourage: list[str], trials: int = TRIALS) -> Estimate:
    """Estimate how often the troupe puts the whole entourage out of action. It plays set-tos from the seeds 0, 1, 2,
    ...
    """
    won = 0
    for number in range(trials):
        stage = play(open_stage(troupe, entourage, Sfc32(f"{number:024x}")))
        won += all(actor.out for actor in stage.actors if actor.side == ENTOURAGE)
    return Estimate(won, trials)
