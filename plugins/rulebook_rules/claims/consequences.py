"""Find faults that only follow from another one, by trying its remedy.

The account knows what follows from what. Of several values that something follows from, any may be to blame; so the
remedies of what is wrong among them are tried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rulebook_core.edits import FixError, edited
from rulebook_core.findings import Finding, Remedy, Severity
from rulebook_core.source import Source
from rulebook_core.spans import Places
from rulebook_rules.claims.account import is_weak, rank_of, with_others

MAX_FINDINGS = 32
"""Faults of a page above which one wrong number cannot be their cause."""
MAX_SIGNS = 250_000
"""Characters read in trials of one page; each trial reads all of it."""


_Read = Callable[[str], Iterable[Finding]]


def without_consequences(findings: Sequence[Finding], source: Source, read: _Read) -> Sequence[Finding]:
    """Findings without those that a remedy of another one mends as well, which tells of them.

    Args:
        findings: those of a page, in order.
        source: its text.
        read: what is found in the page with another text.
    """
    candidates = {index: one for index, one in enumerate(findings) if _is_candidate(one)}
    trials = MAX_SIGNS // max(1, len(source.text)) if 1 < len(candidates) <= MAX_FINDINGS else 0
    if not trials:
        return findings
    speaking = Places((place, index) for index, one in candidates.items() for place in one.places)
    before = Counter(map(_key, findings))
    merged: dict[int, Finding] = {}
    gone: set[int] = set()
    for index in sorted(
        candidates, key=lambda index: (-rank_of(candidates[index]), -candidates[index].severity, index)
    ):
        cause = candidates[index]
        blamed = [cause.place, *(edit.place for remedy in cause.details.remedies for edit in remedy.edits)]
        beside = {other for place in blamed for _, other in speaking.meeting(place)} - gone - merged.keys() - {index}
        remedies = _remedies_within(cause, source) if beside and index not in gone else []
        for remedy in remedies[:trials]:
            trials -= 1
            also = _also_mended(remedy, cause, {other: candidates[other] for other in sorted(beside)}, before, read)
            if also:
                alone = replace(cause, details=replace(cause.details, remedies=(remedy,)))
                merged[index] = with_others(alone, [candidates[other] for other in also])
                gone.update(also)
                break
    return [merged.get(index, one) for index, one in enumerate(findings) if index not in gone]


def _remedies_within(cause: Finding, source: Source) -> list[Remedy]:
    """Return the remedies of a finding that edit its own text and no other."""
    return [
        remedy
        for remedy in cause.details.remedies
        if remedy.edits and all(edit.place.source is source for edit in remedy.edits)
    ]


def _also_mended(
    remedy: Remedy, cause: Finding, others: Mapping[int, Finding], before: Counter[tuple[str, str]], read: _Read
) -> list[int]:
    """Return which other findings a remedy mends with its own; none where it breaks something."""
    try:
        after = Counter(map(_key, read(edited(remedy)[cause.place.source])))
    except FixError:
        return []
    mended = before - after
    return [index for index, one in others.items() if _key(one) in mended and _key(cause) in mended and after <= before]


def _is_candidate(finding: Finding) -> bool:
    """Return whether it tells that a claim is wrong, and where."""
    return finding.severity > Severity.INFO and finding.claim is not None and not is_weak(finding)


def _key(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.message
