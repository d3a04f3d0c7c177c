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

from rulebook_core import workspace
from rulebook_core.store.files import read_within, write
from rulebook_core.store.witness import aside

KEY_BYTES = 32
MAX_BYTES = 64 * 2**20
"""A larger entry is not looked at: reading it would cost more than making it anew."""


def load(path: Path, folder: Path) -> Any:
    """What an entry holds, which has to lie in a folder; None where there is none that counts."""
    if _is_off:
        return None
    try:
        with aside():
            if path.stat().st_size > MAX_BYTES or (data := read_within(path, folder)) is None:
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
            # A pipe would take what is written only when somebody reads it.
            if _is_there(path, folder) and (workspace.is_file(path) or not workspace.exists(path)):
                workspace.make_folder(path.parent)
                _hide_from_git(folder / path.relative_to(folder).parts[0], folder)
                write(path, _seal(path.name, content) + b"\n" + content)
    except OSError:
        return


def trim(entries: Path, folder: Path, most: int) -> None:
    """Remove the oldest entries of a folder of them, which has to lie in another one, until `most` are left."""
    with suppress(OSError):
        if _is_there(entries, folder):
            # Among them what a run that was killed has left half-written.
            found = sorted(entries.iterdir(), key=lambda path: path.lstat().st_mtime_ns, reverse=True)
            for path in found[most:]:
                with suppress(OSError):
                    workspace.remove(path)


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


def is_switched_off() -> bool:
    """Whether nothing is kept now."""
    return _is_off


def _is_there(path: Path, folder: Path) -> bool:
    """Whether a path in a folder leads to where it says: no link that came with the book takes it elsewhere."""
    return workspace.real_path(path) == os.path.join(workspace.real_path(folder), path.relative_to(folder))


def _hide_from_git(kept: Path, folder: Path) -> None:
    """Have a folder of kept things ignored, whatever its project has told git."""
    ignoring = kept / ".gitignore"
    if _is_there(ignoring, folder) and not workspace.exists(ignoring):
        write(ignoring, "*\n")


def _seal(name: str, content: bytes) -> bytes:
    return hmac.digest(_key(), name.encode() + b"\0" + content, "sha256").hex().encode()


@cache
def _key() -> bytes:
    """The key of this user, made when it is first asked for; without a place for it, that of this run."""
    path = Path(click.get_app_dir("rulebook"), "cache.key")
    new = os.urandom(KEY_BYTES)
    try:
        if not workspace.is_file(path):
            workspace.make_folder(path.parent)
            write(path, new, mode=0o600)
        known = workspace.read_bytes(path)  # Whoever has written it: of two runs at once one was the last.
    except OSError:
        return new
    return known if len(known) == KEY_BYTES else new
