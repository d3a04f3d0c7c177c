"""A text written anew for another reader, with the way back to where each of its characters came from.

A dialect that is close to Markdown is translated to it, once for its document and once more for its page. What a
`Writer` has copied or put down is a `Translation`; `TranslatedText` gives it to the Markdown reader in the place of a
`NormalText`, so that all spans are those of the source; and `translate_marked` carries marks (characters that no writer
uses, see `rulebook.marks`) from a text into its translation.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rulebook.dialects.markdown.text import NormalText
from rulebook.marks import Sentinels
from rulebook.source import Span

_PRIVATE = "\U000f0000-\U0010ffff"
_MARKS = re.compile(f"[{_PRIVATE}]+")
_PLACEHOLDER = re.compile(f"[ \t]*[{_PRIVATE}]+[ \t\r]*")


Part = str | tuple[int, int]
"""What a translation is written of: new text, or a stretch of the old one."""


class Piece(NamedTuple):
    """From `start` on, a translation stems from `[first, last)` of its text: as it stands there if `copied`."""

    start: int
    first: int
    last: int
    copied: bool


class Translation(NamedTuple):
    """What a writer has written, and where its pieces came from."""

    text: str
    pieces: tuple[Piece, ...]


class Writer:
    """Writes a text anew, piece by piece."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0

    def copy(self, start: int, end: int) -> None:
        """Take over what stands at `[start, end)`."""
        if start >= end:
            return
        last = self._pieces[-1] if self._pieces else None
        if last is not None and last.copied and last.last == start:
            self._pieces[-1] = last._replace(last=end)
        else:
            self._pieces.append(Piece(self._length, start, end, True))
        self._add(self._text[start:end])

    def put(self, new: str, start: int, end: int | None = None) -> None:
        """Write `new` for what stands at `[start, end)`, or besides it."""
        if new or (end is not None and end > start):
            self._pieces.append(Piece(self._length, start, start if end is None else end, False))
            self._add(new)

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def written(self) -> Translation:
        return Translation("".join(self._parts), tuple(self._pieces))


class TranslatedText(NormalText):
    """A translation in the place of the normal text that it was made of."""

    __slots__ = ("_back", "_pieces", "_starts")

    def __init__(self, normal: NormalText, translation: Translation) -> None:
        self.text = translation.text
        self._back = normal
        self._pieces = translation.pieces or (Piece(0, 0, 0, False),)
        self._starts = [piece.start for piece in self._pieces]

    @property
    def is_shifted(self) -> bool:
        return False

    @property
    def base(self) -> int:
        return self._back.base

    def offset(self, position: int) -> int:
        return self._back.offset(self._first(position))

    def span(self, start: int, end: int) -> Span:
        first = self._first(start)
        last = self._last(end) if end > start else first
        return self._back.span(first, max(first, last))

    def _first(self, position: int) -> int:
        piece = self._pieces[max(0, bisect_right(self._starts, position) - 1)]
        return min(piece.first + position - piece.start, piece.last) if piece.copied else piece.first

    def _last(self, position: int) -> int:
        # Pieces without text begin where the next one does: the one that has the character before counts.
        piece = self._pieces[max(0, bisect_right(self._starts, position - 1) - 1)]
        return min(piece.first + position - piece.start, piece.last) if piece.copied else piece.last


def translate_marked(text: str, source: str, translate: Callable[[NormalText], Translation]) -> str:
    """Translate a text that has marks in it: without them, so that they change nothing, and then with them.

    A line of nothing but private-use characters is no mark, but holds a place for something: it stays a line.

    Args:
        text: the text with marks in it.
        source: the text without, as the marks were chosen for it.
        translate: what is done to a text.
    """
    opening = Sentinels.absent_from(source).opening
    plain: list[str] = []
    opens: list[tuple[int, str]] = []
    closes: list[tuple[int, str]] = []
    length = 0
    for line in text.splitlines(keepends=True):
        position = 0
        if not _PLACEHOLDER.fullmatch(line.rstrip("\r\n")):
            for match in _MARKS.finditer(line):
                length += match.start() - position
                plain.append(line[position : match.start()])
                position = match.end()
                # What ends comes first. A mark around nothing belongs to what follows it.
                ended, sign, begun = match[0].partition(opening)
                if ended:
                    closes.append((length, ended))
                if sign:
                    opens.append((length, sign + begun))
        plain.append(line[position:])
        length += len(line) - position
    normal = NormalText("".join(plain))
    translation = translate(normal)
    return _with_marks(normal, translation, _in_normal(normal, opens), _in_normal(normal, closes))


def _in_normal(normal: NormalText, marks: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Marks by offsets of the normal text."""
    if normal.is_shifted:
        return marks
    places = range(len(normal.text) + 1)
    return [(bisect_left(places, offset, key=normal.offset), mark) for offset, mark in marks]


def _with_marks(
    normal: NormalText,
    translation: Translation,
    opens: Sequence[tuple[int, str]],
    closes: Sequence[tuple[int, str]],
) -> str:
    if not opens and not closes:
        return translation.text
    out: list[str] = []
    ends = [*(piece.start for piece in translation.pieces[1:]), len(translation.text)]
    for piece, end in zip(translation.pieces, ends, strict=True):
        begun = opens[_index(opens, piece.first) : _index(opens, piece.last)]
        ended = closes[_index(closes, piece.first + 1) : _index(closes, piece.last + 1)]
        if not piece.copied:
            out += (mark for _, mark in begun)
            out.append(translation.text[piece.start : end])
            out += (mark for _, mark in ended)
            continue
        position = piece.first
        # Of marks at one place, that which ends comes before that which begins.
        inside = sorted([*((at, 0, mark) for at, mark in ended), *((at, 1, mark) for at, mark in begun)])
        for at, _, mark in inside:
            out += (normal.text[position:at], mark)
            position = at
        out.append(normal.text[position : piece.last])
    return "".join(out)


def _index(marks: Sequence[tuple[int, str]], offset: int) -> int:
    return bisect_left(marks, offset, key=lambda mark: mark[0])
