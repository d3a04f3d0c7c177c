"""One fault is one finding: what is lost only because something else is broken waits until that is mended.

Nothing goes unseen by it: the finding that it waits for says so, and what is still lost then is told then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulebook.book import Book
from rulebook.document import Document
from rulebook.findings import Finding, Severity
from rulebook.source import Source

_BREAKING = ("invalid-notation", "table-gap")
"""What a whole section waits for: sentences, sums and tables rest on the expression or the row that is missing."""
_IN_RUNS = ("malformed-markup", "unsupported-markup", "stray-template", "unresolved-attribute")
"""What comes in thousands where one sign is wrong everywhere."""
MOST_OF_A_KIND = 50
"""So many of them are told of a file."""
_LOST_LINKS = ("lost-part", "lost-anchor")


def without_waiting(book: Book, findings: Sequence[Finding]) -> list[Finding]:
    """Findings without what waits for another one.

    Args:
        book: the pages that the findings are about.
        findings: those that no comment allows: for what is allowed, nothing waits.
    """
    lost = [finding for finding in findings if finding.rule == "lost-claim"]
    links = [finding for finding in findings if finding.rule in _LOST_LINKS]
    if not lost and not links:
        return list(findings)
    documents = {page.document.source: page.document for page in book.pages}
    others = [finding for finding in findings if finding.rule not in ("lost-claim", *_LOST_LINKS)]
    awaited: set[int] = set()
    told: set[int] = set()
    for finding in lost:
        here = [other for other in others if other.place.source == finding.place.source]
        if cause := _cause(finding, here, documents.get(finding.place.source)):
            awaited.add(id(cause))
            told.add(id(finding))
    told.update(id(finding) for finding in links if _is_of_a_slip(finding, others))
    return [_awaited(finding) if id(finding) in awaited else finding for finding in findings if id(finding) not in told]


def without_runs(findings: Sequence[Finding]) -> list[Finding]:
    """Findings, sorted, of which a file has no more than `MOST_OF_A_KIND` where its markup is broken all over.

    Returns:
        The same, the last of such a run saying how many more there are.
    """
    seen: Counter[tuple[Source, str]] = Counter()
    kept: list[Finding] = []
    last: dict[tuple[Source, str], int] = {}
    for finding in findings:
        key = (finding.place.source, finding.rule)
        seen[key] += finding.rule in _IN_RUNS
        if seen[key] <= MOST_OF_A_KIND:
            last[key] = len(kept)
            kept.append(finding)
    for key, count in seen.items():
        if count > MOST_OF_A_KIND:
            details = kept[last[key]].details
            more = f"{details.message}; and {count - MOST_OF_A_KIND} more of this kind follow in this file"
            kept[last[key]] = replace(kept[last[key]], details=replace(details, message=more))
    return kept


def _cause(lost: Finding, others: Iterable[Finding], document: Document | None) -> Finding | None:
    """What keeps a claim from being recognised: a fault in its own block, or a breaking one in its section."""
    serious = [other for other in others if other.severity >= Severity.WARNING]
    inside = next((other for other in serious if lost.place.span.contains(other.place.span)), None)
    if inside is not None or document is None:
        return inside
    starts = [heading.span.start for heading in document.headings]
    section = bisect_right(starts, lost.place.span.start)
    return next(
        (
            other
            for other in serious
            if other.rule in _BREAKING and bisect_right(starts, other.place.span.start) == section
        ),
        None,
    )


def _is_of_a_slip(lost: Finding, others: Iterable[Finding]) -> bool:
    """Whether a part is called otherwise only because a word of its name is wrong."""
    return any(
        other.rule in ("misspelt-term", "wrong-value")
        and other.place.source == lost.place.source
        and lost.place.span.contains(other.place.span)
        for other in others
    )


def _awaited(finding: Finding) -> Finding:
    notes = (*finding.details.notes, "what else was checked here is checked again when this is mended")
    return replace(finding, details=replace(finding.details, notes=notes))
