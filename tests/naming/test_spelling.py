"""Which names are a slip of the pen away from a known one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_text.naming.spelling import edit_distance, near_names

KNOWN = {"Body Strength", "Body Endurance", "mSt", "mEn", "bSt"}


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Body Strengthe", ["Body Strength"]),
        ("Body Strenght", ["Body Strength"]),
        ("body strength", ["Body Strength"]),
        ("Body Strength", []),
        ("Mind", []),
        ("mst", ["mSt"]),
        ("LP", []),
    ],
)
def test_near_names(name: str, near: list[str]) -> None:
    assert near_names(name, KNOWN) == near


def slow_distance(one: str, other: str) -> int:
    """The same distance by its recursive definition."""
    if not one or not other:
        return len(one) + len(other)
    best = min(
        slow_distance(one[:-1], other) + 1,
        slow_distance(one, other[:-1]) + 1,
        slow_distance(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    )
    if one[-2:] == other[-2:][::-1] and len(one) > 1 and len(other) > 1:
        best = min(best, slow_distance(one[:-2], other[:-2]) + 1)
    return best


@given(st.text("abc", max_size=5), st.text("abc", max_size=5), st.integers(0, 4))
def test_distance_is_that_of_the_definition(one: str, other: str, most: int) -> None:
    distance = slow_distance(one, other)
    assert edit_distance(one, other, most) == (distance if distance <= most else None)
