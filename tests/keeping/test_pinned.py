"""The pinned outline: what vanishes from a book in bare prose, or changes its name or level, is told."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding, Severity
from rulebook_proof.analysis import analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.checking import shown

SITE = """\
site_name: A bestiary
plugins:
  - rulebook:
      books:
        beasts: {system: masque, dialect: prose}
"""
BOOK = """\
Beasts
======

A book of beasts.

The Woods
---------

Warg: Build 9 Cast d6 +d3 @3.5 +@2. It bounds.

Orc: Build 4 Cast d4 @2.5. It trusts nobody.

The Towers
----------

Witcher: Build 12 Cast d12 @6.5. It waits.
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "beasts").mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text(SITE, encoding="utf-8")
    write(tmp_path, BOOK)
    result = CliRunner().invoke(main, ["lock", "-f", str(tmp_path / "mkdocs.yml")])
    assert result.exit_code == 0, result.output
    return tmp_path


def write(site: Path, text: str) -> None:
    (site / "docs" / "beasts" / "index.txt").write_text(text, encoding="utf-8")


def lost(site: Path, text: str) -> list[Finding]:
    write(site, text)
    report = analyse(read_book(load_config(site / "mkdocs.yml"), find_system=load_system))
    return [finding for finding in report.findings if finding.rule == "lost-part"]


def test_the_outline_is_recorded(site: Path) -> None:
    lines = (site / "rulebook.outline").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "# beasts/index.txt: 3 monster, 3 section"
    assert lines[2:5] == [
        "beasts/index.txt#beasts\t1\tsection\tBeasts",
        "beasts/index.txt#the-woods\t2\tsection\tThe Woods",
        "beasts/index.txt#warg\t3\tmonster\tWarg",
    ]
    assert lost(site, BOOK) == []


def test_what_is_added_or_wrapped_anew_is_no_fault(site: Path) -> None:
    assert lost(site, BOOK + "\nElf: Build 8 Cast d8 @4.5. It helps.\n") == []
    assert lost(site, BOOK.replace("Warg: Build 9 Cast", "Warg: Build 9\nCast")) == []


@pytest.mark.parametrize(
    ("old", "new", "where", "fact"),
    [
        ("Orc: Build 4 Cast d4 @2.5. It", "It", "Warg", "the monster `Orc` stood here or behind"),
        ("The Towers\n----------\n", "", "Orc", "the section `The Towers` stood here or behind"),
        ("Orc: Build", "Ork: Build", "Ork", "the monster `Orc` is called `Ork` now"),
        ("The Woods\n---", "The Wood\n---", "The Wood", "the section `The Woods` is called `The Wood` now"),
        ("The Towers\n----------", "The Towers\n==========", "The Towers", "had level 2, and has 1"),
    ],
)
def test_what_vanishes_is_told(site: Path, old: str, new: str, where: str, fact: str) -> None:
    assert old in BOOK
    findings = lost(site, BOOK.replace(old, new))
    told = [finding for finding in findings if fact in finding.message]
    assert len(told) == 1, [shown(finding) + finding.message for finding in findings]
    assert told[0].place.source.slice(told[0].place.span) == where
    assert told[0].details.related[0].source.path.endswith("rulebook.outline")


def test_a_part_that_is_called_otherwise_has_ways_out(site: Path) -> None:
    (finding,) = lost(site, BOOK.replace("The Woods\n---", "The Wood\n---"))
    back, keep, meant = finding.details.remedies
    assert back.title == "call it `The Woods` again"
    assert keep.title.startswith("to keep links to it, write `rulebook: formerly the-woods` below the heading")
    assert "rulebook lock" in meant.title
    (edit,) = back.edits
    assert edit.place.source.slice(edit.place.span) == "The Wood"


def test_a_part_that_is_called_otherwise_keeps_its_link(site: Path) -> None:
    kept = "The Wood\n---------\n\n`rulebook: formerly the-woods`\n"
    write(site, BOOK.replace("The Woods\n---------\n", kept))
    report = analyse(read_book(load_config(site / "mkdocs.yml"), find_system=load_system))
    assert [finding for finding in report.findings if finding.rule in ("lost-part", "lost-anchor")] == []
    assert [finding.message for finding in report.findings if finding.rule == "dangling-directive"] == []


def test_a_misspelt_name_is_told_once(site: Path) -> None:
    text = BOOK.replace("The Towers", "Requirements")
    write(site, text)
    assert CliRunner().invoke(main, ["lock", "-f", str(site / "mkdocs.yml")]).exit_code == 0
    write(site, text.replace("Requirements", "Requirments"))
    report = analyse(read_book(load_config(site / "mkdocs.yml"), find_system=load_system))
    (finding,) = report.findings
    # As bad as the links that lead nowhere because of it.
    assert (finding.rule, finding.severity) == ("misspelt-term", Severity.ERROR)
    assert finding.details.notes == ("links that readers keep lead nowhere until this is mended",)


def test_a_misspelt_heading_that_a_sentence_names_is_told_there(site: Path) -> None:
    text = BOOK.replace("It waits.", "It waits, see The Woods above.")
    write(site, text)
    assert CliRunner().invoke(main, ["lock", "-f", str(site / "mkdocs.yml")]).exit_code == 0
    write(site, text.replace("The Woods\n---", "The Wodos\n---"))
    report = analyse(read_book(load_config(site / "mkdocs.yml"), find_system=load_system))
    assert [(finding.rule, finding.severity) for finding in report.findings] == [("unknown-entry", Severity.ERROR)]
