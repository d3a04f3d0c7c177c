"""Ranges within others, found without holding each against each."""

from hypothesis import given
from hypothesis import strategies as st

from rulebook_rules.claims.structures.dice_range import Interval
from rulebook_rules.claims.structures.partition import inside_others

BOUND = st.none() | st.integers(0, 12)


def _holds(outer: Interval, inner: Interval, apart: int = 0) -> bool:
    low, high = inner
    if low is None or high is None or low > high or outer in (inner, (None, None)):
        return False
    return (outer.low is None or outer.low + apart <= low) and (outer.high is None or high <= outer.high - apart)


@given(st.lists(st.builds(Interval, BOUND, BOUND), max_size=12))
def test_what_lies_within_another_that_is_said_more_of(intervals: list[Interval]) -> None:
    said_more_of = [outer for outer in intervals if any(_holds(outer, inner, apart=1) for inner in intervals)]
    inside = {index for index, inner in enumerate(intervals) if any(_holds(outer, inner) for outer in said_more_of)}
    assert inside_others(intervals) == inside
