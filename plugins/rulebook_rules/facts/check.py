"""The check of facts: every value that a book states of a thing is compared with its authority."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from rulebook_core.findings import Finding, Place, Role, Severity, rules_with
from rulebook_core.spans import Places
from rulebook_rules.book import Book, Page
from rulebook_rules.facts.authority.columns import believed, may_name
from rulebook_rules.facts.authority.declared import declares
from rulebook_rules.facts.authority.own import OwnFacts, known_facts
from rulebook_rules.facts.authority.stated import compared_statements
from rulebook_rules.facts.comparing import Verdict
from rulebook_rules.facts.findings import different, finding_of
from rulebook_rules.facts.games import GameFacts, Group, groups_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.register import Register
from rulebook_rules.facts.things.sheets import Sheet


class Index(Protocol):
    """The book as checks look at it; see `rulebook_rules.checks.index`."""

    book: Book

    def texts_for(self, *pages: Page) -> Sequence[Page]:
        """All pages, as what is found in some of them depends on all texts."""


class Comparison(NamedTuple):
    """The result of comparing a book with its authorities.

    Attributes:
        findings: one for each value that differs.
        declared: how many things, kinds, ranges and constants have an authority.
        mentions: how often pages state a value of one.
        undecided: how many of these nobody can tell of.
        guarded: the places whose change would be reported: values that agree, and what they agree with.
        believed: the same for columns that nobody declares.
    """

    findings: tuple[Finding, ...] = ()
    declared: int = 0
    mentions: int = 0
    undecided: int = 0
    guarded: tuple[Place, ...] = ()
    believed: tuple[Place, ...] = ()

    def without(self, confirmed: Iterable[Place]) -> Comparison:
        """Return the comparison without differences at places that a stronger claim confirms."""
        right = Places((place, place) for place in confirmed)
        findings = (one for one in self.findings if next(iter(right.meeting(one.place)), None) is None)
        return self._replace(findings=tuple(findings))


def compare(index: Index) -> Comparison:
    """Compare a book with its rules, its declared tables and its columns."""
    groups = [*groups_of(index.book)]
    parts = [_of_group(group, index) for group in groups]
    own = {page.uri: known_facts(index.book, page) for page in index.book.parsed}
    columns = _of_columns(index, own, [group.facts for group in groups])
    parts.append(columns)
    parts.append(_of_statements(index, own))
    return Comparison(
        tuple(finding for part in parts for finding in part.findings),
        sum(part.declared for part in parts),
        sum(part.mentions for part in parts),
        sum(part.undecided for part in parts),
        tuple(dict.fromkeys(place for part in parts for place in part.guarded)),
        columns.believed,
    )


def _of_group(group: Group, index: Index) -> Comparison:
    """Compare the pages of a group with the authorities of their game."""
    findings, mentions, undecided = [*group.findings], 0, 0
    guarded: list[Place] = []
    for page in group.pages:
        verdicts, differences = [*group.facts.verdicts(page.document)], [*group.facts.differences(page.document)]
        mentions += len(verdicts) + len(differences)
        undecided += sum(verdict.agrees is None for verdict in verdicts)
        guarded += _guarded(verdicts)
        guarded += (difference.place for difference in differences if not difference.is_wrong)
        if verdicts or differences or declares(page.document):
            index.texts_for(page)
        if page.reported:
            findings += [finding_of(verdict) for verdict in verdicts if verdict.agrees is False]
            findings += [different(difference) for difference in differences if difference.is_wrong]
    return Comparison(tuple(findings), group.facts.declared, mentions, undecided, tuple(guarded))


def _guarded(verdicts: Iterable[Verdict]) -> Iterator[Place]:
    """Yield the places of values that agree, and of the values that they agree with."""
    for verdict in verdicts:
        if verdict.agrees and verdict.is_firm:
            yield verdict.said.place
            if verdict.stated.place is not None:
                yield verdict.stated.place


def _of_columns(index: Index, own: Mapping[str, OwnFacts], known: Sequence[GameFacts]) -> Comparison:
    """Compare columns that nobody declares, where they agree on enough names; `own` by uri."""
    sheets: dict[Wording, list[Sheet]] = defaultdict(list)
    for page in index.book.parsed:
        if own_sheets := own[page.uri].sheets:
            index.texts_for(page)
            sheets[wording_of(page.document.source.text)] += own_sheets
    verdicts: list[Verdict] = []
    for wording, all_sheets in sheets.items():
        pages = [page for page in index.book.parsed if may_name(page, all_sheets)]
        pages = [page for page in pages if wording_of(page.document.source.text) is wording]
        register = next((facts.register for facts in known if facts.wording is wording), Register(wording, ()))
        result = believed(pages, all_sheets, wording, register)
        index.texts_for(*result.pages)
        verdicts += result.verdicts
    reported = {page.document.source for page in index.book.reported}
    findings = [finding_of(one) for one in verdicts if not one.agrees and one.said.place.source in reported]
    return Comparison(tuple(findings), 0, len(verdicts), 0, believed=tuple(_guarded(verdicts)))


def _of_statements(index: Index, own: Mapping[str, OwnFacts]) -> Comparison:
    """Compare the pages of a book with what its own tables and sentences state for all of it; `own` by uri."""
    pages_of: dict[tuple[str, Wording], list[Page]] = defaultdict(list)
    for page in index.book.parsed:
        name = page.system.name if page.system is not None else ""
        pages_of[name, wording_of(page.document.source.text)].append(page)
    findings: list[Finding] = []
    guarded: list[Place] = []
    mentions = 0
    for (_, wording), pages in pages_of.items():
        stated = [(page.document, own[page.uri].statements) for page in pages]
        differences = [*compared_statements(stated, wording, pages[0].system)]
        sources = {one.place.source for one in differences}
        sources |= {document.source for document, statements in stated if statements}
        index.texts_for(*(page for page in pages if page.document.source in sources))
        reported = {page.document.source for page in pages if page.reported}
        mentions += len(differences)
        guarded += (one.place for one in differences if one.is_firm and not one.is_wrong)
        findings += (different(one) for one in differences if one.is_wrong and one.place.source in reported)
    return Comparison(tuple(findings), 0, mentions, guarded=tuple(guarded))


def without_repeated(findings: Sequence[Finding], confirmed: Iterable[Place] = ()) -> list[Finding]:
    """Return findings with one for each fault.

    Where another rule objects to the place of a value that differs, a phrase of the game confirms it or a comment lets
    it be, the value is not reported. What follows from a value that differs waits until that is mended.

    Args:
        findings: all findings of a book.
        confirmed: the places that rules of a game confirm, or that a comment leaves unchecked.
    """
    compares = rules_with(Role.COMPARES)
    differing = [finding for finding in findings if finding.rule in compares]
    if not differing:
        return list(findings)
    others = [finding for finding in findings if finding.rule not in compares]
    serious = Places((one.place, one) for one in others if one.severity >= Severity.WARNING)
    right = Places((place, place) for place in confirmed)
    own = [one for one in differing if not any(True for known in (serious, right) for _ in known.meeting(one.place))]
    own = list({one.place: one for one in reversed(own)}.values())[::-1]
    causes = Places((one.place, one) for one in own)
    own = [one for one in own if not _follows(one, causes, serious)]
    return [*(one for one in others if not _follows(one, causes)), *own]


def _follows(finding: Finding, *causes: Places[Finding]) -> bool:
    """Return whether one of the places that a finding follows from has a finding of its own."""
    return any(True for place in finding.of for known in causes for _ in known.meeting(place))
