"""What the checker says, as lines to compare: one for a finding, one for a claim.

No line has a number of a line or an offset from the start of a file: text that is added elsewhere changes none of them.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from rulebook_core.findings import Place
from rulebook_core.source import Source, Span
from rulebook_proof.analysis import Report
from rulebook_rules.claims.model import Claim, Verdict

FAR = 300
"""So many characters apart, the distance of two places is no longer told: what stands between them may be edited."""
MAX_LINES = 12
MAX_RELATED = 3
LONGEST = 50
"""Longer quotes are cut; the digest at the end of a line is that of the whole."""

Where = Callable[[Place], str]
"""How the place of a finding or claim is told beside its quote."""


def anywhere(place: Place) -> str:
    """Only the order of places counts."""
    return ""


def from_the_start(place: Place) -> str:
    """For a text that never changes."""
    return str(place.span.start)


def around(source: Source, span: Span) -> Where:
    """By its distance from a stretch of a text; whatever is far is told by its order alone."""

    def tell(place: Place) -> str:
        if place.source is not source:
            return ""
        start = place.span.start
        if start < span.end or span == place.span:
            return str(start - span.start) if span.start - start < FAR else ""
        return f"behind {start - span.end}" if start - span.end < FAR else ""

    return tell


def lines_of(report: Report, where: Where = anywhere) -> list[str]:
    """The findings and claims of a report, in their order; `where` tells their places."""
    return [*findings_of(report, where), *_claims(report, where)]


def difference(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """What goes, with `-` before it, and what comes, with `+`; of what goes, its first words tell enough."""
    before, after = list(before), list(after)
    gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return [*(f"- {line}" for line in _picked(before, gone)), *(f"+ {line}" for line in _picked(after, new))]


def shortened(lines: Sequence[str]) -> list[str]:
    """A difference of which what goes is only named, as what is right, and of many lines only the first are told."""
    short = [_named(line) if line[0] == "-" or f" {Verdict.RIGHT}: " in line else line for line in lines]
    rest = short[MAX_LINES:]
    return [*short[:MAX_LINES], *([f"and {len(rest)} more #{digest(repr(rest))}"] if rest else ())]


def _named(line: str) -> str:
    return " ".join((*line.split()[:2], line.rpartition(" ")[2]))


def digest(text: str, length: int = 6) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def _picked(lines: Sequence[str], wanted: Counter[str]) -> Iterator[str]:
    left = Counter(wanted)
    for line in lines:
        if left[line] > 0:
            left[line] -= 1
            yield line


def findings_of(report: Report, where: Where) -> Iterator[str]:
    for finding in report.findings:
        at, details = finding.place, finding.details
        related = "".join(f"; also {_quote(place)}" for place in details.related[:MAX_RELATED])
        help_ = f"; help: {_cut(_anywhere(finding.help))}" if finding.help else ""
        rest = [
            where(at),
            at.source.slice(at.span),
            *map(_anywhere, (finding.help, *details.notes)),
            *(_from(at, place) for place in details.related),
            *(f"{_from(at, edit.place)} {edit.text}" for remedy in details.remedies for edit in remedy.edits),
        ]
        shown = f"{finding.severity}[{finding.rule}] {_quote(at)}: {_anywhere(finding.message)}{help_}{related}"
        yield f"{_on_a_line(shown)} #{digest(repr(rest))}"


def _claims(report: Report, where: Where) -> Iterator[str]:
    for claim in report.claims:
        at = claim.place
        rest = [
            where(at),
            at.source.slice(at.span),
            claim.stated,
            claim.computed,
            claim.rule,
            claim.about,
            *(f"{step.text} {_from(at, step.place) if step.place else ''}" for step in claim.derivation),
            *(_from(at, Place(at.source, span)) for span in claim.guards),
        ]
        yield f"{claim.id} {claim.verdict}: {_cut(claim.stated)} → {_cut(claim.computed)} #{digest(repr(rest))}"


def _from(one: Place, other: Place) -> str:
    """A place as it is seen from another one."""
    distance = other.span.start - one.span.start
    near = other.source is one.source and abs(distance) < FAR
    return f"{distance if near else ''} {other.source.slice(other.span)} {other.message}"


def in_the_open(claim: Claim) -> str:
    """A claim with all that it rests on."""
    guards = ", ".join(_quote(Place(claim.place.source, span)) for span in claim.guards)
    steps = "; ".join(step.text + (f" {_quote(step.place)}" if step.place else "") for step in claim.derivation)
    shown = f"{claim.id} {claim.verdict} {_quote(claim.place)}: {_cut(claim.stated)} → {_cut(claim.computed)}"
    return _on_a_line(f"{shown}; by {claim.rule}; about {claim.about}; guards {guards}; because {steps}")


def _anywhere(text: str) -> str:
    """A sentence of a finding without the number of a line."""
    return re.sub(r"\b(lines?) \d+", r"\1 #", text)


def _quote(place: Place) -> str:
    text = place.source.slice(place.span)
    return f"`{_cut(text)}`"


def _cut(text: str) -> str:
    text = _on_a_line(text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _on_a_line(text: str) -> str:
    return " ".join(text.split())
