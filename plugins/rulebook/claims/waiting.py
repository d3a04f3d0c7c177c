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
from rulebook.findings import Finding, Role, Severity
from rulebook.source import Source, Span

MOST_OF_A_KIND = 50
"""So many of what comes in thousands are told of a file."""


def without_waiting(book: Book, findings: Sequence[Finding]) -> list[Finding]:
    """Findings without what waits for another one.

    Args:
        book: the pages that the findings are about.
        findings: those that no comment allows: for what is allowed, nothing waits.
    """
    lost = [finding for finding in findings if finding.role & Role.LOSES_CLAIM]
    links = [finding for finding in findings if finding.role & Role.LOSES_LINK]
    if not lost and not links:
        return list(findings)
    documents = {page.document.source: page.document for page in book.pages}
    told: set[int] = set()
    awaited: dict[int, list[Finding]] = {}
    others = [finding for finding in findings if not finding.role & (Role.LOSES_CLAIM | Role.LOSES_LINK)]
    for finding in (*links, *lost):
        if finding.role & Role.LOSES_CLAIM:
            cause = _cause(finding, others, documents.get(finding.place.source))
        else:
            cause = _slip(finding, others)
        if cause is not None:
            told.add(id(finding))
            awaited.setdefault(id(cause), []).append(finding)
        elif finding.role & Role.LOSES_LINK:
            others.append(finding)
    return [_awaited(finding, awaited.get(id(finding), ())) for finding in findings if id(finding) not in told]


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
        seen[key] += bool(finding.role & Role.FLOODS)
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
    here = [other for other in others if other.severity >= Severity.WARNING and _spans(other, lost)]
    span = lost.place.span
    inside = next((other for other in here if any(span.contains(at) for at in _spans(other, lost))), None)
    if inside is not None or document is None:
        return inside
    starts = [heading.span.start for heading in document.headings]
    section = bisect_right(starts, span.start)
    breaking = (other for other in here if other.role & Role.BREAKS)
    return next((b for b in breaking if any(bisect_right(starts, at.start) == section for at in _spans(b, lost))), None)


def _slip(lost: Finding, others: Iterable[Finding]) -> Finding | None:
    """The word that is wrong in the name of a part, so that it is called otherwise."""
    slips = (other for other in others if other.role & Role.NAMES)
    return next((slip for slip in slips if any(lost.place.span.contains(at) for at in _spans(slip, lost))), None)


def _spans(finding: Finding, lost: Finding) -> list[Span]:
    """Where a finding stands, in the source of another one; a reference also at the heading that it means."""
    places = [finding.place, *(finding.details.related if Role.BREAKS | Role.NAMES in finding.role else ())]
    return [place.span for place in places if place.source == lost.place.source]


def _awaited(finding: Finding, waiting: Sequence[Finding]) -> Finding:
    """A finding that says what waits for it, and is as bad as that."""
    if not waiting:
        return finding
    notes = list(finding.details.notes)
    if any(other.role & Role.LOSES_CLAIM for other in waiting):
        notes.append("what else was checked here is checked again when this is mended")
    if any(other.role & Role.LOSES_LINK for other in waiting):
        notes.append("links that readers keep lead nowhere until this is mended")
    severity = max(finding.severity, *(other.severity for other in waiting))
    return replace(finding, severity=severity, details=replace(finding.details, notes=tuple(notes)))
