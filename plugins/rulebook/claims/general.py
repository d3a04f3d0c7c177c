"""What the pages of one rulebook say against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.book import Book
from rulebook.claims.contradictions import contradictions
from rulebook.claims.model import Analysis
from rulebook.findings import Finding, Place


def contradictions_in(book: Book, analyses: Mapping[str, Analysis], seen: Sequence[Finding]) -> list[Finding]:
    """Where the pages that are wanted contradict others of their game, or themselves.

    Args:
        book: all pages.
        analyses: of its pages, for what they leave unchecked.
        seen: what has been found before; a place that it speaks of is spoken of once.
    """
    findings: list[Finding] = []
    for system in book.systems:
        pages = [page for page in book.pages if page.system is system]
        wanted = {page.document.source: page for page in pages if page.reported}
        if wanted:
            places = [place for finding in (*seen, *findings) for place in finding.places]
            for found in contradictions([page.document for page in pages]):
                page = wanted.get(found.place.source)
                if page is None or _is_waived(found, analyses.get(page.uri)):
                    continue
                if not any(_overlap(one, other) for one in found.places for other in places):
                    findings.append(found)
    return findings


def _is_waived(finding: Finding, analysis: Analysis | None) -> bool:
    return analysis is not None and any(waiver.span.contains(finding.place.span) for waiver in analysis.waivers)


def _overlap(one: Place, other: Place) -> bool:
    return one.source is other.source and one.span.start < other.span.end and other.span.start < one.span.end
