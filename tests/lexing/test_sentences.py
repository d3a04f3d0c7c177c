"""Sentences in the five complete languages: each rolls what it says, or has no button."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_text.lexing.rollable import rolled_dice
from rulesmod.plain_dice import NOTATION

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "sentences.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_each_language_has_thirty() -> None:
    assert len(ROWS) >= 150


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_sentence_rolls_what_it_says(row: list[str]) -> None:
    text, *expected = row
    found = []
    for rolled in rolled_dice(text, 0, len(text)):
        words = text[rolled.start : rolled.end]
        found += [words, NOTATION.format(NOTATION.parse(rolled.notation or words))]
    assert found == expected
