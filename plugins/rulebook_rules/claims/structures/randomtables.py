"""Random tables: what a page has to be rolled on, with the dice that decide and what each of their faces gives.

A table is one where a cell of its header names dice, and the cells below hold all that they can show, each once; so
is a sentence such as "roll on d6: 1) nothing, 2.. 5) a scratch, 6) a hit", and a numbered list below a die of as many
faces.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_core.spans import Spread, Stretches
from rulebook_rules.claims.model import Expression
from rulebook_rules.claims.structures.crossed import crossed_tables
from rulebook_rules.claims.structures.dice_range import (
    Outcomes,
    are_held_once,
    domain_of_dice,
    domain_of_sum,
    faces_of_ranges,
)
from rulebook_rules.claims.structures.head_dice import dice_of_digits, domain_of_digits
from rulebook_rules.claims.structures.numbered import numbered_lists
from rulebook_rules.claims.structures.range_series import LabelledRange, Series, Words
from rulebook_rules.claims.structures.series import series_of
from rulebook_rules.claims.structures.worded_rows import WordedTable
from rulebook_rules.claims.structures.worded_tables import worded_tables
from rulebook_syntax.document import Block, Document, Entity, Part
from rulebook_text.lexing.prefilter import may_roll_on_tables
from rulebook_text.lexing.ranges import whole_range
from rulebook_text.lexing.roll_again import roll_again
from rulebook_text.lexing.rollable import is_rolled
from rulesmod.dice import Tail, distribution
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.records import record
from rulesmod.system import NotationError, System

MAX_TITLE = 60


@record
class RandomRow:
    """A row of a random table: faces and what they give.

    Attributes:
        told: the range, and the words that say what it gives.
        span: what shows that this row came up: the range, and in a sentence its words as well.
        faces: the totals of the dice that it holds.
        again: how many further rolls on the same table it asks for.
        without: faces that do not count in these.
        is_open: whether it holds all totals above its last face as well.
    """

    labelled: LabelledRange
    span: Span
    faces: frozenset[int]
    again: int = 0
    without: frozenset[int] = frozenset()
    is_open: bool = False


@record
class RandomTable:
    """A table that is rolled on.

    Attributes:
        id: unique on its page; as long as its words stay, it stays.
        title: what readers call it.
        place: where the dice stand.
        system: whose notation they are in.
        dice: in its canonical form.
        rows: in the order of the text.
        is_told: whether it is told in a sentence or a list, and no table.
        is_across: whether its ranges stand in the head, and what they give in the columns below.
        apart: its dice as readers know them, if each of them is read by itself, as a digit of the total.
        across: a second die and the columns that it decides between, in a table that is crossed by two.
    """

    id: str
    title: str
    place: Place
    system: System
    dice: str
    rows: tuple[RandomRow, ...]
    is_text: bool
    is_across: bool = False
    across: tuple[str, tuple[RandomRow, ...]] | None = None
    apart: str = ""

    def odds(self) -> Sequence[Fraction | None]:
        """Return the chance of each row; None where only a value of the reader's completes the dice."""
        try:
            program = self.system.notation.program(self.system.notation.parse(self.dice))
        except NotationError:
            return [None] * len(self.rows)
        rolled = [(outcome[program.main], chance) for outcome, chance in distribution(program).rows]
        shown = [(value.bound if isinstance(value, Tail) else value, chance) for value, chance in rolled]
        return [sum((chance for value, chance in shown if value in row.faces), Fraction(0)) for row in self.rows]


def _spans_of_cells(document: Document) -> dict[int, Span]:
    """Return the span of its table for the identity of each cell's block."""
    cells = (
        (table.span, cell) for table in document.prose.tables for row in (table.header, *table.rows) for cell in row
    )
    return {id(cell.block): span for span, cell in cells if cell.block is not None}


def random_tables(document: Document, system: System | None) -> Sequence[RandomTable]:
    """All tables of a page that are rolled on, in its order; the game may have dice of its own at their heads."""
    if not may_roll_on_tables(document.source.in_plain_signs):
        return ()
    used: Counter[str] = Counter()
    entries = Spread((entity.span, entity) for entity in document.entities)
    spans = _spans_of_cells(document)
    parts = {part.span: part for part in reversed(document.prose.parts)}

    def read(series: Series, own_title: str = "") -> RandomTable | None:
        span = spans.get(id(series.rows[0].block))
        title, name = _names(document, series.rows[0].block, parts.get(span) if span else None, entries)
        return _table(document, system, series, (own_title or title, name), used, is_text=span is None)

    results = [*filter(None, map(read, series_of(document, system)))]
    stretches = Stretches(table.place.span for table in results)
    for listed in numbered_lists(document):
        if listed.dice and not stretches.meets(listed.dice.span):
            results += filter(None, [read(listed, _line_above(listed))])
    for crossed in crossed_tables(document):
        if crossed.down is None:
            table = read(crossed.across)
            results += [replace(table, is_across=True)] if table else []
        elif (table := read(crossed.down)) and (other := _dice_of(crossed.across, system)):
            columns = tuple(_rows(crossed.across, other[0], is_text=False))
            results = [one for one in results if one.place.span != table.place.span]
            results.append(replace(table, across=(other[2], columns)))
    for worded in worded_tables(document):
        results, is_taken = _beside(worded, results)
        if is_taken:
            title, name = _names(document, worded.rows[0].labelled.block, parts.get(worded.table.span), entries)
            results.append(_of_words(document, worded, title, _unused(name, used)))
    return sorted(results, key=lambda table: table.place.span)


def _beside(worded: WordedTable, results: list[RandomTable]) -> tuple[list[RandomTable], bool]:
    """Return the tables that stay beside one of words, and whether that one is not read otherwise already."""
    span, above = worded.table.span, worded.named.span
    if not span.contains(above) and any(above.meets(one.place.span) for one in results):
        if domain_of_dice(worded.dice) is not None:
            return results, False
        # The die alone fits its rows as well, but the reader's value is added to it.
        results = [one for one in results if not above.meets(one.place.span)]
    others = [one for one in results if not span.contains(one.place.span)]
    is_new = len(others) == len(results) or worded.is_of_two_columns
    return (others if is_new else results), is_new


def _of_words(document: Document, worded: WordedTable, title: str, id_: str) -> RandomTable:
    return RandomTable(
        id=id_,
        title=title,
        place=Place(document.source, worded.named.span),
        system=PLAIN,
        dice=worded.dice,
        rows=tuple(
            _random_row(row.labelled, row.labelled.block.span, row.faces, is_open=row.is_open) for row in worded.rows
        ),
        is_text=False,
        apart=worded.apart,
    )


def _line_above(listed: Series) -> str:
    """Return the line above a numbered list if it can be its title."""
    block = listed.dice.block if listed.dice is not None else None
    text = block.text.text.strip(" :*_") if block is not None and block.kind != "heading" else ""
    return text if len(text) <= MAX_TITLE else ""


def rolled_with_rows(tables: Sequence[RandomTable], expressions: Sequence[Expression]) -> frozenset[Span]:
    """Return where the expressions stand that are rolled when their row comes up."""
    results = sorted(expressions, key=_start)
    rolled = set()
    for words in results_of(tables):
        text = words.block.text
        first, last = (bisect_left(results, at, key=_start) for at in text.span(words.start, words.end))
        for expression in results[first:last]:
            span, start = expression.place.span, text.index(_start(expression))
            is_shown = start < words.end and text.span(start, start + 1).start < span.end
            if is_shown and is_rolled(text.text, start, start + len(expression.text)):
                rolled.add(span)
    return frozenset(rolled)


def _start(expression: Expression) -> int:
    return expression.place.span.start


def results_of(tables: Sequence[RandomTable]) -> Iterator[Words]:
    """Yield the texts of all rows."""
    return (words for table in tables for row in table.rows for words in row.labelled.labels if words.end > words.start)


def _table(
    document: Document,
    system: System | None,
    series: Series,
    names: tuple[str, str],
    used: Counter[str],
    *,
    is_text: bool,
) -> RandomTable | None:
    """Build the random table of a series."""
    if series.dice is None or not any(words.text.strip() for row in series.rows for words in row.labels):
        return None
    if (read := _dice_of(series, system)) is None:
        return None
    domain, game, dice = read
    title, name = names
    return RandomTable(
        id=_unused(name, used),
        title=title,
        place=Place(document.source, series.dice.span),
        system=game,
        dice=dice,
        rows=tuple(_rows(series, domain, is_text=is_text)),
        is_text=is_text,
    )


def _unused(name: str, used: Counter[str]) -> str:
    """Return a name that no table of the page has yet."""
    id_ = name
    while used[id_]:
        used[name] += 1
        id_ = f"{name}-{used[name]}"
    used[id_] = 1
    return id_


def _dice_of(series: Series, system: System | None) -> tuple[Outcomes, System, str] | None:
    """Return the totals of a series' dice, the system of their notation, and their text.

    None if its ranges do not hold each total once.
    """
    domain, named = series.domain, series.dice
    if domain is None or named is None or not are_held_once(domain, [row.range for row in series.rows]):
        return None
    read = _dice(domain, named, system)
    return (domain, *read) if read else None


def _dice(domain: Outcomes, named: Words, system: System | None) -> tuple[System, str] | None:
    """Whose notation the dice are in, and how they are written there."""
    if domain in (domain_of_sum(domain.title), domain_of_dice(domain.title), domain_of_digits(domain.title)):
        try:
            dice = domain.title if domain_of_digits(domain.title) != domain else dice_of_digits(domain.title)
            return PLAIN, PLAIN.notation.format(PLAIN.notation.parse(dice))
        except NotationError:
            return None  # more faces, or more dice, than anybody rolls
    if system is None:
        return None
    return system, system.notation.format(system.notation.parse(named.text.strip()))


def _names(document: Document, first: Block, part: Part | None, entries: Spread[Entity]) -> tuple[str, str]:
    """Return the title of a table, and its name in links. Its caption, its entry, its section."""
    entry = entries.around(first.span)
    heading = document.headings[first.section] if first.section >= 0 else None
    title = part.title if part else ""
    title = title or (entry.title if entry else heading.title if heading else "")
    name = part.id if part else entry.id if entry else heading.id if heading else "table"
    return title, name


def _rows(series: Series, domain: Outcomes, *, is_text: bool) -> Iterator[RandomRow]:
    faces = faces_of_ranges(domain, [row.range for row in series.rows])
    for row, holds in zip(series.rows, faces, strict=True):
        if not holds:
            continue  # rolls with a number added get there, this one does not
        end = max([row.range.end, *(words.end for words in row.labels if words.block is row.block)])
        text = row.block.text
        is_shown = row.range.end > row.range.start  # The number of an item is the page's own.
        span = text.span(row.range.start, end if is_text else row.range.end) if is_shown else row.block.span
        yield _random_row(row, span, holds, domain, is_open=domain.is_open and domain.last in holds)


def _random_row(
    row: LabelledRange, span: Span, holds: frozenset[int], domain: Outcomes | None = None, *, is_open: bool
) -> RandomRow:
    """Build a row, with the order to roll again that its words may end with."""
    order = next((again for words in row.labels if (again := roll_again(words.text))), None)
    if order is None:
        return RandomRow(row, span, holds, is_open=is_open)
    other = whole_range(order.without) if order.without and domain else None
    without = frozenset[int]()
    if order.is_without_this:
        without = holds
    elif other and domain:
        without = faces_of_ranges(domain, [other])[0]
    return RandomRow(row, span, holds, order.times, without, is_open)
