"""Tables that are read across: ranges of one die in the head, and perhaps those of another in the first column."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.columns import MAX_LINES, MAX_WIDTH, ROLLED
from rulebook_rules.claims.structures.dice_range import Outcomes, are_held_once, domain_of_dice
from rulebook_rules.claims.structures.range_series import LabelledRange, Series, Words
from rulebook_syntax.document import Block, Cell, Document, Table
from rulebook_text.lexing.dice import NAMED_DIE
from rulebook_text.lexing.ranges import signed_range
from rulebook_text.lexing.word_tokens import TWO_LETTERS
from rulebook_text.words import LANGUAGES
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_PAIR = lazily(r"2([dw]\d{1,4})|[dw](66)", 2)
"""Two equal dice, written as one roll."""
_TWO = {"two", *(word for language in LANGUAGES for word, value in language.numbers.items() if value == 2)}
MIN_RANGES = 2


@record
class Crossed:
    """A table that is read across.

    Attributes:
        table: where it is.
        across: the ranges in its head, each with the cells below it; its dice are where those are named.
        down: the ranges of its first column, if another die decides between its rows.
    """

    table: Table
    across: Series
    down: Series | None


def crossed_tables(document: Document) -> Iterator[Crossed]:
    """Yield the tables of a document whose head holds all that a die can show, each once."""
    for table in document.prose.tables:
        across = _keys(table.header[1:]) if MIN_RANGES < len(table.header) <= MAX_WIDTH else []
        if across and (crossed_table := _crossed(document, table, across)):
            yield crossed_table


def _keys(cells: Sequence[Cell]) -> list[LabelledRange]:
    """Return the ranges of cells; none if one of them holds anything else."""
    blocks = [cell.block for cell in cells if cell.block is not None]
    keys = [(block, signed_range(block.text.text)) for block in blocks]
    ranges = [LabelledRange(bounds, block, ()) for block, bounds in keys if bounds is not None]
    return ranges if MIN_RANGES <= len(ranges) == len(cells) else []


def _crossed(document: Document, table: Table, across: list[LabelledRange]) -> Crossed | None:
    named = _dice_of(document, table)
    if named is None:
        return None
    words, dice = named
    first = [row[0] for row in table.rows if row]
    if len(dice) == 1 and not any(cell.block and signed_range(cell.block.text.text) for cell in first):
        below = [[row[at] for row in table.rows if at < len(row)] for at in range(1, len(table.header))]
        series = _series(across, below, dice[0], words)
        return Crossed(table, series, None) if series else None
    if len(dice) != 2 or not (down := _keys(first)):
        return None
    beside = [row[1:] for row in table.rows if row]
    for one, other in (dice, dice[::-1]):
        rows, columns = _series(down, beside, one, words), _series(across, [()] * len(across), other, words)
        if rows and columns:
            return Crossed(table, columns, rows)
    return None


def _series(
    ranges: Sequence[LabelledRange], gives: Sequence[Sequence[Cell]], domain: Outcomes, dice: Words
) -> Series | None:
    """Return ranges with the cells that they give, if they hold all that a die can show once."""
    if not are_held_once(domain, [one.range for one in ranges]):
        return None
    labelled = [
        one._replace(labels=tuple(Words(cell.block, 0, len(cell.block.text.text)) for cell in cells if cell.block))
        for one, cells in zip(ranges, gives, strict=True)
    ]
    return Series(tuple(labelled), (), domain, is_game=True, dice=dice, is_closed=True)


def _dice_of(document: Document, table: Table) -> tuple[Words, list[Outcomes]] | None:
    """Return where the dice of a table are named, and their faces: in its first head, or in a line above it."""
    corner = table.header[0].block
    if corner is not None and (named := _named_in(corner)):
        return named
    if corner is not None and not ROLLED.fullmatch(corner.text.text):
        return None  # What is counted has another name.
    blocks = document.prose.blocks
    first = bisect_left(blocks, table.span.start, key=lambda block: block.span.start)
    for block in reversed(blocks[max(0, first - MAX_LINES) : first]):
        if block.kind in ("cell", "code"):
            return None
        if named := _named_in(block):
            return named
        if block.kind == "heading":
            return None
    return None


def _named_in(block: Block) -> tuple[Words, list[Outcomes]] | None:
    """Return the one or two dice that a text names; a pair of equal ones may be written as one roll."""
    text = block.text.text
    matches = [*NAMED_DIE.finditer(text)]
    dice = [die for match in matches for die in _each(_with_count(text, match))]
    domains = [domain for die in dice if (domain := domain_of_dice(die))]
    if not matches or len(domains) != len(dice) or len(dice) > 2:
        return None
    start, end = matches[0].start(), matches[-1].end()
    # Two dice with words between them are no button; the first one rolls for both.
    end = matches[0].end() if TWO_LETTERS.search(text, matches[0].end(), matches[-1].start()) else end
    return Words(block, start, end), domains


def _with_count(text: str, die: re.Match[str]) -> str:
    """Return dice with a number word before them as notation: "two d6"."""
    words = text[: die.start()].split()
    return f"2{die[0]}" if words and words[-1].lower() in _TWO and not die[0][:1].isdigit() else die[0]


def _each(dice: str) -> list[str]:
    pair = _PAIR.fullmatch(dice.replace(" ", "").lower())
    if pair is None:
        return [dice]
    return [pair[1] or f"d{to_int(pair[2]) // 11}"] * 2
