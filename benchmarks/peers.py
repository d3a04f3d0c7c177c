"""A cold `rulebook check` beside Python-Markdown, which only renders the same pages: whole processes, in pairs.

The pages are those of `check.py`. Two rows more: how long a check of one page takes to start, beside the import of
two libraries that it needs, and how much memory a check of a thousand pages takes. A real book may be added.

    python benchmarks/peers.py [--pages 300 1000] [--pairs 3] [--book FOLDER]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from check import seconds, write_book

MAX_OF_RENDERING = {300: 1.3, 1000: 1.15}
"""At most so many times the rendering, by the number of pages."""
MAX_OF_IMPORTS = 3.0
MAX_MEGABYTES = 110

RENDER = r"""
import pathlib, sys
import markdown
renderer = markdown.Markdown(extensions=["admonition", "attr_list", "footnotes", "tables", "pymdownx.superfences"])
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.md")):
    renderer.reset()
    renderer.convert(path.read_text(encoding="utf-8"))
"""
IMPORTS = "import click, yaml"
PEAK = r"""
import resource, subprocess, sys
subprocess.run(sys.argv[1:], capture_output=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""
"""Prints the megabytes of the largest process of a command."""
CHECK = [str(Path(sys.executable).with_name("rulebook")), "check", "--no-cache"]


def report(row: str, ratio: float, limit: float | None, detail: str) -> bool:
    """Print a row; return whether its limit is missed."""
    is_missed = limit is not None and ratio > limit
    verdict = "no limit" if limit is None else f"limit {limit}, {'missed' if is_missed else 'ok'}"
    print(f"{row}: {detail}, {ratio:.2f} times ({verdict})", flush=True)
    return is_missed


def beside_rendering(folder: Path, docs: Path, cache: Path, pairs: int) -> tuple[float, float]:
    """Return the median seconds of rendering the pages of a book, and of checking it."""
    sides: list[tuple[float, float]] = []
    for _ in range(pairs + 1):
        render = seconds([sys.executable, "-c", RENDER, str(docs)], folder, cache)
        sides.append((render, seconds(CHECK, folder, cache)))
    rendered, checked = (statistics.median(side) for side in zip(*sides[1:], strict=True))  # The first compiles.
    return rendered, checked


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, nargs="+", default=[*MAX_OF_RENDERING])
    options.add_argument("--pairs", type=int, default=3)
    options.add_argument("--book", type=Path, help="the folder of a real book with a mkdocs.yml")
    given = options.parse_args()
    is_missed = False
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as compiled:
        cache = Path(compiled)
        for count in given.pages:
            folder = Path(name, str(count))
            write_book(folder, count)
            rendered, checked = beside_rendering(folder, folder / "docs", cache, given.pairs)
            detail = f"rendered in {rendered:.2f} s, checked in {checked:.2f} s of processor time"
            limit = MAX_OF_RENDERING.get(count)
            is_missed |= report(f"{count} pages, cold", checked / rendered, limit, detail)
        peak = subprocess.run([sys.executable, "-c", PEAK, *CHECK], cwd=folder, capture_output=True, text=True)
        megabytes = float(peak.stdout)
        detail = f"{megabytes:.0f} MB of {MAX_MEGABYTES}"
        is_missed |= report(f"{count} pages, memory", megabytes / MAX_MEGABYTES, 1.0, detail)
        page = Path(name, "page.md")
        page.write_text("# A page\n\nRoll 2d6.\n", encoding="utf-8")
        both = [
            (
                seconds([sys.executable, "-c", IMPORTS], page.parent, cache),
                seconds([*CHECK, str(page)], page.parent, cache),
            )
            for _ in range(3 * given.pairs)
        ]
        imported, started = (statistics.median(side) for side in zip(*both, strict=True))
        detail = f"imports {imported:.3f} s, check {started:.3f} s"
        is_missed |= report("one page", started / imported, MAX_OF_IMPORTS, detail)
        if given.book is not None:
            rendered, checked = beside_rendering(given.book, given.book, cache, given.pairs)
            detail = f"rendered in {rendered:.2f} s, checked in {checked:.2f} s of processor time"
            report("a real book, cold", checked / rendered, None, detail)
    return is_missed


if __name__ == "__main__":
    sys.exit(main())
