"""Dry Cereal's rules against its text, its tables and brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rulesmod.dice import Sfc32
from rulesmod.dry_cereal import SYSTEM, rules, tables
from rulesmod.dry_cereal.notation import NOTATION

THROWS = [sum(faces) for faces in product(range(1, 7), repeat=2)]
"""All totals of two dice, one for each way to throw them."""


@pytest.mark.parametrize("modifier", tables.LADDER.values())
def test_odds_by_brute_force(modifier: int) -> None:
    margins = [total + modifier - 7 for total in THROWS]
    assert rules.odds(modifier) == {margin: Fraction(margins.count(margin), 36) for margin in set(margins)}
    for level, least in {"Basic": 5, "Intermediate": 7, "Superior": 9, "Formidable": 11}.items():
        assert rules.minimum_total(tables.LADDER[level]) == least
        assert rules.reach(modifier, level) == Fraction(sum(total + modifier >= least for total in THROWS), 36)


@pytest.mark.parametrize("seed", range(20))
def test_a_roll_shows_two_dice_and_their_margin(seed: int) -> None:
    rolled = rules.roll(2, Sfc32(f"{seed:024x}"))
    faces = [int(thrown.face) for thrown in rolled.dice]
    assert len(faces) == 2
    assert rolled.outcome == {"margin": sum(faces) + 2 - 7}


def test_what_the_text_says_of_chances() -> None:
    assert rules.success(None, "Intermediate") == Fraction(10, 36)
    assert rules.success("Intermediate", "Superior") == Fraction(10, 36)
    assert rules.success(None, "Superior") == Fraction(3, 36)
    assert rules.success("Intermediate", "Basic") == rules.success("Intermediate", "Intermediate") == 1


def test_without_a_roll() -> None:
    assert rules.automatic_margin() is None
    assert rules.automatic_margin(technique=True) == 2
    assert rules.automatic_margin("Formidable", technique=True) == 4
    assert rules.roll_modifier() == -2
    assert rules.succeeds_automatically("Superior", "Superior")
    assert not rules.succeeds_automatically("Superior", "Formidable")
    assert not rules.succeeds_automatically(None, "Basic")


def test_margins_and_levels() -> None:
    assert [rules.reached(margin) for margin in (-3, -2, -1, 0, 1, 2, 3, 4, 9)] == [
        None, "Basic", "Basic", "Intermediate", "Intermediate", "Superior", "Superior", "Formidable", "Formidable",
    ]  # fmt: skip
    assert rules.margin(9, 2) == 4


def test_aiding_and_hindering() -> None:
    assert (rules.aided(2, 3), rules.hindered(2, 3)) == (5, -1)
    assert (rules.aided(2, 0), rules.hindered(2, -1)) == (2, 2)


def test_prices() -> None:
    assert [rules.skill_cost(level) for level in tables.LADDER] == [0, 1, 4, 16]
    assert rules.skill_cost("Formidable", "Superior") == 12
    with pytest.raises(ValueError, match="no improvement leads from Superior to Basic"):
        rules.skill_cost("Basic", "Superior")
    assert rules.extra_cost("Wealth", "Super Rich") == 16
    assert rules.extra_cost("Sidekick", spent=3) == 7
    cost = rules.character_cost({"Perception": "Superior", "Stealth": "Intermediate"}, ["pick a lock"], [1])
    assert (cost, rules.points_left(cost), rules.points_left(cost, tables.HIGH_POWERED_POINTS)) == (7, 3, 13)


def test_tables_follow_from_the_rules() -> None:
    rows = {table.name: table.rows for table in SYSTEM.tables}
    assert [row[1] for row in rows["margins"]] == [5, 7, 9, 11]
    assert rows["chances"][0] == ("2d6-2", Fraction(7, 12), Fraction(5, 18), Fraction(1, 12), 0)
    assert [str(NOTATION.format(NOTATION.parse(str(row[0])))) for row in rows["chances"]] == [
        "2d6-2", "2d6", "2d6+2", "2d6+4",
    ]  # fmt: skip


def test_every_rule_names_its_section() -> None:
    assert all("(" in (rule.__doc__ or "") for rule in SYSTEM.rules)
