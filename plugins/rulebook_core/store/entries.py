"""The store of a site: results of earlier runs as data, in one file that may come with the text from anybody.

Each entry is sealed with a key of the user that lies elsewhere. An entry that is cut, changed or made by others does
not count, and its result is made anew.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import click

from rulebook_core import workspace
from rulebook_core.workspace.database import Entry, load_entry, save_entry

KEY_BYTES = 32
MAX_ENTRY_BYTES = 64 * 2**20
"""A larger result is not stored: reading it would cost more than making it anew."""
MAX_STORE_BYTES = 256 * 2**20
"""The content of the store of a site; the oldest entries go."""
FILE = "store.sqlite"


def load(folder: Path, key: str) -> Any:
    """Return the result that is stored under a key; None if there is none that counts.

    Args:
        folder: the cache folder of the site, which has to lie in the folder of the site.
        key: names the result.
    """
    if _is_off:
        return None
    try:
        with workspace.untraced():
            entry = load_entry(folder / FILE, key) if _is_own(folder) else None
            if entry is None or not hmac.compare_digest(entry.seal, _seal(key, entry.content)):
                return None
            return json.loads(entry.content)
    except (OSError, ValueError):
        return None


def save(folder: Path, key: str, result: Any) -> None:
    """Store a result under a key; if that is not possible, only time is lost."""
    if _is_off:
        return
    content = json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    if len(content) > MAX_ENTRY_BYTES:
        return
    try:
        with workspace.untraced():
            if _is_own(folder):
                workspace.make_folder(folder)
                _hide_from_git(folder)
                save_entry(folder / FILE, key, Entry(_seal(key, content), content), MAX_STORE_BYTES)
    except OSError:
        return


@contextmanager
def switched_off() -> Iterator[None]:
    """Find no stored results, and store none."""
    global _is_off
    before, _is_off = _is_off, True
    try:
        yield
    finally:
        _is_off = before


_is_off = False


def is_switched_off() -> bool:
    """Return whether no results are stored now."""
    return _is_off


def _is_own(folder: Path) -> bool:
    """Return whether a folder and its store are no symlinks that lead elsewhere."""
    home = os.path.join(workspace.real_path(folder.parent), folder.name)
    file = os.path.join(home, FILE)
    return workspace.real_path(folder) == home and workspace.real_path(folder / FILE) == file


def _hide_from_git(folder: Path) -> None:
    """Have git ignore a cache folder, whatever the project says."""
    ignoring = folder / ".gitignore"
    if not workspace.link_exists(ignoring):
        workspace.write(ignoring, "*\n")


def _seal(key: str, content: bytes) -> bytes:
    return hmac.digest(_key(), key.encode("utf-8", "surrogatepass") + b"\0" + content, "sha256")


@cache
def _key() -> bytes:
    """Return the key of this user; it is made at first, and lasts for this run if it cannot be stored."""
    path = Path(click.get_app_dir("rulebook"), "cache.key")
    new = os.urandom(KEY_BYTES)
    try:
        if not workspace.is_file(path):
            workspace.make_folder(path.parent)
            workspace.write(path, new, mode=0o600)
        known = workspace.read_bytes(path)  # Of two runs at once, one was the last to write it.
    except OSError:
        return new
    return known if len(known) == KEY_BYTES else new
