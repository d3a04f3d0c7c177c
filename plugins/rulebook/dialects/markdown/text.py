"""The text that Python-Markdown sees, with the way back to the source.

Before it reads anything, Python-Markdown makes line ends `\\n`, expands tabs to columns of four and
drops two control characters. Reading happens on that normal text; this module remembers where each
of its characters came from. Most texts need no change, and then the way back is one addition.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from rulebook.source import Span

TAB = 4
"""Columns of a tab and of one level of indentation."""

ATOM = "\x02"
"""Stands in the normal text where a fence or raw HTML has been taken out of the reach of Markdown."""

_CHANGED = re.compile("\r\n|\r|\t|[\x02\x03]|\n")


class NormalText:
    """The normal text of `source[start:]`."""

    __slots__ = ("_base", "_normal", "_source", "text")

    def __init__(self, source: str, start: int = 0) -> None:
        self._base = start
        self._normal: list[int] = []
        self._source: list[int] = []
        body = source[start:] if start else source
        self.text = self._normalise(body) if _needs_change(body) else body

    def _normalise(self, body: str) -> str:
        pieces: list[str] = []
        length = column_zero = position = 0
        for match in _CHANGED.finditer(body):
            begin, end = match.span()
            length += begin - position
            pieces.append(body[position:begin])
            found = match.group()
            if found == "\t":
                new = " " * (TAB - (length - column_zero) % TAB)
            elif found in "\x02\x03":
                new = ""
            else:
                new = "\n"
            pieces.append(new)
            length += len(new)
            if new == "\n":
                column_zero = length
            if len(new) != end - begin:
                self._normal.append(length)
                self._source.append(end)
            position = end
        pieces.append(body[position:])
        return "".join(pieces)

    @property
    def is_shifted(self) -> bool:
        """Whether the way back is one addition, of `base`."""
        return not self._normal

    @property
    def base(self) -> int:
        return self._base

    def offset(self, position: int) -> int:
        """Where in the source the character at `position` stands, or the end of what stands before it."""
        if not self._normal:
            return position + self._base
        index = bisect_right(self._normal, position)
        offset = position
        if index:
            offset += self._source[index - 1] - self._normal[index - 1]
        if index < len(self._source):
            offset = min(offset, self._source[index])
        return offset + self._base

    def span(self, start: int, end: int) -> Span:
        if not self._normal:
            return Span(start + self._base, end + self._base)
        return Span(self.offset(start), self.offset(end))


def _needs_change(body: str) -> bool:
    return "\t" in body or "\r" in body or "\x02" in body or "\x03" in body


Line = tuple[int, int]
"""Start and end of what is left of a line when the marks of its containers are taken off."""


class Leaf:
    """Text for the inline reader: one or more lines, joined by line ends, with the way back."""

    __slots__ = ("_firsts", "_starts", "lines", "text")

    def __init__(self, text: str, lines: list[Line]) -> None:
        self.lines = lines
        self._firsts: list[int] | None = None
        self._starts: list[int] = []
        if len(lines) == 1:
            start, end = lines[0]
            self.text = text[start:end]
            return
        first = lines[0][0]
        if all(before[1] + 1 == line[0] for before, line in pairwise(lines)):
            self.text = text[first : lines[-1][1]]
            return
        self.text = "\n".join([text[start:end] for start, end in lines])
        self._firsts, length = [], 0
        for start, end in lines:
            self._firsts.append(length)
            self._starts.append(start)
            length += end - start + 1

    @property
    def start(self) -> int | None:
        """Where it stands in the normal text, if all of it stands there in one piece."""
        return self.lines[0][0] if self._firsts is None else None

    def position(self, index: int) -> int:
        """Where the character at `index` stands in the normal text."""
        if self._firsts is None:
            return self.lines[0][0] + index
        line = bisect_right(self._firsts, index) - 1
        return self._starts[line] + index - self._firsts[line]

    def end_position(self, index: int) -> int:
        """Where the stretch that ends before `index` ends in the normal text."""
        return self.position(index - 1) + 1 if index else self.position(0)
