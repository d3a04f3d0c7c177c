"""SdA's rules against the examples of its text, and against brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.dice import Sfc32
from rulesmod.sda import SYSTEM, rules, tables
from rulesmod.sda.notation import NOTATION

SIZES = (4, 6, 8, 10, 12, 20)


@pytest.mark.parametrize(
    ("rank", "attribute", "pool"),
    [(3, 7, "4d6"), (1, 2, "2d4"), (0, 0, "1d4"), (0, 4, "1d4"), (2, 5, "3d4"), (0, 19, "1d12"), (5, 33, "6d20")],
)
def test_rank_and_attribute_make_the_pool(rank: int, attribute: int, pool: str) -> None:
    assert NOTATION.format(rules.dice_pool(rank, attribute)) == pool


@pytest.mark.parametrize(("attribute", "dice", "cost"), [(2, 2, 4), (3, 1, 1), (0, 3, 12), (4, 9, 0), (12, 1, 0)])
def test_dice_below_four_cost_spirit(attribute: int, dice: int, cost: int) -> None:
    assert rules.spirit_cost(attribute, dice) == cost


def test_every_face_gives_what_the_source_lists() -> None:
    listed = [0] * 3 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5]
    assert [rules.mos(face) for face in range(1, 21)] == listed
    assert [face for mos in range(1, 6) for face in rules.faces_of(mos)] == list(range(4, 21))


@pytest.mark.parametrize(("rank", "size"), [(0, 4), (0, 20), (1, 6), (1, 12), (2, 8), (3, 4), (2, 10)])
@pytest.mark.parametrize("level", [1, 2, 3, 5])
def test_chances_by_brute_force(rank: int, size: int, level: int) -> None:
    rolls = list(product(range(1, size + 1), repeat=rank + 1))
    reached = sum(sum(face // 4 for face in faces) >= level for faces in rolls)
    assert rules.reach(rules.dice_pool(rank, size), level) == Fraction(reached, len(rolls))


@given(st.sampled_from(SIZES), st.integers(1, 9), st.integers(0, 2**96 - 1))
def test_a_roll_is_read_as_its_faces_say(size: int, count: int, seed: int) -> None:
    rolled = rules.roll(NOTATION.parse(f"{count}d{size}"), Sfc32(f"{seed:024x}"))
    faces = [int(thrown.face) for thrown in rolled.dice]
    assert rolled.outcome == {"mos": rules.measure(faces)}


@given(st.integers(0, 30), st.integers(1, 12))
def test_the_least_rank_is_the_least_with_a_chance(attribute: int, level: int) -> None:
    rank = rules.least_rank(attribute, level)
    assert rules.most(rank, attribute) >= level
    assert rank == 0 or rules.most(rank - 1, attribute) < level


def test_an_average_character_as_the_source_tells() -> None:
    untrained = rules.dice_pool(tables.TRAINING["untrained"], 6)
    assert rules.reach(untrained, rules.levels("easy")[0]) == Fraction(1, 2)
    assert rules.reach(untrained, rules.levels("moderate")[0]) == 0
    assert rules.least_rank(7, rules.levels("moderate")[0]) == tables.TRAINING["initiated"]
    assert rules.least_rank(7, rules.levels("difficult")[0]) == 3


def test_every_level_has_one_difficulty() -> None:
    names = ["easy", *["moderate"] * 2, *["difficult"] * 2, *["very difficult"] * 2, *["near impossible"] * 2]
    assert [rules.difficulty(level) for level in range(1, 12)] == [*names, "legendary", "legendary"]
    with pytest.raises(ValueError, match="no task"):
        rules.difficulty(0)


def test_success_hits_and_opponents() -> None:
    assert rules.hits(5, 3) == 2
    assert rules.hits(2, 3) == 0
    assert rules.succeeds(3, 3)
    assert not rules.succeeds(2, 3)
    assert rules.opposed(4, 4)
    assert not rules.opposed(3, 4)


@pytest.mark.parametrize(
    ("measure", "level", "dice", "bonus", "resounding"),
    [(3, 3, 3, 0, True), (3, 4, 3, 0, False), (3, 4, 3, 1, True), (2, 1, 3, 1, False), (5, 1, 3, 0, True)],
)
def test_a_resounding_success(measure: int, level: int, dice: int, bonus: int, *, resounding: bool) -> None:
    assert rules.is_resounding(measure, level, dice, bonus=bonus) is resounding


def test_a_complete_failure_as_far_as_it_is_told() -> None:
    assert rules.difficulty_after_failure(2) == 3
    assert rules.spirit_lost(4) == 4


def test_every_score_has_one_name_but_those_that_have_none() -> None:
    nameless = [score for score in range(30) if sum(score in band for band in tables.SCORES) != 1]
    assert (nameless[0], nameless[-1], len(nameless)) == (*tables.UNNAMED_SCORES, 7)


def test_every_rule_names_its_section() -> None:
    assert all((rule.__doc__ or "").partition("\n")[0].rstrip().endswith(").") for rule in SYSTEM.rules)
