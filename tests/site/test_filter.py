"""The catalogue of items, shown for one role: by mouse, by keyboard, and all of it without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site, Watched
from tests.site.states import COLOURS, DARK, NEEDS_AXE, NORMAL, PHONE, SIZES, axe, ready

CARDS = ".item-card[data-roles]"


@pytest.fixture
def items(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/masque/stock-items.html")


def shown(page: Page) -> list[str]:
    return page.locator(CARDS).evaluate_all("all => all.filter(card => card.offsetParent).map(c => c.dataset.roles)")


def test_only_what_a_role_may_use(items: Page) -> None:
    every = shown(items)
    items.get_by_role("radio", name="Lancer").check()
    assert shown(items) == [roles for roles in every if "L" in roles.split()] != every
    expect(items.locator("form output")).to_have_text(f"{len(shown(items))} of {len(every)}")
    items.get_by_role("radio", name="everybody").check()
    assert shown(items) == every


def test_only_those_whose_card_has_some_words(items: Page) -> None:
    texts = [text.lower() for text in items.locator(CARDS).all_text_contents()]
    field, count = items.get_by_role("searchbox", name="with"), items.locator("form output")
    for words in ("natural", "fencing", "d6 bit"):
        holding = sum(all(word in text for word in words.split()) for text in texts)
        assert 0 < holding < len(texts)
        field.fill(words)
        expect(count).to_have_text(f"{holding} of {len(texts)}")
        assert len(shown(items)) == holding
    items.get_by_role("radio", name="Curate").check()
    assert all("C" in roles.split() for roles in shown(items))
    field.fill("zzz")
    expect(count).to_have_text("Nothing found")
    assert shown(items) == []
    field.press("Enter")  # The form goes nowhere.
    expect(count).to_have_text("Nothing found")


def test_by_keyboard(items: Page) -> None:
    items.get_by_role("radio", name="everybody").focus()
    items.keyboard.press("ArrowRight")
    expect(items.get_by_role("radio", name="Lancer")).to_be_checked()
    assert all("L" in roles.split() for roles in shown(items))


def test_a_link_to_a_hidden_card_shows_it(items: Page) -> None:
    name = items.locator(f"{CARDS}:not([data-roles~=L]) > .item-card-name").first.get_attribute("id")
    assert name
    items.get_by_role("radio", name="Lancer").check()
    expect(items.locator(f"#{name}")).to_be_hidden()
    items.evaluate("id => { location.hash = id }", name)
    expect(items.locator(f"#{name}")).to_be_in_viewport()
    expect(items.get_by_role("radio", name="everybody")).to_be_checked()


def test_a_damaged_escape_in_the_address_stops_no_script(real_site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(f"{real_site.url}/masque/stock-items.html#%E0%A4%A", service_workers="allow")
    page.evaluate("location.hash = '%'")
    page.get_by_role("radio", name="Lancer").check()
    page.locator(f"{CARDS} .headerlink, article .headerlink").first.click()
    expect(page.get_by_role("dialog", name="Cite this")).to_be_visible()
    assert watched.errors == []


def test_without_a_script_everything_is_there(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/stock-items.html", java_script_enabled=False)
    expect(page.locator(".rulebook-filter")).to_be_hidden()
    expect(page.locator(CARDS).first).to_be_visible()


@NEEDS_AXE
def test_it_fits_and_axe_finds_nothing(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/stock-items.html", color_scheme="light", viewport=PHONE)
    page.get_by_role("radio", name="Lancer").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ready(page)
    assert axe(page, [*COLOURS, *SIZES]) == []
    page.set_viewport_size(NORMAL)
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
