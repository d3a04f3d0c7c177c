"""The book of divers, with many tables: with and without its rules, and faults that are planted in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book
from tests.facts.planted import HERE, Fault, book_at, copy_without_rules, faults, findings_in, is_at, reported
from tests.shares import whole

DIVERS = HERE / "divers"
FAULTS = faults(DIVERS / "faults.toml")
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
        "total/lines",
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


@pytest.fixture(scope="module")
def book() -> Book:
    return book_at(DIVERS)


@pytest.fixture(scope="module")
def without_rules(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_at(copy_without_rules("divers", tmp_path_factory.mktemp("divers") / "book"))


def test_the_book_is_clean_with_its_rules_and_without(book: Book, without_rules: Book) -> None:
    assert findings_in(book) == []
    assert findings_in(without_rules) == []


def test_most_faults_are_reported_with_the_rules() -> None:
    assert {fault.name for fault in FAULTS} >= MISSED
    assert 10 * len(MISSED) <= 3 * len(FAULTS)


@whole
def test_a_third_of_the_faults_is_reported_without_the_rules(without_rules: Book) -> None:
    results = [one for _, one, _ in reported(without_rules, by_related=True, file=DIVERS / "faults.toml")]
    assert 3 * sum(results) >= len(results)


def test_the_rules_that_it_teaches_check_clean(tmp_path: Path) -> None:
    folder = copy_without_rules("divers", tmp_path / "book")
    result = CliRunner().invoke(main, ["learn", "--write", "-f", str(folder / "mkdocs.yml")])
    assert result.exit_code == 0, result.output
    report = analyse(book_at(folder))
    assert report.findings == ()
    assert 10 * sum(number.guarded for number in report.numbers) >= 4 * len(report.numbers)


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=() if at % SHARE == 0 else whole) for at, one in enumerate(FAULTS)],
    ids=lambda fault: fault.name,
)
def test_a_fault_is_reported_first_and_about_its_place(book: Book, fault: Fault) -> None:
    planted, line = fault.planted(book)
    first = findings_in(planted)[:1]
    places = [place for one in first for place in (one.place, *one.details.related)]
    assert any(is_at(place, fault.page, line) for place in places) is (fault.name not in MISSED)
