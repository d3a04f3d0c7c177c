"""Whether ranges hold every value once: where one ends, the next begins.

Ranges that are far from doing so were never meant to (a list of prices); only those that do, but for a slip or two,
are faulty.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.claims.faces import MAX_FACES, Domain, Interval, Scale, are_held_once, domain_of_sum, held, holders
from rulebook.claims.told import Series
from rulebook.lexing.dice import SIZE_BEHIND
from rulebook.lexing.ranges import Range

COMMON = ("4", "6", "8", "10", "12", "20", "66", "100")
"""The dice that everybody has."""
EDGE = 10
"""A tenth of what dice can show may be missing at either end by a slip; more than that stands elsewhere."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Ranges, by their index, between which values are missing, or held twice.

    Attributes:
        index: of the range that the finding stands at.
        beside: the ranges that it does not fit.
        message: the fact.
        right: the ends that it should have, if that is clear.
        dice: how the dice should be written, where they do not fit the ranges.
    """

    index: int
    beside: tuple[int, ...]
    message: str
    right: Interval | None = None
    dice: str = ""


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
    scale = Scale(series.domain)
    if (misnamed := _misnamed(series)) is not None:
        every = frozenset(range(len(series.told)))
        return Verdicts((misnamed,), every, every)
    if series.domain is not None and any(told.range.values for told in series.told):
        return _judge_sets(series, series.domain)
    intervals = [scale.interval(told.range) for told in series.told]
    if any(interval is None for interval in intervals):
        return _without_faces(series, scale)
    ordered = [interval for interval in intervals if interval is not None]
    nested = _nested(ordered)
    order = [index for index in range(len(ordered)) if index not in nested]
    if _descends([ordered[index] for index in order]):
        order.reverse()
    joints = [(one, other, _between(ordered[one], ordered[other])) for one, other in itertools.pairwise(order)]
    good = [(one, other) for one, other, gap in joints if gap == 0]
    bad = [(one, other, gap) for one, other, gap in joints if gap != 0]
    is_sound = series.is_column and len(joints) > 1 and not bad
    edges = list(_edges(ordered, order, scale, is_sound=is_sound)) if series.domain is not None else []
    faults = _merged(bad, ordered)
    evidence = len(good) + sum(edge.is_good for edge in edges)
    has_range = any(interval.low != interval.high for interval in ordered)
    least = 2 if series.domain is not None or is_bound else 3
    shared = sum(gap == -1 for _, _, gap in bad)
    if not is_bound and _are_thresholds(ordered):
        return None
    if len(ordered) < least or (not has_range and series.domain is None and not is_bound):
        return None
    if not is_bound and (evidence < max(1, 2 * len(faults) - 1) or (shared > 1 and shared == len(joints))):
        return None
    if not (is_bound or series.is_game):
        return None
    if not is_bound and scale.is_mostly_missing(gap for _, _, gap in bad):
        return None
    slips = [_slip(group, series, ordered, scale) for group in faults]
    for edge in edges:
        if not edge.is_good and edge.message and evidence > 1:
            slips = _with_edge(slips, edge)
    sound = len(good) + len(bad) > 1 or series.domain is not None
    firm_highs = {one for one, _ in good} if sound else set()
    firm_lows = {other for _, other in good} if sound else set()
    for edge in edges:
        if edge.is_good:
            (firm_lows if edge.at_low else firm_highs).add(edge.index)
    return Verdicts(tuple(sorted(slips, key=lambda slip: slip.index)), frozenset(firm_lows), frozenset(firm_highs))


def _misnamed(series: Series) -> Slip | None:
    """Dice that are no common ones, above ranges that hold what common dice show: "d21" above 1 to 20."""
    if series.domain is None or series.dice is None:
        return None
    match = SIZE_BEHIND.fullmatch(series.domain.title)
    if match is None or match["size"] in COMMON:
        return None
    ranges = [told.range for told in series.told]
    if are_held_once(series.domain, ranges):
        return None
    for size in COMMON:
        common = domain_of_sum(match["dice"] + size)
        if common is not None and _are_inside(common, ranges) and are_held_once(common, ranges):
            written = SIZE_BEHIND.sub(rf"\g<dice>{size}", series.dice.text, count=1)
            message = f"below `{series.dice.text}` stands what `{written}` can show"
            return Slip(len(ranges) - 1, (), message, dice=written)
    return None


def _are_inside(domain: Domain, ranges: Sequence[Range]) -> bool:
    return all(
        (found.low is None or found.zeros or domain.first <= found.low <= domain.last)
        and (found.high is None or found.high <= domain.last)
        for found in ranges
    )


def _with_edge(slips: Sequence[Slip], edge: _Edge) -> list[Slip]:
    """Where the outermost range does not fit its neighbour either, it is one slip: that range has both wrong."""
    for number, slip in enumerate(slips):
        if edge.index in (slip.index, *slip.beside) and not slip.dice:
            others = tuple(index for index in (slip.index, *slip.beside) if index != edge.index)
            both = Slip(edge.index, others, f"{edge.message}, and {slip.message}")
            return [*slips[:number], both, *slips[number + 1 :]]
    return [*slips, Slip(edge.index, (), edge.message)]


def _judge_sets(series: Series, domain: Domain) -> Verdicts | None:
    """Ranges that leave out values between their ends ("1, 3, 5"): face by face."""
    if len(domain.all) > MAX_FACES:
        return None
    ranges = [told.range for told in series.told]
    holding = held(domain, ranges)
    counts = holders(domain, ranges)
    faulty = [face for face, count in counts.items() if count != 1]
    strangers = [(index, value) for index, told in enumerate(ranges) for value in told.values if value not in counts]
    if 3 * (len(faulty) + len(strangers)) > len(counts):
        return None
    lost = ", ".join(str(face) for face in faulty if not counts[face])
    slips = [Slip(index, (), f"{domain.title} cannot show {value}") for index, value in strangers]
    for face in (face for face in faulty if counts[face]):
        first, second = [index for index, faces in enumerate(holding) if face in faces][:2]
        pair = f"`{_shown(series, first)}` and `{_shown(series, second)}`"
        slips.append(Slip(second, (first,), f"both {pair} hold {face}"))
    if slips and lost:
        slips[0] = replace(slips[0], message=f"{slips[0].message}, and no range holds {lost}")
    elif lost:
        slips = [Slip(len(ranges) - 1, (), f"no range holds {lost}, which {domain.title} can show")]
    firm = frozenset(range(len(ranges)))
    return Verdicts(tuple(sorted(slips, key=lambda slip: slip.index)), firm, firm)


def _without_faces(series: Series, scale: Scale) -> Verdicts | None:
    """Ranges with ends that no face has ("17" on a d66), where most have."""
    if scale.domain is None:
        return None
    ends = [
        (index, value)
        for index, told in enumerate(series.told)
        for value in dict.fromkeys((told.range.low, told.range.high))
        if value is not None
    ]
    strangers = [(index, value) for index, value in ends if value not in scale.index]
    if 3 * len(strangers) > len(ends):
        return None
    slips = tuple(Slip(index, (), f"{scale.domain.title} cannot show {value}") for index, value in strangers)
    return Verdicts(slips, frozenset(), frozenset())


def _are_thresholds(intervals: Sequence[Interval]) -> bool:
    """Whether they are open on the same side: "5+" for one thing, "7+" for another."""
    return all(interval.high is None for interval in intervals) or all(interval.low is None for interval in intervals)


def _nested(intervals: Sequence[Interval]) -> set[int]:
    """Those that say more about a part of another one: "12+" beside "10+", which is open on the same side."""
    lows = [interval.low for interval in intervals if interval.high is None and interval.low is not None]
    highs = [interval.high for interval in intervals if interval.low is None and interval.high is not None]
    return {
        index
        for index, (low, high) in enumerate(intervals)
        if (high is None and low is not None and low > min(lows))
        or (low is None and high is not None and high < max(highs))
    }


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


def _edges(intervals: Sequence[Interval], order: Sequence[int], scale: Scale, *, is_sound: bool) -> Iterator[_Edge]:
    """Whether the outermost ranges begin and end where the dice do.

    Of a sound column, one end may lack a quarter of what dice can show, or almost half where it holds ranges: its last
    rows have been lost.
    """
    assert scale.domain is not None
    assert scale.first is not None
    assert scale.last is not None
    lowest, highest = intervals[order[0]], intervals[order[-1]]
    slack = max(1, (scale.last - scale.first + 1) // EDGE)
    low = scale.first if lowest.low is None else lowest.low
    high = scale.last if highest.high is None else highest.high
    first = 0 if low == 0 and high == scale.last - 1 and scale.first == 1 else scale.first
    last = high if first == 0 and scale.first == 1 else scale.last
    if is_sound and (low == first) != (high == last):
        has_range = any(interval.low != interval.high for interval in intervals)
        slack = max(slack, (scale.last - scale.first) // 2 if has_range else (scale.last - scale.first + 1) // 4)
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


def _slip(group: Fault, series: Series, intervals: Sequence[Interval], scale: Scale) -> Slip:
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
