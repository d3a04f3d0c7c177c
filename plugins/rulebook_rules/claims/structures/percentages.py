"""Percentages as a text gives them, and those of tables that tell what dice come to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING

from rulebook_core.late import late
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.structures.dice_bounds import is_long, program_of
from rulebook_syntax.document import Block, Document, Table
from rulebook_text.lexing.chances import HEAD_OF_ODDS
from rulebook_text.lexing.dice import DIE
from rulebook_text.lexing.forms import rounds_to
from rulebook_text.lexing.numbers import AMOUNT, readings
from rulebook_text.lexing.ranges import Range, whole_range
from rulebook_text.lexing.stated_chances.events import Event
from rulesmod.dice.digits import to_int
from rulesmod.dice.program import Program
from rulesmod.dice.work import PoolTooLargeError, Work
from rulesmod.records import record

if TYPE_CHECKING:
    from rulesmod.dice import Distribution, Estimate, Odds

at_least: Callable[[Program, int, Work], Odds] = late("rulesmod.dice.odds", "at_least")
distribution: Callable[[Program], Distribution] = late("rulesmod.dice.odds", "distribution")
estimate: Callable[[Program, Work], Estimate] = late("rulesmod.dice.estimates", "estimate")

_CHANCE = lazily(rf"\s*({AMOUNT})\s*%?\s*")
_NAMED = lazily(rf"(?<![\w/+-]){DIE}(?![\w×*]|\s?[+×*−-]\s?\d)", re.IGNORECASE)
_SEVERAL = lazily(r"(?P<count>[2-9]|\d\d)(?P<die>[dwкkztд](?:\d+|%))", re.IGNORECASE)
_MAX_WORK = 2e8
"""Limit of work for a stated chance, in the unit of `Work`: a tenth of a second."""
_PRINTED = 10**6
"""Chances are printed with four places in percent at most: only between two such numbers is one sure to be so."""
MIN = 4
"""A table of fewer rows may be of anything."""
MAX_SUM = 125
"""The largest sum, in percent, that may be meant to be 100; cumulated chances exceed it."""
_CERTAIN = 99

_WAYS: tuple[tuple[str, int, int], ...] = (("{}", 1, 1), ("{} or more", 1, 0), ("{} or less", 0, 1))
"""Forms in which a row names its range, and whether its ends count."""


@record
class RowOfTable:
    """The range that a percentage is about.

    The range at `[start, end)` of a block, in one of the ways of a table to mean it.
    """

    block: Block
    start: int
    end: int
    way: int
    dice: str

    @property
    def span(self) -> Span:
        return self.block.text.span(self.start, self.end)

    def chance_of(self, text: str) -> Fraction | None:
        """Return how likely the row is with another text; None where that is no range."""
        bounds = whole_range(text)
        return None if bounds is None else _chance_and_words(bounds, chances_of(self.dice), self.way)[0]


@record
class Percentage:
    """A percentage in a table of what dice come to.

    Attributes:
        block, at: where its number is.
        of: the dice of the table; `row`: its row.
        what: both in words.
        is_told: whether words say what the rows are about.
        chance: how likely the row is.
    """

    block: Block
    at: tuple[int, int]
    of: Span | None
    what: str
    chance: Fraction
    is_right: bool
    row: RowOfTable
    is_described: bool = False

    @property
    def stated(self) -> str:
        return self.block.text.text[slice(*self.at)]


def rounds_to_it(chance: Fraction, stated: str) -> bool:
    """Return whether a percentage is the nearest one, or the one below: two thirds are 66 % and 67 %."""
    below = (number * 10**places == floor(100 * chance * 10**places) for number, places in readings(stated))
    return rounds_to(100 * chance, stated) or any(below)


@lru_cache(maxsize=256)  # A page speaks of the same dice again and again.
def chances_of(dice: str) -> Mapping[int, Fraction]:
    """Return how likely each total of plain dice is; none of dice that cannot be rolled."""
    program = program_of(dice)
    if program is None or is_long(program):
        return {}
    outcomes = ((outcome[program.main], chance) for outcome, chance in distribution(program).rows)
    return {total: chance for total, chance in outcomes if isinstance(total, int)}


@lru_cache(maxsize=1024)
def chance_of_long(dice: str, low: int | None, high: int | None) -> Fraction | None:
    """Return the chance of a range of totals for long or exploding dice.

    Where the exact chance takes too much work it is the least that it can be, if the most is printed alike; None where
    that is open, and of what cannot be rolled.
    """
    program = program_of(dice)
    if program is None or not is_long(program):
        return None
    work = Work(_MAX_WORK)
    try:
        reached = at_least(program, low, work).win if low is not None else Fraction(1)
        return reached - (at_least(program, high + 1, work).win if high is not None else 0)
    except PoolTooLargeError:
        return _estimated(program, low, high)


def _estimated(program: Program, low: int | None, high: int | None) -> Fraction | None:
    try:
        rows, bound = estimate(program, Work(_MAX_WORK))
    except PoolTooLargeError:
        return None
    totals = ((outcome[program.main], chance) for outcome, chance, _ in rows)
    chances = {total: Fraction(chance) for total, chance in totals if isinstance(total, int)}
    least = chance_in(chances, low, high)
    return least if floor(least * _PRINTED) == floor((least + Fraction(bound)) * _PRINTED) else None


def chance_of_event(dice: str, event: Event) -> Fraction | None:
    """Return how likely an event is; None for dice that cannot be rolled, or take too much work."""
    if chances := chances_of(dice):
        return sum((chance for total, chance in chances.items() if event.holds(total)), Fraction(0))
    only = event.ranges[0]
    if len(event.ranges) > 1 or only.values or only.is_single:
        return None
    chance = chance_of_long(dice, only.low, only.high)
    return 1 - chance if chance is not None and event.is_negated else chance


def chances_of_one_die(dice: str, event: Event) -> list[Fraction]:
    """Return how likely any, one or all of several dice show an event by themselves."""
    match = _SEVERAL.fullmatch(dice)
    each = chance_of_event(match["die"], event) if match else None
    if match is None or each is None:
        return []
    count = to_int(match["count"])
    return [1 - (1 - each) ** count, count * each * (1 - each) ** (count - 1), each**count]


def chance_in(chances: Mapping[int, Fraction], low: int | None, high: int | None) -> Fraction:
    low = min(chances) if low is None else low
    high = max(chances) if high is None else high
    return sum((chance for value, chance in chances.items() if low <= value <= high), Fraction(0))


def percentages_of(document: Document, table: Table) -> Iterator[Percentage]:
    shares = [number for number in range(_width(table)) if _is_of_shares(table, number)]
    if not shares:
        return
    dice, of = _dice_of(document, table)
    chances = chances_of(dice) if dice else {}
    keys = [number for number in range(_width(table)) if chances and number not in shares and _ranges(table, number)]
    for share in shares:
        for key in keys:
            if _is_held_elsewhere(table, key, share):
                continue
            described = _described_way(table, key)
            way = _way_of(table, key, share, chances) if described is None else described
            if way is not None:
                yield from (
                    replace(one, is_described=described is not None)
                    for one in _read(table, key, share, (dice, of), chances, way)
                )
                break


def _is_held_elsewhere(table: Table, key: int, share: int) -> bool:
    """Return whether the dice are above the rows that are rolled."""
    heads = [table.header[number].text if number < len(table.header) else "" for number in (key, share)]
    return _NAMED.search(heads[0]) is not None and HEAD_OF_ODDS.fullmatch(heads[1]) is not None


def _described_way(table: Table, key: int) -> int | None:
    """Return what the rows or the head of a column say that they are about: "5+", or "Roll or less"."""
    rows = [range_ for _, range_ in _ranges(table, key)]
    if all((range_.low is None) != (range_.high is None) for range_ in rows):
        return 0
    words = table.header[key].text.split() if key < len(table.header) else []
    for first in range(len(words)):
        range_ = whole_range(" ".join(("7", *words[first:])))
        if range_ is not None and (range_.low is None) != (range_.high is None):
            return 1 if range_.high is None else 2
    return None


def _way_of(table: Table, key: int, share: int, chances: Mapping[int, Fraction]) -> int | None:
    """Return what the rows of a table are about by its shares; None where these need not be of its dice.

    Its rows hold each total once. Their shares come to about 100 %, or those of totals that are reached begin or end
    with 100 %.
    """
    rows = _ranges(table, key)
    totals = [total for _, range_ in rows for total in sorted(chances) if _is_in(range_, total)]
    if sorted(totals) != sorted(chances) or not all(_share_of(table, index, share) for index, _ in rows):
        return None
    stated = [min(value for value, _ in readings(_share_of(table, index, share))) for index, _ in rows]
    if sum(stated) <= MAX_SUM:
        return 0
    low, high = (stated[0], stated[-1]) if totals[0] < totals[-1] else (stated[-1], stated[0])
    return None if max(low, high) < _CERTAIN or low == high else 1 if low > high else 2


def _is_in(range_: Range, total: int) -> bool:
    return (range_.low is None or range_.low <= total) and (range_.high is None or total <= range_.high)


def _share_of(table: Table, index: int, share: int) -> str:
    row = table.rows[index]
    match = _CHANCE.fullmatch(row[share].text) if share < len(row) else None
    return match[1] if match is not None else ""


def _width(table: Table) -> int:
    return max((len(row) for row in table.rows), default=0)


def _is_of_shares(table: Table, number: int) -> bool:
    head = table.header[number].text if number < len(table.header) else ""
    texts = [row[number].text for row in table.rows if number < len(row) and row[number].text.strip()]
    is_share = "%" in head or all("%" in text for text in texts)
    return len(texts) >= MIN and is_share and all(_CHANCE.fullmatch(text) for text in texts)


def _ranges(table: Table, number: int) -> list[tuple[int, Range]]:
    """Return the ranges of a column, by row. None where one of them is no range, or they do not go up or down."""
    results = []
    for index, row in enumerate(table.rows):
        text = row[number].text if number < len(row) else ""
        bounds = whole_range(text) if text.strip() else None
        if bounds is None:
            return []
        results.append((index, bounds))
    ends = [bounds.low if bounds.low is not None else bounds.high or 0 for _, bounds in results]
    rises = sum(one < other for one, other in pairwise(ends))
    falls = sum(one > other for one, other in pairwise(ends))
    return results if min(rises, falls) <= 1 and max(rises, falls) >= MIN - 1 else []


def _read(
    table: Table,
    key: int,
    share: int,
    dice: tuple[str, Span | None],
    chances: Mapping[int, Fraction],
    way: int,
) -> list[Percentage]:
    results = []
    for index, range_ in _ranges(table, key):
        row = table.rows[index]
        block = row[share].block if share < len(row) else None
        match = _CHANCE.fullmatch(block.text.text) if block else None
        if block is None or match is None:
            continue
        chance, what = _chance_and_words(range_, chances, way)
        is_right = rounds_to_it(chance, match[1])
        cell = row[key].block
        if cell is None:
            continue
        of_row = RowOfTable(cell, range_.start, range_.end, way, dice[0])
        results.append(Percentage(block, match.span(1), dice[1], f"{what} on {dice[0]}", chance, is_right, row=of_row))
    return results


def _chance_and_words(bounds: Range, chances: Mapping[int, Fraction], way: int) -> tuple[Fraction, str]:
    """Return how likely what a row is about is, and that in words."""
    if not bounds.is_single:
        return chance_in(chances, bounds.low, bounds.high), str(bounds)
    words, has_low, has_high = _WAYS[way]
    low, high = bounds.low if has_low else None, bounds.high if has_high else None
    return chance_in(chances, low, high), words.format(bounds.low)


def _dice_of(document: Document, table: Table) -> tuple[str, Span | None]:
    """Return the only dice that a table or its surroundings name, and their place."""
    blocks = document.prose.blocks
    index = bisect_left(blocks, table.span.start, key=lambda block: block.span.start)
    before = [block for block in blocks[max(0, index - 1) : index] if block.section == table.section]
    named = [cell.block for cell in table.header if cell.block]
    for candidates in (named, before):
        dice = [(block, match) for block in candidates for match in _NAMED.finditer(block.text.text)]
        if dice:
            block, match = dice[0]
            is_one = len({match[0].lower() for _, match in dice}) == 1
            return (match[0], block.text.span(*match.span())) if is_one else ("", None)
    heading = document.headings[table.section] if table.section >= 0 else None
    for text, span in ((table.caption, None), (heading.title, heading.title_span) if heading else ("", None)):
        names = {match[0].lower() for match in _NAMED.finditer(text)}
        if names:
            return (names.pop(), span) if len(names) == 1 else ("", None)
    return "", None
