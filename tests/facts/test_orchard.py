"""A small book that was written after the readers: 29 of its 47 faults were reported before they had seen it."""

from __future__ import annotations

import pytest

from rulebook_rules.book import Book
from tests.facts.planted import HERE, book_at, faults, findings_in, reported
from tests.shares import whole

ORCHARD = HERE / "orchard"


@pytest.fixture(scope="module")
def book() -> Book:
    return book_at(ORCHARD)


def test_the_book_is_clean(book: Book) -> None:
    assert findings_in(book) == []


@whole
def test_three_quarters_of_the_faults_are_reported(book: Book) -> None:
    results = [one for _, one, _ in reported(book, by_related=True, file=ORCHARD / "faults.toml")]
    assert len(results) == len(faults(ORCHARD / "faults.toml"))
    assert 4 * sum(results) >= 3 * len(results)
