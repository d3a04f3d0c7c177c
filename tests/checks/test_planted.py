"""Books with fifty planted faults among traps: every fault is found at its place, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding, Severity
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.config import load_config
from rulebook_rules.rules.running import run
from rulebook_rules.systems import load_system
from tests.checks.planted import Fault, PlantedBook


def finds(finding: Finding, fault: Fault) -> bool:
    place = finding.place
    position = place.source.position(place.span.start)
    return (
        finding.rule in fault.rules
        and place.source.path.endswith("docs/" + fault.path)
        and position.line == fault.line
        and fault.start <= position.column < fault.end
    )


STYLE = ("empty-section", "heading-jump", "mismatched-reference")
"""What is housekeeping in a book of no game."""


@pytest.mark.parametrize("seed", range(24))
def test_every_planted_fault_is_found_and_none_invented(seed: int, tmp_path: Path) -> None:
    planted = PlantedBook(seed)
    book = read_book(load_config(planted.write(tmp_path)), find_system=load_system)
    findings = [
        finding for finding in run(BookIndex(book)) if finding.severity > Severity.INFO or finding.rule in STYLE
    ]
    missed = [fault for fault in planted.faults if not any(finds(finding, fault) for finding in findings)]
    invented = [
        (
            finding.rule,
            finding.place.source.path,
            finding.place.source.position(finding.place.span.start),
            finding.message,
        )
        for finding in findings
        if not any(finds(finding, fault) for fault in planted.faults)
    ]
    assert not missed
    assert not invented
    assert len(findings) == len(planted.faults)
