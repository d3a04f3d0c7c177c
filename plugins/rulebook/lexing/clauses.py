"""Where sentences and their parts end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.lexing.lazily import lazily

CAPITAL = "[A-ZÀ-ÖØ-ÞĄĆČĎĘĚĞİŁŃŇŐŘŚŞŠŤŮŰŹŻŽА-ЯЁЄІЇ]"
_CLOSED = r"(?=[\s\"”’)]|$)"
END_SIGN = rf"[.!?;]{_CLOSED}"
"""A sign that ends a sentence, or nearly: behind a semicolon comes another one."""
FULL_STOP = rf"[.!?]{_CLOSED}|\n"
"""The end of a whole sentence."""
PART_END = rf"[.!?;:,]{_CLOSED}|[()\n—]|\s[–-]\s"
"""What parts one stretch of a sentence from the next."""
SENTENCE_END = lazily(rf"{END_SIGN}|\n")
BETWEEN_SENTENCES = lazily(rf"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?{CAPITAL})")
"""The space between two sentences, the second of which begins with a capital."""


def sentences_in(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence of a text begins and ends."""
    start = 0
    for stop in SENTENCE_END.finditer(text):
        yield start, stop.end()
        start = stop.end()
    yield start, len(text)


MAX_SENTENCE = 400
"""So many characters around a place are read."""


def stretch(stops: re.Pattern[str], text: str, start: int, end: int, reach: int = MAX_SENTENCE) -> tuple[int, int]:
    """Where what stands between two stops around `[start, end)` begins and ends."""
    first = max(0, start - reach)
    # A stop may look at what stands behind it.
    before = (stop.end() for stop in stops.finditer(text, first, start + 2))
    begin = max((end for end in before if end <= start), default=first)
    stop = stops.search(text, end, end + reach)
    return begin, stop.start() if stop else min(len(text), end + reach)
