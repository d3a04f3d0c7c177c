"""Level Pool Notation against the grammar of the book's appendix, built independently as a regular expression."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.cavea.notation import DIE_SIZES, NOTATION, Group, LevelPool, format_pool, groups, parse
from rulesmod.dice import PoolTooLargeError
from rulesmod.notation import NotationError
from rulesmod.system import DiceGroup

COUNT = "[1-9][0-9]*"
DIE_TYPE = "d?(?:4|6|8|10|12|20)"
GROUP = f"{COUNT}:{DIE_TYPE}"
MODIFIER = "[+-][0-9]+"
GRAMMAR = {
    "count": COUNT,
    "number": "[0-9]+",
    "result modifier": MODIFIER,
    "die type": DIE_TYPE,
    "dice group": GROUP,
    "level pool": f"{GROUP}(?:/{GROUP})*(?:/{MODIFIER})?",
}

dice_groups = st.builds(Group, st.integers(1, 99), st.sampled_from(DIE_SIZES))
pools = st.builds(LevelPool, st.lists(dice_groups, min_size=1, max_size=6).map(tuple), st.integers(-9, 9))
nearly = st.lists(
    st.sampled_from(
        ["1", "2", "10", "0", "01", ":", "d", "/", "+", "-", "4", "6", "20", "7", " ", "d8", "1:d6", "/+2"]
    ),
    max_size=7,  # A number has at most 15 digits; more are a fault of their own.
).map("".join)


@given(pools)
def test_printing_and_reading_back(pool: LevelPool) -> None:
    again = parse(format_pool(pool))
    assert (again.groups, again.modifier) == (pool.groups, pool.modifier)


@given(st.one_of(nearly, pools.map(format_pool)))
def test_every_symbol_is_recognised_as_the_grammar_says(text: str) -> None:
    for name, pattern in GRAMMAR.items():
        assert NOTATION.symbols[name](text) == bool(re.fullmatch(pattern, text)), name


@given(pools, st.randoms())
def test_the_order_of_groups_does_not_matter(pool: LevelPool, random) -> None:  # type: ignore[no-untyped-def]
    single = [Group(1, group.size) for group in pool.groups for _ in range(group.count)]
    random.shuffle(single)
    other = LevelPool(tuple(single), pool.modifier)
    assert other == pool
    assert hash(other) == hash(pool)
    assert LevelPool(pool.groups, pool.modifier + 1) != pool


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("1:4/2:6", "1:d4/2:d6"), ("1:d6/4:d10/+2", "1:d6/4:d10/+2"), ("2:20/-01", "2:d20/-1"), ("1:6/+0", "1:d6")],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize("text", ["d6", "0:d6", "1:d7", "1:d6/", "1:d6//2:d6", "1:d6/+2/-1", "+2", "1 :d6", "１:d6"])
def test_what_is_no_level_pool(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


def test_groups_know_their_places() -> None:
    assert groups("1:d6/12:20/-1") == [DiceGroup(1, 6, 0, 4), DiceGroup(12, 20, 5, 10)]


def test_dice_in_the_order_written() -> None:
    assert parse("2:d8/1:d4").dice == (8, 8, 4)
    with pytest.raises(PoolTooLargeError, match="limit is 1000"):
        _ = parse("1001:d6").dice


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:d6", True),
        ("3:8/2:10", True),
        ("1:d7", True),
        ("0:x", False),
        ("d6", False),
        ("12:30", False),
        ("a:b", False),
    ],
)
def test_what_looks_like_a_level_pool(text: str, *, expected: bool) -> None:
    assert NOTATION.looks_like(text) == expected
