"""Check the words that writers read, messages and `--help`: `python -m tests.style.messages`.

A text of the tools with four words or more has none of the private idioms that the project once wrote in. Patterns and
docstrings are no such texts; the first sentence of a command's docstring is checked as all docstrings are.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
IDIOMS = re.compile(
    r"\b(?:(?:is|are) told|told of|so it is with|whoever|hangs? on|held against|none of it|nobody|as well"
    r"|lets? (?:be|go)|stands? (?:in|twice|first|there|here|below|behind|before|under|beside|where|for|otherwise|inside"
    r"|at))\b",
    re.IGNORECASE,
)
MIN_WORDS = 4
_PATTERN = re.compile(r"\(\?|\\[bswd]|\[\^")
_PROSE = re.compile(r"[a-z] [a-z]")


def texts_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string that is no docstring; what is filled in is a space."""
    passed_over: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            passed_over |= {id(one.value) for one in body if isinstance(one, ast.Expr)}
        if isinstance(node, ast.JoinedStr):
            passed_over |= set(map(id, node.values))
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else " _ " for part in node.values)
            yield node.lineno, "".join(map(str, parts))


def is_message(text: str) -> bool:
    """Return whether a string is a sentence, or part of one."""
    return len(text.split()) >= MIN_WORDS and not _PATTERN.search(text) and bool(_PROSE.search(text))


def faults_in(code: str, path: str) -> list[str]:
    """Return a line for each message in some code that has an idiom."""
    return [
        f"{path}:{line}: `{idiom[0]}`: write plain English"
        for line, text in sorted({*texts_in(ast.parse(code))})
        if is_message(text) and (idiom := IDIOMS.search(text))
    ]


def main() -> int:
    """Print the faults of all modules of the tools; return 1 if there are any."""
    faults = []
    for path in sorted((ROOT / "plugins").rglob("*.py")):
        if path.parent.name != "words":
            faults += faults_in(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
