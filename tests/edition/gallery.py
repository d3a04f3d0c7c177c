"""Pictures of each look for the guide: `python -m tests.edition.gallery docs/guide/images` takes them."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from rulebook_rules.settings.looks import LOOKS
from tests.site.looks import make_site
from tests.site.sites import find_browser, served

SIZES = ((1100, 800), (390, 800))
SCHEMES = ("light", "dark")
_QUALITY = 60
_SHEET = """\
<style>body {{ margin: 0; display: grid; grid-template-columns: auto auto; gap: 8px; width: max-content }}</style>
{}"""
_PICTURE = '<img style="height:530px" src="data:image/png;base64,{}">'


def take(target: Path) -> None:
    """Take one picture of each look: above in the light, below in the dark; at the left wide, at the right narrow."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_site(Path(folder, "looks"))
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        with served(Path(folder, "looks", "site")) as site:
            for look in LOOKS:
                shots = [
                    _shot(browser, f"{site.url}/{look}/rolls.html", scheme, size)
                    for scheme in SCHEMES
                    for size in SIZES
                ]
                page = browser.new_page(viewport={"width": 1000, "height": 1068})
                page.set_content(_SHEET.format("".join(map(_PICTURE.format, shots))))
                given = {"format": "webp", "quality": _QUALITY}
                shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", given)["data"]
                (target / f"look-{look}.webp").write_bytes(base64.b64decode(shot))
        browser.close()


def _shot(browser: Browser, url: str, scheme: Any, size: tuple[int, int]) -> str:
    page = browser.new_page(color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
    page.goto(url)
    page.locator("rulebook-dice > button").first.wait_for()
    return base64.b64encode(page.screenshot()).decode()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
