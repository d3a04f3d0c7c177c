"""Where one range ends and the next begins: what is missing between them, or held twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_core.findings import Severity
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_range import Interval, Scale
from rulebook_rules.claims.structures.range_series import LabelledRange, Series
from rulebook_text.lexing.names import singular
from rulesmod.records import record

EDGE = 10
"""A tenth of what dice can show may be missing at either end by a slip; more than that stands elsewhere."""

_COUNTED = lazily(r"\s([^\W\d_A-Z]{4,})(?!\w)")


@record
class Slip:
    """Ranges, by their index, between which values are missing, or held twice.

    Attributes:
        index: of the range that the finding stands at.
        beside: the ranges that it does not fit.
        message: the fact.
        right: the ends that it should have, if that is clear.
        dice: how the dice should be written, where they do not fit the ranges.
        gap: how many values are missing between them; below zero, how many they share.
    """

    index: int
    beside: tuple[int, ...]
    message: str
    right: Interval | None = None
    dice: str = ""
    gap: int = 0


def gap_between(one: Interval, other: Interval) -> int | None:
    """How many values lie between two ranges; below zero, how many they share; None if that cannot be counted."""
    if one.high is None or other.low is None:
        return None
    if (one.low is not None and one.low > one.high) or (other.high is not None and other.low > other.high):
        return None
    return other.low - one.high - 1


@record
class Edge:
    index: int
    is_good: bool
    at_low: bool
    message: str = ""


def find_edges(intervals: Sequence[Interval], order: Sequence[int], scale: Scale, *, is_sound: bool) -> Iterator[Edge]:
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
    yield Edge(order[0], low == first, True, message)
    message = ""
    if last - slack <= high < last:
        message = f"no range holds {scale.show(high + 1, last)}, which {title} can show"
    elif high > last and (highest.low is None or highest.low <= last) and low >= first:
        message = f"{title} cannot show {scale.show(last + 1, high)}"
    yield Edge(order[-1], high == last, False, message)


Fault = list[tuple[int, int, int | None]]


def merge_faults(bad: Sequence[tuple[int, int, int | None]], intervals: Sequence[Interval]) -> list[Fault]:
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


def slip_of(group: Fault, series: Series, intervals: Sequence[Interval], scale: Scale) -> Slip:
    one, other, gap = group[0]
    if len(group) == 2:
        last = group[1][1]
        low, high = intervals[one].high, intervals[last].low
        right = None
        if low is not None and high is not None and low + 1 <= high - 1:
            right = Interval(low + 1, high - 1)
        fact = f"between `{show_range(series, one)}` and `{show_range(series, last)}` "
        fact += (
            f"should stand {scale.show(right.low, right.high)}" if right and right.low and right.high else "is no room"
        )
        return Slip(other, (one, last), f"{fact}, the text says `{show_range(series, other)}`", right)
    pair = f"`{show_range(series, one)}` and `{show_range(series, other)}`"
    if gap is None:
        backwards = next((index for index in (other, one) if _is_backwards(intervals[index])), None)
        if backwards is not None:
            beside = one if backwards == other else other
            return Slip(backwards, (beside,), f"the range `{show_range(series, backwards)}` runs backwards")
        return Slip(other, (one,), f"{pair} hold the same values")
    high, low = intervals[one].high, intervals[other].low
    assert high is not None
    assert low is not None
    if gap > 0:
        fact = f"no range holds {scale.show(high + 1, low - 1)}: it is missing between {pair}"
        return Slip(one, (other,), fact, gap=gap)
    fact = f"both {pair} hold {scale.show(low, min(high, intervals[other].high or high))}"
    return Slip(other, (one,), fact, gap=gap)


def _is_backwards(interval: Interval) -> bool:
    return interval.low is not None and interval.high is not None and interval.low > interval.high


def _are_apart(one: LabelledRange, other: LabelledRange) -> bool:
    """Whether one of two ranges ends before the other begins."""
    ends = ((one.range.high, other.range.low), (other.range.high, one.range.low))
    return any(high is not None and low is not None and high < low for high, low in ends)


def show_range(series: Series, index: int) -> str:
    told = series.told[index]
    return told.block.text.text[told.range.start : told.range.end]


def severity_of(series: Series, slip: Slip) -> Severity | None:
    """How bad a slip is where the game is not known; None where nobody can tell that it is one.

    Only a table that is rolled on surely means its numbers for ranges of one thing, and dice that stand in a line above
    it may be others. Of a sentence, what lies beyond its ranges may be said in other words, and so may anything where
    no dice say what they should hold.
    """
    if not series.is_closed or (series.is_sentence and not slip.beside):
        return None
    if not slip.beside and series.told[slip.index].range.low == 0:
        return None  # "0-9" on a d20: whatever is low.
    if series.is_sentence and len(series.told) == 2 and _are_apart(*series.told):
        return None  # "On a 1 or 2 it hurts less. On a 5 or 6, more.": between them it does what it always does.
    found = {(told.range.low, told.range.high) for told in (series.told[at] for at in (slip.index, *slip.beside))}
    are_counts = len(found) == 1 or (len(series.told) == 2 and all(low == high for low, high in found))
    if not series.is_column and are_counts and slip.beside:
        return None  # "1 heart, 1 damage", "on a 1 it sleeps for 3 rounds"
    if slip.gap < 0 and len({_counted(told) for told in series.told}) == 1 and _counted(series.told[0]):
        return None  # "1–2 gifts" and "2–3 gifts" say how many.
    if (
        series.domain is None
        and not series.is_game
        and any(high is None and (low, low) in found for low, high in found)
    ):
        return None  # "9" and "9+" of a level: what each further one brings.
    if series.is_further and series.domain is None:
        return Severity.INFO  # "Type | Minutes | Rolls": what there is of something.
    ends = {high for _, high in found}
    may_be_beyond = any(high is None and low in ends for low, high in found)
    if series.domain is None and not series.is_game and may_be_beyond:
        return Severity.INFO  # "9–10" and "10+" of a level: many say so who mean what is beyond.
    first = {told.words[:1] for told in (series.told[at] for at in (slip.index, *slip.beside))}
    if slip.gap > 0 and len(first) > 1 and first < {"+", "-", "−", "–"}:
        return None  # Between "+5%" and "-10%" nothing is added.
    tells_itself = series.is_rolled_by_itself and not all(told.range.is_single for told in series.told)
    rests_on_dice_above = series.is_fitted and not (slip.beside and tells_itself)
    has_two_cases = bool(slip.beside) and len(found) == 1  # Whoever rolls it may get both.
    is_sure = series.is_column and series.is_game and not (has_two_cases or rests_on_dice_above or may_be_beyond)
    return Severity.ERROR if is_sure else Severity.WARNING


def _counted(told: LabelledRange) -> str:
    """The word right behind a range, as behind a number of something."""
    word = _COUNTED.match(told.block.text.text, told.range.end)
    return singular(word[1]) if word else ""
