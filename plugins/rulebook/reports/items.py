"""The report as test items: one for each claim, and one for each error that is about none.

What test runners and their reports show; an item fails exactly where `rulebook check` has an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulebook.analysis import Report
from rulebook.claims.agreement import ClaimsAt
from rulebook.claims.model import Claim, Verdict
from rulebook.findings import Finding, Place, Severity


class Outcome(StrEnum):
    """How an item ends; `skipped`: undecided, or wrong with a writer's permission."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Item:
    """A claim with what speaks against it, or an error by itself.

    Attributes:
        kind: of the claim, or the rule of the finding.
        findings: why it fails.
        reason: why it is skipped.
    """

    kind: str
    place: Place
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    reason: str = ""

    @property
    def name(self) -> str:
        """Its place and kind: `docs/health.md:54:78 worth-of-a-pool`."""
        position = self.place.source.position(self.place.span.start)
        return f"{self.place.source.path}:{position.line}:{position.column} {self.kind}"


def items_of(report: Report) -> list[Item]:
    """All items of a report, in order of path and position."""
    errors = [finding for finding in report.findings if finding.severity == Severity.ERROR]
    claims = report.claims
    wrong = ClaimsAt(claim for claim in claims if claim.verdict == Verdict.WRONG)
    against: dict[int, list[Finding]] = {}
    about_none = []
    for finding in errors:
        # One fault is one finding, though several claims may be wrong by it: all of them show it.
        places = (finding.place, *finding.details.related)
        for number in {id(claim) for place in places for claim in wrong.at(place)}:
            against.setdefault(number, []).append(finding)
        if not wrong.at(finding.place):
            about_none.append(finding)
    items = [_of_claim(claim, tuple(against.get(id(claim), ()))) for claim in claims]
    items += [Item(finding.rule, finding.place, Outcome.FAILED, (finding,)) for finding in about_none]
    return sorted(items, key=lambda item: (item.place.sort_key, item.kind))


def _of_claim(claim: Claim, findings: tuple[Finding, ...]) -> Item:
    if claim.verdict == Verdict.UNDECIDED:
        return Item(claim.kind, claim.place, Outcome.SKIPPED, reason="undecided: too vague for the rules")
    if findings:
        return Item(claim.kind, claim.place, Outcome.FAILED, findings)
    if claim.verdict == Verdict.WRONG:
        return Item(
            claim.kind, claim.place, Outcome.SKIPPED, reason="wrong, and let be (a comment, a setting, the baseline)"
        )
    return Item(claim.kind, claim.place, Outcome.PASSED)
