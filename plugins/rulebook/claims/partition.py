"""Whether ranges hold every value once: where one ends, the next begins.

Ranges that are far from doing so were never meant to (a list of prices); only those that do, but for a slip or two,
are faulty.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.claims.ranges import Range
from rulebook.claims.series import Domain, Series

TENS = (10, 100, 1000)
"""Dice that are read in tens show their highest face with zeros: "0" on a d10, "00" on percentile dice."""
EDGE = 10
"""A tenth of what dice can show may be missing at either end by a slip; more than that stands elsewhere."""


class Interval(NamedTuple):
    """The places of the values from `low` to `high`, None where it is open."""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Slip:
    """Ranges, by their index, between which values are missing, or held twice.

    Attributes:
        index: of the range that the finding stands at.
        beside: the ranges that it does not fit.
        message: the fact.
        right: the ends that it should have, if that is clear.
    """

    index: int
    beside: tuple[int, ...]
    message: str
    right: Interval | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What can be said of a series: its slips, and the indices of the ranges whose lower or upper end is held by
    something."""

    slips: tuple[Slip, ...]
    firm_lows: frozenset[int]
    firm_highs: frozenset[int]


def judge(series: Series, *, is_bound: bool = False) -> Verdicts | None:
    """The slips of a series; None if it need not hold every value once.

    Args:
        series: the ranges.
        is_bound: whether the rules of a game have such ranges.
    """
    scale = _Scale(series.domain)
    intervals = [scale.interval(told.range) for told in series.told]
    if any(interval is None for interval in intervals):
        return None
    ordered = [interval for interval in intervals if interval is not None]
    order = list(range(len(ordered)))
    if _descends(ordered):
        order.reverse()
    joints = [(one, other, _between(ordered[one], ordered[other])) for one, other in itertools.pairwise(order)]
    good = [(one, other) for one, other, gap in joints if gap == 0]
    bad = [(one, other, gap) for one, other, gap in joints if gap != 0]
    edges = list(_edges(ordered, order, scale)) if series.domain is not None else []
    faults = _merged(bad, ordered)
    evidence = len(good) + sum(edge.is_good for edge in edges)
    has_range = any(interval.low != interval.high for interval in ordered)
    least = 2 if series.domain is not None or is_bound else 3
    shared = sum(gap == -1 for _, _, gap in bad)
    if len(ordered) < least or (not has_range and series.domain is None and not is_bound):
        return None
    if not is_bound and (evidence < max(1, 2 * len(faults) - 1) or (shared > 1 and shared == len(joints))):
        return None
    if not (is_bound or series.is_game):
        return None
    if not is_bound and scale.is_mostly_missing(gap for _, _, gap in bad):
        return None
    slips = [_slip(group, series, ordered, scale) for group in faults]
    slips += [
        Slip(edge.index, (), edge.message) for edge in edges if not edge.is_good and edge.message and evidence > 1
    ]
    sound = len(good) + len(bad) > 1 or series.domain is not None
    firm_highs = {one for one, _ in good} if sound else set()
    firm_lows = {other for _, other in good} if sound else set()
    for edge in edges:
        if edge.is_good:
            (firm_lows if edge.at_low else firm_highs).add(edge.index)
    return Verdicts(tuple(sorted(slips, key=lambda slip: slip.index)), frozenset(firm_lows), frozenset(firm_highs))


class _Scale:
    """The places of values among those that there are: 16 and 21 are neighbours on a d66."""

    def __init__(self, domain: Domain | None) -> None:
        self.domain = domain
        self._index = {face: index for index, face in enumerate(domain.faces)} if domain else {}
        self.first = 0 if self._index else domain.first if domain else None
        self.last = len(self._index) - 1 if self._index else domain.last if domain else None

    def interval(self, found: Range) -> Interval | None:
        low, high = found.low, found.high
        if found.zeros and high == 0 and self.domain is not None and self.last is not None and (low or found.is_single):
            # "00" on percentile dice, "0" on a d10, is their highest face.
            high = self.last if self.last in TENS else high
            low = high if found.is_single else low
        if self._index:
            if any(value is not None and value not in self._index for value in (low, high)):
                return None
            low = self._index[low] if low is not None else None
            high = self._index[high] if high is not None else None
        return Interval(low, high)

    def is_mostly_missing(self, gaps: Iterable[int | None]) -> bool:
        """Whether dice can show more between two ranges than a slip would leave out ("1" and "20" on a d20)."""
        if self.first is None or self.last is None:
            return False
        return any(gap is not None and 2 * gap > self.last - self.first + 1 for gap in gaps)

    def show(self, low: int, high: int) -> str:
        """Values by their places."""
        if self.domain is not None and self.domain.faces:
            faces = self.domain.faces
            low, high = faces[max(low, 0)], faces[min(high, len(faces) - 1)]
        return str(low) if low == high else f"{low} to {high}"


def _descends(intervals: Sequence[Interval]) -> bool:
    """Whether the ranges are told from the highest to the lowest: most of them stand below the one before."""
    falls = rises = 0
    for one, other in itertools.pairwise(intervals):
        first = one.low if one.low is not None else one.high
        second = other.low if other.low is not None else other.high
        if first is not None and second is not None:
            falls += second < first
            rises += second > first
    return falls > rises


def _between(one: Interval, other: Interval) -> int | None:
    """How many values lie between two ranges; below zero, how many they share; None if that cannot be counted."""
    if one.high is None or other.low is None:
        return None
    if (one.low is not None and one.low > one.high) or (other.high is not None and other.low > other.high):
        return None
    return other.low - one.high - 1


@dataclass(frozen=True, slots=True)
class _Edge:
    index: int
    is_good: bool
    at_low: bool
    message: str = ""


def _edges(intervals: Sequence[Interval], order: Sequence[int], scale: _Scale) -> Iterator[_Edge]:
    """Whether the outermost ranges begin and end where the dice do."""
    assert scale.domain is not None
    assert scale.first is not None
    assert scale.last is not None
    lowest, highest = intervals[order[0]], intervals[order[-1]]
    slack = max(1, (scale.last - scale.first + 1) // EDGE)
    low = scale.first if lowest.low is None else lowest.low
    high = scale.last if highest.high is None else highest.high
    first = 0 if low == 0 and high == scale.last - 1 and scale.first == 1 else scale.first
    last = high if first == 0 and scale.first == 1 else scale.last
    title = scale.domain.title
    message = ""
    if first < low <= first + slack:
        message = f"no range holds {scale.show(first, low - 1)}, which {title} can show"
    elif low < first and (lowest.high is None or lowest.high >= first) and high <= last:
        message = f"{title} cannot show {scale.show(low, first - 1)}"
    yield _Edge(order[0], low == first, True, message)
    message = ""
    if last - slack <= high < last:
        message = f"no range holds {scale.show(high + 1, last)}, which {title} can show"
    elif high > last and (highest.low is None or highest.low <= last) and low >= first:
        message = f"{title} cannot show {scale.show(last + 1, high)}"
    yield _Edge(order[-1], high == last, False, message)


Fault = list[tuple[int, int, int | None]]


def _merged(bad: Sequence[tuple[int, int, int | None]], intervals: Sequence[Interval]) -> list[Fault]:
    """Faults: two neighbouring joints that a single range breaks are one."""
    faults: list[Fault] = []
    for joint in bad:
        if faults and len(faults[-1]) == 1 and faults[-1][0][1] == joint[0]:
            before, after = faults[-1][0][2], joint[2]
            # A gap on one side and an overlap on the other, or a range that runs backwards.
            if before is None or after is None or (before > 0) != (after > 0):
                faults[-1].append(joint)
                continue
        faults.append([joint])
    return faults


def _slip(group: Fault, series: Series, intervals: Sequence[Interval], scale: _Scale) -> Slip:
    one, other, gap = group[0]
    if len(group) == 2:
        last = group[1][1]
        low, high = intervals[one].high, intervals[last].low
        right = None
        if low is not None and high is not None and low + 1 <= high - 1:
            right = Interval(low + 1, high - 1)
        fact = f"between `{_shown(series, one)}` and `{_shown(series, last)}` "
        fact += (
            f"should stand {scale.show(right.low, right.high)}" if right and right.low and right.high else "is no room"
        )
        return Slip(other, (one, last), f"{fact}, the text says `{_shown(series, other)}`", right)
    pair = f"`{_shown(series, one)}` and `{_shown(series, other)}`"
    if gap is None:
        backwards = next((index for index in (other, one) if _is_backwards(intervals[index])), None)
        if backwards is not None:
            beside = one if backwards == other else other
            return Slip(backwards, (beside,), f"the range `{_shown(series, backwards)}` runs backwards")
        return Slip(other, (one,), f"{pair} hold the same values")
    high, low = intervals[one].high, intervals[other].low
    assert high is not None
    assert low is not None
    if gap > 0:
        return Slip(one, (other,), f"no range holds {scale.show(high + 1, low - 1)}: it is missing between {pair}")
    return Slip(other, (one,), f"both {pair} hold {scale.show(low, min(high, intervals[other].high or high))}")


def _is_backwards(interval: Interval) -> bool:
    return interval.low is not None and interval.high is not None and interval.low > interval.high


def _shown(series: Series, index: int) -> str:
    told = series.told[index]
    return told.block.text.text[told.range.start : told.range.end]
