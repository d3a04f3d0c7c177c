"""Every page for everybody: axe finds nothing, whatever the colours, and at twice the size; nothing moves unasked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.shares import shares, whole
from tests.site.sites import Open, Site
from tests.site.states import ALL, COLOURS, NEEDS_AXE, NORMAL, OPENED, PHONE, SIZES, ZOOMED, axe, ready

KINDS = ("index.html", "cavea/health.html", "sda/tests.html", "drama/building-a-pool.html", "guide/findings.html")
"""One page of each kind, for what is the same on all of a kind."""
LOOK = re.compile(r"<([a-z]\w*)(?=[\s>])(?:[^>]*?\sclass=(\"[^\"]*\"|[^\s>]+))?")
"""The tag and the classes of an element, as HTML has them. None has a style of its own: the policy forbids it."""
MOVING = """
() => [...document.querySelectorAll('*')].flatMap(element => ['', '::before', '::after'].flatMap(part => {
  const style = getComputedStyle(element, part)
  const moves = name => style[name].split(',').some(seconds => parseFloat(seconds) > 0.01)
  const is = style.scrollBehavior === 'smooth' || moves('transitionDuration') ||
    (style.animationName !== 'none' && moves('animationDuration'))
  return is ? [`${element.tagName}.${element.className}${part}`] : []
}))
"""
"""The elements that would move, or take their time to change."""
PARTS = 16
"""The pages are looked at in so many tests, which may run beside each other."""


def pages_of(site: Site) -> list[str]:
    """All pages but those that lead to another one at once."""
    pages = (path for path in site.folder.rglob("*.html") if 'http-equiv="refresh"' not in path.read_text("utf-8"))
    return sorted(path.relative_to(site.folder).as_posix() for path in pages)


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/index.html", color_scheme="light", viewport=NORMAL)


@NEEDS_AXE
@pytest.mark.parametrize("part", shares(range(PARTS)))
def test_every_page_is_for_everybody(real_site: Site, page: Page, part: int) -> None:
    """Axe finds nothing, and nothing sticks out on a phone."""
    page.emulate_media(reduced_motion="reduce")  # So that no colour is on its way.
    wrong: list[str] = []
    for url in pages_of(real_site)[part::PARTS]:
        page.set_viewport_size(PHONE)
        page.goto(f"{real_site.url}/{url}")
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            wrong.append(f"{url}, on a phone: it is {wide} wide")
        page.set_viewport_size(NORMAL)
        ready(page)
        wrong += (f"{url}, light: {found}" for found in axe(page, ALL))
    assert not wrong, "\n".join(wrong[:40])


def with_every_look(site: Site) -> list[str]:
    """Pages on which there is every kind of element that the site has, with every set of classes that it has there."""
    looks = {url: set(LOOK.findall(Path(site.folder, url).read_text(encoding="utf-8"))) for url in pages_of(site)}
    chosen = []
    while looks:
        chosen.append(max(looks, key=lambda url: len(looks[url])))
        seen = looks[chosen[-1]]
        looks = {url: unseen for url, found in looks.items() if (unseen := found - seen)}
    return chosen


@whole
@NEEDS_AXE
def test_axe_finds_nothing_in_the_dark_nor_at_200_percent_nor_in_forced_colours(
    real_site: Site, open_page: Open
) -> None:
    """What an element looks like hangs on its tag and classes; forced colours are the browser's, save where a style
    sheet says so."""
    page = open_page(f"{real_site.url}/index.html", color_scheme="dark", reduced_motion="reduce", viewport=ZOOMED)
    wrong: list[str] = []
    for url in with_every_look(real_site):
        page.emulate_media(forced_colors="none")
        page.goto(f"{real_site.url}/{url}")
        if page.locator("[data-md-color-media]").count():  # A book on one page has no dark.
            expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        ready(page)
        wrong += (f"{url}, dark: {found}" for found in axe(page, [*COLOURS, *SIZES]))
        page.emulate_media(forced_colors="active")
        wrong += (f"{url}, forced colours: {found}" for found in axe(page, COLOURS))
    assert not wrong, "\n".join(wrong[:40])


@NEEDS_AXE
def test_the_frame_of_a_page_is_for_everybody_in_the_dark(real_site: Site, open_page: Open) -> None:
    """What a small window hides, and is the same on all pages of a kind."""
    page = open_page(f"{real_site.url}/index.html", color_scheme="dark", viewport=NORMAL)
    for url in KINDS:
        page.goto(f"{real_site.url}/{url}")
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        ready(page)
        assert axe(page, ALL) == [], url


def test_who_asks_for_less_motion_gets_none(real_site: Site, page: Page) -> None:
    assert page.evaluate(MOVING)
    page.emulate_media(reduced_motion="reduce")
    for url in KINDS:
        page.goto(f"{real_site.url}/{url}")
        assert page.evaluate(MOVING) == [], url


MODES: dict[str, Any] = {
    "light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "a phone in the dark": {"color_scheme": "dark", "viewport": PHONE, "has_touch": True, "is_mobile": True},
    "dark and at 200 %": {"color_scheme": "dark", "viewport": ZOOMED},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active", "viewport": NORMAL},
}


@NEEDS_AXE
@pytest.mark.parametrize("mode", shares(MODES))
def test_axe_finds_nothing_in_what_opens(real_site: Site, open_page: Open, mode: str) -> None:
    page = open_page(f"{real_site.url}/guide/live.html", reduced_motion="reduce", **MODES[mode])
    for opened in OPENED:
        opened(page, real_site.url)
        ready(page)
        assert axe(page, ALL) == [], opened.__name__
