"""The stored results of a site as others may find, damage or forge them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from rulebook_core.store.entries import FILE

CACHE = ".rulebook-cache"


def contents(cache: Path, holding: bytes = b"") -> list[bytes]:
    """Return the contents of the entries that have a word, the oldest first."""
    with closing(sqlite3.connect(cache / FILE)) as database:
        rows = database.execute("SELECT content FROM entries ORDER BY rowid").fetchall()
    return [content for (content,) in rows if holding in content]


def spoil(cache: Path, change: Callable[[bytes], bytes], holding: bytes = b"") -> None:
    """Change the contents of the entries that have a word, and leave their seals."""
    with closing(sqlite3.connect(cache / FILE)) as database, database:
        for row, content in database.execute("SELECT rowid, content FROM entries").fetchall():
            if holding in content:
                database.execute("UPDATE entries SET content = ? WHERE rowid = ?", (change(content), row))


def execute(cache: Path, *statements: str) -> list[Any]:
    """Run statements on the store of a site."""
    with closing(sqlite3.connect(cache / FILE, isolation_level=None)) as database:
        return [database.execute(statement).fetchall() for statement in statements]
