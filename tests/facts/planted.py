"""The book of the causeway, and what is found when one of its faults is planted in it."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from rulebook.cli import main
from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding, Place
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system

HERE = Path(__file__).parent


class Fault(NamedTuple):
    """A change of a page that makes it say something wrong."""

    name: str
    page: str
    old: str
    new: str
    at: str = ""

    def planted(self, book: Book) -> tuple[Book, int]:
        """The book with the fault, and the line of its page at which it is expected."""
        page = book.by_uri[self.page]
        text = page.document.source.text
        assert text.count(self.old) == 1, f"{self.name}: {self.old!r} stands {text.count(self.old)} times there"
        start = text.index(self.old)
        changed = text.replace(self.old, self.new)
        same = next((at for at, (a, b) in enumerate(zip(self.old, self.new, strict=False)) if a != b), 0)
        at = changed.index(self.at) if self.at else start + same
        pages = tuple(one.with_text(changed) if one is page else one for one in book.pages)
        return replace(book, pages=pages), changed.count("\n", 0, at) + 1


def faults(file: Path = HERE / "faults.toml") -> list[Fault]:
    """The faults of a book."""
    groups: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(file.read_text("utf-8"))
    return [Fault(f"{group}/{name}", **fault) for group, own in groups.items() for name, fault in own.items()]


def book_at(folder: Path) -> Book:
    """The book that lies in a folder."""
    return read_book(load_config(folder / "mkdocs.yml"), find_system=load_system)


def copy_without_rules(book: str, folder: Path) -> Path:
    """Copy one of the books to a folder without its `rules.yml`, and return that."""
    shutil.copytree(HERE / book, folder)
    (folder / "docs/rules.yml").unlink()
    return folder


def taught(book: str, folder: Path) -> Report:
    """Check one of the books in a folder by the rules that `learn --write` makes of it."""
    copy_without_rules(book, folder)
    result = CliRunner().invoke(main, ["learn", "--write", "-f", str(folder / "mkdocs.yml")])
    assert result.exit_code == 0, result.output
    return analyse(book_at(folder))


def is_first_about(book: Book, fault: Fault) -> bool:
    """Return whether the first finding in a book with a fault, or a place related to it, is at that fault."""
    planted, line = fault.planted(book)
    places = [place for one in findings_in(planted)[:1] for place in (one.place, *one.details.related)]
    return any(is_at(place, fault.page, line) for place in places)


def findings_in(book: Book) -> list[Finding]:
    return [*analyse(book).findings]


def is_at(place: Place, page: str, line: int) -> bool:
    return place.source.path.endswith(f"docs/{page}") and place.begins.line == line


def reported(
    book: Book, *, by_related: bool, file: Path = HERE / "faults.toml"
) -> Iterator[tuple[Fault, bool, list[Finding]]]:
    """Each fault, whether the first finding is about it, and all findings.

    Args:
        book: the book without faults.
        by_related: whether a related place counts, as nobody says which of two values is right.
        file: with the faults.
    """
    for fault in faults(file):
        planted, line = fault.planted(book)
        findings = findings_in(planted)
        first = findings[:1]
        places = [place for one in first for place in (one.place, *(one.details.related if by_related else ()))]
        yield fault, any(is_at(place, fault.page, line) for place in places), findings
