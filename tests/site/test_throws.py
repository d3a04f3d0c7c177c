"""Throws of sheets in a real Chromium: by keyboard, judged as Python judges them, off without a script."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from rulebook_rules.systems import load_system
from rulesmod.sheets import said
from tests.shares import whole
from tests.site.sites import Open, Site
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

WIDGETS = [
    pytest.param("dry-cereal", "aid", "dry-cereal/actions.html", {"aid_way": "2", "hinder_way": "1"}, id="aid"),
    pytest.param(
        "cavea", "joint", "cavea/skills.html", {"pools.1.pool": "3:d4", "pools.2.pool": "2:d6/+1"}, id="joint"
    ),
    pytest.param(
        *("cavea", "joint", "cavea/skills.html"),
        {"pools.1.pool": "3:d4", "against": "1", "opposing": "4:d6"},
        id="opposed",
    ),
    pytest.param("sda", "failure", "sda/success.html", {"losses": "2", "rank": "2", "ego_rank": "4"}, id="failure"),
    pytest.param("drama", "opposed", "drama/results.html", {"momentum": "1", "theirs_Rd": "2"}, id="momentum"),
    pytest.param("masque", "save", "masque/persona-options.html", {"trait": "1", "modifier": "3"}, id="save"),
    pytest.param("masque", "surprise", "masque/persona-options.html", {"score": "40"}, id="surprise"),
]
FEW = [param if at < 2 else pytest.param(*param.values, id=param.id, marks=whole) for at, param in enumerate(WIDGETS)]


def fill(page: Page, form: str, values: dict[str, str]) -> None:
    for name, value in values.items():
        field = page.locator(f'{form} [name="{name}"]')
        if field.evaluate("field => field.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)


@pytest.mark.parametrize(("system", "name", "path", "values"), WIDGETS)
def test_dice_are_judged_as_by_the_rules(
    real_site: Site, open_page: Open, system: str, name: str, path: str, values: dict[str, str]
) -> None:
    page = open_page(f"{real_site.url}/{path}")
    game, form = load_system(system), f"#sheet-{name}"
    sheet = next(sheet for sheet in game.sheets if sheet.name == name)
    (throw,) = sheet.throws
    expect(page.locator(f"{form} .rulebook-sheet-off")).to_have_count(0)
    fill(page, form, values)
    button = page.locator(f'{form} [data-throw="{throw.name}"]')
    for _ in range(4):
        button.focus()
        page.keyboard.press("Enter")
        rolls = json.loads(page.evaluate("sessionStorage.getItem('rulebook-rolls')"))
        labels = {item.name: item.label for item in sheet.outcomes}
        landed = {roll["by"]: int(roll["landed"]) for roll in reversed(rolls)}
        results = {pool: landed.get(labels[key], 0) for pool, key in throw.pools.items()}
        words = " ".join(said(sheet, throw, game.notation.language, values, results))
        expect(page.locator(f"{form} .rulebook-thrown .rulebook-verdict")).to_have_text(words)
        expect(page.locator("body > [role=status]")).to_contain_text(words)
    # What is filled in anew was not rolled.
    fill(page, form, {next(iter(values)): "1" if name in ("aid", "opposed") else next(iter(values.values()))})
    expect(page.locator(f"{form} .rulebook-thrown")).to_have_count(0)


def test_there_is_nothing_to_roll_without_dice(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/skills.html")
    button = page.get_by_role("button", name="Roll the attempt")
    expect(button).to_be_disabled()
    page.locator('[name="pools.1.pool"]').fill("2:d4")
    expect(button).to_be_enabled()
    page.locator('[name="pools.1.pool"]').fill("2:d5")
    expect(button).to_be_disabled()


@pytest.mark.parametrize("path", ["dry-cereal/actions.html", "cavea/character.html"])
def test_without_a_script_no_button_offers_what_it_cannot_do(real_site: Site, open_page: Open, path: str) -> None:
    page = open_page(f"{real_site.url}/{path}", java_script_enabled=False)
    expect(page.locator("form.rulebook-sheet").first).to_be_visible()
    # Dice are their words there.
    buttons = page.locator("form.rulebook-sheet button:not(rulebook-dice > button)")
    assert buttons.count()
    assert [button for button in buttons.all() if button.is_visible()] == []


def test_it_is_not_printed(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/dry-cereal/actions.html")
    page.emulate_media(media="print")
    expect(page.locator("#sheet-aid")).to_be_hidden()


@NEEDS_AXE
@pytest.mark.parametrize(("system", "name", "path", "values"), FEW)
def test_it_fits_and_axe_finds_nothing(
    real_site: Site, open_page: Open, system: str, name: str, path: str, values: dict[str, str]
) -> None:
    page = open_page(f"{real_site.url}/{path}", color_scheme="light", reduced_motion="reduce")
    fill(page, f"#sheet-{name}", values)
    page.locator(f"#sheet-{name} [data-throw]").click()
    expect(page.locator(".rulebook-thrown")).to_be_visible()
    for width in (320, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    ready(page)
    assert axe(page, ALL) == []
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
