"""`rulebook mutate` over a book as large as five rulebooks: against a minute, and against one change at a time.

The book is our Cavea again and again, its numbers and dice included. What one change at a time would take is
measured with some of the changes. The second run finds everything kept.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_proof.proof.mutation import PageMutation
from rulebook_proof.proof.proving import prove
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.reading import ClaimReader
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system

CHARACTERS = 100_000
"""As many as five rulebooks of our kind have."""
MAX_SECONDS = 60
SAMPLE = 40
ROOT = Path(__file__).parent.parent


def large_book() -> Book:
    """Our pages of Cavea, and more of them until there is enough text."""
    book = read_book(load_config(ROOT / "mkdocs.yml"), find_system=load_system)
    originals = [page for page in book.pages if page.system is not None]
    pages: list[Page] = []
    size = 0
    while size < CHARACTERS:
        page = originals[len(pages) % len(originals)]
        text = page.document.source.text
        # Each copy is a text of its own, as pages are.
        document = page.document.read_again(f"{text}\nThe end of part {len(pages)}.\n")
        pages.append(Page(document, f"{len(pages)}-{Path(page.uri).name}", page.system))
        size += len(text)
    return Book(tuple(pages))


def timed(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def one_at_a_time(book: Book) -> float:
    """What trying every change alone would take on one processor, from a sample."""
    system = load_system("cavea")
    reader = ClaimReader(system, book.pages)
    attempts = [PageMutation(reader, page) for page in book.pages]
    changes = [(attempt, mutant) for attempt in attempts for mutant in attempt.mutants]
    sample = Random(1).sample(changes, SAMPLE)
    taken = timed(lambda: [attempt.survivors((mutant,)) for attempt, mutant in sample])
    return taken / SAMPLE * len(changes)


def main() -> int:
    book = large_book()
    checked = min(timed(lambda: analyse(book)) for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        proved = timed(lambda: prove(book, cache=cache))
        again = timed(lambda: prove(book, cache=cache))
    alone = one_at_a_time(book)
    numbers = len(analyse(book).numbers)
    size = sum(len(page.document.source.text) for page in book.pages)
    print(f"mutate: {size:,} characters, {numbers:,} numbers, checked in {checked:.2f} s")
    print(
        f"  proved in {proved:.1f} s (limit {MAX_SECONDS}), one change at a time {alone:.0f} s: x{alone / proved:.1f}"
    )
    print(f"  again, with all kept: {again:.2f} s")
    return int(proved > MAX_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
