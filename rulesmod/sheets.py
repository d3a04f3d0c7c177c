"""Sheets: where a reader would reach for paper, as data.

A sheet has fields that a player fills in, and outcomes that the rules make of them. It is worked out here and by the
page, with the same meaning: every outcome is a reading (`rulesmod.dice.reading`) of the values at hand, with three
operators more,

    ["at", "table", n]          what a table of the sheet has for a number; 0 where it has nothing
    ["each", "field", reading]  over the dice groups of an expression, which has `count`, `size`, ... for each: the sum
    ["rows", "group", "name"]   over the rows of a group: the sum of what `name` is in each

Outcomes may use what stands before them: fields, then outcomes. A group with rows has its fields and outcomes once a
row, where they hide others of their name; a group without rows shares them with the whole sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from rulesmod.dice.reading import InvalidReadingError, Reading, compile_reading
from rulesmod.digits import to_int
from rulesmod.notation import NotationError
from rulesmod.records import record

if TYPE_CHECKING:
    from rulesmod.dice import Language

Inputs: TypeAlias = Mapping[str, int | str]
"""The values of a sheet, by the field's key; a field without one has its start."""
Scope: TypeAlias = dict[str, Any]

MAX_DICE = 1000
"""More than these nobody rolls, and the page counts exactly up to here."""


@record
class Number:
    """A whole number from `low` to `high`."""

    name: str
    label: str
    low: int
    high: int
    start: int


@record
class Choice:
    """One of several numbers, each with its name."""

    name: str
    label: str
    options: tuple[tuple[int, str], ...]
    start: int


@record
class Dice:
    """An expression of the game's notation. May be empty, unless it is `needed`."""

    name: str
    label: str
    start: str = ""
    needed: bool = False


@record
class Words:
    """Anything: a name, a note. It counts 1 where there is something."""

    name: str
    label: str
    start: str = ""


Field: TypeAlias = Number | Choice | Dice | Words


@record
class Result:
    """A number that follows; `text` is how it is shown ("{} points")."""

    name: str
    label: str
    reading: Reading
    text: str = "{}"


@record
class Part:
    """A piece of an expression: text with readings in its slots, left out unless `when` holds."""

    text: str
    slots: Mapping[str, Reading] = field(default_factory=dict)
    when: Reading = 1


@record
class Pool:
    """An expression that follows, to be rolled; without any part there is none.

    Attributes:
        parts: what it is written from, with `between` between them.
        goal: what its main result is to reach, if the odds of that are of interest; `reach` says what that is.
    """

    name: str
    label: str
    parts: tuple[Part, ...]
    between: str = ""
    goal: Reading | None = None
    reach: str = ""


@record
class Rolled:
    """The expression of a field, to be rolled."""

    name: str
    label: str
    field: str


Outcome: TypeAlias = Result | Pool | Rolled


@record
class Limit:
    """A condition, and the message where it fails: text with readings in its slots."""

    holds: Reading
    text: str
    slots: Mapping[str, Reading] = field(default_factory=dict)


@record
class Group:
    """Fields that belong together, and what follows from them; `rows` are keys and labels of the rows, if any."""

    name: str
    title: str
    fields: tuple[Field, ...]
    outcomes: tuple[Outcome, ...] = ()
    limits: tuple[Limit, ...] = ()
    rows: Mapping[str, str] = field(default_factory=dict)


@record
class Table:
    """The worth of numbers, as a table. `about` is its name for readers; `key` and `value` head its columns."""

    about: str
    key: str
    value: str
    rows: Mapping[int, int]


@record
class Sheet:
    """A character aid.

    Attributes:
        name: kebab-case, unique in the system; a comment `sheet: NAME` puts it on a page.
        intro: a sentence on what it is for.
        outcomes, limits: of the sheet as a whole, behind those of its groups.
    """

    name: str
    title: str
    intro: str
    groups: tuple[Group, ...]
    outcomes: tuple[Outcome, ...] = ()
    limits: tuple[Limit, ...] = ()
    tables: Mapping[str, Table] = field(default_factory=dict)

    def fields(self) -> Iterator[tuple[str, Field]]:
        """All fields by their keys: `group.row.field`, or `field` in a group without rows."""
        for group in self.groups:
            for prefix in _prefixes(group):
                for item in group.fields:
                    yield prefix + item.name, item

    def to_json(self) -> dict[str, Any]:
        """All that its outcomes need, as JSON-ready data for the page."""
        return {
            "tables": {name: dict(table.rows) for name, table in self.tables.items()},
            "groups": [
                {
                    "name": group.name,
                    "rows": list(group.rows),
                    "fields": [_field_json(item) for item in group.fields],
                    "outcomes": [_outcome_json(item) for item in group.outcomes],
                    "limits": [_limit_json(item) for item in group.limits],
                }
                for group in self.groups
            ],
            "outcomes": [_outcome_json(item) for item in self.outcomes],
            "limits": [_limit_json(item) for item in self.limits],
        }


@record
class Worked:
    """The results of a filled sheet.

    Attributes:
        outcomes: numbers and expressions by their keys; "" where there is no expression.
        goals: what expressions are to reach, by the same keys.
        broken: the limits that do not hold, in words, with the prefix of their row.
    """

    outcomes: Mapping[str, int | str]
    goals: Mapping[str, int]
    broken: tuple[tuple[str, str], ...]


def work_out(sheet: Sheet, language: Language, inputs: Inputs) -> Worked:
    """Work out a sheet.

    Args:
        sheet: the sheet.
        language: the notation of its game.
        inputs: what is filled in, by key.

    Raises:
        NotationError: what stands in a field of dice is no expression.
    """
    return _Work(sheet, language, inputs).done()


class _Written(NamedTuple):
    """The expression of a field: as written, and its dice groups."""

    text: str
    groups: Sequence[Mapping[str, int]]


class _Work:
    def __init__(self, sheet: Sheet, language: Language, inputs: Inputs) -> None:
        self._sheet, self._language, self._inputs = sheet, language, inputs
        self._outcomes: dict[str, int | str] = {}
        self._goals: dict[str, int] = {}
        self._broken: list[tuple[str, str]] = []
        self._sums: dict[tuple[str, str], int] = {}

    def done(self) -> Worked:
        scope: Scope = {}
        for group in self._sheet.groups:
            if not group.rows:
                self._fill(group, "", scope)
        for group in self._sheet.groups:
            if not group.rows:
                self._follow(group.outcomes, group.limits, "", scope)
                continue
            for prefix in _prefixes(group):
                row = dict(scope)
                self._fill(group, prefix, row)
                self._follow(group.outcomes, group.limits, prefix, row)
                for name, value in row.items():
                    if isinstance(value, int):
                        self._sums[group.name, name] = self._sums.get((group.name, name), 0) + value
        self._follow(self._sheet.outcomes, self._sheet.limits, "", scope)
        return Worked(self._outcomes, self._goals, tuple(self._broken))

    def _fill(self, group: Group, prefix: str, scope: Scope) -> None:
        for item in group.fields:
            given = self._inputs.get(prefix + item.name, item.start)
            if isinstance(item, Dice):
                scope[item.name] = self._written(str(given))
            else:
                scope[item.name] = int(bool(str(given).strip())) if isinstance(item, Words) else to_int(given)

    def _written(self, text: str) -> _Written:
        groups = [{"count": 1, **term.values} for term in self._language.parse(text).terms] if text else []
        if sum(group["count"] for group in groups) > MAX_DICE:
            raise NotationError(f"a sheet has room for {MAX_DICE} dice", 0, len(text))
        return _Written(text, groups)

    def _follow(self, outcomes: tuple[Outcome, ...], limits: tuple[Limit, ...], prefix: str, scope: Scope) -> None:
        for item in outcomes:
            key = prefix + item.name
            if isinstance(item, Result):
                scope[item.name] = self._outcomes[key] = self._value(item.reading, scope)
            elif isinstance(item, Rolled):
                self._outcomes[key] = scope[item.field].text
            else:
                parts = [part for part in item.parts if self._value(part.when, scope)]
                self._outcomes[key] = item.between.join(self._text(part.text, part.slots, scope) for part in parts)
                if item.goal is not None:
                    self._goals[key] = self._value(item.goal, scope)
        for limit in limits:
            if not self._value(limit.holds, scope):
                self._broken.append((prefix, self._text(limit.text, limit.slots, scope)))

    def _text(self, text: str, slots: Mapping[str, Reading], scope: Scope) -> str:
        return text.format_map({name: self._value(reading, scope) for name, reading in slots.items()})

    def _value(self, reading: Reading, scope: Scope) -> int:
        if isinstance(reading, int):
            return int(reading)
        if isinstance(reading, str):
            value = scope.get(reading)
            if not isinstance(value, int):
                raise InvalidReadingError(f"`{reading}` is no number of this sheet")
            return value
        operator, *operands = reading
        if operator == "at":
            table, index = operands
            return self._sheet.tables[str(table)].rows.get(self._value(index, scope), 0)
        if operator == "each":
            name, inner = operands
            return sum(self._value(inner, {**scope, **term}) for term in scope[str(name)].groups)
        if operator == "rows":
            group, name = map(str, operands)
            return self._sums.get((group, name), 0)
        values = [self._value(operand, scope) for operand in operands]
        return int(compile_reading([operator, *values], ())({}))


def _prefixes(group: Group) -> list[str]:
    return [f"{group.name}.{row}." for row in group.rows] or [""]


def _field_json(item: Field) -> dict[str, Any]:
    kind = {Number: "number", Choice: "number", Dice: "dice", Words: "words"}[type(item)]
    return {"name": item.name, "kind": kind, "start": item.start}


def _outcome_json(item: Outcome) -> dict[str, Any]:
    if isinstance(item, Result):
        return {"name": item.name, "reading": item.reading, "text": item.text}
    if isinstance(item, Rolled):
        return {"name": item.name, "field": item.field}
    parts = [{"text": part.text, "slots": dict(part.slots), "when": part.when} for part in item.parts]
    return {"name": item.name, "parts": parts, "between": item.between, "goal": item.goal}


def _limit_json(limit: Limit) -> dict[str, Any]:
    return {"holds": limit.holds, "text": limit.text, "slots": dict(limit.slots)}
