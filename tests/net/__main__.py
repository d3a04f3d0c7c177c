"""Writes the net anew, and prints both sides of whatever differs: `make net`.

`python -m tests.net sda/ 003` looks at what begins so alone, which is quick.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.net.net import (
    BOOKS,
    CHANGES,
    SOURCES,
    Record,
    difference_of,
    edits_of_books,
    read_record,
    said_of_books,
    said_of_edit,
    said_of_source,
    write_record,
)
from tests.seeds import GAMES, find_seed

HEADS = {
    BOOKS: "What the checker says of our books",
    CHANGES: "What it says otherwise of them, changed at ⟦old⇒new⟧",
    SOURCES: "What it says of the source documents and of changes of them, as digests",
}


def main(*wanted: str) -> None:
    """Record it all, or what is said of the pages and sources whose names begin as wanted."""
    before = {path: read_record(path) for path in HEADS}
    edits = {key: edit for key, edit in edits_of_books(before[CHANGES]).items() if key.startswith(wanted or "")}
    texts = {n: text for n in GAMES if n.startswith(wanted or "") and (text := find_seed(n)) is not None}
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("fork")) as pool:
        said = pool.map(said_of_edit, edits.values(), chunksize=20)
        sources = pool.map(said_of_source, texts, texts.values())
        changes = dict(zip(edits, said, strict=True))
        hashed = {key: lines for record in sources for key, lines in record.items()}
    after: dict[Path, Record] = {BOOKS: said_of_books(), CHANGES: changes, SOURCES: hashed}
    if wanted:
        kept = {key: lines for key, lines in before[CHANGES].items() if key in changes or not key.startswith(wanted)}
        after[CHANGES] = {**kept, **changes}
    if len(texts) < len(GAMES):
        after[SOURCES] = {**before[SOURCES], **hashed}
    if not find_seed("000"):
        print("The source documents are not here (RULEBOOK_SEEDS names their folder): what is said of them stays.")
    for path, head in HEADS.items():
        for line in difference_of(before[path], after[path]):
            print(line)
        write_record(path, head, after[path])


main(*sys.argv[1:])
