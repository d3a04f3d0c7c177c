"""Patterns of separators in lists within running text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import cue

COMMA = rf"\s*[,;/]\s*(?!{cue('lists.joint')}\b)"
"""Between two items, as a pattern."""
AND = rf"(?:\s*[,;])?\s*(?:\b{cue('lists.joint')}\b|&)\s*"
"""Before the last item."""
PLUS = r"\s*\+\s*"
"""Between the items of a sum, "2 + 1 + 3"."""
SEPARATOR = lazily(rf"{AND}|{COMMA}|{PLUS}", re.IGNORECASE)


def outside_brackets(text: str, start: int, end: int, signs: str) -> Iterator[int]:
    """Return where one of some signs stands in `[start, end)` of a text, and in no brackets."""
    depth = 0
    for index in range(start, end):
        sign = text[index]
        depth += (sign in "([") - (sign in ")]")
        if depth <= 0 and sign in signs:
            yield index


def closing_bracket(text: str, opening: int, end: int) -> int | None:
    """Return where the bracket closes that opens at an offset."""
    return next(outside_brackets(text, opening, end, ")]"), None)
