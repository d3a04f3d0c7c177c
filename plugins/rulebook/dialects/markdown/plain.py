"""Plain text with the way back to the source, and the elements among tags."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from rulebook.dialects.markdown.found import Inlines
from rulebook.dialects.markdown.tags import Tag
from rulebook.document import Piece, PlainText
from rulebook.source import Span

MARKUP = re.compile(r"[\[<`\\&{*_]")
"""What running text without markup has none of."""

_TOKEN = re.compile(r"\s+|\S+")


class PlainBuilder:
    """Builds a plain text from stretches of a text, in order: white space folded, places kept."""

    def __init__(self, span: Callable[[int, int], Span]) -> None:
        self._span = span
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0
        self._text: str | None = None
        self._space: int | None = None
        self._from: list[int] = []
        self._to: list[int] = []

    def keep(self, text: str, start: int, end: int) -> None:
        """Take over `text[start:end]`."""
        for match in _TOKEN.finditer(text, start, end):
            word = match.group()
            if word[0].isspace():
                if self._length and self._space is None:
                    self._space = match.start()
            else:
                self._append(word, match.start(), match.end())

    def put(self, new: str, start: int, end: int) -> None:
        """Put `new` for what stands at `[start, end)`."""
        if new.isspace():
            if self._length and self._space is None:
                self._space = start
        elif new:
            self._append(new, start, end)

    def _append(self, word: str, start: int, end: int) -> None:
        if self._space is not None:
            self._piece(" ", self._span(self._space, start))
            self._space = None
        self._from.append(start)
        self._to.append(self._length)
        source = self._span(start, end)
        if 1 < end - start == len(word) != source.end - source.start:
            # Something in the word is written otherwise in the source: each of its characters knows its own place.
            for offset, sign in enumerate(word, start):
                self._piece(sign, self._span(offset, offset + 1))
        else:
            self._piece(word, source)

    def _piece(self, new: str, source: Span) -> None:
        length = len(new)
        last = self._pieces[-1] if self._pieces else None
        if (
            last is not None
            and last.source.end == source.start
            and length == source.end - source.start
            and last.end - last.start == last.source.end - last.source.start
        ):
            self._pieces[-1] = Piece(last.start, last.end + length, Span(last.source.start, source.end))
        else:
            self._pieces.append(Piece(self._length, self._length + length, source))
        self._parts.append(new)
        self._text = None
        self._length += length

    def index(self, position: int) -> int:
        """Where in the plain text the first kept character at or behind `position` stands."""
        at = bisect_right(self._from, position) - 1
        if at >= 0:
            length = (self._to[at + 1] if at + 1 < len(self._to) else self._length) - self._to[at]
            inside = position - self._from[at]
            if inside < length and (inside < len(self._word(at))):
                return self._to[at] + inside
        at = bisect_left(self._from, position)
        return self._to[at] if at < len(self._to) else self._length

    def _word(self, at: int) -> str:
        end = self._to[at + 1] if at + 1 < len(self._to) else self._length
        return self.text[self._to[at] : end].rstrip(" ")

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "".join(self._parts)
        return self._text

    def range(self, start: int, end: int) -> tuple[int, int] | None:
        """The stretch of plain text that stems from `[start, end)`; None for an empty one."""
        first, last = self.index(start), self.index(end)
        text = self.text
        while first < last and text[first] == " ":
            first += 1
        while first < last and text[last - 1] == " ":
            last -= 1
        return (first, last) if first < last else None

    def build(self) -> PlainText:
        return PlainText(self.text, tuple(self._pieces))


def elements(found: list[Tag]) -> list[tuple[Tag, int]]:
    """The elements among tags: the opening tag, and where the content ends."""
    opened: list[Tag] = []
    elements: list[tuple[Tag, int]] = []
    for tag in found:
        if not tag.closing:
            opened.append(tag)
            continue
        for at in range(len(opened) - 1, -1, -1):
            if opened[at].name == tag.name:
                elements.append((opened[at], tag.start))
                del opened[at:]
                break
    return elements


def classes_of(tag: Tag, text: str) -> tuple[tuple[str, ...], bool]:
    """The classes of a tag, and whether it has an id."""
    classes: tuple[str, ...] = ()
    has_id = False
    for attribute in tag.attributes(text):
        if attribute.name == "class":
            classes = tuple(attribute.value.split())
        elif attribute.name == "id":
            has_id = bool(attribute.value)
    return classes, has_id


def plain(text: str, inlines: Inlines | None, start: int, end: int) -> str:
    """What a reader sees of `text[start:end]`, white space folded; without inlines it has no markup."""
    piece = text[start:end]
    if inlines is None or not MARKUP.search(piece):
        return " ".join(piece.split())
    pieces: list[str] = []
    position = start
    for s, e, new in inlines.changes_in(start, end):
        if s > position:
            pieces.append(text[position:s])
        if new and s >= position:
            pieces.append(new)
        position = max(position, e)
    pieces.append(text[position:end])
    return " ".join("".join(pieces).split())
