"""The roll card speaks the language of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site, build, made_once, served

CONFIG = """\
site_name: Buch
theme: {name: material, language: LANGUAGE, font: false}
plugins: [rulebook]
"""
TEXT = "# Halle\n\nDie Halle macht 2W6 Schaden.\n\n| 1W4 | Farbe |\n| --- | --- |\n| 1-2 | rot |\n| 3-4 | blau |\n"

SHEET = "---\nsystem: sda\n---\n# Bogen\n\n<!-- sheet: pool -->\n"
STAGE = "---\nsystem: masque\n---\n# Spiel\n\n<!-- stage: set-to -->\n"


def make(folder: Path, language: str) -> None:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/index.md").write_text(TEXT, encoding="utf-8")
    (folder / "docs/bogen.md").write_text(SHEET, encoding="utf-8")
    (folder / "docs/stage.md").write_text(STAGE, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG.replace("LANGUAGE", language), encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")


@pytest.fixture(scope="session")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(made_once(tmp_path_factory, "german", lambda folder: make(folder, "de")) / "site") as site:
        yield site


@pytest.fixture
def page(german: Site, open_page: Open) -> Page:
    return open_page(f"{german.url}/index.html")


def test_the_card_speaks_german(page: Page) -> None:
    page.get_by_role("button", name="2W6").click()
    card = page.locator(".rulebook-panel")
    expect(card.locator(".rulebook-total")).to_contain_text("Summe")
    expect(card.get_by_role("button", name="Noch einmal würfeln")).to_be_visible()
    card.get_by_role("button", name="Mehr").click()
    expect(card.locator("summary").first).to_have_text("Chancen")
    expect(card).to_contain_text("Mittel 7, Abweichung 2.42, Minimum 2, Maximum 12")
    words = card.inner_text()
    for english in ("Roll", "Copy", "Odds", "Against", "mean", "total", "at least", "exactly", "nothing"):
        assert english not in words.split(), english
    expect(page.locator(".rulebook-log")).to_have_attribute("aria-label", "Würfe dieses Besuchs")


def test_faults_are_told_in_german(page: Page) -> None:
    page.get_by_role("button", name="2W6").click()
    card = page.locator(".rulebook-panel")
    card.get_by_role("button", name="Mehr").click()
    card.locator("#rulebook-expression").fill("2W")
    expect(card.locator("#rulebook-fault")).to_contain_text("erwartet wird")
    expect(card.locator("#rulebook-fault")).to_contain_text("eine Anzahl Seiten")


def test_a_table_speaks_german(page: Page) -> None:
    page.get_by_role("button", name="1W4").click()
    line = page.locator(".rulebook-drawn-line")
    expect(line.get_by_role("button", name="Link kopieren")).to_be_visible()
    line.get_by_role("button", name="Löschen").click()
    expect(line).to_have_count(0)


def test_a_sheet_speaks_german(german: Site, open_page: Open) -> None:
    sheet = open_page(f"{german.url}/bogen/index.html").locator("form.rulebook-sheet")
    for name in ("Link kopieren", "Drucken", "Leeren Bogen drucken", "Von vorn"):
        expect(sheet.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(sheet.locator("summary").first).to_have_text("Figuren in diesem Browser (0)")
    sheet.get_by_label("Name").fill("Hedda")
    expect(sheet.locator(".rulebook-kept")).to_have_text("In diesem Browser gespeichert als Hedda.")
    number = sheet.locator("input[type=number]").first
    number.fill("")
    expect(sheet.locator(".rulebook-sheet-field .rulebook-fault")).to_contain_text("Eine ganze Zahl von")


def test_a_stage_speaks_german(german: Site, open_page: Open) -> None:
    page = open_page(f"{german.url}/stage/index.html")
    stage = page.locator(".rulebook-stage")
    stage.locator(".rulebook-stage-ready a").first.click()
    for name in ("Schritt", "Bis zum Ende", "Zurück", "Protokoll kopieren", "Protokoll drucken"):
        expect(stage.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(stage.locator(".rulebook-stage-log")).to_have_attribute("aria-label", "Protokoll")
    expect(stage.locator(".rulebook-stage-actors caption")).to_have_text("Figuren")
    stage.get_by_role("button", name="Bis zum Ende", exact=True).click()
    expect(stage.locator(".rulebook-stage-asked")).to_contain_text("Es ist vorbei.")
    expect(stage.get_by_role("button", name="Noch einmal, mit neuen Würfeln")).to_be_visible()
