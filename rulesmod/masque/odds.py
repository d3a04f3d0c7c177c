"""Chances of Masque: exact where they can be, and simulated with a bound on the error where not.

Exact are the chance to meet one's own average, and a bit that is played by policies: `every_way` runs the real
procedure along every way that its dice can fall. Whole set-tos are simulated (`duel`), with Wilson's interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod, sqrt

from rulesmod.dice import Sfc32
from rulesmod.masque.casts import DOUBLED, LEAST_NATURAL, Part, die_average2, lowest, part_average2
from rulesmod.masque.entries import deciding
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.playing import Decide, by_policies, play, run
from rulesmod.masque.policies import BOLD, PLAIN, Policy
from rulesmod.masque.setto import play_bit
from rulesmod.masque.showing import open_stage
from rulesmod.masque.state import ENTOURAGE, TROUPE, Random, Stage

NEGLIGIBLE = Fraction(1, 2**64)
"""Chains of negative naturals rarer than this are left undecided; what they weigh is in the answer."""

RAREST = Fraction(1, 2**32)
"""Ways of the real procedure that are rarer are not followed to their end."""

TRIALS = 300
"""Set-tos behind each simulated chance of the table."""

CONFIDENCE = 1.96
"""Standard deviations of an interval that holds 95 % of the time."""

# Meeting one's own average


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability between two exact bounds, equal but for castings whose negative dice may go on for ever."""

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

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


def kept(part: Part) -> Iterator[tuple[int, int, Fraction]]:
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
    chance = prod((sum(odds for _, face, odds in kept(part) if face == 1) for part in ones), start=Fraction(1))
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
    at least as much as it asks for, so whatever follows meets it too.
    """
    rows: list[tuple[tuple[int, int], Fraction]] = []
    undecided = Fraction(0)
    average = part_average2(part)
    first = {(size, part.sign * size) for size in (part.size, part.other)}
    open_chains: list[tuple[int, int, int, Fraction]] = []
    for size, face, chance in kept(part):
        value = part.sign * face
        if rerolled and size >= LEAST_NATURAL and (size, value) in first:
            open_chains.append((size, value, average, chance))
        else:
            rows.append(((value, average), chance))
    while open_chains:
        size, value, asked, chance = open_chains.pop()
        if part.sign > 0 and 2 * value - asked > slack:
            rows.append(((value, asked), chance))
        elif part.sign < 0 and chance < NEGLIGIBLE:
            undecided += chance
        else:
            for face, share in faces(size):
                further = value + part.sign * face
                if face == size:
                    open_chains.append((size, further, asked + average, chance * share))
                else:
                    rows.append(((further, asked + average), chance * share))
    return _weighed(rows), undecided


def monster_meets(name: str) -> Chance:
    """The chance that a monster meets its average when every natural is rerolled, abilities apart."""
    return meets_average(MONSTERS[name].cast, rerolled=True, undone=True)


def meets(parts: list[Part]) -> Fraction:
    """The chance that a role actor's Cast meets its average; its naturals are not added."""
    return meets_average(parts, rerolled=False).low


def die_bounds(size: int) -> tuple[int, int, Fraction]:
    """A die's lowest and highest face, and its average."""
    return lowest(size), size, Fraction(die_average2(size), 2)


# The real procedure, along every way


class _TooRareError(Exception):
    """A way that is not followed to its end."""


class _Ways:
    """Takes a procedure along one way after the other: wherever it asks for a number below a limit, ways part."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        self.at = 0

    def __call__(self) -> int:
        return _Parting(self)

    def part(self, limit: int) -> int:
        """The number that this way takes next."""
        if self.at == len(self.path):
            if self.chance < RAREST:
                raise _TooRareError
            self.path.append((0, limit))
        self.at += 1
        return self.path[self.at - 1][0]

    def turn(self) -> bool:
        """Go on to the next way; says whether there is one."""
        self.at = 0
        while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
            self.path.pop()
        if self.path:
            taken, limit = self.path[-1]
            self.path[-1] = taken + 1, limit
        return bool(self.path)

    @property
    def chance(self) -> Fraction:
        return Fraction(1, prod(limit for _, limit in self.path))


class _Parting(int):
    """A random number that is known only once it is asked for its remainder."""

    ways: _Ways

    def __new__(cls, ways: _Ways) -> _Parting:
        number = super().__new__(cls, 0)
        number.ways = ways
        return number

    def __mod__(self, limit: int) -> int:
        return self.ways.part(limit)


def every_way(make: Callable[[Random], Stage], follow: Callable[[Stage], None]) -> Iterator[tuple[Fraction, Stage]]:
    """All ends of a procedure with their probabilities.

    A way rarer than `RAREST` is given up, so that naturals of naturals come to an end: what the probabilities lack
    of 1 is undecided. By the policy `PLAIN` nothing is.
    """
    ways = _Ways()
    more = True
    while more:
        stage = make(ways)
        try:
            follow(stage)
        except _TooRareError:
            more = ways.turn()
        else:
            chance = ways.chance
            more = ways.turn()
            yield chance, stage


Outcome = tuple[int, int, int]
"""Of one bit: the striking side (-1: parley), hits that the troupe took, hits that the entourage took."""


def one_bit(troupe: list[str], entourage: list[str], policy: Policy = PLAIN) -> dict[Outcome, Fraction]:
    """The exact chances of what the first bit of a set-to brings, both sides by a policy."""
    choose = by_policies(policy, policy)
    found: dict[Outcome, Fraction] = {}
    for chance, stage in every_way(_opener(troupe, entourage), lambda stage: run(stage, play_bit(stage), choose)):
        outcome = outcome_of(stage)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def outcome_of(stage: Stage) -> Outcome:
    """What a bit brought."""
    hits = [sum(actor.struck for actor in stage.actors if actor.side == side) for side in (TROUPE, ENTOURAGE)]
    return stage.striking, hits[0], hits[1]


def _opener(troupe: list[str], entourage: list[str]) -> Callable[[Random], Stage]:
    return lambda random: open_stage(troupe, entourage, random)


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


def simulate_bit(
    troupe: list[str], entourage: list[str], trials: int, policy: Policy = PLAIN
) -> dict[Outcome, Estimate]:
    """The same as `one_bit`, by trial."""
    counts: dict[Outcome, int] = {}
    choose = by_policies(policy, policy)
    for number in range(trials):
        stage = open_stage(troupe, entourage, Sfc32(f"{number:024x}"))
        run(stage, play_bit(stage), choose)
        counts[outcome_of(stage)] = counts.get(outcome_of(stage), 0) + 1
    return {outcome: Estimate(count, trials) for outcome, count in counts.items()}


def duel(troupe: list[str], entourage: list[str], trials: int = TRIALS, choose: Decide | None = None) -> Estimate:
    """How often the troupe puts the whole entourage out of action, in set-tos from the seeds 0, 1, 2, ..."""
    won = 0
    for number in range(trials):
        stage = play(open_stage(troupe, entourage, Sfc32(f"{number:024x}")), choose or by_policies(BOLD, BOLD))
        won += all(actor.out for actor in stage.actors if actor.side == ENTOURAGE)
    return Estimate(won, trials)
