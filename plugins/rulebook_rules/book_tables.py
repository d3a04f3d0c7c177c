"""Tables that the book has and the rules look up in: found in its pages, and given to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rulebook_core.findings import Finding, Remedy
from rulebook_rules.book import Page
from rulebook_rules.settings.faults import invalid_setting
from rulebook_syntax.document import Document, Table
from rulebook_text.lexing.names import singulars_of, words_of
from rulesmod.system import BookTable, System

Rows = tuple[tuple[str, ...], ...]
MAX_REMEDIES = 3


def bound(pages: Sequence[Page], is_whole: Callable[[System], bool]) -> tuple[list[Page], list[Finding]]:
    """Pages whose games have the tables that they take from their book.

    Args:
        pages: those of the book.
        is_whole: whether all pages of a game are there, so that a table that is not found is a fault.
    """
    games: dict[System, System] = {}
    findings: list[Finding] = []
    for system in dict.fromkeys(page.system for page in pages if page.system is not None and page.system.book_tables):
        own = [page.document for page in pages if page.system is system]
        rows = rows_of(system, own)
        games[system] = bind(system, rows)
        missing = [one for one in system.book_tables if one.name not in rows and one.stated_at is not None]
        if is_whole(system) and not any(document.is_open for document in own):
            findings += [_missing(one, own) for one in missing]
    return [
        replace(page, system=games.get(page.system, page.system)) if page.system else page for page in pages
    ], findings


def bind(system: System, rows: Mapping[str, Rows]) -> System:
    """A game with the rows of its book's tables; it stays one that can be bound anew."""
    assert system.bind is not None
    return replace(system.bind(rows), bind=system.bind)


def rows_of(system: System, documents: Iterable[Document]) -> dict[str, Rows]:
    """Return the rows of the tables that a game takes from its book, by table name."""
    rows: dict[str, Rows] = {}
    wanted = list(system.book_tables)
    for document in documents:
        for table in document.prose.tables if wanted else ():
            for one in [one for one in wanted if is_meant(one, table, document)]:
                wanted.remove(one)
                rows[one.name] = tuple(tuple(cell.text for cell in row) for row in table.rows)
    return rows


def is_meant(wanted: BookTable, table: Table, document: Document) -> bool:
    """Return whether a table of a page is the one that a game takes: by its heads, and what it stands under."""
    return _has_heads(wanted, table) and _is_under(wanted, table, document)


def _has_heads(wanted: BookTable, table: Table) -> bool:
    return [singulars_of(cell.text) for cell in table.header] == [singulars_of(column) for column in wanted.columns]


def _is_under(wanted: BookTable, table: Table, document: Document) -> bool:
    return any(words_of(wanted.under) in words_of(name) for name in _names(table, document))


def _names(table: Table, document: Document) -> list[str]:
    """Return the possible names of a table, the nearest first."""
    path = reversed(document.section_path(table.section))
    return [name for name in (table.caption, (table.id or "").replace("-", " "), *path) if name]


def _missing(wanted: BookTable, documents: Iterable[Document]) -> Finding:
    """Return the finding for a table that the book lacks, with the one that may be meant."""
    remedies: dict[str, None] = {}
    for document in documents:
        for table in document.prose.tables:
            if _has_heads(wanted, table):
                for name in _names(table, document)[:1]:
                    remedies[f"write `taken_from: {name}`"] = None
            elif _is_under(wanted, table, document) and table.header:
                remedies[f"write `columns: [{', '.join(cell.text.strip() for cell in table.header)}]`"] = None
    heads = " | ".join(wanted.columns)
    fact = f"the book has no table `{heads}` under `{wanted.under}`"
    general = "write the words of its heading or caption, and its columns as they are printed"
    return invalid_setting(wanted.stated_at, fact, remedies=tuple(map(Remedy, [*remedies][:MAX_REMEDIES] or [general])))
