"""Sheets: where a reader would reach for paper, as data.

A sheet has fields that a player fills in, and outcomes that the rules make of them. It is worked out here and by the
page, with the same meaning: every outcome is a reading (`rulesmod.dice.reading`) of the values at hand, with four
operators more,

    ["at", "table", n]          what a table of the sheet has for a number; 0 where it has nothing
    ["each", "field", reading]  over the dice groups of an expression, which has `count`, `size`, ... for each: the sum
    ["rows", "group", "name"]   over the rows of a group: the sum of what `name` is in each
    ["of", "field", "name"]     a constant of an expression, such as its modifier; 0 where nothing is written

Outcomes may use what stands before them: fields, then outcomes. A group with rows has its fields and outcomes once a
row, where they hide others of their name; a group without rows shares them with the whole sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from rulesmod.dice.digits import to_int
from rulesmod.dice.reading import InvalidReadingError, Reading, compile_reading
from rulesmod.notation import NotationError
from rulesmod.records import record

if TYPE_CHECKING:
    from rulesmod.dice import Language

Inputs: TypeAlias = Mapping[str, int | str]
"""The values of a sheet, by the field's key; a field without one has its start."""
Scope: TypeAlias = dict[str, Any]

MAX_DICE = 1000
"""More than these nobody rolls, and the page counts exactly up to here."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)


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
    """A number that follows; `text` is how it is shown ("{} points"). Without a label only other outcomes use it."""

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
class Throw:
    """Pools that are rolled together, and sentences on what they come to.

    Attributes:
        pools: outcomes of the sheet as a whole to roll, by the name that readings know the main result by; it is 0
            where there are no dice.
        values: numbers that follow from the results, by name; each may use those before it.
        says: the sentences; each is said where its `when` holds.
        ready: whether there is anything to find out.
    """

    name: str
    label: str
    pools: Mapping[str, str]
    values: Mapping[str, Reading]
    says: tuple[Part, ...]
    ready: Reading = 1

    def to_json(self) -> dict[str, Any]:
        """The throw as JSON-ready data for the page."""
        return {
            "name": self.name,
            "pools": dict(self.pools),
            "values": dict(self.values),
            "says": [_part_json(part) for part in self.says],
            "ready": self.ready,
        }


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
        throws: buttons that roll several pools at once. A sheet with any settles a question; it holds no character.
    """

    name: str
    title: str
    intro: str
    groups: tuple[Group, ...]
    outcomes: tuple[Outcome, ...] = ()
    limits: tuple[Limit, ...] = ()
    tables: Mapping[str, Table] = field(default_factory=dict)
    throws: tuple[Throw, ...] = ()

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
            "throws": [item.to_json() for item in self.throws],
        }


@record
class Worked:
    """The results of a filled sheet.

    Attributes:
        outcomes: numbers and expressions by their keys; "" where there is no expression, None where a fault decides.
        goals: what expressions are to reach, by the same keys.
        broken: the limits that do not hold, in words, with the prefix of their row.
        faults: the error of each field that cannot be read, by its key. Outcomes that need no such field have values.
    """

    outcomes: Mapping[str, int | str | None]
    goals: Mapping[str, int]
    broken: tuple[tuple[str, str], ...]
    faults: Mapping[str, NotationError]


def work_out(sheet: Sheet, language: Language, inputs: Inputs) -> Worked:
    """Work out a sheet.

    Args:
        sheet: the sheet.
        language: the notation of its game.
        inputs: what is filled in, by key.
    """
    return _Work(sheet, language, inputs).done()


def said(sheet: Sheet, throw: Throw, language: Language, inputs: Inputs, results: Mapping[str, int]) -> tuple[str, ...]:
    """Return the sentences of a throw.

    Args:
        sheet: the sheet.
        throw: one of its throws.
        language: the notation of its game.
        inputs: what is filled in, by key.
        results: what its pools came to, by their names.
    """
    return _Work(sheet, language, inputs).said(throw, results)


def is_ready(sheet: Sheet, throw: Throw, language: Language, inputs: Inputs) -> bool:
    """Return whether a throw has anything to find out.

    Args:
        sheet: the sheet.
        throw: one of its throws.
        language: the notation of its game.
        inputs: what is filled in, by key.
    """
    return _Work(sheet, language, inputs).is_ready(throw)


class _Written(NamedTuple):
    """The expression of a field: as written, its dice groups and its constants."""

    text: str
    groups: Sequence[Mapping[str, int]]
    constants: Mapping[str, int]


class _Work:
    def __init__(self, sheet: Sheet, language: Language, inputs: Inputs) -> None:
        self._sheet, self._language, self._inputs = sheet, language, inputs
        self._outcomes: dict[str, int | str | None] = {}
        self._goals: dict[str, int] = {}
        self._broken: list[tuple[str, str]] = []
        self._faults: dict[str, NotationError] = {}
        self._sums: dict[tuple[str, str], int | None] = {}
        self._scope: Scope = {}

    def said(self, throw: Throw, results: Mapping[str, int]) -> tuple[str, ...]:
        self.done()
        scope = {**self._scope, **results}
        for name, reading in throw.values.items():
            scope[name] = self._value(reading, scope)
        texts = (self._text(part.text, part.slots, scope) for part in throw.says if self._value(part.when, scope))
        return tuple(text for text in texts if text is not None)

    def is_ready(self, throw: Throw) -> bool:
        self.done()
        return bool(self._value(throw.ready, self._scope))

    def done(self) -> Worked:
        scope = self._scope
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
                    total = self._sums.get((group.name, name), 0)
                    if isinstance(value, int | None):
                        self._sums[group.name, name] = None if value is None or total is None else total + value
        self._follow(self._sheet.outcomes, self._sheet.limits, "", scope)
        return Worked(self._outcomes, self._goals, tuple(self._broken), self._faults)

    def _fill(self, group: Group, prefix: str, scope: Scope) -> None:
        for item in group.fields:
            key = prefix + item.name
            try:
                scope[item.name] = self._read(item, self._inputs.get(key, item.start))
            except NotationError as fault:
                self._faults[key], scope[item.name] = fault, None

    def _read(self, item: Field, given: int | str) -> int | _Written:
        text = str(given).strip()
        if isinstance(item, Dice):
            return self._written(text, item.needed)
        if isinstance(item, Words):
            return int(bool(text))
        if isinstance(item, Choice):
            return to_int(given)
        number = to_int(given) if _WHOLE.fullmatch(text) else None
        if number is not None and item.low <= number <= item.high:
            return number
        near = item.start if number is None else min(max(number, item.low), item.high)
        message = f"a whole number from {item.low} to {item.high}"
        raise NotationError(message, 0, len(text), remedy=f"`{near}`")

    def _written(self, text: str, is_needed: bool) -> _Written:
        if is_needed and not text:
            raise NotationError("this cannot be empty", 0, 0)
        if not text:
            return _Written("", (), {})
        parsed = self._language.parse(text)
        groups = [{"count": 1, **term.values} for term in parsed.terms]
        if sum(group["count"] for group in groups) > MAX_DICE:
            raise NotationError(f"a sheet has room for {MAX_DICE} dice", 0, len(text))
        return _Written(text, groups, parsed.constants)

    def _follow(self, outcomes: tuple[Outcome, ...], limits: tuple[Limit, ...], prefix: str, scope: Scope) -> None:
        for item in outcomes:
            key = prefix + item.name
            if isinstance(item, Result):
                scope[item.name] = self._outcomes[key] = self._value(item.reading, scope)
            elif isinstance(item, Rolled):
                written = scope[item.field]
                self._outcomes[key] = None if written is None else written.text
            else:
                self._outcomes[key] = self._pool(item, scope)
                goal = None if item.goal is None else self._value(item.goal, scope)
                if goal is not None:
                    self._goals[key] = goal
        for limit in limits:
            if self._value(limit.holds, scope) == 0:
                self._broken.append((prefix, self._text(limit.text, limit.slots, scope) or ""))

    def _pool(self, pool: Pool, scope: Scope) -> str | None:
        conditions = [self._value(part.when, scope) for part in pool.parts]
        shown = (part for part, holds in zip(pool.parts, conditions, strict=True) if holds)
        texts = [self._text(part.text, part.slots, scope) for part in shown]
        known = [text for text in texts if text is not None]
        return None if None in conditions or len(known) < len(texts) else pool.between.join(known)

    def _text(self, text: str, slots: Mapping[str, Reading], scope: Scope) -> str | None:
        values = {name: self._value(reading, scope) for name, reading in slots.items()}
        return None if None in values.values() else text.format_map(values)

    def _value(self, reading: Reading, scope: Scope) -> int | None:
        """Return the value of a reading; None where it needs a field that cannot be read."""
        if isinstance(reading, int):
            return int(reading)
        if isinstance(reading, str):
            value = scope.get(reading, "")
            if not isinstance(value, int | None):
                raise InvalidReadingError(f"`{reading}` is no number of this sheet")
            return value
        operator, *operands = reading
        if operator == "at":
            table, index = operands
            key = self._value(index, scope)
            return None if key is None else self._sheet.tables[str(table)].rows.get(key, 0)
        if operator == "each":
            name, inner = operands
            written = scope[str(name)]
            return None if written is None else _sum(self._value(inner, {**scope, **term}) for term in written.groups)
        if operator == "of":
            written = scope[str(operands[0])]
            return None if written is None else written.constants.get(str(operands[1]), 0)
        if operator == "rows":
            group, name = map(str, operands)
            return self._sums.get((group, name), 0)
        values = [self._value(operand, scope) for operand in operands]
        known = [value for value in values if value is not None]
        return int(compile_reading([operator, *known], ())({})) if len(known) == len(values) else None


def _sum(values: Iterable[int | None]) -> int | None:
    total = 0
    for value in values:
        if value is None:
            return None
        total += value
    return total


def _prefixes(group: Group) -> list[str]:
    return [f"{group.name}.{row}." for row in group.rows] or [""]


def _field_json(item: Field) -> dict[str, Any]:
    kind = {Number: "number", Choice: "choice", Dice: "dice", Words: "words"}[type(item)]
    ends = {"low": item.low, "high": item.high} if isinstance(item, Number) else {}
    needed = {"needed": True} if isinstance(item, Dice) and item.needed else {}
    return {"name": item.name, "kind": kind, "start": item.start, **ends, **needed}


def _outcome_json(item: Outcome) -> dict[str, Any]:
    if isinstance(item, Result):
        return {"name": item.name, "reading": item.reading, "text": item.text}
    if isinstance(item, Rolled):
        return {"name": item.name, "field": item.field}
    parts = [_part_json(part) for part in item.parts]
    return {"name": item.name, "parts": parts, "between": item.between, "goal": item.goal}


def _part_json(part: Part) -> dict[str, Any]:
    return {"text": part.text, "slots": dict(part.slots), "when": part.when}


def _limit_json(limit: Limit) -> dict[str, Any]:
    return {"holds": limit.holds, "text": limit.text, "slots": dict(limit.slots)}
