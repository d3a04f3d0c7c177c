"""The bestiary: its list, and monsters whose dice are thrown by the rules of the game."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from rulesmod.dice import Roll, Sfc32, roll
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.notation import NOTATION
from tests.site.sites import Open, Site
from tests.site.states import ALL, COLOURS, DARK, NEEDS_AXE, axe, ready


@pytest.fixture
def bestiary(real_site: Site, open_page: Open) -> Page:
    return open_page(f"{real_site.url}/masque/bestiary.html")


def seed_of(text: str, wanted: Callable[[Roll], bool]) -> str:
    """The first seed that throws what is wanted."""
    program = NOTATION.program(NOTATION.parse(text))
    return next(seed for number in range(10_000) if wanted(roll(program, Sfc32(seed := f"{number:024x}"))))


def shown(thrown: Roll) -> list[str]:
    return [str(die.face) for die in thrown.dice]


PAIR = "d4 |d6 least max"


THROWN: list[tuple[str, str, Callable[[Roll], bool], str]] = [
    ("Goblin", PAIR, lambda one: shown(one) == ["1|5"], "Nullified"),
    ("Goblin", PAIR, lambda one: shown(one) == ["3|6"], "Its average of 2.5 is met."),
    ("Goblin", PAIR, lambda one: shown(one) == ["2|4"], "Below its average of 2.5."),
    # The natural of the d4 is rerolled, and adds an average of its own.
    ("Goblin", PAIR, lambda one: shown(one) == ["4|4", "1"], "Its average of 5 is met."),
    ("Ghoul", "2d6 -d4", lambda one: shown(one) == ["1", "1", "2"], "Nullified"),
    ("Ghoul", "2d6 -d4", lambda one: shown(one) == ["1", "2", "1"], "Below its average of 4.5."),
    ("Goblin", "d6", lambda one: shown(one) == ["1"], ""),
    ("Ayla", PAIR, lambda one: shown(one) == ["1|5"], ""),
]


def test_a_monster_is_thrown_by_the_rules(bestiary: Page) -> None:
    for name, text, wanted, verdict in THROWN:
        seed = seed_of(text, wanted)
        query = urlencode({"system": "masque", "text": text, "seed": seed, "by": name})
        bestiary.evaluate("hash => { location.hash = hash }", f"roll?{query}")
        expect(bestiary.locator(".rulebook-what")).to_have_text(f"{name}: {text}")
        expect(bestiary.locator(".rulebook-panel pre")).to_contain_text(seed)
        if verdict:
            expect(bestiary.locator(".rulebook-verdict")).to_contain_text(verdict)
        else:
            expect(bestiary.locator(".rulebook-verdict")).to_have_count(0)


def test_odds_behind_more_count_what_is_nullified(bestiary: Page) -> None:
    seed = seed_of("2d4", lambda one: shown(one) == ["1", "1"])
    query = urlencode({"system": "masque", "text": "2d4", "seed": seed, "by": "Dwarf"})
    bestiary.evaluate("hash => { location.hash = hash }", f"roll?{query}")
    bestiary.get_by_role("button", name="More").click()
    expect(bestiary.locator(".rulebook-ends")).to_have_text("nullified: 6.3 % (1/16)")
    expect(bestiary.locator(".rulebook-landed")).to_have_attribute("data-value", "0")
    expect(bestiary.locator("rect[data-value='2']")).to_have_count(0)
    bestiary.get_by_label("Who rolls").fill("Ayla")
    bestiary.get_by_role("button", name="Roll again").click()
    expect(bestiary.locator(".rulebook-ends")).to_have_count(0)


def test_one_of_a_trolls_small_dice_is_marked(bestiary: Page) -> None:
    """It decides with the d10 whether the casting is nullified; the other does not."""
    for faces, verdict in ((["1", "1", "3"], "Nullified"), (["1", "3", "1"], "Below its average of 10.5.")):
        seed = seed_of("d10 +2d4", lambda one, faces=faces: shown(one) == faces)  # type: ignore[misc]
        query = urlencode({"system": "masque", "text": "d10 +2d4", "seed": seed, "by": "Troll"})
        bestiary.evaluate("hash => { location.hash = hash }", f"roll?{query}")
        expect(bestiary.locator(".rulebook-verdict")).to_contain_text(verdict)
        labels = [text.strip() for text in bestiary.locator(".rulebook-faces .rulebook-label").all_text_contents()]
        assert labels == ["", "(marked)", ""]


def test_the_list_on_top_is_sorted_and_filtered(bestiary: Page) -> None:
    rows = bestiary.locator(".entry-list tbody tr")
    expect(rows).to_have_count(len(MONSTERS))
    expect(rows.first).to_contain_text("Goblin")

    def column(at: int) -> list[str]:
        return [row[at] for row in rows.evaluate_all("rows => rows.map(r => [...r.cells].map(c => c.textContent))")]

    bestiary.locator(".entry-list").hover()  # The script of the list comes with its first use.
    for name, at in (("build", 1), ("meets its average", 4)):
        head = bestiary.get_by_role("columnheader", name=name)
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", "ascending")
        values = [float(text.removesuffix(" %")) for text in column(at)]
        assert values == sorted(values)
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", "descending")
        assert [float(text.removesuffix(" %")) for text in column(at)] == sorted(values, reverse=True)
    bestiary.get_by_role("searchbox", name="Only those with").fill("LEAST max")
    expect(rows.filter(visible=True)).to_have_count(2)
    rows.filter(visible=True).get_by_role("link", name="Goblin").click()
    expect(bestiary.locator("#goblin")).to_be_in_viewport()


def test_the_list_keeps_to_words_of_the_cards(bestiary: Page) -> None:
    wanted = bestiary.get_by_role("searchbox", name="Only those with")
    rows = bestiary.locator(".entry-list tbody tr").filter(visible=True)
    cards = bestiary.locator(".stat-card").filter(visible=True)
    count = bestiary.locator(".entry-list output")
    all_texts = [text.lower() for text in bestiary.locator(".stat-card").all_text_contents()]
    assert 0 < sum("natural" in text for text in all_texts) < len(MONSTERS)
    for words in ("natural", "upstage", "d8"):
        holding = sum(words in text for text in all_texts)
        wanted.fill(words)
        expect(cards).to_have_count(holding)
        expect(count).to_have_text(f"{holding} of {len(MONSTERS)}" if holding else "Nothing found")
        expect(rows).to_have_count(holding)
    wanted.fill("zzz")
    expect(cards).to_have_count(0)
    expect(count).to_have_text("Nothing found")
    expect(bestiary.get_by_role("status").filter(has_text="Nothing found")).to_be_visible()
    bestiary.evaluate("location.hash = 'goblin'")
    expect(bestiary.locator("#goblin")).to_be_in_viewport()
    expect(cards).to_have_count(len(MONSTERS))
    expect(count).to_have_text("")


def test_the_list_keeps_to_what_is_chosen_of_its_columns(bestiary: Page) -> None:
    bestiary.locator(".entry-list").hover()
    rows = bestiary.locator(".entry-list tbody tr").filter(visible=True)
    count = bestiary.locator(".entry-list output")
    choices = bestiary.locator(".entry-list select")
    expect(choices).to_have_count(3)
    all_casts = bestiary.locator(".entry-list tbody td:nth-child(3)").all_text_contents()
    assert sum("d12" in text for text in all_casts)
    bestiary.get_by_role("combobox", name="Cast").select_option("d12")
    expect(rows).to_have_count(sum("d12" in text for text in all_casts))
    for row in rows.all_text_contents():
        assert "d12" in row
    build = bestiary.get_by_role("combobox", name="Build")
    bestiary.get_by_role("combobox", name="Cast").select_option("")
    expect(rows).to_have_count(len(MONSTERS))
    expect(count).to_have_text("")
    builds = sorted(stats.build for stats in MONSTERS.values())
    held = []
    for choice in build.locator("option").all_text_contents()[1:]:
        build.select_option(choice)
        low, high = map(int, choice.split("–"))
        expected = sum(low <= one <= high for one in builds)
        expect(rows).to_have_count(expected)
        expect(count).to_have_text(f"{expected} of {len(MONSTERS)}")
        expect(bestiary.locator(".stat-card").filter(visible=True)).to_have_count(expected)
        held.append(expected)
    assert sum(held) == len(MONSTERS)
    bestiary.get_by_role("searchbox", name="Only those with").fill("zzz")
    expect(count).to_have_text("Nothing found")
    bestiary.evaluate("location.hash = 'goblin'")
    expect(rows).to_have_count(len(MONSTERS))


@NEEDS_AXE
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_a_narrowed_list(bestiary: Page, width: int) -> None:
    bestiary.set_viewport_size({"width": width, "height": 844})
    bestiary.locator(".entry-list").hover()
    bestiary.get_by_role("combobox", name="Cast").select_option("d6")
    assert bestiary.evaluate("document.documentElement.scrollWidth") <= width
    ready(bestiary)
    assert axe(bestiary, ALL) == []
    bestiary.evaluate(DARK)
    assert axe(bestiary, COLOURS) == []


def test_the_heads_of_the_list_begin_with_capitals(bestiary: Page) -> None:
    heads = ["Monster", "Build", "Cast", "Average", "Meets its average"]
    expect(bestiary.locator(".entry-list thead th")).to_have_text(heads)


def test_the_picture_of_a_card_has_an_axis(bestiary: Page) -> None:
    """An Elf casts a d8: its line is at 10 % of a scale whose highest bars are those of 1 to 7, of 12.5 %."""
    picture = bestiary.locator(".stat-card", has=bestiary.locator("#elf")).locator("svg[role=img]")
    mark = picture.get_by_text("10%", exact=True)
    expect(mark).to_be_visible()
    drawn = picture.locator("path").first.get_attribute("d") or ""
    tall = max(int(bar.partition("h")[0]) for bar in drawn.split("v-")[1:])
    (line, floor) = (int(part.partition("h")[0].split()[1]) for part in drawn.split("M") if part.endswith("z"))
    assert (floor - line) / tall == pytest.approx(0.1 / 0.125, abs=0.03)


def test_without_script_the_list_is_a_table_and_odds_know_what_is_nullified(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/bestiary.html", java_script_enabled=False)
    expect(page.locator(".entry-list tbody tr")).to_have_count(len(MONSTERS))
    expect(page.locator(".entry-list button")).to_have_count(0)
    page.locator(".stat-card", has=page.locator("#dwarf")).get_by_role("link", name="Odds of 2d4").click()
    odds = page.locator(".rulebook-pool:target")
    expect(odds).to_contain_text("Dwarf, nullified: 6.3 % (1/16); mean")
    expect(odds.get_by_role("row").nth(1)).to_contain_text("06.3 %1/16100 %")


def test_a_card_and_the_list_are_one_stop_of_the_tab_key_each(bestiary: Page) -> None:
    stops = "[...document.querySelectorAll('article :is(a[href], button, summary, input)')]"
    free = f"{stops}.filter(one => one.tabIndex === 0 && one.checkVisibility()).length"
    assert bestiary.evaluate(free) <= 2 * len(MONSTERS)
    first, second = (bestiary.locator(".stat-card").nth(at) for at in (0, 1))
    first.locator("button").first.focus()
    bestiary.keyboard.press("ArrowDown")
    expect(first.locator(":focus")).not_to_have_text("d4 |d6 least max")
    held = bestiary.evaluate("document.activeElement.outerHTML")
    bestiary.keyboard.press("Tab")
    expect(second.locator("button").first).to_be_focused()
    bestiary.keyboard.press("Shift+Tab")
    assert bestiary.evaluate("document.activeElement.outerHTML") == held
