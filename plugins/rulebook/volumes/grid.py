"""The grid of an HTML table: which cell stands where, whatever its spans claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.converting.elements import Element

_WIDEST_SPAN = 60
_COLUMN_SIGNS = 46
"""So many signs of the type of tables fit beside each other in a column of a page."""
_TEXT = 12
"""So many signs a cell, and they are words to read and no values."""
_PAD = 3
"""Signs that the space between two columns has room for."""


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
        is_wide: whether its longest words need more room than a column of a page has.
        is_text: whether it has a head, no cell over several rows or columns, and in each row texts to read.
    """

    cells: tuple[Cell, ...]
    columns: int
    rows: int
    head: int
    centred: tuple[bool, ...]
    is_wide: bool
    is_text: bool


def grid(table: Element) -> Grid | None:
    """The grid of a table; None where it has no cell."""
    lines = list(_lines(table))
    taken: set[tuple[int, int]] = set()
    cells = []
    for y, (line, _) in enumerate(lines):
        x = 0
        for element in line.children:
            if element.tag not in ("td", "th"):
                continue
            while (x, y) in taken:
                x += 1
            width = _span(element, "colspan", _WIDEST_SPAN)
            width = next((count for count in range(width) if (x + count, y) in taken), width)
            height = _span(element, "rowspan", len(lines) - y)
            taken |= {(x + right, y + down) for right in range(width) for down in range(height)}
            cells.append(Cell(element, x, y, width, height))
            x += width
    if not cells:
        return None
    columns = max(cell.x + cell.width for cell in cells)
    head = next((y for y, (_, is_head) in enumerate(lines) if not is_head), len(lines))
    head = head if head < len(lines) else 0
    cells = [cell._replace(height=min(cell.height, head - cell.y)) if cell.y < head else cell for cell in cells]
    body = [cell for cell in cells if cell.y >= head]
    is_wide = _width(cells, columns) > _COLUMN_SIGNS
    is_text = head > 0 and _is_text(cells)
    return Grid(tuple(cells), columns, len(lines), head, _centred(body, columns), is_wide, is_text=is_text)


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
    return max(1, min(int(value) if re.fullmatch("[0-9]{1,4}", value) else 1, most))


def _centred(cells: list[Cell], columns: int) -> tuple[bool, ...]:
    texts: list[list[str]] = [[] for _ in range(columns)]
    for cell in cells:
        texts[cell.x].append(cell.element.text.strip())
    return tuple(any(column) and all(len(text) <= 8 and " " not in text for text in column) for column in texts)


def _is_text(cells: list[Cell]) -> bool:
    is_plain = all(cell.width == cell.height == 1 for cell in cells)
    return is_plain and sum(len(cell.element.text) for cell in cells) > _TEXT * len(cells)


def _width(cells: list[Cell], columns: int) -> int:
    """Signs that the longest words of all columns take beside each other."""
    longest = [0] * columns
    for cell in cells:
        if cell.width == 1:
            words = cell.element.text.split()
            longest[cell.x] = max(longest[cell.x], *map(len, words)) if words else longest[cell.x]
    return sum(longest) + _PAD * columns
