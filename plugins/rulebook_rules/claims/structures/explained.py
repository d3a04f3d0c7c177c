"""Rows that explain a name: its first cell is the name, and the other one says what it is."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_syntax.document import Block, Document

MAX_NAME_WORDS = 4


def explained_names(document: Document) -> Iterator[tuple[str, Block]]:
    """Yield the names of tables of two columns, each with the cell beside it."""
    for table in document.prose.tables:
        for row in table.rows:
            if len(row) == 2 and row[1].block is not None:
                name = row[0].text.strip().rstrip(":")
                if name[:1].isalpha() and len(name.split()) <= MAX_NAME_WORDS:
                    yield name, row[1].block
