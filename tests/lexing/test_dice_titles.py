"""Which headings are about dice."""

from __future__ import annotations

import pytest

from rulebook_text.lexing.dice_titles import names_die


@pytest.mark.parametrize(
    ("title", "is_about_dice"),
    [
        ("The d20", True),
        ("d20 System", True),
        ("d6, d8 and d10", True),
        ("D6", True),
        ("Roll (d6 or d8)", True),
        ("Kostka (k6)", True),
        ("D12 Omens", False),
        ("Cechy (k10)", False),
        ("Spear (d6, long), 1 charge", False),
        ("(2d6)", False),
    ],
)
def test_headings_about_dice_and_those_of_what_is_rolled(title: str, is_about_dice: bool) -> None:
    assert names_die(title) is is_about_dice
