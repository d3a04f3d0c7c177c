"""1 MB of anything is read, checked and made a page of in at most ten seconds: the slowest texts that we know.

Each kind of trigger stands there again and again, in every dialect. Of all it is measured what a few kilobytes more of
them take; the slowest of each dialect are measured whole, beside as much of our own book. What Asciidoctor itself takes
is told apart: no more than its engine allows, whatever the text is.

    python benchmarks/anything.py [--slowest 3] [DIALECT ...]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from heapq import nlargest
from itertools import product
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from rulebook_core.system.gc_policy import never_collected
from tests.fuzz.fuzzing import DOCS
from tests.fuzz.poison import EVERY_READER, READERS, UNITS, Clock, Poison, seconds, work

LIMIT = 10.0
"""Seconds of one core."""
LENGTH = 1_000_000
SAMPLES = 4_000, 16_000
"""What comes once, such as the first fifty findings of a kind, makes a short text slow and no long one."""
GIVEN_UP = 4 * LIMIT
OURS = "our own book"


class Taken(NamedTuple):
    """The seconds that a text takes: ours, and Asciidoctor's."""

    ours: float
    engine: float
    reader: str
    name: str


class _LateError(BaseException):
    """Nothing that reads a text may catch it."""


def _late(*_: object) -> None:
    raise _LateError


def text_of(reader: str, name: str) -> Poison:
    """A unit, or our book as one."""
    if name != OURS:
        return Poison(name, UNITS[name], reader)
    book = DOCS / (EVERY_READER[reader][1] or "cavea")
    pages = [path for path in sorted((book if book.is_dir() else DOCS / "cavea").iterdir()) if path.is_file()]
    return Poison(name, "".join(path.read_text(encoding="utf-8") for path in pages), reader)


def measured(reader: str, name: str, length: int, given_up: float) -> Taken:
    """The time of a text of so many signs."""
    poison = text_of(reader, name)
    seconds(poison, 100)
    text = poison.text(length)
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, given_up)
    clock = Clock()
    with suppress(_LateError), clock.runs(), never_collected():
        work(poison, text)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return Taken(clock.ours, clock.engine, reader, name)


def slowest(taken: Iterable[Taken], reader: str, count: int) -> list[str]:
    """The names of those that take longest in a dialect."""
    return [one.name for one in nlargest(count, (one for one in taken if one.reader == reader))]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("readers", nargs="*", metavar="DIALECT", help=", ".join(READERS))
    options.add_argument("--slowest", type=int, default=3)
    given = options.parse_args()
    readers = given.readers or list(READERS)
    missed = False
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("fork")) as pool:
        small = list(pool.map(measured_small, *zip(*product(readers, UNITS), strict=True), chunksize=8))
    for reader, name in [(one, name) for one in readers for name in (OURS, *slowest(small, one, given.slowest))]:
        with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as alone:  # Two at once slow each other down.
            taken = alone.submit(measured, reader, name, LENGTH, GIVEN_UP).result()
        verdict = "ok" if taken.ours <= LIMIT else "missed"
        missed = missed or verdict == "missed"
        beside = f", and Asciidoctor {taken.engine:.1f} s" if taken.engine else ""
        what = f"{taken.reader}: 1 MB of {taken.name} in {taken.ours:.1f} s{beside}"
        print(f"anything: {what} (limit {LIMIT:.0f}, {verdict})", flush=True)
    return int(missed)


def measured_small(reader: str, name: str) -> Taken:
    few, more = (measured(reader, name, length, LIMIT) for length in SAMPLES)
    return more._replace(ours=more.ours - few.ours)


if __name__ == "__main__":
    sys.exit(main())
