"""The page that tries a pasted text: its dice, averages and tables, in the tab alone, without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site, Watched

TEXT = """\
# Ogre

It deals 13 (2d8+5) damage and has 59 (7d10+21) hit points. Three ogres share 4d6kh3 coins; d20s are no dice here.

| d8 | Met |
| --- | --- |
| 1-3 | an ogre |
| 4-6 | 1d4 rats |
| 7-9 | <img src="https://example.org/a.png" onerror="alert(1)"> |
"""
MAX_BYTES = 20_000
"""Of the page's own script; Python for browsers would be 13 million."""


@pytest.fixture
def trying(real_site: Site, open_page: Open, watched: Watched) -> Page:
    page = open_page(f"{real_site.url}/try.html")
    page.locator("#rulebook-try-text").focus()
    expect(page.locator("#rulebook-try-page").get_by_role("button")).not_to_have_count(0)
    return page


def test_what_the_example_comes_to_is_there_before_anything_is_loaded(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/try.html")
    told = ("#rulebook-try-count", "#rulebook-try-findings li")
    before = [page.locator(part).all_inner_texts() for part in told]
    expect(page.locator("#rulebook-try-page").get_by_role("button")).to_have_count(0)
    page.locator("#rulebook-try-text").focus()
    expect(page.locator("#rulebook-try-page").get_by_role("button")).not_to_have_count(0)
    assert [page.locator(part).all_inner_texts() for part in told] == before


def test_the_example_shows_what_it_does(trying: Page) -> None:
    findings = trying.locator("#rulebook-try-findings li")
    expect(findings).to_have_text(
        ["Line 3: 9 is not what 2d6 comes to on average, which is 7", "Line 5: no row has 3 of d6"]
    )
    expect(trying.locator("#rulebook-try-dice tbody tr").first).to_have_text("2d62127")


def test_a_pasted_text_is_tried_without_a_network(trying: Page, watched: Watched) -> None:
    watched.settle(trying)
    before = len(watched.requests)
    trying.context.set_offline(True)
    try:
        trying.locator("#rulebook-try-text").fill(TEXT)
        expect(trying.locator("#rulebook-try-count")).to_have_text("2 findings, 4 different dice")
        expect(trying.locator("#rulebook-try-findings li")).to_have_text(
            ["Line 3: 13 is not what 2d8+5 comes to on average, which is 14", "Line 9: d8 cannot show 9"]
        )
        trying.locator("#rulebook-try-page").get_by_role("button", name="7d10+21").click()
        expect(trying.get_by_role("dialog", name="Roll")).to_contain_text("total")
        trying.keyboard.press("Escape")
        # Mended, the table rolls.
        trying.locator("#rulebook-try-text").fill(TEXT.replace("7-9", "7-8").replace("13 (", "14 ("))
        expect(trying.locator("#rulebook-try-count")).to_have_text("0 findings, 4 different dice")
        trying.locator("#rulebook-try-page th button").click()
        expect(trying.locator("#rulebook-try-page .rulebook-drawn")).not_to_have_count(0)
        # The worker that counts odds has the script again that the page has already.
        assert set(watched.requests[before:]) <= set(watched.requests[:before])
    finally:
        trying.context.set_offline(False)
    # What is pasted is text: no picture, no script.
    assert trying.locator("#rulebook-try-page img").count() == 0


def test_nothing_of_a_text_is_kept(trying: Page) -> None:
    trying.locator("#rulebook-try-text").fill("A secret 4 (1d4) word.")
    expect(trying.locator("#rulebook-try-findings li")).to_have_count(1)
    kept = trying.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])")
    assert "secret" not in kept


def test_the_policy_of_the_site_has_no_place_for_python(trying: Page, watched: Watched) -> None:
    """Why only the page's own script runs here: a policy that is strict lets no WebAssembly run."""
    refused = trying.evaluate(
        "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => '', error => error.name)"
    )
    assert refused == "CompileError"
    watched.errors.clear()


def test_the_script_is_light(real_site: Site) -> None:
    assert (real_site.folder / "try.js").stat().st_size < MAX_BYTES
