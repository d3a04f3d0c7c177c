"""Worked examples over several sentences: right ones are silent, and a wrong number is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.facts.test_arithmetic import book

RULES = """\
game: Skep
dice: {called: throw, written: "{count}d6", success: 5 or more, counts: stars}
values:
  Lung: 1..6
  Grip: 1..6
  Breath: 3 * Lung + 4
  Load: {is: 5 * Grip, unit: stones}
names:
  houses: [Aldermoor, Brisk, Cray]
  errands: [beg, count, listen]
tables:
  wrecks:
    columns: [Wreck, Rooms, Haul]
    rows: {Mint: [6, 60], Opera: [9, 45], Vault: [2, 150]}
    units: {Rooms: rooms, Haul: marks}
"""
WEATHER = "| d6 | Sky |\n| --- | --- |\n| 1 | Storm: nobody goes out |\n| 2-3 | Snow |\n| 4-6 | Sun |\n"
OMENS = "## The Three Omens\n\n1. A hare runs.\n2. The bells ring.\n3. Bread bleeds.\n"
TITHE = "The council takes a tithe: a tenth of each haul, rounded up."


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Kit has 14 crowns. He buys two Furs at 6 crowns: 2 crowns are left.", "2 crowns", "3 crowns"),
        ("Ada has 50 marks. She pays 29 marks for a coat, which leaves her 21.", "21", "22"),
        ("The crew brings up 45 marks. The toll is 5 marks, which leaves 40.", "40", "41"),
        ("Kit hat 14 Kronen. Er zahlt 9 Kronen für den Pelz. Ihm bleiben 5 Kronen.", "5 Kronen", "6 Kronen"),
        ("Elle a 14 pièces. Elle dépense 9 pièces au marché. Il reste 5 pièces.", "5 pièces", "6 pièces"),
        ("Tiene 14 monedas. Gasta 9 monedas en la feria. Le quedan 5 monedas.", "5 monedas", "6 monedas"),
        ("Lei ha 14 monete. Spende 9 monete alla fiera. Restano 5 monete.", "5 monete", "6 monete"),
        ("Odda gets 6, Hester 11 and Tam 9, together 26 marks.", "26", "27"),
        ("Every player gets eight candles: five white ones and three black ones.", "five", "six"),
        ("For every 10 fathoms you wait one bell. From 60 fathoms you therefore wait 6 bells.", "6 bells", "5 bells"),
        ("For every sack he bakes six loaves: the four sacks in the cellar would give 24.", "24", "20"),
        ("A sack costs 5 crowns, so the four of them cost 20 crowns.", "20", "25"),
        (f"{TITHE} Of a haul of 45 marks it takes 5.", "takes 5", "takes 4"),
        (f"{WEATHER}\nSnow falls in one week of three.", "of three", "of four"),
        (f"{WEATHER}\nThe chance of Sun is 50 %.", "50", "60"),
        (f"{WEATHER}\nStorm comes once in 6 weeks.", "in 6", "in 8"),
        (OMENS, "Three", "Four"),
    ],
)
def test_a_wrong_number_is_reported(text: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert book(tmp_path, text) == []
    assert text.count(right) == 1
    assert len(book(tmp_path, text.replace(right, wrong))) == 1


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("A diver with a Lung of 4 therefore has 16 Breath.", "16", "15"),
        ("With a Grip of 3 you carry 15 stones.", "15", "12"),
        ("Ada has Lung 3 and Grip 2.\n\nBo has Lung 4 and Grip 1.\n\nAda has 13 Breath, and Bo has 16.", "16", "15"),
        ("With two dice you see at least one star in 5 of 9 throws, which is some 56 %.", "5 of 9", "4 of 9"),
        ("You throw the dice, and one die of them shows a star one time in three.", "in three", "in four"),
        ("A star is a 5 or a 6.", "a 5", "a 4"),
        ("All three wrecks together hold 17 rooms and a haul of 255 marks.", "255", "250"),
        ("House Brisk trades with House Cray, and House Aldermoor eats. House Brisk is old.", "is old", "is old"),
        ("Choose one of three errands: beg, count or listen.", "count or", "lurk or"),
    ],
)
def test_a_wrong_number_is_reported_with_rules(text: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert book(tmp_path, text, RULES) == []
    assert text.count(right) == 1
    if right != wrong:
        assert len(book(tmp_path, text.replace(right, wrong), RULES)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Each player has 5 cards. Each of them pays 2 cards, and 1 card is left.",
        "Kit has 14 crowns. If he pays twice 6 crowns, 3 crowns are left.",
        "She stays two tides, and 15 Breath are left of 19.",
        "If Rudd owes you a favour you pay half of that, rounded up. Goods worth 20 crowns cost 3.",
        f"{TITHE} If the captain is your friend you pay half of that. Of a haul of 45 marks it takes 3.",
        f"{WEATHER}\nOne in four wolves hunts in Snow.",
        "## Four ways to win\n\n1. One.\n2. Two.\n",
        "Two houses have 5 loaves for each House.",
        "Together: 1 die.",
    ],
)
def test_what_may_be_meant_otherwise_is_silent(text: str, tmp_path: Path) -> None:
    assert book(tmp_path, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ada has Lung 3 and Grip 2, and takes 2 Breath.",
        "Ada (Lung 3, Grip 2) has 9 wounds, and Bo has 4.",
        "Lung goes from 1 to 6; at the start none is above 4.",
        "The house Brock is no house of the court.",
    ],
)
def test_what_may_be_meant_otherwise_is_silent_with_rules(text: str, tmp_path: Path) -> None:
    assert book(tmp_path, text, RULES) == []
