"""Where one range ends and the next begins: what is missing between them, or held twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Evidence
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.coverage import Coverage, Fault
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
        is_beyond: whether the dice show nothing of a row, which something added to them may reach.
    """

    index: int
    beside: tuple[int, ...]
    message: str
    right: Interval | None = None
    dice: str = ""
    gap: int = 0
    is_beyond: bool = False


@record
class Edge:
    """One end of a series beside the end of what its dice can show.

    Attributes:
        index: the outermost range there.
        is_good: whether both are the same.
        at_low: whether it is the lower end.
        message: the fact, where it is a slip.
        is_beyond: whether the dice show nothing of that range.
    """

    index: int
    is_good: bool
    at_low: bool
    message: str = ""
    is_beyond: bool = False


def _slack(first: int, last: int, intervals: Sequence[Interval]) -> int:
    """Return how many values one end of a column may lack whose other end is right."""
    has_range = any(interval.low != interval.high for interval in intervals)
    return max(1, (last - first + 1) // EDGE, (last - first) // 2 if has_range else (last - first + 1) // 4)


def find_edges(coverage: Coverage, intervals: Sequence[Interval], scale: Scale, *, is_column: bool) -> Iterator[Edge]:
    """Yield the ends of rows beside those of the dice.

    Of a sound column, one end may lack a quarter of what dice can show, or almost half where it holds ranges: its last
    rows have been lost. If its other end is right, a row may also lie beyond the dice as a whole.
    """
    first, last = scale.ends_for(intervals)
    assert first is not None
    assert last is not None
    lowest, highest = intervals[coverage.rows[0]], intervals[coverage.last]
    low = first if lowest.low is None else lowest.low
    high = last if highest.high is None else highest.high
    ends = {True: (first, low), False: (high + 1, last + 1)}
    """The numbers that are missing at the lower and the upper end; where the rows reach beyond, in falling order."""
    lost = {True: low - first, False: last - high}
    is_sound = is_column and len(coverage.joints) > 1 and not coverage.faults
    is_right_at_one = is_sound and (lost[True] == 0) != (lost[False] == 0)
    slack = _slack(first, last, intervals) if is_right_at_one else max(1, (last - first + 1) // EDGE)
    outside = {True: (lowest, lowest.high, first - 1), False: (highest, last + 1, highest.low)}
    for name, at_low, index in (("low", True, coverage.rows[0]), ("high", False, coverage.last)):
        if name in coverage.described_ends:
            continue
        here, other = lost[at_low], lost[not at_low]
        begin, until = ends[at_low]
        row, inner, outer = outside[at_low]
        is_outside = here < 0 and inner is not None and outer is not None and inner <= outer
        is_right_else = is_sound and other == 0 and None not in row
        message = ""
        if 0 < here <= slack:
            message = f"no range holds {scale.show(begin, until - 1)}, which {scale.title} can show"
        elif here < 0 <= other and (not is_outside or is_right_else):
            message = f"{scale.title} cannot show {scale.show(until, begin - 1)}"
        yield Edge(index, here == 0, at_low, message, is_outside)


def slip_of(fault: Fault, series: Series, scale: Scale) -> Slip:
    """Return a fault in words, at the row that it is found at."""
    if fault.culprit is not None:
        return _slip_of_row(fault, fault.culprit, series, scale)
    one, other = fault.rows
    pair = f"`{show_range(series, one)}` and `{show_range(series, other)}`"
    if fault.missing is not None:
        fact = f"no range holds {_shown(fault.missing, scale)}: it is missing between {pair}"
        return Slip(one, (other,), fact, gap=fault.gap)
    if fault.shared is None or None in fault.shared:
        return Slip(other, (one,), f"{pair} hold the same values", gap=fault.gap)
    return Slip(other, (one,), f"both {pair} hold {_shown(fault.shared, scale)}", gap=fault.gap)


def _slip_of_row(fault: Fault, culprit: int, series: Series, scale: Scale) -> Slip:
    """A row that should hold something else."""
    text = show_range(series, culprit)
    if fault.missing is None:
        return Slip(culprit, fault.rows, f"the range `{text}` runs backwards")
    right = _shown(fault.missing, scale)
    if len(fault.rows) == 1:
        fact = f"no range holds {right}, which {scale.title} can show: the text says `{text}`"
        return Slip(culprit, fault.rows, fact, fault.missing)
    one, other = (show_range(series, row) for row in fault.rows)
    fact = f"between `{one}` and `{other}` should stand {right}, the text says `{text}`"
    return Slip(culprit, fault.rows, fact, fault.missing)


def _shown(values: Interval, scale: Scale) -> str:
    low, high = values
    assert low is not None
    assert high is not None
    return scale.show(low, high)


def _are_apart(one: LabelledRange, other: LabelledRange) -> bool:
    """Return whether two ranges do not overlap."""
    ends = ((one.range.high, other.range.low), (other.range.high, one.range.low))
    return any(high is not None and low is not None and high < low for high, low in ends)


def show_range(series: Series, index: int) -> str:
    row = series.rows[index]
    return row.block.text.text[row.range.start : row.range.end]


class _Case(NamedTuple):
    """A slip of a series of no known game, with the rows that it is about and their ends."""

    series: Series
    slip: Slip
    rows: tuple[LabelledRange, ...]
    ends: frozenset[tuple[int | None, int | None]]

    @property
    def low(self) -> int | None:
        return self.rows[0].range.low

    @property
    def may_be_beyond(self) -> bool:
        """Return whether a range is open at the end of another one: "9–10" and "10+"."""
        highs = {high for _, high in self.ends}
        return any(high is None and low in highs for low, high in self.ends)


def evidence_of(series: Series, slip: Slip) -> Evidence | None:
    """Return what a slip rests on where the game is not known; None where nobody can tell that it is one.

    Only a table that is rolled on surely means its numbers for ranges of one thing, and dice that stand in a line above
    it may be others. Of a sentence, what lies beyond its ranges may be said in other words, and so may anything where
    no dice say what they should hold.
    """
    rows = tuple(series.rows[at] for at in (slip.index, *slip.beside))
    case = _Case(series, slip, rows, frozenset((row.range.low, row.range.high) for row in rows))
    return next((evidence for doubt, evidence in _DOUBTS if doubt(case)), Evidence.PROOF)


def _is_open(case: _Case) -> bool:
    return not case.series.is_closed or (case.series.is_sentence and not case.slip.beside)


def _is_beyond(case: _Case) -> bool:
    return case.slip.is_beyond and case.low != 0


def _is_low(case: _Case) -> bool:
    """ "0-9" on a d20: whatever is low."""
    return not case.slip.beside and case.low == 0


def _leaves_the_middle(case: _Case) -> bool:
    """ "On a 1 or 2 it hurts less. On a 5 or 6, more.": between them it does what it always does."""
    rows = case.series.rows
    return case.series.is_sentence and len(rows) == 2 and _are_apart(*rows)


def _are_counts(case: _Case) -> bool:
    """ "1 heart, 1 damage", "on a 1 it sleeps for 3 rounds"."""
    are_single = len(case.series.rows) == 2 and all(low == high for low, high in case.ends)
    return not case.series.is_column and bool(case.slip.beside) and (len(case.ends) == 1 or are_single)


def _says_how_many(case: _Case) -> bool:
    """ "1–2 gifts" and "2–3 gifts" say how many."""
    return case.slip.gap < 0 and len({_counted(row) for row in case.rows}) == 1 and bool(_counted(case.rows[0]))


def _brings_more(case: _Case) -> bool:
    """ "9" and "9+" of a level: what each further one brings."""
    is_known = case.series.domain is not None or case.series.is_game
    return not is_known and any(high is None and (low, low) in case.ends for low, high in case.ends)


def _is_further(case: _Case) -> bool:
    """ "Type | Minutes | Rolls": what there is of something."""
    return case.series.is_further and case.series.domain is None


def _means_beyond(case: _Case) -> bool:
    """ "9–10" and "10+" of a level: many say so who mean what is beyond."""
    return case.series.domain is None and not case.series.is_game and case.may_be_beyond


def _are_signed(case: _Case) -> bool:
    """Between "+5%" and "-10%" nothing is added."""
    first = {row.words[:1] for row in case.rows}
    return case.slip.gap > 0 and len(first) > 1 and first < {"+", "-", "−", "–"}


def _may_be_of_others(case: _Case) -> bool:
    """Of two cases whoever rolls may get both, and dice above a table may be those of another one."""
    series, slip = case.series, case.slip
    tells_itself = series.is_rolled_by_itself and not all(row.range.is_single for row in series.rows)
    rests_on_dice_above = series.is_fitted and not (slip.beside and tells_itself)
    has_two_cases = bool(slip.beside) and len(case.ends) == 1
    is_rolled = series.is_column and series.is_game
    return not is_rolled or has_two_cases or rests_on_dice_above or case.may_be_beyond


_DOUBTS: tuple[tuple[Callable[[_Case], bool], Evidence | None], ...] = (
    (_is_open, None),
    (_is_beyond, Evidence.SIGN),
    (_is_low, None),
    (_leaves_the_middle, None),
    (_are_counts, None),
    (_says_how_many, None),
    (_brings_more, None),
    (_is_further, Evidence.HINT),
    (_means_beyond, Evidence.HINT),
    (_are_signed, None),
    (_may_be_of_others, Evidence.SIGN),
)
"""What a slip may be instead, and the evidence that is left; without any doubt it is proved."""


def _counted(bounds: LabelledRange) -> str:
    """The word right behind a range, as behind a number of something."""
    word = _COUNTED.match(bounds.block.text.text, bounds.range.end)
    return singular(word[1]) if word else ""
