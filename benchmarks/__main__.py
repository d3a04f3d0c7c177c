"""Every benchmark after the other, and what they say as tables in the README: `make bench`.

    python benchmarks [NAME ...]

Ends with 1 where a limit is missed. Of a benchmark that says nothing, the README keeps what it said before.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).parent
README = FOLDER.parent / "README.md"
LAST = "anything"
"""It takes longest."""
HEADING = "\n## How fast it is\n"
"""Of the section that is written at the end of the README."""
TOLD = "What `make bench` says, as ratios against a peer or a bare reading in the same run:"
TABLE = re.compile(r"^```text\n(?P<name>\w+), on .*?^```\n", re.DOTALL | re.MULTILINE)


def said_by(name: str) -> tuple[list[str], bool]:
    """The lines of a benchmark, shown as they come, and whether all its limits are kept."""
    running = subprocess.Popen([sys.executable, "-u", FOLDER / f"{name}.py"], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    lines = []
    for line in running.stdout:
        print(line, end="", flush=True)
        lines.append(line.rstrip())
    return lines, running.wait() == 0


def show(said: Mapping[str, Sequence[str]], names: Sequence[str]) -> None:
    """Write the tables of the README anew, in the order of the names; what was not run stays as it is."""
    text, _, before = README.read_text(encoding="utf-8").partition(HEADING)
    tables = {match["name"]: match[0] for match in TABLE.finditer(before)}
    for name, lines in said.items():
        tables[name] = "\n".join(("```text", f"{name}, on {date.today()}", *lines, "```\n"))
    told = "\n".join(tables[name] for name in names if name in tables)
    README.write_text(f"{text}{HEADING}\n{TOLD}\n\n{told}", encoding="utf-8")


def main() -> int:
    names = sorted((path.stem for path in FOLDER.glob("[a-z]*.py")), key=lambda name: (name == LAST, name))
    said = {name: said_by(name) for name in sys.argv[1:] or names}
    show({name: lines for name, (lines, _) in said.items() if lines}, names)
    return 0 if all(kept for _, kept in said.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
