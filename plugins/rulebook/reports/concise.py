"""One line a finding, as compilers print them: `path:line:column: severity[rule] message`."""

from __future__ import annotations

from rulebook.reports.summary import summary_line
from rulebook_core.findings import Finding
from rulebook_proof.analysis import Report


def render(report: Report) -> str:
    return "\n".join([*map(line_of, report.findings), summary_line(report), ""])


def line_of(finding: Finding) -> str:
    """A finding in one line."""
    return f"{finding.place.where}: {finding.severity}[{finding.rule}] {finding.message}"
