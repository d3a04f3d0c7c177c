"""What a reader opens, opened, and what axe finds there: for the tests, and for the benchmark, which sees all looks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import AXE

NEEDS_AXE = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
NORMAL: Any = {"width": 1200, "height": 900}
ZOOMED: Any = {"width": 600, "height": 450}
"""What is left of it at 200 %."""

PHONE: Any = {"width": 320, "height": 640}

ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""What depends on the colours alone; to the other rules, one page is the same in all of them."""
SIZES = ["target-size", "scrollable-region-focusable"]
"""What depends on how much room there is."""

DARK = "document.querySelector('[data-md-color-media]') && document.body.setAttribute('data-md-color-scheme', 'slate')"
"""As the theme's script does where a reader prefers it; a book on one page has no dark."""
SETTLED = "Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))"
"""Colours that are on their way are neither the old ones nor the new."""
FOUND = """
runOnly => axe.run(document, {
  runOnly, resultTypes: ['violations'], selectors: false, elementRef: true
}).then(({violations}) => violations.flatMap(({id, nodes}) => nodes
  .filter(({element}) => id !== 'target-size'
    || !document.querySelector(':popover-open') || element.closest(':popover-open'))
  .map(({html}) => `${id}: ${html.slice(0, 160)}`)))
"""
"""What axe finds. A popover covers targets in part wherever it lies; the page behind it is judged without one."""
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
      else if (!/^(a|button|label)$/.test(child.localName)) trim(child, `${path}${child.localName}.${child.className}/`)
      seen.add(found)
    }
  }
  trim(document.body, '')
}
"""
"""Takes away what differs from something before it, in elements of the same kind, by its words alone: to axe, that is
the same. Headings and names stay, for they are judged by what stands before and after them; and what is touched stays
as large as it is."""


def ready(page: Page) -> None:
    """Make a page ready for axe: with one element of each look left, and axe itself."""
    page.evaluate(ONE_OF_A_LOOK)
    page.evaluate(AXE.read_text(encoding="utf-8"))


def axe(page: Page, rules: list[str]) -> list[str]:
    page.evaluate(SETTLED)
    found: list[str] = page.evaluate(FOUND, rules)
    if found:  # The theme answers a new size in its own time.
        page.wait_for_timeout(2_000)
        found = page.evaluate(FOUND, rules)
    return found


def open_search(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/health.html")
    page.keyboard.press("s")
    page.keyboard.type("goblin")
    expect(page.locator(".md-search-result__item").first).to_be_visible()


def open_tray(page: Page, url: str) -> None:
    page.goto(f"{url}/drama/dice.html")
    page.get_by_role("button", name="Dice tray").click()
    page.get_by_role("combobox", name="Against").select_option("against")
    page.get_by_text("As tables").click()
    page.get_by_role("button", name="Roll").first.click()
    expect(page.locator(".rulebook-verdict")).to_be_visible()


def open_refusal(page: Page, url: str) -> None:
    open_card(page, url)
    page.get_by_role("button", name="More").click()
    page.locator("#rulebook-expression").fill("2d6")
    expect(page.locator(".rulebook-fault button")).to_be_visible()


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


def open_panel(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/skills.html")
    page.locator(".rulebook summary").first.click()
    page.locator("rulebook-dice > button").first.click()
    page.get_by_role("button", name="More").click()
    for fold in ("As tables", "How was this rolled?"):
        page.get_by_text(fold).click()


def open_stage(page: Page, url: str) -> None:
    page.goto(f"{url}/masque/the-stage.html")
    page.get_by_role("link", name="A Lancer against an Ogre").click()
    page.get_by_text("All 123").click()


def open_end(page: Page, url: str) -> None:
    open_stage(page, url)
    page.get_by_role("button", name="To the end", exact=True).click()
    expect(page.get_by_text("It is over.")).to_be_visible()
    page.locator(".rulebook-stage-log li > a").first.click()
    expect(page.locator(".rulebook-stage-rule")).to_be_visible()


def open_drawer(page: Page, url: str) -> None:
    page.goto(f"{url}/cavea/health.html")
    if (button := page.locator("label.md-header__button[for=__drawer]")).is_visible():
        button.click()
        expect(page.locator(".md-sidebar--primary")).to_be_in_viewport(ratio=0.5)


def open_log(page: Page, url: str) -> None:
    open_card(page, url)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".rulebook-history tbody tr").first).to_be_visible()


def open_encounter(page: Page, url: str) -> None:
    page.goto(f"{url}/masque/bestiary.html")
    page.locator(".entry-list label").hover()
    page.get_by_role("combobox", name="Build").select_option("1")
    page.get_by_role("button", name="to the encounter").first.click()
    page.get_by_role("button", name="Encounter", exact=True).click()
    page.locator(".rulebook-rolls button").first.click()
    expect(page.locator(".rulebook-fighters .rulebook-faces")).to_be_visible()


OPENED = (
    *(open_search, open_tray, open_refusal, open_proof, open_citation),
    *(open_card, open_panel, open_stage, open_end, open_drawer),
    *(open_log, open_encounter),
)
"""Each opens something on a page of the site at an address."""
