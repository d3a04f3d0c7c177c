"""The notations of the games whose books are still to come: reading, printing back, equality."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.system import DiceGroup, System


def system(name: str) -> System:
    found = importlib.import_module(f"rulesmod.{name}").SYSTEM
    assert isinstance(found, System)
    return found


@pytest.mark.parametrize(
    ("name", "text", "canonical"),
    [
        ("drama", "4Bd  2Rd 1Dd 1Pd", "4Bd 2Rd 1Dd 1Pd"),
        ("dry_cereal", "2d6 + 2", "2d6+2"),
        ("dry_cereal", "2d6−2", "2d6-2"),
        ("dry_cereal", "2d6+0", "2d6"),
        ("sda", "d8", "1d8"),
        ("sda", "4d6 -1 MoS", "4d6 -1 MoS"),
        ("masque", "2d6-d4", "2d6 -d4"),
        ("masque", "d6 + d5", "d6 +d5"),
        ("masque", "+|d3 -d2|", "|d3 -d2|"),
        ("masque", "d4|d6 least max", "d4 |d6 least max"),
        ("masque", "3d4 -1", "3d4 -1"),
        ("masque", "d10 +d1", "d10 +d1"),
        ("masque", "d%", "d%"),
        ("plain_dice", "1D6", "d6"),
        ("plain_dice", "2d6 + 1 - d4", "2d6-d4+1"),
        ("plain_dice", "3d6x10", "3d6×10"),
        ("plain_dice", "D66", "d66"),
    ],
)
def test_canonical_text(name: str, text: str, canonical: str) -> None:
    notation = system(name).notation
    assert notation.format(notation.parse(text)) == canonical
    assert notation.parse(canonical) == notation.parse(text)
    assert notation.looks_like(text)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("drama", "4Bd 2Rd", "2Rd 1Bd 3Bd"),
        ("masque", "2d6 -d4", "d6 -d4 +d6"),
        ("masque", "d6 +d4 -1", "d4 -1 +d6"),
    ],
)
def test_the_order_does_not_matter(name: str, one: str, other: str) -> None:
    notation = system(name).notation
    assert notation.parse(one) == notation.parse(other)
    assert notation.parse(one) != notation.parse(one.replace("4", "8"))


casts = st.lists(
    st.tuples(st.sampled_from("+-"), st.integers(1, 3), st.sampled_from([1, 2, 3, 4, 6, 7, 8, 10, 12, 20])), min_size=1
).map(lambda dice: " ".join(f"{sign}{count}d{size}" for sign, count, size in dice))


@given(casts, st.integers(-3, 3))
def test_printing_and_reading_back(cast: str, modifier: int) -> None:
    notation = system("masque").notation
    expression = notation.parse(f"{cast} {modifier:+d}")
    assert notation.parse(notation.format(expression)) == expression
    assert notation.modifier(expression) == modifier


def test_groups_and_sizes() -> None:
    assert system("masque").notation.groups("2d6 -d4") == [DiceGroup(2, 6, 0, 3), DiceGroup(1, 4, 4, 7)]
    assert [group.size for group in system("masque").notation.groups("d4 |d6 least max")] == [4, 6]
    assert [group.count for group in system("drama").notation.groups("4Bd 2Rd")] == [4, 2]
