"""Checks: what is wrong with a book apart from its claims. One module a check, over the same index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulebook.book import Book
from rulebook.checks import (
    aids,
    anchors,
    comments,
    definitions,
    doubled,
    former,
    lexicon,
    markers,
    mismatches,
    navigation,
    numbering,
    references,
    sections,
    slips,
    spelling,
    templates,
)
from rulebook.checks.index import BookIndex
from rulebook.findings import Finding

Check = Callable[[BookIndex], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    references.check,
    anchors.check,
    definitions.check,
    mismatches.check,
    sections.check,
    numbering.check,
    templates.check,
    markers.check,
    comments.check,
    aids.check,
    former.check,
    spelling.check,
    lexicon.check,
    slips.check,
    doubled.check,
    navigation.check,
)


def run(book: Book, *, known_words: Iterable[str] = ()) -> list[Finding]:
    """Run every check over a book.

    Args:
        book: the book.
        known_words: further words that are spelt right, apart from those of the systems.

    Returns:
        The findings in the pages that are reported, in order of path and position.
    """
    index = BookIndex(book, known_words)
    findings = [finding for page in index.reported for finding in index.parts.own_findings(page)]
    for check in CHECKS:
        findings += check(index)
    return sorted(findings, key=lambda finding: finding.sort_key)
