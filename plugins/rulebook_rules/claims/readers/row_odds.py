"""Compare odds in the rows of a random table ("33 %", "1 in 6") with its dice.

The head of a column says so: "Odds", "Probability". A column of chances may be of other things, as that a trap goes
off: its rows are judged where they come to one, or leave the odds of one of them, and else undecided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.findings import Place, write
from rulebook_core.late import late
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.claims.tolerance import Guarded, guarded, slacks_of
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.chances import HEAD_OF_LIKELIHOOD, HEAD_OF_ODDS, PERCENT_SIGN, Odds, read_odds, show_chance
from rulebook_text.lexing.numbers import AMOUNT
from rulesmod.system import System

if TYPE_CHECKING:
    from rulebook_rules.claims.structures.randomtables import RandomTable

random_tables: Callable[..., Sequence[RandomTable]] = late(
    "rulebook_rules.claims.structures.randomtables", "random_tables"
)

MAX_OFF = Fraction(1, 5)
"""By so much the odds of all rows of a table may differ from one, and be those of its dice."""
MIN_ROWS = 3
"""Rows of which all but one say what the last one must be."""
ROUNDING = Fraction(1, 200)
"""By so much the odds of a row are rounded, in whole percent."""
ROW_ODDS = Kind(
    "row-odds",
    wrong_value,
    rank=2,
    is_general=True,
    reads=("chance", "number"),
    needs="a column headed as odds in a table that is rolled on",
)


class _Stated(NamedTuple):
    """The odds of a row as its cell tells them, and as they are.

    Attributes:
        others: the sum of the stated odds of the other rows.
        is_alone: whether these leave exactly the odds of this row, so that it is wrong with any other.
        is_decided: whether the column is known to have the odds of its rows.
    """

    block: Block
    odds: Odds
    chance: Fraction
    table: RandomTable
    row: str
    head: str
    others: Fraction = Fraction(0)
    is_alone: bool = False
    is_decided: bool = True

    @property
    def is_right(self) -> bool | None:
        """Return whether the odds are those of the row; None where the column may have other chances."""
        return bool(self.odds.fits(self.chance)) if self.is_decided else None


def row_odds_claims(context: Context) -> Read:
    """Every row that tells its odds."""
    for stated in _stated_in(context.document, context.system):
        place = Place(context.document.source, stated.block.text.span(0, len(stated.block.text.text)))
        dice, chance = stated.table.dice, show_chance(stated.chance)
        guards = _guarded(stated, die_sizes(context.system)) if stated.is_right else None
        new = "" if stated.is_right is not False else stated.odds.write(stated.chance)
        yield Statement(
            ROW_ODDS,
            place,
            stated=stated.odds.text,
            computed=chance,
            right=stated.is_right,
            rule=f"odds of {dice}",
            derivation=(Step(f"{dice} comes to {stated.row} in {chance} of all rolls"),),
            guards=guards.spans if guards else () if stated.is_right is None else None,
            leeways=guards.leeways if guards else (),
            is_sure=False,
            faults=()
            if stated.is_right is not False
            else (
                Fault(
                    (f"`{stated.odds.text}`", f"{chance} for {stated.row} on {dice}"),
                    remedies=(write(place, new),) if new else (),
                ),
            ),
        )


def _guarded(stated: _Stated, sizes: tuple[int, ...]) -> Guarded:
    def is_seen(other: str) -> bool:
        odds = _read(other, stated.head)
        value = odds.value if odds is not None else None
        return odds is not None and value is not None and _is_seen(stated, odds, value)

    text = stated.block.text.text
    return guarded(stated.block, ((0, len(text)),), slacks_of(text, is_seen, sizes))


def _is_seen(stated: _Stated, odds: Odds, value: Fraction) -> bool:
    is_decided = _is_named(stated.head) or stated.is_alone or _is_of_all_rolls(stated.others + value)
    return is_decided and not odds.fits(stated.chance)


def _stated_in(document: Document, system: System | None) -> Iterator[_Stated]:
    heads = {
        id(row[number].block): cell.text
        for table in document.prose.tables
        for number, cell in enumerate(table.header)
        if HEAD_OF_ODDS.fullmatch(cell.text)
        for row in table.rows
        if number < len(row)
    }
    if not heads:
        return
    for table in random_tables(document, system):
        results = [
            _Stated(words.block, odds, chance, table, str(row.labelled.range), head)
            for row, chance in zip(table.rows, table.odds(), strict=True)
            if chance is not None
            for words in row.labelled.labels
            if (head := heads.get(id(words.block))) and (odds := _read(words.block.text.text, head)) is not None
        ]
        for head in dict.fromkeys(stated.head for stated in results):
            yield from _with_others([stated for stated in results if stated.head == head])


def _with_others(column: Sequence[_Stated]) -> Iterator[_Stated]:
    """Yield the odds of a column, undecided where they may be other chances.

    A row may be far off: then the others leave exactly its odds.
    """
    values = [stated.odds.value for stated in column]
    total = sum((value for value in values if value is not None), Fraction(0))
    if None in values:
        return
    slack = len(column) * ROUNDING
    results = []
    for stated in column:
        others = total - (stated.odds.value or 0)
        is_alone = len(column) >= MIN_ROWS and abs(others + stated.chance - 1) <= slack
        results.append(stated._replace(others=others, is_alone=is_alone))
    is_decided = _is_named(column[0].head) or _is_of_all_rolls(total) or any(stated.is_alone for stated in results)
    yield from (stated._replace(is_decided=is_decided) for stated in results)


def _is_named(head: str) -> bool:
    return HEAD_OF_LIKELIHOOD.fullmatch(head) is not None


def _is_of_all_rolls(total: Fraction) -> bool:
    return abs(total - 1) <= MAX_OFF


def _read(text: str, head: str) -> Odds | None:
    text = text.strip()
    if not re.fullmatch(AMOUNT, text):
        return read_odds(text)
    if not PERCENT_SIGN.search(head):
        return None
    odds = read_odds(f"{text} %")
    return odds and replace(odds, text=text, write=lambda chance: odds.write(chance).removesuffix(" %"))
