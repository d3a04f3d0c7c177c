"""Import rules modules from the folder of their book, which is never put on `sys.path`.

A folder on `sys.path` answers every import of the process: a `quickjs.py` among the pages would run in place of the
extra. This finder answers only for the modules that a rules module names, and only where nothing installed has them.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from rulebook_core import workspace
from rulebook_core.store.fingerprint import imported_modules

MAX_MODULES = 1_000
"""A rules module and what it imports from its folder are no more modules."""


class SiblingFinder:
    """Find rules modules and what they import in given folders; the last finder of the process."""

    def __init__(self) -> None:
        self.folders: list[str] = []
        """Folders beside the working folder; the latest one first."""
        self._homes: dict[str, str] = {}
        """The folder of each module that may be imported, by its top-level name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a top-level module; Python finds those of a package in the package."""
        home = self._homes.get(fullname) if path is None else None
        return None if home is None else PathFinder.find_spec(fullname, [home], target)

    def allow(self, name: str, folder: str) -> bool:
        """Let a module of a folder be imported, with those beside it that it imports.

        Returns:
            whether the folder has it.
        """
        waiting, seen, has_match = [name], {name}, False
        while waiting and len(seen) < MAX_MODULES:
            module = waiting.pop()
            top = module.partition(".")[0]
            file = _file_of(module, folder)
            if file is None and not workspace.is_dir(os.path.join(folder, top)):
                continue
            has_match = True
            self._homes[top] = folder
            workspace.find_module(top)  # An installed module of this name comes first.
            if file is not None:
                package = module if file.name == "__init__.py" else module.rpartition(".")[0]
                imported = [
                    other for other in imported_modules(workspace.read_bytes(file), package) if other not in seen
                ]
                seen.update(imported)
                waiting += imported
        return has_match


FINDER = SiblingFinder()


def look_in(folder: Path | str) -> bool:
    """Look for rules modules in a folder first; return whether that is new."""
    path = workspace.real_path(folder)
    if FINDER.folders[:1] == [path]:
        return False
    FINDER.folders[:] = [path, *(other for other in FINDER.folders if other != path)]
    return True


def find_module(name: str) -> bool:
    """Return whether a top-level module is installed or is a rules module of a search folder."""
    if FINDER not in sys.meta_path:
        sys.meta_path.append(FINDER)
    any(FINDER.allow(name, folder) for folder in (*FINDER.folders, workspace.real_path(os.curdir)))
    importlib.invalidate_caches()
    return importlib.util.find_spec(name.partition(".")[0]) is not None


def is_installed(name: str) -> bool:
    """Return whether an optional package is installed: a file of the working folder does not count.

    `python -m` puts that folder on `sys.path` by itself.
    """
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return False
    if spec is None:
        return False
    places: Iterable[str] = spec.submodule_search_locations or ([spec.origin] if spec.origin else [])
    here = (*FINDER.folders, workspace.real_path(os.curdir))
    return all(os.path.dirname(workspace.real_path(place)) not in here for place in places)


def _file_of(name: str, folder: str) -> Path | None:
    """Return the file of a module of a folder."""
    path = Path(folder, *name.split("."))
    files = (path / "__init__.py", path.with_name(f"{path.name}.py"))
    return next((file for file in files if workspace.is_file(file)), None)
