"""The walk of the guide's first page, as somebody goes it who reads nothing else.

Its blocks come in their order: what shows a page or rules is saved, what shows commands is run. Only the slips that the
text asks for in words are named here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

FIRST_CHECK = Path(__file__).parents[2] / "docs" / "guide" / "first-check.md"
PAGE, RULES = "inn.md", "rules.yml"
SLIPS = {
    ("change", 1): {"(7 on": "(8 on", "| 6 | your": "| 7 | your"},
    ("rules", 2): {"Price of 12": "Price of 10", "15 coins": "18 coins"},
}
"""What the text asks to change before a command, by the section and the number of its console block."""
_PART = re.compile(r"^## [^\n]*\{#(\w+)\}$|^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A block of commands with the section that it stands in, and the output that it shows; empty for any."""

    section: str
    commands: str
    output: str


def walk(folder: Path) -> Iterator[Step]:
    """Yield each block of commands, with the files in `folder` as they are when it comes."""
    section, count = "", 0
    text = FIRST_CHECK.read_text(encoding="utf-8")
    for part in _PART.finditer(text):
        if part[1]:
            section, count = part[1], 0
        elif part[2] == "markdown":
            (folder / PAGE).write_text(part[3], encoding="utf-8")
        elif part[2] == "yaml":
            (folder / RULES).write_text(part[3], encoding="utf-8")
        elif part[2] == "console":
            count += 1
            command, _, output = part[3].removeprefix("$ ").partition("\n")
            slips = SLIPS.get((section, count), {})
            with_slips(folder / PAGE, slips)
            yield Step(section, command, output)
            with_slips(folder / PAGE, {slip: right for right, slip in slips.items()})
        else:
            assert part[2] == "sh"
            yield Step(section, part[3], "")


def with_slips(page: Path, slips: dict[str, str]) -> None:
    """Change what a page says."""
    text = page.read_text(encoding="utf-8")
    for right, slip in slips.items():
        assert text.count(right) == 1
        text = text.replace(right, slip)
    page.write_text(text, encoding="utf-8")


def guarded(folder: Path, run: Callable[[str], str]) -> float:
    """Return the share of numbers that are guarded or waived, in percent."""
    (share,) = re.findall(r"([\d.]+) % guarded or waived", run("rulebook ledger"))
    return float(share)
