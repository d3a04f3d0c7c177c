"""The panel: what readers do with an expression, in a real Chromium and under a strict policy."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.sites import Open, Site, Watched

SNEAK = "2:d4/1:d8/+1"
BUTTON = "rulebook-dice > button"


def button(page: Page, text: str = SNEAK) -> Locator:
    return page.locator(BUTTON).filter(has_text=re.compile(f"^{re.escape(text)}$")).first


def panel(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Level pool")


def open_card(page: Page, text: str = SNEAK) -> None:
    """Click an expression; the first one of a page is rolled when the script for it has come."""
    button(page, text).click()
    expect(panel(page).locator(".rulebook-total")).not_to_have_count(0)


def open_panel(page: Page, text: str = SNEAK) -> None:
    """The same, and all that the card keeps behind its "More"."""
    open_card(page, text)
    panel(page).get_by_role("button", name="More").click()


def rolls(page: Page) -> Locator:
    """The rolls of the visit, newest first."""
    return page.get_by_role("complementary", name="Rolls of this visit").get_by_role("listitem")


def faces(page: Page) -> list[tuple[int, int]]:
    """(sides, face) of each die on the table."""
    expect(panel(page).locator(".rulebook-total")).not_to_have_count(0)
    dice = panel(page).locator(".rulebook-faces").first.locator("li").all_inner_texts()
    found = [re.match(r"d(\d+)\s+(\d+)", die) for die in dice]
    return [(int(die[1]), int(die[2])) for die in found if die]


def shown(page: Page) -> dict[str, int]:
    """The results under the dice, by label."""
    parts = panel(page).locator(".rulebook-total").first.locator("span").all_inner_texts()
    return {label: int(number) for label, number in (part.rsplit(" ", 1) for part in parts)}


def by_the_rules(dice: list[tuple[int, int]], modifier: int) -> dict[str, int]:
    """Cavea's reading of a roll, written down once more."""
    values = [face for _, face in dice]
    return {"total": values.count(1) + modifier, "SAP": 2 if set(values) == {1} else int(2 in values)}


@pytest.fixture
def dice(small_site: Site, open_page: Open) -> Page:
    return open_page(f"{small_site.url}/cavea/dice/")


def test_nothing_rolls_by_itself(dice: Page) -> None:
    dice.wait_for_timeout(300)
    assert panel(dice).count() == 0
    assert dice.get_by_role("status").count() == 0
    expect(button(dice)).to_have_text(SNEAK)


def test_a_click_rolls_and_says_what_counts(dice: Page) -> None:
    open_card(dice)
    seen = set()
    for _ in range(12):
        rolled = faces(dice)
        assert [sides for sides, _ in rolled] == [4, 4, 8]
        assert all(1 <= face <= sides for sides, face in rolled)
        assert shown(dice) == by_the_rules(rolled, 1)
        counting = panel(dice).locator(".rulebook-counts b").all_inner_texts()
        assert sorted(counting) == sorted(str(face) for _, face in rolled if face in (1, 2))
        seen.add(tuple(rolled))
        dice.get_by_role("button", name="Roll again").click()
    assert len(seen) > 1


def test_a_roll_is_announced(dice: Page) -> None:
    open_card(dice)
    status = dice.get_by_role("status")
    results = ", ".join(f"{label} {number}" for label, number in shown(dice).items())
    expect(status).to_contain_text(SNEAK)
    expect(status).to_contain_text(results, ignore_case=True)
    for _, face in faces(dice):
        expect(status).to_contain_text(f"shows {face}")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_by_keyboard(dice: Page, key: str) -> None:
    button(dice).focus()
    dice.keyboard.press(key)
    again = dice.get_by_role("button", name="Roll again")
    expect(again).to_be_focused()
    dice.keyboard.press(key)
    dice.keyboard.press(key)
    dice.keyboard.press("Escape")
    expect(panel(dice)).to_be_hidden()
    expect(button(dice)).to_be_focused()
    dice.keyboard.press("Enter")
    expect(rolls(dice)).to_have_count(4)
    expect(rolls(dice).first).to_be_in_viewport()


def test_the_chart_shows_where_the_roll_lies(dice: Page) -> None:
    open_panel(dice, "1:d20")
    for _ in range(4):
        total = panel(dice).locator(".rulebook-total b").first.inner_text()
        assert total in ("0", "1")
        expect(panel(dice).locator("details .rulebook-landed")).to_have_count(1)
        expect(panel(dice).locator("details .rulebook-landed")).to_have_attribute("data-value", total)
        dice.get_by_role("button", name="Roll again").click()
    panel(dice).locator("#rulebook-expression").fill("2:d4")
    expect(panel(dice).locator("details .rulebook-landed")).to_have_count(0)
    expect(panel(dice).locator(".rulebook-chances")).to_be_hidden()


def test_the_close_button_returns_the_focus(dice: Page) -> None:
    open_card(dice)
    dice.get_by_role("button", name="Close").click()
    expect(panel(dice)).to_be_hidden()
    expect(button(dice)).to_be_focused()


def test_every_control_is_reached_by_tab(dice: Page) -> None:
    open_panel(dice)
    panel(dice).locator("select").first.focus()
    reached = []
    for _ in range(12):
        dice.keyboard.press("Tab")
        reached.append(dice.evaluate("document.activeElement.textContent || document.activeElement.ariaLabel || ''"))
    assert {"Who rolls", "Copy", "Copy link", "Odds", "How was this rolled?"} <= {text.strip()[:40] for text in reached}


def test_a_faulty_pool_says_where_while_it_is_typed(dice: Page) -> None:
    open_panel(dice)
    field = dice.get_by_role("textbox", name="Level pool")
    for typed, said in (("2:d7", "d7"), ("2:d6/", "breaks off"), ("x2:d6", "x2"), ("", "breaks off")):
        field.fill(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(panel(dice).locator(".rulebook-fault")).to_contain_text(said)
        expect(panel(dice).locator(".rulebook-fault mark")).to_be_visible()
        expect(panel(dice).locator(".rulebook-again")).to_be_disabled()
        field.fill("1:d6")
        expect(field).not_to_have_attribute("aria-invalid", "true")
    field.press("Enter")
    expect(panel(dice).locator(".rulebook-faces li")).to_have_count(1)
    assert [sides for sides, _ in faces(dice)] == [6]
    expect(panel(dice)).to_contain_text("--seed")
    field.fill("2:d7")
    expect(panel(dice).locator(".rulebook-faces")).to_have_count(0)
    expect(panel(dice)).not_to_contain_text("--seed")
    expect(panel(dice).get_by_role("button", name="Copy", exact=True)).to_be_disabled()


def odds_in(scope: Locator, label: str) -> dict[str, tuple[str, Fraction]]:
    """The table of odds of a result: value to percentage and fraction."""
    table = scope.locator("table").filter(has=scope.page.locator(f"th:text-is('{label[0].upper()}{label[1:]}')")).first
    expect(table).to_be_attached()  # On a busy machine odds come after a pause.
    rows = table.locator("tbody tr").evaluate_all("rows => rows.map(row => [...row.cells].map(c => c.textContent))")
    return {row[0]: (row[1], Fraction(row[2])) for row in rows}


def test_the_odds_are_those_of_the_static_page(dice: Page) -> None:
    for text in (SNEAK, "1:d20", "1:d4/2:d6/1:d8/3:d10/2:d12/1:d20"):
        open_panel(dice, text)
        static = dice.locator(".rulebook-pool").filter(has=dice.locator(f"code:text-is('{text}')"))
        for label in ("total", "SAP"):
            live = odds_in(panel(dice), label)
            for value, found in odds_in(static, label).items():
                if value in live:
                    assert live[value] == found
                else:  # What hardly comes up shares a line.
                    end = [odds for other, (_, odds) in live.items() if int(other) >= int(value.removeprefix("≥ "))]
                    assert sum(end) == found[1]
            assert sum(fraction for _, fraction in live.values()) == 1
        expect(panel(dice).get_by_role("img")).to_be_visible()
        dice.keyboard.press("Escape")


def test_the_odds_follow_what_is_typed(dice: Page) -> None:
    open_panel(dice)
    dice.get_by_role("textbox", name="Level pool").fill("1:d6")
    expect(panel(dice).locator("table").first.locator("tbody tr")).to_have_count(2)
    assert odds_in(panel(dice), "total") == {"0": ("83.3 %", Fraction(5, 6)), "1": ("16.7 %", Fraction(1, 6))}


def test_a_target(dice: Page) -> None:
    open_panel(dice, "1:d20")
    dice.get_by_role("combobox", name="Against").select_option("target")
    number = panel(dice).locator("input[name=rival]")
    number.fill("x")
    expect(number).to_have_attribute("aria-invalid", "true")
    number.fill("1")
    expect(panel(dice)).to_contain_text("1 or more: 5.0 % (1/20)")
    dice.get_by_role("button", name="Roll again").click()
    verdict = panel(dice).locator(".rulebook-verdict")
    expect(verdict).to_contain_text("Success" if shown(dice)["total"] >= 1 else "Failure, 1 short of 1")
    expect(dice.get_by_role("status")).to_contain_text(verdict.inner_text().rstrip("."), ignore_case=True)


def test_an_opposed_roll(dice: Page) -> None:
    open_panel(dice)
    dice.get_by_role("combobox", name="Against").select_option("against")
    panel(dice).locator("input[name=rival]").fill("1:d20")
    for word in ("win", "tie", "lose"):
        expect(panel(dice)).to_contain_text(f"{word}:")
    dice.get_by_role("button", name="Roll again").click()
    lists = panel(dice).locator(".rulebook-faces")
    expect(lists).to_have_count(2)
    other = int(lists.nth(1).locator("b").inner_text() == "1")
    mine = shown(dice)["total"]
    expected = "Won" if mine > other else "A tie" if mine == other else "Lost"
    expect(panel(dice).locator(".rulebook-verdict")).to_have_text(f"{expected}, {mine} against {other}.")


def test_a_link_shows_the_same_roll_again(dice: Page, open_page: Open) -> None:
    open_panel(dice)
    panel(dice).get_by_role("textbox", name="Who rolls").fill("Ayla")
    dice.get_by_role("button", name="Roll again").click()
    rolled = faces(dice)
    dice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dice.get_by_role("button", name="Copy link").click()
    expect(dice.get_by_role("button", name="Copied")).to_be_visible()
    link = dice.evaluate("navigator.clipboard.readText()")
    other = open_page(link)
    expect(panel(other)).to_be_visible()
    assert faces(other) == rolled
    expect(panel(other)).to_contain_text(f"Ayla: {SNEAK}")
    expect(rolls(other)).to_have_count(0)  # A link is no roll of this visit.
    panel(other).get_by_role("button", name="More").click()
    expect(panel(other).get_by_role("textbox", name="Who rolls")).to_have_value("")


def test_a_spoiled_seed_is_a_message_and_no_roll(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/dice/#roll?system=cavea&text=1:d20&seed=")
    for seed in ("", "123", "z" * 24, "0" * 23, "%00", "<b>"):
        page.evaluate("hash => { location.hash = hash }", f"roll?system=cavea&text=1:d20&seed={seed}")
        expect(panel(page)).to_contain_text("its seed is damaged")
        expect(panel(page).locator(".rulebook-faces")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(panel(page)).to_be_hidden()


def test_other_spoiled_links(small_site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(f"{small_site.url}/cavea/dice/#roll?system=chess")
    for fields in ("system=chess", "system=__proto__", "text=9:d7&system=cavea", ""):
        page.evaluate("hash => { location.hash = hash }", f"roll?{fields}&seed={'0' * 24}")
        expect(panel(page)).to_be_visible()
        expect(panel(page).locator(".rulebook-fault:not(:empty)").first).to_be_visible()
        expect(panel(page).locator(".rulebook-faces")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(panel(page)).to_be_hidden()
    assert not watched.errors or all("rulebook" not in error for error in watched.errors)


def test_the_rolls_of_a_visit_are_kept_with_their_names(small_site: Site, dice: Page) -> None:
    open_panel(dice)
    panel(dice).get_by_role("textbox", name="Who rolls").fill("Ayla")
    dice.get_by_role("button", name="Roll again").click()
    rolled, total = faces(dice), shown(dice)
    dice.goto(f"{small_site.url}/cavea/health/")
    expect(rolls(dice)).to_have_count(2)  # They are there before anything is rolled on the page.
    open_card(dice, "3:d8")
    expect(rolls(dice)).to_have_count(3)
    expect(rolls(dice).first).to_contain_text("Level pool 3:d8 total")
    dice.keyboard.press("Escape")
    ours = rolls(dice).nth(1).get_by_role("link")
    expect(ours).to_have_text(f"Ayla {SNEAK} total {total['total']}, SAP {total['SAP']}")
    link = ours.get_attribute("href") or ""
    assert "#roll?" in link
    assert "by=Ayla" in link
    ours.click()
    expect(panel(dice)).to_contain_text(f"Ayla: {SNEAK}")
    assert faces(dice) == rolled
    dice.keyboard.press("Escape")
    dice.get_by_role("button", name="Forget them").click()
    expect(rolls(dice)).to_have_count(0)
    expect(dice.locator(".rulebook-log")).to_be_hidden()


def test_who_a_card_is_of_throws_its_dice(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/bestiary.html")
    name = page.get_by_role("textbox", name="Who rolls")
    for monster in ("goblin", "elf"):
        page.locator(".stat-card", has=page.locator(f"#{monster}")).locator("rulebook-dice > button").first.click()
        expect(page.locator(".rulebook-what")).to_contain_text(f"{monster.capitalize()}:")
        page.get_by_role("button", name="More").click()
        expect(name).to_have_value(monster.capitalize())
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Dice tray").click()
    expect(name).to_have_value("Elf")


def test_how_it_was_rolled_names_the_command(dice: Page) -> None:
    open_panel(dice, "1:d20")
    dice.get_by_text("How was this rolled?").click()
    expect(panel(dice).locator("pre")).to_have_text(re.compile(r"^rulebook roll cavea '1:d20' --seed [0-9a-f]{24}$"))


def test_the_page_does_not_move(dice: Page) -> None:
    places = "[...document.querySelectorAll('.md-content *')].map(e => e.getBoundingClientRect().top)"
    before = dice.evaluate(places)
    open_card(dice, "1:d20")
    dice.get_by_role("button", name="Roll again").click()
    assert dice.evaluate(places) == before


def test_motion_is_reduced_where_asked(small_site: Site, open_page: Open) -> None:
    for wish, moving in (("no-preference", True), ("reduce", False)):
        page = open_page(f"{small_site.url}/cavea/dice/", reduced_motion=wish)
        open_card(page)
        style = page.locator(".rulebook-faces svg").first.evaluate(
            "e => (({animationName, animationDuration}) => [animationName, animationDuration])(getComputedStyle(e))"
        )
        assert style == ["rulebook-tumble", "0.25s"] if moving else style[0] == "none"


def test_touch_at_320_pixels(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/dice/", viewport={"width": 320, "height": 600}, has_touch=True)
    button(page).tap()
    expect(panel(page).locator(".rulebook-total")).to_be_visible()
    box = panel(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert box["y"] + box["height"] <= 600
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Roll again").tap()
    assert shown(page) == by_the_rules(faces(page), 1)


def test_it_works_from_a_folder(small_site: Site, open_page: Open) -> None:
    page = open_page(Path(small_site.folder, "cavea/dice/index.html").as_uri())
    open_card(page)
    assert shown(page) == by_the_rules(faces(page), 1)


def test_a_tap_shows_a_card_at_the_die_and_the_rest_behind_more(dice: Page) -> None:
    open_card(dice)
    die, card = button(dice).bounding_box(), panel(dice).bounding_box()
    assert die is not None
    assert card is not None
    assert card["width"] <= 320
    assert card["height"] <= 340
    assert 0 <= card["y"] - die["y"] - die["height"] <= 12
    for kept in ("details .rulebook-chart", "#rulebook-expression", "pre"):
        expect(panel(dice).locator(kept).first).to_be_hidden()
    for wanted in (".rulebook-faces", ".rulebook-total", ".rulebook-again"):
        expect(panel(dice).locator(wanted)).to_be_in_viewport()
    panel(dice).get_by_role("button", name="More").click()
    expect(panel(dice).locator("details .rulebook-chart")).to_be_visible()
    expect(panel(dice).locator("#rulebook-expression")).to_be_focused()
    dice.keyboard.press("Escape")
    open_card(dice)
    expect(panel(dice).locator("details .rulebook-chart")).to_be_hidden()


def test_a_phone_has_a_sheet_with_the_die_in_view_above_it(small_site: Site, open_page: Open) -> None:
    page = open_page(f"{small_site.url}/cavea/dice/", viewport={"width": 390, "height": 780}, has_touch=True)
    die = page.locator(BUTTON).last
    die.evaluate("e => scrollTo(0, scrollY + e.getBoundingClientRect().bottom - innerHeight + 4)")
    die.tap()
    expect(panel(page).locator(".rulebook-total")).to_be_visible()
    sheet, above = panel(page).bounding_box(), die.bounding_box()
    assert sheet is not None
    assert above is not None
    assert (sheet["x"], sheet["width"]) == (0, 390)
    assert sheet["y"] + sheet["height"] == 780
    assert sheet["height"] <= 0.5 * 780
    assert above["y"] >= 0
    assert above["y"] + above["height"] <= sheet["y"]


def test_dice_have_their_shapes_and_those_that_count_lift(dice: Page) -> None:
    open_card(dice, "1:d4/2:d6/1:d8/3:d10/2:d12/1:d20")
    name, came = (rolls(dice).first.locator(part).bounding_box() or {} for part in ("a", "b"))
    assert came["x"] + came["width"] <= name["x"] + name["width"], "what a long pool came to is never cut"
    drawn = (
        panel(dice)
        .locator(".rulebook-faces li")
        .evaluate_all(
            "items => items.map(i => ['.rulebook-die', 'path'].map(s => i.querySelector(s)))"
            ".map(([die, path]) => [die.textContent, path.getAttribute('d')])"
        )
    )
    shapes = dict(drawn)
    assert len(shapes) == len(set(shapes.values())) == 6
    lifted = "e => getComputedStyle(e.querySelector('b')).transform !== 'none'"
    counting = 0
    for _ in range(30):
        for item in panel(dice).locator(".rulebook-faces li").all():
            counts = item.locator("b").inner_text() in ("1", "2")
            assert item.evaluate(lifted) is counts
            counting += counts
        if counting:
            break
        dice.get_by_role("button", name="Roll again").click()
    assert counting


@pytest.mark.parametrize("last", ["More", "Key that opens the tray"])
def test_behind_the_last_control_the_page_goes_on_at_the_die(dice: Page, last: str) -> None:
    button(dice).focus()
    dice.keyboard.press("Tab")
    behind = dice.evaluate("document.activeElement.outerHTML")
    (open_card if last == "More" else open_panel)(dice)
    (panel(dice).get_by_text(last) if last == "More" else panel(dice).get_by_label(last)).focus()
    dice.keyboard.press("Tab")
    expect(panel(dice)).to_be_hidden()
    assert dice.evaluate("document.activeElement.outerHTML") == behind
    open_card(dice)
    dice.get_by_role("button", name="Close").focus()
    dice.keyboard.press("Shift+Tab")
    expect(button(dice)).to_be_focused()


def test_spaces_and_capitals_are_taken_as_meant(dice: Page) -> None:
    open_panel(dice)
    field = dice.get_by_role("textbox", name="Level pool")
    for sides, typed in ((20, "2 : d20"), (12, "2:D12"), (10, " 2:d10")):
        field.fill(typed)
        field.press("Enter")
        expect(dice.locator(".rulebook-what")).to_have_text(f"2:d{sides}")
        assert [die for die, _ in faces(dice)] == [sides, sides]


def test_what_is_nearly_a_pool_is_offered_as_one_and_shows_no_old_dice(dice: Page) -> None:
    open_panel(dice)
    field = dice.get_by_role("textbox", name="Level pool")
    for typed, near in (("2d20", "2:d20"), ("3D6", "3:d6"), ("1d8/2d10 +1", "1:d8/2:d10/+1")):
        expect(panel(dice).locator(".rulebook-total")).to_be_visible()
        field.fill(typed)
        expect(panel(dice).locator(".rulebook-fault")).to_contain_text("Did you mean")
        expect(panel(dice).locator(".rulebook-faces, .rulebook-total")).to_have_count(0)
        panel(dice).get_by_role("button", name=near, exact=True).click()
        expect(field).to_have_value(near)
        field.press("Enter")
        expect(dice.locator(".rulebook-what")).to_have_text(near)
