"""Pandoc's lists: which lines belong to an item, by where its text begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulebook_pandoc.parsing.tree import Item, Items, Node
from rulebook_syntax.dialects.markdown.text import Line
from rulesmod.dice.digits import to_int

if TYPE_CHECKING:
    from rulebook_pandoc.parsing.blocks import BlockReader

_BULLET = re.compile(r"( {0,3})[*+-](?P<space> +|$)")
_NUMBER = r"#|\d{1,9}"
_ORDERED = re.compile(
    rf"( {{0,3}})(?:\((?P<inner>{_NUMBER})\)|(?P<number>{_NUMBER})(?P<delimiter>[.)]))(?P<space> +|$)"
)
_OTHER = re.compile(
    r" {0,3}(?!p\. \d)(?:(?:[a-z]|[ivxlcdm]+|@[\w-]*)[.)]|(?:[A-Z]|[IVXLCDM]+)(?:\)|\. )"
    r"|\((?:[a-zA-Z]|[ivxlcdmIVXLCDM]+|@[\w-]*)\)) +\S"
)
"""Markers of items that only Pandoc reads: letters, Roman numbers, examples."""


class Start(NamedTuple):
    """How an item begins: the style and sign of its list, its number, where its text begins, how deep that is."""

    style: str
    delimiter: str
    number: int
    content: int
    indent: int


class ListReader:
    """Reads lists among lines."""

    def __init__(self, reader: BlockReader) -> None:
        self._reader = reader
        self._last_start: tuple[Line, Start | None] = ((-1, -1), None)

    def start(self, line: Line) -> Start | None:
        """Return how an item begins at a line, which is asked several times on the way."""
        if self._last_start[0] != line:
            self._last_start = line, self._start(line)
        return self._last_start[1]

    def _start(self, line: Line) -> Start | None:
        text = self._reader.text
        mark = _BULLET.match(text, *line)
        if mark is not None and not self._reader.is_rule(line):
            return Start("-", "", 0, *self._content(mark, line))
        mark = _ORDERED.match(text, *line)
        if mark is None:
            return None
        label = mark["inner"] or mark["number"]
        delimiter = "()" if mark["inner"] else mark["delimiter"]
        return Start("1", delimiter, 1 if label == "#" else to_int(label), *self._content(mark, line))

    def is_unread(self, line: Line) -> bool:
        """Return whether a line begins an item of an unsupported kind."""
        return _OTHER.match(self._reader.text, *line) is not None

    @staticmethod
    def _content(mark: re.Match[str], line: Line) -> tuple[int, int]:
        space = len(mark["space"])
        end = mark.start("space") + (space if space <= 4 else 1)
        if mark.end() == line[1]:
            end = min(mark.start("space") + 1, line[1])
        return end, max(end, mark.start("space") + 1) - line[0]

    def read(self, lines: Sequence[Line], at: int, inner: Callable[..., list[Node]]) -> tuple[Items, int]:
        """The list that begins with a line, and the line behind it."""
        first = start = self.start(lines[at])
        assert first is not None
        items: list[Item] = []
        loose = False
        while start is not None:
            content, end, blank = self._item(lines, at, start)
            number = start.number if not items else items[-1].number + 1
            items.append(
                Item((self._reader.stripped(lines[at])[0], start.content), inner(content, in_list=True), number)
            )
            loose = loose or self._has_gap(content)
            following = end + blank
            start = self.start(lines[following]) if following < len(lines) else None
            if start is not None and start[:2] != first[:2]:
                start = None  # It is of another list.
            if start is not None:
                loose = loose or blank > 0
                at = following
        return Items(first.style, items, loose), end

    def _has_gap(self, content: Sequence[Line]) -> bool:
        is_blank = self._reader.is_blank
        last = max((i for i, line in enumerate(content) if not is_blank(line)), default=0)
        return any(is_blank(line) for line in content[1:last])

    def _item(self, lines: Sequence[Line], at: int, start: Start) -> tuple[list[Line], int, int]:
        """Return the lines of an item, without their indent.

        With them come the index of the line behind the item and the number of blank lines that follow it.
        """
        reader, text = self._reader, self._reader.text
        indent = " " * start.indent
        content: list[Line] = [(start.content, lines[at][1])]
        index = at + 1
        blank = 0
        nested = False
        while index < len(lines):
            first, last = lines[index]
            if reader.is_blank(lines[index]):
                blank += 1
                index += 1
                continue
            indented = text.startswith(indent, first)
            if not indented and (blank or self.start(lines[index]) is not None):
                break
            if not indented and reader.fence_end(lines, index) is not None and not nested:
                break
            content += [(lines[i][1], lines[i][1]) for i in range(index - blank, index)]
            blank = 0
            content.append((first + start.indent, last) if indented else lines[index])
            nested = nested or indented
            index += 1
        return content, index - blank, blank
