"""From plain Python to JavaScript: the modules with which a game plays itself, for the page.

Python is the authority: what the page runs is translated from it when the site is built, and never written by hand.
Only a plain subset is taken, and anything else is refused with its place:

- modules that import names from each other, and hold functions, dataclasses and constants;
- whole numbers, strings, booleans, None, lists, dictionaries; no division but `//`;
- conditions, loops, comprehensions over one source, generators, f-strings without formats;
- the builtins and methods named below, which the page's `plain.js` gives their Python meaning.

All names of all modules share one scope, so they must differ.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulebook_core import workspace
from rulebook_render.script.expressions import NotPlainError as NotPlainError
from rulebook_render.script.statements import IGNORED, Writer, fields_of, is_type
from rulesmod.records import record


@record
class PlainModule:
    """A module by its dotted name, and its text."""

    name: str
    text: str


def translate(modules: Iterable[PlainModule], exports: Iterable[str]) -> str:
    """The script of several modules, each after those that it imports from.

    Returns:
        An expression: a function of the runtime `$` that gives an object with `exports`.

    Raises:
        NotPlainError: something is outside the subset, or a name is used twice or not at all.
    """
    given = list(modules)
    trees = {module.name: ast.parse(module.text) for module in given}
    scope: dict[str, list[str] | None] = {}
    for module in given:
        for name, signature in _definitions(module.name, trees[module.name]):
            if name in scope:
                raise NotPlainError(f"{module.name}: `{name}` is the name of something in another module too")
            scope[name] = signature
    parts = [text for module in given for text in Writer(module.name, scope, set(trees)).module(trees[module.name])]
    wanted = list(exports)
    if missing := [name for name in wanted if name not in scope]:
        raise NotPlainError(f"nothing is called {', '.join(missing)}")
    body = "\n".join(parts)
    return f'(($) => {{\n"use strict"\n{body}\nreturn {{ {", ".join(wanted)} }}\n}})'


def modules_of(root: str) -> list[PlainModule]:
    """A module of a game and those that it imports, each behind what it imports itself."""
    modules: dict[str, PlainModule] = {}

    def visit(name: str) -> None:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise NotPlainError(f"there is no module {name}")
        text = workspace.read_text(Path(spec.origin))
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module not in (*IGNORED, *modules):
                visit(node.module)
        modules[name] = PlainModule(name, text)

    visit(root)
    return list(modules.values())


def _definitions(module: str, tree: ast.Module) -> Iterator[tuple[str, list[str] | None]]:
    """The names that a module defines; of functions and classes with their parameters."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, [argument.arg for argument in node.args.args]
        elif isinstance(node, ast.ClassDef):
            yield node.name, [field.target.id for field in fields_of(node)]  # type: ignore[union-attr]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not is_type(node):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if not isinstance(target, ast.Name):
                raise NotPlainError(f"{module}:{node.lineno}: a constant has one name")
            yield target.id, None
