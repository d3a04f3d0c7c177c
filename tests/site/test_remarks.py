"""Remarks in a roll in a real Chromium: the card and the list of rolls show them, and they change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.sites import Open, Site, build, served

CONFIG = "site_name: Hits\nuse_directory_urls: false\ntheme: {name: material, font: false}\nplugins: [rulebook]\n"
ROLLS = ("1d8[slashing]+1d6[fire]", "1d20+5 # attack", "/r 2d6", "d20+7 (Perception)", "1d20 + @{str}")


@pytest.fixture(scope="module")
def hits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("hits")
    (folder / "docs").mkdir()
    text = "# Hits\n\n" + "".join(f"- Roll `{roll}`.\n" for roll in ROLLS)
    (folder / "docs/index.md").write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")
    with served(folder / "site") as site:
        yield site


def test_the_card_and_the_list_of_rolls_show_remarks_and_say_a_roll_once(hits: Site, open_page: Open) -> None:
    page = open_page(f"{hits.url}/index.html")
    page.evaluate(
        "window.heard = []; "
        "new MutationObserver(() => heard.push(document.querySelector('[role=status]')?.textContent))"
        ".observe(document.body, {childList: true, subtree: true, characterData: true})"
    )
    buttons = page.locator("rulebook-dice > button")
    assert buttons.all_inner_texts() == [*ROLLS]
    for number, roll in enumerate(ROLLS[:-1]):
        buttons.nth(number).click()
        expect(page.locator(".rulebook-text").first).to_have_value(roll)
        expect(page.locator(".rulebook-total")).to_have_count(1)
        page.wait_for_function("count => new Set(heard.filter(Boolean)).size > count", arg=number)  # It is said later.
        page.keyboard.press("Escape")
        assert roll in page.evaluate("JSON.parse(sessionStorage['rulebook-rolls'])[0].text")
    heard = [words for words, _ in groupby(words for words in page.evaluate("heard") if words)]
    assert len(heard) == len(ROLLS) - 1, "a roll is said once"


def test_a_name_in_braces_is_a_value_of_the_reader_s(hits: Site, open_page: Open) -> None:
    page = open_page(f"{hits.url}/index.html")
    page.locator("rulebook-dice > button").last.click()
    page.get_by_role("spinbutton", name="STR").fill("100")
    page.keyboard.press("Enter")
    expect(page.locator(".rulebook-total")).to_have_count(1)
    assert int(page.locator(".rulebook-total b").inner_text()) > 100
