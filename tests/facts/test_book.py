"""The book of the causeway: clean as it is, and what is reported when a fault is planted in it."""

from __future__ import annotations

import pytest

from rulebook_rules.book import Book
from tests.facts.planted import HERE, Fault, book_at, copy_without_rules, faults, findings_in, is_at, reported
from tests.shares import whole

MISSED_WITH_RULES = frozenset(
    {
        "a-value-elsewhere/beasts-2",
        "a-count/festivals",
        "a-unit/haul",
    }
)
"""What says no attribute, names no kind, or needs a rule that nobody states."""
SHARE = 8
"""`make test` plants one of so many faults."""


@pytest.fixture(scope="module")
def book() -> Book:
    return book_at(HERE / "book")


def test_the_book_is_clean(book: Book) -> None:
    assert findings_in(book) == []


@pytest.fixture(scope="module")
def without_rules(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_at(copy_without_rules("book", tmp_path_factory.mktemp("causeway") / "book"))


def test_without_its_rules_the_book_is_clean_as_well(without_rules: Book) -> None:
    assert findings_in(without_rules) == []


@whole
def test_without_its_rules_two_thirds_of_the_faults_are_reported(without_rules: Book) -> None:
    count = sum(is_reported for _, is_reported, _ in reported(without_rules, by_related=True))
    assert 80 * count >= 54 * len(faults())


def test_enough_faults_are_planted_and_nearly_all_are_reported() -> None:
    names = {fault.name for fault in faults()}
    assert len(names) >= 80
    assert names >= MISSED_WITH_RULES
    assert 80 * (len(names) - len(MISSED_WITH_RULES)) >= 65 * len(names)


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=() if at % SHARE == 0 else whole) for at, one in enumerate(faults())],
    ids=lambda fault: fault.name,
)
def test_a_planted_fault_is_reported_first_and_at_its_place(book: Book, fault: Fault) -> None:
    planted, line = fault.planted(book)
    first = findings_in(planted)[:1]
    if fault.name in MISSED_WITH_RULES:
        assert first == []
    else:
        assert [one.place.where for one in first if is_at(one.place, fault.page, line)]
