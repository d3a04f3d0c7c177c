"""Numbers that only the reader knows, and rolls that are repeated, in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site, build, served

CONFIG = """\
site_name: Checks
use_directory_urls: false
theme: {name: material, font: false}
plugins: [rulebook]
"""
PAGE = "# Checks\n\nClimb with 1d20+STR, or jump with `2d6 + Dex`. Make a hero: `6x4d6kh3`.\n"


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("checks")
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text(PAGE, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")
    with served(folder / "site") as site:
        yield site


@pytest.fixture
def page(checks: Site, open_page: Open) -> Page:
    return open_page(f"{checks.url}/index.html")


def button(page: Page, text: str) -> None:
    page.locator("rulebook-dice > button", has_text=re.compile(f"^{re.escape(text)}$")).click()


def total(page: Page) -> int:
    expect(page.locator(".rulebook-total")).to_have_count(1)
    return int(page.locator(".rulebook-total b").inner_text())


def test_a_value_is_asked_once_and_kept(page: Page, checks: Site, open_page: Open) -> None:
    button(page, "1d20+STR")
    field = page.get_by_role("spinbutton", name="STR")
    expect(field).to_be_focused()
    expect(page.locator(".rulebook-fault")).to_contain_text("your STR is asked for once", ignore_case=True)
    assert page.locator(".rulebook-total").count() == 0
    field.fill("100")
    field.press("Enter")
    assert 101 <= total(page) <= 120
    page.keyboard.press("Escape")
    page.reload()
    button(page, "1d20+STR")
    assert 101 <= total(page) <= 120
    # It can be changed later, behind "More".
    page.get_by_role("button", name="More").click()
    page.get_by_role("spinbutton", name="STR").fill("200")
    page.get_by_role("button", name="Roll again").click()
    assert 201 <= total(page) <= 220


def test_a_link_shows_the_roll_with_the_value_it_was_made_with(page: Page, checks: Site, open_page: Open) -> None:
    address = f"{checks.url}/index.html#roll?system=plain&text=2d6+%2B+Dex&seed=0123456789abcdef01234567&given=DEX%3A30"
    other = open_page(address)
    assert 32 <= total(other) <= 42
    assert other.evaluate("localStorage['rulebook-values']") is None


def test_repeated_rolls_stand_apart(page: Page) -> None:
    button(page, "6x4d6kh3")
    expect(page.locator(".rulebook-total")).to_have_count(6)
    totals = page.locator(".rulebook-total b").all_inner_texts()
    assert all(3 <= int(one) <= 18 for one in totals)
    expect(page.get_by_role("status")).to_contain_text("; ".join(f"total {one}" for one in totals))
