"""Which side is wrong: what else the book says about the rule that a wrong claim breaks.

A rule that many other claims agree with is likely right, and the claim wrong; one that nothing else rests on
may be wrong itself. So a finding also shows where else the book states the same, how many agree, and how what
the claim follows from could be mended instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Places
from rulebook_rules.claims.context import OtherSides
from rulebook_rules.claims.model import Analysis, Claim, Verdict
from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER

MAX_REMEDIES = 4
"""A finding with more of them helps nobody to choose."""
MAX_QUESTIONS = 100
"""Findings with further remedies; searching them takes longer than finding a fault."""
MAX_ATTESTED = 1000
"""Findings of a page that say where else the book states the value."""

_SECTION = lazily(r"\(([^()]+)\)\W*$")


class ClaimsAt:
    """The claims that a place has to do with.

    Args:
        claims: all that there are.
        guards_only: whether only the numbers that a claim rests on count, and not its words.
    """

    def __init__(self, claims: Iterable[Claim], *, guards_only: bool = False) -> None:
        self._stretches = Places(
            (Place(claim.place.source, span), (number, claim))
            for number, claim in enumerate(claims)
            for span in {*claim.guards, *(() if guards_only else (claim.place.span,))}
        )

    def at(self, place: Place) -> list[Claim]:
        """The claims within which a place begins, each once, those with the least words first."""
        claims = {number: claim for _, (number, claim) in self._stretches.at(place)}
        return sorted(claims.values(), key=lambda claim: claim.place.span.end - claim.place.span.start)


class _Rule:
    """The right claims of one rule."""

    def __init__(self) -> None:
        self.count = 0
        self.cells: list[Claim] = []
        self.sentences: list[Claim] = []
        self.by_fact: dict[tuple[str, str], Claim] = {}

    def add(self, claim: Claim) -> None:
        self.count += 1
        (self.cells if _is_cell(claim) else self.sentences).append(claim)
        self.by_fact.setdefault((claim.kind, claim.about), claim)

    def same(self, claim: Claim) -> Claim | None:
        """A right claim that states the same fact: in other words, or as a row of a table."""
        if (other := self.by_fact.get((claim.kind, claim.about))) is not None:
            return other
        if _is_cell(claim):
            return next((sentence for sentence in self.sentences if _names_row(sentence, claim)), None)
        return next((cell for cell in self.cells if _names_row(claim, cell)), None)


def compared(
    analyses: Mapping[str, Analysis], others: Sequence[Analysis], other_sides: Callable[[str], OtherSides]
) -> dict[str, Analysis]:
    """Analyses whose findings say how the rest of the book stands to the rule that is broken.

    Args:
        analyses: of the pages of one system, by uri.
        others: of its pages that are not reported.
        other_sides: how else the wrong claims of a page (by its uri) could be mended.
    """
    everything = (*analyses.values(), *others)
    rules: dict[str, _Rule] = {}
    for analysis in everything:
        for claim in analysis.claims:
            # A claim about nothing in particular (arithmetic) has no rule of the game to agree with.
            if claim.about and claim.verdict is Verdict.RIGHT:
                rules.setdefault(_name(claim), _Rule()).add(claim)
    questions = iter(range(MAX_QUESTIONS))
    compared = {}
    for uri, analysis in analyses.items():
        here = _Page(uri, analysis, other_sides) if analysis.findings else None
        findings = list(analysis.findings)
        for number, finding in enumerate(findings[:MAX_ATTESTED]):
            culprit = finding.claim
            if here is not None and culprit is not None and culprit.verdict is Verdict.WRONG:
                finding = _with_witnesses(finding, culprit, rules.get(_name(culprit)), everything)
                if next(questions, None) is not None:
                    finding = here.with_other_sides(finding, culprit)
                findings[number] = finding
        compared[uri] = replace(analysis, findings=tuple(findings))
    return compared


def is_asked_of_all(finding: Finding) -> bool:
    """Return whether the rest of the book may have something to say of a finding: it breaks a rule of the game."""
    return finding.claim is not None and finding.claim.about != ""


class _Page:
    """The claims of a page, and which of them rest on a place."""

    def __init__(self, uri: str, analysis: Analysis, other_sides: Callable[[str], OtherSides]) -> None:
        self._other_sides = cache(lambda: other_sides(uri))
        self._resting = ClaimsAt(analysis.claims, guards_only=True)

    def with_other_sides(self, finding: Finding, culprit: Claim) -> Finding:
        """A finding with further remedies, and without those that would make another claim wrong."""
        details = finding.details
        confirmed = [claim for claim in self._resting.at(finding.place) if claim.verdict is Verdict.RIGHT]
        # What is right in another place may rest on what is wrong here, as odds do on a die that is none.
        says = (claim for claim in confirmed if claim.place.span.meets(finding.place.span))
        notes = [f"what the text says is right by another claim: {claim.rule}" for claim in islice(says, 1)]
        remedies = list(details.remedies)
        if culprit.about or confirmed:
            known = [side.edits for side in remedies]
            others = (side for side in self._other_sides()(culprit) if side.edits not in known)
            sides = (side for side in others if not self._others(side, culprit))
            remedies += islice(sides, max(0, MAX_REMEDIES - len(remedies)))
        # What would make another claim wrong is the wrong side, as long as there is another one.
        harmless = [side for side in remedies if not self._breaks(side, culprit)]
        if any(side.edits for side in harmless):
            remedies = harmless
        return replace(finding, details=replace(details, notes=(*details.notes, *notes), remedies=tuple(remedies)))

    def _breaks(self, remedy: Remedy, culprit: Claim) -> bool:
        return any(claim.verdict is Verdict.RIGHT for claim in self._others(remedy, culprit))

    def _others(self, remedy: Remedy, culprit: Claim) -> list[Claim]:
        """The other claims that rest on what a remedy changes."""
        return [claim for edit in remedy.edits for claim in self._resting.at(edit.place) if claim is not culprit]


def _with_witnesses(finding: Finding, claim: Claim, rule: _Rule | None, everything: Sequence[Analysis]) -> Finding:
    if not claim.about:
        return finding
    details = finding.details
    related = [place for place in _stated(claim, rule, everything) if not _is_shown(place, finding)]
    return replace(
        finding,
        details=replace(details, notes=(*details.notes, *_count(rule)), related=(*details.related, *related)),
    )


def _count(rule: _Rule | None) -> Iterator[str]:
    if rule is not None:
        yield (
            "1 other claim agrees with this rule"
            if rule.count == 1
            else f"{rule.count} other claims agree with this rule"
        )


def _stated(claim: Claim, rule: _Rule | None, everything: Sequence[Analysis]) -> Iterator[Place]:
    """Return where the book states the rule: the same fact elsewhere, or the section that the rule names."""
    if rule is not None and (other := rule.same(claim)) is not None:
        yield replace(other.place, message="the book says it here as the rules have it")
    elif section := _SECTION.search(claim.rule):
        title = section[1].casefold()
        for analysis in everything:
            for heading in analysis.document.headings:
                if heading.title.casefold() == title:
                    yield Place(analysis.document.source, heading.title_span, "the rule is stated in this section")
                    return


def _name(claim: Claim) -> str:
    return claim.rule.rstrip(". ").casefold()


def _is_cell(claim: Claim) -> bool:
    return claim.kind.startswith("table-")


def _names_row(sentence: Claim, cell: Claim) -> bool:
    """Return whether a sentence has the words of a row."""
    quote = sentence.place.source.slice(sentence.place.span).casefold()
    return set(WORD_OR_NUMBER.findall(cell.about.casefold())) <= set(WORD_OR_NUMBER.findall(quote))


def _is_shown(place: Place, finding: Finding) -> bool:
    shown = (finding.place, *finding.details.related)
    return any(other.source is place.source and other.span == place.span for other in shown)
