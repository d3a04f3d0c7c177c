"""What the site's own style sheets promise: lines that can be read, emblems in any colours, pages that print well."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.site.sites import Open, Site, Watched

LONGEST_LINE = """
() => {
  let most = 0
  for (const paragraph of document.querySelectorAll('.book > :is(p, ul, ol)')) {
    const range = document.createRange()
    let left = 0, letters = 0
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      for (let i = 0; i < texts.currentNode.length; i++) {
        range.setStart(texts.currentNode, i)
        range.setEnd(texts.currentNode, i + 1)
        const [box] = range.getClientRects()
        if (!box) continue
        if (box.left < left) letters = 0
        left = box.left
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


def test_no_line_is_too_long_to_find_the_next(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/level-pools.html")
    for width in (768, 1100, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert 60 < page.evaluate(LONGEST_LINE) < 95, width


SHIFT = """
() => new Promise(resolve => {
  let sum = 0
  const add = list => list.getEntries().forEach(({ value }) => (sum += value))
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 500)
})
"""


def _late(page: Page, route: Route) -> None:
    page.wait_for_timeout(500)
    route.continue_()


def test_nothing_moves_when_the_face_and_the_script_come_late(real_site: Site, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.route(re.compile(r"woff2$|/rulebook-\w+\.js$"), partial(_late, page))
    page.goto(f"{real_site.url}/masque/stock-items.html")
    expect(page.get_by_role("radio", name="Lancer")).to_be_visible()
    assert page.evaluate(SHIFT) < 0.02
    context.close()


def test_a_late_face_is_shown_on_the_first_visit_and_moves_next_to_nothing(real_site: Site, browser: Browser) -> None:
    for path in ("cavea/advancement", "sda/index", "masque/glossary"):
        context = browser.new_context(viewport={"width": 390, "height": 800})
        page = context.new_page()

        page.route(re.compile(r"woff2$"), partial(_late, page))
        page.goto(f"{real_site.url}/{path}.html")
        page.evaluate("document.fonts.ready.then(() => true)")
        faces = "[...document.fonts].filter(face => face.family.includes('Site Serif') && face.status == 'loaded')"
        assert page.evaluate(f"{faces}.map(face => face.display)").count("swap") == 1
        assert page.evaluate(SHIFT) < 0.05
        context.close()


def test_percentages_stay_whole_on_a_phone(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/sda/odds.html", viewport={"width": 320, "height": 640})
    lines = page.locator("table tbody .rulebook-right").evaluate_all(
        "marks => marks.filter(mark => /^[0-9.]+ %$/.test(mark.textContent)).map(mark => mark.getClientRects().length)"
    )
    assert len(lines) >= 20
    assert set(lines) == {1}


def test_the_emblem_of_a_book_is_there_in_forced_colours(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/level-pools.html", forced_colors="active")
    assert style(page, "h1", "backgroundColor", "::before") == style(page, "h1", "color")


def test_a_chapter_prints_like_a_book(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/advancement.html")
    assert "Site Serif" in style(page, ".book p", "fontFamily")
    page.emulate_media(media="print")
    assert style(page, ".book p", "fontFamily") == style(page, "h1", "fontFamily")
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


def test_a_start_page_prints_no_buttons(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/sda/index.html")
    expect(page.locator(".md-button").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".md-button").first).to_be_hidden()


def test_a_page_says_which_book_it_is_of(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/bestiary.html", viewport={"width": 320, "height": 640})
    here = page.get_by_role("navigation", name="You are here")
    expect(here.get_by_role("link")).to_have_text(["Home", "Masque", "Rules"])
    here.get_by_role("link", name="Masque").click()
    expect(page.get_by_role("link", name="EPUB")).to_have_attribute("href", re.compile(r"(^|/)masque\.epub$"))


def test_an_address_that_leads_nowhere_leads_on(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/404.html")
    books = page.locator("article .rulebook-shelf").get_by_role("link")
    expect(books).to_have_count(5)
    books.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cavea")


def test_a_lost_address_of_a_game_leads_back_to_it(real_site: Site, open_page: Open) -> None:
    lost = (real_site.folder / "404.html").read_text("utf-8")
    page = open_page(f"{real_site.url}/index.html")

    def answer(route: Route) -> None:
        route.fulfill(body=lost, content_type="text/html")

    page.route("**/masque/nowhere.html", answer)
    page.goto(f"{real_site.url}/masque/nowhere.html")
    expect(page.locator(".md-header__topic").first).to_have_text("Masque")
    expect(page.locator("article .rulebook-shelf a")).to_have_count(1)
    page.locator("article .rulebook-shelf a").click()
    expect(page).to_have_url(f"{real_site.url}/masque/masque.html")


def test_home_is_a_shelf_of_covers_and_a_roll_and_then_what_proves_them(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/index.html", viewport={"width": 1280, "height": 900})
    covers = page.locator(".rulebook-shelf a")
    expect(covers).to_have_count(5)
    assert covers.locator("img").evaluate_all("all => all.every(each => each.complete && each.naturalWidth)")
    roll = page.locator("article rulebook-dice > button").first
    expect(roll).to_be_in_viewport()
    words = page.locator("article").inner_text()
    shown = page.locator("article").evaluate("article => article.innerText.search(/prove|checked|verified/)")
    assert words.index("2:d8/1:d10/2:d12/1:d20") < shown
    roll.click()
    expect(page.locator(".rulebook-total")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_game_begins_with_its_cover(real_site: Site, open_page: Open, width: int) -> None:
    page = open_page(f"{real_site.url}/dry-cereal/index.html", viewport={"width": width, "height": 844})
    start = page.locator("article .rulebook-start")
    assert start.locator("img").evaluate("image => [image.x, image.width]") == [0, width]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(start.locator(".rulebook-line")).to_have_text(re.compile("^A pair of dice"))
    assert page.locator("article").inner_text().count("A pair of dice, a short ladder") == 1
    expect(page.locator("article h2")).to_contain_text(["What you need", "The game on a page"])
    for name in ("Read", "Roll", "PDF", "EPUB", "To print", "Data"):
        door = start.get_by_role("link", name=name).or_(start.get_by_role("button", name=name))
        expect(door).to_be_in_viewport()
        if address := door.evaluate("door => door.href"):
            assert Path(real_site.folder, address.removeprefix(f"{real_site.url}/")).is_file()
    start.get_by_role("button", name="Roll").click()
    expect(page.locator(".rulebook-panel")).to_be_visible()


def test_every_game_begins_with_the_game_on_a_page_and_what_one_needs(real_site: Site, open_page: Open) -> None:
    for start in ("cavea/index", "drama/index", "dry-cereal/index", "masque/masque", "sda/index"):
        page = open_page(f"{real_site.url}/{start}.html", viewport={"width": 390, "height": 844})
        for words in ("The game on a page", "What you need"):
            expect(page.locator("article").get_by_text(words, exact=False).first).to_be_attached()
        assert page.locator("article .rulebook-start").get_by_role("link", name="Data").count() == 1


def test_tabs_of_a_game_are_its_own(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/health.html", viewport={"width": 1280, "height": 844})
    tabs = page.locator(".md-tabs").get_by_role("link")
    expect(tabs).to_have_text(["Cavea: Rules of the Stage", "Rules", "Character sheet", "Look up"])
    assert not page.locator(".md-sidebar--primary a[href*='guide']").count()


@pytest.mark.parametrize("url", ["cavea/errata.html", "sda/odds.html"])
def test_columns_of_words_are_wider_than_a_word_on_a_phone(real_site: Site, open_page: Open, url: str) -> None:
    page = open_page(f"{real_site.url}/{url}", viewport={"width": 320, "height": 640})
    tall = "rows => Math.max(...rows.map(row => row.getBoundingClientRect().height))"
    assert page.locator("main tbody tr").evaluate_all(tall) < 400
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("url", ["index.html", "cavea/level-pools.html", "drama/roles.html"])
def test_the_title_at_the_top_is_whole_on_a_phone(real_site: Site, open_page: Open, url: str) -> None:
    page = open_page(f"{real_site.url}/{url}", viewport={"width": 320, "height": 640})
    title = page.locator(".md-header__topic .md-ellipsis").first
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight")
    range_ = "const range = document.createRange(); range.selectNodeContents(title)"
    assert title.evaluate(f"title => {{ {range_}; return range.getClientRects().length }}") == 1


def test_a_table_that_scrolls_is_reached_by_keyboard(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/drama/errata.html", viewport={"width": 320, "height": 640})
    wide = page.locator(".md-typeset__scrollwrap[tabindex='0']")
    expect(wide.first).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 640})
    expect(wide).to_have_count(0)


def test_a_page_names_itself_and_its_game_and_brings_its_policy(
    real_site: Site, open_page: Open, watched: Watched
) -> None:
    page = open_page((real_site.folder / "masque" / "glossary.html").as_uri())  # Where no server sends one.
    expect(page).to_have_title("Glossary · Masque")
    expect(page.locator("meta[property='og:title']")).to_have_attribute("content", "Glossary · Masque")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.broken = 1'}))")
    assert page.evaluate("window.broken") is None
    assert "Content Security Policy" in watched.errors.pop()
    policy = page.locator("head > meta").first.get_attribute("content") or ""
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy
    page.evaluate("document.fonts.load('16px \"Site Serif\"')")
    assert page.evaluate("document.fonts.check('16px \"Site Serif\"')")
    [face] = real_site.folder.glob("assets/fonts/*.woff2")
    assert face.stat().st_size <= 30 * 1024


@pytest.mark.parametrize("book", ["cavea", "drama", "dry-cereal", "masque", "sda"])
def test_a_book_has_a_drawing_and_a_card(real_site: Site, book: str) -> None:
    first = (real_site.folder / book / ("masque.html" if book == "masque" else "index.html")).read_text("utf-8")
    assert f'<header class="rulebook-start"><img src="../assets/images/{book}.svg"' in first
    card = (real_site.folder / book / "card.png").read_bytes()
    assert card.startswith(b"\x89PNG")
    assert (int.from_bytes(card[16:20]), int.from_bytes(card[20:24])) == (1200, 630)


CONTRAST = """
title => {
  const grounds = [], brush = document.createElement('canvas').getContext('2d')
  for (let at = title; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor)
  const light = (...colours) => {
    for (const colour of colours) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map(value => value / 255)
      .map(value => (value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }
  const both = [light('#000', ...grounds), light(getComputedStyle(title).color)]
  return Math.max(...both) / Math.min(...both)
}
"""


def test_titles_in_the_drawer_are_read_in_the_dark(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/guide/live.html", viewport={"width": 390, "height": 800}, color_scheme="dark")
    page.locator("label.md-header__button[for=__drawer]").click()
    titles = page.locator(".md-nav--primary .md-nav__title")
    assert titles.count() > 1
    assert [title.inner_text() for title in titles.all() if title.evaluate(CONTRAST) < 4.5] == []
