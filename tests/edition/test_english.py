"""The English of our books: short sentences, and none of the tics of an earlier edition."""

from __future__ import annotations

import pytest

from tests.style.english import BOOKS, MAX_AVERAGE, MAX_WORDS, MIN_AVERAGE, average, sentences, tics


@pytest.mark.parametrize("book", BOOKS)
def test_rules_are_told_in_short_sentences(book: str) -> None:
    assert MIN_AVERAGE <= average(book) <= MAX_AVERAGE
    assert [one for one in sentences(book) if one.words > MAX_WORDS] == []


@pytest.mark.parametrize("book", BOOKS)
def test_rules_have_no_tics(book: str) -> None:
    assert tics(book) == []
