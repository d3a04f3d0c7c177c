"""Words of ranges of the rules, and of the ranges of a text beside them."""

from __future__ import annotations

import re

from rulebook_rules.claims.structures.range_series import LabelledRange, Words
from rulebook_text.lexing.ranges import describe_ends
from rulesmod.system import Band, Bands


def word_of_another(bounds: LabelledRange, bands: Bands) -> tuple[Words, Words] | None:
    """Return the word of a label that belongs to another range of the rules, and its label."""
    for row in bands.rows:
        for word in (row.gives,) if isinstance(row.gives, str) else row.gives if isinstance(row.gives, tuple) else ():
            for label in bounds.labels:
                if match := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", label.text, re.IGNORECASE):
                    return label, Words(label.block, label.start + match.start(), label.start + match.end())
    return None


def ends_in_words(band: Band) -> str:
    """Return the ends of a range of the rules in words."""
    return describe_ends(band.low, band.high)


def gift_in_words(band: Band) -> str:
    """Return what a range of the rules gives, in words."""
    return str(band.gives if isinstance(band.gives, int | str) else band.gives[0])
