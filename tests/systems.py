"""What the three systems have of Python's library, by the stubs that type checkers go by."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import mypy

SYSTEMS = ("linux", "darwin", "win32")
STUBS = Path(mypy.__file__).parent / "typeshed" / "stdlib"


@cache
def parsed(path: Path) -> ast.Module:
    """A module, parsed once for all that look at it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a module is made of: to find that takes longer than to look at it."""
    return tuple(ast.walk(parsed(path)))


@cache
def names(module: str, system: str) -> frozenset[str]:
    """What a module of Python's library has on a system; nothing where there is no such module."""
    stub = STUBS.joinpath(*module.split("."))
    paths = [path for path in (stub.with_suffix(".pyi"), stub / "__init__.pyi") if path.is_file()]
    return frozenset(_names(parsed(paths[0]).body, system)) if paths else frozenset()


def _names(body: list[ast.stmt], system: str) -> Iterator[str]:
    about = {"sys": SimpleNamespace(platform=system, version_info=sys.version_info)}
    for node in body:
        match node:
            case ast.If():
                try:
                    holds = eval(ast.unparse(node.test), about)
                except NameError:
                    continue  # Types alone.
                yield from _names(node.body if holds else node.orelse, system)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def missing(module: str) -> dict[str, tuple[str, ...]]:
    """What a module of Python's library has on Linux, with the systems that lack it; "" is the module itself."""
    has = {system: names(module, system) for system in SYSTEMS}
    lacking = {name: tuple(system for system in SYSTEMS if name not in has[system]) for name in has["linux"]}
    lacking[""] = tuple(system for system in SYSTEMS if has["linux"] and not has[system])
    return {name: systems for name, systems in lacking.items() if systems}


def _used(path: Path) -> Iterator[tuple[int, str, str]]:
    """Each name of Python's library that a module uses: its line, the module that has it, and the name."""
    known: dict[str, str] = {}
    for node in nodes(path):
        if isinstance(node, ast.Import):
            known |= {alias.asname or alias.name: alias.name for alias in node.names}
            yield from ((node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, node.module, alias.name) for alias in node.names)
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known:
            yield node.lineno, known[node.value.id], node.attr


def bound(path: Path) -> list[str]:
    """What a module uses that not every system has."""
    return [
        f"{path.name}:{line}: {module}.{name} is not on {', '.join(missing(module)[name])}"
        for line, module, name in _used(path)
        if name in missing(module)
    ]
