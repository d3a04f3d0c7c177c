"""Run every benchmark and write its figures to the guide: `make bench`.

    python benchmarks [NAME ...]

Exits with 1 if a limit is missed. The guide keeps the earlier figures of a benchmark that prints nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "docs" / "guide" / "benchmarks.md"
LAST = "anything"
"""It takes longest."""
TABLE = re.compile(r"^```text\n(?P<name>\w+), on .*?^```\n", re.DOTALL | re.MULTILINE)


def said_by(name: str) -> tuple[list[str], bool]:
    """Run a benchmark; return its lines, and whether it keeps all its limits."""
    running = subprocess.Popen([sys.executable, "-u", FOLDER / f"{name}.py"], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    lines = []
    for line in running.stdout:
        print(line, end="", flush=True)
        lines.append(line.rstrip())
    return lines, running.wait() == 0


def show(said: Mapping[str, Sequence[str]], names: Sequence[str]) -> None:
    """Write the tables of the page in the order of the names; tables of benchmarks that did not run stay."""
    text = PAGE.read_text(encoding="utf-8")
    head = text[: text.index("```text")]
    tables = {match["name"]: match[0] for match in TABLE.finditer(text)}
    for name, lines in said.items():
        tables[name] = "\n".join(("```text", f"{name}, on {date.today()}", *lines, "```\n"))
    PAGE.write_text(head + "\n".join(tables[name] for name in names if name in tables), encoding="utf-8")


def main() -> int:
    names = sorted((path.stem for path in FOLDER.glob("[a-z]*.py")), key=lambda name: (name == LAST, name))
    said = {name: said_by(name) for name in sys.argv[1:] or names}
    show({name: lines for name, (lines, _) in said.items() if lines}, names)
    return 0 if all(kept for _, kept in said.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
