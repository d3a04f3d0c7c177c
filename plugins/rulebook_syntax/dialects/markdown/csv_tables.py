"""Tables that a plugin makes of CSV files, each cell with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.source_map import MappedText, Writer
from rulebook_syntax.dialects import excerpts

MAX_CHARACTERS = 2**20
"""A longer file is no table of a page, and is not read."""
MAX_ROWS = 5_000
MAX_COLUMNS = 100
_ODD = lazily(r"(?P<bar>\\?\|)|(?P<quote>\"\")|(?P<space>[\r\n\t]+)|[\x02\x03]")


class CsvTable(NamedTuple):
    """All of a file, as a table; `separator` is what stands between its cells."""

    separator: str = ","

    def stretches(self, text: str) -> Iterator[Span]:
        """Yield what it takes of a text."""
        yield Span(0, len(text))


def table_of(selections: Iterable[excerpts.Selection]) -> CsvTable | None:
    """Return how a file is made a table, where that is how pages take it."""
    return next((one for one in selections if isinstance(one, CsvTable)), None)


def table_text(text: str, table: CsvTable) -> MappedText:
    """Return the Markdown table that is made of the text of a CSV file."""
    writer = Writer(MappedText(text))
    width = 0
    for number, row in enumerate(_rows(text, table.separator)):
        width = width or len(row)
        end = row[-1].end
        for cell in (*row[:width], *[Span(end, end)] * (width - len(row))):
            writer.put("| ", cell.start, cell.start)
            _write(writer, text, cell)
            writer.put(" ", cell.end, cell.end)
        writer.put("|\n", end, end)
        if number == 0:
            writer.put("|---" * width + "|\n", end, end)
    return writer.written()


def _write(writer: Writer, text: str, cell: Span) -> None:
    at = cell.start
    for match in _ODD.finditer(text, *cell):
        writer.copy(at, match.start())
        writer.put("\\|" if match["bar"] else '"' if match["quote"] else " " if match["space"] else "", *match.span())
        at = match.end()
    writer.copy(at, cell.end)


def _rows(text: str, separator: str) -> Iterator[list[Span]]:
    """Yield the cells of each row that is not blank."""
    row: list[Span] = []
    rows = 0
    for match in _cells(separator).finditer(text) if len(text) <= MAX_CHARACTERS else ():
        row.append(Span(*match.span("plain" if match["quoted"] is None else "quoted")))
        if match["end"] != separator:
            if (len(row) > 1 or row[0].start < row[0].end) and rows < MAX_ROWS:
                rows += 1
                yield row[:MAX_COLUMNS]
            row = []


@cache
def _cells(separator: str) -> re.Pattern[str]:
    between = re.escape(separator)
    return re.compile(
        rf'(?:"(?P<quoted>(?:[^"]++|"")*+)"|(?P<plain>[^{between}\r\n]*+))(?P<end>{between}|\r\n|\r|\n|\Z)'
    )
