"""What any game's text says about itself, also where no rules module belongs to it.

Ranges that hold every value once, sums that work out, counts that fit the lists beside them, and places that do not
contradict each other.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulebook.book import Book, Page
from rulebook.claims.averages import misstated_averages_in
from rulebook.claims.bands import slips_in
from rulebook.claims.contradictions import contradictions
from rulebook.claims.counts import miscounts_in
from rulebook.claims.equations import missums_in
from rulebook.claims.model import Analysis
from rulebook.claims.percentages import misstated_percentages_in
from rulebook.claims.row_odds import misstated_odds_in
from rulebook.findings import Finding, Place, Severity
from rulebook.lexing.prefilter import speaks_in_numbers


def general_findings(book: Book, analyses: Mapping[str, Analysis], seen: Sequence[Finding]) -> list[Finding]:
    """What is wrong in the pages that are wanted, whatever the game.

    Args:
        book: all pages; those of a game, or without one those of a folder, are one rulebook.
        analyses: of the pages that have a system, which hold ranges and counts already.
        seen: what has been found before; a place that it speaks of is spoken of once.
    """
    findings = []
    for pages in _rulebooks(book):
        wanted = {page.document.source: page for page in pages if page.reported}
        for document in (page.document for page in wanted.values() if page.system is None):
            findings += [*slips_in(document), *misstated_odds_in(document)]
            findings += [replace(found, severity=Severity.WARNING) for found in miscounts_in(document)]
            findings += [*missums_in(document), *misstated_averages_in(document)]
            seen_at = {finding.place for finding in findings}
            findings += [found for found in misstated_percentages_in(document) if found.place not in seen_at]
        if wanted and pages[0].has_game:
            places = [place for finding in (*seen, *findings) for place in _places(finding)]
            for found in contradictions([page.document for page in pages]):
                page = wanted.get(found.place.source)
                if page is None or _is_waived(found, analyses.get(page.uri)):
                    continue
                if not any(_overlap(one, other) for one in _places(found) for other in places):
                    findings.append(found)
    return findings


def _rulebooks(book: Book) -> Iterator[list[Page]]:
    by_game: dict[tuple[str, str], list[Page]] = defaultdict(list)
    for page in book.pages:
        if page.system is not None or speaks_in_numbers(page.document.source.text):
            by_game[(page.system.name, "") if page.system else ("", posixpath.dirname(page.uri))].append(page)
    yield from by_game.values()


def _is_waived(finding: Finding, analysis: Analysis | None) -> bool:
    return analysis is not None and any(waiver.span.contains(finding.place.span) for waiver in analysis.waivers)


def _places(finding: Finding) -> tuple[Place, ...]:
    return (finding.place, *finding.details.related)


def _overlap(one: Place, other: Place) -> bool:
    return one.source is other.source and one.span.start < other.span.end and other.span.start < one.span.end
