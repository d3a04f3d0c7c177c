"""What the dice of a program come to: rows that do the same as one, and how far each die reaches."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rulesmod.dice.program import InvalidProgramError, Program


class Effect(NamedTuple):
    """What rows of a die do; `flags` is a bit mask."""

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
        reach: how far one throw of it takes the open tally at most, either way.
        stride: how far it goes further when every die is rolled again once.
        direction: where the open tally goes then: 1, -1; 0 if no die ever is rolled again.
        grows: whether this die itself, not only one that it adds, can be rolled again.
    """

    effects: dict[Effect, int]
    added: dict[str, int]
    low: tuple[int, ...]
    high: tuple[int, ...]
    reach: int
    stride: int
    direction: int
    grows: bool


class Shapes(NamedTuple):
    """The dice that a program can roll; `sums` are its tallies, the open one, if any, last."""

    sums: tuple[str, ...]
    open: bool
    dice: dict[str, Shape]

    def direction(self, name: str, count: int) -> int:
        """Where so many dice take the open tally."""
        return self.dice[name].direction if count else 0


@lru_cache(maxsize=64)
def shapes_of(program: Program) -> Shapes:
    """Look through the dice that a program can roll.

    Raises:
        InvalidProgramError: it grows without end in more than one tally, or a die in both directions.
    """
    reachable = {name for name, count in program.pool if count}
    reachable.update(name for trigger in program.triggers for name in trigger.adds)
    for name in reversed(list(program.dice)):
        if name in reachable:
            reachable.update(add for _, _, adds in program.dice[name].merged for add, _ in adds)
    names = [name for name in program.dice if name in reachable]
    growing = {
        tally
        for name in names
        for tallies, again, _ in program.dice[name].merged
        if again
        for tally, _ in tallies
        if tally in program.sums
    }
    if len(growing) > 1:
        tallies = " and ".join(f"`{tally}`" for tally in sorted(growing))
        raise InvalidProgramError(f"only one tally can grow without end, not {tallies}")
    if any(trigger.tally in growing for trigger in program.triggers):
        raise InvalidProgramError("a tally that grows without end cannot bring dice")
    sums = tuple(sorted(program.sums, key=lambda tally: tally in growing))
    dice: dict[str, Shape] = {}
    for name in names:
        dice[name] = _shape(program, name, sums, dice)
    return Shapes(sums, bool(growing), dice)


def _shape(program: Program, name: str, sums: tuple[str, ...], known: dict[str, Shape]) -> Shape:
    effects = _effects(program, name, sums)
    added: dict[str, int] = {}
    for effect in effects:
        for add, count in effect.adds:
            added[add] = max(count, added.get(add, 0))

    steps = [effect.sums for effect in effects if effect.again]
    directions = {known[add].direction for add in added} - {0}
    for step in steps:
        if not step[-1:] > (0,) and not step[-1:] < (0,):
            raise InvalidProgramError(f"`{name}` can be rolled again without moving its tally")
        directions.add(1 if step[-1] > 0 else -1)
    if len(directions) > 1:
        raise InvalidProgramError(f"`{name}` can grow without end both up and down")

    ends = [effect for effect in effects if not effect.again]
    low, high = [
        [
            tuple(
                own + sum(count * getattr(known[add], end)[i] for add, count in effect.adds)
                for i, own in enumerate(effect.sums)
            )
            for effect in ends
        ]
        for end in ("low", "high")
    ]
    return Shape(
        effects,
        added,
        low=tuple(map(min, zip(*low, strict=True))),
        high=tuple(map(max, zip(*high, strict=True))),
        reach=max(
            abs(effect.sums[-1] if sums else 0) + sum(count * known[add].reach for add, count in effect.adds)
            for effect in effects
        ),
        stride=max((abs(step[-1]) for step in steps), default=0)
        + sum(known[add].stride * most for add, most in added.items()),
        direction=directions.pop() if directions else 0,
        grows=bool(steps),
    )


def _effects(program: Program, name: str, sums: tuple[str, ...]) -> dict[Effect, int]:
    effects: dict[Effect, int] = {}
    for (pairs, again, adds), weight in program.dice[name].merged.items():
        tallies = dict(pairs)
        effect = Effect(
            tuple([tallies.get(tally, 0) for tally in sums]),
            sum([1 << i for i, flag in enumerate(program.flags) if flag in tallies]),
            again,
            adds,
        )
        effects[effect] = effects.get(effect, 0) + weight
    effects.pop(Effect((0,) * len(sums), 0, True, ()), None)  # no trace of it: the other rows decide
    return effects
