"""Check the first sentence of every docstring: `python -m tests.style.docstrings`.

A first sentence has at most 90 characters and does not begin with "What", "Whether" or "So". Modules in
`pending.txt` are not rewritten yet; one that is clean must leave the list. `--update` writes the list anew.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PENDING = Path(__file__).with_name("pending.txt")
MAX_LENGTH = 90
END = re.compile(r"(?<!e\.g)(?<!i\.e)[.:;](?=\s|$)|\n\s*\n")
VAGUE = ("What ", "Whether ", "So ")


def first_sentence(docstring: str) -> str:
    """Return the text up to the first full stop, colon, semicolon or empty line, on one line."""
    text = docstring.strip()
    end = END.search(text)
    return " ".join(text[: end.start() if end else len(text)].split())


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring, those of constants and attributes included."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield statement.lineno, value.value


def faults_of(path: Path) -> list[str]:
    """Return a line for each docstring of a module whose first sentence is vague or too long."""
    faults = []
    for line, text in docstrings(ast.parse(path.read_text(encoding="utf-8"))):
        sentence = first_sentence(text)
        if sentence.startswith(VAGUE) or len(sentence) > MAX_LENGTH:
            faults.append(f"{path.relative_to(ROOT).as_posix()}:{line}: {sentence}")
    return faults


def main() -> int:
    """Print the faults of all modules that are not pending; return 1 if there are any."""
    pending = set(PENDING.read_text(encoding="utf-8").split())
    paths = sorted(path for folder in ("plugins", "rulesmod", "bundling") for path in (ROOT / folder).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix(): faults_of(path) for path in paths}
    if "--update" in sys.argv:
        pending = {name for name, faults in found.items() if faults}
        PENDING.write_text("".join(f"{name}\n" for name in sorted(pending)), encoding="utf-8")
    faults = [fault for name, lines in found.items() if name not in pending for fault in lines]
    faults += [f"{name}: is clean or gone: remove it from {PENDING.name}" for name in pending if not found.get(name)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
