"""Files as everything here touches them: written whole or not at all, and held within the folder they belong to."""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook_core.lazy_regex import lazily
from rulebook_core.system.machine import alone

if TYPE_CHECKING:
    from pathspec.gitignore import GitIgnoreSpec

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)

_SUBMODULE = lazily(r"^\s*path\s*=\s*(\S.*?)\s*$", re.MULTILINE)


class FileError(Exception):
    """What the user can mend about a file; the message says it in one line."""


class OutsideError(FileError):
    """A path leads out of the folder that it has to stay in."""


class ChangedError(FileError):
    """A file is not any more what was read."""


def lies_in(path: Path | str, folder: Path) -> bool:
    """Whether a file lies in a folder, or would; links are followed, and what is no path lies nowhere."""
    try:
        real = os.path.realpath(path)
        return os.path.commonpath((real, os.path.realpath(folder))) == os.path.realpath(folder)
    except (OSError, ValueError):
        return False


def is_pattern(line: str) -> bool:
    """Whether git knows a line of a .gitignore."""
    from pathspec.gitignore import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def matching(lines: Iterable[str]) -> GitIgnoreSpec:
    """What the lines of a .gitignore mean, but for those that git does not know."""
    from pathspec.gitignore import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(filter(is_pattern, lines))


def lies_elsewhere(path: Path | str) -> bool:
    """Whether a path would lie in a submodule of git whose files are not here: its folder is empty, or missing."""
    here = os.path.abspath(path)
    folder = os.path.dirname(here)
    while True:
        for module in _submodules(folder):
            if here.startswith(f"{module}{os.sep}"):
                return _is_empty(module)
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            return False
        folder = above


def lacks_submodule(folder: Path) -> bool:
    """Whether the files of one of a folder's submodules are not here, but for settings of some program."""
    names = (module for module in _submodules(Path(os.path.abspath(folder))) if "/." not in Path(module).as_posix())
    return any(map(_is_empty, names))


def _is_empty(module: str) -> bool:
    try:
        return not os.listdir(module)
    except OSError:
        return True


def _submodules(folder: Path | str) -> tuple[str, ...]:
    """The folders of the submodules that a folder says it has."""
    said = os.path.join(folder, ".gitmodules")
    if not os.path.isfile(said):  # It is asked for each link that leads nowhere, and hardly any folder has one.
        return ()
    try:
        text = (read_within(Path(said), Path(folder)) or b"").decode()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(os.path.join(folder, os.path.normpath(name)) for name in _SUBMODULE.findall(text))


def is_passed_over(folder: str) -> bool:
    """Whether no writer keeps anything in a folder of this name: it is hidden, or made."""
    return folder.startswith(".") or folder in ("node_modules", "_build")


def leaves(path: Path, folder: Path) -> bool:
    """Whether what stands in a folder is a link that leads out of it; most are none, and that is quickly told."""
    return os.path.islink(path) and not lies_in(path, folder)


def held(path: Path | str, folder: Path) -> None:
    """See that nothing is written to a path outside of the folder that it belongs to.

    Raises:
        OutsideError: it is outside.
    """
    if not lies_in(path, folder):
        raise OutsideError(f"`{path}` leads out of `{folder}`, so it is not written")


def read_within(path: Path, folder: Path) -> bytes | None:
    """What a file of a folder holds; None where there is none, or where it lies elsewhere."""
    if not lies_in(path, folder) or not os.path.isfile(path):
        return None
    return path.read_bytes()


def write(path: Path, content: bytes | str, *, within: Path | None = None, mode: int = 0o666) -> None:
    """Write a file: all of it, or nothing where that fails. What was there keeps its mode.

    Args:
        path: the file; a link is followed, and stays.
        content: text is written as UTF-8, its line ends as they are.
        within: the folder that it must not lead out of.
        mode: who may do what with a new one, less what the process masks.

    Raises:
        OutsideError: it would.
        OSError: it cannot be written; it is as it was.
    """
    if within is not None:
        held(path, within)
    data = content.encode() if isinstance(content, str) else content
    target = os.path.realpath(path)
    before = _kept(target)
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


def rewrite(path: Path, before: str, after: str) -> None:
    """Write a new text over the one that was read; a byte order mark stays.

    Raises:
        ChangedError: another one is there by now.
        OSError: it cannot be written; it is as it was.
    """
    with alone(path.parent):
        data = path.read_bytes()
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        if data != mark + before.encode():
            raise ChangedError(f"`{path}` has changed meanwhile, so nothing is written")
        write(path, mark + after.encode())


def size_of(path: Path) -> int:
    """How many bytes a file has; 0 where there is none, or none any more."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _kept(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None
