"""Our own books, read and checked once for all tests of a process: nothing changes a book that has been read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.book import Book
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system

ROOT = Path(__file__).parent.parent


@cache
def our_books() -> Book:
    return read_book(load_config(ROOT / "mkdocs.yml"), find_system=load_system)


@cache
def report_on_our_books() -> Report:
    return analyse(our_books())
