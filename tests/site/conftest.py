"""The built site in a real Chromium, served with a strict policy, and every request watched."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, expect, sync_playwright

from tests.site.sites import ROOT, Open, Site, Watched, build, find_browser, made_once, served
from tests.small_book import CONFIG, HEALTH

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--renderer-process-limit=1",
]  # fmt: skip
PATIENCE = 60_000
"""How long, in milliseconds, something may take to come: a busy machine is no failure."""
expect.set_options(timeout=PATIENCE)
SIZE: Any = {"width": 1100, "height": 800}
LOOKS = ("color_scheme", "reduced_motion", "forced_colors")
"""Options of a page; all others are those of a context."""
DICE = """\
# Dice

The sneak rolls `2:d4/1:d8/+1`, the guard `1:d20`, and nobody can roll this often: `4:d4`.

A table of dice:

| who | pool |
| --- | --- |
| a crowd | `1:d4/2:d6/1:d8/3:d10/2:d12/1:d20` |

Later it is <code class="lp">1:d20</code> again, which is one *d20*.

{filler}
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = find_browser()
    if found is None:
        reason = "there is no chromium on this machine"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield running
        running.close()


def make_small_site(folder: Path) -> None:
    docs = folder / "docs" / "cavea"
    docs.mkdir(parents=True)
    (folder / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    kept = HEALTH.replace("{#health}\n", "{#health}\n\n<!-- rulebook: formerly gone.md# dice.md#old-dice -->\n", 1)
    (docs / "health.md").write_text(kept, encoding="utf-8")
    filler = "\n\n".join(["Nothing happens here for a while."] * 60)
    (docs / "dice.md").write_text(DICE.format(filler=filler), encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of two pages: `health/` has checked numbers, `dice/` has dice and is long enough to scroll."""
    with served(made_once(tmp_path_factory, "small", make_small_site) / "site") as site:
        yield site


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(made_once(tmp_path_factory, "real", lambda folder: build(ROOT / "mkdocs.yml", folder))) as site:
        yield site


@pytest.fixture
def watched() -> Watched:
    return Watched()


class Visitors:
    """Contexts of a browser with a page each, kept by their options. What a visitor has left behind is gone before the
    next one comes.

    To show a page where another one has been takes half of what it takes in a new one. Who gives a page what stays in
    it, as a script of its own, closes it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[str, list[Page]] = defaultdict(list)

    def come(self, options: dict[str, Any]) -> Page:
        free = self._free[repr(options)]
        if free:
            return free.pop()
        context = self._browser.new_context(viewport=SIZE, **options)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def go(self, page: Page, options: dict[str, Any], origins: set[str]) -> None:
        context = page.context
        for other in context.pages:
            if other != page:
                other.close()
        if page.is_closed() or {page.evaluate("location.origin")} != origins:
            page.close()
            page = context.new_page()
        else:
            self._leave(page)
        cleaner = context.new_cdp_session(page)
        cleaner.send("Page.resetNavigationHistory")
        for origin in origins:
            cleaner.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        cleaner.detach()
        context.clear_cookies()
        context.clear_permissions()
        self._free[repr(options)].append(page)

    def _leave(self, page: Page) -> None:
        """Make a page as good as new, apart from what is kept for all of its origin."""
        page.unroute_all()
        page.evaluate("sessionStorage.clear()")  # The rolls of its visit.
        page.goto("about:blank")
        page.mouse.move(-1, -1)
        page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
        if page.viewport_size != SIZE:
            page.set_viewport_size(SIZE)


@pytest.fixture(scope="session")
def visitors(browser: Browser) -> Visitors:
    return Visitors(browser)


@pytest.fixture
def open_page(visitors: Visitors, watched: Watched) -> Iterator[Open]:
    """Open an address as a new visitor; afterwards nothing must have been asked of another host, or failed.

    Nothing is kept for a later visit without a connection, as that takes a third of each: only where it is asked for,
    with `service_workers="allow"`.
    """
    come: list[tuple[Page, dict[str, Any]]] = []

    def asked(request: Request) -> None:
        watched.requests.append(request.url)

    def failed(error: Error) -> None:
        watched.errors.append(f"{error.message} {error.stack}")

    def told(message: ConsoleMessage) -> None:
        watched.errors.append(f"{message.text} {message.location['url']}")

    def open_(url: str, **options: Any) -> Page:
        look = {name: options.pop(name) for name in LOOKS if name in options}
        size = options.pop("viewport", SIZE)
        options = {"service_workers": "block", **options}
        page = visitors.come(options)
        come.append((page, options))
        page.context.on("request", asked)
        if size != SIZE:
            page.set_viewport_size(size)
        if look:
            page.emulate_media(**look)
        page.on("pageerror", failed)
        page.on("console", told)
        page.goto(url)
        return page

    yield open_
    origins = {f"{parts.scheme}://{parts.netloc}" for parts in map(urlsplit, watched.requests)}
    for page, options in come:
        page.context.remove_listener("request", asked)
        page.remove_listener("pageerror", failed)
        page.remove_listener("console", told)
        visitors.go(page, options, origins)
    strangers = [
        url for url in watched.requests if not url.startswith(("http://127.0.0.1:", "file://", "data:", "blob:"))
    ]
    assert not strangers
    refused = [error for error in watched.errors if "Content Security Policy" in error or "violates" in error]
    assert not refused
    ours = [error for error in watched.errors if "/assets/rulebook/" in error]
    assert not ours
