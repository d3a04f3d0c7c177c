"""Places as editors count them: lines and characters from 0, the latter in units that client and server agree on."""

from __future__ import annotations

from lsprotocol import types

from rulebook_core.findings import Place
from rulebook_core.source import Position, Source, Span

_UNITS = {
    types.PositionEncodingKind.Utf8: ("utf-8", 1),
    types.PositionEncodingKind.Utf16: ("utf-16-le", 2),
    types.PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
"""How a text is written for counting, and the bytes of a unit."""


class Positions:
    """Offsets in code points to positions of the protocol, and back.

    Args:
        encoding: the units that were agreed on; UTF-16 where nothing was.
    """

    def __init__(self, encoding: str | None) -> None:
        self._codec, self._bytes = _UNITS[types.PositionEncodingKind(encoding or "utf-16")]

    def _width(self, text: str) -> int:
        return len(text) if text.isascii() else len(text.encode(self._codec, "surrogatepass")) // self._bytes

    def position(self, source: Source, offset: int) -> types.Position:
        """Return where an offset of a source is."""
        line, column = source.position(offset)
        return types.Position(line - 1, self._width(source.text[offset - column + 1 : offset]))

    def range(self, source: Source, span: Span) -> types.Range:
        """Return where a stretch of a source is."""
        return types.Range(self.position(source, span.start), self.position(source, span.end))

    def range_of(self, place: Place) -> types.Range:
        """The same of a place."""
        return self.range(place.source, place.span)

    def offset(self, source: Source, position: types.Position) -> int:
        """The offset that a position means: the end of its line, or of the text, where it lies beyond."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        left, line = position.character, source.line(position.line + 1)
        if line.isascii():
            return source.offset(Position(position.line + 1, min(left, len(line)) + 1))
        column = 0
        for sign in line:
            left -= self._width(sign)
            if left < 0:
                break
            column += 1
        return source.offset(Position(position.line + 1, column + 1))

    def span(self, source: Source, wanted: types.Range) -> Span:
        """The stretch that a range means."""
        return Span(self.offset(source, wanted.start), self.offset(source, wanted.end))
