"""Check that ranges hold every value once. Where one ends, the next begins.

Ranges far from doing so were never meant to (a list of prices): only those that do but for a slip or two are faulty.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import inf
from operator import attrgetter

from rulebook_rules.claims.structures.coverage import Coverage, coverage_of
from rulebook_rules.claims.structures.dice_range import (
    MAX_FACES,
    Interval,
    Outcomes,
    Scale,
    are_held_once,
    are_unordered,
    domain_of_sum,
    faces_of_ranges,
    holders,
)
from rulebook_rules.claims.structures.edges import (
    Edge,
    Slip,
    find_edges,
    show_range,
    slip_of,
)
from rulebook_rules.claims.structures.intent import descends, why_unmeant
from rulebook_rules.claims.structures.range_series import Series, doubles_in, neighbours_of
from rulebook_text.lexing.dice import SIZE_BEHIND
from rulebook_text.lexing.ranges import Range
from rulesmod.records import record

COMMON = ("4", "6", "8", "10", "12", "20", "66", "100")
"""The dice that everybody has."""
MAX_UNSURE = 8
"""Of more ranges than these, the others say what one of them should hold."""


@record
class Verdicts:
    """The slips of a series, and the ranges whose lower or upper end is confirmed."""

    slips: tuple[Slip, ...]
    firm_lows: frozenset[int]
    firm_highs: frozenset[int]


def judge(series: Series, *, is_bound: bool = False, silent: Callable[..., None] = lambda _: None) -> Verdicts | None:
    """Return the slips of a series; None if it need not hold every value once.

    Args:
        series: the ranges.
        is_bound: whether the rules of a game have such ranges.
        silent: takes the reason where nothing is judged.
    """
    if series.domain is None and len(series.rows) < 2:
        silent("a single range of no dice leaves nothing out")
        return None
    if (misnamed := _misnamed(series)) is not None:
        every = frozenset(range(len(series.rows)))
        return Verdicts((misnamed,), every, every)
    ranges = [row.range for row in series.rows]
    if series.domain is not None and (any(bounds.values for bounds in ranges) or are_unordered(series.domain, ranges)):
        return _judge_sets(series, series.domain, silent)
    scale = Scale(series.domain)
    intervals = [scale.interval(bounds) for bounds in ranges]
    if any(interval is None for interval in intervals):
        return _without_faces(series, scale, silent)
    ordered = _with_zeros(series, [interval for interval in intervals if interval is not None])
    coverage = min(
        filter(None, _readings(series, ordered, scale, is_bound=is_bound)), key=attrgetter("cost"), default=None
    )
    if coverage is None:
        silent("its ranges follow each other in no order")
        return None
    edges = list(find_edges(coverage, ordered, scale, is_column=series.is_column)) if series.domain is not None else []
    if not is_bound and (reason := why_unmeant(series, coverage, ordered, scale, edges)):
        silent(reason)
        return None
    return _verdicts(series, coverage, scale, edges)


def _readings(
    series: Series, intervals: Sequence[Interval], scale: Scale, *, is_bound: bool
) -> Iterator[Coverage | None]:
    """Yield the coverage of a series for each way to read it: with all of its rows, without notes, in its own order or
    by value."""
    nested = _nested(intervals) if series.is_column or is_bound else _nested(intervals) | inside_others(intervals)
    nested |= _noted(series, intervals)
    doubles = {} if is_bound else doubles_in(series)
    for notes in [nested | doubles.keys(), nested] if doubles else [nested]:
        order = [index for index in range(len(intervals)) if index not in notes]
        if descends([intervals[index] for index in order]):
            order.reverse()
        yield coverage_of(intervals, order, *scale.ends_for(intervals))


def _verdicts(series: Series, coverage: Coverage, scale: Scale, edges: Sequence[Edge]) -> Verdicts:
    fits = len(coverage.joints) + sum(edge.is_good for edge in edges)
    slips = [slip_of(fault, series, scale) for fault in coverage.faults]
    slips += [
        Slip(edge.index, (), edge.message, is_beyond=edge.is_beyond) for edge in edges if edge.message and fits > 1
    ]
    is_sound = len(coverage.joints) + len(coverage.faults) > 1 or series.domain is not None
    firm_highs = {one for one, _ in coverage.joints} if is_sound else set[int]()
    firm_lows = {other for _, other in coverage.joints} if is_sound else set[int]()
    for edge in edges:
        if edge.is_good:
            (firm_lows if edge.at_low else firm_highs).add(edge.index)
    return Verdicts(tuple(sorted(slips, key=lambda slip: slip.index)), frozenset(firm_lows), frozenset(firm_highs))


def _misnamed(series: Series) -> Slip | None:
    """Dice that are no common ones, above ranges that hold what common dice show: "d21" above 1 to 20."""
    if series.domain is None or series.dice is None:
        return None
    match = SIZE_BEHIND.fullmatch(series.domain.title)
    ranges = [row.range for row in series.rows]
    if match is None or match["size"] in COMMON or are_held_once(series.domain, ranges):
        return None
    for size in COMMON:
        common = domain_of_sum(match["dice"] + size)
        if common is not None and _are_inside(common, ranges) and are_held_once(common, ranges):
            written = SIZE_BEHIND.sub(rf"\g<dice>{size}", series.dice.text, count=1)
            message = f"below `{series.dice.text}` stands what `{written}` can show"
            return Slip(len(ranges) - 1, (), message, dice=written)
    return None


def _are_inside(domain: Outcomes, ranges: Sequence[Range]) -> bool:
    return all(
        (bounds.low is None or bounds.zeros or domain.first <= bounds.low <= domain.last)
        and (bounds.high is None or bounds.high <= domain.last)
        for bounds in ranges
    )


def _judge_sets(series: Series, domain: Outcomes, silent: Callable[[str], None]) -> Verdicts | None:
    """Ranges that leave out values between their ends ("1, 3, 5"): face by face."""
    if len(domain.all) > MAX_FACES:
        silent(f"{domain.title} can show too many numbers to count")
        return None
    ranges = [row.range for row in series.rows]
    holding = faces_of_ranges(domain, ranges)
    counts = holders(domain, ranges)
    faulty = [face for face, count in counts.items() if count != 1]
    strangers = [(index, value) for index, row in enumerate(ranges) for value in row.values if value not in counts]
    if 3 * (len(faulty) + len(strangers)) > len(counts):
        silent(f"so many numbers of {domain.title} are in none or in several of its ranges that this was meant")
        return None
    lost = ", ".join(str(face) for face in faulty if not counts[face])
    slips = [Slip(index, (), f"{domain.title} cannot show {value}") for index, value in strangers]
    for face in (face for face in faulty if counts[face]):
        first, second = [index for index, faces in enumerate(holding) if face in faces][:2]
        pair = f"`{show_range(series, first)}` and `{show_range(series, second)}`"
        slips.append(Slip(second, (first,), f"both {pair} hold {face}", gap=-1))
    if slips and lost:
        slips[0] = replace(slips[0], message=f"{slips[0].message}, and no range holds {lost}")
    elif lost:
        slips = [Slip(len(ranges) - 1, (), f"no range holds {lost}, which {domain.title} can show")]
    firm = frozenset(range(len(ranges)))
    return Verdicts(tuple(sorted(slips, key=lambda slip: slip.index)), firm, firm)


def _without_faces(series: Series, scale: Scale, silent: Callable[[str], None]) -> Verdicts | None:
    """Ranges with ends that no face has ("17" on a d66), where most have."""
    if scale.domain is None:
        silent("one of its ranges has no ends")
        return None
    ends = [
        (index, value)
        for index, row in enumerate(series.rows)
        for value in dict.fromkeys((row.range.low, row.range.high))
        if value is not None
    ]
    strangers = [(index, value) for index, value in ends if value not in scale.index]
    if 3 * len(strangers) > len(ends):
        silent(f"so many ends of its ranges are no face of {scale.domain.title} that it is rolled with other dice")
        return None
    slips = tuple(Slip(index, (), f"{scale.domain.title} cannot show {value}") for index, value in strangers)
    return Verdicts(slips, frozenset(), frozenset())


def _with_zeros(series: Series, intervals: list[Interval]) -> list[Interval]:
    """Return where no dice say so, "00" behind 99 is a hundred, and "9-0" behind 8 ends at 10."""
    highs = {interval.high for interval in intervals if series.domain is None and interval.high is not None}
    for index, (row, (low, high)) in enumerate(zip(series.rows, intervals, strict=True)):
        if row.range.is_single and row.range.zeros and 99 in highs:
            intervals[index] = Interval(100, 100)
        elif low and high == 0 and low - 1 in highs:
            intervals[index] = Interval(low, 10)
    return intervals


def _nested(intervals: Sequence[Interval]) -> set[int]:
    """Those that say more about a part of an open one: "12+" beside "10+", a single value far below "6 or less"."""
    lowest = min((low for low, high in intervals if high is None and low is not None), default=inf)
    highest = max((high for low, high in intervals if low is None and high is not None), default=-inf)
    return {
        index
        for index, (low, high) in enumerate(intervals)
        if (high is None and low is not None and low > lowest)
        or (low is None and high is not None and high < highest)
        or (low is not None and low == high and (low > lowest or low < highest))
    }


def _noted(series: Series, intervals: Sequence[Interval]) -> set[int]:
    """Those that are a case of another one, as a note says that their words refer to: "wounded twice** | 4-8"."""
    often = Counter(intervals)
    return {index for index, row in enumerate(series.rows) if often[intervals[index]] > 1 and row.is_noted}


def inside_others(intervals: Sequence[Interval]) -> set[int]:
    """Those in another one of which a sentence or a list says more: "14-16" and "17-20" after "11-20"."""
    closed = [
        (index, low, high)
        for index, (low, high) in enumerate(intervals)
        if low is not None and high is not None and low <= high
    ]
    inner = sorted({(low, high) for _, low, high in closed})
    lows = [low for low, _ in inner]
    nearest = [*accumulate((high for _, high in reversed(inner)), min)][::-1]
    outer = {(-inf if low is None else low, inf if high is None else high) for low, high in intervals} - {(-inf, inf)}
    # One is said more of where another lies in it with something to spare at both ends.
    said_more_of = sorted(
        (low, high) for low, high in outer if (at := bisect_right(lows, low)) < len(lows) and nearest[at] < high
    )
    starts = [low for low, _ in said_more_of]
    furthest = [-inf, *accumulate((high for _, high in said_more_of), max)]

    def is_inside(low: int, high: int) -> bool:
        """Return whether another range encloses it."""
        return furthest[bisect_left(starts, low)] >= high or furthest[bisect_right(starts, low)] > high

    return {index for index, low, high in closed if is_inside(low, high)}


def shape_of(series: Series) -> tuple[object, ...]:
    """All of a series that its verdicts rest on, but for their words."""
    ranges = tuple(
        (row.range.low, row.range.high, row.range.zeros, row.range.values, row.is_noted) for row in series.rows
    )
    dice = series.dice.text if series.dice is not None else ""
    is_fitted = (series.is_fitted, series.is_fitted and series.is_rolled_by_itself)
    return (ranges, series.domain, dice, series.is_game, series.is_column, *is_fitted)


def is_held(series: Series, index: int) -> bool:
    """Return whether a change of the ends of a range would be reported: of few ranges, each may be needed to know what
    they should hold."""
    count = len(series.rows)
    if count > MAX_UNSURE and 0 < index < count - 1:
        return True
    row = series.rows[index]
    if series.is_fitted:
        series = replace(series, domain=None, is_game=series.is_rolled_by_itself)
    for other in neighbours_of(row.range):
        changed = (*series.rows[:index], row._replace(range=other), *series.rows[index + 1 :])
        verdicts = judge(replace(series, rows=changed))
        if verdicts is None or not any(index in (slip.index, *slip.beside) for slip in verdicts.slips):
            return False
    return True
