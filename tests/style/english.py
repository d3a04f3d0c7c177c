"""Measure the English of our books: `python -m tests.style.english`.

A sentence of the rules is short and says who does what. Tics of an earlier edition do not come back.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulebook_core.source import Source
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, read

DOCS = Path(__file__).parents[2] / "docs"
BOOKS = {
    "cavea": ("cavea", "markdown"),
    "dry-cereal": ("dry-cereal", "pandoc"),
    "sda": ("sda", "asciidoc"),
    "masque": ("masque", "prose"),
    "drama": ("drama", "obsidian"),
}
"""By its folder, the game of a book and how it is written."""
APPENDICES = ("errata", "odds")
MIN_AVERAGE, MAX_AVERAGE = 15, 20
"""Words of a sentence, on average over the paragraphs of a book; items of a list are as short as what they list."""
MAX_WORDS = 50
"""Words of one sentence."""
TICS = {
    "whoever": re.compile(r"\bwhoever\b", re.IGNORECASE),
    "as well": re.compile(r"\bas well\b(?! as)", re.IGNORECASE),
    "What ...": re.compile(r"^What\b.*\.$"),
}
WORDS = ("whoever", "as well")
"""The tics that are words, and may stand anywhere."""
_END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[\"'(]*[A-Z0-9`|])")
_TEXT = ("paragraph", "item", "quote")


class Sentence(NamedTuple):
    """A sentence of a page, with the kind of its block and the number of its words."""

    page: str
    kind: str
    text: str
    words: int


def sentences(book: str) -> Iterator[Sentence]:
    """Yield the sentences of a book's rules; appendices, tables and headings are none."""
    system, dialect = BOOKS[book]
    for path in sorted((DOCS / book).iterdir()):
        if path.suffix not in (".md", ".adoc", ".txt") or path.stem.startswith(("_", *APPENDICES)):
            continue
        document = read(
            Source(path.name, path.read_text(encoding="utf-8")), dialect, ReadingOptions(system=load_system(system))
        )
        for block in document.prose.blocks:
            if block.kind not in _TEXT:
                continue
            for text in _END.split(" ".join(block.text.text.split())):
                words = len(re.findall(r"[\w][\w'’+.%-]*", text))
                if words > 2:
                    yield Sentence(f"{book}/{path.name}", block.kind, text, words)


def tics(book: str) -> list[str]:
    """Return the sentences of a book that have a tic."""
    found = [
        f"{one.page}: {name}: {one.text}"
        for one in sentences(book)
        for name, tic in TICS.items()
        if tic.search(one.text)
    ]
    for path in sorted((DOCS / book).iterdir()):  # Tables and appendices have none either.
        for line in path.read_text(encoding="utf-8").splitlines() if path.suffix in (".md", ".adoc", ".txt") else ():
            found += [f"{book}/{path.name}: {name}: {line}" for name in WORDS if TICS[name].search(line)]
    return list(dict.fromkeys(found))


def average(book: str) -> float:
    """Return the words of a sentence, on average over the paragraphs of the rules."""
    counts = [one.words for one in sentences(book) if one.kind == "paragraph" and "glossary" not in one.page]
    return sum(counts) / len(counts)


def main() -> int:
    """Print averages, tics and the longest sentences; 1 if a book is beyond a limit."""
    found = 0
    for book in BOOKS:
        mine = tics(book)
        long = [one for one in sentences(book) if one.words > MAX_WORDS]
        found += len(mine) + len(long) + (not MIN_AVERAGE <= average(book) <= MAX_AVERAGE)
        print(f"{book}: {average(book):.1f} words a sentence, {len(mine)} tics, {len(long)} over {MAX_WORDS} words")
        for text in (*mine, *(f"{one.page}: {one.words} words: {one.text}" for one in long)):
            print(f"  {text}")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
