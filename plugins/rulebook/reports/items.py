"""The report as test items: one for each claim, and one for each error that is about none.

What test runners and their reports show; an item fails exactly where `rulebook check` has an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from rulebook_core.findings import Finding, Place, Severity
from rulebook_proof.analysis import Report
from rulebook_rules.claims.agreement import ClaimsAt
from rulebook_rules.claims.model import Claim, Verdict
from rulebook_rules.published.identity import identity_at
from rulesmod.records import record


class Outcome(StrEnum):
    """How an item ends; `skipped`: undecided, or wrong with a writer's permission."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@record
class Item:
    """A claim with what speaks against it, or an error by itself.

    Attributes:
        name: what it is known by, in any run: its file, kind and words (`docs/health.md worth: is worth # points`); of
            several with the same, the further ones have a number.
        kind: of the claim, or the rule of the finding.
        findings: why it fails.
        reason: why it is skipped.
    """

    name: str
    kind: str
    place: Place
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    reason: str = ""


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
    items += [Item("", finding.rule, finding.place, Outcome.FAILED, (finding,)) for finding in about_none]
    items.sort(key=lambda item: (item.place.sort_key, item.kind))
    folder = report.book.site.path.parent if report.book.site is not None else Path()
    return list(_named(items, folder))


def _named(items: Iterable[Item], folder: Path) -> Iterator[Item]:
    counts: Counter[str] = Counter()
    for item in items:
        path, kind, quote = identity_at(item.place, item.kind, folder)
        name = f"{path} {kind}: {quote}"
        counts[name] += 1
        yield replace(item, name=f"{name} ({counts[name]})" if counts[name] > 1 else name)


def _of_claim(claim: Claim, findings: tuple[Finding, ...]) -> Item:
    if claim.verdict == Verdict.UNDECIDED:
        return Item("", claim.kind, claim.place, Outcome.SKIPPED, reason="undecided: too vague for the rules")
    if findings:
        return Item("", claim.kind, claim.place, Outcome.FAILED, findings)
    if claim.verdict == Verdict.WRONG:
        return Item(
            "",
            claim.kind,
            claim.place,
            Outcome.SKIPPED,
            reason="wrong, and ignored (a comment, a setting, the baseline)",
        )
    return Item("", claim.kind, claim.place, Outcome.PASSED)
