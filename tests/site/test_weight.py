"""The first visit of a page: its weight, elements and long tasks, and how soon the keyboard is in its text."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.shares import whole
from tests.site.sites import Open, Site, Watched

MAX_WEIGHT = 130_000
"""Bytes of all that a page asks for, with what can be packed at gzip's level 6."""
MAX_ELEMENTS = 3_000
MAX_TASK = 100
"""Milliseconds, on a processor that is four times slower."""
PACKED = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})


@cache
def weight(path: Path) -> int:
    content = path.read_bytes()
    return len(gzip.compress(content, 6)) if path.suffix in PACKED else len(content)


@whole
def test_a_first_visit_is_light(real_site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(f"{real_site.url}/404.html", viewport={"width": 1280, "height": 900})
    weights = {}
    for path in sorted(real_site.folder.rglob("*.html")):
        if path.name == "print.html":
            continue
        watched.requests.clear()
        name = path.relative_to(real_site.folder).as_posix()
        page.goto(f"{real_site.url}/{name}")
        page.wait_for_timeout(200)
        asked = {real_site.folder / unquote(urlsplit(url).path).lstrip("/") for url in watched.requests}
        weights[name] = sum(weight(each) for each in asked if each.is_file())
    assert len(weights) > 60
    assert {name: each for name, each in weights.items() if each > MAX_WEIGHT} == {}


@pytest.mark.parametrize(
    "name", ["cavea/index", "cavea/health", "masque/bestiary", "sda/tests", "guide/looks", "index"]
)
def test_the_keyboard_is_soon_in_the_text(real_site: Site, open_page: Open, name: str) -> None:
    page = open_page(f"{real_site.url}/{name}.html", viewport={"width": 1280, "height": 900})
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-skip')")
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('article') !== null"):
            return
    pytest.fail("not within five stops")


@pytest.fixture
def bestiary(real_site: Site, open_page: Open) -> Page:
    page = open_page(f"{real_site.url}/masque/bestiary.html")
    expect(page.locator(".rulebook-pool")).to_have_count(0)
    return page


def test_a_bestiary_has_few_elements_before_something_is_opened(bestiary: Page) -> None:
    assert bestiary.evaluate("document.querySelectorAll('*').length") <= MAX_ELEMENTS
    fold = bestiary.locator("details", has=bestiary.locator("summary:text-is('Odds of the casts on this page')"))
    fold.locator("summary").click()
    odds = fold.locator(".rulebook-pool")
    expect(odds.last).to_be_visible()
    expect(odds.first.get_by_role("row").nth(1)).to_have_text("1 to 3each 25.0 %each 1/4100 %")


def test_its_odds_are_printed(bestiary: Page) -> None:
    bestiary.pdf()
    expect(bestiary.locator(".rulebook-pool")).not_to_have_count(0)


def test_its_odds_are_found_by_the_browsers_search(bestiary: Page) -> None:
    bestiary.keyboard.press("Control+f")
    expect(bestiary.locator(".rulebook-pool")).not_to_have_count(0)


def test_an_address_leads_to_its_odds(bestiary: Page) -> None:
    bestiary.evaluate("location.hash = 'rulebook-odds-20'")
    expect(bestiary.locator(".rulebook-pool:target")).to_be_in_viewport()


TASKS = """
() => new Promise(resolve => {
  const found = []
  const observer = new PerformanceObserver(list => found.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask', buffered: true })
  setTimeout(() => resolve(found), 1500)
})
"""
"""The long tasks of a page so far, and those of a moment more."""


@whole
@pytest.mark.parametrize("name", ["cavea/index", "cavea/character", "masque/bestiary", "sda/tests", "guide/dice"])
def test_no_task_is_long_on_a_slow_processor(real_site: Site, open_page: Open, name: str) -> None:
    page = open_page(f"{real_site.url}/404.html", viewport={"width": 1280, "height": 900})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    longest = []
    try:
        for _ in range(5):  # What else runs on the machine makes a task longer, and none shorter.
            page.goto(f"{real_site.url}/{name}.html")
            longest.append(max(page.evaluate(TASKS), default=0))
            if longest[-1] < MAX_TASK:
                return
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()
    pytest.fail(f"each visit had a task of {MAX_TASK} ms or more: {longest}")
