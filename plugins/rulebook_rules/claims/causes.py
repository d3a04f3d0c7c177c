"""One fault is one finding: what is lost only because something else is broken waits until that is mended.

Nothing goes unseen by it: the finding that it waits for says so, and what is still lost then is told then.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from rulebook_core.findings import Finding, Place, Role, Severity, rules_with
from rulebook_core.source import Source, Span
from rulebook_core.spans import Places
from rulebook_rules.book import Book
from rulebook_syntax.document import Document


def drop_duplicate_misspellings(findings: Sequence[Finding]) -> list[Finding]:
    """Findings without the misspelt words of which another one speaks that knows more."""
    spells, names = rules_with(Role.SPELLS), rules_with(Role.NAMES)
    spelt = [finding for finding in findings if finding.rule in spells]
    if not spelt:
        return list(findings)
    others = {
        (place, finding.rule in spells)
        for finding in findings
        if finding.rule in names
        for place in ((finding.place,) if finding.rule in spells else finding.places)
    }
    around = Places((place, of_a_word) for place, of_a_word in others)
    # Of a name of two words, another finding may speak of the second only.
    next_words = {(place.source, place.span.start - 1) for place, of_a_word in others if not of_a_word}

    def is_told(finding: Finding) -> bool:
        span = finding.place.span
        return (finding.place.source, span.end) in next_words or any(
            other.contains(span) and (other != span or not of_a_word) for other, of_a_word in around.at(finding.place)
        )

    results = [finding for finding in findings if finding.rule not in spells]
    words = {finding.place: finding for finding in spelt if not is_told(finding)}
    return [*results, *words.values()]


def _with_role(findings: Iterable[Finding], role: Role) -> list[Finding]:
    return [finding for finding in findings if finding.means(role)]


def without_waiting(book: Book, findings: Sequence[Finding]) -> list[Finding]:
    """Findings without what waits for another one; for what comments allow, which is not among them, nothing waits."""
    losing = rules_with(Role.LOSES_CLAIM | Role.LOSES_LINK)
    if losing.isdisjoint([finding.rule for finding in findings]):
        return list(findings)
    lost, links = _with_role(findings, Role.LOSES_CLAIM), _with_role(findings, Role.LOSES_LINK)
    documents = {page.document.source: page.document for page in book.pages}
    others = [finding for finding in findings if finding.rule not in losing]
    slips = _Causes(_with_role(others, Role.NAMES), documents)
    caused = [(finding, slips.within(finding.place)) for finding in links]
    others += [finding for finding, cause in caused if cause is None]
    causes = _Causes((one for one in others if one.severity >= Severity.WARNING), documents)
    caused += [(finding, causes.within(finding.place) or causes.breaking(finding.place)) for finding in lost]
    texts = {id(finding) for finding, cause in caused if cause is not None}
    awaited: dict[int, list[Finding]] = {}
    for finding, cause in caused:
        if cause is not None:
            awaited.setdefault(id(cause), []).append(finding)
    return [_awaited(finding, awaited.get(id(finding), ())) for finding in findings if id(finding) not in texts]


class _Causes:
    """Findings by where they stand; a reference stands also at the heading that it means."""

    def __init__(self, findings: Iterable[Finding], documents: Mapping[Source, Document]) -> None:
        self._documents = documents
        self._by_source: dict[Source, list[tuple[Span, int, Finding]]] = {}
        self._breaking: dict[tuple[Source, int], Finding] = {}
        for number, finding in enumerate(findings):
            related = finding.details.related if finding.means(Role.BREAKS) and finding.means(Role.NAMES) else ()
            for place in (finding.place, *related):
                self._by_source.setdefault(place.source, []).append((place.span, number, finding))
                if finding.means(Role.BREAKS) and (section := self._section(place)) is not None:
                    self._breaking.setdefault((place.source, section), finding)
        for value in self._by_source.values():
            value.sort(key=itemgetter(0, 1))

    def within(self, place: Place) -> Finding | None:
        """Return the fault at a place itself: there a wrong word may have misled the reader."""
        result = self._by_source.get(place.source, [])
        first = bisect_left(result, (place.span.start,), key=itemgetter(0))
        last = bisect_left(result, (place.span.end + 1,), key=itemgetter(0))
        inside = [one for one in result[first:last] if one[0].end <= place.span.end]
        return min(inside, key=itemgetter(1))[2] if inside else None

    def breaking(self, place: Place) -> Finding | None:
        """Return the fault that keeps a place's section from being read as it is meant."""
        section = self._section(place)
        return self._breaking.get((place.source, section)) if section is not None else None

    def _section(self, place: Place) -> int | None:
        document = self._documents.get(place.source)
        return document.section_at(place.span.start) if document is not None else None


def _awaited(finding: Finding, waiting: Sequence[Finding]) -> Finding:
    """A finding that says what waits for it, and is as bad as that."""
    if not waiting:
        return finding
    notes = list(finding.details.notes)
    if any(other.means(Role.LOSES_CLAIM) for other in waiting):
        notes.append("what else was checked here is checked again when this is mended")
    if any(other.means(Role.LOSES_LINK) for other in waiting):
        notes.append("links that readers keep lead nowhere until this is mended")
    severity = max(finding.severity, *(other.severity for other in waiting))
    return replace(finding, severity=severity, details=replace(finding.details, notes=tuple(notes)))
