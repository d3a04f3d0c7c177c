"""Edits of a text: what a note's signs become in Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulebook.dialects.markdown.text import NormalText
from rulebook.dialects.translation import TranslatedText, Writer


class TextEdit(NamedTuple):
    """What stands at `[start, end)` of a text becomes `new`."""

    start: int
    end: int
    new: str


def edited(normal: NormalText, edits: Iterable[TextEdit]) -> TranslatedText:
    """A text after edits. They may not overlap: of two that do, the one that begins first counts."""
    writer = Writer(normal.text)
    position = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        if start >= position:
            writer.copy(position, start)
            writer.put(new, start, end)
            position = end
    writer.copy(position, len(normal.text))
    return TranslatedText(normal, writer.written())
