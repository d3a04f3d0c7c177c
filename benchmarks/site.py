"""What a page of our site weighs on a first visit, what Lighthouse gives it on its phone, and what axe finds in it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, sync_playwright

from tests.site.lighthouse import KINDS, LIGHTHOUSE, ROOT, compressed, scores
from tests.site.sites import AXE, build, find_browser
from tests.site.states import ALL, OPENED, axe, ready

PAGES = (*KINDS, "masque/stock-items.html", "masque/the-stage.html")
MIN_SCORE = 95
KILOBYTE = 1024
MAX_BEFORE = 12 * KILOBYTE
"""Our script and style on a page whose dice nobody has touched."""
MAX_AFTER = 40 * KILOBYTE
MAX_OF_A_PAGE = 130 * KILOBYTE
ROLLED = "cavea/skills.html"
"""A page with dice, and without a sheet, which counts at once."""
LOOKS: dict[str, Any] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active"},
}
WIDTHS = (320, 390, 600, 768, 1280)
TRANSFERRED = """
() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])
"""


def main() -> int:
    browser = find_browser()
    if browser is None:
        print("site: there is no Chromium here, nothing is measured")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        build(ROOT / "mkdocs.yml", Path(folder))
        with compressed(Path(folder)) as url:
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
                kept = [_weighs(chromium, f"{url}/{page}") for page in PAGES]
                kept.append(_rolls(chromium, f"{url}/{ROLLED}"))
                if AXE.exists():
                    kept.append(_is_for_everybody(chromium, url))
                chromium.close()
            if LIGHTHOUSE.exists():
                kept += _scored(url)
    return 0 if all(kept) else 1


def _weighs(browser: Browser, url: str) -> bool:
    """Whether a first visit of a page stays within its budget."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    bytes_ = sum(size for _, size in page.evaluate(TRANSFERRED))
    context.close()
    return _kept(f"first visit of {urlsplit(url).path}", bytes_, MAX_OF_A_PAGE)


def _rolls(browser: Browser, url: str) -> bool:
    """Whether what is ours stays within its budget before the first roll and behind it."""
    page = browser.new_context(service_workers="block").new_page()
    page.goto(url, wait_until="networkidle")

    def own() -> int:
        found = page.evaluate(TRANSFERRED)
        return sum(size for name, size in found if "/assets/rulebook/rulebook." in name or "/rulebook/dice." in name)

    before = own()
    page.locator("rulebook-dice > button").first.click()
    page.locator(".rulebook-faces").first.wait_for()
    after = own()
    page.context.close()
    is_light = _kept("our script and style before the first roll", before, MAX_BEFORE)
    return _kept("and behind it", after, MAX_AFTER) and is_light


def _is_for_everybody(browser: Browser, url: str) -> bool:
    """Whether axe finds nothing in whatever a reader may open, in any look and at any width."""
    found = []
    for look, options in LOOKS.items():
        for width in WIDTHS:
            size: Any = {"width": width, "height": 800}
            context = browser.new_context(viewport=size, reduced_motion="reduce", service_workers="block", **options)
            page = context.new_page()
            for opened in OPENED:
                opened(page, url)
                ready(page)
                found += [f"{opened.__name__}, {look}, {width}: {fault}" for fault in axe(page, ALL)]
            context.close()
    states = len(LOOKS) * len(WIDTHS) * len(OPENED)
    print("\n".join([f"site: axe finds {len(found)} faults in {states} states (at most 0)", *found]))
    return not found


def _scored(url: str) -> list[bool]:
    found = scores([f"{url}/{page}" for page in PAGES], "performance", "accessibility", "best-practices", "seo")
    for page, given in zip(PAGES, found, strict=True):
        told = ", ".join(f"{name} {100 * score:.0f}" for name, score in given.items())
        print(f"site: Lighthouse of {page}: {told} (at least {MIN_SCORE})")
    return [100 * score >= MIN_SCORE for given in found for score in given.values()]


def _kept(what: str, bytes_: int, most: int) -> bool:
    verdict = "ok" if bytes_ <= most else "missed"
    print(f"site: {what}: {bytes_ / KILOBYTE:.1f} KB of {most / KILOBYTE:.0f}: {verdict}")
    return bytes_ <= most


if __name__ == "__main__":
    sys.exit(main())
