"""Character aids in a real Chromium: filled in by keyboard, saved, kept in the link, printed; without a script too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook_rules.systems import load_system
from rulesmod.sheets import work_out
from tests.sheets.filled import filled
from tests.site.sites import Open, Site
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready

HERO = {
    "attributes.bSt.pool": "2:d8/1:d10/2:d12/1:d20",
    "attributes.bEn.pool": "3:d6/2:d12/2:d20",
    "skills.1.skill": "Moving <b>Silently</b>",
    "skills.1.pool": "3:d8/2:d10/3:d20",
}
PAGES = {
    "cavea": "cavea/character.html",
    "drama": "drama/building-a-pool.html",
    "dry-cereal": "dry-cereal/characters.html",
    "sda": "sda/tests.html",
}


ENTERED = """
inputs => Object.entries(inputs).forEach(([key, value]) => {
  const field = document.querySelector(`[name="${key}"]`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
})
"""
"""All fields of a sheet filled in at once."""


@pytest.fixture
def sheet(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/cavea/character.html")


def outcome(page: Page, key: str) -> Locator:
    return page.locator(f'[data-outcome="{key}"]')


def test_what_is_wrong_is_told_at_its_field(sheet: Page) -> None:
    earned = sheet.get_by_label("Advancement Points earned")
    earned.fill("-1")
    fault = sheet.locator(".rulebook-sheet-field .rulebook-fault")
    expect(fault).to_contain_text("A whole number from 0 to 100000")
    expect(fault).to_have_css("position", "static")
    expect(fault).not_to_have_css("text-decoration-style", "wavy")
    assert earned.get_attribute("aria-describedby") == fault.get_attribute("id")
    fault.get_by_role("button", name="0", exact=True).click()
    expect(earned).to_have_value("0")
    expect(earned).to_be_focused()
    expect(fault).to_have_count(0)


def fill(page: Page, values: dict[str, str]) -> None:
    for name, value in values.items():
        page.locator(f'[name="{name}"]').fill(value)


def test_it_works_itself_out(sheet: Page) -> None:
    expect(outcome(sheet, "health")).to_have_text("6")
    fill(sheet, HERO)
    expect(outcome(sheet, "attributes.bSt.hp")).to_have_text("23")
    expect(outcome(sheet, "attributes.bEn.hp")).to_have_text("35")
    expect(outcome(sheet, "health")).to_have_text(str(23 + 35 + 4))
    expect(outcome(sheet, "skills.1.cost")).to_have_text(str(3 * 75 + 2 * 45 + 3 * 10))
    expect(sheet.locator(".rulebook-sheet-off")).to_have_count(0)


def test_results_are_announced_once_and_politely(sheet: Page) -> None:
    sheet.locator('[name="attributes.bSt.pool"]').fill("2:d8/1:d20")
    status = sheet.get_by_role("status")
    expect(status).to_contain_text("Body Strength Health Points: 13")
    expect(status).to_contain_text("Health Points: 18")


def test_by_keyboard_alone(sheet: Page) -> None:
    sheet.locator('[name="name"]').focus()
    sheet.keyboard.press("Tab")
    expect(sheet.locator('[name="attributes.mSt.pool"]')).to_be_focused()
    sheet.keyboard.press("Control+A")
    sheet.keyboard.type("1:d8")
    expect(outcome(sheet, "attributes.mSt.hp")).to_have_text("6")
    sheet.keyboard.press("Tab")
    sheet.keyboard.press("Enter")
    panel = sheet.get_by_role("dialog", name="Level pool")
    expect(panel).to_be_visible()
    expect(panel.locator("#rulebook-expression")).to_have_value("1:d8")
    sheet.keyboard.press("Escape")
    expect(sheet.locator('[data-outcome="attributes.mSt.roll"]')).to_be_focused()


def test_the_link_keeps_it(sheet: Page, open_page: Open) -> None:
    fill(sheet, HERO)
    sheet.wait_for_url(re.compile(r"#sheet\?"))
    again = open_page(sheet.url)
    for name, value in HERO.items():
        expect(again.locator(f'[name="{name}"]')).to_have_value(value)
    expect(outcome(again, "health")).to_have_text(outcome(sheet, "health").inner_text())
    again.get_by_role("button", name="Start over").click()
    expect(again.locator('[name="skills.1.pool"]')).to_have_value("")
    again.wait_for_url(re.compile(r"character\.html$"))


@pytest.mark.parametrize(
    "query",
    [
        "attributes.bSt.pool=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
        "earned=-5",
        "earned=1e9",
        "nobody=1&__proto__=2&skills.99.pool=1:d4",
    ],
)
def test_a_link_cannot_bring_in_anything_else(real_site: Site, open_page: Open, query: str) -> None:
    page = open_page(f"{real_site.url}/cavea/character.html#sheet?sheet=character&{query}")
    expect(page.locator(".rulebook-sheet")).to_be_visible()
    assert page.locator(".rulebook-sheet img").count() == 0
    known = "nobody" in query
    expect(page.locator(".rulebook-sheet .rulebook-fault")).to_have_count(0 if known else 1)
    expect(outcome(page, "health")).to_have_text("–" if "bSt" in query else "6")


def test_a_fault_spoils_only_what_needs_its_field(sheet: Page) -> None:
    fill(sheet, {"attributes.bSt.pool": "2:d7", "skills.1.pool": "1:d8"})
    cell = sheet.locator('td:has([name="attributes.bSt.pool"])')
    expect(cell.locator(".rulebook-fault")).to_contain_text("7 cannot")
    expect(sheet.locator('[name="attributes.bSt.pool"]')).to_have_attribute("aria-invalid", "true")
    for key, text in {"attributes.bSt.hp": "–", "health": "–", "attributes.bEn.hp": "1", "for_skills": "75 AP"}.items():
        expect(outcome(sheet, key)).to_have_text(text)
    expect(outcome(sheet, "attributes.bSt.roll")).to_be_hidden()
    expect(outcome(sheet, "skills.1.roll")).to_be_visible()
    expect(sheet.get_by_role("status")).to_contain_text("Body Strength: Level Pool: 2:d7 7 cannot")
    cell.get_by_role("button", name="2:d8", exact=True).click()
    expect(sheet.locator(".rulebook-sheet .rulebook-fault")).to_have_count(0)
    expect(outcome(sheet, "health")).to_have_text(str(12 + 5))


def test_a_roll_says_whose_it_is_and_of_what(sheet: Page) -> None:
    fill(sheet, {"name": "Rayus", "skills.1.skill": "Dodging", "skills.1.pool": "1:d8"})
    outcome(sheet, "skills.1.roll").click()
    expect(sheet.locator(".rulebook-panel")).to_contain_text("Rayus · Dodging: 1:d8")
    expect(sheet.locator(".rulebook-log")).to_contain_text("Rayus · Dodging")
    sheet.keyboard.press("Escape")
    outcome(sheet, "attributes.bSt.roll").click()
    expect(sheet.locator(".rulebook-panel")).to_contain_text("Rayus · Body Strength: 1:d20")


def test_a_limit_is_told(sheet: Page) -> None:
    fill(sheet, {"earned": "5", "skills.1.pool": "1:d20"})
    expect(sheet.locator(".rulebook-sheet .rulebook-fault")).to_have_text("More is spent than was earned")


def test_long_odds_never_hold_up_the_page(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/{PAGES['drama']}")
    page.locator(".rulebook-sheet").hover()
    page.wait_for_function("globalThis.rulebookDice !== undefined")
    odds = page.locator("[data-goal]")
    start = odds.inner_text()
    typed = page.evaluate(
        """() => {
            for (const field of document.querySelectorAll('[name="risk"], [name="passion"]')) {
                field.value = 20
                field.dispatchEvent(new Event('input', { bubbles: true }))
            }
            return document.querySelector('[data-goal]').textContent
        }"""
    )
    assert typed.endswith(" …")
    expect(odds).to_contain_text("exact odds of these dice take too long")
    page.get_by_role("button", name="Start over").click()
    expect(odds).to_have_text(start)


def test_without_a_script_it_says_so_and_shows_its_tables(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/cavea/character.html", java_script_enabled=False)
    expect(page.locator(".rulebook-sheet-off")).to_contain_text("Without JavaScript")
    expect(page.locator('[name="attributes.bSt.pool"]')).to_be_disabled()
    page.get_by_text("What the sheet counts with", exact=True).click()
    expect(page.locator(".rulebook-sheet .rulebook-table").first).to_be_visible()


@pytest.mark.parametrize("system", PAGES)
def test_every_sheet_gives_what_python_gives(real_site: Site, open_page: Open, system: str) -> None:
    page = open_page(f"{real_site.url}/{PAGES[system]}")
    game = load_system(system)
    expect(page.locator(".rulebook-sheet-off")).to_have_count(0)
    sheet = next(item for item in game.sheets if page.locator(f"#sheet-{item.name}").count())
    for seed in range(4):
        inputs = {key: str(value) for key, value in filled(sheet, system, Random(seed)).items()}
        page.get_by_role("button", name="Start over").click()
        page.evaluate(ENTERED, inputs)
        worked = work_out(sheet, game.notation.language, inputs)
        expect(page.locator(".rulebook-sheet .rulebook-fault")).to_have_count(len(worked.broken))
        shown = page.locator("[data-outcome]").evaluate_all(
            "all => all.map(({dataset, textContent}) => [dataset.outcome, dataset.text ?? '{}', textContent])"
        )
        assert {key: text for key, _, text in shown} == {
            key: text.format(worked.outcomes[key]) for key, text, _ in shown
        }
        assert len(shown) == len(worked.outcomes)


@NEEDS_AXE
@pytest.mark.parametrize("system", PAGES)
def test_it_fits_and_axe_finds_nothing(real_site: Site, open_page: Open, system: str) -> None:
    page = open_page(f"{real_site.url}/{PAGES[system]}", color_scheme="light", reduced_motion="reduce")
    if system == "cavea":
        fill(page, {**HERO, "earned": "-5", "attributes.mSt.pool": "2:d7", "skills.2.pool": "x"})
    for width in (320, 390, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator(".rulebook-sheet").bounding_box()
        ends = page.locator(".rulebook-sheet :is(input, select, button)").evaluate_all(
            "fields => fields.map(field => field.getBoundingClientRect().right)"
        )
        assert box
        assert max(ends) <= box["x"] + box["width"] + 1
    ready(page)
    assert axe(page, ALL) == []
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []


def test_in_print_it_keeps_its_values_and_loses_its_buttons(sheet: Page, tmp_path: Path) -> None:
    fill(sheet, HERO)
    sheet.emulate_media(media="print")
    expect(sheet.locator('[name="attributes.bSt.pool"]')).to_be_visible()
    expect(sheet.get_by_role("button", name="Copy link")).to_be_hidden()
    expect(sheet.locator('[data-outcome="health"]')).to_be_visible()


def kept(page: Page) -> Locator:
    return page.locator(".rulebook-kept")


def names(page: Page) -> Locator:
    return page.locator(".rulebook-roster .rulebook-name")


def open_roster(page: Page) -> None:
    page.locator(".rulebook-roster summary").click()


SHEET = "cavea/character.html"


def test_a_character_is_there_again_at_the_next_visit(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/{SHEET}")
    expect(kept(page)).to_have_text("With a name it is saved in this browser.")
    fill(page, {"name": "Rayus", **HERO})
    expect(kept(page)).to_have_text("Saved in this browser as Rayus.")
    page.goto(f"{real_site.url}/cavea/health.html")
    page.goto(f"{real_site.url}/{SHEET}")
    for key, value in {"name": "Rayus", **HERO}.items():
        expect(page.locator(f'[name="{key}"]')).to_have_value(value)
    expect(outcome(page, "attributes.bSt.hp")).to_have_text("23")
    page.get_by_role("button", name="Start over").click()
    fill(page, {"name": "Mira"})
    expect(kept(page)).to_have_text("Saved in this browser as Mira.")
    expect(page.locator(".rulebook-roster summary")).to_have_text("Characters in this browser (2)")
    open_roster(page)
    names(page).get_by_text("Rayus").click()
    expect(page.locator('[name="skills.1.pool"]')).to_have_value(HERO["skills.1.pool"])
    expect(names(page).locator("xpath=self::*[@aria-current]")).to_have_text("Rayus")


def test_what_was_typed_just_now_is_saved_as_the_page_is_left(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/{SHEET}")
    fill(page, {"name": "Hasty"})
    page.goto(f"{real_site.url}/cavea/health.html")
    page.goto(f"{real_site.url}/{SHEET}")
    expect(page.locator('[name="name"]')).to_have_value("Hasty")


def test_characters_are_copied_renamed_and_deleted_by_keyboard(sheet: Page) -> None:
    fill(sheet, {"name": "Rayus", "skills.1.pool": "1:d8"})
    expect(kept(sheet)).to_contain_text("Rayus")
    sheet.locator(".rulebook-roster summary").focus()
    for key in ("Enter", "Tab", "Tab", "Enter"):
        sheet.keyboard.press(key)
    expect(names(sheet)).to_have_text(["Rayus", "Rayus 2"])
    expect(names(sheet).nth(1)).to_be_focused()
    expect(sheet.locator('[name="name"]')).to_have_value("Rayus 2")
    for key in ("Tab", "Tab", "Enter"):
        sheet.keyboard.press(key)
    sheet.keyboard.type("Mira")
    sheet.keyboard.press("Enter")
    expect(names(sheet)).to_have_text(["Rayus", "Mira"])
    expect(sheet.locator('[name="name"]')).to_have_value("Mira")
    for key in ("Tab", "Tab", "Tab", "Enter"):
        sheet.keyboard.press(key)
    expect(names(sheet)).to_have_text(["Rayus"])
    expect(sheet.locator('[name="skills.1.pool"]')).to_have_value("")
    expect(sheet.get_by_role("status")).to_have_text("Mira is deleted.")
    sheet.keyboard.press("Enter")  # Undo has the focus.
    expect(names(sheet)).to_have_text(["Rayus", "Mira"])
    expect(sheet.locator('[name="skills.1.pool"]')).to_have_value("1:d8")


def test_all_are_deleted_and_come_back(sheet: Page) -> None:
    fill(sheet, {"name": "Rayus"})
    expect(kept(sheet)).to_contain_text("Rayus")
    open_roster(sheet)
    sheet.get_by_role("button", name="Copy Rayus").click()
    sheet.get_by_role("button", name="Delete all").click()
    expect(names(sheet)).to_have_count(0)
    expect(sheet.get_by_role("button", name="Export")).to_be_disabled()
    sheet.get_by_role("button", name="Undo").click()
    expect(names(sheet)).to_have_text(["Rayus", "Rayus 2"])


def test_a_file_takes_characters_elsewhere(sheet: Page, tmp_path: Path) -> None:
    fill(sheet, {"name": "Rayus", **HERO})
    expect(kept(sheet)).to_contain_text("Rayus")
    open_roster(sheet)
    with sheet.expect_download() as download:
        sheet.get_by_role("button", name="Export").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "cavea-character.json"
    assert [one["values"]["name"] for one in json.loads(path.read_text(encoding="utf-8"))["characters"]] == ["Rayus"]
    chosen = sheet.locator(".rulebook-roster input[type=file]")
    chosen.set_input_files(path)
    expect(kept(sheet)).to_have_text("Imported: 0. Here already: 1. No room for: 0. Damaged: 0.")
    sheet.get_by_role("button", name="Delete all").click()
    chosen.set_input_files(path)
    expect(kept(sheet)).to_have_text("Imported: 1. Here already: 0. No room for: 0. Damaged: 0.")
    names(sheet).click()
    expect(outcome(sheet, "attributes.bSt.hp")).to_have_text("23")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1",
        "null",
        '{"format": "rulebook-characters", "system": "sda", "sheet": "pool", "characters": []}',
        '{"format": "rulebook-characters", "system": "cavea", "sheet": "character", "characters": 7}',
        '{"format": "rulebook-characters", "system": "cavea", "sheet": "character", "characters": []}',
    ],
)
def test_a_file_of_something_else_is_refused(sheet: Page, text: str) -> None:
    open_roster(sheet)
    file: Any = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    sheet.locator(".rulebook-roster input[type=file]").set_input_files(file)
    expect(kept(sheet)).to_have_text("This file has no characters of this sheet.")


def test_what_a_file_brings_is_only_text(sheet: Page) -> None:
    one: dict[str, Any] = {
        "name": "<img src=x onerror=alert(1)>",
        "values": {"earned": "-7", "skills.1.skill": "<img src=y>", "nobody": "1"},
    }
    others = [{"name": 7}, {"name": "x", "values": {"earned": ["1"]}}, {"name": "y" * 999, "values": {}}, None]
    data = {"format": "rulebook-characters", "system": "cavea", "sheet": "character", "characters": [one, *others]}
    open_roster(sheet)
    file: Any = {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
    sheet.locator(".rulebook-roster input[type=file]").set_input_files(file)
    expect(names(sheet)).to_have_text([one["name"]])
    expect(kept(sheet)).to_have_text("Imported: 1. Here already: 0. No room for: 0. Damaged: 4.")
    names(sheet).click()
    expect(sheet.locator(".rulebook-sheet .rulebook-fault")).to_have_count(1)
    assert sheet.locator(".rulebook-sheet img").count() == 0


def test_a_link_is_saved_when_it_is_wanted(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/{SHEET}#sheet?sheet=character&name=Guest&skills.1.pool=1:d8")
    expect(kept(page)).to_contain_text("This came with a link and is not saved.")
    expect(names(page)).to_have_count(0)
    kept(page).get_by_role("button", name="Save").click()
    expect(kept(page)).to_have_text("Saved in this browser as Guest.")
    page.reload()
    expect(kept(page)).to_have_text("Saved in this browser as Guest.")
    expect(names(page)).to_have_count(1)


def test_a_link_brings_in_no_more_than_can_be_saved(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/{SHEET}#sheet?sheet=character&name={'x' * 200}&earned={'0' * 600}7")
    kept(page).get_by_role("button", name="Save").click()
    page.goto(f"{real_site.url}/cavea/health.html")
    page.goto(f"{real_site.url}/{SHEET}")
    expect(names(page)).to_have_text(["x" * 80])
    expect(page.locator('[name="name"]')).to_have_value("x" * 80)


def test_a_character_is_renamed_while_it_is_saved(sheet: Page) -> None:
    fill(sheet, {"name": "Rayus"})
    expect(kept(sheet)).to_contain_text("Rayus")
    open_roster(sheet)
    fill(sheet, {"skills.1.pool": "1:d8"})
    sheet.get_by_role("button", name="Rename Rayus").click()
    sheet.wait_for_timeout(1_000)
    sheet.keyboard.type("Mira")
    sheet.keyboard.press("Enter")
    expect(names(sheet)).to_have_text(["Mira"])
    expect(sheet.locator('[name="skills.1.pool"]')).to_have_value("1:d8")


def test_characters_of_one_name_stay_two(sheet: Page) -> None:
    fill(sheet, {"name": "Rayus"})
    expect(kept(sheet)).to_contain_text("Rayus")
    open_roster(sheet)
    sheet.get_by_role("button", name="Copy Rayus").click()
    fill(sheet, {"skills.1.pool": "1:d8"})
    sheet.get_by_role("button", name="Rename Rayus 2").click()
    sheet.keyboard.type("Rayus")
    sheet.keyboard.press("Enter")
    expect(names(sheet)).to_have_text(["Rayus", "Rayus"])
    for at, pool in enumerate(("", "1:d8")):
        names(sheet).nth(at).click()
        expect(sheet.locator('[name="skills.1.pool"]')).to_have_value(pool)


def test_two_tabs_write_one_character(sheet: Page) -> None:
    fill(sheet, {"name": "Rayus"})
    expect(kept(sheet)).to_have_text("Saved in this browser as Rayus.")
    other = sheet.context.new_page()
    other.goto(sheet.url.split("#", maxsplit=1)[0])
    expect(kept(other)).to_have_text("Saved in this browser as Rayus.")
    fill(other, {"skills.1.pool": "2:d8"})
    expect(sheet.locator('[name="skills.1.pool"]')).to_have_value("2:d8")
    fill(sheet, {"skills.2.pool": "1:d6"})
    expect(other.locator('[name="skills.2.pool"]')).to_have_value("1:d6")
    expect(other.locator('[name="skills.1.pool"]')).to_have_value("2:d8")
    open_roster(other)
    other.get_by_role("button", name="Delete Rayus").click()
    expect(kept(sheet)).to_contain_text("Rayus is deleted.")
    kept(sheet).get_by_role("button", name="Save").click()
    expect(names(other)).to_have_text(["Rayus"])


TROUBLE = {
    "full": ("Object.assign(Error('x'), { name: 'QuotaExceededError' })", "The storage of this browser is full"),
    "off": ("Object.assign(Error('x'), { name: 'SecurityError' })", "This browser saves nothing"),
}


@pytest.mark.parametrize("kind", TROUBLE)
def test_a_character_that_cannot_be_saved_says_so(sheet: Page, kind: str) -> None:
    error, words = TROUBLE[kind]
    sheet.evaluate(f"() => {{ Storage.prototype.setItem = () => {{ throw {error} }} }}")
    fill(sheet, {"name": "Rayus"})
    expect(kept(sheet)).to_contain_text(words)
    expect(kept(sheet)).to_be_in_viewport()
    expect(sheet.get_by_role("status")).to_contain_text(words)
    sheet.wait_for_url(re.compile("name=Rayus"))


def test_there_is_a_limit(sheet: Page) -> None:
    many = [{"id": str(number), "name": f"No. {number}", "values": {}} for number in range(100)]
    sheet.evaluate(
        "data => localStorage.setItem('rulebook-characters:cavea:character', data)", json.dumps({"list": many})
    )
    fill(sheet, {"name": "Rayus"})
    expect(kept(sheet)).to_have_text("There is room for 100 characters. Delete one to save another.")


@pytest.mark.parametrize("system", PAGES)
def test_a_blank_sheet_prints_on_a_page_of_its_own(real_site: Site, open_page: Open, system: str) -> None:
    page = open_page(f"{real_site.url}/{PAGES[system]}")
    page.get_by_label("Name", exact=True).fill("Rayus")
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print a blank sheet").click()
    page.emulate_media(media="print")
    for hidden in ("h1", ".md-header", ".rulebook-roster", ".rulebook-actions"):
        expect(page.locator(hidden).first).to_be_hidden()
    for shown in (".rulebook-sheet input", ".rulebook-sheet [data-outcome]"):
        expect(page.locator(shown).first).to_have_css("color", "rgba(0, 0, 0, 0)")
    made = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "12mm"))
    assert len(re.findall(rb"/Type /Page\b", made)) == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Rayus")


@NEEDS_AXE
def test_axe_finds_nothing_in_the_list(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/{SHEET}", color_scheme="light", reduced_motion="reduce")
    fill(page, {"name": "Rayus"})
    expect(kept(page)).to_contain_text("Rayus")
    open_roster(page)
    for word in ("Copy Rayus", "Delete Rayus", "Rename Rayus 2"):
        page.get_by_role("button", name=word, exact=True).click()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    ready(page)
    assert axe(page, ALL) == []
    page.emulate_media(color_scheme="dark")
    page.evaluate(DARK)
    assert axe(page, COLOURS) == []
