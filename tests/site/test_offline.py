"""The site without its server, and the theme without its inline scripts."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site, Watched, served

KEPT = """async () => {
  const keys = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
  return keys.flat().map(request => request.url)
}"""


MAX_ICON = 150_000
"""Bytes."""
UNTIL_KEPT = """async file => {
  while (!await caches.match(file)) await new Promise(later => setTimeout(later, 100))
}"""


@pytest.fixture
def open_page(open_page: Open) -> Open:
    """As a reader does whose browser keeps what is offered for later."""
    return partial(open_page, service_workers="allow")


def search(page: Page, word: str) -> None:
    page.keyboard.press("s")
    page.keyboard.type(word)


def test_the_theme_keeps_to_the_strict_policy(real_site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(f"{real_site.url}/cavea/health.html")
    search(page, "pool")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert not watched.errors


@pytest.mark.parametrize(
    ("words", "found"), [("skills", "dry-cereal/skills.html"), ("Fencing foil", "masque/stock-items.html")]
)
def test_words_are_found_as_they_stand_in_the_text(real_site: Site, open_page: Open, words: str, found: str) -> None:
    page = open_page(f"{real_site.url}/index.html")
    search(page, words)
    expect(page.locator(f".md-search-result__item a[href*='{found}']").first).to_be_visible()
    expect(page.locator(".md-search-result__terms")).to_have_count(0)  # "Missing: ..."


def test_the_palette_follows_the_reader_before_it_is_chosen_and_stays_as_chosen(
    real_site: Site, open_page: Open
) -> None:
    page = open_page(f"{real_site.url}/index.html", color_scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.get_by_title("Switch to light").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.goto(f"{real_site.url}/cavea/health.html")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")


def test_a_folder_can_be_searched(real_site: Site, open_page: Open) -> None:
    page = open_page(Path(real_site.folder, "cavea", "health.html").as_uri())
    search(page, "Advancement")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    page.locator(".md-search-result__item a").first.click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url.startswith("file://")


def test_a_book_once_opened_needs_no_server(real_site: Site, open_page: Open, watched: Watched) -> None:
    with served(real_site.folder) as site:
        page = open_page(f"{site.url}/cavea/index.html")
        page.evaluate(UNTIL_KEPT, "health.html")
        asked = [url for url in watched.requests if "/search/" in url or "/lunr/" in url]
        assert not asked
        page.goto(f"{site.url}/sda/index.html")
        page.evaluate(UNTIL_KEPT, "odds.html")
        kept = page.evaluate(KEPT)
        assert not [url for url in kept if re.search(r"/masque/|/search/|/lunr/|/print\.html|/card\.png", url)]
        search(page, "Advancement")
        expect(page.locator(".md-search-result__item").first).to_be_visible()
        page.evaluate(UNTIL_KEPT, "../search/search_index.json")
    for name, title in (("cavea/health.html", "Health"), ("cavea/", "Cavea"), ("sda/odds.html", "Odds")):
        page.goto(f"{site.url}/{name}")
        expect(page.locator("h1")).to_contain_text(title)
    search(page, "Advancement")
    expect(page.locator(".md-search-result__item").first).to_be_visible()


def test_a_browser_takes_each_game_for_an_app(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/glossary.html")
    answer = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert answer["errors"] == []
    assert answer["url"] == f"{real_site.url}/masque/app.webmanifest"
    manifest = json.loads(answer["data"])
    assert manifest["name"] == "Masque"
    icons = {(icon["sizes"], icon["purpose"]): real_site.folder / "masque" / icon["src"] for icon in manifest["icons"]}
    assert icons.keys() == {(size, use) for size in ("192x192", "512x512") for use in ("any", "maskable")}
    for (size, _), path in icons.items():
        content = path.read_bytes()
        assert f"{int.from_bytes(content[16:20])}x{int.from_bytes(content[20:24])}" == size
        assert len(content) <= MAX_ICON
    assert page.locator("link[rel='apple-touch-icon'][href$='icon-192.png']").count() == 1


def test_a_reader_keeps_a_whole_game(real_site: Site, open_page: Open) -> None:
    with served(real_site.folder) as site:
        page = open_page(f"{site.url}/drama/index.html")
        page.get_by_role("button", name="Keep offline").click()
        expect(page.locator(".rulebook-doors [role=status]")).to_have_text("Kept: it opens without a connection")
        kept = {url.removeprefix(site.url) for url in page.evaluate(KEPT)}
    chapters = {f"/drama/{path.name}" for path in (real_site.folder / "drama").glob("*.html") if path.stem != "print"}
    assert kept >= {*chapters, "/search/search_index.json"}
    page.goto(f"{site.url}/drama/roles.html")
    expect(page.locator("h1")).to_contain_text("Roles")
    search(page, "season")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
