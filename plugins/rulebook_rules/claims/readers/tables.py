"""Compare tables of the text with tables of the rules, cell by cell.

The heads of a table say which one it is, above its columns or before its rows; where several have the same heads, or
the heads are in other words, the text around the table decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place, Remedy, write
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import table_gap, table_mismatch
from rulebook_rules.claims.structures.cells import agrees, number_to_mend, rounding_of, shown
from rulebook_rules.claims.structures.pinned import pinned_tables
from rulebook_rules.claims.structures.table_heads import (
    folded_heads,
    head_statements,
    heads_as_named,
    order_by_words,
    order_of,
)
from rulebook_rules.claims.structures.totals import is_total
from rulebook_syntax.document import Block, Cell, Table
from rulebook_text.lexing.forms import Rounding
from rulebook_text.lexing.names import nearness
from rulesmod.phrasing import share
from rulesmod.system import CellValue, RuleTable

TABLE = Kind("table", table_mismatch, rank=5)
MIN_ROWS = 3
"""Rows with names of the rules that a table needs if its heads only share words.

A table of the rules with fewer rows needs all of their names.
"""


class Bound(NamedTuple):
    """A table of the text, and the table of the rules that it prints."""

    table: Table
    rules: RuleTable


_Rows = tuple[tuple[Cell, ...] | None, tuple[CellValue, ...] | None]
"""A row of the text and one of the rules; None where the other has no partner."""


def bind_tables(context: Context) -> Iterator[Bound]:
    """Yield the tables of a page that print a table of the rules."""
    pinned = pinned_tables(context)
    for table in context.document.prose.tables:
        if (named := pinned.get(table.span)) is not None:
            yield Bound(_as_headed(table, named), named)
            continue
        headed = _headed(context, table)
        about = _about(context, table) if len(headed) != 1 else []
        if not headed:
            tables = context.system.tables
            near = (rules for rules in tables if nearness(rules.about, about) or _has_one_other_head(table, rules))
            headed = [Bound(shape, rules) for rules in near if (shape := _with_names_of(table, rules)) is not None]
        scores = [nearness(rules.about, about) for _, rules in headed]
        if len(headed) == 1 or any(scores):
            best = (bound for bound, one in zip(headed, scores, strict=True) if one == max(scores))
            yield max(best, key=lambda bound: _agreement(*bound))


def _has_one_other_head(table: Table, rules: RuleTable) -> bool:
    """Return whether all heads of a table but one are those of the rules."""
    heads = heads_as_named(table.header, rules)
    return 1 < len(heads) - 1 <= sum(map(folded_heads(rules.columns).__contains__, heads))


def _headed(context: Context, table: Table) -> list[Bound]:
    """Return the tables of the rules with the heads of a table: in their order, in another one, or before its rows."""
    tables = context.system.tables
    same = [rules for rules in tables if heads_as_named(table.header, rules) == folded_heads(rules.columns)]
    same = same or [rules for rules in tables if order_of(heads_as_named(table.header, rules), rules) is not None]
    if not same:
        table = _turned(table)
        same = [rules for rules in tables if order_of(heads_as_named(table.header, rules), rules) is not None]
    return [Bound(_as_headed(table, rules), rules) for rules in same]


def _with_names_of(table: Table, rules: RuleTable) -> Table | None:
    """Return a table in the rules' columns if its rows have their names and heads share words.

    Its values are not asked: whether they are right is the claim.
    """
    order = order_by_words(table.header, rules)
    if order is None or any(len(row) < len(order) for row in table.rows):
        return None
    names = [row[: rules.keys] for row in rules.rows]
    shapes = [
        shape
        for shape in (table, _with_columns(table, order))
        if _count_names(shape, names) >= min(MIN_ROWS, len(names))
    ]
    return max(shapes, key=lambda shape: _agreement(shape, rules), default=None)


def _count_names(table: Table, names: Sequence[Sequence[CellValue]]) -> int:
    return sum(any(_cells_agree(row[: len(name)], name) for row in table.rows) for name in names)


def _as_headed(table: Table, rules: RuleTable) -> Table:
    """Return a table with its columns in the rules' order, if its heads and cells agree."""
    order = order_of(heads_as_named(table.header, rules), rules)
    if order is None or order == sorted(order) or any(len(row) < len(order) for row in table.rows):
        return table
    arranged = _with_columns(table, order)
    return arranged if _agreement(arranged, rules) > _agreement(table, rules) else table


def stated_cells(bound: Bound) -> Iterator[tuple[tuple[str, str], Cell]]:
    """(table name, row key) and value cell of each row that both tables have."""
    for row, rules_row in _aligned(bound):
        if row is not None and rules_row is not None and len(row) > bound.rules.keys:
            key = " ".join(str(cell) for cell in rules_row[: bound.rules.keys])
            yield (bound.rules.name, key), row[bound.rules.keys]


def table_claims(context: Context) -> Read:
    """A claim for each value cell; findings for cells that differ and rows that are missing or strange."""
    for bound in bind_tables(context):
        rules = bound.rules
        aligned = list(_aligned(bound))
        rounding = rounding_of(
            (cell.text, value)
            for row, rules_row in aligned
            if row is not None and rules_row is not None
            for cell, value in zip(row, rules_row, strict=False)
        )
        both = [(row, rules_row) for row, rules_row in aligned if row is not None and rules_row is not None]
        yield from head_statements(context, TABLE, bound.table.header, rules, both)
        for row, rules_row in aligned if rules.is_whole else both:
            if rules_row is None:
                assert row is not None
                if is_total(row[0].text):
                    continue  # A sum of the rows above it is no row of the rules.
                place = context.place(Span(row[0].span.start, row[-1].span.end))
                message = f"the {rules.title} of the rules has no row for {_key(row, rules.keys)}"
                yield table_mismatch(place, message)
            elif row is None:
                place = context.place(bound.table.span)
                # As the other rows print it.
                forms = [*(cell.text for cell in next(iter(bound.table.rows), ())), *[""] * len(rules_row)]
                cells = [shown(value, form, rounding) for value, form in zip(rules_row, forms, strict=False)]
                remedies = (Remedy(f"add the row `{' | '.join(cells)}`"),)
                message = f"the {rules.title} has no row for {_key(rules_row, rules.keys)}"
                yield table_gap(place, message, remedies=remedies)
            else:
                yield from _row_claims(context, bound, row, rules_row, rounding)


def _row_claims(
    context: Context, bound: Bound, row: Sequence[Cell], rules_row: Sequence[CellValue], rounding: Rounding
) -> Read:
    rules = bound.rules
    keys = tuple(cell.span for cell in row[: rules.keys])
    row_name = _key(rules_row, rules.keys)
    keys_wrong: tuple[Fault, ...] = ()
    for index, expected in enumerate(rules_row):
        if index >= len(row):
            place = context.place(Span(row[-1].span.end, row[-1].span.end))
            yield table_mismatch(place, f"the row for {row_name} lacks its {rules.columns[index]}, {shown(expected)}")
            continue
        cell = row[index]
        right = agrees(cell.text, expected, rounding)
        computed = shown(expected, cell.text, rounding)
        span, mended = _compared(cell, expected, computed)
        place = context.place(span, f"{rules.columns[index]} for {row_name}")
        fault = None if right else _fault(rules, cell, expected, place, computed, mended)
        if index < rules.keys:
            keys_wrong += (fault,) if fault else ()
            continue
        # What an empty cell states, its row does, or the table where all of the row is left out.
        whole = (place.span, Span(row[0].span.start, row[-1].span.end), bound.table.span)
        yield Statement(
            TABLE,
            context.place(next(span for span in whole if span.start < span.end), place.message),
            of_kind=rules.name,
            stated=cell.text,
            computed=computed,
            right=right,
            rule=rules.title,
            derivation=tuple(_steps(rules, row_name, rules.columns[index], expected, computed)),
            guards=(cell.span, *keys),
            about=row_name if index == rules.keys else f"{row_name}, {rules.columns[index]}",
            faults=(*keys_wrong, *((fault,) if fault else ())),
        )
        keys_wrong = ()
    yield from (table_mismatch(fault.at, *fault.words, remedies=fault.remedies) for fault in keys_wrong if fault.at)


def _fault(rules: RuleTable, cell: Cell, expected: CellValue, place: Place, computed: str, mended: str) -> Fault:
    # A number is told beside a number, without the unit that only the text has.
    is_number = isinstance(expected, int) and place.span != cell.span
    stated = place.source.slice(place.span) if is_number else cell.text or "nothing"
    said = f"the rules have {computed} here ({rules.title}), the text says {stated}"
    return Fault((said,), remedies=(write(place, mended),), at=place)


def _steps(rules: RuleTable, row: str, column: str, expected: CellValue, computed: str) -> Iterator[Step]:
    if isinstance(expected, Fraction):
        is_share = 0 < expected < 1 and computed.endswith("%")
        text = rules.because.format(share=share(expected), row=row, column=column)
        yield Step(f"exactly {expected}", page_text=text if is_share else "")
    yield Step(f"{rules.title}: {row} gives {computed}", page_text="")


def _compared(cell: Cell, expected: CellValue, computed: str) -> tuple[Span, str]:
    """The number in a cell where that is what is compared, else all of it; and what should stand there."""
    result = number_to_mend(cell.block.text.text, expected, computed) if cell.block is not None else None
    return (
        (cell.span, computed) if result is None or cell.block is None else (cell.block.text.span(*result[0]), result[1])
    )


def _key(row: Sequence[Cell] | Sequence[CellValue], keys: int) -> str:
    cells = [cell.text if isinstance(cell, Cell) else str(cell) for cell in row[:keys]]
    return " to ".join(cells) if len(cells) == 2 else ", ".join(cells)


def _cells_agree(cells: Sequence[Cell], expected: Sequence[CellValue]) -> bool:
    return len(cells) == len(expected) and all(
        agrees(cell.text, value) for cell, value in zip(cells, expected, strict=True)
    )


def _agreement(table: Table, rules: RuleTable) -> float:
    """The share of the rules' cells that stand in the same row and column of the text."""
    if not table.rows or any(len(row) != len(rules.columns) for row in table.rows):
        return 0.0
    cells = [
        agrees(cell.text, expected)
        for row, rules_row in zip(table.rows, rules.rows, strict=False)
        for cell, expected in zip(row, rules_row, strict=True)
    ]
    return sum(cells) / (max(len(table.rows), len(rules.rows)) * len(rules.columns))


def _with_columns(table: Table, columns: Sequence[int]) -> Table:
    rows = tuple(tuple(row[number] for number in columns) for row in table.rows)
    return replace(table, header=tuple(table.header[number] for number in columns), rows=rows)


def _turned(table: Table) -> Table:
    """Return a table with its rows as columns."""
    first, *rows = [*zip(*filter(None, (table.header, *table.rows)), strict=False)] or [()]
    return replace(table, header=tuple(first), rows=tuple(rows))


def _about(context: Context, table: Table) -> list[str]:
    """Return the words about a table in lower case, its own first."""
    path = context.document.section_path(table.section)
    before = _block_before(context, table)
    words = (table.caption, (table.id or "").replace("-", " "), before, *reversed(path))
    return [word.casefold() for word in words]


def _block_before(context: Context, table: Table) -> str:
    last: Block | None = None
    for block in context.document.prose.blocks:
        if block.span.start >= table.span.start:
            break
        if block.kind in ("paragraph", "caption", "item") and block.section == table.section:
            last = block
    return last.text.text if last else ""


def _aligned(bound: Bound) -> Iterator[_Rows]:
    """Rows of the text beside rows of the rules: by their keys, and what is left in order."""
    rules = bound.rules
    rows: list[tuple[Cell, ...]] = [row for row in bound.table.rows if row]
    partner: dict[int, int] = {}
    free = list(range(len(rules.rows)))
    # Rows that agree altogether come first: of two with the same key, the other one has a wrong key.
    for width in (len(rules.columns), rules.keys):
        for index, row in enumerate(rows):
            if index in partner:
                continue
            for other in free:
                if _cells_agree(row[:width], rules.rows[other][:width]):
                    partner[index] = other
                    free.remove(other)
                    break
    for index in range(len(rows)):
        if index not in partner and free:
            # A row whose key is wrong: take the rules' row that stands beside its neighbour, else the next free one.
            after = partner.get(index - 1, -1) + 1
            partner[index] = after if after in free else free[0]
            free.remove(partner[index])
    for index, row in enumerate(rows):
        yield row, rules.rows[partner[index]] if index in partner else None
    for other in free:
        yield None, rules.rows[other]
