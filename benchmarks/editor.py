"""What an editor waits for after a keystroke: the findings of a changed page, in a book of 1,000 and in one of 10.

Processor time, the median of several changes, each another text. What is 200 ms here is that on a machine with nothing
else to do; a large book costs what its other pages add to a page's own reading.

    python benchmarks/editor.py [--pages 1000] [--changes 15]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from check import write_book

from rulebook_lsp.open_files import Desk

LIMIT = 0.2
"""Seconds that nobody waits."""
SMALL = 10


def answer(pages: int, changes: int) -> float:
    """Seconds of processor time until the findings of a changed page are there."""
    with tempfile.TemporaryDirectory() as name:
        write_book(Path(name), pages)
        path = sorted(Path(name, "docs").rglob("*.md"))[pages // 2]
        desk = Desk()
        file = desk.open(path.as_uri(), path, path.read_text(encoding="utf-8"), 1)
        assert file.book is not None
        file.book.take(file.book.read(desk.texts, rules_may_differ=False))
        taken = []
        for number in range(changes):
            file.text += f"\nSee [there](#nowhere-{number}).\n"
            start = time.process_time()
            view = desk.view(file)
            taken.append(time.process_time() - start)
            assert view is not None
            assert len(view.findings) == number + 1
    return statistics.median(taken)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=1000)
    options.add_argument("--changes", type=int, default=15)
    given = options.parse_args()
    small, large = answer(SMALL, given.changes), answer(given.pages, given.changes)
    verdict = "missed" if large > LIMIT else "ok"
    print(
        f"change of a page: {small * 1000:.0f} ms in a book of {SMALL}, {large * 1000:.0f} ms in one of {given.pages} "
        f"(limit {LIMIT * 1000:.0f}, {verdict})"
    )
    return verdict == "missed"


if __name__ == "__main__":
    sys.exit(main())
