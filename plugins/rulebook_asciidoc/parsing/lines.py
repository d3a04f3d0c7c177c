"""The lines of a source: where what Asciidoctor calls a line of a block stands in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText, Writer

_CONDITIONS = ("ifdef::", "ifndef::")
_SPACE = " \t\n\v\f\r\0"
"""Characters that Asciidoctor strips from lines; other spaces are text to it."""


class Lines:
    """Finds the texts of blocks in a source.

    Asciidoctor drops white space at the ends of lines, list markers, comments and directives between the lines of
    a paragraph. So each line of a text is looked for from the line of its block on, as the end of a line first.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.all = MappedText(source.text)
        self._starts = source.line_starts
        self._texts = [source.line(number).rstrip(_SPACE) for number in range(1, len(self._starts) + 1)]
        self._signed: dict[re.Pattern[str], list[int]] = {}
        """The lines in which a sign stands."""

    def __len__(self) -> int:
        return len(self._starts)

    def text(self, number: int) -> str:
        """Line `number` (from 1) without its end and without white space before that."""
        return self._texts[min(number, len(self._texts)) - 1]

    def span(self, number: int) -> Span:
        """Line `number` without its end."""
        number = self._there(number)
        start = self._starts[number - 1]
        return Span(start, start + len(self.source.line(number)))

    def _there(self, number: int) -> int:
        """A line of this source: behind a directive that ends it, Asciidoctor counts one that is not there."""
        return min(number, len(self))

    def find(self, text: str, line: int, first: int = 1, last: int | None = None) -> MappedText | None:
        """The text of a block that is said to begin in line `line`; None where it is not in this source.

        A text stands at the ends of its lines: behind a list marker, or indented.
        """
        parts: list[tuple[str, int, int]] = []
        stop = min(len(self), last if last is not None else len(self))
        numbers: Iterable[int] = self.around(line, first, stop)
        for part in text.split("\n"):
            place = self._find_line(part, numbers)
            if place is None:
                return None
            parts.append((part, *place))
            numbers = range(place[0] + 1, stop + 1)
        return self._put_together(parts)

    def find_within(
        self, text: str, before: re.Pattern[str], behind: re.Pattern[str], line: int, first: int
    ) -> MappedText | None:
        """A text of one line between two patterns: a title behind its signs, a term before its colons.

        What stands `before` begins a line.
        """
        text = text.strip(_SPACE)
        for number in self.signed(before, line, first):
            whole = self.text(number)
            signs = before.match(whole)
            if signs is not None and whole.startswith(text, signs.end()):
                start, end = signs.end(), signs.end() + len(text)
                if behind.match(whole, end):
                    return self.all.slice(self._starts[number - 1] + start, self._starts[number - 1] + end)
        return None

    def around(self, line: int, first: int, last: int | None = None) -> Iterator[int]:
        """The lines to look for something in that is said to be in `line`, but not before `first`.

        Asciidoctor is right about the line but for directives: it may have read past one, or, within a block, not
        have counted one.
        """
        stop = min(len(self), last if last is not None else len(self))
        line = self._there(max(line, first))
        return chain(range(line, line + 1), range(line - 1, first - 1, -1), range(line + 1, stop + 1))

    def signed(self, sign: re.Pattern[str], line: int, first: int, last: int | None = None) -> Iterator[int]:
        """Those of them in which a sign stands, in the same order."""
        if sign not in self._signed:
            self._signed[sign] = [number for number, text in enumerate(self._texts, 1) if sign.search(text)]
        lines, line = self._signed[sign], self._there(max(line, first))
        here, behind = bisect_left(lines, line), bisect_right(lines, line)
        before = range(here - 1, bisect_left(lines, first) - 1, -1)
        after = range(behind, len(lines) if last is None else bisect_right(lines, last))
        return map(lines.__getitem__, chain(range(here, behind), before, after))

    def _find_line(self, part: str, numbers: Iterable[int]) -> tuple[int, int] | None:
        bare = part.strip(_SPACE)
        indent = len(part) - len(part.lstrip(_SPACE))
        for number in numbers:
            line = self.text(number)
            if line.startswith(_CONDITIONS) and line.endswith("]"):
                line = line[:-1].rstrip(_SPACE)  # The text stands in the directive.
            if not bare:
                if not line.strip(_SPACE):
                    return number, 0
            elif line.endswith(part):
                return number, len(line) - len(part)
            elif line.endswith(bare):
                return number, len(line) - len(bare) - indent
        return None

    def _put_together(self, parts: Sequence[tuple[str, int, int]]) -> MappedText:
        writer = Writer(self.all)
        end = 0
        for index, (part, number, column) in enumerate(parts):
            start = self._starts[number - 1]
            if index:
                writer.put("\n", end, max(end + 1, start + max(column, 0)))
            indent = len(part) - len(part.lstrip(_SPACE))
            at, behind, end = start + max(column, 0), start + column + indent, start + column + len(part)
            if column < 0 or self.text(number)[column : column + indent] != part[:indent]:
                writer.put(part[:indent], at, max(behind, at + 1))
                writer.copy(behind, end)
            else:
                writer.copy(at, end)
            end = max(end, start)
        return writer.written()
