"""Columns that earn belief: two with one head that agree on nearly all names, of tables or of a table and the text.

Nobody has declared them. Names repeat, and levels, editions and variants differ, so that a name alone proves nothing:
the evidence is that of a pair of columns.
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_rules.facts.authority.units import with_units
from rulebook_rules.facts.comparing import Verdict, agreement
from rulebook_rules.facts.model import Bound, Key
from rulebook_rules.facts.reading.pages import Said, said_of
from rulebook_rules.facts.reading.values import cell_value
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.blocks import sheets_of_blocks
from rulebook_rules.facts.things.register import Register, Thing
from rulebook_rules.facts.things.sheets import Sheet, SheetCell, sheet_of_table, transposed
from rulebook_syntax.document import Document, Table
from rulebook_text.lexing.word_tokens import DIGIT

MIN_AGREEING = 4
MIN_RATIO = 4
"""Names that must agree for each one that differs."""
MIN_ROWS = 4
MAX_PASSAGE = 100
"""Characters between two values of one passage."""
MIN_LETTERS = 3
YEAR_DIGITS = 4
_TEXT = -1
_COMPARED = ("number", "dice")
_WORD = lazily(r"[^\s,.:;()*_|]+")
_TABLE_MARKS = ("|", "<td", "---")


class _Pair(NamedTuple):
    """Two sources of values: a table by its number, and another one or the text."""

    first: int
    second: int


def sheets_of_things(document: Document) -> tuple[Sheet, ...]:
    """The tables and stat blocks of a page that give things values: names, and numbers or dice with labels."""
    text = document.source.text
    if DIGIT.search(text) is None:
        return ()
    return *_sheets_of_tables(document, text), *sheets_of_blocks(document)


def _sheets_of_tables(document: Document, text: str) -> Iterator[Sheet]:
    if not any(mark in text for mark in _TABLE_MARKS):
        return
    for table in document.prose.tables:
        sheet = _sheet(document, table)
        if sheet is None or not _has_names(sheet):
            continue  # A name that stands twice is a kind, and a row without one is a level or a roll.
        wording = wording_of(text)
        columns = [index for index in range(len(sheet.attributes)) if _has_values(sheet, index, wording)]
        if columns:
            yield _with_columns(sheet, columns)


def _sheet(document: Document, table: Table) -> Sheet | None:
    """A table as a sheet, turned where its head has names and no noun; None where it has too few things."""
    sheet = sheet_of_table(document, table)
    if sheet is None or len(sheet.rows) < len(table.rows) or any(head[:1].isdigit() for head in sheet.attributes):
        return None  # A head that is a number is a value of a label.
    turned = transposed(sheet) if not sheet.noun and len(sheet.attributes) >= MIN_ROWS else None
    if turned is not None and len(turned.rows) == len(sheet.attributes):
        return turned
    return sheet if len(sheet.rows) >= MIN_ROWS else None


def _has_names(sheet: Sheet) -> bool:
    return all(sum(map(str.isalpha, row.name)) >= MIN_LETTERS for row in sheet.rows)


def _has_values(sheet: Sheet, index: int, wording: Wording) -> bool:
    values = [cell_value(cell.text, wording) for row in sheet.rows if (cell := row.cells[index]) is not None]
    return 2 * sum(value is not None and value.kind in _COMPARED for value in values) > len(sheet.rows)


def _with_columns(sheet: Sheet, columns: Sequence[int]) -> Sheet:
    rows = tuple(row._replace(cells=tuple(row.cells[index] for index in columns)) for row in sheet.rows)
    return sheet._replace(attributes=tuple(sheet.attributes[index] for index in columns), rows=rows)


class Believed(NamedTuple):
    """Comparisons of columns that agree on enough names, and the pages compared."""

    verdicts: Sequence[Verdict]
    pages: Sequence[Page]


def believed(pages: Sequence[Page], sheets: Sequence[Sheet], wording: Wording, known: Register) -> Believed:
    """Compare columns of tables with each other and with the text.

    Args:
        pages: those that may be of one book.
        sheets: their tables of things.
        wording: of their language.
        known: the things that have an authority already.
    """
    sheets = with_units(sheets, [page.document for page in pages], wording)
    register = Register(wording, sheets, is_strict=True)
    tables = {cell.place: number for number, sheet in enumerate(sheets) for cell in _cells(sheet)}
    pairs: dict[_Pair, list[Verdict]] = defaultdict(list)
    having: list[Page] = []
    for page in pages if register.things else ():
        judged = [*_pairs(page, register, tables, known)]
        having += [page] if judged else []
        for pair, verdict in judged:
            pairs[pair].append(verdict)
    verdicts: dict[Place, Verdict] = {}
    kinds = _tables_of_kinds(pairs)
    for pair, own in pairs.items():
        if not kinds.isdisjoint(pair):
            continue
        agreeing = {verdict.said.place.source for verdict in own if verdict.agrees}
        for verdict in _believed(own):
            # A page that agrees on no name may have other things of the same names.
            if verdict.said.place.source in agreeing:
                verdicts.setdefault(verdict.said.place, verdict)
    return Believed([*verdicts.values()], having)


def _tables_of_kinds(pairs: Mapping[_Pair, Sequence[Verdict]]) -> frozenset[int]:
    """Return the tables that differ from most others with their names: each has a thing, as "Str 8, Dex 14" does."""
    votes = Counter[int]()
    for pair, own in pairs.items():
        if _TEXT not in pair and len({one.said.place for one in own}) >= MIN_AGREEING:
            votes.update(dict.fromkeys(pair, 1 if next(_believed(own), None) is not None else -1))
    return frozenset(table for table, vote in votes.items() if vote < 0)


def _pairs(
    page: Page, register: Register, tables: Mapping[Place | None, int], known: Register
) -> Iterator[tuple[_Pair, Verdict]]:
    """Values of a page beside those of tables, by the pair of columns."""
    for said in _once(said_of(page.document, register), tables):
        for verdict in _verdicts(said, register, known):
            second = tables.get(said.place, _TEXT)
            first = tables.get(verdict.stated.place, _TEXT)
            if first not in (_TEXT, second) and (second == _TEXT or first < second):
                yield _Pair(first, second), verdict


def may_name(page: Page, sheets: Sequence[Sheet]) -> bool:
    """Return whether the text of a page may name a thing of some tables with a number."""
    text = page.document.source.text
    firsts = {row.name.split()[0] for sheet in sheets for row in sheet.rows}
    return DIGIT.search(text) is not None and not firsts.isdisjoint(_WORD.findall(text))


def _once(sayings: Iterable[Said], tables: Mapping[Place | None, int]) -> Iterator[Said]:
    """Values without those of which a thing has two in one passage: one on each of two scales, or before and behind."""
    last: dict[tuple[Key, Key], list[Said]] = defaultdict(list)
    for one in sayings:
        if one.place in tables:
            yield one
        else:
            last[one.things[0].key, one.attribute].append(one)
    for said in last.values():
        for one in said:
            near = [other for other in said if _is_near(one.place, other.place)]
            if all(other.value.agrees(one.value) for other in near):
                yield one


def _is_near(place: Place, other: Place) -> bool:
    return abs(place.span.start - other.span.start) <= MAX_PASSAGE


def _cells(sheet: Sheet) -> Iterator[SheetCell]:
    for row in sheet.rows:
        yield from (cell for cell in row.cells if cell is not None)


def _verdicts(said: Said, register: Register, known: Register) -> Iterator[Verdict]:
    """Compare a value with every table that has the thing."""
    thing = said.things[0]
    is_plain = said.bound is Bound.EXACTLY and not said.when and said.share is None and said.is_sure
    if said.value.kind not in _COMPARED or not is_plain or _is_known(thing, said.attribute, known):
        return
    for stated in register.stated(thing, said.attribute):
        place = stated.place
        if place is not None and place != said.place and may_be_of_one_book(place, said.place):
            agrees = agreement(said, stated, thing.attributes[said.attribute].unit, register)
            if agrees is not None:
                yield Verdict(said, thing, stated, agrees)


def _is_known(thing: Thing, attribute: Key, known: Register) -> bool:
    other = known.things.get(thing.key)
    return other is not None and attribute in other.attributes


def may_be_of_one_book(place: Place, other: Place) -> bool:
    """Return whether two places are of one edition, in one folder or one below it."""
    if _years(place.source.path) != _years(other.source.path):
        return False
    folders = sorted((posixpath.dirname(place.source.path), posixpath.dirname(other.source.path)), key=len)
    return folders[0] in ("", folders[1]) or folders[1].startswith(folders[0] + "/")


def _years(path: str) -> frozenset[str]:
    """Return the years in a path, as in "rules-2021.md": the edition of its text."""
    runs = ("".join(run) for is_digits, run in groupby(path, str.isdecimal) if is_digits)
    return frozenset(run for run in runs if len(run) == YEAR_DIGITS and run[:2] in ("19", "20"))


def _believed(verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    """Yield the verdicts of two sources that agree enough, without columns that differ."""
    agreeing, differing = _values(verdicts, agrees=True), _values(verdicts, agrees=False)
    if len(agreeing) < MIN_AGREEING or len(agreeing) < MIN_RATIO * len(differing):
        return
    for verdict in verdicts:
        attribute = verdict.said.attribute
        same, others = (sum(one == attribute for _, one in values) for values in (agreeing, differing))
        if verdict.agrees or others == 1 or same >= MIN_RATIO * others:
            yield verdict


def _values(verdicts: Sequence[Verdict], *, agrees: bool) -> set[tuple[Key, Key]]:
    return {(one.thing.key, one.said.attribute) for one in verdicts if one.agrees is agrees}
