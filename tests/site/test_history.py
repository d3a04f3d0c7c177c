"""All rolls of an evening in a table, as text for a chat, and as one link."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site, Watched
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

SEED = "0123456789abcdef01234567"
HOSTILE = "<img src=x onerror=hacked=1>"
PACK = """
async text => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_')
}
"""


def rolled(page: Page, text: str, by: str) -> None:
    """Roll an expression of Cavea from the tray."""
    if not page.locator(".rulebook-panel").is_visible():
        page.get_by_role("button", name="Dice tray").click()
    page.locator("#rulebook-expression").fill(text)
    page.get_by_role("textbox", name="Who rolls").fill(by)
    page.locator(".rulebook-again").click()
    expect(page.locator(".rulebook-what")).to_have_text(f"{by}: {text}")


def opened(page: Page) -> Locator:
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Log", exact=True).click()
    return table(page)


def table(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Rolls of")


def rows(page: Page) -> list[list[str]]:
    found: list[list[str]] = (
        table(page)
        .locator("tbody tr")
        .evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))")
    )
    return found


def copied(page: Page, name: str) -> str:
    table(page).get_by_role("button", name=name).click()
    expect(table(page).get_by_role("button", name="Copied")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    page = open_page(f"{real_site.url}/cavea/health.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    rolled(page, "1:d8", "Rayus · Dodging")
    rolled(page, "2:d4", "Mira")
    return page


def test_the_table_says_who_rolled_what_when_and_the_result(page: Page) -> None:
    dialog = opened(page)
    expect(dialog.locator("th")).to_have_text(["Who", "Roll", "When", "Result"])
    first, second = rows(page)
    assert first[:2] == ["Mira", "2:d4"]
    assert second[:2] == ["Rayus", "Dodging 1:d8"]
    for row in (first, second):
        assert re.fullmatch(r"\d\d:\d\d( [AP]M)?", row[2])
        assert re.search(r"total \d", row[3])
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Log", exact=True)).to_be_focused()


def test_a_row_shows_its_roll_again(page: Page) -> None:
    dialog = opened(page)
    dialog.get_by_role("link", name="Dodging").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".rulebook-what")).to_have_text("Rayus · Dodging: 1:d8")
    expect(page.locator(".rulebook-faces li")).to_have_count(1)


def test_text_for_a_chat_has_a_line_for_each_roll_the_oldest_first(page: Page) -> None:
    opened(page)
    lines = copied(page, "Copy for a chat").splitlines()
    assert len(lines) == 2
    assert re.match(r"\d\d:\d\d.* Rayus · Dodging: 1:d8 → \d; total \d", lines[0])
    assert " Mira: 2:d4 → " in lines[1]


def test_one_link_shows_all_rolls_to_others(real_site: Site, page: Page, open_page: Open) -> None:
    opened(page)
    expected = rows(page)
    link = copied(page, "Copy table link")
    assert len(link) < 300
    other = open_page(link)
    expect(table(other)).to_be_visible()
    assert rows(other) == expected
    table(other).get_by_role("link", name="Dodging").click()
    expect(other.locator(".rulebook-what")).to_have_text("Rayus · Dodging: 1:d8")


def test_a_roll_on_a_table_leads_to_its_page(real_site: Site, page: Page, open_page: Open) -> None:
    page.goto(f"{real_site.url}/cavea/health.html")
    kept = {"system": "cavea", "text": "d6", "seed": SEED, "table": "t", "page": f"{real_site.url}/cavea/skills.html"}
    page.evaluate(
        "item => sessionStorage.setItem('rulebook-rolls', JSON.stringify([item]))", {**kept, "summary": "d6 = 3"}
    )
    page.reload()
    page.get_by_role("button", name="Log", exact=True).click()
    assert rows(page)[0][3] == "d6 = 3"
    other = open_page(copied(page, "Copy table link"))
    query = urlencode({"system": "cavea", "text": "d6", "seed": SEED, "table": "t"})
    expect(table(other).get_by_role("link")).to_have_attribute("href", f"{kept['page']}#roll?{query}")


@pytest.mark.parametrize(
    "item",
    [
        None,
        ["cavea", "1:d8", "no seed"],
        ["cavea", HOSTILE, SEED],
        ["__proto__", "1:d8", SEED],
        ["chess", "1:d8", SEED],
        ["cavea", "1:d8", SEED, "", "", "", "t", "", "", "javascript:hacked=1"],
        ["cavea", "1:d8", SEED, "", "", "", "t", "", "", "https://elsewhere.example/"],
        ["cavea", 1, SEED],
    ],
)
def test_a_spoiled_link_is_said_to_be(real_site: Site, page: Page, item: list[object] | None, watched: Watched) -> None:
    filled = None if item is None else [*item, *[""] * (11 - len(item))]
    text = page.evaluate(PACK, json.dumps([filled]))
    page.evaluate("hash => { location.hash = hash }", f"rolls?{text}")
    expect(table(page).or_(page.get_by_role("dialog", name="This link shows no rolls"))).to_be_visible()
    assert page.locator(".rulebook-history tbody tr").count() == 0
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("text", ["", "%%%", "AAAA"])
def test_what_is_no_packed_text_shows_no_rolls(page: Page, text: str) -> None:
    page.evaluate("hash => { location.hash = hash }", f"rolls?{text}")
    expect(page.get_by_role("dialog", name="This link shows no rolls: it is damaged.")).to_be_visible()


def test_nothing_in_a_link_becomes_markup(page: Page) -> None:
    text = page.evaluate(PACK, json.dumps([["cavea", "1:d8", SEED, "", "", HOSTILE, "", "", "", "", ""]]))
    page.evaluate("hash => { location.hash = hash }", f"rolls?{text}")
    expect(table(page).locator("tbody td").first).to_have_text(HOSTILE)
    assert page.evaluate("window.hacked") is None


def test_it_is_loaded_when_asked_for(page: Page, watched: Watched) -> None:
    assert not [url for url in watched.requests if "/history." in url]
    opened(page)
    assert len({url for url in watched.requests if "/history." in url}) == 1


@NEEDS_AXE
@pytest.mark.parametrize("width", [1200, 320])
def test_axe_finds_nothing_in_the_table(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    expect(opened(page)).to_be_visible()
    assert page.evaluate("document.querySelector('.rulebook-history').scrollWidth") <= width
    ready(page)
    assert axe(page, ALL) == []
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []


def wide(page: Page) -> Locator:
    page.set_viewport_size({"width": 1280, "height": 800})
    return opened(page)


def test_on_a_wide_window_it_is_a_column_that_takes_in_what_is_rolled(page: Page) -> None:
    dialog = wide(page)
    box = dialog.bounding_box()
    assert box is not None
    assert (box["x"] + box["width"], box["width"]) == (1280, 360)
    assert box["height"] > 600
    expect(page.get_by_role("button", name="Dice tray")).to_be_visible()
    rolled(page, "1:d6", "Rayus · Body Strength")
    assert rows(page)[0][:2] == ["Rayus", "Body Strength 1:d6"]
    assert len(rows(page)) == 3
    page.keyboard.press("Escape")
    # A row of it shows its roll beside it.
    dialog.get_by_role("link", name="Dodging").click()
    expect(page.locator(".rulebook-what")).to_have_text("Rayus · Dodging: 1:d8")
    expect(dialog).to_be_visible()
    assert "1:d6" in copied(page, "Copy for a chat")


def test_the_column_closes_by_escape_and_with_its_last_roll(page: Page) -> None:
    dialog = wide(page)
    dialog.get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Log", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    page.get_by_role("button", name="Forget them").click()
    expect(dialog).to_be_hidden()


@NEEDS_AXE
def test_axe_finds_nothing_in_the_column(page: Page) -> None:
    expect(wide(page)).to_be_visible()
    ready(page)
    assert axe(page, ALL) == []
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
