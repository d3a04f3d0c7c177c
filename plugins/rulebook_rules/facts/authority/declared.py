"""Tables that an author declares: by a comment `facts: NAME` before them, or in the `facts:` of a `rules.yml`."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate

from rulebook_core.findings import Finding, Place, Remedy
from rulebook_rules.book import Page
from rulebook_rules.facts.things.blocks import sheets_of_blocks
from rulebook_rules.facts.things.sheets import Sheet, sheet_of_table
from rulebook_rules.settings.faults import invalid_setting
from rulebook_syntax.directives import FACTS, Directive, dangling_directive, directives_of, is_meant
from rulebook_syntax.document import Document, Table
from rulesmod.system import FactsTable, System


def declared_sheets(pages: Sequence[Page], system: System | None) -> Iterator[Sheet | Finding]:
    """The tables that pages and their game declare, and a finding for each that is not there."""
    for page in pages:
        yield from _by_comments(page.document)
    for wanted in system.facts if system is not None else ():
        yield _by_rules(wanted, pages)


def declares(document: Document) -> bool:
    """Return whether a comment of a page declares a table."""
    return any(_declares(one) for one in directives_of(document))


def _declares(directive: Directive) -> bool:
    return directive.keyword == FACTS and not directive.misspelt and is_meant(directive)


def _by_comments(document: Document) -> Iterator[Sheet | Finding]:
    for directive in directives_of(document):
        if _declares(directive):
            table = _behind(document, directive)
            sheet = sheet_of_table(document, table, directive.rest, is_declared=True) if table is not None else None
            section = document.section_at(directive.place.span.start)
            sheet = sheet or _of_blocks(document, {section}, directive.rest, directive.place.span.end)
            if sheet is not None:
                yield sheet
                continue
            fact = "no table with named rows and no list of things with values follows this comment"
            remedy = Remedy("put it right before its table or list")
            yield dangling_directive(directive.place, fact, remedies=(remedy,))


def _behind(document: Document, directive: Directive) -> Table | None:
    """The first table behind a comment and under the same heading."""
    tables, at = document.prose.tables, directive.place.span
    reached = [*accumulate((table.span.end for table in tables), max)]
    index = bisect_right(reached, at.end)
    if index == len(tables) or document.section_at(tables[index].span.start) > document.section_at(at.start):
        return None
    return tables[index]


def _by_rules(wanted: FactsTable, pages: Sequence[Page]) -> Sheet | Finding:
    path = posixpath.normpath(wanted.page)
    for page in pages:
        if f"/{page.uri}".endswith(f"/{path}"):
            for table in page.document.prose.tables:
                if wanted.id in ids_of(page.document, table):
                    sheet = sheet_of_table(page.document, table, wanted.name, is_declared=True)
                    if sheet is not None:
                        return _as_declared(sheet, wanted)
            if (sheet := _of_section(page.document, wanted)) is not None:
                return _as_declared(sheet, wanted)
    place = wanted.stated_at
    assert isinstance(place, Place)
    fact = f"the book has no table with named rows at `{wanted.page}#{wanted.id}`"
    return invalid_setting(place, fact, remedies=(Remedy("write its page and its id, or that of its section"),))


def _of_section(document: Document, wanted: FactsTable) -> Sheet | None:
    """The list or the stat blocks of the section with an id."""
    index = next((at for at, heading in enumerate(document.headings) if heading.id == wanted.id), None)
    if index is None:
        return None
    sections = {at for at in range(len(document.headings)) if index in document.above(at)}
    return _of_blocks(document, sections, wanted.name, document.headings[index].span.end)


def _of_blocks(document: Document, sections: Collection[int], name: str, behind: int) -> Sheet | None:
    """The things with labelled values of some sections, behind an offset; their name says what they are."""
    for sheet in sheets_of_blocks(document, min_labels=1):
        start = sheet.span.span.start if sheet.span is not None else -1
        if start >= behind and document.section_at(start) in sections:
            return sheet._replace(name=name, noun=name, is_declared=True)
    return None


def ids_of(document: Document, table: Table) -> Iterator[str]:
    """The ids that a declaration may call a table by: its own and those of the headings above it."""
    if table.id:
        yield table.id
    yield from (document.headings[index].id for index in document.above(table.section))


def _as_declared(sheet: Sheet, wanted: FactsTable) -> Sheet | Finding:
    """A table with the units and names of its file, or a finding about a unit of no column."""
    strange = next((head for head in wanted.units if head not in sheet.attributes), None)
    if strange is not None:
        assert isinstance(wanted.stated_at, Place)
        remedy = Remedy("the columns are " + ", ".join(f"`{head}`" for head in sheet.attributes))
        fact = f"the table `{wanted.page}#{wanted.id}` has no column `{strange}`"
        return invalid_setting(wanted.stated_at, fact, remedies=(remedy,))
    rows = tuple(row._replace(also=tuple(wanted.also.get(row.name, ()))) for row in sheet.rows)
    return sheet._replace(rows=rows, units=wanted.units, is_whole=wanted.is_whole)
