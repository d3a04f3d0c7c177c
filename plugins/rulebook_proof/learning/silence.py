"""Say why the numbers of a table are silent: no claim was made of them, and none was looked for."""

from __future__ import annotations

from itertools import pairwise

from rulebook_core.source import Span
from rulebook_rules.claims.structures.columns import columns_of, silence_of
from rulebook_rules.claims.structures.partition import judge
from rulebook_syntax.document import Document
from rulesmod.system import System


def silence_at(document: Document, system: System, span: Span) -> str:
    """Return why no claim is made of a range in a table; empty outside of ranges."""
    for table in document.prose.tables:
        for row in table.rows if table.span.contains(span) else ():
            number = next((at for at, cell in enumerate(row) if cell.span.contains(span)), None)
            if number is not None:
                return silence_of(table, number) or _unmeant(document, system, row[number].span)
    return ""


def _unmeant(document: Document, system: System, cell: Span) -> str:
    for series in columns_of(document, system):
        if any(row.block.span == cell or cell.contains(row.block.span) for row in series.rows):
            if judge(series) is not None:
                return ""
            ranges = [row.range for row in series.rows]
            if series.domain is None and all(one.is_single for one in ranges):
                return "each row has a single value, and no dice in the head say that none may be missing"
            if series.domain is None and all(a.high is not None and b.low == a.high + 1 for a, b in pairwise(ranges)):
                return "each value is in one row, but neither dice in the head nor a game say that it must be"
            dice = f"of {series.domain.title}" if series.domain is not None else "from the first to the last"
            return f"so many numbers {dice} are in none or in several of its ranges that this was meant"
    return ""
