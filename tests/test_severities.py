"""How severe a finding can be is one table: by its evidence, and by whether its page names a game."""

import ast

import pytest

from rulebook_core.findings import MOST, Evidence, Place, Severity, unreadable_source
from rulebook_core.source import Source, Span
from tests.test_architecture import PACKAGES, modules, nodes


@pytest.mark.parametrize("evidence", Evidence)
def test_evidence_bounds_a_finding(evidence: Evidence) -> None:
    finding = unreadable_source(Place(Source("a.md", ""), Span(0, 0)), "gone")
    assert finding.severity is Severity.ERROR
    assert (finding.by(evidence).severity, finding.by(evidence, has_game=False).severity) == MOST[evidence]
    assert finding.by(Evidence.HINT).by(evidence).severity is Severity.INFO


OTHERS = {
    "rulebook_rules/claims/causes.py": "a finding is as severe as those that wait for it",
    "rulebook_rules/checks/severity_settings.py": "the settings of a site choose",
}


def test_nothing_else_says_how_severe_a_finding_is() -> None:
    places = {
        "/".join(path.parts[path.parts.index(package) :])
        for package in PACKAGES
        for path in modules(package)
        if path.name != "findings.py" or package != "rulebook_core"
        for node in nodes(path)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "severity" and isinstance(node.func, ast.Name) and node.func.id in ("replace", "Finding")
    }
    assert places == OTHERS.keys()
