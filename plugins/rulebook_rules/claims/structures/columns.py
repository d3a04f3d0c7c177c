"""Columns of tables that count what dice show, or any other number, in ranges."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.silent import Silent, ignored
from rulebook_rules.claims.structures.dice_range import (
    Outcomes,
    are_counted,
    are_held_but_for_a_row,
    are_held_once,
    domain_of_sum,
    faces_of_ranges,
)
from rulebook_rules.claims.structures.head_dice import HeadDice, dice_of_head
from rulebook_rules.claims.structures.nested_tables import below_heads, compared_in, parts_of, restarted
from rulebook_rules.claims.structures.range_cells import ranges_in_column
from rulebook_rules.claims.structures.range_series import (
    GAME,
    NOT_COUNTED,
    LabelledRange,
    Series,
    Words,
    last_die,
)
from rulebook_rules.claims.structures.worded_rows import is_read_by_two_dice
from rulebook_syntax.document import Cell, Document, Table
from rulebook_text.lexing.dice_style import habit_of
from rulebook_text.lexing.ranges import Range, range_at, whole_range
from rulebook_text.words import LANGUAGES, any_of, cue
from rulesmod.system import System

MAX_WIDTH = 100
"""Nobody rolls on a wider table."""
MIN_RANGES = 2
"""Ranges of more than one number that make a column look like one of rolls."""
MAX_TITLES = 2
"""Rows above a table's head."""
MAX_LINES = 3
MAX_LINE = 80
"""Lines above a table, and their last characters, that may name its dice."""
_ROLL = any_of(words.rolls for words in LANGUAGES)
ROLLED = lazily(rf"\W*(?:(?:{_ROLL}|{cue('ranges_said.heads')})\W*){{0,8}}", re.IGNORECASE)
"""The head of a column that says nothing of what is counted, but that it is rolled."""


def columns_of(document: Document, system: System | None = None, silent: Silent = ignored) -> Iterator[Series]:
    """Every column of a document's tables that holds ranges; the game may have dice of its own at its head."""
    parts = (part for table in document.prose.tables for part in below_heads(table, _heads_a_column))
    results = [series for part in parts for series in _columns(document, part, system, silent)]
    keys = [series for series in results if series.is_column]
    lows = {(series.domain, _lowest(row.range for row in series.rows)) for series in keys}
    highs = {(series.domain, _highest(row.range for row in series.rows)) for series in keys}
    for series in results:
        ranges = [row.range for row in series.rows]
        lowest, highest = _lowest(ranges), _highest(ranges)
        goes_on = (highest is not None and (series.domain, highest + 1) in lows) or (
            lowest is not None and (series.domain, lowest - 1) in highs
        )
        yield replace(series, is_column=False) if series.is_column and goes_on else series


def heads_of_columns(document: Document, system: System) -> Iterator[Span]:
    """Return where the dice stand whose faces are counted in the column below; they may be others than the game's."""
    for series in columns_of(document, system):
        named, domain = series.dice, series.domain
        if named is not None and domain is not None and are_counted(domain, [row.range for row in series.rows]):
            yield named.block.text.span(named.start, named.end)


def _lowest(ranges: Iterable[Range]) -> int | None:
    return min((bounds.low for bounds in ranges if bounds.low is not None), default=None)


def _highest(ranges: Iterable[Range]) -> int | None:
    return max((bounds.high for bounds in ranges if bounds.high is not None), default=None)


class _Column(NamedTuple):
    """A column of ranges, and its cell in the header."""

    head: Cell | None
    rows: tuple[LabelledRange, ...]
    is_first: bool

    @property
    def ranges(self) -> list[Range]:
        return [row.range for row in self.rows]


def _leave(table: Table, numbers: Iterable[int], reason: str, silent: Silent, *, least: int = MIN_RANGES) -> None:
    """Tell why the ranges of some columns are no rolls of dice; columns with fewer than `least` are not looked at."""
    for number in numbers:
        cells = [row[number] for row in table.rows if number < len(row)]
        if sum(not bounds.is_single for cell in cells if (bounds := whole_range(cell.text))) >= least:
            for block in (cell.block for cell in cells):
                if block is not None:
                    silent(block, (0, len(block.text.text)), reason)


def _other_than_ranges(table: Table, number: int) -> str:
    cells = [row[number].text.strip() for row in table.rows if number < len(row)]
    other = next((text for text in cells if text and whole_range(text) is None), "")
    return f"its column has `{other}`, too, so it is no column of ranges" if other else "its column has no other range"


def _other_unit(header: str) -> str:
    """Return the word of a head by which its numbers count something else than rolls; empty if there is none."""
    unit = NOT_COUNTED.search(header)
    return unit[0] if unit is not None else ""


def _columns(document: Document, table: Table, system: System | None, silent: Silent) -> Iterator[Series]:
    width = max((len(row) for row in table.rows), default=0)
    if width > MAX_WIDTH:
        _leave(table, range(width), f"its table has more than {MAX_WIDTH} columns, too many to roll on", silent)
        return
    table = _under_its_head(table)
    heads = [table.header[number] if number < len(table.header) else None for number in range(width)]
    rolled = [number for number, head in enumerate(heads) if next(dice_of_head(head, None), None)]
    if is_read_by_two_dice(table):
        _leave(table, range(width), "its table is read by two dice, so no column has to hold every number once", silent)
        return
    by_header = _by_header(table, heads, rolled, system, silent)
    for header, columns in by_header.items():
        dice = list(dice_of_head(columns[0].head, system))
        for column in _put_together(columns, dice):
            series = _series(document, table, column, header, dice, has_rolled=bool(rolled))
            if not table.is_cut or (series.domain and are_held_once(series.domain, column.ranges)):
                yield series
            else:  # What its rows lack may be what no page shows of them.
                _leave(table, range(width), "its table is cut, and what it lacks may be what is not shown", silent)


def _series(
    document: Document, table: Table, column: _Column, header: str, dice: Sequence[HeadDice], *, has_rolled: bool
) -> Series:
    """Return a column as a series, with the dice of its head, or those that a line above the table rolls."""
    path = tuple(reversed(document.section_path(table.section)))
    die = _die_of(dice, column, document)
    is_part = _is_of_a_part(path)
    named = Words(column.head.block, die.start, die.end) if die and column.head and column.head.block else None
    domain = die.domain if die and not is_part else None
    is_fitted = not dice and not has_rolled and column.is_first and not is_part
    if is_fitted and not table.is_cut:
        named = _dice_above(document, table, column)
        domain = domain_of_sum(named.text) if named is not None else None
    return Series(
        rows=column.rows,
        about=(header, table.caption, *path),
        domain=domain,
        is_game=domain is not None or bool(GAME.search(" ".join((header, table.caption)))),
        dice=named,
        # In a further column, single numbers may count dice and not what they show.
        is_column=column.is_first or not all(bounds.is_single for bounds in column.ranges),
        is_further=not column.is_first,
        is_fitted=is_fitted,
        is_closed=True,
    )


def _die_of(dice: Sequence[HeadDice], column: _Column, document: Document) -> HeadDice | None:
    """Return the dice of a head whose faces a column holds; else those whose faces its ends are, else the first."""
    first = dice[0] if dice and _are_dice(dice[0], column, document) else None
    digits = next((die for die in dice if _are_faces(die.domain, column.ranges)), first)
    return next((die for die in dice if are_held_once(die.domain, column.ranges)), digits)


def _by_header(
    table: Table, heads: Sequence[Cell | None], rolled: Sequence[int], system: System | None, silent: Silent
) -> dict[str, list[_Column]]:
    """Return the columns of ranges of a table by their heads."""
    compared = compared_in(table, rolled)
    by_header: dict[str, list[_Column]] = {}
    for number, head in enumerate(heads):
        header = head.text if head else ""
        if number in compared:
            reason = "its column takes turns with the one beside it, so neither has to hold every number"
            _leave(table, [number], reason, silent)
            continue
        if unit := _other_unit(header):
            reason = f"the head of its column has `{unit}`, and such ranges need not hold every number once"
            _leave(table, [number], reason, silent)
            continue
        die = next(dice_of_head(head, system), None)
        for part in parts_of(table, number, rolled):
            ranges = ranges_in_column(part, number, rolled)
            if ranges is None:
                # Below dice one range is enough to ask why nothing is said of it.
                _leave(part, [number], _other_than_ranges(part, number), silent, least=1 if die else MIN_RANGES)
            for one in restarted(ranges, die.domain) if ranges and die else [ranges or ()]:
                if one:
                    by_header.setdefault(header.casefold(), []).append(_Column(head, tuple(one), number == 0))
    return by_header


def _is_of_a_part(titles: Sequence[str]) -> bool:
    """Return whether a heading has a part of the dice: "61-90: Weather" has no more of them than that."""
    whole = range_at(titles[0], 0, len(titles[0])) if titles else None
    return whole is not None and not whole.is_single


def _heads_a_column(cell: Cell) -> bool:
    return next(dice_of_head(cell, None), None) is not None


def _under_its_head(table: Table) -> Table:
    """A table whose first rows are a title, or what its head should be: below them, one with ranges below its head."""
    if any(next(dice_of_head(head, None), None) for head in table.header):
        return table

    def is_rolled(cell: Cell) -> bool:
        return bool(cell.text.strip()) and ROLLED.fullmatch(cell.text) is not None

    for number, row in enumerate(table.rows[:MAX_TITLES]):
        below = table.rows[number + 1 :]
        for column, cell in enumerate(row if len(below) > 1 else ()):
            keys = [other[column].text for other in below if column < len(other)]
            has_ranges = all(whole_range(key) is not None for key in keys if key.strip())
            if has_ranges and (next(dice_of_head(cell, None), None) or (column == 0 and is_rolled(cell))):
                return replace(table, header=row, rows=below)
    return table


def _dice_above(document: Document, table: Table, column: _Column) -> Words | None:
    """Return the die named above a table, if the column has all its faces but one row."""
    if column.head is not None and not ROLLED.fullmatch(column.head.text):
        return None
    blocks = document.prose.blocks
    first = bisect_left(blocks, table.span.start, key=lambda block: block.span.start)
    for block in reversed(blocks[max(0, first - MAX_LINES) : first]):
        if block.kind in ("cell", "code"):
            return None
        text = block.text.text
        die = last_die(text, max(0, len(text) - MAX_LINE), len(text))
        domain = domain_of_sum(text[slice(*die)]) if die is not None else None
        if die is not None and domain is not None:
            return Words(block, *die) if are_held_but_for_a_row(domain, column.ranges) else None
        if block.kind == "heading":
            return None
    return None


def _are_dice(named: HeadDice, column: _Column, document: Document) -> bool:
    """Return whether a header names dice: of some letters only where the page has dice of them, or where its ranges
    begin and end as those do."""
    if not named.is_bare or column.head is None or column.head.block is None:
        return not named.is_bare
    if (_lowest(column.ranges), _highest(column.ranges)) == (named.domain.first, named.domain.last):
        return True
    return column.head.block.text.text[named.start].lower() in habit_of([document.source.text]).letters


def _are_faces(domain: Outcomes, ranges: Iterable[Range]) -> bool:
    """Return whether all ends of ranges are faces of dice that leave out numbers."""
    return (
        bool(domain.faces)
        and not domain.is_open
        and all(end is None or end in domain.faces for bounds in ranges for end in (bounds.low, bounds.high))
    )


def _put_together(columns: Sequence[_Column], dice: Sequence[HeadDice]) -> Sequence[_Column]:
    """Join columns of one wide table that go on with the same dice."""
    if len(columns) == 1 or not dice:
        return columns
    rows = tuple(row for column in columns for row in column.rows)
    together = _Column(columns[0].head, rows, columns[0].is_first)
    for domain in (die.domain for die in dice):
        if any(are_held_once(domain, column.ranges) for column in columns):
            return columns
        if are_held_once(domain, together.ranges):
            faces = faces_of_ranges(domain, together.ranges)
            order = sorted(range(len(rows)), key=lambda index: min(faces[index], default=0))
            return [together._replace(rows=tuple(rows[index] for index in order))]
    goes_on = ((_highest(one.ranges), _lowest(other.ranges)) for one, other in pairwise(columns))
    # Where they touch ("2-4" and then "4"), one of the two has slipped.
    return [together] if all(high is not None and low is not None and high <= low for high, low in goes_on) else columns
