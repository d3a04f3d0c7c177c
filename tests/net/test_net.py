"""The net holds: nothing is found, lost or said otherwise unless it is recorded with `make net`.

What changes on purpose is named in the commit that records it.
"""

import pytest

from tests.net.net import (
    BOOKS,
    CHANGES,
    CHANGES_OF_A_SOURCE,
    CHANGES_OF_BOOKS,
    SOURCES,
    Record,
    difference_of,
    read_record,
    recorded_edits,
    said_of_books,
    said_of_edit,
    said_of_source,
)
from tests.net.records import digest
from tests.seeds import GAMES, seed
from tests.shares import shares

PARTS = 216
"""The changes of our books are split by their digests into as many parts, which can be looked at beside each other."""
LOOKED_AT = PARTS // 6
"""So many of them are looked at here, as all would take a minute of two processors; `make net` looks at all."""
SHARES = 10
"""The changes of a source document are looked at in so many parts."""
MAX_UNFIT = 0.1
"""Of the changes, so many may no longer fit the text, which may be edited at any time."""


def assert_same(before: Record, after: Record) -> None:
    differences = [*difference_of(before, after)]
    assert not differences, "\n".join(["the net differs; if that is meant, run `make net`:", *differences])


def test_of_our_books_the_same_is_said() -> None:
    assert_same(read_record(BOOKS), said_of_books())


@pytest.mark.parametrize("part", shares(range(LOOKED_AT)))
def test_of_changes_of_our_books_the_same_is_said(part: int) -> None:
    record = read_record(CHANGES)
    edits = {key: edit for key, edit in recorded_edits(record).items() if int(digest(key), 16) % PARTS == part}
    assert edits
    assert_same({key: record[key] for key in edits}, {key: said_of_edit(edit) for key, edit in edits.items()})


def test_the_changes_still_fit() -> None:
    assert len(recorded_edits(read_record(CHANGES))) > (1 - MAX_UNFIT) * CHANGES_OF_BOOKS, "run `make net`"


@pytest.mark.parametrize("part", shares(range(SHARES)))
@pytest.mark.parametrize("number", GAMES)
def test_of_the_source_documents_and_changes_of_them_the_same_is_said(number: str, part: int) -> None:
    text = seed(number)
    record = {key: lines for key, lines in read_record(SOURCES).items() if key.startswith(number)}
    assert len(record) == 1 + CHANGES_OF_A_SOURCE
    said = said_of_source(number, text, slice(part, None, SHARES))
    assert len(said) == 1 + CHANGES_OF_A_SOURCE // SHARES
    assert_same({key: record[key] for key in said if key in record}, said)
