"""Pandoc's tables of dashes: multiline tables and simple ones, with a header and without; and pipe tables.

The dashes under the header say where the columns begin. A table that is not whole is no table: its lines are read as
text again, and `looks_like_table` tells where a writer meant one.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from rulebook_pandoc.parsing.tree import Align, Table
from rulebook_syntax.dialects.markdown.tables import split_row, stripped
from rulebook_syntax.dialects.markdown.text import Line

DASHES = re.compile(r" {0,3}-+(?: +-+)* *$")
_COLUMN = re.compile(r"-+")
_SEPARATOR = re.compile(r" {0,3}\|?(?= *:?-)(?: *:?-+:? *[|+])* *:?-+:? *\|? *$")
_PIPE_SEPARATOR = re.compile(r"[|+]|:-|-:")


class TableReader:
    """Reads the tables among some lines of a text."""

    def __init__(self, text: str, lines: Sequence[Line]) -> None:
        self._text = text
        self._lines = lines
        self._dashes = [
            index
            for index, (start, end) in enumerate(lines)
            if start < end and text.startswith(("-", " "), start) and DASHES.match(text, start, end)
        ]

    def read(self, at: int) -> tuple[Table, int] | None:
        """The table that begins with line `at`, and the line behind it."""
        pipes = self._pipes(at)
        if pipes is None and self._dashes and self._next_dashes(at) is not None:
            pipes = self._multiline(at) or self._simple(at, headless=True) or self._simple(at, headless=False)
            pipes = pipes or self._headless_multiline(at)
        return pipes

    def is_dashed(self, at: int) -> bool:
        """Return whether a line has the dashes of several columns."""
        index = bisect_left(self._dashes, at)
        if index == len(self._dashes) or self._dashes[index] != at:
            return False
        groups = _COLUMN.findall(self._text, *self._lines[at])
        return len(groups) > 1 and any(len(group) > 1 for group in groups)

    # -- tables of dashes --

    def _next_dashes(self, at: int) -> int | None:
        index = bisect_left(self._dashes, at)
        return self._dashes[index] if index < len(self._dashes) else None

    def _is_blank(self, at: int) -> bool:
        return at >= len(self._lines) or not self._text[slice(*self._lines[at])].strip()

    def _columns(self, at: int) -> list[int]:
        """Return where the columns begin, from the start of the line."""
        start, end = self._lines[at]
        return [match.start() - start for match in _COLUMN.finditer(self._text, start, end)]

    def _cells(self, at: int, columns: Sequence[int]) -> list[Line]:
        """A line cut at the columns, without the spaces around the parts."""
        start, end = self._lines[at]
        line = self._text[start:end]
        cuts = [*columns, len(line)] if line.isascii() else [*_by_width(line, columns), len(line)]
        cells: list[Line] = []
        for first, last in pairwise(cuts):
            part = line[first:last]
            left = first + len(part) - len(part.lstrip())
            # A short line ends before its last columns begin: their cells are empty, and at its end.
            cells.append((min(start + left, end), min(start + max(left, first + len(part.rstrip())), end)))
        return cells

    def _rows_of_blocks(self, at: int, columns: Sequence[int]) -> tuple[list[list[list[Line]]], int] | None:
        """Rows with blank lines between them, and the line of dashes that ends them; the first stands at `at`."""
        footer = self._next_dashes(at)
        if footer is None or footer == at or self._is_blank(at):
            return None
        rows: list[list[list[Line]]] = []
        row: list[list[Line]] = []
        for index in range(at, footer + 1):
            if index == footer or self._is_blank(index):
                if row:
                    rows.append([list(cell) for cell in zip(*row, strict=True)])
                    row = []
            else:
                row.append(self._cells(index, columns))
        return rows, footer

    def _multiline(self, at: int) -> tuple[Table, int] | None:
        if self._next_dashes(at) != at or self._is_blank(at + 1):
            return None
        under = self._next_dashes(at + 1)
        if under is None or under == at + 1:
            return None
        columns = self._columns(under)
        result = self._rows_of_blocks(under + 1, columns)
        if result is None:
            return None
        rows, footer = result
        heads = [list(cell) for cell in zip(*(self._cells(i, columns) for i in range(at + 1, under)), strict=True)]
        return self._table(at, footer + 1, under, heads, rows, at + 1), footer + 1

    def _headless_multiline(self, at: int) -> tuple[Table, int] | None:
        result = self._rows_of_blocks(at + 1, self._columns(at)) if self._next_dashes(at) == at else None
        if result is None:
            return None
        return self._table(at, result[1] + 1, at, [], result[0], at + 1), result[1] + 1

    def _simple(self, at: int, *, headless: bool) -> tuple[Table, int] | None:
        under = at if headless else at + 1
        if self._next_dashes(under) != under or (not headless and self._is_blank(at)):
            return None
        columns = self._columns(under)
        rows: list[list[list[Line]]] = []
        index = under + 1
        while not self._is_blank(index) and self._next_dashes(index) != index:
            rows.append([[cell] for cell in self._cells(index, columns)])
            index += 1
        closed = self._next_dashes(index) == index
        if not rows or (headless and not closed):
            return None
        end = index + closed
        heads = [] if headless else [[cell] for cell in self._cells(at, columns)]
        return self._table(at, end, under, heads, rows, at if not headless else at + 1), end

    def _table(
        self, at: int, end: int, under: int, heads: list[list[Line]], rows: list[list[list[Line]]], first: int
    ) -> Table:
        return Table(list(self._lines[at:end]), self._aligns(under, first), heads, rows)

    def _aligns(self, under: int, first: int) -> list[Align]:
        """Return how the columns are set: by where the first line of their header or rows touches the dashes."""
        start, end = self._lines[under]
        cut = self._columns(under)
        groups = [(match.start() - start, match.end() - start) for match in _COLUMN.finditer(self._text, start, end)]
        line_start = self._lines[first][0]
        aligns: list[Align] = []
        for (left, right), (cell_start, cell_end) in zip(groups, self._cells(first, cut), strict=True):
            if cell_start == cell_end:
                aligns.append("default")
                continue
            flush_left, flush_right = cell_start - line_start <= left, cell_end - line_start >= right
            aligns.append(
                "default"
                if flush_left and flush_right
                else "left"
                if flush_left
                else "right"
                if flush_right
                else "center"
            )
        return aligns

    # -- tables of pipes --

    def _pipes(self, at: int) -> tuple[Table, int] | None:
        text, lines = self._text, self._lines
        if at + 1 >= len(lines) or text.find("|", *lines[at]) < 0:
            return None
        if not _SEPARATOR.match(text, *lines[at + 1]) or not _PIPE_SEPARATOR.search(text, *lines[at + 1]):
            return None
        under = stripped(text, lines[at + 1])
        marks = text[slice(*under)].strip("|").replace("+", "|").split("|")
        count = len(marks)
        border = text.startswith("|", stripped(text, lines[at])[0])
        header = self._pipe_row(at, count, border=border)
        rows = []
        index = at + 2
        while not self._is_blank(index) and text.find("|", *lines[index]) >= 0:
            rows.append(self._pipe_row(index, count, border=text.startswith("|", stripped(text, lines[index])[0])))
            index += 1
        empty = all(start == end for cell in header for start, end in cell)
        aligns: list[Align] = [_pipe_align(mark.strip()) for mark in marks]
        return Table(list(lines[at:index]), aligns, [] if empty else header, rows), index

    def _pipe_row(self, at: int, count: int, *, border: bool) -> list[list[Line]]:
        line = stripped(self._text, self._lines[at])
        if not border and self._text.endswith("|", *line):
            line = (line[0], line[1] - 1)
        cells = split_row(self._text, line, border=border)[:count]
        cells += [(line[1], line[1])] * (count - len(cells))
        return [[stripped(self._text, cell)] for cell in cells]


def _pipe_align(mark: str) -> Align:
    left, right = mark.startswith(":"), mark.endswith(":")
    return "center" if left and right else "left" if left else "right" if right else "default"


def _by_width(line: str, columns: Sequence[int]) -> list[int]:
    """Columns of a screen, where wide characters take two, as indices of a line."""
    indices: list[int] = []
    width = 0
    waiting = list(columns)
    for index, sign in enumerate(line):
        while waiting and width >= waiting[0]:
            indices.append(index)
            waiting.pop(0)
        width += 0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return indices + [len(line)] * len(waiting)
