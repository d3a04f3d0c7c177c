"""Find averages in table columns, and what dice come to at least or at most."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.dice_bounds import DICE, MEAN, WAYS, Average, What, is_right, spread_of
from rulebook_syntax.document import Cell, Table
from rulebook_text.lexing.numbers import AMOUNT
from rulebook_text.words import cue

_MORE_THAN_ONCE = lazily(rf"\b{cue('averages.several')}\b|[×x]\s?\d|\d\s?×", re.IGNORECASE)
"""Words of a row whose dice are rolled again and again."""
_WHOLE = lazily(rf"\s*{DICE}\s*", re.IGNORECASE)
_CELL = lazily(rf"\s*(?P<number>{AMOUNT})\s*")


def averages_in_columns(table: Table) -> Iterator[Average]:
    """Yield averages and bounds in columns, each with the dice of another column.

    A lone bound may be one of something else, such as the most that one may carry.
    """
    columns = [
        (number, *way[1:])
        for number, head in enumerate(table.header)
        if (way := next((way for way in WAYS if way[0].fullmatch(head.text)), None)) is not None
    ]
    for number, what, how in columns if len(columns) > 1 or any(what is MEAN for _, what, _ in columns) else ():
        for row in table.rows:
            average = _of_row(row, number, what, how)
            if average is not None:
                # With a 0 in it, its row may count from 0.
                yield average._replace(is_held=average.stated != "1")


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
