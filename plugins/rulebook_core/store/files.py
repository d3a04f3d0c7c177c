"""Files as everything here touches them: written whole or not at all, and held within the folder they belong to."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook_core import workspace
from rulebook_core.late import late
from rulebook_core.lazy_regex import lazily
from rulebook_core.system.machine import alone

if TYPE_CHECKING:
    from pathspec.gitignore import GitIgnoreSpec

compile_lines: Callable[[Iterable[str]], GitIgnoreSpec] = late("pathspec.gitignore", "GitIgnoreSpec.from_lines")

_SUBMODULE = lazily(r"^\s*path\s*=\s*(\S.*?)\s*$", re.MULTILINE)


class FileError(Exception):
    """A fault of a file that the user can mend; the message is one line."""


class OutsideError(FileError):
    """A path leads out of the folder that it has to stay in."""


class ChangedError(FileError):
    """A file is not any more what was read."""


def lies_in(path: Path | str, folder: Path) -> bool:
    """Return whether a file lies in a folder, or would; links are followed, and what is no path lies nowhere."""
    try:
        real = workspace.real_path(path)
        return os.path.commonpath((real, workspace.real_path(folder))) == workspace.real_path(folder)
    except (OSError, ValueError):
        return False


def is_pattern(line: str) -> bool:
    """Return whether git knows a line of a .gitignore."""
    try:
        compile_lines([line])
    except ValueError:
        return False
    return True


def matching(lines: Iterable[str]) -> GitIgnoreSpec:
    """Compile the lines of a .gitignore, except those that git does not know."""
    return compile_lines(filter(is_pattern, lines))


def lies_elsewhere(path: Path | str) -> bool:
    """Return whether a path would lie in a submodule of git whose folder is empty or missing."""
    here = os.path.abspath(path)
    folder = Path(here).parent
    while (holder := workspace.folder_above(folder, ".gitmodules", ".git")) is not None:
        for module in _submodules(holder):
            if here.startswith(f"{module}{os.sep}"):
                return _is_empty(module)
        if holder == holder.parent or workspace.exists(holder / ".git"):
            return False
        folder = holder.parent
    return False


def lacks_submodule(folder: Path) -> bool:
    """Return whether a submodule of a folder is missing, apart from its settings files."""
    names = (module for module in _submodules(Path(os.path.abspath(folder))) if "/." not in Path(module).as_posix())
    return any(map(_is_empty, names))


def _is_empty(module: str) -> bool:
    try:
        return not workspace.list_folder(module)
    except OSError:
        return True


def _submodules(folder: Path | str) -> tuple[str, ...]:
    """The folders of the submodules that a folder says it has."""
    said = os.path.join(folder, ".gitmodules")
    if not workspace.is_file(said):  # It is asked for each link that leads nowhere, and hardly any folder has one.
        return ()
    try:
        text = (read_within(Path(said), Path(folder)) or b"").decode()
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(os.path.join(folder, os.path.normpath(name)) for name in _SUBMODULE.findall(text))


def is_passed_over(folder: str) -> bool:
    """Return whether no writer keeps anything in a folder of this name: it is hidden, or made."""
    return folder.startswith(".") or folder in ("node_modules", "_build")


def leaves(path: Path, folder: Path) -> bool:
    """Return whether an entry of a folder is a link that leads out of it."""
    return workspace.is_link(path) and not lies_in(path, folder)


def ensure_within(path: Path | str, folder: Path) -> None:
    """See that nothing is written to a path outside of the folder that it belongs to.

    Raises:
        OutsideError: it is outside.
    """
    if not lies_in(path, folder):
        raise OutsideError(f"`{path}` leads out of `{folder}`, so it is not written")


def read_within(path: Path, folder: Path) -> bytes | None:
    """Return the content of a file within a folder; None if it is missing or elsewhere."""
    if not lies_in(path, folder) or not workspace.is_file(path):
        return None
    return workspace.read_bytes(path)


def write(path: Path, content: bytes | str, *, within: Path | None = None, mode: int = 0o666) -> None:
    """Write a file whole, as `workspace.write`, and not outside of a folder.

    Raises:
        OutsideError: it would be.
        OSError: it cannot be written; it is as it was.
    """
    if within is not None:
        ensure_within(path, within)
    workspace.write(path, content, mode=mode)


def rewrite(path: Path, before: str, after: str) -> None:
    """Write a new text over the one that was read; a byte order mark stays.

    Raises:
        ChangedError: another one is there by now.
        OSError: it cannot be written; it is as it was.
    """
    with alone(path.parent):
        data = workspace.read_bytes(path)
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        if data != mark + before.encode():
            raise ChangedError(f"`{path}` has changed meanwhile, so nothing is written")
        write(path, mark + after.encode())


def size_of(path: Path) -> int:
    """Return how many bytes a file has; 0 where there is none, or none any more."""
    state = workspace.file_state(path)
    return 0 if state is None else state[1]
