"""Annotations for GitHub Actions: workflow commands that show a finding beside its line."""

from __future__ import annotations

from rulebook.reports.summary import summary_line
from rulebook_core.findings import Finding, Severity
from rulebook_proof.analysis import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report) -> str:
    return "\n".join([*map(_annotation, report.findings), summary_line(report), ""])


def _annotation(finding: Finding) -> str:
    start, end = finding.place.begins, finding.place.ends
    properties = {
        "file": finding.place.source.path,
        "line": start.line,
        "endLine": end.line,
        "col": start.column,
        "endColumn": end.column,
        "title": finding.rule,
    }
    if start.line != end.line:
        # GitHub refuses columns on an annotation of several lines.
        del properties["col"], properties["endColumn"]
    shown = ",".join(f"{name}={_escape(str(value), ':,')}" for name, value in properties.items())
    text = ". ".join(filter(None, (finding.message, *finding.details.notes, finding.help)))
    return f"::{_COMMANDS[finding.severity]} {shown}::{_escape(text)}"


def _escape(text: str, also: str = "") -> str:
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
