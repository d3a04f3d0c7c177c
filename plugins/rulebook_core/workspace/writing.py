"""Writing: a file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def make_folder(path: Path) -> None:
    """Make a folder with those around it, unless it is there.

    Raises:
        OSError: it cannot be made.
    """
    path.mkdir(parents=True, exist_ok=True)


def remove(path: Path, *, missing_ok: bool = False) -> None:
    """Remove a file or a symlink.

    Raises:
        OSError: it cannot be removed.
    """
    path.unlink(missing_ok=missing_ok)


def write(path: Path, content: bytes | str, *, mode: int = 0o666) -> None:
    """Write a file: all of it, or nothing where that fails. What was there keeps its mode.

    Args:
        path: the file; a link is followed, and stays.
        content: text is written as UTF-8, its line ends as they are.
        mode: who may do what with a new one, less what the process masks.

    Raises:
        OSError: it cannot be written; it is as it was.
    """
    data = content.encode() if isinstance(content, str) else content
    target = os.path.realpath(path)
    before = _state(target)
    if before is not None and not stat.S_ISREG(before.st_mode):
        Path(target).write_bytes(data)  # A pipe or a device takes no other file in its place.
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), target)
    # Beside it, since only within a file system one file takes the place of another at once.
    new = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.new")
    try:
        with open(os.open(new, _NEW_FILE, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            os.chmod(new, stat.S_IMODE(before.st_mode))
        os.replace(new, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(new)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None  # Nobody knows it by its other name.
        raise


def _state(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None
