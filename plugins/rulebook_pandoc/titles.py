"""The title block: `% title`, `% authors` and `% date` on the first lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulebook_syntax.dialects.markdown.text import Line

_FIELD = re.compile(r"%[ \t]*(?P<text>[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]+\S[^\r\n]*)*)(?:\r\n|\r|\n|\Z)")
_CONTINUED = re.compile(r"(?:\r\n|\r|\n)[ \t]+")


class TitleBlock(NamedTuple):
    """Lines of title, authors and date, and the end of their block."""

    fields: tuple[tuple[Line, ...], ...]
    end: int

    @property
    def title(self) -> tuple[Line, ...]:
        return self.fields[0] if self.fields else ()


def title_block(text: str) -> TitleBlock:
    """The title block that a text begins with; without one it has no fields."""
    fields: list[tuple[Line, ...]] = []
    position = 0
    while len(fields) < 3 and (match := _FIELD.match(text, position)):
        fields.append(tuple(_lines(text, *match.span("text"))))
        position = match.end()
    return TitleBlock(tuple(fields), position)


def _lines(text: str, start: int, end: int) -> list[Line]:
    lines: list[Line] = []
    for match in (*_CONTINUED.finditer(text, start, end), None):
        stop = match.start() if match else end
        stop = start + len(text[start:stop].rstrip())
        if stop > start:
            lines.append((start, stop))
        if match:
            start = match.end()
    return lines
