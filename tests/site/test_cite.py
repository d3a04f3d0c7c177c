"""Permanent links and citations: a link goes there, and then says what to cite; all of it by keyboard and by finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
CITATION = re.compile(r"^Cavea, “Health”, table “Level Pool Die to Health Points Table”, version [0-9a-f]{8}, (\S+)$")


def box(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Cite this")


def link_to(page: Page, id_: str) -> Locator:
    return page.locator(f'a.headerlink[href="#{id_}"]')


@pytest.fixture
def health(small_site: Site, open_page: Open) -> Page:
    return open_page(f"{small_site.url}/cavea/health/")


def test_a_table_is_linked_and_cited_by_keyboard(health: Page, small_site: Site) -> None:
    health.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = f"{small_site.url}/cavea/health/#worth"
    link = link_to(health, "worth")
    expect(link).to_have_css("opacity", "0")
    link.focus()
    expect(link).to_have_css("opacity", "1")
    health.keyboard.press("Enter")
    expect(box(health)).to_be_visible()
    expect(health).to_have_url(address)
    expect(health.locator("table#worth:target")).to_be_in_viewport()
    cited = CITATION.match(box(health).locator("p").inner_text())
    assert cited
    assert cited[1] == address
    expect(health.get_by_role("button", name="Copy link")).to_be_focused()
    health.keyboard.press("Enter")
    expect(health.get_by_role("status")).to_have_text("Copied")
    assert health.evaluate("navigator.clipboard.readText()") == address
    health.keyboard.press("Tab")
    health.keyboard.press("Enter")
    expect(box(health).get_by_role("button").nth(1)).to_have_text("Copied")
    assert health.evaluate("navigator.clipboard.readText()") == cited[0]
    health.keyboard.press("Escape")
    expect(box(health)).to_be_hidden()
    expect(link).to_be_focused()


def test_a_link_shows_when_a_pointer_is_on_its_table(health: Page) -> None:
    link = link_to(health, "worth")
    expect(link).to_have_css("opacity", "0")
    health.locator("table#worth td").first.hover()
    expect(link).to_have_css("opacity", "1")
    link.click()
    expect(box(health)).to_be_visible()
    health.locator("h1").click()
    expect(box(health)).to_be_hidden()


def test_a_heading_is_cited_with_its_section(health: Page) -> None:
    health.locator("h2#hero").hover()
    link_to(health, "hero").click()
    expect(box(health)).to_contain_text("Cavea, “Health › A hero”, version")


def test_a_finger_sees_the_links_and_can_hit_them(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/health/", **PHONE)
    for link in page.locator("article .headerlink").all():
        expect(link).to_have_css("opacity", "1")
        place = link.bounding_box()
        assert place
        assert place["width"] >= 24
        assert place["height"] >= 24
        assert place["x"] >= 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    link_to(page, "worth").tap()
    expect(box(page)).to_be_in_viewport(ratio=1)


def test_a_link_is_a_link_without_the_script(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/health/", java_script_enabled=False)
    link_to(page, "worth").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#worth$"))
    expect(page.locator("table#worth")).to_be_in_viewport()


def test_other_pages_have_nothing_to_cite(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/verified/")
    link = page.locator("a.headerlink").first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#*")
    expect(box(page)).to_have_count(0)


def test_print_shows_none_of_it(health: Page) -> None:
    health.emulate_media(media="print")
    expect(link_to(health, "worth")).to_be_hidden()


def test_titles_are_text_in_a_citation(health: Page) -> None:
    """Whatever stands in the page's data is shown as it is."""
    hostile = "<img src=x onerror=alert(1)>"
    health.evaluate(
        """text => {
            document.querySelector('a.headerlink[href="#worth"]').dataset.cite = text
            document.querySelector('[data-book]').dataset.book = text
        }""",
        hostile,
    )
    link_to(health, "worth").focus()
    health.keyboard.press("Enter")
    expect(box(health).locator("p")).to_contain_text(f"{hostile}, “Health”, {hostile}, version")
    expect(box(health).locator("img")).to_have_count(0)
