"""The report as JSON, version 1; its schema is `rulebook/schemas/report.schema.json`."""

from __future__ import annotations

import json
from typing import Any

from rulebook_core.findings import Edit, Finding
from rulebook_proof.analysis import Report
from rulebook_rules.checks.allow import line_to_allow
from rulebook_rules.claims.model import Claim
from rulebook_syntax.document import Document


def render(report: Report) -> str:
    documents = {page.document.source.path: page.document for page in report.book.pages}
    data = {
        "version": 1,
        "findings": [_finding(finding, documents.get(finding.place.source.path)) for finding in report.findings],
        "claims": [_claim(claim) for claim in report.claims],
        "summary": report.summary(),
    }
    return json.dumps(data, indent=1) + "\n"


def _finding(finding: Finding, document: Document | None) -> dict[str, Any]:
    details = finding.details
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "path": finding.place.source.path,
        **finding.place.bounds,
        "message": finding.message,
        "help": finding.help,
        "notes": list(details.notes),
        "related": [{"path": place.source.path, **place.bounds, "message": place.message} for place in details.related],
        "edits": [_edit(edit) for edit in details.remedies[0].edits] if details.remedies else [],
        "remedies": [
            {"title": remedy.title, "edits": [_edit(edit) for edit in remedy.edits]} for remedy in details.remedies
        ],
        "allow": line_to_allow(document, finding) if document is not None else "",
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {"path": edit.place.source.path, **edit.place.bounds, "text": edit.text}


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "system": claim.system,
        "kind": claim.kind,
        "path": claim.place.source.path,
        **claim.place.bounds,
        **statement(claim),
    }


def statement(claim: Claim) -> dict[str, Any]:
    """Return the statement of a claim and its value by the rules, without its place."""
    return {
        "quote": claim.place.source.slice(claim.place.span),
        "stated": claim.stated,
        "computed": claim.computed,
        "verdict": str(claim.verdict),
        "rule": claim.rule,
        "derivation": [step.text for step in claim.derivation],
    }
