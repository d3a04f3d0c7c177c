"""The book of the railway: written before the readers that it judges, with comparisons, shares and dice of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_rules.book import Book
from tests.facts.planted import HERE, Fault, faults, findings_in, is_first_about, reported, taught
from tests.shares import whole

BOOK = "railway"
FILE = HERE / BOOK / "faults.toml"
FAULTS = faults(FILE)
MISSED = frozenset(
    {
        "a-value-elsewhere/almsgate",
        "a-value-elsewhere/wool",
        "an-example/sum",
        "an-example/wage",
        "an-example/renown",
        "an-example/spoiled",
        "an-example/firefly",
        "an-example/sleep",
        "a-count/stations",
        "a-count/talents",
        "a-total/way",
        "a-score/holder",
        "a-title/pim",
        "a-unit/purse",
        "a-unit/miles",
        "a-name/wagon",
        "own-dice/fog",
        "a-word/burden",
        "a-word/half",
        "a-word/fee",
    }
)
"""Values after a change, counts on pages that list nothing, sums of a column elsewhere, formulas and titles told
otherwise."""
SHARE = 10


def test_the_book_is_clean_with_its_rules_and_without(book: Book, without_rules: Book) -> None:
    assert findings_in(book) == []
    assert findings_in(without_rules) == []


def test_eight_in_ten_faults_are_reported_with_the_rules() -> None:
    assert {fault.name for fault in FAULTS} >= MISSED
    assert 10 * len(MISSED) <= 2 * len(FAULTS)


@whole
def test_a_third_of_the_faults_are_reported_without_the_rules(without_rules: Book) -> None:
    results = [one for _, one, _ in reported(without_rules, by_related=True, file=FILE)]
    assert 80 * sum(results) >= 25 * len(results)


def test_the_rules_that_it_teaches_check_clean(tmp_path: Path) -> None:
    report = taught(BOOK, tmp_path / "book")
    assert report.findings == ()
    assert 10 * sum(number.guarded for number in report.numbers) >= 6 * len(report.numbers)


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=() if at % SHARE == 0 else whole) for at, one in enumerate(FAULTS)],
    ids=lambda fault: fault.name,
)
def test_a_fault_is_reported_first_and_about_its_place(book: Book, fault: Fault) -> None:
    assert is_first_about(book, fault) is (fault.name not in MISSED)
