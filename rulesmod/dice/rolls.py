"""Rolls that can be shown again: the same program and seed give the same dice, here and in the page."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulesmod.dice.die import Row
from rulesmod.dice.digits import to_int
from rulesmod.dice.hand import Hand
from rulesmod.dice.program import Program, Word
from rulesmod.dice.reading import Value, compile_reading
from rulesmod.dice.work import PoolTooLargeError
from rulesmod.records import record

MAX_DICE = 1_000
"""More dice than this are no roll that anybody reads."""

_WORD = 2**32
_WARM_UP = 16


class InvalidSeedError(ValueError):
    """A seed that is not 24 hexadecimal digits."""


def new_seed() -> str:
    """A fresh random seed."""
    return os.urandom(12).hex()


class Sfc32:
    """Chris Doty-Humphrey's generator sfc32: small, fast, and the same in every language.

    Calling it gives the next random number below 2**32.
    """

    def __init__(self, seed: str) -> None:
        """Start from `seed`: 24 hexadecimal digits, the words a, b and c.

        Raises:
            InvalidSeedError: it is not that.
        """
        if len(seed) != 24 or not set(seed) <= set("0123456789abcdefABCDEF"):
            raise InvalidSeedError(f"a seed has 24 hexadecimal digits, `{seed[:40]}` does not")
        self._state = (to_int(seed[:8], 16), to_int(seed[8:16], 16), to_int(seed[16:], 16), 1)
        for _ in range(_WARM_UP):
            self()

    def __call__(self) -> int:
        a, b, c, counter = self._state
        result = (a + b + counter) % _WORD
        rotated = (c << 21 | c >> 11) % _WORD
        self._state = (b ^ b >> 9, (c + (c << 3)) % _WORD, (rotated + result) % _WORD, (counter + 1) % _WORD)
        return result


@record
class Thrown:
    """A die on the table.

    Attributes:
        die: its name; face: what it shows; label: what the rule makes of that.
        tallies: what it adds to the tallies.
        cause: index of the die that was rolled again or that brought this one; None in the first pool,
            -1 where the whole roll brought it.
    """

    die: str
    face: int | str
    label: str
    tallies: Mapping[str, int]
    cause: int | None = None


@record
class Roll:
    """All dice in the order thrown, and what they come to."""

    dice: tuple[Thrown, ...]
    outcome: Mapping[str, Value]

    def to_json(self) -> dict[str, Any]:
        """The roll as JSON-ready data."""
        dice = [
            {
                "die": thrown.die,
                "face": thrown.face,
                "label": thrown.label,
                "tallies": dict(thrown.tallies),
                "cause": thrown.cause,
            }
            for thrown in self.dice
        ]
        return {
            "dice": dice,
            "outcome": {name: str(value) if isinstance(value, Word) else value for name, value in self.outcome.items()},
        }


def roll(program: Program, random: Callable[[], int]) -> Roll:
    """Roll the dice of a program.

    A die that is rolled again follows at once; dice that are added follow after all others.

    Args:
        program: what to roll.
        random: gives random numbers below 2**32, such as an `Sfc32`.

    Raises:
        PoolTooLargeError: it comes to more than `MAX_DICE` dice.
    """
    thrown: list[Thrown] = []
    tallies = dict.fromkeys((*program.sums, *program.flags), 0)

    def count_in(numbers: Mapping[str, int]) -> None:
        for tally, number in numbers.items():
            tallies[tally] = 1 if tally in program.flags else tallies[tally] + number

    def throw(waiting: deque[tuple[str, int, int | None]]) -> None:
        while waiting:
            name, count, cause = waiting.popleft()
            for _ in range(count):
                if hand := program.hands.get(name):
                    dice = _read(program, hand, cause, random, len(thrown))
                    thrown.extend(dice)
                    for one in dice:
                        count_in(one.tallies)
                    continue
                again, source = True, cause
                while again:
                    if len(thrown) == MAX_DICE:
                        raise PoolTooLargeError(f"a roll has at most {MAX_DICE} dice")
                    row = _pick(program.dice[name].rows, random)
                    thrown.append(Thrown(name, row.face, row.label, row.tallies, source))
                    source, again = len(thrown) - 1, row.again
                    count_in(row.tallies)
                    waiting.extend((add, number, source) for add, number in row.adds.items())

    throw(deque((name, count, None) for name, count in program.pool))
    brought = [
        (name, number * tallies[trigger.tally], -1)
        for trigger in program.triggers
        if tallies[trigger.tally] >= trigger.at_least
        for name, number in trigger.adds.items()
    ]
    throw(deque(brought))
    values: dict[str, Value] = {**tallies, **program.constants}
    outcome = {item.name: item.shown(compile_reading(item.reading, program.names)(values)) for item in program.fields}
    return Roll(tuple(thrown), outcome)


def _thrown(program: Program, hand: Hand, random: Callable[[], int]) -> list[_Lot]:
    """Throw the dice of a hand, each again as often as its faces say."""
    lots: list[_Lot] = []
    for index, group in enumerate(hand.groups):
        rows = program.dice[group.die].rows
        for _ in range(group.number):
            run = [(group.die, _pick(rows, random))]
            while run[-1][1].again and len(run) <= MAX_DICE:
                run.append((group.die, _pick(rows, random)))
            if hand.drawn:
                rows = tuple(replace(row, weight=row.weight - (row is run[0][1])) for row in rows)
            lots += [_Lot(index, part, at > 0) for at, part in enumerate(_single(run) if hand.grows else [run])]
    return lots


def _read(program: Program, hand: Hand, cause: int | None, random: Callable[[], int], before: int) -> list[Thrown]:
    """The dice of a hand; those that do not count say so, and the last that does has what all come to."""
    lots = _thrown(program, hand, random)
    if before + sum(len(lot.dice) for lot in lots) > MAX_DICE:
        raise PoolTooLargeError(f"a roll has at most {MAX_DICE} dice")
    hand = hand.thrown(len(lots)) if hand.grows else hand
    values, placed = (0,) * len(hand.each), 0
    for face in sorted({lot.value for lot in lots}):
        shown = [sum((lot.value, lot.group) == (face, index) for lot in lots) for index in range(len(hand.groups))]
        values, placed = hand.after(values, face, shown, placed), placed + sum(shown)
    order = sorted(range(len(lots)), key=lambda at: lots[at].value)
    counting = set(order[hand.first : hand.last])
    results: list[Thrown] = []
    for at, lot in enumerate(lots):
        for again, (die, row) in enumerate(lot.dice):
            source = before + len(results) - 1 if again or lot.follows else cause
            results.append(Thrown(die, row.face, row.label if at in counting else "dropped", {}, source))
    last = max((at for at, one in enumerate(results) if one.label != "dropped"), default=-1)
    results[last] = replace(results[last], tallies=hand.tallies(values))
    return results


class _Lot:
    """Dice that count as one of a `group`: a die and what it is rolled again to. It `follows` the lot before it if that
    brought it.
    """

    def __init__(self, group: int, dice: list[tuple[str, Row]], follows: bool) -> None:
        self.group, self.dice, self.follows = group, dice, follows
        # What is rolled anew leaves no trace.
        self.value = sum(to_int(row.face) for _, row in dice if row.tallies or not row.again)


def _single(run: list[tuple[str, Row]]) -> list[list[tuple[str, Row]]]:
    """Return dice of their own, each with those that it was before it was rolled anew."""
    parts: list[list[tuple[str, Row]]] = [[]]
    for die, row in run:
        parts[-1].append((die, row))
        if row.tallies and row.again:
            parts.append([])
    return parts


def _pick(rows: tuple[Row, ...], random: Callable[[], int]) -> Row:
    """A row by weight, without bias: numbers beyond the last full round of cases are thrown away."""
    weight = sum(row.weight for row in rows)
    number = random()
    while number >= _WORD - _WORD % weight:
        number = random()
    number %= weight
    for row in rows:
        number -= row.weight
        if number < 0:
            return row
    raise AssertionError("the weights of a die add up to its weight")
