"""Coverage of values by rows: which values no row holds, and which several hold.

Rows are sorted by their lowest values. Where one ends and the next begins is a joint that fits; values that no row
holds, or several, are a fault. A row may be wrong as a whole: of all readings the one with the fewest faults is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import NamedTuple

from rulebook_rules.claims.structures.dice_range import Interval
from rulesmod.records import record

MAX_WRONG = 2
"""Of more wrong rows nobody can tell what they should hold."""
MAX_SUSPECTS = 40
"""Suspect rows that are left out by trial; a table with more never had one row a value."""


class Fault(NamedTuple):
    """Values that no row holds, or several.

    Attributes:
        rows: the rows on both sides of a gap, or those that share values; beside a wrong row, those that it has.
        missing: the values of a gap.
        shared: the values that both rows hold.
        culprit: a row that is wrong as a whole: it should hold what is missing, or runs backwards.
    """

    rows: tuple[int, ...]
    missing: Interval | None = None
    shared: Interval | None = None
    culprit: int | None = None

    @property
    def gap(self) -> int:
        """How many values are missing; below zero, how many are shared."""
        low, high = self.missing or self.shared or (None, None)
        if low is None or high is None:
            return 0
        return high - low + 1 if self.missing is not None else low - high - 1


@record
class Coverage:
    """The faces that the rows of a table hold.

    Attributes:
        rows: the indexes of the rows, wrong ones apart, from the lowest values on.
        last: the row that holds the highest values.
        joints: the rows on both sides of each joint that fits.
        faults: the values that none holds, or several.
        bad_ends: the ends of what there is that are no ends of a row, "low" or "high".
        told_ends: those that a wrong row should hold.
    """

    rows: tuple[int, ...]
    last: int
    joints: tuple[tuple[int, int], ...]
    faults: tuple[Fault, ...]
    bad_ends: frozenset[str] = frozenset()
    described_ends: frozenset[str] = frozenset()

    @property
    def cost(self) -> int:
        """How much is wrong with it."""
        return len(self.faults) + len(self.bad_ends)


def coverage_of(
    intervals: Sequence[Interval], order: Sequence[int], first: int | None = None, last: int | None = None
) -> Coverage | None:
    """Return what rows hold of the values that there are, as it has the fewest faults; None without rows.

    Args:
        intervals: the values of the rows.
        order: the indexes of those that count, in the order of the text, from the lowest values on.
        first, last: the ends of what there is, where they are known.
    """
    rows = _Rows(intervals, order, first, last)
    backwards = [index for index in order if _is_backwards(intervals[index])]
    if len(backwards) == len(order):
        return None
    best = rows.without(backwards)
    for _ in range(MAX_WRONG):
        wrong = [fault.culprit for fault in best.faults if fault.culprit is not None]
        suspects = dict.fromkeys(row for fault in best.faults if fault.culprit is None for row in fault.rows)
        if best.bad_ends:
            suspects |= dict.fromkeys((best.rows[0], best.last))
        if not best.cost > 1 or len(suspects) > MAX_SUSPECTS or len(best.rows) < 3:
            break
        tried = (rows.without([*wrong, suspect]) for suspect in suspects)
        result = min((one for one in tried if rows.is_plain_fault(one, wrong)), key=lambda one: one.cost, default=best)
        if result.cost >= best.cost:
            break
        best = result
    return replace(best, faults=tuple(rows.confirmed(best)))


def _is_backwards(interval: Interval) -> bool:
    return interval.low is not None and interval.high is not None and interval.low > interval.high


class _Rows(NamedTuple):
    intervals: Sequence[Interval]
    order: Sequence[int]
    first: int | None
    last: int | None

    def is_plain_fault(self, coverage: Coverage, before: Sequence[int]) -> bool:
        """Return whether it is known what each further wrong row should hold."""
        missing_of = {fault.culprit: fault.missing for fault in coverage.faults if fault.culprit not in (None, *before)}
        return all(missing is not None and not self._is_within(row, missing) for row, missing in missing_of.items())

    def _is_within(self, row: int | None, missing: Interval) -> bool:
        """Return whether a row holds some of what is missing, and nothing else: what lacks is on both sides of it."""
        assert row is not None
        return self._low(row) >= (missing.low or 0) and self._high(row) <= (missing.high or 0)

    def confirmed(self, coverage: Coverage) -> Iterator[Fault]:
        """Yield the faults, gaps without what a row holds that shares values with others."""
        for fault in coverage.faults:
            if fault.missing is None or fault.culprit is not None:
                yield fault
                continue
            low, high = fault.missing
            assert low is not None
            assert high is not None
            reached = max(self._high(row) for row in coverage.rows if self._low(row) <= low)
            if reached < high:
                yield fault._replace(missing=Interval(max(low, int(reached) + 1), high))

    def without(self, wrong: Sequence[int]) -> Coverage:
        """Return what rows hold without wrong ones."""
        order = [index for index in self.order if index not in wrong]
        coverage = self._sweep(order)
        faults, ends, described = list(coverage.faults), self._bad_ends(coverage), set[str]()
        for culprit in wrong:
            at = self.order.index(culprit)
            before = next((index for index in reversed(self.order[:at]) if index not in wrong), None)
            behind = next((index for index in self.order[at:] if index not in wrong), None)
            beside = tuple(index for index in (before, behind) if index is not None)
            gaps = (fault for fault in faults if fault.rows == beside and fault.missing and fault.culprit is None)
            if (gap := next(gaps, None)) is not None:
                faults[faults.index(gap)] = gap._replace(culprit=culprit)
                continue
            end = "low" if before is None else "high" if behind is None else ""
            missing = ends.get(end)
            if missing is not None:
                described.add(end)
            faults.append(Fault(beside[:1], missing=missing, culprit=culprit))
        return replace(
            coverage, faults=tuple(faults), bad_ends=frozenset(ends) - described, described_ends=frozenset(described)
        )

    def _bad_ends(self, coverage: Coverage) -> dict[str, Interval | None]:
        """Return the faces missing at either end of the dice. None where a row reaches beyond, or most is missing."""
        intervals: dict[str, Interval | None] = {}
        low, high = self.intervals[coverage.rows[0]].low, self.intervals[coverage.last].high
        if self.first is not None and low is not None and low != self.first:
            intervals["low"] = self._missing(self.first, low - 1)
        if self.last is not None and high is not None and high != self.last:
            intervals["high"] = self._missing(high + 1, self.last)
        return intervals

    def _missing(self, low: int, high: int) -> Interval | None:
        assert self.first is not None
        assert self.last is not None
        return Interval(low, high) if 0 < 2 * (high - low + 1) <= self.last - self.first + 1 else None

    def _sweep(self, order: Sequence[int]) -> Coverage:
        """Go through rows by their lowest values."""
        place = {index: at for at, index in enumerate(order)}
        rows = sorted(order, key=lambda index: (self._low(index), place[index]))
        joints, faults = list[tuple[int, int]](), list[Fault]()
        top = rows[0]
        """The row that goes furthest so far."""
        for one, other in pairwise(rows):
            low = self._low(other)
            ended = next((row for row in (one, top) if self._high(row) + 1 == low), None)
            if ended is not None:
                joints.append((ended, other))
            elif low > self._high(top) + 1:
                faults.append(Fault((top, other), missing=Interval(int(self._high(top)) + 1, int(low) - 1)))
            elif low <= (high := min(self._high(one), self._high(other))):
                pair = (one, other) if place[one] < place[other] else (other, one)
                shared = Interval(None if low == -inf else int(low), None if high == inf else int(high))
                faults.append(Fault(pair, shared=shared))
                top = other  # One of the two is wrong; most often the one that reaches further.
            if self._high(other) > self._high(top):
                top = other
        return Coverage(tuple(rows), top, tuple(joints), tuple(faults))

    def _low(self, index: int) -> float:
        low = self.intervals[index].low
        return -inf if low is None else low

    def _high(self, index: int) -> float:
        high = self.intervals[index].high
        return inf if high is None else high
