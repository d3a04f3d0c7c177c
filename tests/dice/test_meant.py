"""What the page takes for meant where somebody types nearly an expression: by each game's own grammar."""

from __future__ import annotations

import pytest

from rulebook_rules.systems import load_system
from tests.dice.page import Page

TAKEN = {
    "cavea": [("2 : D20", "2:d20"), ("1:d8 / 2:d10", "1:d8/2:d10")],
    "drama": [("4bd", "4Bd"), ("4Bd2Rd", "4Bd 2Rd"), ("4 Bd 1 PD", "4Bd 1Pd")],
    "dry-cereal": [("2D6 + 2", "2d6 + 2"), ("2 d 6", "2d6")],
    "sda": [("3 d8", "3d8"), ("3D8+1mos", "3d8 +1 MoS")],
    "masque": [("D6+D4", "d6+d4"), ("2 d6 - d4", "2d6 - d4")],
    "plain": [("3 d6", "3 d6"), ("4D6KH3", "4D6KH3"), ("2d6+1", "2d6+1")],
}
"""Other spaces and other capitals."""
OFFERED = {
    "cavea": [
        ("2d20", "2:d20"),
        ("3D6", "3:d6"),
        ("d20", "1:d20"),
        ("1d8/2d10 +1", "1:d8/2:d10/+1"),
        ("d6+d8", "1:d6/1:d8"),
    ],
    "drama": [("3bd+2pd", "3Bd 2Pd")],
    "masque": [("d6d4", "d6+d4"), ("3:d6", "3d6")],
    "plain": [("1d6 1d8", "1d6 +1d8")],
}
NOTHING = {
    "cavea": ["2:d7", "2:d6/", "x2:d6", "", "2:d6/" * 40, "2d6 " * 21],
    "drama": ["dragon"],
    "dry-cereal": ["3d6"],
    "plain": ["2d6 +", "(" * 70, "d" * 70],
}


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def cases(table: dict[str, list[tuple[str, str]]]) -> list[tuple[str, str, str]]:
    return [(system, typed, near) for system, rows in table.items() for typed, near in rows]


@pytest.mark.parametrize(("system", "typed", "near"), cases(TAKEN))
def test_spaces_and_capitals_are_taken_as_meant(page: Page, system: str, typed: str, near: str) -> None:
    assert page.call("meant", load_system(system).notation.language.to_json(), typed) == [near, True]


@pytest.mark.parametrize(("system", "typed", "near"), cases(OFFERED))
def test_what_lacks_something_is_offered(page: Page, system: str, typed: str, near: str) -> None:
    assert page.call("meant", load_system(system).notation.language.to_json(), typed) == [near, False]


@pytest.mark.parametrize(("system", "typed"), [(system, typed) for system, all_ in NOTHING.items() for typed in all_])
def test_what_is_near_nothing_is_left(page: Page, system: str, typed: str) -> None:
    assert page.call("meant", load_system(system).notation.language.to_json(), typed) == [None, False]
