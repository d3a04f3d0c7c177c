"""Writes the net anew, and prints both sides of whatever differs: `make net`."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

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


def main() -> None:
    before = {path: read_record(path) for path in HEADS}
    after: dict[object, Record] = {BOOKS: said_of_books()}
    edits = edits_of_books(before[CHANGES])
    texts = {number: text for number in GAMES if (text := find_seed(number)) is not None}
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("fork")) as pool:
        said = pool.map(said_of_edit, edits.values(), chunksize=20)
        sources = pool.map(said_of_source, texts, texts.values())
        after[CHANGES] = dict(zip(edits, said, strict=True))
        after[SOURCES] = {key: lines for record in sources for key, lines in record.items()}
    if len(texts) < len(GAMES):
        print("The source documents are not here (RULEBOOK_SEEDS names their folder): what is said of them stays.")
        after[SOURCES] = before[SOURCES]
    for path, head in HEADS.items():
        for line in difference_of(before[path], after[path]):
            print(line)
        write_record(path, head, after[path])


main()
