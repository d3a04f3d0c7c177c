"""Entries of a cache: data in files of the book's own folder, taken for true only where this user has written them.

That folder lies beside the text and may come with it, from anybody. So each entry is sealed with a key that lies
elsewhere; one that is cut, changed or written by others is no entry, and what it stood for is made anew.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import click

from rulebook.files import lies_in, read_within, write
from rulebook.witness import aside

KEY_BYTES = 32
MOST_BYTES = 64 * 2**20
"""A larger entry is not looked at: reading it would cost more than making it anew."""


def load(path: Path, folder: Path) -> Any:
    """What an entry holds, which has to lie in a folder; None where there is none that counts."""
    if _is_off:
        return None
    try:
        with aside():
            if path.stat().st_size > MOST_BYTES or (data := read_within(path, folder)) is None:
                return None
            seal, _, content = data.partition(b"\n")
            return json.loads(content) if hmac.compare_digest(seal, _seal(path.name, content)) else None
    except (OSError, ValueError):
        return None


def store(path: Path, folder: Path, data: Any) -> None:
    """Keep an entry, where that is possible; nothing but time is lost where it is not."""
    if _is_off:
        return
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    try:
        with aside():
            if lies_in(path, folder):
                path.parent.mkdir(parents=True, exist_ok=True)
                _hide_from_git(folder / path.relative_to(folder).parts[0])
                write(path, _seal(path.name, content) + b"\n" + content)
    except OSError:
        return


def trim(entries: Path, folder: Path, most: int) -> None:
    """Remove the oldest entries of a folder of them, which has to lie in another one, until `most` are left."""
    with suppress(OSError):
        if lies_in(entries, folder):
            found = sorted(entries.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
            for path in found[most:]:
                path.unlink()


@contextmanager
def switched_off() -> Iterator[None]:
    """Find nothing that is kept, and keep nothing."""
    global _is_off
    before, _is_off = _is_off, True
    try:
        yield
    finally:
        _is_off = before


_is_off = False


def _hide_from_git(kept: Path) -> None:
    """Have a folder of kept things ignored, whatever its project has told git."""
    if not (kept / ".gitignore").exists():
        write(kept / ".gitignore", "*\n")


def _seal(name: str, content: bytes) -> bytes:
    return hmac.digest(_key(), name.encode() + b"\0" + content, "sha256").hex().encode()


@cache
def _key() -> bytes:
    """The key of this user, made when it is first asked for; without a place for it, that of this run."""
    path = Path(click.get_app_dir("rulebook"), "cache.key")
    new = os.urandom(KEY_BYTES)
    try:
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, new, mode=0o600)
        known = path.read_bytes()  # Whoever has written it: of two runs at once one was the last.
    except OSError:
        return new
    return known if len(known) == KEY_BYTES else new
