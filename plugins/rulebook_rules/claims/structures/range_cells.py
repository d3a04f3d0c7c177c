"""The cells of a column as ranges, each with what its row gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.nested_tables import without_nested
from rulebook_rules.claims.structures.range_series import LabelledRange, Words
from rulebook_syntax.document import Cell, Table
from rulebook_text.lexing.ranges import Range, ranges_together, signed_range, whole_range

_SIGN = lazily(r"[*_(≤<=\s]*(?:[^\W\d_]+\s)?[−–-]\s?\d")
_SINGLE = lazily(r"[*_(\s]*[+−–-]?\d+[*_)\s.:]*")
_WITH_UNIT = lazily(r"(?P<range>\s*[\d≥≤<>+][^a-zà-ÿ]*?)\s(?P<unit>[^\W\d_]+)\s*", re.IGNORECASE)
"""A cell such as "2+ successes", if all cells of its column count the same."""


def _range_of(text: str, units: set[str], *, is_rolled: bool, is_signed: bool) -> Range | None:
    """Read the range of a cell; what a roll counts ("1 success") is added to the units."""
    bounds = whole_range(text, of_dice=is_rolled) or (signed_range(text) if is_signed else None)
    if bounds is not None or not is_rolled:
        return bounds
    if counted := _WITH_UNIT.fullmatch(text):
        units.add(counted["unit"].casefold()[:4])  # "1 success" and "2 successes" are one unit.
        bounds = whole_range(counted["range"])
    return bounds or ranges_together(text)


def ranges_in_column(table: Table, column: int, rolled: Sequence[int]) -> list[LabelledRange] | None:
    """The ranges of a column; None where it holds anything else. Columns with dice at their heads are `rolled`."""
    results = []
    units: set[str] = set()
    is_signed = _may_be_below_zero(table, column, rolled)
    for row in table.rows:
        block = row[column].block if column < len(row) else None
        if block is None or not row[column].text.strip():
            continue
        text = block.text.text
        range_here = _range_of(text, units, is_rolled=column in rolled, is_signed=is_signed)
        if range_here is None or len(units) > 1:
            return None
        results.append((range_here, block, row))
    fractions = [text for _, block, _ in results if "/" in (text := block.text.text.strip())]
    if column not in rolled and len(fractions) == 1 and (column or fractions == ["1/2"]):
        return None  # Half of one, beside one and two, is no "1 or 2".
    return [
        LabelledRange(
            range_here,
            block,
            tuple(_words_of(other) for other in _results(row, column, rolled) if other.block is not None),
        )
        for range_here, block, row in without_nested(results, column)
    ] or None


def _may_be_below_zero(table: Table, column: int, rolled: Sequence[int]) -> bool:
    """Return whether a column counts totals that may be below 0: of its dice, or with such a range in the first."""
    cells = [row[column].text.strip() for row in table.rows if column < len(row)]
    if column in rolled:
        return any(_SIGN.match(cell) for cell in cells)
    return column == 0 and any(_SIGN.match(cell) and not _SINGLE.fullmatch(cell) for cell in cells)


def _results(row: Sequence[Cell], column: int, rolled: Sequence[int]) -> Iterable[Cell]:
    """The cells that say what a range gives: all others, or of tables side by side those up to the next one."""
    if column not in rolled or len(rolled) == 1:
        return [*row[:column], *row[column + 1 :]]
    behind = next((number for number in rolled if number > column), len(row))
    return row[column + 1 : behind] or [cell for number, cell in enumerate(row) if number not in rolled]


def _words_of(cell: Cell) -> Words:
    assert cell.block is not None
    return Words(cell.block, 0, len(cell.block.text.text))
