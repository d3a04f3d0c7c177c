"""Ranges of a number and what they give, held against the rules, and against each other: every value once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from rulebook_core.findings import Evidence, Finding, Place, Remedy, write
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import denied_rule, table_gap, wrong_value
from rulebook_rules.claims.structures.band_words import (
    denial_of_gift,
    ends_in_words,
    gift_in_words,
    is_modified,
    names_of,
    word_of_another,
)
from rulebook_rules.claims.structures.dice_range import TENS
from rulebook_rules.claims.structures.edges import Slip, evidence_of
from rulebook_rules.claims.structures.partition import Verdicts, is_held, judge, shape_of
from rulebook_rules.claims.structures.range_series import LabelledRange, Series, Words
from rulebook_rules.claims.structures.series import series_of
from rulebook_rules.claims.structures.table_heads import heads_of_bands, is_headed_as
from rulebook_syntax.document import Document
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.names import beginning, nearness
from rulebook_text.lexing.numbers import numerals_in, to_number
from rulesmod.system import Band, Bands

BANDS = Kind("bands", wrong_value, rank=4)
RANGE = Kind("range", table_gap, 1, is_general=True, reads=("range", "number"), needs="ranges that each give something")
MIN_ROWS = 3
"""Rows of which half make few ranges those of the rules."""
MAX_LABEL = 25
"""Shorter labels are wrong as a whole."""


def band_claims(context: Context) -> Read:
    """Yield a claim for each range of the rules, and findings for missing and doubled ones."""
    guarded_of_shape: dict[tuple[object, ...], dict[int, bool]] = {}
    silent = context.silent(RANGE)
    for series in series_of(context.document, context.system, silent):
        bands = _bound(context, series)
        verdicts = judge(series, is_bound=bands is not None, silent=partial(series.leave, silent))
        wrong = {index for index, row in enumerate(series.rows) if not row.is_whole}
        is_example = False
        if bands is not None:
            pairs = _aligned(series, bands)
            is_example = not _is_whole(series, pairs, bands)
            yield from _compared(context, series, bands, pairs, wrong)
        elif verdicts is not None:
            yield from _claimed(context, series, verdicts, guarded_of_shape.setdefault(shape_of(series), {}))
        for slip in verdicts.slips if verdicts is not None and not is_example else ():
            # Where the rules have the same ranges, dice that do not fit them are what is wrong.
            is_of_the_dice = bands is not None and not slip.beside
            if is_of_the_dice or wrong & {slip.index, *slip.beside}:
                continue
            if slip.is_beyond and is_modified(context.document, series):
                continue  # What is added to the dice may reach it.
            is_known = context.page.has_game and (bands is not None or series.is_game) and not slip.is_beyond
            evidence = Evidence.PROOF if is_known else evidence_of(series, slip)
            if evidence is not None:
                yield _finding(context.document, series, slip).by(evidence)


def _finding(document: Document, series: Series, slip: Slip) -> Finding:
    def place(index: int, message: str = "") -> Place:
        row = series.rows[index]
        return Place(document.source, row.block.text.span(row.range.start, row.range.end), message)

    at = place(slip.index)
    related = [place(index, "beside this") for index in slip.beside]
    remedies = []
    if series.dice is not None and not slip.beside:
        words = series.dice
        dice = Place(document.source, words.block.text.span(words.start, words.end))
        if slip.dice:
            remedies = [write(dice, slip.dice), Remedy("mend the ranges")]
            related, at = [replace(at, message="the last range")], dice
        else:
            related = [replace(dice, message="these dice")]
    if slip.right is not None and series.domain is None:
        low, high = slip.right
        text = str(low) if low == high else f"{low}–{high}"
        remedies.append(write(at, text))
    return table_gap(at, slip.message, related=related, remedies=remedies)


def _claimed(context: Context, series: Series, verdicts: Verdicts, guarded: dict[int, bool]) -> Read:
    """A claim for each range whose ends its neighbours hold; `held` is what is known of those of series alike.

    Of a table whose rows are not all judged, nothing is claimed: a reader takes the sign beside it for all of it.
    """
    faulty = {index for slip in verdicts.slips for index in (slip.index, *slip.beside)}
    if any(slip.is_beyond for slip in verdicts.slips):
        faulty |= {index for index, row in enumerate(series.rows) if series.is_beyond_dice(row.range)}
    guards = [_guards(row, index, verdicts) for index, row in enumerate(series.rows)]
    if series.rows[0].block.kind == "cell" and not all(guard or index in faulty for index, guard in enumerate(guards)):
        return
    for index, row in enumerate(series.rows):
        if not guards[index]:
            continue
        if index not in guarded:
            guarded[index] = index in faulty or is_held(series, index)
        yield Statement(
            RANGE,
            context.within(row.block, row.range.start, row.range.end),
            stated=str(row.range),
            computed=str(row.range) if index not in faulty else "",
            right=index not in faulty,
            rule="every value is in one range",
            derivation=(Step("the other ranges leave these values"),),
            guards=tuple(dict.fromkeys(guards[index])) if guarded[index] else (),
        )


def _guards(bounds: LabelledRange, index: int, verdicts: Verdicts) -> list[Span]:
    """The numbers of a range that something else holds."""
    results = []
    if index in verdicts.firm_lows and bounds.range.low_at:
        results.append(bounds.block.text.span(*bounds.range.low_at))
    if index in verdicts.firm_highs and bounds.range.high_at:
        results.append(bounds.block.text.span(*bounds.range.high_at))
    if results and bounds.range.values:
        return [bounds.block.text.span(*at) for at in bounds.range.values_at]
    return results


# Against the rules


class _Pair(NamedTuple):
    """A range of the text beside one of the rules."""

    at: int
    band: Band


def _bound(context: Context, series: Series) -> Bands | None:
    """The ranges of the rules that a series tells."""
    candidates = []
    has_ranges = not all(row.range.is_single for row in series.rows)
    around = [words.casefold() for words in (" ".join(row.words for row in series.rows), *series.about)]
    for bands in context.system.bands:
        is_headed = len(series.rows) >= MIN_ROWS and is_headed_as(context.document, series.rows[0], bands)
        near = nearness(bands.about, around)
        # Values that fall into the ranges of the rules are not these.
        if not (near or is_headed) or not (has_ranges or all(b.low == b.high for b in bands.rows)):
            continue
        given = [[band for band in bands.rows if _gives(row, band)] for row in series.rows]
        agreeing = sum(
            any(_same(row, band, bands) for band in some) for row, some in zip(series.rows, given, strict=True)
        )
        if is_headed or _is_of(series, bands, given, agreeing):
            candidates.append((agreeing, near, bands))
    return max(candidates, key=lambda candidate: candidate[:2])[2] if candidates else None


def _is_of(series: Series, bands: Bands, given: Sequence[Sequence[Band]], agreeing: int) -> bool:
    """Return whether rows are those of the rules: in tables and lists by the names that they give, whatever their
    ranges are.

    Numbers alone are no names, and in a sentence agreement says which words belong to a range.
    """
    is_apart = series.is_column or len({id(row.block) for row in series.rows}) == len(series.rows)
    named = sum(any(not isinstance(band.gives, int) for band in some) for some in given) if is_apart else 0
    is_one_of_two = len(given) == 2 and agreeing == 1 and all(given)  # What both give is that of the rules.
    return is_one_of_two or 2 * max(named, agreeing) >= max(len(given), min(len(bands.rows), MIN_ROWS))


def _same(bounds: LabelledRange, band: Band, bands: Bands) -> bool:
    # "3 or less" begins where the rules do, and so does "1, 2 or 3" where they are open.
    is_first = band is bands.rows[0] and (bounds.range.low is None or (band.low is None and bounds.range.low < 2))
    low = band.low if is_first else bounds.range.low
    high = band.high if bounds.range.high is None and band is bands.rows[-1] else bounds.range.high
    if bounds.range.zeros and high == 0 and band.high in TENS:
        high, low = band.high, band.high if low == 0 else low
    return (low, high) == (band.low, band.high)


def _gives(bounds: LabelledRange, band: Band) -> bool:
    if isinstance(band.gives, int):
        return any(value == band.gives for _, _, value in _numbers(bounds))
    return beginning(names_of(band)).search(bounds.words) is not None


def _numbers(bounds: LabelledRange) -> Iterator[tuple[Words, re.Match[str], object]]:
    """The numbers in the words that say what a range gives; those behind it first."""
    for label in sorted(
        bounds.labels, key=lambda label: label.start < bounds.range.start and label.block is bounds.block
    ):
        for match in numerals_in(label.block.text.text, label.start, label.end):
            yield label, match, to_number(match[0])


def _compared(context: Context, series: Series, bands: Bands, pairs: Sequence[_Pair], wrong: set[int]) -> Read:
    yield from heads_of_bands(context, BANDS, series.rows[0], bands)
    paired = {pair.at for pair in pairs} | wrong
    for pair in (pair for pair in pairs if pair.at not in wrong):
        yield (statement := _statement(context, series, series.rows[pair.at], pair.band, bands))
        if not statement.right:
            wrong.add(pair.at)
    last = series.rows[-1]
    at = context.within(last.block, last.range.start, last.range.end)
    for index, row in enumerate(series.rows):
        if index not in paired and not row.gives_nothing_below(bands.rows[0].low):
            wrong.add(index)
            place = context.within(row.block, row.range.start, row.range.end)
            yield wrong_value(place, f"`{row.range}`", f"no such range of the {bands.title}")
    evidence = Evidence.PROOF if _is_list(series) else Evidence.SIGN
    for band in bands.rows if _is_whole(series, pairs, bands) else ():
        if len(series.rows) < len(bands.rows) and not any(pair.band is band for pair in pairs):
            wrong.add(len(series.rows) - 1)
            gap = table_gap(at, f"the {bands.title} lacks {ends_in_words(band)}, which gives {gift_in_words(band)}")
            yield gap.by(evidence)


def _is_list(series: Series) -> bool:
    return series.rows[-1].block.kind in ("cell", "item")


def _is_whole(series: Series, pairs: Sequence[_Pair], bands: Bands) -> bool:
    """Return whether ranges go through those of the rules in order, as tables do; a sentence may give examples."""
    order = [bands.rows.index(pair.band) for pair in pairs]
    goes_through = order == sorted(order) and order[:1] == [0] and order[-1:] == [len(bands.rows) - 1]
    return _is_list(series) or goes_through


def _aligned(series: Series, bands: Bands) -> list[_Pair]:
    """Ranges of the text beside those of the rules: what agrees in all, then in what it gives, its ends, its place."""
    least = bands.rows[0].low
    left = {index: row for index, row in enumerate(series.rows) if not row.gives_nothing_below(least)}
    rows = list(bands.rows)
    pairs: list[_Pair] = []

    same = partial(_same, bands=bands)
    for fits in (lambda row, band: same(row, band) and _gives(row, band), same, _gives, lambda row, band: True):
        for index, row in list(left.items()):
            fitting = [band for band in rows if fits(row, band)]
            if fitting and (len(fitting) == 1 or fits is not _gives):
                rows.remove(fitting[0])
                del left[index]
                pairs.append(_Pair(index, fitting[0]))
    return sorted(pairs, key=lambda pair: pair.at)


def _faults(context: Context, bounds: LabelledRange, band: Band, bands: Bands) -> Iterator[Fault]:
    block, range_ = bounds.block, bounds.range
    notes = (f"the rules: {bands.title}: {ends_in_words(band)} gives {gift_in_words(band)}",)
    others = tuple(
        context.within(label.block, label.start, label.end, "what it gives")
        for label in bounds.labels
        if label.text.strip()
    )
    if not _same(bounds, band, bands):
        at = range_.low_at if range_.low != band.low and range_.low_at else range_.high_at or range_.low_at
        right = band.low if at == range_.low_at and range_.low != band.low else band.high
        if range_.low_at and range_.high_at and range_.low != band.low and range_.high != band.high:
            at, right = (range_.start, range_.end), None
        assert at is not None
        place = context.within(block, *at)
        stated = block.text.text[slice(*at)]
        new = like(right - range_.shift, stated) if right is not None else ends_in_words(band)
        computed = new if right is not None else ends_in_words(band)
        # "5 or 4" may have either end wrong: the whole range is shown as well.
        related = (context.within(block, range_.start, range_.end, "in this range"), *others)
        yield Fault((f"`{stated}`", computed), notes, (write(place, new),), related, at=place)
    elif not _gives(bounds, band):
        yield from _wrong_gift(context, bounds, band, bands, notes)
    elif denial := denial_of_gift(bounds, band):
        yield Fault((block.text.text[slice(*denial)],), notes, at=context.within(block, *denial), rule=denied_rule)


def _wrong_gift(
    context: Context, bounds: LabelledRange, band: Band, bands: Bands, notes: tuple[str, ...]
) -> Iterator[Fault]:
    range_place = context.within(bounds.block, bounds.range.start, bounds.range.end, "for these values")
    if isinstance(band.gives, int):
        for label, match, _ in _numbers(bounds):
            place = context.within(label.block, *match.span())
            new = like(band.gives, match[0])
            yield Fault((f"`{match[0]}`", new), notes, (write(place, new),), at=place, of=(range_place,))
            return
    words = max(bounds.labels, key=lambda label: len(label.text.strip()), default=None)
    if (named := word_of_another(bounds, bands)) is not None:
        label, word = named
        words = word if len(label.text.strip()) > MAX_LABEL else label
    place = context.within(words.block, words.start, words.end) if words else range_place
    stated = f"`{words.text.strip()}`" if words else "nothing"
    yield Fault((stated, gift_in_words(band)), notes, at=place, of=(range_place,))


def _statement(context: Context, series: Series, bounds: LabelledRange, band: Band, bands: Bands) -> Statement:
    place = context.within(bounds.block, bounds.range.start, bounds.range.end)
    faults = tuple(_faults(context, bounds, band, bands))
    return Statement(
        BANDS,
        place,
        of_kind=bands.name,
        stated=f"{bounds.range}: {' '.join(bounds.words.split())[:80]}",
        computed=f"{ends_in_words(band)}: {gift_in_words(band)}",
        right=not faults,
        rule=bands.title,
        derivation=(Step(f"{bands.title}: {ends_in_words(band)} gives {gift_in_words(band)}", page_text=""),),
        guards=(place.span, *_gift_guards(bounds, band)),
        about=ends_in_words(band),
        faults=faults,
    )


def _gift_guards(bounds: LabelledRange, band: Band) -> Iterator[Span]:
    if isinstance(band.gives, int):
        fitting = [(label, match) for label, match, value in _numbers(bounds) if value == band.gives]
        if len(fitting) == 1:
            label, match = fitting[0]
            yield label.block.text.span(*match.span())
        return
    for label in bounds.labels:
        for name in names_of(band):
            if matched := beginning((name,)).search(label.text):
                yield label.block.text.span(label.start + matched.start(), label.start + matched.end())
                return
