"""Check that every limit is called `MAX_` or `MIN_`: `python -m tests.style.limits`.

A limit is a number of a module whose name or description says that no more, or no less, counts. Numbers that a game
rules ("at most two at a time") are the game's own.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ("cavea", "drama", "dry_cereal", "masque", "sda")
WORDS = frozenset(
    (
        *(
            "LONGEST",
            "SHORTEST",
            "LARGEST",
            "SMALLEST",
            "HIGHEST",
            "LOWEST",
            "DEEPEST",
            "WIDEST",
            "FARTHEST",
            "NEAREST",
        ),
        *("MOST", "LEAST", "FEWEST", "MANY", "FEW", "NEAR", "LONG", "SHORT", "OFTEN", "ENOUGH", "REACH", "LIMIT"),
    )
)
"""Words of names that say that a number is a limit."""
OPENINGS = (
    *("Limit of ", "At most ", "At least ", "The most ", "The least ", "No more ", "More than ", "Fewer than "),
    *("Longer ", "Shorter ", "Larger ", "A longer ", "A shorter ", "A larger "),
)
"""Beginnings of descriptions that say so."""
PREFIXES = ("MAX_", "MIN_")


def is_number(node: ast.expr | None) -> bool:
    """Return whether an expression is a number that is written down."""
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    return isinstance(node, ast.UnaryOp) and is_number(node.operand)


def numbers_in(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield the line, name and description of each number of a module."""
    for node, behind in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_number(node.value):
            value = behind.value if isinstance(behind, ast.Expr) else None
            description = value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield node.lineno, target.id, description.strip()


def is_limit(name: str, description: str) -> bool:
    """Return whether a number is a limit by its name or its description."""
    return not WORDS.isdisjoint(name.split("_")) or description.startswith(OPENINGS)


def faults_in(code: str, path: str) -> list[str]:
    """Return a line for each limit in some code that has another name."""
    return [
        f"{path}:{line}: `{name}` is a limit: call it `MAX_` or `MIN_`"
        for line, name, description in numbers_in(ast.parse(code))
        if is_limit(name, description) and not name.lstrip("_").startswith(PREFIXES)
    ]


def main() -> int:
    """Print the faults of all modules; return 1 if there are any."""
    faults = []
    for folder in ("plugins", "rulesmod", "bundling"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(tuple(f"rulesmod/{game}/" for game in GAMES)):
                faults += faults_in(path.read_text(encoding="utf-8"), name)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
