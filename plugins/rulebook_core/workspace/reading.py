"""Questions about files and folders; each answer is noted in the active trace."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from rulebook_core.workspace import trace
from rulebook_core.workspace.trace import Entry as Entry
from rulebook_core.workspace.trace import ask

AnyPath = str | os.PathLike[str]
Failed = Callable[[OSError], object]
"""Takes the error of a folder that cannot be listed."""


def is_file(path: AnyPath) -> bool:
    """Return whether a path is a file, or a link to one."""
    return bool(ask("kind", path) == "file")


def is_dir(path: AnyPath) -> bool:
    """Return whether a path is a folder, or a link to one."""
    return bool(ask("kind", path) == "folder")


def exists(path: AnyPath) -> bool:
    """Return whether a path leads to anything."""
    return bool(ask("kind", path))


def is_link(path: AnyPath) -> bool:
    """Return whether a path is a symlink."""
    return bool(ask("own kind", path) == "link")


def is_pipe(path: AnyPath) -> bool:
    """Return whether a path is a named pipe itself, and no link to one."""
    return bool(ask("own kind", path) == "pipe")


def link_exists(path: AnyPath) -> bool:
    """Return whether a path is there, if only as a symlink that leads nowhere."""
    return bool(ask("own kind", path))


def real_path(path: AnyPath) -> str:
    """Return an absolute path with all symlinks resolved."""
    return str(ask("real", path))


def folder_above(path: AnyPath, *names: str) -> Path | None:
    """Return the nearest folder, from a path upwards, that has an entry of one of some names."""
    folder = ask("above", trace.question_above(os.fspath(path), names))
    return Path(folder) if folder else None


def find_module(name: str) -> str:
    """Return where Python's path has a top-level module; "" if it has none."""
    return str(ask("module", name))


def is_same_file(path: AnyPath, other: AnyPath) -> bool:
    """Return whether two paths lead to the same file or folder."""
    return real_path(path) == real_path(other)


def read_bytes(path: AnyPath, limit: int | None = None) -> bytes:
    """Return the content of a file, or a little more than `limit` bytes of a longer one.

    Raises:
        OSError: it cannot be read.
    """
    return _noted("text", path, lambda: _content(path, limit))


def read_source_bytes(path: AnyPath, limit: int) -> bytes:
    """Return the text of an open document, else the content of its file as `read_bytes` does.

    Raises:
        OSError: it cannot be read.
    """
    text = trace.unsaved_text(path)
    return _noted("source", path, lambda: _content(path, limit) if text is None else (text, True))


def _noted(operation: str, path: AnyPath, read: Callable[[], tuple[bytes, bool]]) -> bytes:
    try:
        data, is_whole = read()
    except OSError as error:
        trace.note(operation, path, error)
        raise
    if is_whole:
        trace.note(operation, path, trace.text_digest(data))
    else:
        trace.unrepeatable(os.fspath(path))
    return data


def _content(path: AnyPath, limit: int | None) -> tuple[bytes, bool]:
    with open(path, "rb") as file:
        if limit is None:
            return file.read(), True
        # A bounded read makes room for all that it may get, which is too slow to be done for each page.
        info = os.fstat(file.fileno())
        if stat.S_ISREG(info.st_mode) and info.st_size <= limit:
            return file.read(), True
        data = file.read(limit + 1)
        return data, len(data) <= limit


def read_text(path: AnyPath, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Return the text of a file, with `\\n` for each line end.

    Raises:
        OSError: it cannot be read.
        UnicodeDecodeError: it is no text in this encoding.
    """
    return as_text(read_bytes(path), encoding, errors)


def as_text(data: bytes, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Decode a text, with `\\n` for each line end."""
    return io.TextIOWrapper(io.BytesIO(data), encoding, errors).read()


def read_start(path: AnyPath, size: int) -> bytes:
    """Return the first bytes of a file.

    Raises:
        OSError: it cannot be read.
    """
    return read_bytes(path, size)[:size]


def scan(path: AnyPath) -> list[Entry]:
    """Return the entries of a folder, in the order of their names.

    Raises:
        OSError: it cannot be listed.
    """
    entries: list[Entry] = ask("list", path)
    return sorted(entries)


def list_folder(path: AnyPath) -> list[str]:
    """Return the names in a folder, in order.

    Raises:
        OSError: it cannot be listed.
    """
    return [entry.name for entry in scan(path)]


def _listed(folder: AnyPath, onerror: Failed | None) -> list[Entry] | None:
    """List a folder; None if it cannot be, and then `onerror` has the error."""
    try:
        return scan(folder)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return None


def walk(
    top: AnyPath, onerror: Failed | None = None, *, followlinks: bool = False
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Walk a folder as `os.walk` does: each folder with the names of its folders and files, in order.

    Args:
        top: the folder.
        onerror: takes the error of a folder that cannot be listed; it is passed over.
        followlinks: whether links to folders are walked, too.
    """
    entries = _listed(top, onerror)
    if entries is None:
        return
    folder = os.fspath(top)
    links = {entry.name for entry in entries if entry.is_link}
    subfolders = [entry.name for entry in entries if entry.is_dir]
    yield folder, subfolders, [entry.name for entry in entries if not entry.is_dir]
    for name in subfolders:
        if followlinks or name not in links:
            yield from walk(os.path.join(folder, name), onerror, followlinks=followlinks)


def walk_entries(top: AnyPath, onerror: Failed | None = None) -> Iterator[tuple[str, list[Entry]]]:
    """Walk a folder and what links in it lead to: each folder with its entries.

    A folder that the caller takes out of the list is not walked.
    """
    entries = _listed(top, onerror)
    if entries is None:
        return
    folder = os.fspath(top)
    yield folder, entries
    for entry in entries:
        if entry.is_dir:
            yield from walk_entries(os.path.join(folder, entry.name), onerror)


def all_paths(folder: AnyPath, accepts: Callable[[str], bool] = lambda name: True) -> Iterator[Path]:
    """Yield all files and folders within a folder whose names are accepted; links to folders are not followed."""
    for here, subfolders, names in walk(folder):
        yield from (Path(here, name) for name in (*subfolders, *names) if accepts(name))


def glob(folder: AnyPath, pattern: str) -> list[Path]:
    """Return the paths in a folder that match a pattern, in order; each part of it matches names of one folder."""
    first, _, rest = pattern.partition("/")
    try:
        entries = [entry for entry in scan(folder) if fnmatchcase(entry.name, first)]
    except OSError:
        return []
    if not rest:
        return [Path(entry.path) for entry in entries]
    return [path for entry in entries if entry.is_dir for path in glob(entry.path, rest)]


def file_state(path: AnyPath) -> tuple[int, int] | None:
    """Return the time of the last change of a file, in nanoseconds, and its size; None if it is missing.

    No trace notes it: it is for watching files, never for what a result depends on.
    """
    try:
        info = os.stat(path)
    except (OSError, ValueError):
        return None
    return info.st_mtime_ns, info.st_size


def tree_state(folder: AnyPath) -> Iterator[str]:
    """Yield the name, size and time of each file within a folder, but for compiled modules; no trace notes it."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from (f"{entry.name}/{state}" for state in tree_state(entry.path))
            else:
                info = entry.stat(follow_symlinks=False)
                yield f"{entry.name} {info.st_size} {info.st_mtime_ns}"
