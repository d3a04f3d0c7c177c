"""The net: everything the checker says of our books, of the source documents, and of seeded changes of both.

Three files hold it, a heading for each text and below it a line for each finding and claim; of a changed text only
what differs from the unchanged one. Of the source documents there are digests in the place of quotes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from rulebook_core.source import Span
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.book import Book
from tests.checking import page_of
from tests.net.edits import Edit, edits_of
from tests.net.records import (
    anywhere,
    around,
    difference,
    digest,
    findings_of,
    from_the_start,
    in_the_open,
    lines_of,
    shortened,
)
from tests.our_books import our_books, report_on_our_books
from tests.seeds import GAMES

FOLDER = Path(__file__).parent
BOOKS, CHANGES, SOURCES = (FOLDER / name for name in ("books.txt", "changes.txt", "sources.txt"))
CHANGES_OF_BOOKS = 1800
CHANGES_OF_A_SOURCE = 40

Record = Mapping[str, list[str]]
"""The lines below each heading."""


def read_record(path: Path) -> Record:
    record: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        if line.startswith("@ "):
            lines = record.setdefault(line.removeprefix("@ "), [])
        elif line.startswith("  "):
            lines.append(line.removeprefix("  "))
    return record


def write_record(path: Path, head: str, record: Record) -> None:
    text = "".join(f"@ {key}\n" + "".join(f"  {line}\n" for line in lines) for key, lines in record.items())
    path.write_text(f"# {head}; written by `make net`.\n{text}", encoding="utf-8")


def said_of_books() -> Record:
    """What is said of each page of our books."""
    report = report_on_our_books()
    pages: dict[str, list[str]] = {page.uri: [] for page in our_books().pages}
    for finding, line in zip(report.findings, findings_of(report, anywhere), strict=True):
        pages.setdefault(finding.place.source.path.removeprefix("docs/"), []).append(line)
    for uri, analysis in report.analyses.items():
        pages[uri] += map(in_the_open, analysis.claims)
    return pages


def recorded_edits(record: Record) -> dict[str, Edit]:
    """The changes of our books that are recorded and still fit them, by their headings."""
    edits = {key: Edit.parse(*key.split(": ", 1)) for key in record}
    texts = {page.uri: page.document.source.text for page in our_books().pages}
    return {key: edit for key, edit in edits.items() if edit.place_in(texts.get(edit.page, "")) is not None}


def edits_of_books(record: Record) -> dict[str, Edit]:
    """Changes of our books, with those that are recorded and still fit."""
    texts = {page.uri: page.document.source.text for page in our_books().pages}
    edits = edits_of(texts, CHANGES_OF_BOOKS, recorded_edits(record).values())
    return {f"{edit.page}: {edit}": edit for edit in edits}


def said_of_edit(edit: Edit) -> list[str]:
    """What the checker says otherwise where our books are changed."""
    # Where an anchor is gone, other pages lead to it.
    wanted = edit.page.rpartition("/")[0] if edit.kind == "anchor" else edit.page
    return shortened(_difference(_report_of_books(wanted), our_books(), edit, wanted))


@cache
def _report_of_books(wanted: str) -> Report:
    return _report(our_books(), wanted)


def _report(book: Book, wanted: str) -> Report:
    """What is said of one page of a book, or of those of a folder; the others are there, and are not spoken of."""
    pages = (replace(page, reported=wanted in (page.uri, page.uri.rpartition("/")[0])) for page in book.pages)
    return analyse(replace(book, pages=tuple(pages)))


def _difference(before: Report, book: Book, edit: Edit, wanted: str) -> list[str]:
    document = book.by_uri[edit.page].document
    text = document.source.text
    at, changed = edit.place_in(text), edit.apply(text)
    assert at is not None
    assert changed is not None
    other = document.read_again(changed)
    pages = (replace(page, document=other) if page.uri == edit.page else page for page in book.pages)
    after = _report(replace(book, pages=tuple(pages)), wanted)
    return difference(
        lines_of(before, around(document.source, Span(at, at + len(edit.old)))),
        lines_of(after, around(other.source, Span(at, at + len(edit.new)))),
    )


def said_of_source(number: str, text: str, wanted: slice = slice(None)) -> Record:
    """What is said of a source document and of changes of it, or some of them, without a word of its own."""
    system, dialect = GAMES[number]
    page = page_of(text, system=system, dialect=dialect, path="text.txt")
    book = Book((page,))
    report = analyse(book)
    lines = lines_of(report, from_the_start)
    changes = {
        f"{number} {edit.kind} {digest(str(edit))}": _difference(report, book, edit, page.uri)
        for edit in edits_of({page.uri: text}, CHANGES_OF_A_SOURCE)[wanted]
    }
    return {key: [*map(_hashed, said)] for key, said in {number: lines, **changes}.items()}


def _hashed(line: str) -> str:
    """Which rule or claim it is, and a digest of the rest."""
    sign = line[:2] if line.startswith(("- ", "+ ")) else ""
    return f"{sign}{line.removeprefix(sign).split()[0]} {digest(line, 10)}"


def difference_of(before: Record, after: Record) -> Iterator[str]:
    """Both sides of each text of which something else is said, with a heading each."""
    for key in {**before, **after}:
        if key not in before or key not in after:
            yield f"{'no longer there' if key in before else 'new'}: {key}"
        elif before[key] != after[key]:
            yield key
            sides = difference(before[key], after[key]) or ["- one order", "+ another order"]
            yield from (f"    {'before' if side[0] == '-' else 'after '}: {side[2:]}" for side in sides)
