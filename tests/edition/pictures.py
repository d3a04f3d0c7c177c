"""Pictures of the built site for the guide: `python -m tests.edition.pictures SITE docs/guide/images` takes them."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Locator, Page, expect, sync_playwright

from rulebook_rules.settings.looks import LOOKS
from tests.site.looks import make_site
from tests.site.sites import find_browser, served

MAX_BYTES = 60_000
"""The limit of a picture."""
MAX_FIRST_BYTES = 10_000
"""The limit of a picture at the top of its page, which is a part of the first visit; browsers load others later."""
FIRST = ("roll", "tray")
SEED = "0123456789abcdef01234567"
LOOK: Any = {"viewport": {"width": 900, "height": 1000}, "device_scale_factor": 2, "reduced_motion": "reduce"}


def roll(page: Page, url: str) -> list[Locator]:
    """Show a roll of a pool of Cavea on its card."""
    page.goto(f"{url}/guide/live.html#roll?system=cavea&text=1:d6/4:d10/%2B2&seed={SEED}")
    expect(page.locator(".rulebook-panel .rulebook-faces")).to_be_visible()
    return [page.locator(".rulebook-panel")]


def tray(page: Page, url: str) -> list[Locator]:
    """Open the dice tray, with a roll of plain dice."""
    page.goto(f"{url}/guide/live.html")
    page.get_by_role("button", name="Dice tray").click()
    page.get_by_role("combobox", name="Game").select_option("plain")
    page.locator("#rulebook-expression").fill("4d6kh3")
    page.get_by_role("button", name="Roll").first.click()
    expect(page.locator(".rulebook-panel .rulebook-faces")).to_be_visible()
    return [page.locator(".rulebook-panel")]


def random_table(page: Page, url: str) -> list[Locator]:
    """Roll on the random table of the guide."""
    page.goto(f"{url}/guide/any-game.html")
    page.locator("th rulebook-dice > button, th button").first.click()
    expect(page.locator(".rulebook-drawn-line")).to_be_visible()
    return [page.locator("table:has(.rulebook-drawn)"), page.locator(".rulebook-drawn-line")]


def term(page: Page, url: str) -> list[Locator]:
    """Show the definition of a term beside its paragraph."""
    page.goto(f"{url}/cavea/health.html")
    word = page.locator("article p a.rulebook-term").first
    word.scroll_into_view_if_needed()
    word.hover()
    expect(page.locator(".rulebook-why")).to_be_visible()
    return [word.locator("xpath=ancestor::p"), page.locator(".rulebook-why")]


def stat_block(page: Page, url: str) -> list[Locator]:
    """Show a card of the bestiary."""
    page.goto(f"{url}/masque/bestiary.html#goblin")
    card = page.locator(".stat-card").first
    card.scroll_into_view_if_needed()
    return [card]


def sheet(page: Page, url: str) -> list[Locator]:
    """Show the first rows of a character sheet."""
    page.goto(f"{url}/cavea/character.html")
    form = page.locator(".rulebook-sheet").first
    form.scroll_into_view_if_needed()
    return [form]


def look(name: str, page: Page, url: str) -> list[Locator]:
    """Show a page in a look: wide and narrow, in the light and in the dark."""
    shots = []
    for scheme, width in product(("light", "dark"), (1280, 430)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{url}/{name}/rolls.html")
        page.evaluate("localStorage.clear()")  # The theme keeps the scheme of the last visit.
        page.reload()
        expect(page.locator("rulebook-dice > button").first).to_be_visible()
        shots.append((base64.b64encode(page.screenshot()).decode(), width))
    page.goto("about:blank")  # The policy of the site allows no style here.
    page.set_viewport_size({"width": 1740, "height": 1840})
    images = "".join(f'<img src="data:image/png;base64,{shot}" width="{width}">' for shot, width in shots)
    style = "display: grid; grid-template-columns: 1280px 430px; gap: 12px; background: #888; width: 1722px"
    page.set_content(f'<div style="{style}">{images}</div>')
    return [page.locator("div")]


PICTURES: dict[str, Callable[[Page, str], list[Locator]]] = {
    "roll": roll,
    "tray": tray,
    "random-table": random_table,
    "term": term,
    "stat-block": stat_block,
    "sheet": sheet,
    **{f"look-{name}": partial(look, name) for name in LOOKS},
}


def limit(name: str) -> int:
    """Return how many bytes a picture may have."""
    return MAX_FIRST_BYTES if name in FIRST else MAX_BYTES


def taken(page: Page, parts: list[Locator], max_bytes: int, most: int = 640, scale: float = 1) -> bytes:
    """Return the picture of some elements as WebP, in the best quality that takes at most `max_bytes`."""
    page.wait_for_timeout(400)  # Charts are drawn by a worker.
    boxes = [box for box in (part.bounding_box() for part in parts) if box]
    left, top = (min(box[side] for box in boxes) for side in ("x", "y"))
    right = max(box["x"] + box["width"] for box in boxes)
    bottom = min(max(box["y"] + box["height"] for box in boxes), top + most)
    scroll = page.evaluate("[scrollX, scrollY]")
    clip = {
        "x": max(left, 0) + scroll[0],
        "y": max(top, 0) + scroll[1],
        "width": right - left,
        "height": bottom - top,
        "scale": scale,
    }
    session = page.context.new_cdp_session(page)
    for quality in (85, 70, 55, 40, 25, 10):
        options = {"format": "webp", "quality": quality, "clip": clip}
        data = base64.b64decode(session.send("Page.captureScreenshot", options)["data"])
        if len(data) <= max_bytes:
            return data
    raise ValueError(f"a picture of {len(data)} bytes is too large for the guide")


def take(site: Path, target: Path, names: list[str]) -> None:
    """Take the pictures of a built site."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_site(Path(folder) / "looks")
        browser = playwright.chromium.launch(executable_path=find_browser())
        for name in names or PICTURES:
            context = browser.new_context(**LOOK)
            page = context.new_page()
            is_look = name.startswith("look-")
            with served(Path(folder) / "looks/site" if is_look else site) as here:
                parts = PICTURES[name](page, here.url)
                picture = taken(page, parts, limit(name), *((1840, 0.5) if is_look else ()))
                (target / f"{name}.webp").write_bytes(picture)
            context.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
