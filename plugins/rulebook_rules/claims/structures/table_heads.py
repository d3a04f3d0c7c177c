"""Heads of a table's columns, compared with the columns of the rules that its cells print."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.findings import Edit, Place, Remedy
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.structures.cells import agrees
from rulebook_rules.claims.structures.range_series import LabelledRange
from rulebook_syntax.document import Cell, Document
from rulebook_text.lexing.forms import without_numbers
from rulebook_text.lexing.names import beginning, singulars_of
from rulebook_text.naming.spelling import edit_distance
from rulesmod.system import Bands, CellValue, RuleTable

Aligned = tuple[Sequence[Cell], Sequence[CellValue]]
"""A row of the text and the row of the rules that it prints."""
MIN_MISSING = 5
"""Letters of a word from which one that is missing or added is a typo."""
LIKENESS_OF_SLIP = 0.9
"""The likeness of a word with a typo: "Bulid" is more like "Build" than "Build die" is."""


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


def heads_as_named(cells: Sequence[Cell], rules: RuleTable) -> list[str]:
    """Return the heads of a table of the text; other names of a column become its own."""
    others = {singulars_of(other): singulars_of(column) for column, also in rules.heads.items() for other in also}
    return [others.get(head, head) for head in (singulars_of(cell.text) for cell in cells)]


def order_of(heads: Sequence[str], rules: RuleTable) -> list[int] | None:
    """Return which column of a table each column of the rules is, where its heads name each once."""
    names = folded_heads(rules.columns)
    if sorted(heads) != sorted(names) or len(set(names)) < len(names):
        return None
    return [heads.index(name) for name in names]


def order_by_words(header: Sequence[Cell], rules: RuleTable) -> list[int] | None:
    """Match columns of the rules with columns of a table whose heads share words.

    The columns that are left name the rows. None where a column of values has no such head.
    """
    names = [set(without_numbers(name).split()) for name in folded_heads(rules.columns)]
    free = {at: set(without_numbers(singulars_of(cell.text)).split()) for at, cell in enumerate(header)}
    if len(free) != len(names):
        return None
    order = []
    for name in names[rules.keys :]:
        at = max(free, key=lambda at: (_likeness(free[at], name), -at))
        if not _likeness(free.pop(at), name):
            return None
        order.append(at)
    return [*free, *order]


def _likeness(head: Collection[str], name: Collection[str]) -> float:
    """Return the share of the words of a head and a column that both have; one with a typo counts nearly as much."""
    common = sum(max((_is_likely(one, other) for other in name), default=0) for one in head)
    return 2 * common / (len(head) + len(name)) if common else 0


def _is_likely(one: str, other: str) -> float:
    if one == other:
        return 1
    is_slip = len(one) == len(other) or min(len(one), len(other)) >= MIN_MISSING
    return LIKENESS_OF_SLIP if is_slip and edit_distance(one, other, 1) == 1 else 0


def _read_heads(header: Sequence[Cell], rules: RuleTable, aligned: Sequence[Aligned]) -> Iterator[Head]:
    """Judge the heads that name a column; any other one is the writer's own words.

    A head is wrong where it names another column than its cells fit, or has another number than its own.
    """
    names = folded_heads(rules.columns)
    heads = heads_as_named(header[: len(names)], rules)
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


def _heads_of_bounds(document: Document, bounds: LabelledRange) -> tuple[Cell, Cell] | None:
    """Return the heads above a range and its result, if both are cells of one table."""
    at, gifts = bounds.block.span, [label.block.span for label in bounds.labels]
    for table in document.prose.tables:
        for row in table.rows if table.span.contains(at) else ():
            spans = [cell.block.span if cell.block is not None else cell.span for cell in row]
            if at in spans and len(gifts) == 1 and gifts[0] in spans[: len(table.header)]:
                return table.header[spans.index(at)], table.header[spans.index(gifts[0])]
    return None


def head_statements(
    context: Context, kind: Kind, header: Sequence[Cell], rules: RuleTable, aligned: Sequence[Aligned]
) -> Iterator[Statement]:
    """Yield a claim for each head that names a column of the rules; one fault for all that are wrong."""
    heads = sorted(_read_heads(header, rules, aligned), key=lambda head: head.at)
    wrong = [(context.place(header[head.at].span), head) for head in heads if head.wanted is not None]
    faults = (_head_fault(context, rules, wrong),) if wrong else ()
    for head in heads:
        place = context.place(header[head.at].span)
        if place.span.start < place.span.end:
            yield Statement(
                kind,
                place,
                of_kind=rules.name,
                stated=header[head.at].text,
                computed=head.column,
                right=head.wanted is None,
                rule=f"the columns of the {rules.title}",
                derivation=(Step(f"the cells below it are the {head.column} of the {rules.title}", page_text=""),),
                about=head.column,
                faults=faults if head.wanted is not None else (),
            )
            faults = faults if head.wanted is None else ()


def _head_fault(context: Context, rules: RuleTable, wrong: Sequence[tuple[Place, Head]]) -> Fault:
    """Word what is wrong with the heads of a table: all of them are mended at once."""
    source = context.document.source
    written = [source.slice(head.wanted.span) if isinstance(head.wanted, Cell) else head.wanted for _, head in wrong]
    edits = tuple(Edit(place, text or "") for (place, _), text in zip(wrong, written, strict=True))
    title = " and ".join(f"`{edit.text}` instead of `{source.slice(edit.place.span)}`" for edit in edits)
    (place, first), *others = wrong
    said = f"the cells below `{source.slice(place.span)}` are the {first.column} of the rules ({rules.title})"
    beside = tuple(replace(at, message=f"below this is the {head.column}") for at, head in others)
    return Fault((said,), remedies=(Remedy(f"write {title}", edits),), beside=beside, at=place)


def _named_by(heads: Sequence[Cell], bands: Bands) -> Iterator[tuple[bool, ...]]:
    """Yield for each head whether it names the values of ranges, and whether it names what they give."""
    for head in heads:
        yield tuple(beginning(names).search(head.text) is not None for names in bands.heads)


def is_headed_as(document: Document, bounds: LabelledRange, bands: Bands) -> bool:
    """Return whether the heads of a table are those of ranges, each above its own column."""
    heads = _heads_of_bounds(document, bounds)
    return heads is not None and [*_named_by(heads, bands)] == [(True, False), (False, True)]


def heads_of_bands(context: Context, kind: Kind, bounds: LabelledRange, bands: Bands) -> Iterator[Statement]:
    """Yield a claim for the heads of a table that tells ranges: they name the values, and what these give."""
    heads = _heads_of_bounds(context.document, bounds)
    if heads is None:
        return
    of_values, of_gifts = _named_by(heads, bands)
    if of_values == of_gifts or of_values[0] == of_values[1] or of_gifts[0] == of_gifts[1]:
        return  # A head in other words, or one that has the words of both, says nothing.
    right = of_values == (True, False)
    places = [context.place(head.span) for head in heads]
    texts = [context.document.source.slice(place.span) for place in reversed(places)]
    edits = tuple(Edit(place, text) for place, text in zip(places, texts, strict=True))
    remedy = Remedy(f"exchange `{heads[0].text}` and `{heads[1].text}`", edits)
    said = (f"`{heads[0].text}` above the values and `{heads[1].text}` above what they give", "it the other way round")
    yield Statement(
        kind,
        places[0],
        of_kind=bands.name,
        stated=f"{heads[0].text}: {heads[1].text}",
        computed=f"{bands.heads[0][0]}: {bands.heads[1][0]}",
        right=right,
        rule=f"the columns of the {bands.title}",
        of=(places[1],),
        derivation=(Step(f"the ranges are those of the {bands.title}", page_text=""),),
        faults=() if right else (Fault(said, remedies=(remedy,)),),
    )
