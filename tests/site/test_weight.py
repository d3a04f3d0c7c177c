"""The first visit of a page: its weight, elements and long tasks, and how soon the keyboard is in its text."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from functools import cache
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.shares import whole
from tests.site.lighthouse import compressed
from tests.site.sites import Open, Site, Watched

MAX_WEIGHT = 130_000
"""Bytes of all that a page asks for, with what can be packed at gzip's level 6."""
MAX_ELEMENTS = 3_000
MAX_TASK = 100
"""Milliseconds, on a processor that is slower by `SLOWER`."""
SLOWER = 4
MAX_RATIO = 5
"""On a processor that is slow itself: times the longest task of a small page of the theme alone."""
MAX_VISITS = 8
"""A busy machine slows a visit, and makes none faster: one that is fast enough will do."""
PACKED = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest", ".xml"})


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
    link = bestiary.locator(".stat-card rulebook-dice > a").first.evaluate("link => link.hash")
    bestiary.evaluate("hash => { location.hash = hash }", link)
    expect(bestiary.locator(".rulebook-pool:target")).to_be_in_viewport()


def longest_task(browser: Browser, page: Page, url: str) -> float:
    """Return the time of the processor that the longest task of a visit takes, in milliseconds."""
    browser.start_tracing(page=page, categories=["toplevel"])
    page.goto(url)
    page.wait_for_timeout(1000)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    names = {(each["pid"], each["tid"]): each["args"]["name"] for each in events if each["name"] == "thread_name"}
    own = [each for each in events if names.get((each["pid"], each["tid"])) == "CrRendererMain"]
    return max(each["tdur"] / 1000 for each in own if each["name"].endswith("RunTask") and "tdur" in each)


@pytest.fixture(scope="module")
def longest_of_the_theme(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> float:
    """The shortest of the longest tasks of a few visits to a small page without anything of ours."""
    folder = tmp_path_factory.mktemp("theme")
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# A page\n\nWith a line.\n", encoding="utf-8")
    settings = "site_name: S\ntheme: {name: material, font: false}\nplugins: [search]\n"
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet"], cwd=folder, check=True)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    with compressed(folder / "site") as url:
        page.goto(f"{url}/404.html")
        shortest = min(longest_task(browser, page, f"{url}/index.html") for _ in range(5))
    page.close()
    return shortest


@whole
@pytest.mark.parametrize("name", ["index", "cavea/index", "cavea/character", "masque/bestiary", "sda/tests"])
def test_no_task_is_long_on_a_slow_processor(
    browser: Browser, real_site: Site, open_page: Open, longest_of_the_theme: float, name: str
) -> None:
    """Measure in time of the processor, because other programs make a task longer on the clock."""
    limit = max(MAX_TASK / SLOWER, MAX_RATIO * longest_of_the_theme)
    page = open_page(f"{real_site.url}/404.html", viewport={"width": 1280, "height": 900})
    visits = (longest_task(browser, page, f"{real_site.url}/{name}.html") for _ in range(MAX_VISITS))
    tasks = list(takewhile(lambda task: task >= limit, visits))
    assert len(tasks) < MAX_VISITS, (limit, tasks)
