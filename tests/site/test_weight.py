"""The first visit of a page: its weight as a host sends it, and how soon the keyboard is in its text."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.shares import whole
from tests.site.sites import Open, Site, Watched

MAX_WEIGHT = 130_000
"""Bytes of all that a page asks for, with what can be packed at gzip's level 6."""
HEAVY = {
    "masque/persona-options.html": 162_000,
    "masque/bestiary.html": 141_000,
    "masque/the-stage.html": 137_000,
    "cavea/skills.html": 152_000,
    "cavea/character.html": 148_000,
    "sda/success.html": 152_000,
    "sda/tests.html": 151_000,
    "dry-cereal/actions.html": 152_000,
    "dry-cereal/characters.html": 150_000,
    "drama/results.html": 151_000,
    "drama/building-a-pool.html": 150_000,
    "guide/live.html": 224_000,
    "guide/dice.html": 146_000,
    "try.html": 157_000,
}
"""Pages that are too heavy today: a sheet loads what rolls, and so does a page to try; pictures; a long table."""
PACKED = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})


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
    assert {name: each for name, each in weights.items() if each > HEAVY.get(name, MAX_WEIGHT)} == {}


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
