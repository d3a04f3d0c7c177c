"""Fingerprints of this tool and of its environment, which every stored result depends on."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache

import rulesmod
from rulebook_core import workspace

_PLUGINS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_ENDINGS = (".py", ".toml", ".json", ".js", ".css")
_METADATA = (".dist-info", ".egg-info", ".egg-link")


@cache
def tool_fingerprint() -> str:
    """Return a digest of this tool: its files with those of its games, and the Python that runs it."""
    with workspace.untraced():
        paths = [str(path) for folder in _folders() for path in workspace.all_paths(folder)]
        return digest((sys.version, *contents(path for path in sorted(paths) if path.endswith(_ENDINGS))))


@cache
def tool_state() -> str:
    """Return a digest of when the files of this tool were written, which is quicker to find out."""
    return digest(state for folder in _folders() for state in workspace.tree_state(folder))


@cache
def installed_packages() -> str:
    """Return a digest of Python and of the names and versions of all installed packages."""
    with workspace.untraced():
        names = [name for folder in workspace.library_folders() for name in _names(folder)]
    return digest((sys.version, *(name for name in names if name.endswith(_METADATA))))


def digest(parts: Iterable[str]) -> str:
    """Return one digest of several texts."""
    total = hashlib.sha256()
    for part in parts:
        total.update(f"{len(part)}:{part}".encode("utf-8", "surrogatepass"))
    return total.hexdigest()


def contents(paths: Iterable[str | os.PathLike[str]]) -> Iterator[str]:
    """Yield the path of each file and a digest of its content."""
    for path in paths:
        yield os.fspath(path).replace(os.sep, "/")
        yield hashlib.sha256(workspace.read_bytes(path)).hexdigest()


def _folders() -> list[str]:
    """Return the folders of this tool and of the games that come with it."""
    with workspace.untraced():
        own = [name for name in _names(_PLUGINS) if name.startswith("rulebook") and "." not in name]
    return [*(os.path.join(_PLUGINS, name) for name in own), rulesmod.__path__[0]]


def _names(folder: str) -> list[str]:
    try:
        return workspace.list_folder(folder)
    except OSError:
        return []
