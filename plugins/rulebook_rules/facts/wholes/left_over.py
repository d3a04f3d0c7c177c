"""Last rows and items that say what is left: "| Fee | 50 |", "| Metal | -36 |", "| Left | 14 |"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.comparing import SIGNS
from rulebook_rules.facts.reading.tokens import tokens_of
from rulebook_rules.facts.reading.values import cell_value
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.forms import like

MIN_ROWS = 3
"""Rows or items with the last one: of two, the last may be left of something else."""


class _Row(NamedTuple):
    """A label and a number in digits behind it."""

    label: str
    amount: Fraction
    shown: str
    place: Place


def left_over_in(document: Document, wording: Wording) -> Iterator[Difference]:
    """Yield the rests that last rows and items state, right or wrong."""
    for table in document.prose.tables:
        for at in range(1, len(table.header)):
            cells = [(row[0].text, row[at].text, row[at].span) for row in table.rows if at < len(row)]
            rows = [_row(label, text, Place(document.source, span), wording) for label, text, span in cells]
            yield from _compared(rows, wording)
    for is_item, blocks in groupby(document.prose.blocks, lambda block: block.kind == "item"):
        if is_item:
            yield from _compared([_item(document, block, wording) for block in blocks], wording)


def _item(document: Document, block: Block, wording: Wording) -> _Row | None:
    label, colon, text = block.text.text.rpartition(":")
    start = len(label) + len(colon) + len(text) - len(text.lstrip())
    place = Place(document.source, block.text.span(start, len(block.text.text.rstrip(" ."))))
    return _row(label, text.rstrip(" ."), place, wording) if colon and text.strip() else None


def _row(label: str, text: str, place: Place, wording: Wording) -> _Row | None:
    value = cell_value(text, wording)
    is_number = value is not None and value.kind == "number"
    return _Row(label, value.amount, text.strip(), place) if value is not None and is_number else None


def _compared(rows: Sequence[_Row | None], wording: Wording) -> Iterator[Difference]:
    known = [row for row in rows if row is not None]
    if not MIN_ROWS <= len(known) == len(rows) or not _is_left(known[-1].label, wording):
        return
    *parts, last = known
    first, *others = parts
    total = sum((one.amount for one in others), Fraction(0))
    has_sign = any(one.shown[:1] in SIGNS for one in others)
    if not has_sign and any(one.amount == last.amount for one in parts):
        return  # "Front 20, Rear 5, Right 8, Left 8" are sides.
    # What has no sign below the first amount is taken from it.
    right = first.amount + total if has_sign else first.amount - total
    if right.denominator == 1 and right >= 0:
        is_wrong, of = right != last.amount, tuple(one.place for one in parts)
        yield Difference(last.place, "what is left", str(right), None, is_wrong, like(int(right), last.shown), of=of)


def _is_left(label: str, wording: Wording) -> bool:
    """Return whether a label consists of a word for what is left, and small ones."""
    words = [token.word for token in tokens_of(label, wording) if token.kind == "word"]
    rests = wording.words("remainders")
    return not rests.isdisjoint(words) and all(word in rests | wording.common for word in words)
