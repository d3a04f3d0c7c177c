"""Where sentences and their parts end."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulebook_core.lazy_regex import lazily

CAPITAL = "[A-ZÀ-ÖØ-ÞĄĆČĎĘĚĞİŁŃŇŐŘŚŞŠŤŮŰŹŻŽА-ЯЁЄІЇ]"
_CLOSED = r"(?=[\s\"”’)]|$)"
END_SIGN = rf"[.!?;]{_CLOSED}"
"""A sign that ends a sentence, or nearly: behind a semicolon comes another one."""
FULL_STOP = rf"[.!?]{_CLOSED}|\n"
"""The end of a whole sentence."""
PART_END = rf"[.!?;:,]{_CLOSED}|[()\n—]|\s[–-]\s"
"""The pattern of an end of a clause."""
SENTENCE_END = lazily(rf"{END_SIGN}|\n")
BETWEEN_SENTENCES = lazily(rf"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?{CAPITAL})")
"""The space between two sentences, the second of which begins with a capital."""


def sentences_in(text: str) -> Iterator[tuple[int, int]]:
    """Return where each sentence of a text begins and ends."""
    start = 0
    for stop in SENTENCE_END.finditer(text):
        yield start, stop.end()
        start = stop.end()
    yield start, len(text)


MAX_SENTENCE = 400
"""Characters around a place that are read."""


def stretch(stops: re.Pattern[str], text: str, start: int, end: int, reach: int = MAX_SENTENCE) -> tuple[int, int]:
    """Return where what stands between two stops around `[start, end)` begins and ends."""
    stop = bisect_left(_stops(stops, text)[0], end)
    last = _stops(stops, text)[0][stop : stop + 1]
    return beginning_of(stops, text, start, reach), min(len(text), end + reach, *last)


def beginning_of(stops: re.Pattern[str], text: str, start: int, reach: int = MAX_SENTENCE) -> int:
    """Return where what stands between two stops, one of them before an offset, begins."""
    ends = _stops(stops, text)[1]
    before = bisect_right(ends, start)
    return max(0, start - reach, *ends[before - 1 : before])


@lru_cache(maxsize=64)
def _stops(stops: re.Pattern[str], text: str) -> tuple[Sequence[int], Sequence[int]]:
    """Return where the stops of a text begin and end: it is asked for every phrase of it."""
    spans = [match.span() for match in stops.finditer(text)]
    return [start for start, _ in spans], [end for _, end in spans]
