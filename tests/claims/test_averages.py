"""Averages beside their dice: right ones and what only looks like one are silent, a slip is one finding."""

from __future__ import annotations

import pytest

from rulebook_rules.claims.model import Verdict
from tests.checking import check_text, serious, shown

GAMES = [None, "plain"]

BEAST = """# Bog Strider

**Hit Points** 95 (10d10 + 40)

***Beak.*** *Melee Weapon Attack:* +7 to hit. *Hit:* 15 (2d10 + 4) piercing damage plus 3 (1d6) cold damage.

***Mud (Recharge 5–6).*** A creature takes 27 (6d8) bludgeoning damage, or 10 (3d6) if it is small.
"""

DICE = """# Dice

| Die | Average | Min | Max |
| --- | --- | --- | --- |
| d4 | 2.5 | 1 | 4 |
| 2d6+1 | 8 | 3 | 13 |
| d20 | 10.5 | 1 | 20 |
"""


def found(text: str, system: str | None) -> list[str]:
    return [f"{shown(finding)}: {finding.details.message}" for finding in serious(check_text(text, system=system))]


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    "text",
    [
        BEAST,
        BEAST.replace("3 (1d6)", "4 (1d6)").replace("10 (3d6)", "11 (3d6)"),
        DICE,
        "A hoard: 2d6 (7) coins, 3d6 (10) gems, 5d6 × 100 (1700) copper, 1d6 × 10 (35) gold, 3d6 × 10 (100) silver.",
        "A knife deals 1d4 damage (2.5 on average), a pistol 2d6 (about 8 on average).",
        "Roll 3d6 × 10, on average 105 coins; 2d6 averages 7.",
        "Im Schnitt: 2d6 (7 im Mittel), 1d8 (Ø 4,5).",
        "Cure 1d8 + mod (avg 7.5 with +3); 2d6 (8 on average with a bonus).",
        DICE + "| Claw (two hits) | 18 | 1 | 8 |\n",
        DICE.replace("| d4 | 2.5 | 1 | 4 |", "| d10 | 4.5 | 0 | 9 |"),
        DICE + "| 2d8, two attacks | 18 | | |\n| 2d8 | 18 | 4 | two each |\n",
        "4d6, drop the lowest (12.24 on average)",
        "Roll `4d6kh3` (12.24 on average), d20adv (13.82 on average) or 5d10>=8 (1.5 on average).",
        "`3d6!` averages 12.6, `3d6!p` (12) is less, 2d6r1 (8 on average) and (2d6)/2 (4 on average) are not.",
        "Take 3d6! (9 of you do.) Take 2d6! (7)",
        "{d8,d6}kh1 (5.23 on average), 4d6dl1 averages 12; at 4d6kh3 keep the highest (12.24 on average).",
        "| Dice | Min | Average | Max |\n| --- | --- | --- | --- |\n"
        "| 4d6kh3 | 3 | 12.24 | 18 |\n| 3d6! | 3 | 12.6 | - |\n| 2d6r1 | 4 | 8 | 12 |\n",
        "Bron rolls 9 (2d6) damage.",
        "The average of 2d6 is 7, and on average 3d6 comes to 10.5; d6 has an average of 3.5, and 2d6 of 7.",
        "The maximum of 2d6 is 12, the minimum total on 3d6 is 3, the maximum of 2d6 is 5 here, as both dice are low.",
        "If the average of 2d6 is 8 or higher, go on. Is the average of 2d6 8? The average of 2d6 is 2 more than that.",
        "The maximum of 3d6 is 16 or less. We ask whether the average of 2d6 is 8.",
        "With exploding dice the average of 1d6 is 4.2. The average of 2d6 is 9 with a bonus, of 3d6 it is 12.",
        "A guard (maximum number of d6 is 5) has an average score of 12 for 2d6.",
        "A guard of 2d8+1 (10 hp), a captain of 3d8 (13 hp); Bron rolls 2d6 (9 hp) back.",
        "Example: Bron takes 9 (2d6) damage.",
        "Goblins of HP 3 (1d6), HP 8 (1d8), HP 2 (1d4) and HP 6 (1d6).",
        "See Table 3 (2d6), level 5 (3d8), and step 12 (1d20).",
        "1d4 × 1,000 sp (30%), 2d6 (roll twice).",
        BEAST + "\nL'attaque monte de 3 (1d6) quand on est de niveau 6 (2d6), 10 (3d6), 14 (4d6) et 18 (5d6).",
        BEAST + "\nУрон растёт с 3 (1к6) на уровне 6 (2к6), 10 (3к6), 14 (4к6) и 18 (5к6).",
        BEAST + "\nOne more die at Guide levels 5 (2d8), 11 (3d8), and 17 (4d8), on steps 2 (1d4) or 9 (2d4).\n",
        "The staff deals 2(d6+1) damage.",
        "`4d6kh3` averages 12. `d6!` averages 5, rounded up. In all, d20adv averages 13, rounded down.",
        "Open it on 1d6 (1-2) or 2d6 (2-6). It lasts 1d6 (1-6) or 3d6 (3-18) days.",
        "`2d8 (max 16)`, 2d8 (min 2, max 16).",
        "Gain 1d6 (max 3) coins. Hit Die: d8 (max 9), d4 (max 10)",
        "`1d6-1 (min 1)`, `1d6-1` (min 1), `2d4-3 (minimum 1)`",
        "Hit Dice 12d8 (96 hp), HD 3d8+5 (22 hp), Trefferwürfel: 12W8+3 (57 TP), Dadi vita: 12d8+3 (57 pf)",
        "2W6 ergeben im Schnitt 7. 2d6 font en moyenne 7.",
    ],
)
def test_what_is_right_or_no_average_is_silent(text: str, system: str | None) -> None:
    assert found(text, system) == []


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The average of 2d6 is 7.5.",
            "1:23 wrong-value '7.5': the rules give 7 on average for 2d6, the text says `7.5`",
        ),
        (
            "Der Wurm nimmt 8 (3W6) Punkte Feuerschaden.",
            "1:16 wrong-value '8': the rules give 10.5 on average for 3W6, the text says `8`",
        ),
        ("On average, 2d6 comes to 8.", "1:26 wrong-value '8': the rules give 7 on average for 2d6, the text says `8`"),
        ("2d6 has an average of 6.", "1:23 wrong-value '6': the rules give 7 on average for 2d6, the text says `6`"),
        ("The maximum of 2d6 is 13.", "1:23 wrong-value '13': the rules give 12 at most for 2d6, the text says `13`"),
        (
            "The minimum roll of 2d6 is 1.",
            "1:28 wrong-value '1': the rules give 2 at least for 2d6, the text says `1`",
        ),
        (
            BEAST.replace("95", "96"),
            "3:16 wrong-value '96': the rules give 95 on average for 10d10 + 40, the text says `96`",
        ),
        (
            BEAST.replace("+ 40", "+ 30"),
            "3:16 wrong-value '95': the rules give 85 on average for 10d10 + 30, the text says `95`",
        ),
        (BEAST.replace("27", "26"), "7:44 wrong-value '26': the rules give 27 on average for 6d8, the text says `26`"),
        (
            BEAST.replace("6d8", "6d10"),
            "7:44 wrong-value '27': the rules give 33 on average for 6d10, the text says `27`",
        ),
        (
            BEAST.replace("10 (3d6)", "12 (3d6), 5 (1d10) and 2 (1d4)"),
            "7:76 wrong-value '12': the rules give 10.5 on average for 3d6, the text says `12`",
        ),
        (
            DICE.replace("2.5", "3.5"),
            "5:8 wrong-value '3.5': the rules give 2.5 on average for d4, the text says `3.5`",
        ),
        (DICE.replace("13", "14"), "6:19 wrong-value '14': the rules give 13 at most for 2d6+1, the text says `14`"),
        (
            DICE.replace("d20", "d22"),
            "7:9 wrong-value '10.5': the rules give 11.5 on average for d22, the text says `10.5`",
        ),
        (
            "* Light: 1d6 (3.5)\n* Medium: 2d6 (8)\n",
            "2:16 wrong-value '8': the rules give 7 on average for 2d6, the text says `8`",
        ),
        ("Hit: 8 (2d6) damage", "1:6 wrong-value '8': the rules give 7 on average for 2d6, the text says `8`"),
        (
            "Stone Giant: HD 8d10+40 (85 hp), AC 17",
            "1:26 wrong-value '85': the rules give 84 on average for 8d10+40, the text says `85`",
        ),
        (
            "A bolt deals 2d8+1 damage (11 on average).",
            "1:28 wrong-value '11': the rules give 10 on average for 2d8+1, the text says `11`",
        ),
        (
            "Roll `4d6kh3` (13.24 on average).",
            "1:16 wrong-value '13.24': the rules give 12.2446 on average for 4d6kh3, the text says `13.24`",
        ),
        (
            "- `3d6!` averages 10.5 coins.",
            "1:19 wrong-value '10.5': the rules give 12.6 on average for 3d6!, the text says `10.5`",
        ),
        (
            "*Hit:* 8 (4d6dl1) damage.",
            "1:8 wrong-value '8': the rules give 12.2446 on average for 4d6dl1, the text says `8`",
        ),
        (
            "> [!note]\n> d20adv averages 14.8 paces.",
            "2:19 wrong-value '14.8': the rules give 13.825 on average for d20adv, the text says `14.8`",
        ),
        (
            "Hit Dice: 12d8+3 (81 hp)",
            "1:19 wrong-value '81': the rules give 57 on average for 12d8+3, the text says `81`",
        ),
        (
            "Average damage: 2d6+3 (11)",
            "1:24 wrong-value '11': the rules give 10 on average for 2d6+3, the text says `11`",
        ),
        (
            "Average: 3d6 (12)",
            "1:15 wrong-value '12': the rules give 10.5 on average for 3d6, the text says `12`",
        ),
        (
            "Hit Dice 8d10+40 (86 hp)",
            "1:19 wrong-value '86': the rules give 84 on average for 8d10+40, the text says `86`",
        ),
        (
            "Trefferwürfel: 12W8+3 (81 TP)",
            "1:24 wrong-value '81': the rules give 57 on average for 12W8+3, the text says `81`",
        ),
        (
            "Dés de vie : 12d8+3 (81 pv)",
            "1:22 wrong-value '81': the rules give 57 on average for 12d8+3, the text says `81`",
        ),
        (
            "4d6kh3 averages 13.",
            "1:17 wrong-value '13': the rules give 12.2446 on average for 4d6kh3, the text says `13`",
        ),
        ("`d6!` averages 5.", "1:16 wrong-value '5': the rules give 4.2 on average for d6!, the text says `5`"),
        (
            "d20adv averages 13.",
            "1:17 wrong-value '13': the rules give 13.825 on average for d20adv, the text says `13`",
        ),
        ("It lasts 3d6 (3-17) days.", "1:17 wrong-value '17': the rules give 18 at most for 3d6, the text says `17`"),
        ("So 3d6 (from 3 to 17).", "1:19 wrong-value '17': the rules give 18 at most for 3d6, the text says `17`"),
        ("So 3d6 (between 3 and 17).", "1:23 wrong-value '17': the rules give 18 at most for 3d6, the text says `17`"),
        ("Also 3W6 (von 3 bis 17).", "1:21 wrong-value '17': the rules give 18 at most for 3W6, the text says `17`"),
        ("Pour 3d6 (de 3 à 17).", "1:18 wrong-value '17': the rules give 18 at most for 3d6, the text says `17`"),
        ("Con 3d6 (entre 3 y 17).", "1:20 wrong-value '17': the rules give 18 at most for 3d6, the text says `17`"),
        ("Con 3d6 (da 3 a 17).", "1:17 wrong-value '17': the rules give 18 at most for 3d6, the text says `17`"),
        ("It lasts 3d6 (2-18) days.", "1:15 wrong-value '2': the rules give 3 at least for 3d6, the text says `2`"),
        ("It lasts 1d6+1 (2-8) days.", "1:19 wrong-value '8': the rules give 7 at most for 1d6+1, the text says `8`"),
        ("`2d8 (max 15)`", "1:11 wrong-value '15': the rules give 16 at most for 2d8, the text says `15`"),
        ("2d8 (min 2, max. 15)", "1:18 wrong-value '15': the rules give 16 at most for 2d8, the text says `15`"),
        ("2W8 (höchstens 15)", "1:16 wrong-value '15': the rules give 16 at most for 2W8, the text says `15`"),
        ("2d6 fanno in media 9.", "1:20 wrong-value '9': the rules give 7 on average for 2d6, the text says `9`"),
    ],
)
def test_a_slip_is_one_finding_at_the_number(text: str, expected: str, system: str | None) -> None:
    assert found(text, system) == [expected]


@pytest.mark.parametrize("others", ["", "*Hit:* 2 (1d4) damage.\n\n" * 9, "*Hit:* 9 (1d4) damage.\n\n" * 9])
def test_what_others_come_to_does_not_matter(others: str) -> None:
    """Halves go either way; a number whose words do not say what it is stays undecided."""
    text = f"{others}*Hit:* 6 (1d10) damage.\n\nAn imp has 8 (2d6) coins.\n\n**HP** 9 (2d6)\n\n*Hit:* 9 (1d6) damage.\n"
    claims = {claim.stated: claim.verdict for claim in check_text(text, system="plain").claims[-4:]}
    assert [*claims.items()] == [("6", Verdict.RIGHT), ("8", Verdict.UNDECIDED), ("9", Verdict.WRONG)]


def test_an_average_rests_on_its_number_and_its_dice() -> None:
    (claim,) = (claim for claim in check_text("Hit: 7 (2d6) damage", system="plain").claims if claim.kind == "average")
    assert (claim.stated, claim.computed, claim.verdict) == ("7", "7", Verdict.RIGHT)
    assert len(claim.guards) == 2
