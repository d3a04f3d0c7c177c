"""Sums as other people's rulebooks write them, with and without a game: what is right is silent, a slip is told."""

from __future__ import annotations

import pytest

from tests.checking import check_text, serious, shown

GAMES = [None, "plain"]


def found(text: str, system: str | None) -> list[str]:
    return [
        f"{shown(finding)}: {finding.details.message}"
        for finding in serious(check_text(f"# Dice\n\n{text}\n", system=system))
    ]


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    "text",
    [
        "Read a D3 off a D6: 1-2 = 1, 3-4 = 2, 5-6 = 3.",
        "1 - 2 = 1 boat, 3 - 4 = 2 boats",
        "-20 + 100 + 40 + 20 = 140 points",
        "with DM-2 + 3 = 1 in all",
        "She gets 1,000 + 250 = 1,250 coins.",
        "Sie bekommt 1.000 + 250 = 1.250 Münzen, für 1,5 + 2,25 = 3,75 Gold.",
        "Il paie 1 500 + 150 = 1 650 PO.",
        "The chance is 1/6 = 16.7%, or 1/6 = 0.167.",
        "Always round down, so half is 7 / 2 = 3.",
        "Es wird aufgerundet: 7 / 2 = 4.",
        "An ogre of HD 4+1 = 21 hit points.",
        "XP for a level: 0 = 10; 1/8 = 25; 1/4 = 50; 1 = 200.",
        "Worth: 1 = 10, 1+1 = 15, 2 = 20, 2+1 = 35 XP.",
        "Ida has 10 + 5 = 15 − 3 = 12 points, and 6 + 5 = 11 × 2 = 22 pence.",
        "In rows 1,2 + 3 = 5 of them.",
        "You have 4 × 12 = 48 coins, and 75 − 48 = 27 are left.",
    ],
)
def test_what_is_right_is_silent(text: str, system: str | None) -> None:
    assert found(text, system) == []


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8-5 = 4", "3:7 wrong-sum '4': this comes to 3, the text says 4"),
        ("9 - 9 = 1", "3:9 wrong-sum '1': this comes to 0, the text says 1"),
        ("-20 + 100 + 40 = 121", "3:18 wrong-sum '121': this comes to 120, the text says 121"),
        ("1,000 + 250 = 1,251", "3:15 wrong-sum '1,251': this comes to 1,250, the text says 1,251"),
        ("1.000 + 250 = 1.251", "3:15 wrong-sum '1.251': this comes to 1.250, the text says 1.251"),
        ("1,5 + 2,25 = 3,76", "3:14 wrong-sum '3,76': this comes to 3,75, the text says 3,76"),
        ("It is 1/6 = 16.8%.", "3:13 wrong-sum '16.8': this comes to 16.7, the text says 16.8"),
        ("10 + 5 = 15 - 3 = 13", "3:19 wrong-sum '13': this comes to 12, the text says 13"),
        ("10 + 6 = 15 - 3 = 12", "3:10 wrong-sum '15 - 3': this comes to 16, the text says 15 - 3"),
        ("7 / 2 = 4", "3:9 wrong-sum '4': this comes to 3.5, the text says 4"),
        ("Round down: 7 / 2 = 5", "3:21 wrong-sum '5': this comes to 3.5, the text says 5"),
    ],
)
def test_a_slip_is_told_at_the_total(text: str, expected: str, system: str | None) -> None:
    assert found(text, system) == [expected]
