"""The report as SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from rulebook_core.findings import Finding, Place, Remedy, Rule, Severity
from rulebook_core.system.origin import published_address
from rulebook_core.system.parts import PROJECT
from rulebook_proof.analysis import Report
from rulebook_rules.catalogue import load_rules

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report) -> str:
    results = {finding.rule for finding in report.findings}
    rules = [rule for name, rule in load_rules().items() if name in results]
    home = published_address()
    indices = {rule.name: index for index, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "rulebook",
                "semanticVersion": version(PROJECT),
                **({"informationUri": home} if home else {}),
                "rules": [_rule(rule, home) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, indices[finding.rule]) for finding in report.findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(rule: Rule, home: str) -> dict[str, Any]:
    page = f"{home}/blob/v{version(PROJECT)}/docs/guide/rules.md#{rule.name}"
    return {
        **({"helpUri": page} if home else {}),
        "id": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.documentation},
        "help": {"text": rule.documentation, "markdown": rule.documentation},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: int) -> dict[str, Any]:
    details = finding.details
    # A viewer may show nothing but the message, so the remedy is in it.
    text = ". ".join(filter(None, (finding.message, *details.notes, finding.help)))
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [_location(finding.place)],
    }
    if details.related:
        result["relatedLocations"] = [{"id": number, **_location(p)} for number, p in enumerate(details.related, 1)]
    if fixes := [_fix(remedy) for remedy in details.remedies if remedy.edits]:
        result["fixes"] = fixes
    return result


def _location(place: Place) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": _uri(place.source.path)}, "region": _region(place)}
    }
    if place.message:
        location["message"] = {"text": place.message}
    return location


def _region(place: Place) -> dict[str, int]:
    start, end = place.begins, place.ends
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _fix(remedy: Remedy) -> dict[str, Any]:
    by_path: dict[str, list[dict[str, Any]]] = {}
    for edit in remedy.edits:
        replacement = {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}}
        by_path.setdefault(edit.place.source.path, []).append(replacement)
    return {"description": {"text": remedy.title}, "artifactChanges": list(_changes(by_path.items()))}


def _changes(by_path: Iterable[tuple[str, list[dict[str, Any]]]]) -> Iterable[dict[str, Any]]:
    for path, replacements in by_path:
        yield {"artifactLocation": {"uri": _uri(path)}, "replacements": replacements}


def _uri(path: str) -> str:
    return ("file://" if posixpath.isabs(path) else "") + quote(path)
