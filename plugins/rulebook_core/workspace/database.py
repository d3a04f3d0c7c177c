"""Store entries by key in one SQLite file.

It may come from anybody, be broken, or be in use by another process.

The file lies in a folder that comes with the text. Before SQLite opens it, it has to be a regular file of the kind that
we write, without the journals by which a file could have others changed; afterwards its schema has to be ours.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

try:
    import sqlite3
except ImportError:  # Python may be built without it.
    sqlite3 = None  # type: ignore[assignment]

T = TypeVar("T")

MAX_SECONDS = 2.0
"""How long another process is waited for."""
_SCHEMA = "CREATE TABLE entries (key TEXT PRIMARY KEY, size INTEGER, seal BLOB, content BLOB)"
_SETTINGS = ("trusted_schema=OFF", "cell_size_check=ON", "journal_mode=MEMORY", "synchronous=OFF")
"""Nothing in the file runs, and no journal is written: a file that was cut off is broken, and made anew."""
_PASSING = (5, 6, 8, 10, 13, 14)
"""Codes of SQLite for a file that is sound, but in use, read-only or on a full disk."""
_MAGIC = b"SQLite format 3\0"
_BESIDE = ("-journal", "-wal", "-shm")


class Entry:
    """A sealed content."""

    __slots__ = ("content", "seal")

    def __init__(self, seal: bytes, content: bytes) -> None:
        self.seal = seal
        self.content = content


def load_entry(path: Path, key: str) -> Entry | None:
    """Return the entry of a key; None if there is none, or the file cannot be used."""

    def find(database: sqlite3.Connection) -> Entry | None:
        row = database.execute("SELECT seal, content FROM entries WHERE key = ?", (key,)).fetchone()
        return Entry(bytes(row[0]), bytes(row[1])) if row is not None else None

    return _used(path, find) if path.exists() else None


def save_entry(path: Path, key: str, entry: Entry, max_bytes: int) -> None:
    """Store an entry, and remove the oldest ones while all are too large; nothing if the file cannot be used."""

    def put(database: sqlite3.Connection) -> None:
        with database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("DELETE FROM entries WHERE key = ?", (key,))
            size = len(entry.content)
            (total,) = database.execute("SELECT coalesce(sum(size), 0) FROM entries").fetchone()
            while total + size > max_bytes:
                oldest, freed = database.execute("SELECT rowid, size FROM entries ORDER BY rowid LIMIT 1").fetchone()
                database.execute("DELETE FROM entries WHERE rowid = ?", (oldest,))
                total -= freed
            database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (key, size, entry.seal, entry.content))

    if len(entry.content) <= max_bytes:
        _used(path, put)


def _used(path: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
    """Use a file; one that is broken is removed."""
    if sqlite3 is None:
        return None
    try:
        with _opened(path) as database:
            return work(database)
    except sqlite3.Error as error:
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in _PASSING:
            _forget(path)
    except (TypeError, ValueError, OverflowError):  # Values of other types than ours.
        _forget(path)
    except OSError:
        pass
    return None


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    if not _may_be_ours(path):
        _forget(path)
    with closing(sqlite3.connect(path, timeout=MAX_SECONDS, isolation_level=None)) as database:
        for setting in _SETTINGS:
            database.execute(f"PRAGMA {setting}")
        schema = database.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        if not schema:
            database.execute(_SCHEMA.replace("TABLE", "TABLE IF NOT EXISTS"))
        elif schema != [(_SCHEMA,)]:
            raise sqlite3.DatabaseError("another schema")
        yield database


def _may_be_ours(path: Path) -> bool:
    """Return whether a file is missing, or one in the form that we write, without journals."""
    if any(os.path.lexists(f"{path}{ending}") for ending in _BESIDE):
        return False
    try:
        info = path.lstat()
    except FileNotFoundError:
        return True
    if not stat.S_ISREG(info.st_mode):
        return False
    with path.open("rb") as file:
        start = file.read(20)
    # The two bytes behind the page size say whether a write-ahead log belongs to the file.
    return not start or (start.startswith(_MAGIC) and start[18:] == b"\1\1")


def _forget(path: Path) -> None:
    """Remove a file with its journals."""
    for ending in ("", *_BESIDE):
        with suppress(OSError):
            os.unlink(f"{path}{ending}")
