"""Blocks whose text goes on below, indented by four: definition lists, and the texts of footnotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulebook_pandoc.parsing.tree import Definitions, Item, Note
from rulebook_syntax.dialects.markdown.text import Line

if TYPE_CHECKING:
    from rulebook_pandoc.parsing.blocks import Run

_NOTE = re.compile(r" {0,3}\[\^(?P<label>[^\]\s\[^]+)\]:[ ]*")
_DEFINITION = re.compile(r" {0,3}[:~] +(?=\S)|[:~]\t")


class IndentedReader:
    """Reads such blocks among the lines of a run: each method takes a line and gives the one behind the block."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._text = run.text
        self._lines = run.lines

    def definitions(self, at: int) -> int | None:
        entries: list[tuple[Line, list[Item]]] = []
        loose = False
        while not self._run.is_blank(at) and (first := self._definition_behind(at)) is not None:
            term = self._run.reader.stripped(self._lines[at])
            loose = loose or first > at + 1
            items, at = self._definitions_of(first)
            entries.append((term, items))
            following = self._run.text_from(at)
            if following < len(self._lines) and self._definition_behind(following) is not None:
                at = following
        if not entries:
            return None
        self._run.nodes.append(Definitions(entries, loose))
        return at

    def _definition_behind(self, at: int) -> int | None:
        """The first definition of a term at a line: in the next line, or behind a blank one."""
        for index in (at + 1, at + 2):
            if index < len(self._lines) and _DEFINITION.match(self._text, *self._lines[index]):
                return index if index == at + 1 or self._run.is_blank(at + 1) else None
        return None

    def _definitions_of(self, at: int) -> tuple[list[Item], int]:
        items: list[Item] = []
        while at < len(self._lines) and (mark := _DEFINITION.match(self._text, *self._lines[at])):
            lines = [(mark.end(), self._lines[at][1])]
            end = at + 1
            blank = 0
            while end < len(self._lines):
                start, stop = self._lines[end]
                indented = self._text.startswith("    ", start)
                if self._run.is_blank(end):
                    blank += 1
                else:
                    if not indented and (
                        blank or _DEFINITION.match(self._text, start, stop) or self._definition_behind(end) is not None
                    ):
                        break
                    blank = 0
                lines.append((min(start + 4, stop) if indented else start, stop))
                end += 1
            items.append(Item((self._lines[at][0], mark.end()), self._run.inner(lines[: len(lines) - blank])))
            at = end
        while at > 0 and self._run.is_blank(at - 1):
            at -= 1
        return items, at

    def note(self, at: int) -> int | None:
        mark = _NOTE.match(self._text, *self._lines[at])
        if mark is None:
            return None
        lines = [(mark.end(), self._lines[at][1])]
        end = at + 1
        while end < len(self._lines):
            start, stop = self._lines[end]
            indented = self._text.startswith("    ", start)
            after_blank = self._run.is_blank(end - 1)
            if self._run.is_blank(end):
                if all(self._run.is_blank(index) for index in range(end, min(end + 60, len(self._lines)))):
                    break
            elif _NOTE.match(self._text, start, stop) or (after_blank and not indented):
                break
            lines.append((min(start + 4, stop) if indented else start, stop))
            end += 1
        self._run.nodes.append(Note(mark.span("label"), self._run.inner(lines)))
        return end
