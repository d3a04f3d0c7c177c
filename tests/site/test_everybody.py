"""Every page for everybody: axe finds nothing, whatever the colours, and at twice the size; nothing moves unasked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import AXE, Open, Site

NORMAL: Any = {"width": 1200, "height": 900}
ZOOMED: Any = {"width": 600, "height": 450}
"""What is left of it at 200 %."""

PHONE: Any = {"width": 320, "height": 640}

ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
KINDS = ("index.html", "cavea/health.html", "sda/tests.html", "drama/building-a-pool.html", "guide/findings.html")
"""One page of each kind, for what is the same on all of a kind."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""What depends on the colours alone; to the other rules, one page is the same in all of them."""
SIZES = ["target-size", "scrollable-region-focusable"]
"""What depends on how much room there is."""

LOOK = re.compile(r"<([a-z]\w*)(?=[\s>])(?:[^>]*?\sclass=(\"[^\"]*\"|[^\s>]+))?")
"""The tag and the classes of an element, as HTML has them. None has a style of its own: the policy forbids it."""
SETTLED = "Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))"
"""Colours that are on their way are neither the old ones nor the new."""
FOUND = """
runOnly => axe.run(document, {
  runOnly, resultTypes: ['violations'], selectors: false
}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`)))
"""
ONE_OF_A_LOOK = r"""
() => {
  const seen = new Set()
  const told = ({name, value}) =>
    /^(class|role|type|tabindex)$/.test(name) || /^(true|false|)$/.test(value) ? `${name}=${value}` : name
  const look = node => node.nodeType === Node.TEXT_NODE ? node.data.trim() && 'text'
    : node.nodeType !== Node.ELEMENT_NODE ? ''
    : `<${node.localName} ${[...node.attributes].map(told)}>${[...node.childNodes].map(look).join('')}</>`
  const trim = (parent, path) => {
    for (const child of [...parent.children]) {
      if (/^h\d$/.test(child.localName)) continue
      const found = path + look(child)
      if (seen.has(found) && !/^d[ltd]$/.test(child.localName)) child.remove()
      else trim(child, `${path}${child.localName}.${child.className}/`)
      seen.add(found)
    }
  }
  trim(document.body, '')
}
"""
"""Takes away what differs from something before it, in elements of the same kind, by its words alone: to axe, that is
the same. Headings and names stay, for they are judged by what stands before and after them."""
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
PARTS = 4
"""The pages are looked at in so many tests, which may run beside each other."""


def pages_of(site: Site) -> list[str]:
    """All pages but those that lead to another one at once."""
    pages = (path for path in site.folder.rglob("*.html") if 'http-equiv="refresh"' not in path.read_text("utf-8"))
    return sorted(path.relative_to(site.folder).as_posix() for path in pages)


def axe(page: Page, rules: list[str]) -> list[str]:
    page.evaluate(SETTLED)
    found: list[str] = page.evaluate(FOUND, rules)
    if found:  # The theme answers a new size in its own time.
        page.wait_for_timeout(2_000)
        found = page.evaluate(FOUND, rules)
    return found


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/index.html", color_scheme="light", viewport=NORMAL)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_for_everybody(real_site: Site, page: Page, part: int) -> None:
    """Axe finds nothing, and nothing sticks out on a phone."""
    page.emulate_media(reduced_motion="reduce")  # So that no colour is on its way.
    script = AXE.read_text(encoding="utf-8")
    wrong: list[str] = []
    for url in pages_of(real_site)[part::PARTS]:
        page.set_viewport_size(PHONE)
        page.goto(f"{real_site.url}/{url}")
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            wrong.append(f"{url}, on a phone: it is {wide} wide")
        page.set_viewport_size(NORMAL)
        page.evaluate(ONE_OF_A_LOOK)
        page.evaluate(script)
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


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
def test_axe_finds_nothing_in_the_dark_nor_at_200_percent_nor_in_forced_colours(
    real_site: Site, open_page: Open
) -> None:
    """What an element looks like hangs on its tag and classes; forced colours are the browser's, save where a style
    sheet says so."""
    page = open_page(f"{real_site.url}/index.html", color_scheme="dark", reduced_motion="reduce", viewport=ZOOMED)
    script = AXE.read_text(encoding="utf-8")
    wrong: list[str] = []
    for url in with_every_look(real_site):
        page.emulate_media(forced_colors="none")
        page.goto(f"{real_site.url}/{url}")
        if page.locator("[data-md-color-media]").count():  # A book on one page has no dark.
            expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        page.evaluate(ONE_OF_A_LOOK)
        page.evaluate(script)
        wrong += (f"{url}, dark: {found}" for found in axe(page, [*COLOURS, *SIZES]))
        page.emulate_media(forced_colors="active")
        wrong += (f"{url}, forced colours: {found}" for found in axe(page, COLOURS))
    assert not wrong, "\n".join(wrong[:40])


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
def test_the_frame_of_a_page_is_for_everybody_in_the_dark(real_site: Site, open_page: Open) -> None:
    """What a small window hides, and is the same on all pages of a kind."""
    page = open_page(f"{real_site.url}/index.html", color_scheme="dark", viewport=NORMAL)
    for url in KINDS:
        page.goto(f"{real_site.url}/{url}")
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert axe(page, ALL) == [], url


def test_who_asks_for_less_motion_gets_none(real_site: Site, page: Page) -> None:
    assert page.evaluate(MOVING)
    page.emulate_media(reduced_motion="reduce")
    for url in KINDS:
        page.goto(f"{real_site.url}/{url}")
        assert page.evaluate(MOVING) == [], url


def open_search(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/health.html")
    page.keyboard.press("s")
    page.keyboard.type("goblin")
    expect(page.locator(".md-search-result__item").first).to_be_visible()


def open_tray(page: Page, url: str) -> None:
    page.goto(f"{url}/drama/dice.html")
    page.get_by_role("button", name="Dice tray").click()
    page.get_by_role("combobox", name="Against").select_option("against")
    page.get_by_role("button", name="Roll").first.click()
    expect(page.locator(".rulebook-verdict")).to_be_visible()


def open_proof(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/health.html")
    page.locator(".rulebook-sign").nth(3).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rulebook-why")).to_be_visible()


def open_citation(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/health.html")
    page.locator("article h2 .headerlink").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rulebook-cite")).to_be_visible()


def open_card(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/skills.html")
    page.locator("rulebook-dice > button").first.click()
    expect(page.locator(".rulebook-card .rulebook-faces")).to_be_visible()


def open_stage(page: Page, url: str) -> None:
    page.goto(f"{url}/masque/the-stage.html")
    page.get_by_role("link", name="A Lancer against an Ogre").click()
    page.locator(".rulebook-stage-asked button").first.click()
    expect(page.locator(".rulebook-stage-log li").first).to_be_visible()


def open_drawer(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/health.html")
    if (button := page.locator("label.md-header__button[for=__drawer]")).is_visible():
        button.click()
        expect(page.locator(".md-sidebar--primary")).to_be_in_viewport(ratio=0.5)


OPENED = (open_search, open_tray, open_proof, open_citation, open_card, open_stage, open_drawer)
MODES: dict[str, Any] = {
    "light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "dark and at 200 %": {"color_scheme": "dark", "viewport": ZOOMED},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active", "viewport": NORMAL},
    "a phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
@pytest.mark.parametrize("mode", MODES)
def test_axe_finds_nothing_in_what_opens(real_site: Site, open_page: Open, mode: str) -> None:
    page = open_page(f"{real_site.url}/guide/live.html", reduced_motion="reduce", **MODES[mode])
    for opened in OPENED:
        opened(page, real_site.url)
        page.evaluate(ONE_OF_A_LOOK)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert axe(page, ALL) == [], opened.__name__
