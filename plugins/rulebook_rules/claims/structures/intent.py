"""Decide whether the rows of a series were meant to hold every value once: more of them fit each other than not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulebook_rules.claims.structures.coverage import Coverage
from rulebook_rules.claims.structures.dice_range import Interval, Scale
from rulebook_rules.claims.structures.edges import Edge
from rulebook_rules.claims.structures.range_series import Series

_AS_MEASURES = "each range begins where the one before it ends, as measures do"


def why_unmeant(
    series: Series, coverage: Coverage, intervals: Sequence[Interval], scale: Scale, edges: Sequence[Edge]
) -> str:
    """Return why rows need not hold every value once; empty if they were meant to: more joints fit than not."""
    if reason := _no_partition(series, coverage, intervals):
        return reason
    faults, gaps = coverage.faults, [fault.gap for fault in coverage.faults]
    fits = len(coverage.joints) + sum(edge.is_good for edge in edges)
    of = f"of {series.domain.title}" if series.domain is not None else "from the first to the last"
    unmeant = f"{fits} joints of its ranges {of} fit and {len(faults)} do not, too many to be a slip"
    if scale.is_mostly_missing(gaps):
        return f"so many numbers {of} are in none of its ranges that this was meant"
    is_loose = series.domain is None and not series.is_column and intervals[coverage.rows[0]].low != 1
    if fits < max(1 + is_loose, 2 * len(faults) - 1) and not series.is_mostly_held:
        return unmeant
    if 1 < len(gaps) == gaps.count(-1) and not coverage.joints:
        return _AS_MEASURES
    if series.domain is None and sum(gap < -1 for gap in gaps) > 1:
        # Of several kinds, what one has may be what another has: "16-35", "26-35", "30-40".
        return unmeant
    if _are_cases(series, intervals, gaps):
        return "single values that lack more than one between them are cases of their own"
    if series.is_game or (series.is_column and _is_slip(gaps, coverage)):
        return ""
    return (
        unmeant if faults else "each value is in one row, but neither dice in the head nor a game say that it must be"
    )


def _no_partition(series: Series, coverage: Coverage, intervals: Sequence[Interval]) -> str:
    """Return why rows cannot be meant to hold every value, however they fit each other; empty if they can."""
    has_range = any(interval.low != interval.high for interval in intervals)
    if not (has_range or series.domain is not None):
        return "each row has a single value, and no dice in the head say that none may be missing"
    if len(intervals) < (2 if series.domain is not None else 3):
        return "there are too few ranges to know that they were meant to hold every value"
    if _are_thresholds([intervals[index] for index in coverage.rows]):
        return "all ranges are open at one side, as limits are"
    if series.domain is not None:
        return ""
    fewer, more = sorted(_steps(intervals))
    if 2 * fewer > more:
        return "its rows rise and fall, and no dice say that they are to hold every value"
    steps = [
        other.low - one.high for one, other in pairwise(intervals) if one.high is not None and other.low is not None
    ]
    if 1 < steps.count(0) >= steps.count(1):
        return _AS_MEASURES
    return ""


def _is_slip(gaps: Sequence[int], coverage: Coverage) -> bool:
    """Return whether one value is in no row, or one row has values of the row before: a slip, whatever is counted."""
    return len(gaps) == 1 and (gaps[0] == 1 or (gaps[0] < 0 and len(coverage.joints) > 1))


def _are_cases(series: Series, intervals: Sequence[Interval], gaps: Sequence[int]) -> bool:
    """Return whether single values without dice lack several between them.

    "No trait may be at 6 or higher. Only one may be at 1, and one at 5."
    """
    has_closed = any(None not in interval and interval.low != interval.high for interval in intervals)
    return series.domain is None and not series.is_column and not has_closed and max(gaps, default=0) > 1


def _are_thresholds(intervals: Sequence[Interval]) -> bool:
    """Return whether ranges are open on the same side: "5+" for one thing, "7+" for another."""
    return all(interval.high is None for interval in intervals) or all(interval.low is None for interval in intervals)


def descends(intervals: Sequence[Interval]) -> bool:
    """Return whether most ranges are below the one before."""
    falls, rises = _steps(intervals)
    return falls > rises


def _steps(intervals: Sequence[Interval]) -> tuple[int, int]:
    """Return how many ranges are below the one before, and how many above it."""
    falls = rises = 0
    for one, other in pairwise(intervals):
        first = one.low if one.low is not None else one.high
        second = other.low if other.low is not None else other.high
        if first is not None and second is not None:
            falls += second < first
            rises += second > first
    return falls, rises
