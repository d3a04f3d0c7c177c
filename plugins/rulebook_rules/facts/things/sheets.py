"""Sheets: things with their values in rows, wherever these are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.lexicon import MAX_WORDS, bare_name
from rulebook_syntax.document import Cell, Document, Table

_NONE: Mapping[str, str] = MappingProxyType({})
MAX_NAME = 50
"""A longer first cell is a text, and no name of a row."""


class SheetCell(NamedTuple):
    """The text of a cell and its place."""

    text: str
    place: Place | None


class Row(NamedTuple):
    """A thing: its name, other names, its place, and a cell for each attribute of the sheet."""

    name: str
    place: Place | None
    cells: tuple[SheetCell | None, ...]
    also: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """Things of one kind with their values.

    Attributes:
        name: what the things are called together ("tools"); "" where nobody says.
        noun: the head of the column of names ("Tool").
        attributes: the heads of the other columns.
        units: what these are counted in, by their heads.
        also: other names of the attributes, by their heads.
        is_declared: whether an author says that this is what the things are.
        span: the place of a table; None where it is in the rules.
        is_whole: whether it has all things of its kind.
    """

    name: str
    noun: str
    attributes: tuple[str, ...]
    rows: tuple[Row, ...]
    units: Mapping[str, str] = _NONE
    also: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    is_declared: bool = False
    span: Place | None = None
    is_whole: bool = True


def sheet_of_table(document: Document, table: Table, name: str = "", *, is_declared: bool = False) -> Sheet | None:
    """A table of a page as a sheet, where its first column has names; None where it has none."""
    if len(table.header) < 2:
        return None
    rows = [*_rows(document, table, len(table.header))]
    if not rows:
        return None
    heads = tuple(cell.text.strip() for cell in table.header)
    place = Place(document.source, table.span)
    return Sheet(name, heads[0], heads[1:], tuple(rows), is_declared=is_declared, span=place)


def _rows(document: Document, table: Table, width: int) -> Iterator[Row]:
    seen: set[str] = set()
    for row in table.rows:
        if len(row) != width or not is_name(row[0].text):
            continue
        name = bare_name(row[0].text)
        if name.casefold() in seen:
            continue
        seen.add(name.casefold())
        yield Row(name, _place(document, row[0]), tuple(_cell(document, cell) for cell in row[1:]))


def is_name(text: str) -> bool:
    """Return whether a cell may name a thing: it begins with a letter and is short."""
    text = text.strip()
    return text[:1].isalpha() and len(text) <= MAX_NAME and len(text.split()) <= MAX_WORDS


def _place(document: Document, cell: Cell) -> Place:
    return Place(document.source, cell.span)


def _cell(document: Document, cell: Cell) -> SheetCell | None:
    return SheetCell(cell.text, _place(document, cell)) if cell.text.strip() else None


def transposed(sheet: Sheet) -> Sheet | None:
    """A sheet with its rows as columns: things at its head, attributes in its first column."""
    names = [(index, head) for index, head in enumerate(sheet.attributes) if is_name(head)]
    if not names or sheet.span is None:
        return None
    rows = tuple(
        Row(bare_name(head), sheet.span, tuple(row.cells[index] for row in sheet.rows)) for index, head in names
    )
    return sheet._replace(noun="", attributes=tuple(row.name for row in sheet.rows), rows=rows)
