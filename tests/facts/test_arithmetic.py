"""Arithmetic that a book does in words: right results are silent, and a wrong number is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from tests.facts.planted import book_at, findings_in

COMPARING = ("inconsistent-value", "wrong-sum")
WARDS = """\
| Ward | Lamps | Fog |
| --- | --- | --- |
| Quay | 12 | 4 |
| Mint | 8 | 5 |
| Hill | 16 | 2 |
"""
GEAR = """\
## Gear

| Item | Price | Weight |
| --- | --- | --- |
| Hook | 4 | 1 |
| Rope | 2 | 3 |
| Net | 7 | 2 |
| Bell | 1 | 1 |

## Sets

| Set | What | Price | Weight |
| --- | --- | --- | --- |
| Roof | Hook, Rope | 6 | 4 |
| Dock | Net and 2 Bells | 9 | 4 |
| Long | Rope, Net, Hook | 13 | 6 |
"""


def book(folder: Path, text: str, rules: str = "") -> list[str]:
    """What is found in a book of one page."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "mkdocs.yml").write_text("site_name: X\nplugins: [rulebook]\n", "utf-8")
    if rules:
        (folder / "docs/rules.yml").write_text(rules, "utf-8")
    (folder / "docs/index.md").write_text(f"# X\n\n{text}\n", "utf-8")
    return [one.message for one in findings_in(book_at(folder)) if one.rule in COMPARING]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Ten lamps burn, so she is paid 4 times 5: 20 coins, and goes home.", "20", "25"),
        ("Her player gives her Nerve 3, Wit 4, Brawn 2 and Zeal 3: that is 12 points.", "12", "13"),
        ("The bite takes 2 of her 8 Breath: 6 are left.", "6 are", "5 are"),
        ("She buys a lantern for 6 coins and keeps 4 of her 10.", "4", "3"),
        ("Sie bekommt 4 mal 5, das ist 20 und reicht für die Nacht.", "20", "25"),
        ("Elle sait que 4 fois 5 font 20, et la nuit est finie.", "20", "25"),
        ("Recibe 4 por 5, que es 20 en total para la noche.", "20", "25"),
        ("Riceve 4 per 5: è 20, e la notte è finita per lei.", "20", "25"),
        (f"{WARDS}\nAll wards together have 36 lamps.", "36", "38"),
        (f"{WARDS}\nThe average number counts little, but the average lamps are 12.", "are 12", "are 13"),
    ],
)
def test_a_wrong_result_is_reported(text: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert book(tmp_path, text) == []
    assert text.count(right) == 1
    assert len(book(tmp_path, text.replace(right, wrong))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ada has Might 3, Grace 2 and Wit 1: 5 points are yours.",
        "She has Might 3, Grace 2 and Wit 1, and 7 points are left.",
        "Roll 3 times 2 dice: 5 is high. A pool of 2 + 3 dice: 7 is rare.",
        "Half of 4 + 4 is 4. Twice 3 + 1 is 8. Roll d6 + 2 + 1 = 9.",
        "She adds 3 + 1 and 2 + 1 = 7 in all.",
        "She drinks 2 of her 8 flasks and 3 are left full for others.",
        "He takes 3 of the 7 keys while 2 torches are left.",
        "She needs 3 + 4 = 7 or more. At most 2 + 2 = 5 is enough.",
        f"{WARDS}\nTogether the Quay and the Mint have 20 lamps. On average a crew lights 14 lamps a night.",
        f"{WARDS}\nThe average lamp burns 3 hours. Together they need 6 lamps.",
    ],
)
def test_what_may_mean_another_number_is_silent(text: str, tmp_path: Path) -> None:
    assert book(tmp_path, text) == []


@pytest.mark.parametrize(
    ("right", "wrong"), [("| 6 | 4 |", "| 5 | 4 |"), ("| 13 | 6 |", "| 13 | 7 |"), ("Rope | 2 | 3", "Rope | 2 | 4")]
)
def test_what_a_row_lists_adds_up(right: str, wrong: str, tmp_path: Path) -> None:
    rules = "game: X\nfacts: {item: index.md#gear}\n"
    assert book(tmp_path, GEAR, rules) == []
    assert GEAR.count(right) == 1
    assert book(tmp_path, GEAR.replace(right, wrong), rules)


def test_sets_with_prices_of_their_own_are_no_sums(tmp_path: Path) -> None:
    cheaper = (
        GEAR.replace("| 6 | 4 |", "| 5 | 4 |").replace("| 9 | 4 |", "| 8 | 4 |").replace("| 13 | 6 |", "| 11 | 6 |")
    )
    assert (
        book(tmp_path, cheaper.replace("| 4 |\n| Dock", "| 5 |\n| Dock"), "game: X\nfacts: {item: index.md#gear}\n")
        == []
    )


def test_a_multiple_of_a_value_names_the_value_itself(tmp_path: Path) -> None:
    rules = "game: X\nvalues: {Grit: 1..5, Calm: 1..5, Oil: 2 * Calm}\n"
    text = "## Marta\n\nMarta has Grit 3 and Calm 4.\n\nHer Oil is 8, twice her Calm of 4."
    assert book(tmp_path, text, rules) == []
    assert book(tmp_path, text.replace("Calm of 4", "Calm of 3"), rules)


def test_a_book_teaches_what_its_sentences_state(tmp_path: Path) -> None:
    text = (
        "## Rules {#rules}\n\nBreath is 6 plus your Brawn. Poise is half of Nerve plus Wit, rounded down.\n\n"
        f"## Marta\n\nMarta has Brawn 2 and Nerve 4. Her Breath is 8.\n\n{GEAR}\n\n"
        f"## Wards\n\nThe city has three wards.\n\n"
        f"{WARDS}\nAll three wards together have 36 lamps.\n"
    )
    assert book(tmp_path, text) == []
    result = CliRunner().invoke(main, ["learn", "--write", "-f", str(tmp_path / "mkdocs.yml")])
    assert result.exit_code == 0, result.output
    rules = (tmp_path / "docs/rules.yml").read_text("utf-8")
    for line in ('Breath: "6 + Brawn"', "item: index.md#gear", "ward: index.md#wards"):
        assert line in rules
    assert "Poise:" not in rules, "two formulas fit its words, and nobody's values tell which is meant"
    assert book(tmp_path, text) == []
    assert book(tmp_path, text.replace("has three wards", "has five wards"))


FOES = """\
## Foes

**Fog hound**
: Breath 9, Bite 2. It flees when it rains.

**Lamp thief**
: Breath 5, Bite 1. It runs after a hit.

**Bailiff**
: Breath 14, Bite 3. It stays.

## A fight

The Fog hound has a Bite of 2. The three foes have 28 Breath together. In the Quay, with Bite 4, it rains.
"""


def test_definitions_are_things_that_an_author_may_declare(tmp_path: Path) -> None:
    rules = "game: X\nfacts: {foe: index.md#foes, ward: index.md#wards}\n"
    wards = f"## Wards\n\n{WARDS.replace('Fog', 'Bite').replace('Mint', 'Bite')}"
    assert book(tmp_path, f"{FOES}\n{wards}", rules) == []
    assert book(tmp_path, f"{FOES.replace('a Bite of 2', 'a Bite of 3')}\n{wards}", rules)
    # A ward is called Bite, too: what has a number behind it is the value.
    assert book(tmp_path, f"{FOES.replace('with Bite 4', 'with Bite 3')}\n{wards}", rules)


def test_the_dice_of_a_game_are_counted_in_words(tmp_path: Path) -> None:
    rules = 'game: X\ndice: {called: roll, written: "{count}d6", success: 5 or more, counts: lights}\n'
    text = "She rolls 3 dice: 5, 6 and 2. That is 2 lights, and all is well."
    assert book(tmp_path, text, rules) == []
    assert book(tmp_path, text.replace("2 lights", "3 lights"), rules)
