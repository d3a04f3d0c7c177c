"""The tables of a `rules.yml`: written there, worked out row by row, or taken from the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from rulebook_core.findings import Place, Remedy
from rulebook_rules.rulesfile.formulas import folded
from rulebook_rules.rulesfile.odds import Odds, odds_in
from rulebook_rules.rulesfile.ruling import Rule
from rulebook_rules.rulesfile.setting import Names, entries, items, range_of, text, texts
from rulebook_rules.rulesfile.values import is_chance, read_rule
from rulebook_rules.rulesfile.working import Scope, UndecidedError, Value, cell_value, text_of
from rulebook_rules.settings.kinds import Setting
from rulesmod.dice.digits import to_fraction
from rulesmod.dice.work import Work
from rulesmod.records import record
from rulesmod.system import CellValue, Notation, RuleTable

KEYS = ("title", "columns", "keys", "rows", "cells", "about", "heads", "units", "also", "whole", "taken_from")
MAX_ROWS = 1000
MAX_CELLS = 20_000
"""Cells of all tables of a file: one that is worked out takes some 20 microseconds, and one with a chance 250."""
MAX_WORK = 2e9
"""Work for the chances of all tables of a file, about a second."""


@record
class TableRequest:
    """A table whose rows stand in the book and nowhere else.

    Attributes:
        under: words of its caption, id or the heading that it stands under.
        place: where the file says so.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    keys: int
    under: str
    place: Place


class _Dice(NamedTuple):
    """How the game writes dice, and their odds within the limit of the file."""

    notation: Notation
    odds: Odds


def read_tables(setting: Setting | None, notation: Notation) -> tuple[list[RuleTable], list[TableRequest]]:
    """The tables with their rows, and those whose rows the book has."""
    tables: list[RuleTable] = []
    requests: list[TableRequest] = []
    left, dice = MAX_CELLS, _Dice(notation, odds_in(notation, Work(MAX_WORK)))
    for name, inner in entries(setting).items():
        before = len(inner.faults)
        given = entries(inner, KEYS, what="a table")
        columns = texts(given.get("columns"))
        keys = given["keys"].value if "keys" in given else 1
        if len(inner.faults) > before or not _are_columns(columns, keys, inner, given):
            continue
        title, kebab = text(given.get("title")) or name, "-".join(folded(name).split())
        if kebab in {*(one.name for one in tables), *(one.name for one in requests)}:
            inner.fault(f"`{name}` is there already, in other letters", Remedy("keep one"), of_name=True)
            continue
        if "taken_from" in given:
            if other := next((given[key] for key in ("rows", "cells") if key in given), None):
                fact = f"`{name}` is taken from the book, so its rows are there"
                other.fault(fact, Remedy("leave out one of the two"), of_name=True)
            under = text(given["taken_from"])
            requests.append(TableRequest(kebab, title, columns, keys, under, inner.file.key(*inner.keys)))
            continue
        about = texts(given.get("about"))
        rows = list(islice(_rows(given, columns, keys, dice), left // len(columns) + 1))
        if len(rows) * len(columns) > left:
            fact = f"all tables together have at most {MAX_CELLS:,} cells, and this one goes beyond"
            inner.fault(fact, Remedy("leave out rows, or let the book have them: `taken_from: HEADING`"), of_name=True)
            break
        left -= len(rows) * len(columns)
        if not rows and len(inner.faults) == before:
            inner.fault(
                f"the table `{name}` has no rows", Remedy("write `rows`, or `taken_from: HEADING`"), of_name=True
            )
        if rows:
            units, also = texts_of(given.get("units")), aliases_of(given.get("also"))
            table = RuleTable(kebab, title, columns, keys, tuple(rows), about)
            heads, is_whole = aliases_of(given.get("heads")), is_yes(given.get("whole"))
            tables.append(replace(table, units=units, also=also, heads=heads, is_whole=is_whole))
    return tables, requests


def is_yes(setting: Setting | None) -> bool:
    """Return whether a setting is left out, or says neither `no` nor `false`."""
    return text(setting).lower() not in ("no", "false")


def _are_columns(columns: Sequence[str], keys: object, table: Setting, given: Mapping[str, Setting]) -> bool:
    """Return whether a table has columns that name its rows and others; else there is a fault."""
    if not all(columns) or len({*map(folded, columns)}) < len(columns):
        given["columns"].fault("each column has a head of its own", Remedy("name what each holds"))
        return False
    if not isinstance(keys, int) or isinstance(keys, bool) or not 0 < keys < len(columns):
        fact = f"the table `{table.name}` needs `columns`: at least one that names its rows, and one that they give"
        table.fault(fact, Remedy("write for example `columns: [Step, Cost]`"), of_name=True)
        return False
    return True


def texts_of(setting: Setting | None) -> Mapping[str, str]:
    """A text for each of some names."""
    return {name: text(inner) for name, inner in entries(setting).items()} if setting is not None else {}


def aliases_of(setting: Setting | None) -> Mapping[str, tuple[str, ...]]:
    """Other names of things, by their names."""
    return {name: texts(inner) for name, inner in entries(setting).items()}


def _rows(
    given: Mapping[str, Setting], columns: Sequence[str], keys: int, dice: _Dice
) -> Iterator[tuple[CellValue, ...]]:
    if "cells" in given:
        yield from _worked_rows(given, columns, keys, dice)
        return
    rows = given.get("rows")
    if rows is not None:
        for inner, cells in _written_rows(rows):
            if _is_full(inner, cells, columns):
                yield tuple(cells)


def _written_rows(rows: Setting) -> Iterator[tuple[Setting, list[CellValue]]]:
    """The cells of each row that a file has."""
    if isinstance(rows.value, Mapping):
        for key, inner in entries(rows).items():
            yield inner, [_plain(key), *(_cell(one) for one in items(inner))]
        return
    for inner in items(rows):
        yield inner, [_cell(one) for one in items(inner)]


def _is_full(setting: Setting, cells: Sequence[CellValue], columns: Sequence[str]) -> bool:
    if len(cells) == len(columns):
        return True
    fact = f"this row has {len(cells)} cell{'s'[: len(cells) != 1]}, and there are {len(columns)} columns"
    remedy = f"write it as `{columns[0]}: [{', '.join(columns[1:])}]`, with a value for each"
    setting.fault(f"{fact}: {', '.join(columns)}", Remedy(remedy))
    return False


def _worked_rows(
    given: Mapping[str, Setting], columns: Sequence[str], keys: int, dice: _Dice
) -> Iterator[tuple[CellValue, ...]]:
    """Rows with cells that follow from those before them: from a key of a range, or from written cells."""
    rows, setting = given.get("rows"), given["cells"]
    if rows is not None and isinstance(rows.value, Mapping | list):
        lines, work = _written_rows(rows), _cells_of(setting, columns, keys, len(columns), dice)
    elif (steps := _steps_through(rows, setting)) is not None:
        lines, work = ((setting, [step]) for step in steps), _cells_of(setting, columns, 1, 1, dice)
    else:
        return
    if work is None:
        return
    own = [column for column in columns if column not in work.rules]
    for inner, start in lines:
        if not _is_full(inner, start, own) or (row := work.row(dict(zip(own, start, strict=True)))) is None:
            return
        yield row


def _cells_of(setting: Setting, columns: Sequence[str], keys: int, max_written: int, dice: _Dice) -> _Cells | None:
    """Read the rules of a table's cells; None with a fault where too few columns have one."""
    before = len(setting.faults)
    cells = entries(setting, columns[keys:], what="a row of this table")
    if len(setting.faults) > before:
        return None
    own = [column for column in columns if column not in cells]
    if len(own) > max_written:
        missing = own[max_written]
        setting.fault(f"nothing says what `{missing}` is", Remedy(f"write `{missing}: formula`"))
        return None
    known = Names({folded(column): column for column in columns})
    known.notation = dice.notation
    read = {column: read_rule(inner, known, needs_rounding=False) for column, inner in cells.items()}
    rules = {name: rule for name, rule in read.items() if rule is not None}
    return _Cells(cells, rules, known, columns, dice.odds) if len(rules) == len(read) else None


def _steps_through(rows: Setting | None, cells: Setting) -> range | None:
    """Return the numbers that `rows` goes through as keys of a table; None with a fault where it is no range."""
    range_ = range_of(rows)
    if range_ is None or range_.low is None or range_.high is None:
        remedy = Remedy("write `rows: 1..10`, or a row each with the other cells")
        cells.fault("`cells` follow from a key that goes through `rows`", remedy)
        return None
    if rows is not None and range_.high - range_.low >= MAX_ROWS:
        rows.fault(f"a table has at most {MAX_ROWS:,} rows", Remedy("leave out those that are not needed"))
        return None
    return range(range_.low, range_.high + 1)


class _Cells:
    """Works out the cells of rows by their rules, column by column."""

    def __init__(
        self,
        settings: Mapping[str, Setting],
        rules: Mapping[str, Rule],
        known: Names,
        columns: Sequence[str],
        odds: Odds,
    ) -> None:
        self.rules = rules
        self._settings = settings
        self._known = known
        self._columns = columns
        self._odds = odds

    def row(self, start: Mapping[str, CellValue]) -> tuple[CellValue, ...] | None:
        """A row with its written cells; a fault and None where one has no value."""
        values: dict[str, Value] = {folded(column): cell_value(cell) for column, cell in start.items()}
        row = dict(start)
        key = f"{self._columns[0]} {start[self._columns[0]]}"
        for column, rule in self.rules.items():
            try:
                value = rule.work_out(column, Scope(values, self._known, {}, {}, odds=self._odds)).value
            except UndecidedError as error:
                remedy = Remedy("let `rows` go through what has one")
                self._settings[column].fault(f"for {key} this has no value: {error}", remedy)
                return None
            is_odds = all(map(is_chance, rule.results))
            if isinstance(value, Fraction) and value.denominator != 1 and not is_odds:
                remedy = Remedy("write `is: formula`, and beside it `round: down`, `up` or `nearest`")
                self._settings[column].fault(f"for {key} this is {text_of(value)}", remedy)
                return None
            values[folded(column)] = value
            row[column] = value if is_odds and isinstance(value, Fraction) else printed(value)
        return tuple(row[column] for column in self._columns)


def printed(value: Value) -> CellValue:
    """A value as a cell has it."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value if isinstance(value, Fraction) else str(value)


def _cell(setting: Setting) -> CellValue:
    if isinstance(setting.value, int) and not isinstance(setting.value, bool):
        return _plain(text(setting))
    written = text(setting)
    return _plain(written) if written.endswith("%") else written


def _plain(written: str) -> CellValue:
    """A cell as it is printed: a whole number, a chance in percent, or text."""
    if written.endswith("%") and written[:-1].strip().replace(".", "", 1).isdecimal():
        return to_fraction(written[:-1].strip()) / 100
    number = cell_value(written)
    return int(number) if isinstance(number, Fraction) and written.lstrip("+-−").isdecimal() else written


def with_rows(request: TableRequest, rows: Sequence[Sequence[str]]) -> RuleTable:
    """A table of the book as one of the rules."""
    cells = tuple(tuple(_plain(cell.strip()) for cell in row) for row in rows if len(row) == len(request.columns))
    return RuleTable(request.name, request.title, request.columns, request.keys, cells, (request.under,))
