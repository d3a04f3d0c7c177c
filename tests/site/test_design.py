"""What the site's own style sheets promise: lines that can be read, emblems in any colours, pages that print well."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site

LONGEST_LINE = """
() => {
  let most = 0
  for (const paragraph of document.querySelectorAll('.book > :is(p, ul, ol)')) {
    const range = document.createRange()
    let top = null, letters = 0
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      for (let i = 0; i < texts.currentNode.length; i++) {
        range.setStart(texts.currentNode, i)
        range.setEnd(texts.currentNode, i + 1)
        const [box] = range.getClientRects()
        if (!box) continue
        if (top === null || box.top > top + box.height) [top, letters] = [box.top, 0]
        most = Math.max(most, ++letters)
      }
    }
  }
  return most
}
"""


def style(page: Page, selector: str, name: str, pseudo: str = "") -> str:
    found: Any = page.locator(selector).first.evaluate(
        "(element, [pseudo, name]) => getComputedStyle(element, pseudo)[name]", [pseudo, name]
    )
    return str(found)


@pytest.mark.parametrize("width", [768, 1100, 1280, 1920])
def test_no_line_is_too_long_to_find_the_next(real_site: Site, open_page: Open, width: int) -> None:
    page = open_page(f"{real_site.url}/cavea/level-pools.html", viewport={"width": width, "height": 900})
    assert 60 < page.evaluate(LONGEST_LINE) < 95


def test_percentages_stay_whole_on_a_phone(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/sda/odds.html", viewport={"width": 320, "height": 640})
    lines = page.locator("table tbody a.rulebook-right").evaluate_all(
        "marks => marks.filter(mark => /^[0-9.]+ %$/.test(mark.textContent)).map(mark => mark.getClientRects().length)"
    )
    assert len(lines) >= 20
    assert set(lines) == {1}


def test_the_emblem_of_a_book_is_there_in_forced_colours(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/level-pools.html", forced_colors="active")
    assert style(page, "h1", "backgroundColor", "::before") == style(page, "h1", "color")


def test_a_chapter_prints_like_a_book(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/advancement.html")
    screen = style(page, ".book p", "fontFamily")
    page.emulate_media(media="print")
    assert style(page, ".book p", "fontFamily") == style(page, "h1", "fontFamily") != screen
    table = page.locator("table").first.bounding_box()
    text = page.locator(".book p").first.bounding_box()
    assert table is not None
    assert text is not None
    assert table["width"] < text["width"]


def test_a_sheet_begins_on_the_page_that_names_it(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/character.html")
    page.emulate_media(media="print")
    assert style(page, ".rulebook-sheet-all", "breakInside") == "auto"
    assert style(page, ".rulebook-sheet-all > fieldset", "breakInside") == "avoid"


def test_the_landing_page_prints_no_buttons(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/index.html")
    expect(page.locator(".md-button").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".md-button").first).to_be_hidden()
