"""Material's instant navigation: the text of another page comes in the place of this one's, and all works there."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import ROOT, Open, Site, build, made_once, served

HOST = "http://127.0.0.1:1"
"""Stands in the built sitemap for where the site is served, which the theme compares with addresses."""
CONFIG = f"""\
site_name: Two games
site_url: {HOST}/
use_directory_urls: false
theme:
  name: material
  font: false
  features: [navigation.instant, navigation.indexes, navigation.footer]
plugins:
  - search
  - rulebook:
      offline: true
      split_level: {{masque/masque.txt: 2}}
      books:
        cavea: {{system: cavea, look: parchment}}
        masque: {{system: masque, dialect: prose, look: ink}}
markdown_extensions: [attr_list, def_list, md_in_html, tables, admonition, toc: {{permalink: true}}]
nav:
  - index.md
  - Cavea: [cavea/index.md, cavea/level-pools.md, cavea/health.md, cavea/character.md, cavea/skills.md,
      cavea/attributes.md, cavea/advancement.md, cavea/notation.md, cavea/glossary.md, cavea/errata.md]
  - Masque: [masque/masque.txt, masque/glossary.txt, masque/odds.txt, masque/errata.txt]
"""


def make_site(folder: Path) -> None:
    for game in ("cavea", "masque"):
        shutil.copytree(ROOT / "docs" / game, folder / "docs" / game)
    (folder / "docs/index.md").write_text("# Home\n\n[Cavea](cavea/index.md)\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")


@pytest.fixture(scope="module")
def instant_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(made_once(tmp_path_factory, "instant", make_site) / "site") as site:
        yield site


@pytest.fixture
def visit(instant_site: Site, open_page: Open) -> Iterator[Page]:
    """The page of Cavea's health, marked so that another load of a whole page is noticed."""
    sitemap = Path(instant_site.folder, "sitemap.xml").read_text(encoding="utf-8")
    page = open_page("about:blank", viewport={"width": 1280, "height": 900})
    page.route("**/sitemap.xml", lambda route: route.fulfill(body=sitemap.replace(HOST, instant_site.url)))
    come(page, f"{instant_site.url}/cavea/health.html")
    yield page
    page.unroute_all()


def come(page: Page, address: str) -> None:
    """Load a whole page, and mark it."""
    with page.expect_response("**/sitemap.xml"):
        page.goto(address)
    page.wait_for_timeout(200)
    page.evaluate("window.isMarked = true")


def go(page: Page, name: str, title: str = "", *, is_whole: bool = False) -> None:
    """Follow a link, and see that the page it leads to comes as it should."""
    page.locator(f".md-sidebar--primary a:visible:has-text('{name}')").first.click()
    expect(page.locator("h1").first).to_contain_text(title or name)
    assert page.evaluate("window.isMarked === true") is not is_whole


def test_dice_of_the_page_that_came_roll(visit: Page) -> None:
    go(visit, "Level Pools")
    visit.locator("article rulebook-dice > button").first.click()
    expect(visit.locator(".rulebook-total b").first).to_be_visible()
    visit.keyboard.press("Escape")
    go(visit, "Skills")
    expect(visit.locator(".rulebook-log")).to_have_count(1)
    visit.get_by_role("button", name="Dice tray").click()
    visit.locator(".rulebook-taps").get_by_role("button", name="d6", exact=True).click()
    visit.locator(".rulebook-again").click()
    expect(visit.locator(".rulebook-log li")).to_have_count(2)


def test_a_sheet_that_is_left_keeps_its_character(visit: Page) -> None:
    go(visit, "Character sheet")
    visit.get_by_label("Name", exact=True).fill("Rayus")
    go(visit, "Health")
    visit.get_by_role("button", name="Dice tray").click()
    expect(visit.get_by_text("Rolls of Rayus")).to_be_visible()
    visit.keyboard.press("Escape")
    go(visit, "Character sheet")
    expect(visit.get_by_label("Name", exact=True)).to_have_value("Rayus")


def test_lists_catalogues_and_the_stage_work_each_time(visit: Page, instant_site: Site) -> None:
    come(visit, f"{instant_site.url}/masque/roles.html")
    for _ in range(2):
        go(visit, "Bestiary")
        visit.locator(".entry-list input").focus()
        expect(visit.locator(".entry-list select").first).to_be_visible()
        visit.locator(".entry-list input").fill("zzz")
        expect(visit.locator(".entry-list output")).to_have_text("Nothing found")
        go(visit, "Stock Items")
        visit.locator("form.rulebook-filter [type=search]").first.fill("zzz")
        expect(visit.locator("form.rulebook-filter output").first).to_have_text("Nothing found")
        go(visit, "The Stage")
        visit.get_by_text("A Lancer against an Ogre").click()
        expect(visit.locator(".rulebook-stage-marks")).to_have_count(1)


def test_a_monster_has_an_address_that_describes_it(instant_site: Site, visit: Page) -> None:
    visit.goto(f"{instant_site.url}/masque/bestiary.html#goblin")
    visit.locator("#goblin .headerlink").click()
    copied = visit.locator(".rulebook-cite").get_attribute("data-address") or ""
    assert copied == f"{HOST}/masque/bestiary/goblin.html"
    path = instant_site.folder / "masque" / "bestiary" / "goblin.html"
    shown = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', path.read_text(encoding="utf-8")))
    assert shown["title"] == "Goblin · Masque"
    assert shown["description"].startswith("build 4, cast d4 |d6 least max")
    assert shown["url"] == copied
    assert "bestiary/goblin.html" not in (instant_site.folder / "offline.js").read_text(encoding="utf-8")
    visit.goto(copied.replace(HOST, instant_site.url))
    visit.wait_for_url("**/masque/bestiary.html#goblin")
    expect(visit.locator("#goblin")).to_be_in_viewport()


def test_another_game_is_loaded_as_a_whole(visit: Page, instant_site: Site) -> None:
    come(visit, f"{instant_site.url}/index.html")
    go(visit, "Cavea", is_whole=True)
    expect(visit.locator(".md-header__topic").first).to_have_text("Cavea")


def test_nothing_listens_for_a_page_that_is_gone(visit: Page) -> None:
    session = visit.context.new_cdp_session(visit)

    def listeners() -> Counter[str]:
        counts: Counter[str] = Counter()
        for target in ("window", "document"):
            made = session.send("Runtime.evaluate", {"expression": target})["result"]["objectId"]
            found = session.send("DOMDebugger.getEventListeners", {"objectId": made})["listeners"]
            counts.update(f"{target} {each['type']}" for each in found)
        return counts

    go(visit, "Character sheet")
    expect(visit.locator(".rulebook-kept")).to_be_visible()
    go(visit, "Health")
    before = listeners()
    for _ in range(3):
        go(visit, "Character sheet")
        expect(visit.locator(".rulebook-kept")).to_be_visible()
        go(visit, "Health")
    assert listeners() <= before


def test_a_place_within_the_page_does_not_load_it_again(visit: Page) -> None:
    go(visit, "Character sheet")
    come(visit, visit.url)
    sheet = visit.locator("form.rulebook-sheet tbody input").first
    sheet.fill("2:d8")
    visit.evaluate("location.hash = 'character'")
    visit.locator("h1 .headerlink").click()
    visit.go_back()
    visit.wait_for_timeout(500)
    expect(sheet).to_have_value("2:d8")
    go(visit, "Health")
    visit.go_back()
    expect(visit.locator("h1").first).to_contain_text("Character sheet")
    assert visit.evaluate("window.isMarked")


def test_the_keyboard_is_at_the_head_of_the_page_that_came(visit: Page) -> None:
    go(visit, "Level Pools")
    expect(visit.locator("h1")).to_be_focused()
    link = visit.locator("article a[href*='glossary.html#']").first
    place = link.evaluate("link => link.hash.slice(1)")
    link.focus()
    visit.keyboard.press("Enter")
    expect(visit.locator(f"[id='{place}']")).to_be_focused()
    expect(visit.locator(f"[id='{place}']")).to_be_in_viewport()


def test_a_roll_is_closed_with_its_page(visit: Page) -> None:
    go(visit, "Level Pools")
    visit.locator("article rulebook-dice > button").first.click()
    expect(visit.locator(".rulebook-panel")).to_be_visible()
    visit.go_back()
    expect(visit.locator("h1")).to_contain_text("Health")
    expect(visit.locator(".rulebook-panel")).to_be_hidden()


def test_dice_of_a_card_are_of_its_monster_on_each_page(visit: Page, instant_site: Site) -> None:
    come(visit, f"{instant_site.url}/masque/timing-in-play.html")
    for name in ("", "Persona Options"):
        if name:
            go(visit, name)
        visit.locator("article a[data-whys='']").first.hover()
        visit.locator(".rulebook-entry rulebook-dice > button").first.click()
        expect(visit.locator(".rulebook-panel .rulebook-verdict")).to_contain_text(re.compile("verage|Nullified"))
        visit.keyboard.press("Escape")
