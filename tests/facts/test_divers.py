"""The book of divers, with many tables: with and without its rules, and faults that are planted in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_rules.book import Book
from tests.facts.planted import HERE, Fault, faults, findings_in, is_first_about, reported, taught
from tests.shares import whole

BOOK = "divers"
FILE = HERE / BOOK / "faults.toml"
FAULTS = faults(FILE)
MISSED = frozenset(
    {
        "value-elsewhere/leech",
        "value-elsewhere/mad",
        "value-elsewhere/claw",
        "worked/down-from",
        "worked/left",
        "worked/owner",
        "worked/helper",
        "worked/halves",
        "worked/lung-regain",
        "count/shelves",
        "total/wages",
        "total/drowned",
        "range/unit",
        "chance/drown",
        "compare/canvas",
        "word/never",
        "word/rounded",
        "word/above",
    }
)
"""Comparisons with names before their unit, values without a name, rules that no file has."""
SHARE = 8


def test_the_book_is_clean_with_its_rules_and_without(book: Book, without_rules: Book) -> None:
    assert findings_in(book) == []
    assert findings_in(without_rules) == []


def test_most_faults_are_reported_with_the_rules() -> None:
    assert {fault.name for fault in FAULTS} >= MISSED
    assert 10 * len(MISSED) <= 3 * len(FAULTS)


@whole
def test_a_third_of_the_faults_is_reported_without_the_rules(without_rules: Book) -> None:
    results = [one for _, one, _ in reported(without_rules, by_related=True, file=FILE)]
    assert 3 * sum(results) >= len(results)


def test_the_rules_that_it_teaches_check_clean(tmp_path: Path) -> None:
    report = taught(BOOK, tmp_path / "book")
    assert report.findings == ()
    assert 10 * sum(number.guarded for number in report.numbers) >= 4 * len(report.numbers)


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=() if at % SHARE == 0 else whole) for at, one in enumerate(FAULTS)],
    ids=lambda fault: fault.name,
)
def test_a_fault_is_reported_first_and_about_its_place(book: Book, fault: Fault) -> None:
    assert is_first_about(book, fault) is (fault.name not in MISSED)
