"""The dice table: what is rolled and how it is read, as data (the IR).

A die is a table of rows; a pool is dice; readings of the tallies give the outcome. Python runs a
`Program` for exact odds and rolls, and its JSON form is run by the page with the same meaning.

A row may send its die back into the cup (`again`) and bring further dice (`adds`). A tally is a sum or
a flag, which only says whether any die raised it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rulesmod.dice.die import Die, InvalidProgramError, Row, check_die
from rulesmod.dice.growing import grown_rows
from rulesmod.dice.hand import Hand, define_hand
from rulesmod.dice.reading import InvalidReadingError, Reading, Value, compile_reading
from rulesmod.dice.work import Work
from rulesmod.records import record


@record
class Trigger:
    """Dice that a whole roll brings in: once all others lie, and once only.

    Where the tally named `tally` is `at_least` or more, `adds` come for each of it.
    """

    tally: str
    at_least: int
    adds: Mapping[str, int]


class Word(int):
    """A value that is told by a word."""

    def __new__(cls, value: int, word: str) -> Word:
        """The value, and its word."""
        made = super().__new__(cls, value)
        made.word = word
        return made

    word: str

    def __str__(self) -> str:
        return self.word


@record
class Field:
    """One result of an outcome: `label` is what readers call it, `words` what they call its values from 0 on."""

    name: str
    label: str
    reading: Reading
    words: Sequence[str] = ()

    def shown(self, value: Value) -> Value:
        """A value as readers are told it."""
        return Word(value, self.words[value]) if self.words else value

    def to_json(self) -> dict[str, Any]:
        """As JSON-ready data."""
        data = {"name": self.name, "label": self.label, "reading": self.reading}
        return {**data, "words": [*self.words]} if self.words else data


MAX_TABLED = 64
"""Programs with hands whose tables are stored."""


@dataclass(frozen=True, eq=False)
class Program:
    """Dice to roll and how to read them. Programs are told apart by identity; compare their JSON.

    Attributes:
        dice: all dice that can come into the roll, by the name that readers see ("d8").
        pool: how many of each are rolled at first, in order.
        hands: dice that are read together, by the name that stands for them in the pool. A roll needs no more; for
            odds they become dice (`tabled`).
        is_tabled: whether hands have become dice, which have more cases than one random number tells apart.
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
    hands: Mapping[str, Hand] = field(default_factory=dict)
    is_tabled: bool = False

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

    def tabled(self, work: Work | None = None) -> Program:
        """The same program with a die for each hand, which has a row for each case of it.

        Raises:
            PoolTooLargeError: there are too many cases.
        """
        if not self.hands:
            return self
        if self not in _TABLED:
            dice = dict(self.dice)
            hands: dict[str, Hand] = {}
            for name, hand in self.hands.items():
                if hand.grows:
                    dice[name] = Die(grown_rows(name, hand, dice, work or Work()))
                else:
                    define_hand(name, hand, dice, hands, work or Work())
            if len(_TABLED) > MAX_TABLED:
                _TABLED.clear()
            _TABLED[self] = replace(self, dice=dice, hands={}, is_tabled=True)
        return _TABLED[self]

    def to_json(self) -> dict[str, Any]:
        """The IR as JSON-ready data; `program.schema.json` describes it."""
        return {
            "dice": {name: [_row_to_json(row) for row in die.rows] for name, die in self.dice.items()},
            "pool": [list(group) for group in self.pool],
            "fields": [item.to_json() for item in self.fields],
            "sums": list(self.sums),
            "flags": list(self.flags),
            "constants": dict(self.constants),
            "triggers": [
                {"tally": item.tally, "at_least": item.at_least, "adds": _pairs(item.adds)} for item in self.triggers
            ],
            "needs": self.needs,
            "tie_wins": self.tie_wins,
            **({"hands": {name: hand.to_json() for name, hand in self.hands.items()}} if self.hands else {}),
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
            hands={name: Hand.from_json(hand) for name, hand in data.get("hands", {}).items()},
        )


_TABLED: dict[Program, Program] = {}


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
    """Return dice as pairs, in their order. A JSON object would not keep it where dice are named by digits."""
    return [list(group) for group in adds.items()]


def _validate(program: Program) -> None:
    defined = _validate_dice(program)
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


def _validate_dice(program: Program) -> set[str]:
    """Check the hands and dice of a program, and return their names."""
    defined = set(program.hands)
    for name, hand in program.hands.items():
        if unknown := [group.die for group in hand.groups if group.die not in program.dice]:
            raise InvalidProgramError(f"`{name}` is made of `{unknown[0]}`, which is no die")
    for name, die in program.dice.items():
        check_die(name, die, is_rolled=not program.is_tabled)
        for row in die.rows:
            if unknown := [add for add in row.adds if add not in defined]:
                raise InvalidProgramError(f"`{name}` adds `{unknown[0]}`, which does not stand before it")
            if unknown := [tally for tally in row.tallies if tally not in program.sums + program.flags]:
                raise InvalidProgramError(f"`{name}` tallies `{unknown[0]}`, which is neither sum nor flag")
        defined.add(name)
    return defined
