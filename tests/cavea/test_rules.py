"""Cavea's rules against the examples of its text, its tables and brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.cavea import SYSTEM, rules, tables
from rulesmod.cavea.notation import LevelPool, parse
from rulesmod.dice import Sfc32

EXAMPLE = {
    "bAg": "1:d4/2:d6/4:d20",
    "bSt": "2:d6/1:d10/2:d12/1:d20",
    "mAg": "2:d10/2:d12/1:d20",
    "mSt": "1:d8/2:d12/1:d20",
    "bEn": "3:d6/2:d12/2:d20",
    "mEn": "1:d12/4:d20",
}


def test_published_odds() -> None:
    assert rules.odds(parse("3:d8")) == {
        (0, 0): Fraction(27, 64),
        (0, 1): Fraction(127, 512),
        (1, 0): Fraction(27, 128),
        (1, 1): Fraction(39, 512),
        (2, 0): Fraction(9, 256),
        (2, 1): Fraction(3, 512),
        (3, 2): Fraction(1, 512),
    }


@pytest.mark.parametrize("text", ["1:d20", "2:d4", "1:d4/2:d6/-1", "4:d6/+2", "1:d8/1:d10/1:d12"])
def test_odds_by_brute_force(text: str) -> None:
    pool = parse(text)
    cases = list(product(*(range(1, size + 1) for size in pool.dice)))
    counted = Counter((rules.total(faces, pool.modifier), rules.specific_points(faces)) for faces in cases)
    assert rules.odds(pool) == {key: Fraction(number, len(cases)) for key, number in counted.items()}
    reached = Fraction(sum(rules.total(faces, pool.modifier) >= 1 for faces in cases), len(cases))
    assert rules.reach(pool, 1) == reached


@given(st.lists(st.sampled_from([4, 6, 8, 10, 12, 20]), min_size=1, max_size=12), st.integers(0, 2**96 - 1))
def test_a_roll_is_read_as_its_faces_say(sizes: list[int], seed: int) -> None:
    pool = parse("/".join(f"1:d{size}" for size in sizes))
    rolled = rules.roll(pool, Sfc32(f"{seed:024x}"))
    faces = [int(thrown.face) for thrown in rolled.dice]
    assert rolled.outcome == {"total": rules.total(faces), "sap": rules.specific_points(faces)}


@pytest.mark.parametrize(
    ("faces", "points"),
    [((7, 8, 2, 6, 9, 2, 14, 11), 1), ((1, 1), 2), ((1,), 2), ((1, 2), 1), ((3, 1), 0), ((2, 2), 1)],
)
def test_specific_advancement_points(faces: tuple[int, ...], points: int) -> None:
    assert rules.specific_points(faces) == points


def test_attempts() -> None:
    assert rules.unopposed(3, 3)
    assert not rules.unopposed(2, 3)
    assert rules.opposed(3, 1) == 2
    assert rules.opposed(2, 2) == 0
    assert rules.combine(parse("2:d6/+1"), parse("1:d6/1:d8/-2")) == parse("3:d6/1:d8/-1")
    assert rules.teamwork(parse("1:d4")) == parse("1:d4")


def test_advancement_along_the_ladder() -> None:
    skills = [rules.skill_cost(None, size) for size in (20, 12, 10, 8, 6, 4)]
    attributes = [rules.attribute_cost(None, size) for size in (20, 12, 10, 8, 6, 4)]
    assert skills == [10, 25, 45, 75, 120, 180]
    assert attributes == [30, 60, 100, 160, 250, 370]
    assert rules.skill_cost(12, 8) == 50
    assert rules.skill_cost(None, 12, initial=3) == 18
    assert rules.skill_cost(6, 6) == 0
    assert rules.skill_pool_cost(parse("2:d12/1:d20")) == 60
    assert rules.attribute_pool_cost(parse("2:d12")) == 120
    for start, end in ((4, 6), (6, None), (7, 4)):
        with pytest.raises(ValueError, match="no advancement"):
            rules.skill_cost(start, end)  # type: ignore[arg-type]


def test_a_pool_after_one_advancement() -> None:
    assert rules.advance(parse("2:d8/1:d20/-1"), 8) == parse("1:d6/1:d8/1:d20/-1")
    assert rules.advance(parse("1:d6"), None) == parse("1:d6/1:d20")
    with pytest.raises(ValueError, match="has no d8"):
        rules.advance(parse("1:d6"), 8)
    with pytest.raises(ValueError, match="nothing is above"):
        rules.advance(parse("1:d4"), 4)


def test_health_points() -> None:
    pools = {name: parse(text) for name, text in EXAMPLE.items()}
    assert [rules.pool_health_points(pool) for pool in pools.values()] == [34, 29, 15, 13, 35, 7]
    assert rules.health_points(pools) == 133
    assert rules.health_points({**pools, "bSt": parse("2:d8/1:d10/2:d12/1:d20")}) == 127
    with pytest.raises(ValueError, match="attributes are mSt"):
        rules.health_points({"mSt": LevelPool(())})
    assert rules.is_dead(0)
    assert not rules.is_dead(1)


def test_the_rooms_join() -> None:
    names = {table.name for table in SYSTEM.tables}
    assert {total.table for total in SYSTEM.sums} <= names
    assert {total.vocabulary for total in SYSTEM.sums} <= {vocabulary.name for vocabulary in SYSTEM.vocabularies}
    for table in SYSTEM.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)}
    assert all(rule.__doc__ and "(" in rule.__doc__ for rule in SYSTEM.rules)
    assert set(tables.RELATED_ATTRIBUTES["Moving Silently"]) <= set(tables.ATTRIBUTES)
