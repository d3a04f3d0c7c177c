"""Tables worth declaring: those whose values the rest of the book repeats."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.authority.declared import ids_of
from rulebook_rules.facts.authority.units import units_of
from rulebook_rules.facts.comparing import Verdict, agreement
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.pages import Said, said_of
from rulebook_rules.facts.reading.values import cell_value
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.register import Register
from rulebook_rules.facts.things.sheets import Sheet, sheet_of_table
from rulebook_rules.facts.wholes.bundles import sums_in_tables
from rulebook_rules.facts.wholes.counts import counts_in
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.kinds import declared_kinds, lexicon_of
from rulebook_rules.facts.wholes.texts import sentences_in
from rulebook_syntax.document import Document, Table
from rulebook_text.lexing.names import words_of

MIN_ROWS = 3
MIN_AGREEING = 2
MIN_RATIO = 4
"""Values that must agree for each one that differs."""
MIN_LETTERS = 3


class Candidate(NamedTuple):
    """A table of things with the address by which a `rules.yml` may declare it."""

    sheet: Sheet
    address: str
    title: str


class Repeated(NamedTuple):
    """A value that a page states and a table has."""

    said: Place
    stated: Place
    agrees: bool


def tables_of_things(text: Text, known: Collection[Place]) -> Iterator[Learned]:
    """The tables whose values occur elsewhere, those with most of them first.

    Args:
        text: the pages.
        known: the places that are compared with an authority already.
    """
    tables = [one for page in text.pages for one in _candidates(page.document, page.uri, text.wording)]
    heads = {key_of(head, text.wording) for one in tables for head in one.sheet.attributes}
    candidates = [one for one in tables if not _is_turned(one.sheet, heads, text.wording)]
    repeated = _repeated(text, [one.sheet for one in candidates])
    covered = {*known}
    names: set[str] = set()
    while repeated:
        open_values = {at: [one for one in own if one.said not in covered] for at, own in repeated.items()}
        best = max(open_values, key=lambda at: sum(one.agrees for one in open_values[at]))
        agreeing = [one for one in open_values[best] if one.agrees]
        if len(agreeing) < MIN_AGREEING:
            return
        own = repeated.pop(best)
        differing = sum(not one.agrees for one in own)
        if len(agreeing) < MIN_RATIO * differing:
            continue
        candidate = candidates[best]
        covered |= {place for one in own for place in (one.said, one.stated)}
        yield _table_of(text, candidate, _name(candidate, names), len(agreeing), differing)


def _table_of(text: Text, candidate: Candidate, name: str, agreeing: int, differing: int) -> Learned:
    assert candidate.sheet.span is not None
    reason = f"{agreeing} values elsewhere agree" + (f", {differing} differ" if differing else "")
    things = tuple(row.name for row in candidate.sheet.rows)
    documents = [page.document for page in text.pages]
    units = units_of([candidate.sheet], documents, text.wording)
    counted = ", ".join(f"{quoted(head)}: {quoted(unit)}" for head, unit in units.items())
    line = f"{{table: {candidate.address}, units: {{{counted}}}}}" if units else candidate.address
    return Learned("facts", name, (f"{name}: {line}",), candidate.sheet.span, reason, things)


def _candidates(document: Document, uri: str, wording: Wording) -> Iterator[Candidate]:
    sheets = [(table, sheet_of_table(document, table)) for table in document.prose.tables]
    named = [(table, sheet) for table, sheet in sheets if sheet is not None]
    first: dict[str, Table] = {}
    for table, _ in named:
        for id_ in ids_of(document, table):
            first.setdefault(id_, table)
    for table, sheet in named:
        if not MIN_ROWS <= len(sheet.rows) == len(table.rows) or not _is_of_things(sheet, wording):
            continue
        id_ = next((one for one in ids_of(document, table) if first[one] is table), "")
        if id_:
            path = document.section_path(table.section)
            yield Candidate(sheet, _plain(f"{uri}#{id_}"), table.caption or (path[-1] if path else ""))


def _plain(address: str) -> str:
    """An address as YAML takes it within braces."""
    return address if re.fullmatch(r"[\w./][\w./# -]*", address) else json.dumps(address, ensure_ascii=False)


def _is_turned(sheet: Sheet, heads: Collection[Key], wording: Wording) -> bool:
    """Return whether most rows of a table are columns of others: its things are its heads."""
    return 2 * sum(key_of(row.name, wording) in heads for row in sheet.rows) > len(sheet.rows)


def _is_of_things(sheet: Sheet, wording: Wording) -> bool:
    """Return whether all rows name things and a column has numbers or dice."""
    if not sheet.noun:
        return False
    if any(sum(map(str.isalpha, row.name)) < MIN_LETTERS or wording.is_total(row.name) for row in sheet.rows):
        return False
    return any(_has_values(sheet, at, wording) for at in range(len(sheet.attributes)))


def _has_values(sheet: Sheet, index: int, wording: Wording) -> bool:
    values = [cell_value(cell.text, wording) for row in sheet.rows if (cell := row.cells[index]) is not None]
    return 2 * sum(value is not None and value.kind in ("number", "dice") for value in values) > len(sheet.rows)


def _repeated(text: Text, sheets: Sequence[Sheet]) -> dict[int, list[Repeated]]:
    """The values of pages that tables have, by the number of the table."""
    register = Register(text.wording, sheets)
    tables: Mapping[Place, int] = {
        cell.place: number
        for number, sheet in enumerate(sheets)
        for row in sheet.rows
        for cell in row.cells
        if cell is not None and cell.place is not None
    }
    results: dict[int, list[Repeated]] = defaultdict(list)
    spans = {sheet.span: number for number, sheet in enumerate(sheets)}
    for one in _counts(text, sheets):
        if one.authority is not None and one.authority in spans:
            results[spans[one.authority]].append(Repeated(one.place, one.authority, not one.is_wrong))
    for page in text.pages if register.things else ():
        for one in sums_in_tables(page.document, register):
            if one.authority is not None and one.authority in tables:
                results[tables[one.authority]].append(Repeated(one.place, one.authority, not one.is_wrong))
        for said in said_of(page.document, register):
            for repeated in _agreeing(said, register):
                number = tables[repeated.stated]
                if tables.get(said.place) != number:
                    results[number].append(repeated)
    return results


def _agreeing(said: Said, register: Register) -> Iterator[Repeated]:
    """The statements of tables that a value is compared with for sure."""
    thing = said.things[0]
    for stated in register.stated(thing, said.attribute):
        agrees = agreement(said, stated, thing.attributes[said.attribute].unit, register)
        if stated.place is not None and agrees is not None and Verdict(said, thing, stated, agrees).is_firm:
            yield Repeated(said.place, stated.place, agrees)


def _counts(text: Text, sheets: Sequence[Sheet]) -> Iterator[Difference]:
    """The numbers that say how many things tables have: "the four wards"."""
    declared = Register(text.wording, [sheet._replace(is_declared=True) for sheet in sheets])
    kinds = [*declared_kinds(declared)]
    nouns, listed = lexicon_of(kinds), frozenset(kind.noun for kind in kinds)
    for page in text.pages if nouns else ():
        for sentence in sentences_in(page.document, text.wording, is_numbered=True):
            if nouns.may_hold({token.stem for token in sentence.tokens}):
                yield from counts_in(sentence, nouns, text.wording, listed)


def _name(candidate: Candidate, names: set[str]) -> str:
    """A name for the line: the head of its names, or what the table is called."""
    title, noun = ("-".join(words_of(text).split()) for text in (candidate.title, candidate.sheet.noun))
    name = noun if noun and noun not in names else title or noun or "things"
    count, unique = 2, name
    while unique in names:
        unique, count = f"{name}-{count}", count + 1
    names.add(unique)
    return unique
