"""The guide's reference pages are those of this software, and the samples in it are what they claim to be."""

from __future__ import annotations

import re

import pytest

from rulebook.dialects import dialects
from rulebook.reference import PAGES
from tests.checking import check_text
from tests.edition.test_edition import GUIDE

GAMES = {"markdown": "cavea", "obsidian": "drama", "pandoc": "dry-cereal", "asciidoc": "sda", "prose": "masque"}


@pytest.mark.parametrize("name", PAGES)
def test_a_reference_page_is_as_the_software_is(name: str) -> None:
    written = (GUIDE / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "run: .venv/bin/python -m rulebook.reference docs/guide"


def samples() -> dict[str, str]:
    text = (GUIDE / "dialects.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def test_every_dialect_has_a_sample() -> None:
    assert samples().keys() == set(dialects())


@pytest.mark.parametrize("dialect", GAMES)
def test_a_sample_of_a_dialect_has_nothing_wrong_in_it(dialect: str) -> None:
    report = check_text(samples()[dialect], system=GAMES[dialect], dialect=dialect)
    assert [finding.message for finding in report.findings] == []
    (analysis,) = report.analyses.values()
    assert len(analysis.document.headings) >= 2 or dialect == "pandoc"
