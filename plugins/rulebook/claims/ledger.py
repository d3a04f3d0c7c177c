"""The ledger: every number of a text, and whether a claim rests on it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.claims.model import Analysis
from rulebook.claims.numbers import WORD_PATTERN
from rulebook.document import Block
from rulebook.findings import Place

_NUMBER = re.compile(rf"(?<![\w.])(?:\d*d\d+|[+\-−]?\d+(?:\.\d+)?\s?%?|{WORD_PATTERN}(?!\w))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """A number in the text: digits, a number word, a die, a percentage."""

    place: Place
    text: str
    guarded: bool


def numbers_of(analysis: Analysis) -> Iterator[Number]:
    """Every number of a document, in order of its blocks."""
    guards = sorted(span for claim in analysis.claims for span in claim.guards)
    reach: list[int] = []
    for span in guards:
        reach.append(max(span.end, reach[-1] if reach else 0))
    for block in analysis.document.prose.blocks:
        for start, end in number_spans(block):
            span = block.text.span(start, end)
            index = bisect_right(guards, span.start, key=lambda guard: guard.start) - 1
            guarded = index >= 0 and reach[index] >= span.end
            yield Number(Place(analysis.document.source, span), block.text.text[start:end], guarded)


def number_spans(block: Block) -> Iterator[tuple[int, int]]:
    """The stretches of a block's plain text that are numbers."""
    for match in _NUMBER.finditer(block.text.text):
        yield match.start(), match.start() + len(match.group().rstrip())
