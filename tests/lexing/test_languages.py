"""What each language says is read on every page."""

from fractions import Fraction

import pytest

from rulebook_text.lexing.chances import read_odds
from rulebook_text.lexing.ranges import ranges_in
from tests.checking import check_text, serious, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tra 3 e 5", ["3 to 5"]),
        ("da 1 a 4: nulla", ["1 to 4"]),
        ("5 o più", ["5 or more"]),
        ("2 o meno", ["2 or less"]),
        ("almeno 4", ["4 or more"]),
        ("al massimo 3", ["3 or less"]),
        ("3 bis 5, 6 oder mehr", ["3 to 5", "6 or more"]),
        ("1 à 3, 4 ou plus", ["1 to 3", "4 or more"]),
        ("1 a 3, 4 o más, 2 ou menos", ["1 to 3", "4 or more", "2 or less"]),
        ("1 až 3, 4 a více, 1 tot 3, 4 of meer, 4 of 5", ["1 to 3", "4 or more", "1 to 3", "4 or more", "4", "5"]),
        ("1 till 3, 4 eller mer, 4 vagy több, 4 lub więcej", ["1 to 3", "4 or more", "4 or more", "4 or more"]),
        ("1 до 3, 4 или больше, не более 2", ["1 to 3", "4 or more", "2 or less"]),
    ],
)
def test_ranges(text: str, expected: list[str]) -> None:
    assert [str(found) for found in ranges_in(text)] == expected


@pytest.mark.parametrize(
    ("text", "chance", "fits"),
    [
        ("1 su 6", Fraction(1, 6), True),
        ("una possibilità su sei", Fraction(1, 6), True),
        ("una volta su quattro", Fraction(1, 6), False),
        ("circa 17 per cento", Fraction(1, 6), True),
        ("due terzi delle volte", Fraction(2, 3), True),
        ("quasi mai", Fraction(1, 2), False),
        ("a volte", Fraction(1, 2), None),
    ],
)
def test_italian_chances(text: str, chance: Fraction, fits: bool | None) -> None:
    odds = read_odds(text)
    assert odds is not None
    assert odds.fits(chance) is fits


@pytest.mark.parametrize(
    "text",
    [
        "Ein Hieb mit 2W6 Schaden (Durchschnitt {}).",
        "Un coup de 2d6 dégâts (moyenne : {}).",
        "Un golpe de 2d6 de daño (promedio: {}).",
        "Un colpo da 2d6 danni (media {}).",
        "Удар на 2к6 урона (среднее {}).",
    ],
)
def test_an_average_in_brackets(text: str) -> None:
    assert serious(check_text(text.format(7) + "\n", system=None)) == []
    assert [finding.rule for finding in serious(check_text(text.format(8) + "\n", system=None))] == ["wrong-value"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Succede 1 volta su 6 (17 %) coi dadi.", []),
        ("Succede 1 volta su 6 (18 %) coi dadi.", ["1:23 wrong-value '18'"]),
        ("Succede una volta su quattro (circa 25,0 per cento) coi dadi.", []),
        ("Succede una volta su quattro (26,5 per cento) coi dadi.", ["1:31 wrong-value '26,5'"]),
        ("I dadi: 2d6 (in media 7) punti.", []),
        ("I dadi: 2d6 (in media 8) punti.", ["1:23 wrong-value '8'"]),
        ("I dadi: 2d6 (in media circa 8) punti.", []),
    ],
)
def test_italian_sentences(text: str, found: list[str]) -> None:
    assert [shown(finding) for finding in serious(check_text(text + "\n", system=None))] == found


RUSSIAN = """\
# Зверь

Укус: 7 (2к6) колющего урона и 3 (1к6) урона огнём. Хвост: 1к4 урона (2,5 в среднем).

| к6 | Погода |
| --- | --- |
| 1-2 | дождь |
| 3-4 | снег |
| 5-6 | солнце |
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("7 (2к6)", "8 (2к6)", ["3:7 wrong-value '8'"]),
        ("7 (2к6)", "7 (2к8)", ["3:7 wrong-value '7'"]),
        ("2,5 в", "3,5 в", ["3:71 wrong-value '3,5'"]),
        ("5-6 |", "6 |", ["8:3 table-gap '3-4'"]),
    ],
)
def test_russian_dice(old: str, new: str, expected: list[str]) -> None:
    assert [shown(found) for found in serious(check_text(RUSSIAN.replace(old, new), system=None))] == expected
