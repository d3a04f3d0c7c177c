"""The dice table: what is rolled and how it is read, as data (the IR).

A die is a table of rows; a pool is dice; readings of the tallies give the outcome. Python runs a
`Program` for exact odds and rolls, and its JSON form is run by the page with the same meaning.

A row may send its die back into the cup (`again`) and bring further dice (`adds`). A tally is a sum or
a flag, which only says whether any die raised it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from rulesmod.dice.reading import InvalidReadingError, Reading, compile_reading

MAX_WEIGHT = 2**32
"""The weights of a die add up to this at most: one random word then picks a row without bias."""


Pairs: TypeAlias = tuple[tuple[str, int], ...]


class InvalidProgramError(ValueError):
    """A program that contradicts itself; the message says where."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True)
class Die:
    """A table of rows."""

    rows: tuple[Row, ...]

    @cached_property
    def weight(self) -> int:
        """The number of equally likely cases."""
        return sum(row.weight for row in self.rows)

    @cached_property
    def merged(self) -> dict[tuple[Pairs, bool, Pairs], int]:
        """Tallies, again and adds of the rows, without zeros, and the weight of all rows that share them."""
        merged: dict[tuple[Pairs, bool, Pairs], int] = {}
        for row in self.rows:
            tallies = tuple([item for item in row.tallies.items() if item[1]])
            adds = tuple([item for item in row.adds.items() if item[1]])
            if row.weight:
                key = tallies, row.again, adds
                merged[key] = merged.get(key, 0) + row.weight
        return merged


@dataclass(frozen=True, slots=True)
class Trigger:
    """Dice that a whole roll brings in: once all others lie, and once only.

    Where the tally named `tally` is `at_least` or more, `adds` come for each of it.
    """

    tally: str
    at_least: int
    adds: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Field:
    """One result of an outcome: `label` is what readers call it."""

    name: str
    label: str
    reading: Reading


@dataclass(frozen=True, eq=False)
class Program:
    """Dice to roll and how to read them. Programs are told apart by identity; compare their JSON.

    Attributes:
        dice: all dice that can come into the roll, by the name that readers see ("d8").
        pool: how many of each are rolled at first, in order.
        fields: the outcome; the first is the main result, which targets and opponents are held against.
        sums, flags: the tallies, by kind.
        constants: further values for the readings (a modifier).
        triggers: dice that depend on the whole roll.
        needs: in a contest, the main result below which nobody wins; None if the higher one always does.
        tie_wins: whether reaching the other's result is enough to win.
    """

    dice: Mapping[str, Die]
    pool: tuple[tuple[str, int], ...]
    fields: tuple[Field, ...]
    sums: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    triggers: tuple[Trigger, ...] = ()
    needs: int | None = None
    tie_wins: bool = False

    def __post_init__(self) -> None:
        _validate(self)

    @property
    def main(self) -> str:
        """The name of the main result."""
        return self.fields[0].name

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All values that readings may use."""
        return (*self.sums, *self.flags, *self.constants)

    def to_json(self) -> dict[str, Any]:
        """The IR as JSON-ready data; `program.schema.json` describes it."""
        return {
            "dice": {name: [_row_to_json(row) for row in die.rows] for name, die in self.dice.items()},
            "pool": [list(group) for group in self.pool],
            "fields": [{"name": item.name, "label": item.label, "reading": item.reading} for item in self.fields],
            "sums": list(self.sums),
            "flags": list(self.flags),
            "constants": dict(self.constants),
            "triggers": [
                {"tally": item.tally, "at_least": item.at_least, "adds": _pairs(item.adds)} for item in self.triggers
            ],
            "needs": self.needs,
            "tie_wins": self.tie_wins,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Program:
        """Read the IR back.

        Raises:
            InvalidProgramError: the data contradicts itself.
            KeyError, TypeError: the data does not follow the schema.
        """
        return cls(
            dice={
                name: Die(tuple(Row(**{**row, "adds": dict(row["adds"])}) for row in rows))
                for name, rows in data["dice"].items()
            },
            pool=tuple((name, count) for name, count in data["pool"]),
            fields=tuple(Field(**item) for item in data["fields"]),
            sums=tuple(data["sums"]),
            flags=tuple(data["flags"]),
            constants=data["constants"],
            triggers=tuple(Trigger(**{**item, "adds": dict(item["adds"])}) for item in data["triggers"]),
            needs=data["needs"],
            tie_wins=data["tie_wins"],
        )


def _row_to_json(row: Row) -> dict[str, Any]:
    return {
        "face": row.face,
        "weight": row.weight,
        "tallies": dict(row.tallies),
        "again": row.again,
        "adds": _pairs(row.adds),
        "label": row.label,
    }


def _pairs(adds: Mapping[str, int]) -> list[list[Any]]:
    """Dice in their order, which a JSON object would not keep in the page where they are named by digits."""
    return [list(group) for group in adds.items()]


def check_die(name: str, die: Die) -> None:
    """Say what contradicts itself in a die alone.

    Raises:
        InvalidProgramError: it cannot be rolled, or its rows want what there is not.
    """
    if all(row.again for row in die.rows if row.weight):
        raise InvalidProgramError(f"`{name}` has no face that stays")
    if not 0 < die.weight <= MAX_WEIGHT or any(row.weight < 0 for row in die.rows):
        raise InvalidProgramError(f"the weights of `{name}` do not add up to 1 to {MAX_WEIGHT}")
    for row in die.rows:
        if row.again and row.adds:
            raise InvalidProgramError(f"`{name}` is rolled again and adds dice on the same row")
        for add, count in row.adds.items():
            if count < 0:
                raise InvalidProgramError(f"{count} dice `{add}`")


def _validate(program: Program) -> None:
    defined: set[str] = set()
    for name, die in program.dice.items():
        check_die(name, die)
        for row in die.rows:
            if unknown := [add for add in row.adds if add not in defined]:
                raise InvalidProgramError(f"`{name}` adds `{unknown[0]}`, which does not stand before it")
            if unknown := [tally for tally in row.tallies if tally not in program.sums + program.flags]:
                raise InvalidProgramError(f"`{name}` tallies `{unknown[0]}`, which is neither sum nor flag")
        defined.add(name)
    for name, count in [*program.pool, *(item for trigger in program.triggers for item in trigger.adds.items())]:
        if name not in defined:
            raise InvalidProgramError(f"there is no die `{name}`")
        if count < 0:
            raise InvalidProgramError(f"{count} dice `{name}`")
    for trigger in program.triggers:
        if trigger.tally not in program.sums:
            raise InvalidProgramError(f"`{trigger.tally}` is no sum that could bring dice")
    if not program.fields:
        raise InvalidProgramError("an outcome has at least one field")
    try:
        for item in program.fields:
            compile_reading(item.reading, program.names)
    except InvalidReadingError as error:
        raise InvalidProgramError(str(error)) from None
