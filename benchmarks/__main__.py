"""Every benchmark after the other, and what they say as a table in the README: `make bench`.

Ends with 1 where a limit is missed. The README is written only where all have said something.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).parent
README = FOLDER.parent / "README.md"
LAST = "anything"
"""It takes longest."""
HEADING = "\n## How fast it is\n"
"""Of the section that is written at the end of the README."""


def said_by(name: str) -> tuple[list[str], bool]:
    """The lines of a benchmark, shown as they come, and whether all its limits are kept."""
    running = subprocess.Popen([sys.executable, "-u", FOLDER / f"{name}.py"], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    lines = []
    for line in running.stdout:
        print(line, end="", flush=True)
        lines.append(line.rstrip())
    return lines, running.wait() == 0


def show(lines: list[str]) -> None:
    """Write the table of the README anew."""
    text = README.read_text(encoding="utf-8").partition(HEADING)[0]
    told = f"What `make bench` said on {date.today()}, as ratios against a peer or a bare reading in the same run:"
    README.write_text(f"{text}{HEADING}\n{told}\n\n```text\n" + "\n".join(lines) + "\n```\n", encoding="utf-8")


def main() -> int:
    names = sorted((path.stem for path in FOLDER.glob("[a-z]*.py")), key=lambda name: (name == LAST, name))
    said = [said_by(name) for name in names]
    if all(lines for lines, _ in said):
        show([line for lines, _ in said for line in lines])
    return 0 if all(kept for _, kept in said) else 1


if __name__ == "__main__":
    sys.exit(main())
