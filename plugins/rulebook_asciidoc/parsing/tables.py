"""Cells of a table: where the text of each stands."""

from __future__ import annotations

import re

from rulebook_asciidoc.parsing.lines import Lines
from rulebook_core.source import Span
from rulebook_core.source_map import MappedText, Writer
from rulesmod.dice.digits import to_int

TABLE_DELIMITER = re.compile(r"([|,:!])={3,}$")
_REPEAT = re.compile(r"(?<![\w.])(?P<count>\d+)\*[<^>.]*[a-z]?\Z")
_SIGNS = re.compile(r"[ \t]*\n[ \t]*|[^\n]")
"""A line end with the white space around it, or any other sign."""
_SPEC = r"[ \t]*(?:[\d.]+[*+])?[<^>.]*[a-z]?"
_MAX_LOST = 50
"""Limit of cells that no separator precedes; beyond it, cells are found by text alone."""


class CellFinder:
    """Finds the cells of one table, in their order.

    Args:
        lines: of the source.
        line: where the table begins with its delimiter.
    """

    def __init__(self, lines: Lines, line: int) -> None:
        delimiter = lines.text(line).strip()
        last = line + 1
        while last < len(lines) and lines.text(last).strip() != delimiter:
            last += 1
        self.span = Span(lines.span(line).start, lines.span(min(last, len(lines))).end)
        match = TABLE_DELIMITER.fullmatch(delimiter)
        self._separator = match[1] if match is not None else "|"
        separator = re.escape(self._separator)
        self._next_cell = re.compile(rf"\s*(?:\Z|\n)|{_SPEC}(?<!\\){separator}|\s*{_SPEC}(?<!\\){separator}")
        self._source = lines.all
        self._text = lines.source.text
        self._position = lines.span(line).end
        self._end = lines.span(min(last, len(lines))).start
        self._repeated: MappedText | None = None
        self._repeats = 0
        self._lost = 0

    @property
    def here(self) -> Span:
        """Where an empty cell stands."""
        return Span(self._position, self._position)

    def next(self, text: str) -> MappedText:
        """The place of the next cell, whose text is `text`; an empty text where there is none."""
        if self._repeats > 0 and self._repeated is not None:
            self._repeats -= 1
            return self._repeated
        words = None
        if self._separator in text or "\n" in text:
            words = re.compile(
                r"[ \t]*\r?\n[ \t]*".join(_line_pattern(line, self._separator) for line in text.split("\n"))
            )
        start = self._position if self._lost < _MAX_LOST else self._end
        at = self._text.find(self._separator, start, self._end)
        while at >= 0:
            end = self._end_of(text, words, at + 1) if self._text[at - 1] != "\\" else None
            if end is not None:
                return self._cell(text, at, end)
            at = self._text.find(self._separator, at + 1, self._end)
        self._lost += 1
        return self._anywhere(text)

    def _end_of(self, text: str, words: re.Pattern[str] | None, start: int) -> int | None:
        """Where the text of a cell ends that begins behind the separator before `start`; None if it is another cell."""
        while start < self._end and _is_space(self._text[start]):
            start += 1
        if words is not None:
            match = words.match(self._text, start, self._end)
            end = match.end() if match is not None else None
        else:
            end = start + len(text) if self._text.startswith(text, start) else None
        if not text:
            # Nothing but white space up to the next cell, or to the end.
            start = end = self._text.rfind(self._separator, 0, start) + 1
        return end if end is not None and self._next_cell.match(self._text, end, self._end) else None

    def _cell(self, text: str, at: int, end: int) -> MappedText:
        start = at + 1
        while start < end and _is_space(self._text[start]):
            start += 1
        result = self._mapped(text, start, end)
        repeat = _REPEAT.search(self._text, max(self._position, at - 12), at)
        self._position = end
        if repeat is not None and to_int(repeat["count"]) > 1:
            self._repeated, self._repeats = result, to_int(repeat["count"]) - 1
        return result

    def _anywhere(self, text: str) -> MappedText:
        """A cell of comma-separated values, or of another separator."""
        at = self._text.find(text, self._position, self._end) if text else -1
        if at < 0:
            return MappedText("")
        self._position = at + len(text)
        return self._source.slice(at, at + len(text))

    def _mapped(self, text: str, start: int, end: int) -> MappedText:
        """The text of a cell, which stands at `[start, end)` with other white space and escapes."""
        writer = Writer(self._source)
        at = start
        for match in _SIGNS.finditer(text):
            sign = match[0]
            if "\n" in sign:
                first = at
                while at < end and _is_space(self._text[at]):
                    at += 1
                writer.put(sign, first, at)
                continue
            if self._text[at] == "\\" and sign == self._separator and self._text[at + 1] == sign:
                writer.put(sign, at, at + 2)
                at += 2
                continue
            while at < end - 1 and self._text[at] != sign:
                at += 1
            writer.copy(at, at + 1)
            at += 1
        return writer.written()


def _line_pattern(line: str, separator: str) -> str:
    return re.escape(line.strip()).replace(re.escape(separator), rf"\\?{re.escape(separator)}")


def _is_space(sign: str) -> bool:
    """Return whether Asciidoctor strips a sign from a cell.

    Ruby does not strip some signs that Python counts as space.
    """
    return sign.isspace() and sign not in "\x1c\x1d\x1e\x1f\x85"
