"""The pages around the panel: derivations, static odds, no script, print, narrow."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site, Watched


def sign(page: Page) -> Locator:
    """What opens why the table is right."""
    return page.get_by_role("link", name="12 numbers and 2 names checked")


def why(page: Page) -> Locator:
    return page.get_by_role("dialog", name="12 numbers and 2 names checked")


def switch(page: Page) -> Locator:
    return page.get_by_role("button", name="Mark each checked number")


@pytest.fixture
def health(small_site: Site, open_page: Open) -> Page:
    return open_page(f"{small_site.url}/cavea/health/")


def test_a_table_has_one_sign_which_a_click_opens(health: Page) -> None:
    cell = health.locator("#worth .rulebook-right").first
    assert cell.evaluate("cell => getComputedStyle(cell).textDecorationLine") == "none"
    cell.click()
    sign(health).hover()
    sign(health).focus()
    health.wait_for_timeout(500)
    expect(why(health)).to_have_count(0)
    sign(health).click()
    expect(why(health)).to_contain_text("Each has been worked out by the rules of Cavea")
    health.mouse.move(5, 790)
    health.wait_for_timeout(500)
    expect(why(health)).to_be_visible()
    health.mouse.click(5, 790)
    expect(why(health)).to_be_hidden()


def test_the_keyboard_gets_into_a_derivation_and_back(health: Page) -> None:
    sign(health).focus()
    health.keyboard.press("Enter")
    expect(why(health)).to_be_focused()
    health.wait_for_timeout(500)
    expect(why(health)).to_be_visible()
    health.keyboard.press("Escape")
    expect(sign(health)).to_be_focused()


def test_a_switch_marks_each_number_and_is_remembered(health: Page) -> None:
    stops = "document.querySelectorAll('.rulebook-right:is(a, button, [tabindex])').length"
    switch(health).click()
    health.reload()
    expect(switch(health)).to_have_attribute("aria-pressed", "true")
    cell = health.locator("#worth .rulebook-right").first
    assert cell.evaluate("cell => getComputedStyle(cell).textDecorationLine") == "underline"
    assert health.evaluate(stops) == 0
    cell.click()
    expect(health.get_by_role("dialog", name="Why this is right")).to_be_visible()
    health.keyboard.press("Escape")
    switch(health).click()
    assert cell.evaluate("cell => getComputedStyle(cell).textDecorationLine") == "none"
    health.reload()
    expect(switch(health)).to_have_attribute("aria-pressed", "false")


def test_a_page_that_states_nothing_has_no_switch(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/index.html")
    expect(page.get_by_role("button", name="Dice tray")).to_be_visible()
    expect(switch(page)).to_have_count(0)


def test_a_derivation_opens_on_tap(small_site: Site, open_page: Open) -> None:
    page = open_page(
        f"{small_site.url}/cavea/health/", viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True
    )
    address = page.url
    sign(page).tap()
    expect(why(page)).to_be_visible()
    box = why(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert page.url == address


def test_a_derivation_links_to_the_place_it_rests_on(health: Page) -> None:
    links = health.locator(".rulebook-whys a")
    assert links.count() > 0
    for target in {link.get_attribute("href") or "" for link in links.all()}:
        assert health.locator(target).count() == 1, target


def test_without_script_text_and_odds_remain(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/dice/", java_script_enabled=False)
    expression = page.locator("rulebook-dice").first
    expect(expression.locator("button")).to_have_text("2:d4/1:d8/+1")
    expression.get_by_role("link", name="Odds of 2:d4/1:d8/+1").click()
    table = page.locator("#rulebook-odds-1 table").first
    expect(table).to_be_visible()
    expect(table).to_contain_text("/512".replace("512", "128"))
    bar = table.locator("td > svg").first.bounding_box()
    assert bar is not None
    assert 4 < bar["height"] < 12


def test_without_script_a_sign_leads_to_its_derivation(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/health/", java_script_enabled=False)
    target = sign(page).get_attribute("href")
    assert target
    sign(page).click()
    expect(page.locator(target)).to_be_visible()


def test_printed_the_odds_are_open_and_nothing_floats(small_site: Site, open_page: Open) -> None:
    for script in (True, False):
        page = open_page(f"{small_site.url}/cavea/dice/", java_script_enabled=script)
        if script:
            page.locator("rulebook-dice > button").first.click()
        page.emulate_media(media="print")
        expect(page.locator("#rulebook-odds-1 table").first).to_be_visible()
        expect(page.locator("rulebook-dice > a").first).to_be_hidden()
        assert page.locator(".rulebook-panel").is_visible() is False


def test_the_real_site_rolls_and_asks_no_other_host(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/level-pools.html", service_workers="allow")
    page.locator("rulebook-dice > button").first.click()
    expect(page.get_by_role("dialog", name="Level pool").locator(".rulebook-faces li").first).to_be_visible()


def test_the_real_site_from_a_folder(real_site: Site, open_page: Open) -> None:
    page = open_page(Path(real_site.folder, "index.html").as_uri())
    page.locator("rulebook-dice > button").first.click()
    expect(page.get_by_role("status")).to_contain_text("total", ignore_case=True)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("masque.html#goblin", "bestiary.html#goblin"),
        ("masque.html#table-none", "masque.html#table-none"),
        ("masque.html#%", "masque.html#%"),
        ("masque.html#masque", "masque.html#masque"),
    ],
)
def test_a_link_to_what_is_on_a_page_of_its_own_now_leads_there(
    real_site: Site, open_page: Open, asked: str, shown: str
) -> None:
    page = open_page(f"{real_site.url}/masque/{asked}")
    expect(page).to_have_url(f"{real_site.url}/masque/{shown}")
    page.go_back()
    expect(page).to_have_url("about:blank")  # No step of the way is left behind.


def test_such_a_link_is_followed_on_the_page_itself_too(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/masque.html")
    page.evaluate("location.hash = 'fencing-foil'")
    expect(page).to_have_url(f"{real_site.url}/masque/stock-items.html#fencing-foil")


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("gone/", "health/"), ("gone/#worth", "health/#worth"), ("gone/#any", "health/#any"),
     ("dice/#old-dice", "health/#old-dice")],
)  # fmt: skip
def test_who_follows_a_link_to_what_has_moved_is_sent_on(
    small_site: Site, open_page: Open, asked: str, shown: str
) -> None:
    page = open_page(f"{small_site.url}/cavea/{asked}")
    expect(page).to_have_url(f"{small_site.url}/cavea/{shown}")


def test_without_a_script_the_page_says_where_its_text_is(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/gone/", java_script_enabled=False)
    page.get_by_role("article").get_by_role("link", name="Health").click()
    expect(page).to_have_url(f"{small_site.url}/cavea/health/")


def test_a_page_loads_little_of_ours_and_what_rolls_when_it_is_asked_for(
    real_site: Site, open_page: Open, watched: Watched
) -> None:
    page = open_page(f"{real_site.url}/masque/bestiary.html")
    watched.settle(page)
    asked = [unquote(urlsplit(url).path)[1:] for url in watched.requests]
    ours = [path for path in asked if "assets/rulebook/" in path or path.endswith(("site.css", "books.css"))]
    assert len(ours) == len(set(ours)) >= 4
    size = sum(len(gzip.compress((real_site.folder / path).read_bytes(), 9)) for path in ours)
    assert size <= 21.25 * 1024
    assert not [path for path in ours if "/dice." in path or "/games." in path]
    page.locator("rulebook-dice > button").first.click()
    expect(page.locator(".rulebook-panel")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("rulebook-dice > button").nth(1).click()
    expect(page.locator(".rulebook-panel")).to_be_visible()
    # The worker that counts odds takes the same file, which the browser has by then.
    assert len({url for url in watched.requests if "/dice." in url}) == 1


def test_where_the_dice_cannot_be_had_the_page_says_so(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/bestiary.html")
    page.route("**/dice.*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    button = page.locator("rulebook-dice > button").first
    button.click()
    expect(page.get_by_role("alert")).to_have_text("The dice could not be loaded. Try again.")
    page.unroute("**/dice.*.js")
    button.click()
    expect(page.locator(".rulebook-panel")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
