"""Check that data is named by nouns: `python -m tests.style.names`.

"told", "held", "kept", "found", "taken" and "asked" say what was done with something and not what it is. A predicate
may have one of them ("is_kept").
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("plugins", "rulesmod", "bundling")
PARTICIPLES = frozenset({"told", "held", "kept", "found", "taken", "asked"})
PREDICATES = ("is_", "are_", "has_", "have_", "can_", "may_", "was_")


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each function, class, parameter, variable and attribute that is defined."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def is_participle(name: str) -> bool:
    """Return whether a name says what was done with data instead of what it is."""
    words = name.strip("_").lower()
    return not words.startswith(PREDICATES) and not PARTICIPLES.isdisjoint(words.split("_"))


def faults_in(code: str, path: str) -> list[str]:
    """Return a line for each name in some code that is a participle."""
    names = sorted({*names_in(ast.parse(code))})
    return [f"{path}:{line}: `{name}` is no noun" for line, name in names if is_participle(name)]


def main() -> int:
    """Print the faults of all modules; return 1 if there are any."""
    faults = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        faults += faults_in(path.read_text(encoding="utf-8"), name)
        faults += [f"{name}: the module is named by no noun"] if is_participle(path.stem) else []
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
