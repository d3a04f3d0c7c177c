"""Words of ranges of the rules, and of the ranges of a text beside them."""

from __future__ import annotations

import re

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.structures.range_series import LabelledRange, Series, Words
from rulebook_syntax.document import Document
from rulebook_text.lexing.modality import denial_between
from rulebook_text.lexing.names import beginning
from rulebook_text.lexing.ranges import describe_ends
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.system import Band, Bands


def word_of_another(bounds: LabelledRange, bands: Bands) -> tuple[Words, Words] | None:
    """Return the word of a label that belongs to another range of the rules, and its label."""
    for row in bands.rows:
        for word in names_of(row):
            for label in bounds.labels:
                if match := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", label.text, re.IGNORECASE):
                    return label, Words(label.block, label.start + match.start(), label.start + match.end())
    return None


def denial_of_gift(bounds: LabelledRange, band: Band) -> tuple[int, int] | None:
    """Return where words deny that a range gives what it does: "scores of 4 or 5 are not weak"."""
    for label in bounds.labels if names_of(band) and bounds.block.kind != "cell" else ():
        named = beginning(names_of(band)).search(label.text) if label.block is bounds.block else None
        if named is not None:
            name = Span(label.start + named.start(), label.start + named.end())
            gap = sorted([bounds.range.start, bounds.range.end, *name])[1:3]
            text = bounds.block.text.text
            return None if "," in text[slice(*gap)] else denial_between(text, *gap)
    return None


def names_of(band: Band) -> tuple[str, ...]:
    """Return the names of what a range gives; none of a number."""
    if isinstance(band.gives, int):
        return ()
    return (band.gives,) if isinstance(band.gives, str) else band.gives


def ends_in_words(band: Band) -> str:
    """Return the ends of a range of the rules in words."""
    return describe_ends(band.low, band.high)


def gift_in_words(band: Band) -> str:
    """Return what a range of the rules gives, in words."""
    return str(band.gives if isinstance(band.gives, int | str) else band.gives[0])


_MODIFIES = lazily(
    rf"(?<!\w){any_of(words.modifies for words in LANGUAGES)}(?!\w)|\+\s?\d|(?<![\w–—-])[−–-]\d", re.IGNORECASE
)
"""That something is added to a roll, or taken from it."""


def is_modified(document: Document, series: Series) -> bool:
    """Return whether the section of a series names modifiers to the roll."""
    section = series.rows[0].block.section
    texts = (block.text.text for block in document.prose.blocks if block.section == section and block.kind != "cell")
    own = series.dice.text.casefold() if series.dice is not None else ""
    about = (words.casefold().replace(own, "") if own else words for words in series.about)
    return any(map(_MODIFIES.search, (*about, *texts)))
