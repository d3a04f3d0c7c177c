"""Percentages beside what they are of: right ones are silent in every form, a slip is one finding at its number."""

from __future__ import annotations

import pytest

from tests.checking import check_text, serious, shown

GAMES = [None, "plain"]

UP_TO = """# Chances on 3d6

| Roll or less | Chance |
| --- | --- |
| 3 | 0.5% |
| 5 | 4.6% |
| 7 | 16.2% |
| 9 | 37.5% |
| 11 | 62.5% |
| 13 | 83.8% |
"""

AT_LEAST = """# Tests

Roll 2d6 against the difficulty.

| Difficulty | % | Likely |
| --- | --- | --- |
| 5+ | 83 | yes |
| 6+ | 72 | yes |
| 7+ | 58 | yes |
| 8+ | 41 | no |
| 9+ | 27 | no |
"""


EACH = """# Chances

Each total of 2d4, and how often it comes up.

| Total | Share |
| --- | --- |
| 2 | 6.3% |
| 3 | 12.5% |
| 4 | 18.8% |
| 5 | 25% |
| 6 | 18.8% |
| 7 | 12.5% |
| 8 | 6.3% |
"""
REACHED = """# Chances on 1d6

| Die | Share |
| --- | --- |
| 1 | 100% |
| 2 | 83% |
| 3 | 67% |
| 4 | 50% |
| 5 | 33% |
| 6 | 17% |
"""


def found(text: str, system: str | None) -> list[str]:
    return [f"{shown(finding)}: {finding.details.message}" for finding in serious(check_text(text, system=system))]


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    "text",
    [
        UP_TO,
        AT_LEAST,
        EACH,
        REACHED,
        REACHED.replace("100%", "95%").replace("83%", "75%"),  # Of something else.
        EACH.replace("| 8 | 6.3% |", "| 9 | 6.3% |").replace("25%", "30%"),
        AT_LEAST.replace("2d6", "2d6 and 3d6"),
        "A 1 in 6 chance of fog (about 17%), a 2-in-6 chance (33%), two in three (66%): 3/6 (50%) on a d6.",
        "A hit on 5+ on a d6, 33% of the time; rolling 15 or more on a d20 (30%); a 6 on a d6 (16.7%).",
        "You need 7+ on 2d6 (58%), or 5+ on 2d6 (56%) where each die counts by itself.",
        "At least one 6 on 3d6 (42%), with advantage 11+ on a d20 (75%), doubles on 2d6 (17%).",
        "15 or more on d20adv (51%), 12 or more on 4d6kh3 (62%), 10 or more on 3d6! (66%), 2 or more on 5d10>=8 (47%).",
        "Roll d100<=45 (45%), d20 ≥ 15 (30%), 40+ on 5d10!!kh3 (5.5%), 200+ on 40d10! (95.8%), 9 or less on 3d6! (33%)",
        "30 or more on 5d10!kh3 (2.6%), 12 or more on 2d6!kh2 (7.4%).",
        "Roughly 1 in 3 (30%); 4+ on d8 (81%) with a wild die; 8+ on a d20 (88%) if you have advantage.",
        "Sell it for 1/4 of its price (20% in winter). The chance is 1 in 6, or 50% if the d6 is loaded.",
        "A 58 % chance of 7+ on 2d6, a 33% chance of rolling 5+ on a d6; the chance of 10 or more on 2d6 is 17%.",
        "A 50% chance of 1-4 on d6 with a shield, a 20% chance of 2 goblins, at least a 40% chance of one 6 on 3d6.",
        "The range is 80/320 ft., and armour is 10% lighter than 1 in 6 of a d6.",
    ],
)
def test_what_is_right_is_silent(text: str, system: str | None) -> None:
    assert found(text, system) == []


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (UP_TO.replace("37.5", "38.5"), "8:7 wrong-value '38.5': the rules give 37.5 % (3/8) for 9 or less on 3d6"),
        (UP_TO.replace("| 9 |", "| 10 |"), "8:8 wrong-value '37.5': the rules give 50.0 % (1/2) for 10 or less on 3d6"),
        (AT_LEAST.replace("41", "43"), "10:8 wrong-value '43': the rules give 41.7 % (5/12) for 8 or more on 2d6"),
        (EACH.replace("25%", "35%"), "10:7 wrong-value '35': the rules give 25.0 % (1/4) for 5 on 2d4"),
        (REACHED.replace("50%", "55%"), "8:7 wrong-value '55': the rules give 50.0 % (1/2) for 4 or more on 1d6"),
        (UP_TO.replace("0.5%", "5%"), "5:7 wrong-value '5': the rules give 0.5 % (1/216) for 3 or less on 3d6"),
        ("On a d6 it is 1 in 6 (18%).", "1:23 wrong-value '18': the rules give 16.7 % (1/6) for 1 in 6"),
        ("A 68 % chance of 7+ on 2d6.", "1:3 wrong-value '68': the rules give 58.3 % (7/12) for 7+ on 2d6"),
        (
            "The chance of rolling 5+ on a d6 is 40%.",
            "1:37 wrong-value '40': the rules give 33.3 % (1/3) for 5+ on a d6",
        ),
        ("10+ on 3d6! (64%).", "1:14 wrong-value '64': the rules give 66.4 % (287/432) for 10+ on 3d6!"),
        ("200+ on 40d10! (97%).", "1:17 wrong-value '97': the rules give 95.8 % for 200+ on 40d10!"),
        ("Roll d100<=45 (35%).", "1:16 wrong-value '35': the rules give 45.0 % (9/20) for d100<=45"),
        ("A hit on 5+ on a d6 (35%).", "1:22 wrong-value '35': the rules give 33.3 % (1/3) for 5+ on a d6"),
        ("12+ on `4d6kh3` (72%)", "1:18 wrong-value '72': the rules give 61.7 % (799/1296) for 12+ on 4d6kh3"),
        (
            "| how |\n| - |\n| 2+ on 5d10>=8 (50%) |",
            "3:18 wrong-value '50': the rules give 47.2 % (23589/50000) for 2+ on 5d10>=8",
        ),
        ("A hit on 6+ on 2d6 (58%).", "1:21 wrong-value '58': the rules give 72.2 % (13/18) for 6+ on 2d6"),
    ],
)
def test_a_slip_is_one_finding_at_the_number(text: str, expected: str, system: str | None) -> None:
    assert [line.partition(", the text")[0] for line in found(text, system)] == [expected]
