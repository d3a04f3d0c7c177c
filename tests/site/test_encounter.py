"""The encounter: monsters of cards and lists with number, hit points, initiative and dice, kept in the browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site, Watched
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

PHONE: Any = {"width": 390, "height": 844}


@pytest.fixture
def page(real_site: Site, open_page: Open) -> Page:
    page = open_page(f"{real_site.url}/masque/bestiary.html", viewport={"width": 1280, "height": 900})
    page.locator(".entry-list").hover()  # Its scripts come with its first use.
    expect(page.get_by_role("button", name="Add Goblin to the encounter")).to_be_visible()
    return page


def encounter(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Encounter")


def add(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=f"Add {name} to the encounter").click()
        expect(page.locator("body > [role=status]")).to_contain_text(f"{name} in the encounter")


def opened(page: Page) -> Locator:
    page.get_by_role("button", name="Encounter", exact=True).click()
    expect(encounter(page)).to_be_visible()
    return encounter(page).locator("li")


def test_monsters_are_added_from_the_list_and_counted(page: Page) -> None:
    add(page, "Goblin", "Troll")
    lines = opened(page)
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Goblin × 1")
    page.get_by_role("button", name="One Goblin more").click()
    expect(lines.first).to_contain_text("Goblin × 2")
    expect(page.get_by_role("button", name="One Goblin more")).to_be_focused()
    for _ in range(2):
        page.get_by_role("button", name="One Goblin less").click()
    expect(lines).to_have_count(1)


def test_hits_are_tapped_and_the_highest_initiative_comes_first(page: Page) -> None:
    add(page, "Goblin", "Troll")
    lines = opened(page)
    for _ in range(2):
        page.get_by_role("button", name="Goblin: one hit point more").press("Enter")
    expect(lines.first.locator("output")).to_have_text("hits: 2")
    page.get_by_label("Initiative of Troll").fill("12")
    page.get_by_label("Initiative of Troll").press("Tab")
    expect(lines.first).to_contain_text("Troll")
    page.reload()
    page.locator(".entry-list").hover()
    lines = opened(page)
    expect(lines.first.get_by_label("Initiative of Troll")).to_have_value("12")
    expect(lines.last.locator("output")).to_have_text("hits: 2")


def test_hit_points_of_a_card_are_tapped_down(page: Page) -> None:
    """As in a game whose cards tell them."""
    page.evaluate("document.querySelector('.stat-card:has(#troll) dt').textContent = 'Hit points'")
    add(page, "Troll")
    lines = opened(page)
    expect(lines.locator("output")).to_have_text("18/18")
    less = page.get_by_role("button", name="Troll: one hit point less")
    for _ in range(19):
        less.press("Enter")
    expect(lines.locator(".rulebook-down output")).to_have_text("0/18")
    page.get_by_role("button", name="One Troll more").click()
    expect(lines.locator("output")).to_have_text(["0/18", "18/18"])


def test_its_dice_roll_by_the_rules_of_the_game_on_any_page(page: Page, real_site: Site) -> None:
    add(page, "Goblin")
    page.goto(f"{real_site.url}/cavea/health.html")
    page.get_by_role("button", name="Dice tray").click()
    lines = opened(page)
    lines.get_by_role("button", name="d4 |d6 least max").click()
    expect(lines.locator(".rulebook-verdict")).to_contain_text(re.compile("verage|Nullified"))
    expect(page.locator(".rulebook-log li").first).to_contain_text("Goblin d4 |d6 least max")
    lines.get_by_role("link", name="Goblin").click()
    expect(page.locator("#goblin")).to_be_in_viewport()


def test_all_of_them_go_to_the_stage(page: Page) -> None:
    add(page, "Goblin", "Ogre")
    opened(page)
    page.get_by_role("button", name="One Goblin more").click()
    encounter(page).get_by_role("link", name="Put them on the stage").click()
    actors = page.locator(".rulebook-stage-actors tbody th")
    expect(actors).to_have_count(4)
    assert {name.split()[0] for name in actors.all_text_contents()} == {"Lancer", "Goblin", "Ogre"}


def test_a_card_in_the_text_adds_its_monster(page: Page, real_site: Site) -> None:
    page.goto(f"{real_site.url}/masque/a-set-to-by-example.html")
    page.locator("article p > a.rulebook-term[href$='bestiary.html#orc']").first.hover()
    page.get_by_role("button", name="Add to the encounter").click()
    expect(page.locator("body > [role=status]")).to_contain_text("Orc in the encounter: 1")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dice tray").click()
    expect(opened(page).first).to_contain_text("Orc × 1")


def test_removing_all_leaves_a_sentence(page: Page) -> None:
    add(page, "Goblin")
    opened(page)
    page.get_by_role("button", name="Remove all").click()
    expect(encounter(page)).to_contain_text("Add monsters from their cards.")
    page.keyboard.press("Escape")
    expect(encounter(page)).to_be_hidden()


@pytest.mark.parametrize(
    "data",
    ["{", "7", "[null]", '[{"name": 7}]', json.dumps([
        {"name": "x", "href": "https://elsewhere.example/", "system": "masque", "stage": "", "initiative": "",
         "full": None, "hits": [0], "rolls": []}
    ])],
)  # fmt: skip
def test_what_others_have_stored_is_no_fighter(page: Page, data: str) -> None:
    page.evaluate("data => localStorage.setItem('rulebook-encounter', data)", data)
    page.reload()
    page.locator(".entry-list").hover()
    expect(opened(page)).to_have_count(0)


def test_it_is_loaded_when_asked_for(page: Page, watched: Watched) -> None:
    assert not [url for url in watched.requests if "/encounter." in url]
    add(page, "Goblin")
    assert len({url for url in watched.requests if "/encounter." in url}) == 1


@NEEDS_AXE
@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}])
def test_it_fits_and_axe_finds_nothing(page: Page, size: Any) -> None:
    add(page, "Goblin", "Troll")
    page.set_viewport_size(size)
    lines = opened(page)
    page.get_by_role("button", name="One Goblin more").click()
    lines.first.locator(".rulebook-rolls button").first.click()
    expect(lines.locator(".rulebook-faces")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    ready(page)
    assert axe(page, ALL) == []
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
