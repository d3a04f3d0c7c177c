"""Small inputs with their right answers: `inputs/cases.json` names each file, its kind and what is right."""

from __future__ import annotations

import html
import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.commands.build import build
from mkdocs.config import load_config
from pypdf import PdfReader

from rulebook.cli import main
from tests.markdown.test_running import shown

INPUTS = Path(__file__).parent / "inputs"
CASES = {case["file"]: case for case in json.loads((INPUTS / "cases.json").read_text(encoding="utf-8"))}
PENDING = {}
"""Inputs whose answer is still wrong; one that comes right must leave this list."""

BUTTON = re.compile(r"<rulebook-dice><button([^>]*)>(.*?)</button>", re.DOTALL)
DICE = re.compile(r'data-dice="([^"]*)"')
"""What a button rolls, where its words say it otherwise."""
NUMBER_OF_FINDINGS = {"link-address": 5, "link-swallowed": 1}
ROLLING_TABLES = {"35-fate.md": 1, "37-kept.md": 1, "50-lists-on-dice.md": 12}


def named(kind: str) -> list[object]:
    """List the inputs of a kind, those that fail still as expected failures."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason="pending") if name in PENDING else ())
        for name, case in CASES.items()
        if case["kind"] == kind
    ]


def checked(name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Return the JSON report of `rulebook check` on a file, or on the site of a folder."""
    path = INPUTS / name
    monkeypatch.chdir(path if path.is_dir() else INPUTS)
    arguments = [] if path.is_dir() else [name]
    report = json.loads(CliRunner().invoke(main, ["check", "--format", "json", *arguments]).stdout)
    assert isinstance(report, dict)
    return report


@pytest.mark.parametrize("name", named("check-clean"))
def test_true_inputs_get_no_finding(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(name, monkeypatch)["findings"] == []


@pytest.mark.parametrize("name", named("check-finding"))
def test_false_inputs_get_a_finding(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = checked(name, monkeypatch)["findings"]
    assert isinstance(findings, list)
    assert len(findings) == NUMBER_OF_FINDINGS.get(name, len(findings))
    assert findings


@pytest.mark.parametrize("name", named("not-proved"))
def test_false_inputs_are_never_counted_as_checked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    report = checked(name, monkeypatch)
    claims = report["claims"]
    assert isinstance(claims, list)
    assert report["findings"] or all(claim["verdict"] == "undecided" for claim in claims)


@pytest.mark.parametrize("name", named("button"))
def test_a_sentence_gets_a_button_for_the_whole_expression_or_none(name: str) -> None:
    right = CASES[name]["right"].removesuffix(" or nothing").replace(" ", "")
    text = (INPUTS / name).read_text(encoding="utf-8").split("1d6 damage.", 1)[1]
    pairs = [(DICE.search(attributes), words) for attributes, words in BUTTON.findall(shown(text))]
    buttons = [html.unescape(dice[1] if dice else words).replace(" ", "") for dice, words in pairs]
    assert buttons in ([], [right])


@pytest.mark.parametrize("name", named("table-rolls"))
def test_dice_of_a_table_roll_on_it(name: str) -> None:
    buttons = BUTTON.findall(shown((INPUTS / name).read_text(encoding="utf-8")))
    assert sum("data-table=" in attributes for attributes, _ in buttons) == ROLLING_TABLES[name]


@pytest.mark.parametrize("name", named("kept"))
def test_titles_of_tabs_and_boxes_reach_every_volume(name: str, tmp_path: Path) -> None:
    config = load_config(str(INPUTS / name / "mkdocs.yml"), site_dir=str(tmp_path))
    build(config)
    page = next(tmp_path.rglob("print.html")).read_text(encoding="utf-8")
    book = zipfile.ZipFile(BytesIO(next(tmp_path.rglob("*.epub")).read_bytes()))
    chapter = "".join(book.read(one).decode() for one in book.namelist() if one.endswith("html"))
    pdf = "".join(one.extract_text() for one in PdfReader(next(tmp_path.rglob("*.pdf"))).pages)
    for text in (page, chapter, pdf):
        assert "Left" in text.replace("Left 2d6", "")
        assert "Right" in text.replace("Right text", "")
        assert "☑" in text or 'checked="' in text
        assert "☐" in text or 'type="checkbox"' in text
