"""Which side is wrong: what else the book says about the rule that a wrong claim breaks.

A rule that many other claims agree with is likely right, and the claim wrong; one that nothing else rests on
may be wrong itself. So a finding also shows where else the book states the same, and how many agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulebook.claims.model import Analysis, Claim, Verdict
from rulebook.findings import Details, Finding, Place

_SECTION = re.compile(r"\(([^()]+)\)\W*$")
_WORD = re.compile(r"\w+")


def touches(place: Place, claim: Claim) -> bool:
    """Whether a place lies within what a claim says or rests on."""
    if place.source is not claim.place.source:
        return False
    spans = (claim.place.span, *claim.guards)
    return any(span.start <= place.span.start < max(span.end, span.start + 1) for span in spans)


def compared(analyses: Mapping[str, Analysis], others: Sequence[Analysis]) -> dict[str, Analysis]:
    """Analyses whose findings say how the rest of the book stands to the rule that is broken.

    Args:
        analyses: of the pages of one system, by uri.
        others: of its pages that are not reported.
    """
    everything = (*analyses.values(), *others)
    by_rule: dict[str, list[Claim]] = {}
    for analysis in everything:
        for claim in analysis.claims:
            # A claim about nothing in particular (arithmetic) has no rule of the game to agree with.
            if claim.about:
                by_rule.setdefault(_rule(claim), []).append(claim)
    return {
        uri: replace(analysis, findings=tuple(_compared(analysis, everything, by_rule)))
        for uri, analysis in analyses.items()
    }


def _compared(
    analysis: Analysis, everything: Sequence[Analysis], by_rule: Mapping[str, Sequence[Claim]]
) -> Iterator[Finding]:
    for finding in analysis.findings:
        broken = [c for c in analysis.claims if c.about and c.verdict is Verdict.WRONG and touches(finding.place, c)]
        if not broken:
            yield finding
            continue
        claim = min(broken, key=lambda claim: claim.place.span.end - claim.place.span.start)
        agreeing = [other for other in by_rule[_rule(claim)] if other.verdict is Verdict.RIGHT]
        details = finding.details
        place = _stated_elsewhere(claim, agreeing) or _section(claim, everything)
        if place is not None and not _is_shown(place, finding):
            details = replace(details, related=(*details.related, place))
        yield replace(finding, details=replace(details, notes=(*details.notes, *_count(details, len(agreeing)))))


def _count(details: Details, agreeing: int) -> Iterator[str]:
    if agreeing == 1:
        yield "1 other claim agrees with this rule"
    elif agreeing:
        yield f"{agreeing} other claims agree with this rule"


def _rule(claim: Claim) -> str:
    return claim.rule.rstrip(". ").casefold()


def _stated_elsewhere(claim: Claim, agreeing: Sequence[Claim]) -> Place | None:
    """Where the book states the same fact as the rules have it: in another sentence, or in a table."""
    for other in agreeing:
        same = other.about == claim.about if other.kind == claim.kind else _same_row(claim, other)
        if same:
            return replace(other.place, message="the book says it here as the rules have it")
    return None


def _same_row(one: Claim, other: Claim) -> bool:
    """Whether one of two claims by the same rule is a row of a table that the words of the other name."""
    for row, sentence in ((one, other), (other, one)):
        if row.kind.startswith("table-") and not sentence.kind.startswith("table-"):
            quote = sentence.place.source.slice(sentence.place.span).casefold()
            return set(_WORD.findall(row.about.casefold())) <= set(_WORD.findall(quote))
    return False


def _section(claim: Claim, everything: Sequence[Analysis]) -> Place | None:
    """The heading of the section that the rule implements, where the book has one of that name."""
    match = _SECTION.search(claim.rule)
    for analysis in everything if match else ():
        for heading in analysis.document.headings:
            if match and heading.title.casefold() == match[1].casefold():
                return Place(analysis.document.source, heading.title_span, "the rule is stated in this section")
    return None


def _is_shown(place: Place, finding: Finding) -> bool:
    shown = (finding.place, *finding.details.related)
    return any(other.source is place.source and other.span == place.span for other in shown)
