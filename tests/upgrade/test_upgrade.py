"""Books of earlier versions go on: their records, baselines and rules are read, and nothing counts as lost or new.

Each folder here is a book with the files that its version wrote. They are never written anew: where one no longer
passes, the reader of today is at fault.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main

BOOKS = sorted(path.parent for path in Path(__file__).parent.glob("*/mkdocs.yml"))


@pytest.fixture(params=BOOKS, ids=lambda path: path.name)
def book(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "book"
    shutil.copytree(request.param, path)
    monkeypatch.chdir(path)
    return path


def report() -> dict[str, object]:
    loaded = json.loads(CliRunner().invoke(main, ["check", "--format", "json"]).stdout)
    assert isinstance(loaded, dict)
    return loaded


def test_records_and_rules_of_an_earlier_version_hold(book: Path) -> None:
    assert {path.name for path in book.iterdir()} >= {"rulebook.lock", "rulebook.outline", "rulebook.baseline"}
    result = CliRunner().invoke(main, ["check"])
    assert result.exit_code == 0, result.output
    assert "0 lost" in result.output
    assert "1 finding of the baseline left" in result.output


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("A rope of size 2 holds 6 crates, and", "And", "lost-claim"),
        ("Breath 3 and Pull 11", "Breath 3 and Pull 12", "wrong-value"),
        ("{#people}", "{#persons}", "lost-anchor"),
    ],
)
def test_they_still_find_what_changes(old: str, new: str, rule: str, book: Path) -> None:
    page = book / "docs" / "index.md"
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")
    findings = report()["findings"]
    assert isinstance(findings, list)
    assert rule in {finding["rule"] for finding in findings}


def test_renewing_them_changes_nothing_that_counts(book: Path) -> None:
    for command in (["lock"], ["baseline", "--renew"]):
        assert CliRunner().invoke(main, command).exit_code == 0
    assert CliRunner().invoke(main, ["check"]).exit_code == 0
