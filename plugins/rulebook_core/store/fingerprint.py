"""Fingerprints of games: the files of their modules, of all that these import, and the data beside them."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import repeat
from operator import is_
from pathlib import Path
from types import ModuleType

from rulebook_core import workspace
from rulebook_core.store.tool import contents, digest
from rulebook_core.system.parts import packages
from rulesmod.system import System

DATA_ENDINGS = (".json", ".toml", ".yaml", ".yml", ".csv", ".txt", ".ini")
"""Endings of the files that a rules module may read from its own folder."""

_INSTALLED = ("site-packages", "dist-packages")
_APART = sys.stdlib_module_names | packages()
"""Modules that belong to no game: Python's own, and this tool's (see `tool_fingerprint`)."""


def system_fingerprint(system: System) -> str | None:
    """Of the modules that bring a game, with everything they import; None where no module has it.

    A module counts with its own file and the data beside it; the package that brings the game counts as a whole.
    Of packages installed apart from it only the modules that it names count.
    """
    files = rule_files(system)
    return digest(contents(files)) if files else None


def rule_files(system: System) -> list[Path]:
    """The files that a game is made of."""
    holders = holders_of(system)
    files = {*system.files, *(path for _, path in _closure(holders))}
    for holder in holders:
        if getattr(holder, "__path__", None) and holder.__file__:
            files.update(path for path in workspace.all_paths(Path(holder.__file__).parent) if workspace.is_file(path))
    return sorted(path for path in files if "__pycache__" not in path.parts)


def rule_modules(system: System) -> set[str]:
    """The modules that a game is made of, by name: without this tool's, other games' and those installed apart."""
    holders = holders_of(system)
    own = {".".join(holder.__name__.split(".")[:2]) for holder in holders}
    return {
        name
        for name, path in _closure(holders)
        if ".".join(name.split(".")[:2]) in own
        or not (name.partition(".")[0] in (*packages(), "rulesmod") or _is_installed(path))
    }


def _holds(module: ModuleType | None, system: System) -> bool:
    # A module may have put anything in its own place, and there are a thousand of them, with a hundred names each. Who
    # listens to Python would hear of each `id`.
    return isinstance(module, ModuleType) and True in map(is_, vars(module).values(), repeat(system))


def holders_of(system: System, within: Container[str] | None = None) -> list[ModuleType]:
    """The modules that have a game, those that only took it from others among them.

    Args:
        within: the names of the only packages, or modules in none, that are looked into; all if left out.
    """
    loaded = list(sys.modules.items())
    return [
        module
        for name, module in loaded
        if (within is None or name.partition(".")[0] in within) and _holds(module, system)
    ]


def _closure(holders: Iterable[ModuleType]) -> Iterator[tuple[str, Path]]:
    """The modules that a game is made of, each with its file and the data beside it."""
    seen: set[str] = set()
    for holder in holders:
        yield from _sources(holder.__name__, holder.__name__.partition(".")[0], seen)


def _sources(name: str, own: str, seen: set[str]) -> Iterator[tuple[str, Path]]:
    """The files of a module and of what it imports; `own` is the package that the game is part of."""
    if name in seen or name.partition(".")[0] in _APART:
        return
    seen.add(name)
    path = _file_of(name)
    if path is None:
        return
    yield name, path
    if _is_installed(path) and name.partition(".")[0] != own:
        return
    yield from ((name, other) for other in _beside(path) if other.suffix in DATA_ENDINGS)
    for imported in _imports(path, name):
        yield from _sources(imported, own, seen)


def _beside(path: Path) -> Iterator[Path]:
    return (Path(one.path) for one in workspace.scan(path.parent))


def _is_installed(path: Path) -> bool:
    return any(part in path.parts for part in _INSTALLED)


def _file_of(name: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    origin = spec.origin if spec is not None and spec.has_location else None
    return Path(origin) if origin and origin.endswith(".py") else None


def _imports(path: Path, name: str) -> tuple[str, ...]:
    """The names of the modules that a file imports, anywhere in it; some may be names within a module instead."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return imported_modules(workspace.read_bytes(path), package)


@lru_cache(maxsize=1024)
def imported_modules(code: bytes, package: str) -> tuple[str, ...]:
    """Return the names of the modules that code imports; some may be names within a module instead."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ()  # Whoever imports it will say so.
    names: dict[str, None] = {}
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                outer = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(filter(None, (*outer, base)))
            modules = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        for module in modules:
            # A package is run before what is in it.
            parts = module.split(".")
            names.update(dict.fromkeys(".".join(parts[:count]) for count in range(1, len(parts) + 1)))
    return tuple(names)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements within a tree and the nodes that may contain statements."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            waiting.extend(getattr(node, part, ()))
