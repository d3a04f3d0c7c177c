"""The last line of a report for people."""

from __future__ import annotations

from rulebook.analysis import Report
from rulebook.findings import Severity


def summary_line(report: Report) -> str:
    """For example `1 error in 9 files; 812 checked, 1 wrong, 2 undecided, 0 lost, 37 numbers unguarded`."""
    counts = dict.fromkeys(Severity, 0)
    for finding in report.findings:
        counts[finding.severity] += 1
    found = [
        _count(counts[severity], noun)
        for severity, noun in (
            (Severity.ERROR, "error"),
            (Severity.WARNING, "warning"),
            (Severity.INFO, "note"),
        )
        if counts[severity]
    ]
    line = f"{_join(found) or 'no findings'} in {_count(report.files, 'file')}"
    figures = report.summary()
    if report.analyses:
        line += (
            f"; {figures['claims']} checked, {figures['wrong']} wrong, {figures['undecided']} undecided, "
            f"{figures['lost']} lost, {_count(figures['unguarded'], 'number')} unguarded"
        )
    if report.suppressed:
        line += f"; {_count(report.suppressed, 'finding')} allowed by comments"
    return line


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _join(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
