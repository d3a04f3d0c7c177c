"""The shapes of a program's dice: rows that do the same as one, how far each die reaches, and which dice can come into
a roll at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import neg
from typing import NamedTuple, TypeAlias

from rulesmod.dice.die import Die, InvalidProgramError
from rulesmod.dice.program import Program, Trigger
from rulesmod.dice.work import PoolTooLargeError

Weights: TypeAlias = dict[int, Fraction]
"""Weight by value; as a step, by how far the value moves."""

Groups: TypeAlias = tuple[tuple[str, int], ...]
"""Dice by name, and how many of each."""


_ONE_WAY = "dice that are rolled again must take one tally one way, and that brings no dice"


class EndlessError(PoolTooLargeError, InvalidProgramError):
    """Dice without end whose exact odds nobody knows here; they roll, and their odds can be estimated."""


class Effect(NamedTuple):
    """The effect of rows of a die; `flags` is a bit mask."""

    sums: tuple[int, ...]
    flags: int
    again: bool
    adds: tuple[tuple[str, int], ...]


class Shape(NamedTuple):
    """One die.

    Attributes:
        effects: the weight of each effect.
        added: the most of each die that it adds at once.
        low, high: per sum, the least and the most that it comes to without being rolled again, the dice
            that it adds included.
        reach: per sum, how far one throw of it takes that at most, either way.
        direction: where the open tally goes when dice are rolled again: 1, -1; 0 if no die ever is.
    """

    effects: dict[Effect, int]
    added: dict[str, int]
    low: tuple[int, ...]
    high: tuple[int, ...]
    reach: tuple[int, ...]
    direction: int


class Shapes(NamedTuple):
    """The dice that a program can roll.

    Attributes:
        sums: its tallies, the open one, if any, last.
        open: whether there is one.
        dice: all of them.
        brought: how many dice the triggers bring at most.
        thrown: the pool and what is brought, without the dice that these add.
    """

    sums: tuple[str, ...]
    open: bool
    dice: dict[str, Shape]
    brought: dict[str, int]
    thrown: Groups

    @property
    def directions(self) -> set[int]:
        """Where dice take the open tally: 1, -1, both or none."""
        return {self.dice[name].direction for name, _ in self.thrown} - {0}

    def reach(self) -> tuple[int, ...]:
        """Return how far one throw of all dice takes each sum at most, either way."""
        return _reach(self.dice, self.thrown, len(self.sums))

    def steps(self, subsets: Iterable[int] = (-1,)) -> list[Weights]:
        """Return the weighted steps of the open tally when dice are rerolled. Steps go either way.

        Args:
            subsets: the sets of flags (as bit masks) that may be raised, or any: a die has a step for each in
                which it goes on otherwise.
        """
        steps: list[Weights] = []
        waiting = list(self.thrown)
        while waiting:
            name, count = waiting.pop()
            different: list[Weights] = []
            for subset in subsets:
                step = self._step(name, subset)
                if step and step not in different:
                    different.append(step)
            steps += different * count
            waiting += [(add, most * count) for add, most in self.dice[name].added.items()]
        return steps

    def _step(self, name: str, subset: int) -> Weights:
        effects = self.dice[name].effects
        cases, step = sum(effects.values()), Weights()
        for effect, weight in effects.items():
            if effect.again and not effect.flags & ~subset:
                move = abs(effect.sums[-1])
                step[move] = step.get(move, Fraction(0)) + Fraction(weight, cases)
        return step


@lru_cache(maxsize=64)
def shapes_of(program: Program) -> Shapes:
    """Look through the dice that a program can roll.

    Raises:
        InvalidProgramError: it grows without end in more than one tally, or a die in both directions.
    """
    growing = {
        tally
        for die in program.dice.values()
        for tallies, again, _ in die.merged
        if again
        for tally, _ in tallies
        if tally in program.sums
    }
    if len(growing) > 1 or any(trigger.tally in growing for trigger in program.triggers):
        raise EndlessError(_ONE_WAY)
    sums = tuple(sorted(program.sums, key=growing.__contains__)) if growing else program.sums
    dice: dict[str, Shape] = {}
    places = {tally: i for i, tally in enumerate(sums)}
    bits = {flag: 1 << i for i, flag in enumerate(program.flags)}
    for name, die in program.dice.items():
        dice[name] = _shape(_effects(die, places, bits), sums, dice)
    pool = tuple([group for group in program.pool if group[1]])
    brought: dict[str, int] = {}
    if program.triggers:
        brought = bring(program.triggers, dict(zip(sums, _reach(dice, pool, len(sums)), strict=True)))
    return Shapes(sums, bool(growing), dice, brought, (*pool, *brought.items()))


def degree_of(steps: Sequence[Weights]) -> int:
    """Return how many weights of an open tally in a row decide all further ones.

    Dice are a fraction with the steps as its denominator. Its numerator is no longer than what the dice reach in one
    throw and the denominator together, since some rows lack the denominators that others need.
    """
    return sum(max(step) for step in steps)


def bring(triggers: Sequence[Trigger], tallies: Mapping[str, int]) -> dict[str, int]:
    """The dice that triggers bring to a roll, by the tallies that it comes to."""
    brought: dict[str, int] = {}
    for trigger in triggers:
        times = tallies[trigger.tally]
        for name, count in trigger.adds.items():
            if times >= trigger.at_least and times * count > 0:
                brought[name] = brought.get(name, 0) + count * times
    return brought


def _reach(dice: Mapping[str, Shape], groups: Groups, sums: int) -> tuple[int, ...]:
    return tuple(sum(count * dice[name].reach[i] for name, count in groups) for i in range(sums))


def _shape(effects: dict[Effect, int], sums: tuple[str, ...], known: dict[str, Shape]) -> Shape:
    if not [effect for effect in effects if effect.again or effect.adds]:
        columns = list(zip(*[effect.sums for effect in effects], strict=True))
        least, most = tuple(map(min, columns)), tuple(map(max, columns))
        return Shape(effects, {}, least, most, tuple(map(max, map(neg, least), most)), 0)

    added: dict[str, int] = {}
    for effect in effects:
        for add, count in effect.adds:
            added[add] = max(count, added.get(add, 0))
    directions = {known[add].direction for add in added} - {0}
    for effect in effects:
        if effect.again:
            move = effect.sums[-1] if sums else 0
            directions.add((move > 0) - (move < 0))
    if 0 in directions or len(directions) > 1:
        raise EndlessError(_ONE_WAY)

    def extents(effects: Iterable[Effect], end: str) -> list[tuple[int, ...]]:
        """Return how far each of some effects takes the sums with the dice that it adds, sum by sum."""
        columns = []
        for effect in effects:
            by = effect.sums if end != "reach" else tuple(map(abs, effect.sums))
            for add, count in effect.adds:
                by = tuple([own + count * more for own, more in zip(by, getattr(known[add], end), strict=True)])
            columns.append(by)
        return list(zip(*columns, strict=True))

    ends = [effect for effect in effects if not effect.again]
    low = extents(ends, "low")
    high = extents(ends, "high") if added else low
    return Shape(
        effects,
        added,
        low=tuple(map(min, low)),
        high=tuple(map(max, high)),
        reach=tuple(map(max, extents(effects, "reach"))),
        direction=directions.pop() if directions else 0,
    )


def _effects(die: Die, places: Mapping[str, int], bits: Mapping[str, int]) -> dict[Effect, int]:
    effects: dict[Effect, int] = {}
    for (tallies, again, adds), weight in die.merged.items():
        if again and not tallies and not adds:
            continue  # No trace of it: the other rows decide.
        flags, moves = 0, [0] * len(places)
        for tally, number in tallies:
            if tally in places:
                moves[places[tally]] = number
            else:
                flags |= bits[tally]
        effect = Effect(tuple(moves), flags, again, adds)
        effects[effect] = effects.get(effect, 0) + weight
    return effects
