"""The card of a monster or an item comes to a link that names it: on hover, focus and tap, with dice that roll."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site, Watched
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

PAGE = "masque/a-set-to-by-example.html"


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/{PAGE}")


def orc(page: Page) -> Locator:
    return page.locator("article p > a.rulebook-term[href$='bestiary.html#orc']").first


def card(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Orc")


def requests_of_cards(watched: Watched) -> list[str]:
    return [url for url in watched.requests if "/cards." in url or "/bestiary.html" in url]


def test_a_pointer_shows_the_whole_card(page: Page, real_site: Site, open_page: Open, watched: Watched) -> None:
    watched.settle(page)
    assert requests_of_cards(watched) == []
    orc(page).hover()
    expect(card(page).locator("dt").first).to_have_text("build")
    expect(card(page).locator("rulebook-dice > button").first).to_be_visible()
    assert len(requests_of_cards(watched)) == 2
    other = open_page(f"{real_site.url}/masque/bestiary.html")
    section = other.locator(".stat-card", has=other.locator("#orc"))
    values = section.locator("dd").all_inner_texts()
    assert card(page).locator("dd").all_inner_texts() == values
    for text in section.locator("> p:not(.rulebook-used, .rulebook-signs)").all_inner_texts():
        expect(card(page)).to_contain_text(" ".join(text.split()))
    assert card(page).locator("[data-whys], [id]").count() == 0  # Their notes are on the other page.
    page.mouse.move(0, 0)
    expect(card(page)).to_be_hidden()


def test_a_name_that_is_checked_first_is_a_link_where_it_comes_next(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/monster-extras.html")
    expect(page.locator("article p > a.rulebook-term[href$='bestiary.html#ghoul']")).to_have_count(1)


def test_its_dice_roll_as_the_orcs_by_the_rules_of_the_game(page: Page) -> None:
    orc(page).hover()
    dice = card(page).locator("rulebook-dice > button").first
    text = dice.inner_text()
    dice.click()
    panel = page.locator(".rulebook-panel")
    expect(panel.locator(".rulebook-what")).to_have_text(f"Orc: {text}")
    expect(panel.locator(".rulebook-verdict")).to_contain_text(re.compile("verage|Nullified"))
    expect(card(page)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(orc(page)).to_be_focused()


def test_the_keyboard_goes_through_the_card_and_on(page: Page) -> None:
    page.keyboard.press("Tab")
    orc(page).focus()
    expect(card(page)).to_be_visible()
    expect(orc(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link", name="Orc").first).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Tab")
        if not card(page).is_visible():
            break
    expect(card(page)).to_be_hidden()
    following = page.evaluate(
        "link => document.activeElement.compareDocumentPosition(link)", orc(page).element_handle()
    )
    assert following == 2  # The link comes before what has the focus.


def test_escape_closes_it_and_the_focus_is_at_the_link(page: Page) -> None:
    page.keyboard.press("Tab")
    orc(page).focus()
    for presses in (0, 2):
        expect(card(page)).to_be_visible()
        for _ in range(presses):
            page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(card(page)).to_be_hidden()
        expect(orc(page)).to_be_focused()
        page.wait_for_timeout(400)
        expect(card(page)).to_be_hidden()
        if not presses:
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Tab")


def test_a_tap_shows_it_and_its_name_leads_there(real_site: Site, open_page: Open) -> None:
    options: dict[str, Any] = {"viewport": {"width": 320, "height": 600}, "has_touch": True, "is_mobile": True}
    page = open_page(f"{real_site.url}/{PAGE}", **options)
    orc(page).tap()
    expect(card(page)).to_be_visible()
    assert page.url.endswith(PAGE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    card(page).get_by_role("link", name="Orc").first.tap()
    expect(page.locator("#orc")).to_be_in_viewport()


def test_where_the_page_cannot_be_had_the_link_is_one(real_site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(Path(real_site.folder, PAGE).as_uri())
    orc(page).hover()
    page.wait_for_timeout(500)
    expect(page.locator(".rulebook-why")).to_have_count(0)
    orc(page).click()
    expect(page.locator("#orc")).to_be_in_viewport()
    watched.errors.clear()  # The browser's own words about what it was not given.


@NEEDS_AXE
def test_axe_finds_nothing_in_a_card(page: Page) -> None:
    page.keyboard.press("Tab")
    orc(page).focus()
    expect(card(page)).to_be_visible()
    ready(page)
    assert axe(page, ALL) == []
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
