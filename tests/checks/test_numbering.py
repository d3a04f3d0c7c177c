"""Numbers of the items of a list: the one that stands out of its row is told, in every dialect that has them."""

import pytest

from rulebook_core.findings import Severity
from tests.checking import check_text, shown

STEPS = "{}. Take the dice.\n{}. Roll them.\n{}. Read them.\n"


@pytest.mark.parametrize("dialect", ["markdown", "obsidian", "pandoc", "prose"])
@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((1, 2, 3), []),
        ((1, 1, 1), []),
        ((1, 1, 2), []),
        ((4, 5, 6), []),
        ((1, 4, 3), ["4:1 misnumbered-item '4'"]),
        ((1, 2, 2), ["5:1 misnumbered-item '2'"]),
        ((1, 3, 4), []),
        ((1914, 12, 3), []),
    ],
)
def test_the_item_that_stands_out(numbers: tuple[int, ...], expected: list[str], dialect: str) -> None:
    report = check_text("How to play:\n\n" + STEPS.format(*numbers), system=None, dialect=dialect)
    assert [shown(finding) for finding in report.findings if finding.severity >= Severity.WARNING] == expected


def test_lists_that_nobody_counts_through() -> None:
    text = "1. One\n2. Two\n2. Two more\n3. Three\n\nAnd:\n\n- a\n- b\n    1. x\n    2. y\n- c\n    1. z\n"
    assert [finding.rule for finding in check_text(text, system=None).findings] == []
    text = "Levels:\n\n1. Luck\n2. Rage\n3-6. Might\nOne more.\n7. Fury\n"
    assert [finding.rule for finding in check_text(text, system=None).findings] == []
    text = "Roll:\n\n1. Take dice.\n2. + the axe.\n3. Read them.\n4. Mark it.\n"
    assert [finding.rule for finding in check_text(text, system=None).findings] == []
    text = "Roll:\n\n1. Take dice.\n1. Roll them.\n3. Read them.\n4. Mark it.\n"
    assert [finding.rule for finding in check_text(text, system=None).findings] == []


@pytest.mark.parametrize("dialect", ["markdown", "obsidian", "pandoc", "prose"])
def test_the_first_item(dialect: str) -> None:
    (finding,) = check_text("How to play:\n\n" + STEPS.format(3, 2, 3), system=None, dialect=dialect).findings
    assert shown(finding) == "3:1 misnumbered-item '3'"


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((1, 2), []),
        ((1, 1), []),
        ((4, 5), []),
        ((2, 2), ["3:1 misnumbered-item '2'"]),
        ((3, 2), ["3:1 misnumbered-item '3'"]),
        ((1, 3), ["4:1 misnumbered-item '3'"]),
        ((1, 5), []),
    ],
)
def test_a_list_of_two(numbers: tuple[int, int], expected: list[str]) -> None:
    first, second = numbers
    report = check_text(f"How to play:\n\n{first}. Take the dice.\n{second}. Roll them.\n", system=None)
    assert [shown(finding) for finding in report.findings] == expected


@pytest.mark.parametrize(
    ("numbers", "system", "expected"),
    [
        (("1.", "2.", "7.", "4."), "cavea", ["9:4 misnumbered-heading '7'"]),
        (("1.", "2.", "3.", "3."), "cavea", ["12:4 misnumbered-heading '3'"]),
        (("1.", "2.", "7.", "4."), None, []),
        (("1)", "2)", "3)", "6)"), None, []),
        (("1)", "2)", "3)", "1)"), None, []),
        (("3)", "5)", "6)", "7)"), None, []),
        (("3)", "5)", "6)", "7)"), "cavea", ["3:4 misnumbered-heading '3'"]),
        (("1)", "2)", "3)", "6)"), "cavea", ["12:4 misnumbered-heading '6'"]),
        (("1)", "4)", "5)", "9)"), "cavea", []),
        (("14.", "15.", "16-17.", "18."), "cavea", []),
        (("17.", "19.", "20.", "21.", "23."), None, []),
    ],
)
def test_headings_that_are_numbered(numbers: tuple[str, ...], system: str | None, expected: list[str]) -> None:
    text = "# Rooms\n\n" + "\n\n".join(f"## {number} Room\nText" for number in numbers)
    assert [shown(finding) for finding in check_text(text, system=system).findings] == expected
