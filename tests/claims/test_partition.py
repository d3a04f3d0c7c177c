"""Coverage of values by rows, and ranges within others."""

from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from rulebook_rules.claims.structures.coverage import Coverage, coverage_of
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


@st.composite
def partitions(draw: st.DrawFn) -> list[Interval]:
    """Rows that hold each value from some first one on once."""
    first = draw(st.integers(-5, 5))
    widths = draw(st.lists(st.integers(1, 4), min_size=3, max_size=10))
    starts = [first + sum(widths[:at]) for at in range(len(widths))]
    return [Interval(low, low + width - 1) for low, width in zip(starts, widths, strict=True)]


def found(rows: list[Interval], order: list[int] | None = None) -> Coverage:
    coverage = coverage_of(rows, order or list(range(len(rows))))
    assert coverage is not None
    return coverage


@given(partitions(), st.randoms(use_true_random=False))
def test_rows_that_hold_each_value_once_have_no_fault_in_any_order(rows: list[Interval], chance: Random) -> None:
    order = list(range(len(rows)))
    chance.shuffle(order)
    coverage = found(rows, order)
    assert (coverage.faults, len(coverage.joints)) == ((), len(rows) - 1)


@given(partitions(), st.data())
def test_a_row_that_is_lost_is_one_gap(rows: list[Interval], data: st.DataObject) -> None:
    lost = rows.pop(data.draw(st.integers(1, len(rows) - 2)))
    (fault,) = found(rows).faults
    assert (fault.missing, fault.culprit) == (lost, None)


@given(partitions(), st.data())
def test_a_row_in_place_of_another_is_the_wrong_one(rows: list[Interval], data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(rows) - 2))
    right, rows[at] = rows[at], data.draw(st.sampled_from([row for row in rows if row != rows[at]]))
    (fault,) = found(rows).faults
    assert fault.missing == right
    assert rows[fault.culprit or 0] == rows[at]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4)), min_size=1, max_size=8))
@example([(0, 0), (2, 0), (0, 2), (4, 0), (4, 0)])
def test_what_is_missing_is_in_no_row_and_what_is_shared_in_two(drawn: list[tuple[int, int]]) -> None:
    rows = [Interval(low, low + more) for low, more in drawn]
    coverage = found(rows)
    sound = [row for index, row in enumerate(rows) if index not in {fault.culprit for fault in coverage.faults}]
    for fault in coverage.faults:
        if fault.missing is not None:
            assert fault.missing.low is not None
            assert fault.culprit is not None or not any(_meets(row, fault.missing) for row in sound)
        elif fault.shared is not None:
            assert sum(_meets(row, fault.shared) for row in rows) > 1


def _meets(one: Interval, other: Interval) -> bool:
    assert None not in (*one, *other)
    return (one.low or 0) <= (other.high or 0) and (other.low or 0) <= (one.high or 0)
