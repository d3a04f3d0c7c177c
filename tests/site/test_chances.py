"""The card of a roll: how likely it was, counted in a worker while the page goes on."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import POLICY, Open, Site, Watched, build, made_once, served

MAX_BEFORE = 12 * 1024
"""Bytes of scripts before the first roll, at gzip's level 6."""
MAX_ALL = 45 * 1024
"""The same with the notation, the odds and the log."""
TEXT = "# Dice\n\nTake 2d6+1 harm. Roll 4d6 and drop the lowest, or `3d6!`. Roll `6x2d6`, or 90d20 for a crowd.\n"
TEXT += "\nAttack with `1d20+5 vs 15`, or `4dF`. Roll d20 and add your level. Crowds: `{d866!!+d832!!+d17!!}kh1`.\n"


def make_dice_site(folder: Path) -> None:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/index.md").write_text(TEXT, encoding="utf-8")
    settings = (
        "site_name: Dice\nuse_directory_urls: false\ntheme:\n  name: material\n  font: false\nplugins: [rulebook]\n"
    )
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")


@pytest.fixture(scope="module")
def dice_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "chances", make_dice_site) / "site"


@pytest.fixture(scope="module")
def dice_site(dice_folder: Path) -> Iterator[Site]:
    with served(dice_folder) as site:
        yield site


def rolled(page: Page, words: str) -> int:
    page.locator("rulebook-dice > button", has_text=words).first.click()
    total = page.locator(".rulebook-panel .rulebook-total b")
    expect(total.first).to_be_visible()
    return int(total.first.text_content() or "")


def told(page: Page) -> str:
    expect(page.locator(".rulebook-chances")).to_be_visible()
    return (page.locator(".rulebook-chances > p").first.text_content() or "").replace("\xa0", " ")


def test_a_card_says_how_likely_its_roll_was(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    total = rolled(page, "2d6+1")
    ways = 6 - abs(total - 8)
    words = told(page)
    assert f"exactly {total}: {100 * ways / 36:.1f} %" in words
    assert f"at least {total}: " in words
    assert f"at most {total}: " in words
    assert "mean 8, deviation 2.42" in words
    assert page.locator(".rulebook-chances > p").first.get_attribute("aria-live") == "polite"
    expect(page.locator(".rulebook-chances svg .rulebook-landed")).to_have_count(1)
    page.get_by_label("To beat").fill("12")
    expect(page.locator(".rulebook-chances b")).to_have_text("2.8 %")
    page.get_by_label("To beat").fill("13")
    expect(page.locator(".rulebook-chances b")).to_have_text("0 %")


def test_a_card_that_its_chances_make_too_tall_moves_to_where_all_of_it_is_seen(
    dice_site: Site, open_page: Open
) -> None:
    page = open_page(f"{dice_site.url}/index.html", viewport={"width": 1000, "height": 460})
    rolled(page, "2d6+1")
    told(page)
    page.wait_for_function("""() => {
      const card = document.querySelector('.rulebook-card')
      const {top, bottom} = card.getBoundingClientRect()
      return card.scrollHeight <= card.clientHeight && top >= 0 && bottom <= innerHeight
    }""")


def test_they_are_counted_in_a_worker_and_no_roll_waits_for_them(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    rolled(page, "90d20")
    told(page)
    assert len(page.workers) == 1
    assert re.search(r"/dice\.\w+\.js$", page.workers[0].url)


def test_the_scripts_of_a_roll_its_odds_and_the_log_are_light(
    dice_site: Site, open_page: Open, watched: Watched
) -> None:
    def size() -> int:
        paths = {unquote(urlsplit(url).path)[1:] for url in watched.requests}
        scripts = [path for path in paths if "assets/rulebook/" in path and path.endswith(".js")]
        own = [path for path in scripts if not path.endswith("/theme.js")]  # That of the menu and the search.
        return sum(len(gzip.compress((dice_site.folder / path).read_bytes(), 6)) for path in own)

    page = open_page(f"{dice_site.url}/index.html")
    watched.settle(page)
    assert 0 < size() <= MAX_BEFORE
    rolled(page, "2d6+1")
    told(page)
    page.get_by_role("button", name="Log").click()
    watched.settle(page)
    assert any("/history." in url for url in watched.requests)
    assert MAX_BEFORE < size() <= MAX_ALL


def test_a_roll_is_shown_before_its_odds_are_counted(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html").context.new_page()  # The script would stay in the page of others.
    page.add_init_script("""
      top.held ??= []
      const post = Worker.prototype.postMessage
      Worker.prototype.postMessage = function (...message) { top.held.push(() => post.apply(this, message)) }
    """)
    page.goto(f"{dice_site.url}/index.html")
    rolled(page, "2d6+1")
    page.wait_for_function("() => held.length == 1")
    expect(page.locator(".rulebook-chances")).to_be_hidden()
    page.keyboard.press("Escape")
    rolled(page, "90d20")  # Nor does the next roll wait for the odds of the one before.
    page.wait_for_function("() => held.length == 2")
    expect(page.locator(".rulebook-chances")).to_be_hidden()
    page.evaluate("() => held.forEach(send => send())")
    told(page)
    page.close()


def test_a_sentence_is_rolled_and_what_explodes_has_chances_too(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    total = rolled(page, "4d6 and drop the lowest")
    assert f"at least {total}: " in told(page)
    expect(page.locator(".rulebook-what")).to_have_text("4d6kh3")
    page.keyboard.press("Escape")
    total = rolled(page, "3d6!")
    assert f"at least {total}: " in told(page)
    page.get_by_label("To beat").fill("200")
    expect(page.locator(".rulebook-chances b")).to_have_text("< 0.01 %")
    page.keyboard.press("Escape")
    rolled(page, "6x2d6")
    expect(page.locator(".rulebook-chances")).to_be_hidden()


def test_a_page_in_a_folder_and_one_without_workers_count_too(
    dice_folder: Path, open_page: Open, watched: Watched
) -> None:
    page = open_page((dice_folder / "index.html").as_uri())
    rolled(page, "2d6+1")
    assert "mean 8" in told(page)
    assert len(page.workers) == 1
    with served(dice_folder, f"{POLICY}; worker-src 'none'") as site:
        page = open_page(f"{site.url}/index.html")
        rolled(page, "2d6+1")
        assert "mean 8" in told(page)
        assert not page.workers
    assert any("worker-src" in error for error in watched.errors)
    watched.errors.clear()


SPOKEN = """() => {
  top.spoken = []
  new MutationObserver(changes => {
    for (const { target } of changes) {
      const live = (target.parentElement ?? target).closest('[aria-live]:not([aria-live=off])') ?? target
      const text = live.ariaLive && live.ariaLive !== 'off' && live.innerText
      if (text && spoken.at(-1) !== text) spoken.push(text)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}"""
"""Keep what the live regions of a page say."""


def test_odds_are_told_once_and_again_only_to_who_asks_for_more(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    page.evaluate(SPOKEN)
    total = rolled(page, "2d6+1")
    told(page)
    page.wait_for_timeout(300)
    odds = [text for text in page.evaluate("spoken") if "%" in text]
    assert len(odds) == 1
    assert f"at least {total}: " in odds[0]
    page.get_by_label("To beat").fill("12")
    expect(page.locator(".rulebook-chances b")).to_have_text("2.8 %")
    assert page.evaluate("spoken").count("2.8 %") == 1


def test_a_roll_that_succeeds_or_fails_has_the_chance_of_success(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    page.locator("rulebook-dice > button", has_text="vs 15").click()
    assert told(page) == "success: 55.0 % (11/20)"
    expect(page.get_by_label("To beat")).to_be_hidden()


def test_the_mean_of_dice_around_nothing_is_0(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    rolled(page, "4dF")
    assert "mean 0, deviation 1.63, least -4, most 4" in told(page)


def test_a_value_that_a_sentence_adds_is_asked_and_the_next_dice_have_chances_too(
    dice_site: Site, open_page: Open
) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    page.locator("rulebook-dice > button", has_text="add your level").click()
    page.locator(".rulebook-values input").fill("3")
    page.get_by_role("button", name="Roll", exact=True).first.click()
    assert "mean 13.5" in told(page)
    page.keyboard.press("Escape")
    rolled(page, "2d6+1")
    assert "mean 8" in told(page)


def test_another_expression_is_set_against_it(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    rolled(page, "2d6+1")
    page.get_by_role("button", name="More").click()
    page.get_by_label("Against").select_option("against")
    page.locator("[name=rival]").fill("2d8")
    page.get_by_role("button", name=re.compile("Roll")).first.click()
    expect(page.locator(".rulebook-chances > p").first).to_have_text(
        re.compile(
            r"^win: 36.1 % \(277/768\), tie: 9.2 % \(53/576\), lose: 54.7 % \(1261/2304\)$".replace(" %", r"\s%")
        )
    )


def test_odds_that_are_too_large_are_said_to_be_so_on_the_card(dice_site: Site, open_page: Open) -> None:
    page = open_page(f"{dice_site.url}/index.html")
    rolled(page, "d866!!")
    assert "The dice roll all the same." in told(page)
