"""The glossary of each book in a real Chromium: complete, linked both ways, shown beside its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.sites import Open, Site

GAMES = {
    "cavea": ("skills.html", 13),
    "drama": ("results.html", 15),
    "dry-cereal": ("characters.html", 11),
    "sda": ("tests.html", 30),
    "masque": ("the-set-to.html", 38),
}
"""A page of each, and how many terms its glossary has at least."""


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_says_where_it_comes_from(real_site: Site, open_page: Open, game: str) -> None:
    page = open_page(f"{real_site.url}/{game}/{GAMES[game][0]}")
    mark = page.locator("a.rulebook-term[href*='glossary']").first
    mark.hover()
    shown = page.get_by_role("dialog", name=f"What {mark.inner_text()} means")
    source = shown.locator("cite a")
    expect(source).to_have_text("Glossary")
    expect(source).to_have_attribute("href", mark.get_attribute("href") or "")


@pytest.mark.parametrize("game", GAMES)
def test_each_term_has_an_id_and_says_where_it_is_used(real_site: Site, open_page: Open, game: str) -> None:
    page = open_page(f"{real_site.url}/{game}/{GAMES[game][0]}", viewport={"width": 1400, "height": 800})
    if not page.locator("nav.md-nav--primary a[href$='glossary.html']").count():  # It is in another tab.
        page.locator(".md-tabs__link").last.click()
        assert page.locator("nav.md-nav--primary a[href$='glossary.html']").count() >= 1
    page.goto(f"{real_site.url}/{game}/glossary.html")
    terms = page.locator(".md-content dl > dt")
    assert terms.count() >= GAMES[game][1]
    nameless = "items => items.filter(dt => !dt.id && !dt.querySelector('[id]')).map(dt => dt.textContent)"
    assert terms.evaluate_all(nameless) == []
    assert page.locator("dd .rulebook-used").count() >= terms.count() * 0.6
    targets = page.locator(".rulebook-used a").evaluate_all("links => links.map(link => link.href)")
    for target in set(targets):
        path, _, fragment = target.removeprefix(f"{real_site.url}/").partition("#")
        text = Path(real_site.folder, path).read_text(encoding="utf-8")
        assert not fragment or f'id="{fragment}"' in text, target


def test_a_long_list_opens_by_keyboard_and_fits_a_small_screen(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/sda/glossary.html", viewport={"width": 320, "height": 700})
    folded = page.locator("details.rulebook-used").first
    link = folded.locator("li a").first
    expect(link).to_be_hidden()
    folded.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(link).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_a_script_the_lists_are_there(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/glossary.html", java_script_enabled=False)
    page.locator("details.rulebook-used summary").first.click()
    expect(page.locator("details.rulebook-used li a").first).to_be_visible()


def test_in_print_there_are_none(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/glossary.html")
    page.emulate_media(media="print")
    seen = "items => items.filter(item => item.checkVisibility()).length"
    assert page.locator(".rulebook-used").evaluate_all(seen) == 0


def test_a_card_names_the_entries_that_name_it(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/bestiary.html")
    warg = page.locator("section.stat-card", has=page.locator("#warg"))
    expect(warg.locator(".rulebook-used a", has_text="Goblin")).to_have_attribute("href", re.compile("#goblin$"))
