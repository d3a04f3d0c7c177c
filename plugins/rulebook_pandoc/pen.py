"""The pen that a document of Pandoc's is written with: stretches of its source, and what comes between them.

Whatever is written keeps its place in the source, so that marks find it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook_core.source_map import MappedText, Writer
from rulebook_pandoc.parsing.inlines import InlineReader, LeafChanges
from rulebook_pandoc.parsing.tree import Node
from rulebook_syntax.dialects.markdown.text import Line
from rulebook_syntax.dialects.translation import Part


class Pen:
    """Writes one document, from its beginning to its end.

    Attributes:
        at: the place in the source that what is written next stems from, unless it says another.
        unsupported: places of what this dialect does not read.
        late: footnotes within something, which are written at the end.
    """

    def __init__(self, below: MappedText, reader: InlineReader) -> None:
        self.text = below.text
        self._below = below
        self.at = 0
        self.unsupported: list[tuple[Line, str]] = []
        self.late: list[tuple[Line, list[Node]]] = []
        self._reader = reader
        self._out = Writer(below)

    def written(self) -> MappedText:
        """All that has been written, with the way back."""
        return self._out.written()

    def text_of(self, lines: Sequence[Line]) -> MappedText:
        """Lines of the text, as one."""
        return self._below.lines(lines)

    def put(self, new: str, line: Line | None = None) -> None:
        """Text that the source does not have, in the place of a stretch of it if there is one."""
        if line is None:
            self._out.put(new, self.at)
        else:
            self._out.put(new, *line)
            self.at = line[1]

    def copy(self, line: Line) -> None:
        """A stretch of the source as it is."""
        self._out.copy(*line)
        self.at = line[1]

    def parts(self, parts: Iterable[Part]) -> None:
        """Texts and stretches of the source."""
        for part in parts:
            if isinstance(part, str):
                self.put(part)
            else:
                self.copy(part)

    def line_break(self, prefix: str, *, blank: bool) -> None:
        """Go to the next line, over a blank one."""
        self.put(f"\n{prefix.rstrip()}\n{prefix}" if blank else f"\n{prefix}")

    def lines(self, lines: Sequence[Line], prefix: str, indent: str = "") -> None:
        """Lines of the source as they are, each indented where it is not empty."""
        for number, line in enumerate(lines):
            if number:
                self.line_break(prefix, blank=False)
            if line[0] < line[1]:
                self.put(indent)
                self.copy(line)

    def leaf(
        self,
        lines: Sequence[Line],
        prefix: str,
        *,
        between: str = "",
        markup: LeafChanges | None = None,
        starts_block: bool = True,
    ) -> None:
        """Running text with what is to be written otherwise; `between` ends each line, "" for the line's own end."""
        is_one = markup is None and len(lines) == 1
        if is_one and self._reader.is_plain(self.text[slice(*lines[0])], starts_block=starts_block):
            self.copy(lines[0])
            return
        leaf = self.text_of(lines)
        if markup is None:
            markup = self.read(leaf, starts_block=starts_block)
        position = 0
        for start, end, parts in markup.changes:
            self._stretch(leaf, position, start, prefix, between)
            place = leaf.place(start, end)
            if len(parts) == 1 and isinstance(parts[0], str):
                self.put(parts[0], place)
            else:
                self.at = place[0]
                self.parts(part if isinstance(part, str) else leaf.place(*part) for part in parts)
                self.at = max(place)
            position = end
        self._stretch(leaf, position, len(leaf.text), prefix, between)

    def _stretch(self, leaf: MappedText, start: int, end: int, prefix: str, between: str) -> None:
        while start < end:
            stop = leaf.text.find("\n", start, end)
            if stop < 0:
                stop = end
            if stop > start:
                self.copy(leaf.place(start, stop))
            if stop < end:
                # The line end itself is kept: a mark may stand at it.
                self.put(between or f"\n{prefix}")
            start = stop + 1

    def read(self, leaf: MappedText, *, starts_block: bool) -> LeafChanges:
        """Find the changes of running text, and record its unsupported syntax."""
        result = self._reader.read(leaf.text, starts_block=starts_block)
        for start, end, what in result.unsupported:
            self.unsupported.append((leaf.place(start, end), what))
        return result
