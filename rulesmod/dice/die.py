"""A die as a table of rows, and what contradicts itself in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TypeAlias

from rulesmod.records import record

MAX_WEIGHT = 2**32
"""The weights of a die add up to this at most: one random word then picks a row without bias."""

_number = itemgetter(1)
_does = attrgetter("tallies", "again", "adds")
_weight = attrgetter("weight")

Pairs: TypeAlias = tuple[tuple[str, int], ...]


class InvalidProgramError(ValueError):
    """A program that contradicts itself; the message says where."""


@record
class Row:
    """One face of a die.

    Attributes:
        face: what the die shows, a number or a word.
        weight: how many of the die's equally likely cases show it.
        tallies: what it adds to each tally it touches; any number but 0 raises a flag.
        again: whether the die is then rolled once more, its tallies so far kept.
        adds: dice that come into the roll, by name, and how many of each; not on a row that is rolled again.
        label: the rule's reading of the face, in the book's words ("counts 1").
    """

    face: int | str
    weight: int = 1
    tallies: Mapping[str, int] = field(default_factory=dict)
    again: bool = False
    adds: Mapping[str, int] = field(default_factory=dict)
    label: str = ""


@record
class Die:
    """A table of rows."""

    rows: tuple[Row, ...]

    @cached_property
    def weight(self) -> int:
        """The number of equally likely cases."""
        return sum(map(_weight, self.rows))

    @cached_property
    def merged(self) -> dict[tuple[Pairs, bool, Pairs], int]:
        """Return the total weight of rows with the same effect. The key is tallies, again and adds, without zeros."""
        merged: dict[tuple[Pairs, bool, Pairs], int] = {}
        for (tallies, again, adds), rows in groupby(self.rows, _does):  # Many rows do what the one before does.
            key = tuple(filter(_number, tallies.items())), again, tuple(filter(_number, adds.items()))
            if weight := sum(map(_weight, rows)):
                merged[key] = merged.get(key, 0) + weight
        return merged


def check_die(name: str, die: Die, *, is_rolled: bool = True) -> None:
    """Say what contradicts itself in a die alone.

    Raises:
        InvalidProgramError: it cannot be rolled, or its rows want what there is not.
    """
    if all(row.again for row in die.rows if row.weight):
        raise InvalidProgramError(f"`{name}` has no face that stays")
    if die.weight <= 0 or (is_rolled and die.weight > MAX_WEIGHT) or any(row.weight < 0 for row in die.rows):
        raise InvalidProgramError(f"the weights of `{name}` do not add up to 1 to {MAX_WEIGHT}")
    for row in die.rows:
        if row.again and row.adds:
            raise InvalidProgramError(f"`{name}` is rolled again and adds dice on the same row")
        for add, count in row.adds.items():
            if count < 0:
                raise InvalidProgramError(f"{count} dice `{add}`")
