"""Every page for everybody: axe finds nothing, whatever the colours, and at twice the size."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.site.sites import Open, Site
from tests.site.test_pages import AXE, pages_of

NORMAL: Any = {"width": 1200, "height": 900}
ZOOMED: Any = {"width": 600, "height": 450}
"""What is left of it at 200 %."""

SETTLED = "Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))"
"""Colours that are on their way are neither the old ones nor the new."""


def axe(page: Page) -> list[str]:
    page.evaluate(SETTLED)
    found: dict[str, Any] = page.evaluate(
        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
    )
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found["violations"] for node in rule["nodes"]]


KINDS = ("index.html", "cavea/health.html", "sda/tests.html", "drama/building-a-pool.html", "guide/findings.html")
"""One page of each kind, for what is the same on all of a kind."""


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
def test_axe_finds_nothing_on_any_page(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/index.html", color_scheme="light", viewport=NORMAL)
    page.set_default_timeout(60_000)
    script = AXE.read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    # Of the books on one page, which are the same text again, one is enough.
    for url in (url for url in pages_of(real_site) if not url.endswith("print.html") or url == "sda/print.html"):
        page.goto(f"{real_site.url}/{url}")
        page.evaluate(script)
        found[url] = axe(page)
    assert {url: wrong for url, wrong in found.items() if wrong} == {}


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
@pytest.mark.parametrize(
    "options",
    [{"color_scheme": "dark"}, {"viewport": ZOOMED}, {"forced_colors": "active", "color_scheme": "dark"}],
    ids=["dark", "twice the size", "forced colours"],
)
def test_axe_finds_nothing_on_a_page_of_each_kind(real_site: Site, open_page: Open, options: dict[str, Any]) -> None:
    page = open_page(f"{real_site.url}/index.html", **options)
    for url in KINDS:
        page.goto(f"{real_site.url}/{url}")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert axe(page) == [], url
