"""Pipe tables, as the `tables` extension splits them."""

from __future__ import annotations

from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Stretches
from rulebook_syntax.dialects.markdown.text import Line


class Row(NamedTuple):
    """The cells of a row without the spaces around them, and what it has behind the last column: that is not shown."""

    cells: list[Line]
    cut: Line | None = None


_TOKEN = lazily(r"(\\\\)|(\\`+)|(`+)|(\\\|)|(\|)")
_END_BORDER = lazily(r"(?<!\\)(?:\\\\)*\|$")


def split_table(text: str, block: list[Line]) -> list[Row] | None:
    """The rows of a block that is a table, without its separator row; None where it is none."""
    lines = [stripped(text, line) for line in block]
    header = text[lines[0][0] : lines[0][1]]
    border = header.startswith("|") or _END_BORDER.search(header) is not None
    first = split_row(text, lines[0], border=border)
    if len(first) == 1 and not (
        border
        and all(
            text.startswith("|", start) or _END_BORDER.search(text[start:end]) is not None for start, end in lines[1:]
        )
    ):
        return None
    separator = split_row(text, lines[1], border=border)
    if len(separator) != len(first) or not set("".join(text[s:e] for s, e in separator)) <= set("|:- "):
        return None
    rows = [Row([stripped(text, cell) for cell in first])]
    for line in lines[2:]:
        cells = [stripped(text, cell) for cell in split_row(text, line, border=border)]
        behind = [cell for cell in cells[len(first) :] if text[slice(*cell)].strip()]
        cells += [(line[1], line[1])] * (len(first) - len(cells))
        rows.append(Row(cells[: len(first)], (behind[0][0], behind[-1][1]) if behind else None))
    return rows


def stripped(text: str, line: Line) -> Line:
    start, end = line
    while start < end and text[start] == " ":
        start += 1
    while start < end and text[end - 1] == " ":
        end -= 1
    return start, end


def split_row(text: str, line: Line, *, border: bool) -> list[Line]:
    start, end = line
    if border:
        if text.startswith("|", start, end):
            start += 1
        if _END_BORDER.search(text[start:end]):
            end -= 1
    cells: list[Line] = []
    for pipe in _pipes(text, start, end):
        cells.append((start, pipe))
        start = pipe + 1
    cells.append((start, end))
    return cells


def _pipes(text: str, start: int, end: int) -> list[int]:
    """The pipes of a row that part cells: not escaped, and not within code."""
    row = text[start:end]
    if "`" not in row and "\\" not in row:
        return [start + index for index, character in enumerate(row) if character == "|"]
    pipes: list[int] = []
    ticks: list[tuple[int, int, int, int]] = []
    for match in _TOKEN.finditer(row):
        if match[2]:
            ticks.append((len(match[2]) - 1, match.start(), match.end() - 1, 1))
        elif match[3]:
            ticks.append((len(match[3]), match.start(), match.end() - 1, 0))
        elif match[5]:
            pipes.append(match.start())
    regions: list[tuple[int, int]] = []
    at = 0
    while at < len(ticks):
        size = ticks[at][0] - ticks[at][3]
        closing = next((i for i in range(at + 1, len(ticks)) if ticks[i][0] == size), None) if size else None
        if closing is None:
            at += 1
        else:
            regions.append((ticks[at][1], ticks[closing][2]))
            at = closing + 1
    code = Stretches((first, last + 1) for first, last in regions)
    return [start + pipe for pipe in pipes if not code.has(pipe)]
