"""Odds in formulas, values of some people alone, defaults, and blanks that follow from other blanks."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulebook_rules.rulesfile.file import RulesFileError, load_rules
from rulesmod.system import System
from tests.checking import check_text

RULES = """\
game: Lanterns
dice: {called: lantern roll, written: "{count}d6", success: 5 or more, counts: lanterns lit}
values:
  Nerve: 1..6
  Luck: {chosen: 0..3, default: 0}
  Glow: 2 * Nerve + Luck
  Beast glow: {is: 3 * Nerve, for: [beast, animal], also: [Glow]}
  Glimpse: "chance({Nerve}d6 >= 1)"
tables:
  odds:
    title: Odds
    columns: [Dice, Two lanterns, None]
    rows: 1..4
    cells:
      Two lanterns: chance({Dice}d6 >= 2)
      None: 1 - chance({Dice}d6 >= 1)
phrases:
  four:
    says: four dice light two lanterns {chance:percent} of the time
    gives: {chance: chance(4d6 >= 2)}
  exactly:
    says: "{dice} dice light just {lit} lanterns {chance:percent} of the time"
    gives: {chance: "chance({dice}d6 = lit)"}
  ropes:
    says: "{n} ropes at {price} coins cost {total}, which leaves {rest} of 20"
    gives: {rest: 20 - total, total: n * price}
"""


TABLE = """\
| Dice | Two lanterns | None |
| --- | --- | --- |
| 1 | 0 % | 67 % |
| 2 | 11 % | 44 % |
| 3 | 26 % | 30 % |
| 4 | 41 % | 20 % |"""


def game(folder: Path, text: str = RULES) -> System:
    (folder / "rules.yml").write_text(text, encoding="utf-8")
    return load_rules(folder / "rules.yml")


def rolled(count: int, least: int) -> Fraction:
    """The chance of so many fives and sixes, counted roll by roll."""
    rolls = [sum(face >= 5 for face in roll) for roll in product(range(1, 7), repeat=count)]
    return Fraction(sum(lit >= least for lit in rolls), len(rolls))


def test_a_table_of_odds_is_worked_out_from_the_dice(tmp_path: Path) -> None:
    (table,) = game(tmp_path).tables
    assert table.rows == tuple((count, rolled(count, 2), 1 - rolled(count, 1)) for count in range(1, 5))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Four dice light two lanterns 41 % of the time.", ""),
        ("Four dice light two lanterns 43 % of the time.", "43 %"),
        ("3 dice light just 1 lanterns 44 % of the time.", ""),
        ("3 dice light just 1 lanterns 40 % of the time.", "40 %"),
        (TABLE, ""),
        (TABLE.replace("26", "28"), "28"),
        ("3 ropes at 4 coins cost 12, which leaves 8 of 20.", ""),
        ("3 ropes at 4 coins cost 12, which leaves 9 of 20.", "9"),
        ("Rook has Nerve 3 and Glow 6. Ash has Nerve 2, Luck 1 and Glow 5.", ""),
        ("Rook has Nerve 3 and Glow 7.", "7"),
        ("Rook has Glow 7.", ""),
        ("## Beasts\n\nAn Owl has Nerve 2 and Glow 6.", ""),
        ("## Beasts\n\nAn Owl has Nerve 2 and Glow 4.", "4"),
        ("## Beasts\n\nA Glow is 3 × Nerve.\n\n## Keepers\n\nA Glow is 2 × Nerve + Luck.", ""),
        ("## Beasts\n\nA Glow is 2 × Nerve + Luck.", "2 × Nerve + Luck"),
    ],
)
def test_a_text_is_held_against_them(tmp_path: Path, text: str, wrong: str) -> None:
    findings = check_text(f"# Lanterns\n\n{text}\n", system=game(tmp_path)).findings
    assert [one.place.source.slice(one.place.span) for one in findings] == ([wrong] if wrong else [])


@pytest.mark.parametrize(
    ("old", "new", "message", "column"),
    [
        ("chance(4d6 >= 2)", "chance(4d8 >= 2)", "`4d8` are no dice of this game", 28),
        ("chance(4d6 >= 2)", "chance(4d6)", "what the dice come to is missing here", 31),
        ("chance(4d6 >= 2)", "chance(>= 2)", "dice are missing here", 28),
        ("chance({Nerve}d6 >= 1)", "chance({Nerves}d6 >= 1)", "nothing here is called `Nerves`", 21),
        ("default: 0", "default: 4", "4 cannot be chosen", 33),
        ("is: 3 * Nerve,", "is: 3 * Nerve, default: 1,", "only what is `chosen` has a value", 31),
        ("total: n * price", "total: total * price", "needs itself", 3),
    ],
)
def test_a_fault_of_them_stands_at_its_place(tmp_path: Path, old: str, new: str, message: str, column: int) -> None:
    with pytest.raises(RulesFileError) as error:
        game(tmp_path, RULES.replace(old, new))
    (finding,) = error.value.findings
    assert message in finding.message
    assert finding.place.begins.column == column


DERIVED = """\
game: Bay
dice: ordinary
tables:
  ships:
    title: Ships
    columns: [Ship, Hold, Draft, Speed, Attack, Sinks]
    rows:
      Cog: [4, 2]
      Ketch: [3, 1]
      Galleon: [10, 5]
    cells:
      Speed: 8 - Draft
      Attack: {by: Hold, ranges: {0..5: '"1d6"', 6 or more: '"2d6"'}}
      Sinks: chance({Attack} >= 6)
  prices:
    title: Prices
    columns: [Ware, Price]
    rows: {Wool: 2, Salt: 1, Wine: 4}
names:
  wares: [Wool, Salt, Wine]
phrases:
  all:
    says: "{list:list of wares} cost {total} coins"
    gives: {total: "sum(list, Price from prices by each)"}
  sinks:
    says: "{attack:word} sinks it {chance:percent} of the time"
    gives: {chance: "chance({attack} >= 6)"}
"""


def test_columns_follow_from_written_cells(tmp_path: Path) -> None:
    ships, _ = game(tmp_path, DERIVED).tables
    assert ships.rows == (
        ("Cog", 4, 2, 6, "1d6", Fraction(1, 6)),
        ("Ketch", 3, 1, 7, "1d6", Fraction(1, 6)),
        ("Galleon", 10, 5, 3, "2d6", Fraction(26, 36)),
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Wool, Salt and Wine cost 7 coins.", ""),
        ("Wool and Wine cost 7 coins.", "7"),
        ("A Cog has a Speed of 5.", "5"),
        ("The Galleon has a Speed of 3, and a Ketch 7.", ""),
    ],
)
def test_sums_over_names_and_derived_values_are_compared(tmp_path: Path, text: str, wrong: str) -> None:
    findings = check_text(f"# Bay\n\n{text}\n", system=game(tmp_path, DERIVED)).findings
    assert [one.place.source.slice(one.place.span) for one in findings] == ([wrong] if wrong else [])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Speed: 8 - Draft", "Speed: 8 - Draught", "nothing here is called `Draught`"),
        ("Speed: 8 - Draft", "Speed: 8 / Draft", "for Ship Galleon this is 1.6"),
        ("Cog: [4, 2]", "Cog: [4]", "this row has 2 cells, and there are 3 columns: Ship, Hold, Draft"),
        ("sum(list, Price", "sum(listed, Price", "nothing here is called `listed`"),
    ],
)
def test_a_fault_of_a_derived_cell_is_said(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(RulesFileError) as error:
        game(tmp_path, DERIVED.replace(old, new))
    assert message in error.value.findings[0].message
