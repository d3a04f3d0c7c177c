"""Dice beside dice in one table: a table within a table, and dice that are only compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rulebook_rules.claims.structures.dice_range import Outcomes, are_held_once
from rulebook_rules.claims.structures.range_series import LabelledRange, domain_of
from rulebook_syntax.document import Block, Cell, Table
from rulebook_text.lexing.ranges import Range, whole_range

MIN_PART = 2
"""Fewer rows below a row of other dice are no table of their own."""
MAX_NESTED = 100
"""A table within a table has no more rows."""
MAX_LOST = 50
"""A nested table may lack one in so many faces at its end."""


Row = tuple[Range, Block, tuple[Cell, ...]]


def compared_in(table: Table, rolled: Sequence[int]) -> frozenset[int]:
    """The columns of dice that stand side by side and take turns: "Difficulty | d20 | 2d6", where each row has the
    number of one of them that is as hard as those around it."""

    def is_filled(row: Sequence[Cell], column: int) -> bool:
        return column < len(row) and bool(row[column].text.strip())

    result = set[int]()
    for one, other in pairwise(rolled):
        only = [tuple(is_filled(row, column) for column in (one, other)) for row in table.rows]
        if rolled[0] > 0 and other == one + 1 and (True, False) in only and (False, True) in only:
            result.update((one, other))
    return frozenset(result)


def below_heads(table: Table, is_head: Callable[[Cell], bool]) -> Iterator[Table]:
    """A table in parts, where rows below its head are heads as well: "| d12 | Blow |" beneath what cuts do."""
    header, rows = table.header, list[tuple[Cell, ...]]()
    is_rolled = bool(header) and is_head(header[0])
    for row in table.rows:
        if is_rolled and row and is_head(row[0]):
            yield replace(table, header=header, rows=tuple(rows))
            header, rows = row, []
        else:
            rows.append(row)
    yield replace(table, header=header, rows=tuple(rows))


def parts_of(table: Table, column: int, rolled: Sequence[int]) -> list[Table]:
    """A table in parts where the dice of a column are rolled anew below each row of the first: "d6 | d20 | What"."""
    if column not in rolled[1:]:
        return [table]
    parts: list[list[tuple[Cell, ...]]] = []
    above = ""
    for row in table.rows:
        key = row[rolled[0]].text.strip() if rolled[0] < len(row) else ""
        if not parts or key not in ("", above):
            parts.append([])
            above = key
        if column < len(row) and row[column].text.strip():
            parts[-1].append(row)
    are_short = 2 * sum(len(part) < MIN_PART for part in parts) > len(parts)
    if are_short or all(_goes_on(one[-1][column], other[0][column]) for one, other in pairwise(filter(None, parts))):
        return [table]  # Tables side by side; of one below the other, a last row may hold all: "8 | 1-10 | Roll twice".
    return [replace(table, rows=tuple(part)) for part in parts]


def _goes_on(last: Cell, first: Cell) -> bool:
    """Return whether a range continues another."""
    before, behind = whole_range(last.text), whole_range(first.text)
    return before is not None and behind is not None and before.high is not None and behind.low == before.high + 1


MAX_LEVELS = 16
"""Tables lie within each other no deeper; without a limit, rows that begin anew take the square of their number."""


def restarted(ranges: Sequence[LabelledRange], domain: Outcomes) -> Sequence[Sequence[LabelledRange]]:
    """The parts of a column that begins the same dice anew: below each level, or within a row that goes on behind it.

    All of them but for a few go up to the end: else one of the rows has slipped.
    """
    inside: list[list[LabelledRange]] = []
    parts: list[list[LabelledRange]] = []
    for one in ranges:
        innermost = reversed(range(max(0, len(inside) - MAX_LEVELS), len(inside)))
        goes_on = next((at for at in innermost if _end(inside[at], domain) + 1 == one.range.low), None)
        if goes_on is not None:
            del inside[goes_on + 1 :]
        elif not inside or one.range.low == domain.first:
            while inside and _end(inside[-1], domain) == domain.last:
                inside.pop()
            parts.append([])
            inside.append(parts[-1])
        inside[-1].append(one)
    cut_off = sum(_end(part, domain) < domain.last - domain.last // MAX_LOST for part in parts)
    is_one_whole = any(are_held_once(domain, [one.range for one in part]) for part in parts)
    return parts if is_one_whole and 3 * cut_off <= len(parts) else [ranges]


def _end(part: Sequence[LabelledRange], domain: Outcomes) -> int:
    last = part[-1].range
    return domain.last if last.zeros and not last.high else last.high or domain.last


def without_nested(rows: Sequence[Row], column: int) -> Iterator[Row]:
    """The rows without those of a table within the table: below "26-45 | armour (roll 1d6)" stand 1 to 6."""
    index = 0
    while index < len(rows):
        yield rows[index]
        range_, _, row = rows[index]
        index += 1
        if index < len(rows):
            words = [cell.block.text.text for cell in (*row[:column], *row[column + 1 :]) if cell.block is not None]
            index = _nested_end(rows, index, domain_of(" ".join(words)), range_.high or 0)


def _nested_end(rows: Sequence[Row], start: int, inner: Outcomes | None, last: int) -> int:
    """Return where a table on other dice ends that begins at a row below one up to `last`; `start` where none does."""
    before = 0
    for index, (range_, _, _) in enumerate(rows[start : start + MAX_NESTED] if inner is not None else (), start):
        assert inner is not None
        low, high = range_.low or 0, range_.high or 0
        if low <= before or (index == start and not low == inner.first <= last):
            break
        before = high
        if low > inner.last:
            return index if index > start + 1 else start
        if high >= inner.last:
            return index + 1 if high == inner.last and index > start else start  # One row is no table.
    return start
