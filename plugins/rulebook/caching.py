"""Entries of a cache: data in files of the book's own folder, taken for true only where this user has written them.

That folder lies beside the text and may come with it, from anybody. So each entry is sealed with a key that lies
elsewhere; one that is cut, changed or written by others is no entry, and what it stood for is made anew.
"""

from __future__ import annotations

import hmac
import json
import secrets
from functools import cache
from pathlib import Path
from typing import Any

import click

from rulebook.files import lies_in, read_within, write

KEY_BYTES = 32
MOST_BYTES = 64 * 2**20
"""A larger entry is not looked at: reading it would cost more than making it anew."""


def load(path: Path, folder: Path) -> Any:
    """What an entry holds; None where there is none that counts.

    Args:
        path: the entry.
        folder: what it has to lie in.
    """
    try:
        if path.stat().st_size > MOST_BYTES or (data := read_within(path, folder)) is None:
            return None
        seal, _, content = data.partition(b"\n")
        return json.loads(content) if hmac.compare_digest(seal, _seal(path.name, content)) else None
    except (OSError, ValueError):
        return None


def store(path: Path, folder: Path, data: Any) -> None:
    """Keep an entry, where that is possible; nothing but time is lost where it is not."""
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    try:
        if lies_in(path, folder):
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, _seal(path.name, content) + b"\n" + content)
    except OSError:
        return


def _seal(name: str, content: bytes) -> bytes:
    return hmac.digest(_key(), name.encode() + b"\0" + content, "sha256").hex().encode()


@cache
def _key() -> bytes:
    """The key of this user, made when it is first asked for; without a place for it, that of this run."""
    path = Path(click.get_app_dir("rulebook"), "cache.key")
    new = secrets.token_bytes(KEY_BYTES)
    try:
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, new, mode=0o600)
        known = path.read_bytes()  # Whoever has written it: of two runs at once one was the last.
    except OSError:
        return new
    return known if len(known) == KEY_BYTES else new
