"""Identify a finding or a claim by its words, without line or number.

The baseline, comments that allow a finding, and tests go by it, so that whatever else is written in the file, what is
known stays the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rulebook_core.findings import Finding, Place, in_a_line
from rulebook_core.system.machine import relative
from rulebook_text.lexing.forms import without_numbers
from rulebook_text.lexing.word_tokens import BLANK_LINE, TWO_LETTERS

MAX_WORDS = 12
"""Words of a quotation that are stored."""
AROUND = 5
"""Words on each side that tell two equal numbers apart."""

_MAX_REACH = 200


class Identity(NamedTuple):
    """The identity of a finding or claim.

    Attributes:
        path: of the file, from the folder of mkdocs.yml.
        rule: that found it, or the kind of claim.
        quote: the words that it stands at, with `#` for each number.
    """

    path: str
    rule: str
    quote: str


def identity_of(finding: Finding, folder: Path) -> Identity:
    """Return the identity of a finding. `folder` has the mkdocs.yml of its book."""
    return identity_at(finding.place, finding.rule, folder)


def identity_at(place: Place, rule: str, folder: Path) -> Identity:
    """Return the identity of a finding of a rule, or a claim of a kind, at a place."""
    return Identity(path_from(place.source.path, folder), rule, quote_of(place))


def path_from(path: str, folder: Path) -> str:
    """A path as it is from a folder, with forward slashes."""
    return relative(path, folder)


def quote_of(place: Place) -> str:
    """Return the words at a place, or around bare numbers, with `#` for each number."""
    text, span = place.source.text, place.span
    words = without_numbers(text[span.start : span.end]).split()
    if not has_words(" ".join(words)):
        before = BLANK_LINE.split(text[max(0, span.start - _MAX_REACH) : span.start])[-1].split()[-AROUND:]
        behind = BLANK_LINE.split(text[span.end : span.end + _MAX_REACH])[0].split()[:AROUND]
        words = without_numbers(" ".join((*before, text[span.start : span.end], *behind))).split()
    return as_quoted(" ".join(words))


def lone_number_at(place: Place) -> str:
    """Return the number that stands alone at a place, such as `11` or `2d6`; empty where words do, or nothing."""
    text = " ".join(place.source.slice(place.span).split())
    return "" if has_words(without_numbers(text)) else text


def has_words(text: str) -> bool:
    """Return whether a text has a word: numbers, signs and single letters say nothing by themselves."""
    return TWO_LETTERS.search(text) is not None


def as_quoted(words: str) -> str:
    """Words as they are quoted, whatever their numbers and their length."""
    return in_a_line(" ".join(without_numbers(words).split()[:MAX_WORDS]))
