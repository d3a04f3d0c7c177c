"""A book in each look: read in the light and in the dark, wide and narrow, printed, and by its writer's own values."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from rulebook_rules.settings.looks import LOOKS
from tests.shares import shares
from tests.site.looks import make_site
from tests.site.sites import Open, Site, made_once, served
from tests.site.states import ALL, NEEDS_AXE, axe, ready

BOOKS = (*LOOKS, "own")
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(made_once(tmp_path_factory, "looks", make_site) / "site") as site:
        yield site


def style(page: Page, selector: str, name: str, pseudo: str = "") -> str:
    return str(
        page.locator(selector).first.evaluate(
            "(element, [pseudo, name]) => getComputedStyle(element, pseudo)[name]", [pseudo, name]
        )
    )


@NEEDS_AXE
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("book", shares(BOOKS, seen=2))
def test_everybody_can_read_it(looks: Site, open_page: Open, book: str, scheme: str) -> None:
    for path in ("rolls", "index"):
        page = open_page(f"{looks.url}/{book}/{path}.html", viewport=WIDE, color_scheme=scheme)
        expect(page.locator("body")).to_have_attribute(
            "data-md-color-scheme", "default" if scheme == "light" else "slate"
        )
        ready(page)
        assert axe(page, ALL) == []
        page.set_viewport_size(NARROW)
        assert axe(page, ALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def test_each_look_is_its_own(looks: Site, open_page: Open) -> None:
    seen = set()
    for book in BOOKS:
        page = open_page(f"{looks.url}/{book}/rolls.html", viewport=WIDE)
        parts = (("body", "backgroundColor"), ("h1", "fontFamily"), ("article .stat-card", "borderTopStyle"))
        more = (("article .stat-card", "boxShadow"), ("thead th", "backgroundColor"), (".admonition", "borderTop"))
        seen.add(tuple(style(page, *part) for part in (*parts, *more)))
        drop = style(page, "h1 ~ p", "float", "::first-letter")
        assert drop == ("left" if book in ("parchment", "ink") else "none"), book
        assert page.locator("link[rel=stylesheet][href*='/look-']").count() == 1
    assert len(seen) == len(BOOKS)


@pytest.mark.parametrize("book", shares(BOOKS, seen=2))
def test_a_book_without_a_picture_has_a_cover_of_its_look(looks: Site, open_page: Open, book: str) -> None:
    page = open_page(f"{looks.url}/{book}/index.html", viewport=WIDE)
    assert style(page, ".rulebook-line", "float", "::first-letter") == "none"
    cover = page.locator(".rulebook-start > img")
    expect(cover).to_have_attribute("src", f"../assets/rulebook/look-{book}.svg")
    assert cover.evaluate("image => image.complete && image.naturalWidth > 0")
    page = open_page(f"{looks.url}/index.html", viewport=WIDE)
    assert page.locator(f".rulebook-shelf img[src$='look-{book}.svg']").evaluate("image => image.naturalWidth > 0")


def test_print_has_the_look_of_the_site(looks: Site, open_page: Open) -> None:
    for book in ("parchment", "neon"):
        page = open_page(f"{looks.url}/{book}/rolls.html", viewport=WIDE)
        on_page = [style(page, ".stat-card", name) for name in ("borderTop", "boxShadow")]
        face = style(page, "h1", "fontFamily")
        page = open_page(f"{looks.url}/{book}/print.html", viewport=WIDE)
        page.emulate_media(media="print")
        assert [style(page, ".stat-card", name) for name in ("borderTop", "boxShadow")] == on_page
        assert style(page, ".chapter h1", "fontFamily") == face


def test_colours_are_moved_until_they_can_be_read(looks: Site) -> None:
    [sheet] = looks.folder.glob("assets/rulebook/look-own-*.css")
    text = sheet.read_text(encoding="utf-8")
    assert "--md-default-bg-color:#ffee88" in text
    assert not re.search("--md-default-fg-color:#998833|--rulebook-accent:#ffff00", text.partition("slate")[0])
