"""Remedies of what stands in values of a site: no edit of a page mends these."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebook_core.findings import Finding, Remedy
from rulebook_core.source import Source, Span
from rulebook_rules.book import Book


def without_edits_of_values(book: Book, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, whose remedies leave alone what pages have from values of their site.

    A remedy still says what is to be done; it is done where the value is defined.
    """
    filled = {page.document.source: page.document.filled for page in book.pages if page.document.filled}
    return [_by_hand(finding, filled) for finding in findings] if filled else list(findings)


def _by_hand(finding: Finding, filled: dict[Source, tuple[Span, ...]]) -> Finding:
    remedies = tuple(
        Remedy(remedy.title)
        if any(edit.place.span.meets(span) for edit in remedy.edits for span in filled.get(edit.place.source, ()))
        else remedy
        for remedy in finding.details.remedies
    )
    return (
        finding
        if remedies == finding.details.remedies
        else replace(finding, details=replace(finding.details, remedies=remedies))
    )
