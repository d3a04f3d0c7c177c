"""Paragraphs of a plain text: their lines joined, white space folded, and the way back to the source.

What is recognised in a paragraph does not depend on where its lines break.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from operator import attrgetter

from rulebook.document import Piece, PlainText
from rulebook.source import Span

_SPACE = re.compile(r"\s+")


def folded(text: str, start: int, end: int) -> PlainText:
    """The stretch `[start, end)` of a text, without the white space around it."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    pieces: list[Piece] = []
    parts: list[str] = []
    length = position = 0

    def take(part: str, first: int, last: int) -> None:
        nonlocal length
        pieces.append(Piece(length, length + len(part), Span(first, last)))
        parts.append(part)
        length += len(part)

    for space in _SPACE.finditer(text, start, end):
        if space[0] != " ":
            if position < space.start():
                first = max(start, position)
                if first < space.start():
                    take(text[first : space.start()], first, space.start())
            take(" ", space.start(), space.end())
            position = space.end()
    first = max(start, position)
    if first < end:
        take(text[first:end], first, end)
    return PlainText("".join(parts), tuple(pieces))


def cut(plain: PlainText, start: int, end: int) -> PlainText:
    """A part of a plain text, without the white space around it."""
    text = plain.text
    while start < end and text[start] == " ":
        start += 1
    while start < end and text[end - 1] == " ":
        end -= 1
    pieces = []
    # A long text is cut into many parts: each looks at its own pieces only.
    begin = bisect_right(plain.pieces, start, key=attrgetter("end"))
    stop = bisect_left(plain.pieces, end, key=attrgetter("start"))
    for piece in plain.pieces[begin:stop]:
        first, last = max(piece.start, start), min(piece.end, end)
        source = piece.source
        if piece.end - piece.start == source.end - source.start:
            source = Span(source.start + first - piece.start, source.start + last - piece.start)
        pieces.append(Piece(first - start, last - start, source))
    return PlainText(text[start:end], tuple(pieces))
