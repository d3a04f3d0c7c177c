"""What a reader chooses about the dice tray: the key that opens it, and whether dice are heard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.sites import Open, Site, Watched
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

HEARD = """
() => {
  window.knocks = 0
  const {start} = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (...given) { window.knocks++; return start.apply(this, given) }
}
"""
RENDERED = """
async () => {
  const context = new OfflineAudioContext(1, 44100, 44100)
  rulebookSwitches.rattle(context)
  const samples = (await context.startRendering()).getChannelData(0)
  const part = (from, to) => samples.slice(44100 * from, 44100 * to)
  const loud = (from, to) => part(from, to).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return [loud(0, 0.1), loud(0.1, 0.5), loud(0.8, 1)]
}
"""
"""How loud the rattle is when it begins, in its course, and after it."""


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/dry-cereal/actions.html")


def panel(page: Page) -> Any:
    return page.locator(".rulebook-panel")


def opened(page: Page) -> None:
    page.get_by_role("button", name="Dice tray").click()
    expect(page.get_by_label("Key that opens the tray")).to_be_visible()


def test_a_key_opens_and_closes_the_tray(page: Page) -> None:
    page.keyboard.press("d")
    expect(page.locator("#rulebook-expression")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator("#rulebook-expression")).to_have_value("d")  # What is typed in a field is text.
    page.locator(".rulebook-close").focus()
    page.keyboard.press("d")
    expect(panel(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Dice tray")).to_be_focused()


@pytest.mark.parametrize("chord", ["Control+d", "Alt+d", "Meta+d", "D"])
def test_other_keys_do_not(page: Page, chord: str) -> None:
    page.keyboard.press(chord)
    page.wait_for_timeout(300)
    expect(panel(page)).to_have_count(0)


def test_it_does_not_while_one_searches(page: Page) -> None:
    page.keyboard.press("s")
    page.keyboard.type("dodge")
    expect(page.get_by_role("textbox", name="Search")).to_have_value("dodge")
    expect(panel(page)).to_have_count(0)


@pytest.mark.parametrize(("key", "other"), [("", "d"), ("r", "r")])
def test_the_key_is_turned_off_or_changed_and_stays_so(page: Page, key: str, other: str) -> None:
    opened(page)
    page.get_by_label("Key that opens the tray").fill(key)
    page.reload()
    page.keyboard.press("d")
    page.wait_for_timeout(300)
    expect(panel(page)).to_have_count(0)
    page.keyboard.press(other)
    page.wait_for_timeout(300)
    expect(panel(page)).to_have_count(1 if key else 0)


@pytest.mark.parametrize("key", ["f", "S", "/", "n"])
def test_a_key_of_the_theme_is_refused(page: Page, key: str) -> None:
    opened(page)
    field = page.get_by_label("Key that opens the tray")
    field.focus()
    page.keyboard.type(key)
    expect(field).to_have_value("")


def test_dice_are_heard_where_a_reader_asks_for_it(page: Page, real_site: Site, watched: Watched) -> None:
    page.evaluate(HEARD)
    opened(page)
    page.locator(".rulebook-again").click()
    expect(page.locator(".rulebook-faces")).to_be_visible()
    sound = page.get_by_role("checkbox", name="Sound of dice")
    expect(sound).not_to_be_checked()
    assert page.evaluate("knocks") == 0
    sound.check()
    heard = page.evaluate("knocks")
    assert heard >= 3
    page.locator(".rulebook-again").click()
    page.wait_for_function(f"knocks === {2 * heard}")
    # It stays so on other pages, where the first die loads what makes it heard.
    page.goto(f"{real_site.url}/cavea/health.html")
    page.evaluate(HEARD)
    page.locator("rulebook-dice > button").first.click()
    page.wait_for_function(f"knocks === {heard}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("checkbox", name="Sound of dice").uncheck()
    page.locator(".rulebook-again").click()
    page.wait_for_timeout(300)
    assert page.evaluate("knocks") == heard
    assert not [url for url in watched.requests if url.endswith((".mp3", ".ogg", ".wav"))]


def test_the_sound_is_short_and_not_too_loud(page: Page) -> None:
    opened(page)
    at_first, then, afterwards = page.evaluate(RENDERED)
    assert 0.05 < at_first <= 1
    assert 0 < then <= at_first
    assert afterwards < 0.001


def test_without_storage_nothing_breaks(page: Page) -> None:
    page.evaluate("() => { Storage.prototype.getItem = Storage.prototype.setItem = () => { throw Error('off') } }")
    page.keyboard.press("d")
    expect(panel(page)).to_be_visible()
    page.get_by_role("checkbox", name="Sound of dice").check()
    page.locator(".rulebook-again").click()
    expect(page.locator(".rulebook-faces")).to_be_visible()


def test_plain_dice_come_first_and_the_pool_of_the_game_below(page: Page) -> None:
    opened(page)
    tops = [
        page.locator(each).first.bounding_box()["y"]  # type: ignore[index]
        for each in (".rulebook-taps", "#rulebook-expression", ".rulebook-switches")
    ]
    assert tops == sorted(tops)


@pytest.mark.parametrize("moves", ["no-preference", "reduce"])
def test_dice_tumble_unless_a_reader_wants_less_motion(real_site: Site, open_page: Open, moves: str) -> None:
    page = open_page(f"{real_site.url}/cavea/health.html", reduced_motion=moves)
    page.locator("rulebook-dice > button").first.click()
    tumbling = page.locator(".rulebook-faces svg").first.evaluate("face => getComputedStyle(face).animationName")
    assert tumbling == ("rulebook-tumble" if moves == "no-preference" else "none")


@NEEDS_AXE
def test_axe_finds_nothing_in_the_switches(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page)
    page.get_by_role("checkbox", name="Sound of dice").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    ready(page)
    assert axe(page, ALL) == []
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
