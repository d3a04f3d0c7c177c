"""Find averages in table columns, and what dice come to at least or at most."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_bounds import DICE, WAYS, Average, What, is_right, spread_of
from rulebook_syntax.document import Cell, Table
from rulebook_text.lexing.numbers import AMOUNT

_MORE_THAN_ONCE = lazily(r"\b(?:two|three|four|twice|double|each|per|hits|attacks)\b|[×x]\s?\d|\d\s?×", re.IGNORECASE)
"""Words of a row whose dice are rolled again and again."""
_WHOLE = lazily(rf"\s*{DICE}\s*", re.IGNORECASE)
_CELL = lazily(rf"\s*(?P<number>{AMOUNT})\s*")


def averages_in_columns(table: Table) -> Iterator[Average]:
    """The columns of a table that say what the dice in another one come to."""
    for number, head in enumerate(table.header):
        for pattern, what, how in WAYS:
            if pattern.fullmatch(head.text):
                averages = [average for row in table.rows if (average := _of_row(row, number, what, how)) is not None]
                right = sum(average.is_right for average in averages)
                if 2 * right > len(averages):
                    # Whether the rest of the column would tell a wrong one; with a 0 in it, its row may count from 0.
                    is_held = 2 * (right - 1) > len(averages)
                    yield from (average._replace(is_held=is_held and average.stated != "1") for average in averages)


def _of_row(row: Sequence[Cell], number: int, what: What, how: str) -> Average | None:
    block = row[number].block if number < len(row) else None
    match = _CELL.fullmatch(block.text.text) if block else None
    dice = [(cell.block, die) for cell in row if cell.block and (die := _WHOLE.fullmatch(cell.block.text.text))]
    spread = spread_of(dice[0][1]["dice"]) if len(dice) == 1 else None
    value = what(spread) if spread is not None else None
    if any(cell.text.strip() == "0" or _MORE_THAN_ONCE.search(cell.text) for cell in row):
        return None  # A d10 may count from 0.
    if block is None or match is None or value is None:
        return None
    stated, (dice_block, die) = match["number"], dice[0]
    said = (stated, die["dice"], value, how, is_right(value, stated))
    return Average(block, match.span("number"), dice_block, die.span("dice"), *said, what=what)
