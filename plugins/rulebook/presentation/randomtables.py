"""Random tables of a page: the dice at their heads become buttons, and each row says which faces bring it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from rulebook.claims.structures.randomtables import RandomRow, RandomTable
from rulebook.marks import Mark


def table_marks(tables: Sequence[RandomTable]) -> Iterator[Mark]:
    """The button of each table, and its rows."""
    for table in tables:
        yield Mark(
            table.place.span,
            f'<rulebook-dice><button type="button" data-system="{escape(table.system.name)}"'
            f' data-table="{escape(table.id)}" data-dice="{escape(table.dice)}" data-title="{escape(table.title)}"'
            ' title="Roll on this table">',
            "</button></rulebook-dice>",
        )
        for row in table.rows:
            yield Mark(row.span, _opening(table, row), "</span>", around=True)


def _opening(table: RandomTable, row: RandomRow) -> str:
    data = f'data-table="{escape(table.id)}" data-faces="{_runs(row.faces)}"'
    if table.is_told:
        data += " data-told"
    if row.again:
        data += f' data-again="{row.again}"'
    if row.without:
        data += f' data-without="{_runs(row.without)}"'
    return f'<span class="rulebook-key" {data}>'


def _runs(faces: frozenset[int]) -> str:
    """Faces as ranges: "1..3 7..7"."""
    runs = groupby(enumerate(sorted(faces)), key=lambda item: item[1] - item[0])
    found = [[face for _, face in run] for _, run in runs]
    return " ".join(f"{run[0]}..{run[-1]}" for run in found)
