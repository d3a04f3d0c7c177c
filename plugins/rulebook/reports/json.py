"""The report as JSON, version 1; its schema is `rulebook/schemas/report.schema.json`."""

from __future__ import annotations

import json
from typing import Any

from rulebook.analysis import Report
from rulebook.claims.model import Claim
from rulebook.findings import Edit, Finding, Place


def render(report: Report) -> str:
    data = {
        "version": 1,
        "findings": [_finding(finding) for finding in report.findings],
        "claims": [_claim(claim) for claim in report.claims],
        "summary": report.summary(),
    }
    return json.dumps(data, indent=1) + "\n"


def _range(place: Place) -> dict[str, int]:
    start, end = place.source.position(place.span.start), place.source.position(place.span.end)
    return {"line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column}


def _finding(finding: Finding) -> dict[str, Any]:
    details = finding.details
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "path": finding.place.source.path,
        **_range(finding.place),
        "message": finding.message,
        "help": finding.help,
        "notes": list(details.notes),
        "related": [_related(place) for place in details.related],
        "edits": [_edit(edit) for edit in details.remedies[0].edits] if details.remedies else [],
        "remedies": [
            {"title": remedy.title, "edits": [_edit(edit) for edit in remedy.edits]} for remedy in details.remedies
        ],
    }


def _related(place: Place) -> dict[str, Any]:
    return {"path": place.source.path, **_range(place), "message": place.message}


def _edit(edit: Edit) -> dict[str, Any]:
    return {"path": edit.place.source.path, **_range(edit.place), "text": edit.text}


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "system": claim.system,
        "kind": claim.kind,
        "path": claim.place.source.path,
        **_range(claim.place),
        **statement(claim),
    }


def statement(claim: Claim) -> dict[str, Any]:
    """What a claim states and what the rules say, wherever it stands."""
    return {
        "quote": claim.place.source.slice(claim.place.span),
        "stated": claim.stated,
        "computed": claim.computed,
        "verdict": str(claim.verdict),
        "rule": claim.rule,
        "derivation": [step.text for step in claim.derivation],
    }
