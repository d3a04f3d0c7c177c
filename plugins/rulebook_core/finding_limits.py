"""How many findings of a kind are told of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rulebook_core.findings import Finding, Severity
from rulebook_core.source import Source

MAX_OF_A_KIND = 50
"""Whoever has so many to mend looks for what they have in common."""


def capped(findings: Sequence[Finding]) -> list[Finding]:
    """Keep at most `MAX_OF_A_KIND` sorted findings for each file, rule and severity.

    Returns:
        The same, the last of so many saying how many more there are.
    """
    seen: Counter[tuple[Source, str, Severity]] = Counter()
    results: list[Finding] = []
    last: dict[tuple[Source, str, Severity], int] = {}
    for finding in findings:
        key = (finding.place.source, finding.rule, finding.severity)
        seen[key] += 1
        if seen[key] <= MAX_OF_A_KIND:
            last[key] = len(results)
            results.append(finding)
    for key, count in seen.items():
        if count > MAX_OF_A_KIND:
            details = results[last[key]].details
            more = f"{details.message}; and {count - MAX_OF_A_KIND} more of this kind follow in this file"
            results[last[key]] = replace(results[last[key]], details=replace(details, message=more))
    return results
