"""The drawer of the dice tray: what saved characters roll, and presets, on every page of their game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site, Watched
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

RAYUS: dict[str, Any] = {
    "id": "r1",
    "name": "Rayus",
    "values": {"name": "Rayus"},
    "rolls": [["Body Strength", "1:d20"], ["Dodging", "1:d8"]],
}
MIRA: dict[str, Any] = {"id": "m1", "name": "Mira", "values": {}, "rolls": [["Dodging", "2:d6"]]}


def save(page: Page, *characters: dict[str, Any], key: str = "cavea:character") -> None:
    data = json.dumps({"open": characters[0]["id"], "list": characters})
    page.evaluate("([key, data]) => localStorage.setItem(key, data)", [f"rulebook-characters:{key}", data])


def drawer(page: Page) -> Locator:
    return page.locator(".rulebook-drawer")


def opened(page: Page) -> Locator:
    page.get_by_role("button", name="Dice tray").click()
    expect(page.locator(".rulebook-panel .rulebook-again")).to_be_visible()
    return drawer(page)


def rolls(page: Page) -> Locator:
    return drawer(page).locator(".rulebook-drawer-roll")


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/cavea/health.html")


def test_a_character_of_the_sheet_rolls_on_other_pages(real_site: Site, page: Page) -> None:
    page.goto(f"{real_site.url}/cavea/character.html")
    for key, value in {"name": "Rayus", "skills.1.skill": "Dodging", "skills.1.pool": "1:d8"}.items():
        page.locator(f'[name="{key}"]').fill(value)
    expect(page.locator(".rulebook-kept")).to_have_text("Saved in this browser as Rayus.")
    page.goto(f"{real_site.url}/cavea/health.html")
    opened(page)
    expect(drawer(page).locator("summary")).to_have_text("Rolls of Rayus")
    rolls(page).filter(has_text="Dodging").click()
    panel = page.locator(".rulebook-panel")
    expect(panel).to_contain_text("Rayus · Dodging: 1:d8")
    expect(panel.locator(".rulebook-faces li")).to_have_count(1)
    expect(page.locator(".rulebook-log")).to_contain_text("Rayus · Dodging")


def test_a_starred_roll_is_a_preset_and_stays_as_its_character_is(real_site: Site, page: Page) -> None:
    save(page, RAYUS, MIRA)
    opened(page)
    star = drawer(page).get_by_role("button", name="Preset: Rayus · Dodging")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.focus()
    page.keyboard.press("Enter")
    expect(star.first).to_have_attribute("aria-pressed", "true")
    expect(star.first).to_be_focused()
    save(page, {**RAYUS, "rolls": [["Dodging", "3:d8"]]}, MIRA)
    page.goto(f"{real_site.url}/cavea/skills.html")
    opened(page)
    expect(rolls(page).first).to_have_text("Rayus · Dodging 3:d8")
    rolls(page).first.click()
    expect(page.locator(".rulebook-panel")).to_contain_text("Rayus · Dodging: 3:d8")
    star.first.click()
    expect(rolls(page)).to_have_text(["Dodging 3:d8"])


def test_any_roll_becomes_a_preset(page: Page) -> None:
    opened(page)
    expect(rolls(page)).to_have_count(0)
    page.locator("#rulebook-expression").fill("2:d4")
    page.locator(".rulebook-again").click()
    page.get_by_role("button", name="Save as preset").click()
    expect(rolls(page)).to_have_text(["2:d4 2:d4"])
    page.reload()
    opened(page)
    expect(rolls(page)).to_have_text(["2:d4 2:d4"])
    drawer(page).get_by_role("button", name="Preset: 2:d4").click()
    expect(rolls(page)).to_have_count(0)


def test_a_preset_that_cannot_be_saved_is_not_said_to_be(page: Page) -> None:
    opened(page)
    page.locator(".rulebook-again").click()
    page.evaluate("() => { Storage.prototype.setItem = () => { throw Error('x') } }")
    page.get_by_role("button", name="Save as preset").click()
    expect(page.locator("body > [role=status]")).to_have_text("This browser saves nothing.")
    expect(page.get_by_role("button", name="Save as preset")).to_be_visible()
    expect(rolls(page)).to_have_count(0)


def test_one_of_several_is_chosen(page: Page) -> None:
    save(page, RAYUS, MIRA)
    opened(page)
    drawer(page).get_by_label("Character").select_option("Mira")
    expect(rolls(page)).to_have_text(["Dodging 2:d6"])
    expect(drawer(page).get_by_label("Character")).to_be_focused()


def test_characters_are_of_their_game_alone(real_site: Site, page: Page) -> None:
    save(page, RAYUS)
    page.goto(f"{real_site.url}/masque/bestiary.html")
    opened(page)
    expect(rolls(page)).to_have_count(0)
    page.get_by_label("Game").select_option("Cavea")
    expect(rolls(page)).to_have_count(2)


def test_it_is_loaded_with_the_tray_and_not_with_a_roll(page: Page, watched: Watched) -> None:
    save(page, RAYUS)
    page.locator("rulebook-dice > button").first.click()
    expect(page.locator(".rulebook-panel")).to_be_visible()
    assert not [url for url in watched.requests if "/drawer." in url]
    page.keyboard.press("Escape")
    opened(page)
    expect(rolls(page)).to_have_count(2)
    assert len({url for url in watched.requests if "/drawer." in url}) == 1


def test_plain_dice_are_tapped_together(page: Page) -> None:
    opened(page)
    taps = drawer(page).get_by_role("group", name="Plain dice")
    text = page.locator("#rulebook-expression")
    for die in ("d6", "d6", "d20"):
        taps.get_by_role("button", name=die, exact=True).click()
    expect(text).to_have_value("2d6+1d20")
    expect(page.get_by_label("Game").locator("option:checked")).to_have_text("Plain dice")
    for _ in range(3):
        taps.get_by_role("button", name="Modifier up").click()
    expect(text).to_have_value("2d6+1d20+3")
    taps.get_by_role("button", name="d4", exact=True).focus()
    page.keyboard.press("Enter")
    expect(text).to_have_value("1d4+2d6+1d20+3")
    expect(taps.get_by_role("button", name="d4", exact=True)).to_be_focused()
    page.locator(".rulebook-again").click()
    expect(page.locator(".rulebook-faces li")).to_have_count(4)


@pytest.mark.parametrize(
    ("path", "text", "up", "down"),
    [
        ("dry-cereal/index", "2d6", "2d6+1", "2d6-1"),
        ("dry-cereal/index", "2d6-1", "2d6", "2d6-2"),
        ("cavea/health", "2:d4/1:d8", "2:d4/1:d8/+1", "2:d4/1:d8/-1"),
        ("cavea/health", "1:d8/+1", "1:d8/+2", "1:d8"),
        ("drama/dice", "4Bd", "4Bd", "4Bd"),
    ],
)
def test_the_modifier_of_any_game_is_stepped(
    real_site: Site, page: Page, path: str, text: str, up: str, down: str
) -> None:
    page.goto(f"{real_site.url}/{path}.html")
    opened(page)
    field = page.locator("#rulebook-expression")
    for name, wanted in (("Modifier up", up), ("Modifier down", down)):
        field.fill(text)
        page.get_by_role("button", name=name).click()
        expect(field).to_have_value(wanted)


def test_plain_dice_leave_the_characters_of_the_game(page: Page) -> None:
    save(page, RAYUS)
    opened(page)
    drawer(page).get_by_role("button", name="d8", exact=True).click()
    expect(page.locator("#rulebook-expression")).to_have_value("1d8")
    rolls(page).first.click()
    expect(page.locator(".rulebook-panel")).to_contain_text("Rayus · Body Strength: 1:d20")
    expect(page.get_by_label("Game").locator("option:checked")).to_have_text("Cavea")


@pytest.mark.parametrize("data", ["{", "7", '{"list": [null, {"name": 7}, {"name": "x", "values": {}, "rolls": [7]}]}'])
def test_what_others_have_stored_does_no_harm(page: Page, data: str) -> None:
    page.evaluate("data => localStorage.setItem('rulebook-characters:cavea:character', data)", data)
    page.evaluate("data => localStorage.setItem('rulebook-presets:cavea', data)", data)
    opened(page)
    expect(rolls(page)).to_have_count(0)


@NEEDS_AXE
def test_axe_finds_nothing_in_it(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/health.html", color_scheme="light", reduced_motion="reduce")
    save(page, RAYUS, MIRA)
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page)
    drawer(page).get_by_role("button", name="Preset: Rayus · Dodging").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    ready(page)
    assert axe(page, ALL) == []
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
