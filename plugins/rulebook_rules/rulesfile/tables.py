"""The tables of a `rules.yml`: written there, worked out row by row, or taken from the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

from rulebook_core.findings import Place, Remedy
from rulebook_rules.rulesfile.formulas import folded
from rulebook_rules.rulesfile.odds import odds_of
from rulebook_rules.rulesfile.setting import Names, entries, items, range_of, text
from rulebook_rules.rulesfile.values import is_chance, read_rule
from rulebook_rules.rulesfile.working import Scope, UndecidedError, Value, cell_value, text_of
from rulebook_rules.settings.kinds import Setting
from rulesmod.digits import to_fraction
from rulesmod.records import record
from rulesmod.system import CellValue, Notation, RuleTable

KEYS = ("title", "columns", "keys", "rows", "cells", "about", "units", "also", "taken_from")
MAX_ROWS = 1000


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


def read_tables(setting: Setting | None, notation: Notation) -> tuple[list[RuleTable], list[TableRequest]]:
    """The tables with their rows, and those whose rows the book has."""
    tables: list[RuleTable] = []
    requests: list[TableRequest] = []
    for name, inner in entries(setting).items() if setting is not None else ():
        before = len(inner.faults)
        given = entries(inner, KEYS, what="a table")
        columns = tuple(text(column) for column in items(given["columns"])) if "columns" in given else ()
        keys = given["keys"].value if "keys" in given else 1
        if len(inner.faults) > before:
            continue
        if not all(columns) or len({*map(folded, columns)}) < len(columns):
            given["columns"].fault("each column has a head of its own", Remedy("name what each holds"))
            continue
        if not isinstance(keys, int) or isinstance(keys, bool) or not 0 < keys < len(columns):
            fact = f"the table `{name}` needs `columns`: at least one that names its rows, and one that they give"
            inner.fault(fact, Remedy("write for example `columns: [Step, Cost]`"), of_name=True)
            continue
        title, kebab = text(given.get("title")) or name, "-".join(folded(name).split())
        if kebab in {*(one.name for one in tables), *(one.name for one in requests)}:
            inner.fault(f"`{name}` is there already, in other letters", Remedy("keep one"), of_name=True)
            continue
        if "taken_from" in given:
            if other := next((given[key] for key in ("rows", "cells") if key in given), None):
                fact = f"`{name}` is taken from the book, so that its rows stand there"
                other.fault(fact, Remedy("leave out one of the two"), of_name=True)
            under = text(given["taken_from"])
            requests.append(TableRequest(kebab, title, columns, keys, under, inner.file.key(*inner.keys)))
            continue
        about = tuple(text(word) for word in items(given["about"])) if "about" in given else ()
        rows = list(_rows(given, columns, keys, notation))
        if not rows and len(inner.faults) == before:
            inner.fault(
                f"the table `{name}` has no rows", Remedy("write `rows`, or `taken_from: HEADING`"), of_name=True
            )
        if rows:
            units, also = texts_of(given.get("units")), aliases_of(given.get("also"))
            table = RuleTable(kebab, title, columns, keys, tuple(rows), about)
            tables.append(replace(table, units=units, also=also))
    return tables, requests


def texts_of(setting: Setting | None) -> Mapping[str, str]:
    """A text for each of some names."""
    return {name: text(inner) for name, inner in entries(setting).items()} if setting is not None else {}


def aliases_of(setting: Setting | None) -> Mapping[str, tuple[str, ...]]:
    """Other names of things, by their names."""
    if setting is None:
        return {}
    return {name: tuple(text(one) for one in items(inner)) for name, inner in entries(setting).items()}


def _rows(
    given: Mapping[str, Setting], columns: Sequence[str], keys: int, notation: Notation
) -> Iterator[tuple[CellValue, ...]]:
    if "cells" in given:
        yield from _worked_rows(given, columns, notation)
        return
    rows = given.get("rows")
    if rows is None:
        return
    if isinstance(rows.value, Mapping):
        listed = [(key, inner) for key, inner in entries(rows).items()]
        for key, inner in listed:
            cells = [_plain(key), *(_cell(one) for one in items(inner))]
            if _is_full(inner, cells, columns):
                yield tuple(cells)
        return
    for inner in items(rows):
        cells = [_cell(one) for one in items(inner)]
        if _is_full(inner, cells, columns):
            yield tuple(cells)


def _is_full(setting: Setting, cells: Sequence[CellValue], columns: Sequence[str]) -> bool:
    if len(cells) == len(columns):
        return True
    fact = f"this row has {len(cells)} cell{'s'[: len(cells) != 1]}, and there are {len(columns)} columns"
    remedy = f"write it as `{columns[0]}: [{', '.join(columns[1:])}]`, with a value for each"
    setting.fault(f"{fact}: {', '.join(columns)}", Remedy(remedy))
    return False


def _worked_rows(
    given: Mapping[str, Setting], columns: Sequence[str], notation: Notation
) -> Iterator[tuple[CellValue, ...]]:
    """Rows whose first cell goes through a range, and whose others follow from it."""
    range_ = range_of(given.get("rows"))
    if range_ is None or range_.low is None or range_.high is None or range_.high - range_.low >= MAX_ROWS:
        given["cells"].fault("`cells` follow from a key that goes through `rows`", Remedy("write `rows: 1..10`"))
        return
    before = len(given["cells"].faults)
    cells = entries(given["cells"], columns[1:], what="a row of this table")
    known = Names({folded(column): column for column in columns})
    known.notation = notation
    odds = cache(partial(odds_of, notation))
    rules = {}
    for column in columns[1:]:
        rule = read_rule(cells[column], known, needs_rounding=False) if column in cells else None
        if rule is None:
            if len(given["cells"].faults) == before:
                given["cells"].fault(f"nothing says what `{column}` is", Remedy(f"write `{column}: formula`"))
            return
        rules[column] = rule
    for index in range(range_.low, range_.high + 1):
        values: dict[str, Value] = {folded(columns[0]): Fraction(index)}
        row: list[CellValue] = [index]
        for column, rule in rules.items():
            try:
                value = rule.work_out(column, Scope(values, known, {}, {}, odds=odds)).value
            except UndecidedError as error:
                cells[column].fault(
                    f"for {columns[0]} {index} this has no value: {error}", Remedy("let `rows` go through what has one")
                )
                return
            is_odds = all(map(is_chance, rule.results))
            if isinstance(value, Fraction) and value.denominator != 1 and not is_odds:
                remedy = Remedy("write `is: formula`, and beside it `round: down`, `up` or `nearest`")
                cells[column].fault(f"for {columns[0]} {index} this is {text_of(value)}", remedy)
                return
            values[folded(column)] = value
            row.append(value if is_odds and isinstance(value, Fraction) else printed(value))
        yield tuple(row)


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
