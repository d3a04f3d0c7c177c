"""The kinds of numbers: what a number of a text is read as, with all that belongs to it."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.chances import CHANCE_PATTERN, read_odds
from rulebook_text.lexing.dice import DIE, FATE, NOT_BEFORE_DICE, WORD
from rulebook_text.lexing.dice_stretch import stretch_of
from rulebook_text.lexing.numbers import ORDINALS
from rulebook_text.lexing.ranges import ranges_in

_DIE = lazily(rf"{NOT_BEFORE_DICE}(?:{DIE}|{FATE})(?:s\b|(?!{WORD}))", re.IGNORECASE)
_CHANCE = lazily(rf"(?<![\w.,]){CHANCE_PATTERN}(?!\w)", re.IGNORECASE)
_GAPS = " \u00a0\u202f-"
_SIGNS = "%$€£¥°"
MAX_AROUND = 60
"""Characters before and behind a number that may belong to it."""


class Written(NamedTuple):
    """A number as it is written.

    Attributes:
        kind: "dice", "chance", "range", "ordinal" or "number".
        text: all that is read together.
        unit: the word or sign beside a number.
    """

    kind: str
    text: str
    unit: str = ""


def written_at(text: str, start: int, end: int) -> Written:
    """Return what a number of a plain text is read as: dice, a chance, a range, an ordinal or a number."""
    first, last = max(0, start - MAX_AROUND), end + MAX_AROUND
    for match in _DIE.finditer(text, first, last):
        stretch = stretch_of(text, match.start(), match.end() - match[0].endswith("s"))
        if stretch.start <= start and end <= stretch.end and stretch.is_dice:
            return Written("dice", text[stretch.start : stretch.end])
    for match in _CHANCE.finditer(text, first, last):
        if match.start() <= start and end <= match.end() and read_odds(match[0], may_cut=True):
            return Written("chance", match[0])
    for one in ranges_in(text[first:last]):
        if one.start <= start - first and end - first <= one.end and not one.is_single:
            return Written("range", text[first + one.start : first + one.end])
    word = text[start:end]
    if word.lower() in ORDINALS:
        return Written("ordinal", word)
    return Written("number", word, _unit_beside(text, start, end))


def _unit_beside(text: str, start: int, end: int) -> str:
    """Return the sign or the word beside a number; empty if there is none."""
    before, behind = text[:start].rstrip(_GAPS)[-1:], text[end : end + MAX_AROUND].lstrip(_GAPS)
    if before and before in _SIGNS[1:5]:
        return before
    return behind[:1] if behind[:1] in _SIGNS else "".join(takewhile(str.isalnum, behind))
