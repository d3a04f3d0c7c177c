"""Wikilinks on the site of a plugin that makes links of them: by its rules, and otherwise Markdown stays Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import page
from tests.checking import shown

PAGE = """# Encounters

One line
and another #with %%signs%%.

| d2 | What |
|----|------|
| 1 | [[cave_bear#Élan|a bear]] |
| 2 | [[Cave Bear#elan|a bear]] |
"""
OTHER = "# Cave Bear\n\n## Élan\n\nIt runs.\n"


def site(folder: Path, plugin: str, text: str) -> Path:
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text(text, encoding="utf-8")
    (folder / "docs/cave_bear.md").write_text(OTHER, encoding="utf-8")
    config = folder / "mkdocs.yml"
    config.write_text(f"site_name: A\nplugins: [search, {plugin}]\n", encoding="utf-8")
    return config


def found(config: Path) -> list[str]:
    report = analyse(read_book(load_config(config), find_system=load_system))
    return [
        shown(finding) for finding in report.findings if finding.rule in ("unresolved-wikilink", "malformed-markup")
    ]


@pytest.mark.parametrize("plugin", ["roamlinks", "ezlinks", "roamlinks-other"])
def test_a_link_is_what_the_plugin_makes_of_it(plugin: str, tmp_path: Path) -> None:
    assert found(site(tmp_path, plugin, PAGE)) == []


def test_what_the_plugin_finds_nothing_for_is_told(tmp_path: Path) -> None:
    text = PAGE.replace("#elan", "#elann").replace("cave_bear#Élan", "cave_baer#Élan")
    assert found(site(tmp_path, "roamlinks", text)) == [
        "8:9 unresolved-wikilink 'cave_baer'",
        "9:19 unresolved-wikilink 'elann'",
    ]


def test_without_one_the_bar_ends_its_cell(tmp_path: Path) -> None:
    assert "8:7 malformed-markup '[[cave_bear#Élan'" in found(site(tmp_path, "tags", PAGE))


def test_a_page_is_markdown_and_the_plugin_gets_it_as_written(tmp_path: Path) -> None:
    book = read_book(load_config(site(tmp_path, "roamlinks", PAGE)), find_system=load_system)
    document = book.by_uri["index.md"].document
    assert document.traits.is_markdown
    assert page(document, PAGE, lambda target: target).text == PAGE
    assert "One line and another #with %%signs%%." in [block.text.text for block in document.prose.blocks]
