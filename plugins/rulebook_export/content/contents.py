"""Read a book into what other tools take of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from math import lcm

from rulebook_core.source import Source
from rulebook_core.system.machine import relative
from rulebook_export.content.statblocks import StatBlock, stat_blocks
from rulebook_export.conversion import to_markdown
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.structures.randomtables import RandomTable, random_tables
from rulebook_syntax.dialects import ReadingOptions, read
from rulebook_syntax.document import Document
from rulesmod.records import record
from rulesmod.system import StatBlock as EntryBlock


@record
class RollableRow:
    """A row of a table: what it gives from `low` to `high`, and its `weight` among the others."""

    low: int
    high: int
    text: str
    weight: int


@record
class Rollable:
    """A table that is rolled on: its dice as players type them, and its rows."""

    id: str
    title: str
    dice: str
    rows: tuple[RollableRow, ...]
    last_line: int


@record
class PlainTable:
    """A table as it is printed; `is_rolled` where it is a `Rollable` as well."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@record
class PageContent:
    """A page as Markdown, without front matter, and what is in it.

    Attributes:
        name: its path among the other pages, without its ending.
        creatures: its stat blocks, and the entries that its game has fields of.
    """

    name: str
    title: str
    text: str
    document: Document
    rollables: tuple[Rollable, ...]
    tables: tuple[PlainTable, ...]
    blocks: tuple[StatBlock, ...]
    creatures: tuple[StatBlock, ...]


def contents(book: Book) -> Iterator[PageContent]:
    """Yield the contents of each page that a command is about."""
    pages = [page for page in book.pages if page.reported]
    top = os.path.commonpath([os.path.dirname(os.path.abspath(page.uri)) for page in pages]) if pages else ""
    for page in pages:
        name = relative(page.uri if os.path.isabs(page.uri) else os.path.abspath(page.uri), top)
        yield _content(book, page, os.path.splitext(name)[0])


def _content(book: Book, page: Page, name: str) -> PageContent:
    whole = to_markdown(book, page)
    document = read(Source(page.document.source.path, whole), options=ReadingOptions(system=page.system))
    text = whole[document.body.start :].lstrip("\n")
    cut = whole[: len(whole) - len(text)].count("\n")
    title = document.headings[0].title if document.headings else os.path.basename(name)
    rollables = tuple(_rollables(random_tables(document, page.system), document, cut))
    blocks = tuple(stat_blocks(text))
    creatures = (*blocks, *_entries(page))
    return PageContent(
        name,
        title,
        text,
        document,
        rollables=rollables,
        tables=tuple(_tables(document)),
        blocks=blocks,
        creatures=creatures,
    )


def _entries(page: Page) -> Iterator[StatBlock]:
    """The entries of a page whose game says which values they have."""
    kinds = {kind.kind for kind in page.system.entries if isinstance(kind, EntryBlock)} if page.system else set()
    for entity in page.document.entities:
        if entity.kind in kinds and entity.fields:
            yield StatBlock(entity.title, 0, 0, values={name: str(value) for name, value in entity.fields.items()})


def _rollables(tables: Sequence[RandomTable], document: Document, cut: int) -> Iterator[Rollable]:
    for table in tables:
        chances = table.odds()
        whole = lcm(*(chance.denominator for chance in chances if chance is not None))
        rows = tuple(
            RollableRow(
                min(row.faces),
                max(row.faces),
                " | ".join(label.text for label in row.labelled.labels).strip(),
                int(chance * whole) if chance is not None else len(row.faces),
            )
            for row, chance in zip(table.rows, chances, strict=True)
            if row.faces
        )
        if table.across is None and rows:
            end = max(row.labelled.block.span.end for row in table.rows)
            last = document.source.position(max(0, end - 1)).line - 1 - cut
            yield Rollable(table.id, table.title or table.dice, table.dice, rows, last)


def _tables(document: Document) -> Iterator[PlainTable]:
    for table in document.prose.tables:
        section = document.headings[table.section].title if 0 <= table.section < len(document.headings) else ""
        header = tuple(cell.text for cell in table.header)
        yield PlainTable(
            table.caption or section, header, tuple(tuple(cell.text for cell in row) for row in table.rows)
        )
