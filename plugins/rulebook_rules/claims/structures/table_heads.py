"""Heads of a table's columns, compared with the columns of the rules that its cells print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulebook_rules.claims.structures.cells import agrees
from rulebook_rules.claims.structures.range_series import LabelledRange
from rulebook_syntax.document import Cell, Document
from rulebook_text.lexing.forms import without_numbers
from rulebook_text.lexing.names import singulars_of
from rulesmod.system import CellValue, RuleTable

Aligned = tuple[Sequence[Cell], Sequence[CellValue]]
"""A row of the text and the row of the rules that it prints."""


class Head(NamedTuple):
    """A head of a table that names a column of the rules.

    Attributes:
        at: its column.
        column: the column of the rules that the cells below it print.
        wanted: what should stand there where it names another one: a head of the table, or the name that the rules
            have; None where it is right.
    """

    at: int
    column: str
    wanted: Cell | str | None = None


@lru_cache(maxsize=1024)
def folded_heads(columns: tuple[str, ...]) -> list[str]:
    """Return the heads of a table of the rules as they are compared with those of a text."""
    return [singulars_of(column) for column in columns]


def order_of(heads: Sequence[str], rules: RuleTable) -> list[int] | None:
    """Return which column of a table each column of the rules is, where its heads name each once."""
    names = folded_heads(rules.columns)
    if sorted(heads) != sorted(names) or len(set(names)) < len(names):
        return None
    return [heads.index(name) for name in names]


def read_heads(header: Sequence[Cell], rules: RuleTable, aligned: Sequence[Aligned]) -> Iterator[Head]:
    """Judge the heads that name a column; any other one is the writer's own words.

    A head is wrong where it names another column than its cells fit, or has another number than its own.
    """
    names = folded_heads(rules.columns)
    heads = [singulars_of(cell.text) for cell in header[: len(names)]]
    named = [names.index(head) if head in names else None for head in heads]
    exchanged: set[int] = set()
    for at, (head, other) in enumerate(zip(heads, named, strict=True)):
        column = rules.columns[at]
        if head == names[at]:
            yield Head(at, column)
        elif other is None:
            if without_numbers(head) == without_numbers(names[at]) != head:
                yield Head(at, column, column)
        elif _fit(aligned, at, at) > _fit(aligned, at, other):
            if at in named:
                yield Head(at, column, header[named.index(at)])
            elif other < len(named) and named[other] is None and other not in exchanged:
                # "Attribute" for "Physical attribute": the writer's own name for it stands in the other column.
                exchanged.add(other)
                yield Head(at, column, header[other])
                yield Head(other, rules.columns[other], header[at])
            else:
                yield Head(at, column, column)


def _fit(aligned: Sequence[Aligned], at: int, column: int) -> int:
    """Count the cells of a column that print the values of a column of the rules."""
    return sum(at < len(row) and agrees(row[at].text, expected[column]) for row, expected in aligned)


def heads_of_told(document: Document, told: LabelledRange) -> tuple[Cell, Cell] | None:
    """Return the heads above a range and above what it gives, where both stand in the cells of one table."""
    at, gifts = told.block.span, [label.block.span for label in told.labels]
    for table in document.prose.tables:
        for row in table.rows if table.span.contains(at) else ():
            spans = [cell.block.span if cell.block is not None else cell.span for cell in row]
            if at in spans and len(gifts) == 1 and gifts[0] in spans[: len(table.header)]:
                return table.header[spans.index(at)], table.header[spans.index(gifts[0])]
    return None
