"""Terms in a real Chromium: on hover and tap, as a link without a script, in print, for screen readers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

MEANS = "A number that a Level Pool adds"


@pytest.fixture
def skills(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/cavea/skills.html")


def term(page: Page) -> Locator:
    return page.locator("a.rulebook-term").filter(has_text=re.compile("^results modifier$")).first


def box(page: Page) -> Locator:
    return page.get_by_role("dialog", name="What results modifier means")


def test_on_hover(skills: Page) -> None:
    term(skills).hover()
    expect(box(skills)).to_contain_text(MEANS)
    expect(box(skills).get_by_role("link", name="Glossary")).to_have_attribute(
        "href", re.compile(r"#results-modifier$")
    )
    skills.mouse.move(5, 5)
    expect(box(skills)).to_be_hidden()


def test_focus_opens_nothing_and_enter_leads_there(skills: Page) -> None:
    term(skills).focus()
    skills.wait_for_timeout(500)
    expect(box(skills)).to_have_count(0)
    skills.keyboard.press("Enter")
    skills.wait_for_url(re.compile(r"glossary\.html#results-modifier$"))


def test_on_tap_it_explains_and_then_leads(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/skills.html", has_touch=True, viewport={"width": 390, "height": 800})
    term(page).tap()
    expect(box(page)).to_contain_text(MEANS)
    box(page).get_by_role("link", name="Glossary").tap()
    page.wait_for_url(re.compile(r"glossary\.html#results-modifier$"))


def test_a_click_leads_there(skills: Page) -> None:
    term(skills).click()
    skills.wait_for_url(re.compile(r"glossary\.html#results-modifier$"))


def test_a_link_of_the_writer_explains_its_term_too(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/index.html")
    page.get_by_role("link", name="gamer", exact=True).first.hover()
    expect(page.get_by_role("dialog", name="What gamer means")).to_contain_text("Somebody who plays a character")


def test_without_a_script_it_is_a_link(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/skills.html", java_script_enabled=False)
    page.get_by_text("Terms on this page").click()
    expect(page.locator("dfn", has_text="Results modifier")).to_be_visible()
    term(page).click()
    page.wait_for_url(re.compile(r"glossary\.html#results-modifier$"))


def test_a_screen_reader_hears_what_it_means(skills: Page) -> None:
    described = skills.locator(f"#{term(skills).get_attribute('aria-describedby')}")
    assert MEANS in (described.text_content() or "")


@NEEDS_AXE
def test_axe_finds_nothing(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/skills.html", color_scheme="light", reduced_motion="reduce")
    term(page).hover()
    expect(box(page)).to_be_visible()
    ready(page)
    assert axe(page, ALL) == []
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []


def test_in_print_words_are_words_and_the_glossary_has_the_meanings(skills: Page) -> None:
    skills.emulate_media(media="print")
    assert term(skills).evaluate("element => getComputedStyle(element).textDecorationLine") == "none"
    expect(skills.locator("dfn", has_text="Results modifier")).to_be_hidden()
