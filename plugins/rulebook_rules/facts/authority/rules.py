"""Sheets of a game: the tables of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rulebook_core.findings import Place
from rulebook_rules.facts.things.sheets import Row, Sheet, SheetCell, is_name
from rulesmod.system import CellValue, RuleTable, System


def sheets_of(system: System) -> Iterator[Sheet]:
    """The tables of a game whose rows have names."""
    for table in system.tables:
        rows = tuple(_row(system, table, row) for row in table.rows if is_name(str(row[0])))
        if table.keys == 1 and rows:
            yield Sheet(
                table.title, table.columns[0], table.columns[1:], rows, table.units, is_declared=True, is_whole=True
            )


def _row(system: System, table: RuleTable, row: tuple[CellValue, ...]) -> Row:
    place = place_in(system, "tables", table.name, str(row[0]))
    cells = tuple(SheetCell(printed(cell), place) for cell in row[1:])
    return Row(str(row[0]), place, cells, tuple(table.also.get(str(row[0]), ())))


def printed(cell: CellValue) -> str:
    """A cell of the rules as a text prints it."""
    return f"{float(cell * 100):g}%" if isinstance(cell, Fraction) else str(cell)


def place_in(system: System, *keys: str) -> Place | None:
    """Where the rules state something; None where they are no file."""
    result = system.stated_at.get(keys)
    return result if isinstance(result, Place) else None
