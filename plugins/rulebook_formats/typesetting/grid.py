"""The grid of an HTML table: which cell stands where, whatever its spans claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from rulebook_syntax.html_elements import Element
from rulesmod.dice.digits import to_int

_MAX_SPAN = 60
_COLUMN_SIGNS = 56
"""Characters of a table's type that fit side by side in a column of a page."""
_MAX_VALUE = 12
"""Characters of a cell above which it is text and no value."""
_PAD, _TIGHT = 2, 1
"""Signs that the space between two columns has room for, and where it is scarce."""
_REFERENCE = 4
"""Signs that the page of a reference takes behind it."""
_MAX_UNBROKEN = 8
"""Characters of a cell that are never broken."""
_MAX_UNBROKEN_ADDRESS = 16
"""Characters of an address that are never broken; longer ones break anywhere."""
_SMALLER = 0.9
"""A size of type, as a part of the usual one, that is taken where it saves as many lines."""
_MIN_SIZE = 0.74
"""The smallest legible size of type, relative to the usual one."""
_TEXTS = 3
"""Columns of texts that fit side by side in a column of a page."""


class Cell(NamedTuple):
    """A cell at its place, counted from 0; width and height are in columns and rows."""

    element: Element
    x: int
    y: int
    width: int
    height: int


class Grid(NamedTuple):
    """The cells of a table, none above another.

    Attributes:
        head: how many rows, the first ones, name the columns.
        centred: for each column whether its cells are short values, and none a text.
        size: of the type in which its longest words fit into a column of a page, as a part of the usual one.
        widths: of its columns, in signs, where they have to share a column of a page.
        is_by_rows: whether it is read row by row: it has a head, no cell over several rows or columns, and its type
            would be too small, or texts would stand in slips beside each other.
    """

    cells: tuple[Cell, ...]
    columns: int
    rows: int
    head: int
    centred: tuple[bool, ...]
    size: float
    widths: tuple[float, ...]
    is_by_rows: bool


def grid(table: Element) -> Grid | None:
    """The grid of a table; None where it has no cell."""
    lines = list(_lines(table))
    cells = _placed_cells([line for line, _ in lines])
    if not cells:
        return None
    columns = max(cell.x + cell.width for cell in cells)
    head = next((y for y, (_, is_head) in enumerate(lines) if not is_head), len(lines))
    head = head if head < len(lines) else 0
    cells = [cell._replace(height=min(cell.height, head - cell.y)) if cell.y < head else cell for cell in cells]
    body = [cell for cell in cells if cell.y >= head]
    longest = _longest(cells, columns)
    size = min(_fitting(longest), key=lambda size: _height(body, longest, size) / size)
    widths = _widths(body, longest, _COLUMN_SIGNS / size)
    is_by_rows = (
        head > 0
        and all(cell.width == cell.height == 1 for cell in cells)
        and (size < _MIN_SIZE or (columns > _TEXTS and _is_text(cells)))
    )
    return Grid(
        tuple(cells),
        columns,
        rows=len(lines),
        head=head,
        centred=_centred(body, columns),
        size=size,
        widths=widths,
        is_by_rows=is_by_rows,
    )


def _placed_cells(lines: Sequence[Element]) -> list[Cell]:
    """Place the cells of a table's rows beside each other and below those that span several rows."""
    occupied: set[tuple[int, int]] = set()
    cells = []
    for y, line in enumerate(lines):
        x = 0
        for element in line.children:
            if element.tag not in ("td", "th"):
                continue
            while (x, y) in occupied:
                x += 1
            width = _span(element, "colspan", _MAX_SPAN)
            width = next((count for count in range(width) if (x + count, y) in occupied), width)
            height = _span(element, "rowspan", len(lines) - y)
            occupied |= {(x + right, y + down) for right in range(width) for down in range(height)}
            cells.append(Cell(element, x, y, width, height))
            x += width
    return cells


def _lines(table: Element) -> Iterator[tuple[Element, bool]]:
    """Its rows, and whether each is of its head."""
    for part in table.children:
        if part.tag == "tr":
            yield part, _is_head(part)
        elif part.tag in ("thead", "tbody", "tfoot"):
            yield from ((line, part.tag == "thead" or _is_head(line)) for line in part.children if line.tag == "tr")


def _is_head(line: Element) -> bool:
    cells = [cell for cell in line.children if cell.tag in ("td", "th")]
    return len(cells) > 1 and all(cell.tag == "th" for cell in cells)


def _span(element: Element, name: str, most: int) -> int:
    value = element.attributes.get(name, "1")
    return max(1, min(to_int(value) if re.fullmatch("[0-9]{1,4}", value) else 1, most))


def _centred(cells: list[Cell], columns: int) -> tuple[bool, ...]:
    texts: list[list[str]] = [[] for _ in range(columns)]
    for cell in cells:
        texts[cell.x].append(cell.element.text.strip())
    return tuple(any(column) and all(len(text) <= 8 and " " not in text for text in column) for column in texts)


def _is_text(cells: list[Cell]) -> bool:
    return sum(len(cell.element.text) for cell in cells) > _MAX_VALUE * len(cells)


def _longest(cells: list[Cell], columns: int) -> list[float]:
    """For each column the signs that must stand together, without cells that lie over several."""
    longest = [0.0] * columns
    for cell in cells:
        if cell.width == 1:
            longest[cell.x] = max(longest[cell.x], _together(cell.element))
    return longest


def _together(cell: Element) -> float:
    """The signs of the longest word, or of a short value."""
    words = cell.text.split()
    whole = len(" ".join(words))
    return (whole if whole <= _MAX_UNBROKEN else max(map(_unbroken, words))) + _page_number(cell)


def _unbroken(word: str) -> int:
    return min(len(word), _MAX_UNBROKEN_ADDRESS) if "://" in word else len(word)


def _page_number(cell: Element) -> int:
    """The signs that tell the page of a reference."""
    return _REFERENCE if any(link.attributes.get("href", "").startswith("#") for link in cell.all("a")) else 0


def _fitting(longest: list[float]) -> list[float]:
    """Return sizes of type in which the longest words of all columns fit. The largest is first."""
    signs = sum(longest)
    if signs + _PAD * len(longest) <= _COLUMN_SIGNS:
        return [1.0, _SMALLER]
    largest = min(1.0, _COLUMN_SIGNS / (signs + _TIGHT * len(longest)))
    return [largest, min(largest, _SMALLER)]


def _height(body: list[Cell], longest: list[float], size: float) -> int:
    """Return how many lines a table takes in a size of type."""
    widths = _widths(body, longest, _COLUMN_SIGNS / size)
    rows: dict[int, int] = {}
    for cell in body:
        if cell.width == 1:
            rows[cell.y] = max(rows.get(cell.y, 1), ceil(_length(cell) / widths[cell.x]))
    return sum(rows.values())


def _widths(body: list[Cell], longest: list[float], room: float) -> tuple[float, ...]:
    """Return the widths of columns: their longest words, and a share of the spare room. Columns with longer cells get a
    larger share.
    """
    squares: list[list[int]] = [[] for _ in longest]
    for cell in body:
        if cell.width == 1:
            squares[cell.x].append(_length(cell) ** 2)
    usual = [(sum(column) / len(column)) ** 0.5 if column else 0.0 for column in squares]
    more = [max(0.0, line - word) for word, line in zip(longest, usual, strict=True)]
    spare = max(0.0, room - sum(longest) - _PAD * len(longest))
    share = spare / max(1.0, sum(more))
    return tuple(word + _PAD + extra * share for word, extra in zip(longest, more, strict=True))


def _length(cell: Cell) -> int:
    return len(" ".join(cell.element.text.split())) + _page_number(cell.element)
