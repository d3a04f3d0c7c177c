"""One line a finding, as compilers print them: `path:line:column: severity[rule] message`."""

from __future__ import annotations

from rulebook.analysis import Report
from rulebook.reports.summary import summary_line


def render(report: Report) -> str:
    lines = []
    for finding in report.findings:
        position = finding.place.source.position(finding.place.span.start)
        where = f"{finding.place.source.path}:{position.line}:{position.column}"
        lines.append(f"{where}: {finding.severity}[{finding.rule}] {finding.message}")
    return "\n".join([*lines, summary_line(report), ""])
