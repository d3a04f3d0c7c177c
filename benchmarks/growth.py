"""How `rulebook check` grows: with pages, and with what stands on them; and how much memory it takes.

Each row is the exponent of processor time, from a book to one of eight times as much, without what starting takes: 1 is
linear. The books are generated; all but one have nothing wrong in them. Memory is the peak of each process of a run.

    python benchmarks/growth.py [--most 10000]
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.check import seconds, write_book

LIMIT = 1.2
"""The exponent; what is measured twice differs by a tenth."""
MEGABYTES, MORE_MEGABYTES = 150, 90
"""In the first process of a run, and in each further one, at so many pages:"""
REMEMBERED = 1000
TIMES = 8
MIN_SIZE = 50
PAGES = 8
"""Pages that hold what is counted, at least so many on each at first."""
ENOUGH = 0.2
"""Seconds that can be told from what starting takes."""
LOOK = 0.02

Write = Callable[[Path, int], None]
CHECK = [str(Path(sys.executable).with_name("rulebook")), "check", "--no-cache", "--fail-on", "error"]
UNITS: dict[str, Callable[[int], str]] = {
    "links": lambda number: f"They went [on](#page) and {'back ' * (number % 3 + 1)}again.\n",
    "headings": lambda number: f"## Lantern {number}\n\nIt is lit.\n",
    "tables": lambda number: f"| Lamp | Oil |\n| --- | --- |\n| {number} | some |\n\nOf it they had enough.\n",
    "expressions": lambda number: f"Whoever is hit loses {number % 5 + 1}d6+{number % 7 + 1}, and goes on.\n",
    "findings": lambda number: f"A guard counts {number} + 1 = {number + 3} lamps.\n",
}


def write_units(unit: Callable[[int], str], folder: Path, count: int) -> None:
    """Write a book of so many units of a kind on each of its pages."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "mkdocs.yml").write_text("site_name: Growing\nmarkdown_extensions: [tables]\n", encoding="utf-8")
    for page in range(PAGES):
        text = "\n".join(unit(number) for number in range(page * count, (page + 1) * count))
        (folder / "docs" / f"page-{page}.md").write_text(f"# Page\n\nRoll 2d6.\n\n{text}", encoding="utf-8")


def taken(write: Write, count: int, cache: Path) -> float:
    """The processor time of checking a book of so many."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), count)
        command = ["sh", "-c", '"$@"; [ $? -lt 2 ]', "sh", *CHECK]  # Findings are no failure here.
        return min(seconds(command, Path(folder), cache) for _ in range(2))


def grown(name: str, write: Write, cache: Path, first: int = 0) -> bool:
    """Print how time grows with a book; whether its limit is missed.

    Args:
        name: what there is more of.
        write: writes a book of so many.
        cache: for what Python compiles.
        first: so many there are at first; enough to be measured where this is left out.
    """
    start, count = taken(write, 1, cache), first or MIN_SIZE
    while (little := taken(write, count, cache) - start) < ENOUGH and not first:
        count *= 2
    much = taken(write, count * TIMES, cache) - start
    exponent = math.log(much / little, TIMES)
    verdict = "missed" if exponent > LIMIT else "ok"
    print(
        f"growth with {name}: {count} in {little:.2f} s, {count * TIMES} in {much:.2f} s, "
        f"exponent {exponent:.2f} (limit {LIMIT}, {verdict})",
        flush=True,
    )
    return verdict == "missed"


def peaks(folder: Path) -> list[int]:
    """The peak memory of each process of a run, in megabytes; the first one's is the first."""
    found: dict[int, int] = {}
    with subprocess.Popen(CHECK, cwd=folder, stdout=subprocess.DEVNULL) as run:
        while run.poll() is None:
            for process in (run.pid, *children(run.pid)):
                with suppress(OSError, StopIteration):
                    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
                    found[process] = int(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
            time.sleep(LOOK)
    return [kilobytes // 1024 for kilobytes in found.values()]


def children(process: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def remembered(pages: int) -> bool:
    """Print the memory of a run in one process, and in several; whether a limit is missed."""
    before = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        write_book(Path(folder), pages)
        os.sched_setaffinity(0, {min(before)})
        (alone,) = peaks(Path(folder))
        os.sched_setaffinity(0, before)
        _, *further = peaks(Path(folder))
    verdict = "missed" if alone > MEGABYTES or max(further, default=0) > MORE_MEGABYTES else "ok"
    print(
        f"memory at {pages} pages: {alone} MB in one process, {max(further, default=0)} MB in each further one "
        f"(limits {MEGABYTES} and {MORE_MEGABYTES}, {verdict})",
        flush=True,
    )
    return verdict == "missed"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument(
        "rows", nargs="*", metavar="ROW", help=f"{', '.join(UNITS)}, pages, memory; all where none is named"
    )
    options.add_argument("--most", type=int, default=10_000, help="so many pages")
    given = options.parse_args()
    rows: dict[str, Callable[[Path], bool]] = {
        name: partial(grown, f"{name} on {PAGES} pages", partial(write_units, unit)) for name, unit in UNITS.items()
    }
    rows["pages"] = partial(grown, "pages", write_book, first=given.most // TIMES)
    rows["memory"] = lambda _: remembered(REMEMBERED)
    with tempfile.TemporaryDirectory() as cache:
        missed = [rows[name](Path(cache)) for name in given.rows or rows]
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
