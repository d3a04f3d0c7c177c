"""Random tables in a real Chromium: the die rolls, its row is shown, said, kept and linked, and Python has the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from rulesmod.dice import Sfc32, new_seed, roll
from rulesmod.plain_dice import NOTATION
from tests.site.sites import AXE, Open, Site, build, served

CONFIG = """\
site_name: Roads
use_directory_urls: false
theme: {name: material, font: false}
plugins:
  - rulebook:
      books:
        cavea: {system: cavea}
markdown_extensions: [tables]
"""
ROAD = """\
# Road

*Met on the road*

| d6 | Who | How many |
| --- | --- | --- |
| 1, 2 | **wolves** | 2d4 |
| 3 | traders with 3d6×10 coins | 1d4+1 |
| 4–5 | a child | |
| 6 | roll twice, ignoring this result | |

| 2d4 | A | 2d4 | B |
| --- | --- | --- | --- |
| 2-4 | one | 2-5 | two |
| 5-8 | three | 6-8 | four. Roll again |
"""
LOOT = """\
# Loot

| `3:d6` | Loot |
| --- | --- |
| 0 | nothing |
| 1 | `2:d8` beans |
| 2-3 | 1d4 gems |
"""
SKY = """\
# Weather

## Sky (d4)

1. **Sun**, no cloud
2. Rain
3. [Fog](index.md)
4. Wind
"""
FORMS = ("{}: {}", "**{}**: {}", "**{}:** {}", "*{}*: {}", "`{}`: {}", "[{}](index.md): {}")
ACTS = "# Acts\n\n" + "\n".join(
    "Each turn, roll 1d6:\n\n"
    + "".join(f"- {form.format(*row)}\n" for row in (("1-2", "runs"), ("3-4", "stays"), ("5-6", "acts")))
    for form in FORMS
)
ACTS += "\n| 4dF | Act |\n|--|--|\n" + "".join(f"| {total} | act {total} |\n" for total in range(-4, 5))
ACTS += "\n| 2d20kh1 | Act |\n|--|--|\n| 1-10 | low |\n| 11-20 | high |\n"
ACTS += "\n| d4 \\ d6 | 1-3 | 4-6 |\n|--|--|--|\n| 1-2 | act a | act b |\n| 3-4 | act c | act d |\n"
ACTS += "\n| d8 | 1-5 | 6-8 |\n|--|--|--|\n| Sky | act e | act f |\n| Wind | act g | act h |\n"
ACTS += "\n| d6! | Act |\n|--|--|\n| 1-3 | act 1 |\n| 4-11 | act 2 |\n| 13+ | act 3 |\n"
WORDED = """\
# Worded

| 2d6 | What |
|---|---|
| any double | fire |
| 2-6 | rain |
| 7-12 | sun |

| d4 | d6 | Size |
|---|---|---|
| 1-2 | 1-3 | a |
|  | 4-6 | b |
| 3-4 | 1-6 | c |

| d20 + level | What |
|---|---|
| 10 or less | low |
| 11-20 | middle |
| 21+ | high |
"""
COUNTED = """\
# Counted

Roll 4d6; each 5 or 6 is a success.

| Successes | What |
|---|---|
| 0 | nothing |
| 1-2 | little |
| 3-4 | much |

| Luck (d6-d6) | What |
|---|---|
| from -5 to -1 | bad |
| from 0 to 5 | good |

| First d6 | Second d6 | What |
|---|---|---|
| 1-3 | 1-6 | low |
| 4-6 | 1-3 | middle |
| 4-6 | 4-6 | high |
"""
FAR = """\
# Far

Roll twice on the [weather table](sky.md#sky-d4).

| d4 | Next |
| --- | --- |
| 1-2 | a walk, then roll on the Sky table |
| 3-4 | [Fog and more](sky.md#sky-d4) |
"""
SEEDS = [f"{number:08x}0123456789abcdef" for number in range(1, 25)]


@pytest.fixture(scope="module")
def roads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("roads")
    (folder / "docs/cavea").mkdir(parents=True)
    (folder / "docs/index.md").write_text(ROAD + "\n".join(["\nNothing happens."] * 60), encoding="utf-8")
    (folder / "docs/cavea/loot.md").write_text(LOOT, encoding="utf-8")
    (folder / "docs/sky.md").write_text(SKY, encoding="utf-8")
    (folder / "docs/far.md").write_text(FAR, encoding="utf-8")
    (folder / "docs/worded.md").write_text(WORDED, encoding="utf-8")
    (folder / "docs/counted.md").write_text(COUNTED, encoding="utf-8")
    (folder / "docs/acts.md").write_text(ACTS, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")
    with served(folder / "site") as site:
        yield site


@pytest.fixture
def road(roads: Site, open_page: Open) -> Page:
    return open_page(f"{roads.url}/index.html")


def head(page: Page, number: int = 0) -> str:
    """What is said when a table is rolled by its button."""
    page.locator("rulebook-dice > button[data-table]").nth(number).click()
    return said(page)


def said(page: Page) -> str:
    status = page.get_by_role("status")
    expect(status).not_to_have_text("")
    return status.inner_text()


def link(page: Page, seed: str, table: str = "table-met-on-the-road", dice: str = "d6") -> None:
    page.evaluate("document.querySelectorAll('[role=status]').forEach(status => status.textContent = '')")
    page.evaluate(f"location.hash = 'roll?system=plain&text={dice.replace('+', '%2B')}&seed={seed}&table={table}'")


def thrown(text: str, stream: Callable[[], int]) -> int:
    program = NOTATION.program(NOTATION.parse(text))
    return int(roll(program, stream).outcome[program.main])


def by_hand(seed: str) -> str:
    """The road from a seed, written down once more."""
    stream = Sfc32(seed)
    parts: list[str] = []
    left, bars_six = 1, False
    while left:
        face = thrown("d6", stream)
        if face == 6 and bars_six:
            continue
        left -= 1
        if face <= 2:
            words = f"Who: wolves; How many: 2d4 = {thrown('2d4', stream)}"
        elif face == 3:
            coins = thrown("3d6×10", stream)
            words = f"Who: traders with 3d6×10 = {coins} coins; How many: 1d4+1 = {thrown('1d4+1', stream)}"
        elif face <= 5:
            words = "Who: a child"
        else:
            words, left, bars_six = "Who: roll twice, ignoring this result", left + 2, True
        parts.append(f"{'then ' if parts else 'd6 = '}{face}: {words}")
    return "; ".join(parts)


def test_python_rolls_the_same_from_a_seed(road: Page) -> None:
    expected = [by_hand(seed) for seed in SEEDS]
    shown = []
    for seed in SEEDS:
        link(road, seed)
        shown.append(said(road))
    assert shown == expected
    assert any("then" in words for words in shown)
    assert road.evaluate("sessionStorage['rulebook-rolls']") is None  # a roll that is shown again is no new one


def test_rows_come_up_whatever_markup_and_dice_they_have(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/acts.html")
    heads = page.locator("rulebook-dice > button[data-table]")
    assert heads.count() == len(FORMS) + 5
    for number in range(heads.count()):
        heads.nth(number).click()
        drawn = page.locator(".rulebook-drawn-line")
        expect(drawn).to_have_count(number + 1)
        words = drawn.nth(number).locator("li").inner_text()
        assert re.search("runs|stays|acts|act -?[0-4a-h]|low|high", words), words
    # One more, as two dice decide in one of them.
    assert page.locator(".rulebook-key.rulebook-drawn").count() == heads.count() + 1


def test_two_dice_cross_and_one_is_read_across(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/acts.html")
    for seed in SEEDS[:12]:
        stream = Sfc32(seed)
        row, column = thrown("d4", stream), thrown("d6", stream)
        act = "abcd"[2 * (row > 2) + (column > 3)]
        link(page, seed, "acts-table-3", "d4")
        assert said(page) == f"d4, d6 = {row}, {column}: act {act}"
        expect(page.locator("td.rulebook-drawn")).to_have_text([f"act {act}"])
        total = thrown("d8", Sfc32(seed))
        link(page, seed, "acts-table-4", "d8")
        assert said(page) == f"d8 = {total}: " + ("Sky: act e; Wind: act g" if total < 6 else "Sky: act f; Wind: act h")
        page.get_by_role("button", name="Clear").last.click()
        page.get_by_role("button", name="Clear").last.click()
        assert page.locator(".rulebook-drawn").count() == 0


def test_doubles_and_two_columns_are_read_die_by_die(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/worded.html")
    for seed in SEEDS[:8]:
        first, second = divmod(thrown("10×d6+d6", Sfc32(seed)), 10)
        link(page, seed, "worded-table", "10×d6+d6")
        what = "fire" if first == second else "rain" if first + second <= 6 else "sun"
        assert said(page) == f"2d6 = {first}, {second}: {what}"
        first, second = divmod(thrown("10×d4+d6", Sfc32(seed)), 10)
        link(page, seed, "worded-table-2", "10×d4+d6")
        assert said(page) == f"d4, d6 = {first}, {second}: {'c' if first > 2 else 'b' if second > 3 else 'a'}"


def test_counts_totals_below_nothing_and_named_dice_bring_up_their_rows(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/counted.html")
    for seed in SEEDS[:6]:
        successes, luck = thrown("4d6>=5", Sfc32(seed)), thrown("d6-d6", Sfc32(seed))
        first, second = divmod(thrown("10×d6+d6", Sfc32(seed)), 10)
        link(page, seed, "counted-table", "4d6>=5")
        assert said(page).endswith(f": {'nothing' if not successes else 'little' if successes < 3 else 'much'}")
        link(page, seed, "counted-table-2", "d6-d6")
        assert said(page).endswith(f": {'bad' if luck < 0 else 'good'}")
        link(page, seed, "counted-table-3", "10×d6+d6")
        assert said(page) == f"d6, d6 = {first}, {second}: {'low' if first < 4 else 'middle' if second < 4 else 'high'}"


def test_a_table_asks_once_for_a_value_of_the_reader_s(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/worded.html")
    button = page.locator("button[data-table]").last
    button.click()
    field = page.get_by_label("LEVEL")
    expect(field).to_be_focused()
    field.fill("30")
    page.keyboard.press("Enter")
    assert re.fullmatch(r"d20\+LEVEL = \d\d \(\d+\): high|d20\+LEVEL = \d\d: high", said(page))
    page.reload()
    page.locator("button[data-table]").last.click()
    expect(page.locator("td.rulebook-drawn")).to_have_text(["high"])
    (first, *_) = json.loads(page.evaluate("sessionStorage['rulebook-rolls']"))
    assert first["given"] == "LEVEL:30"


def test_a_roll_marks_its_row_and_says_it_once(road: Page) -> None:
    road.evaluate(
        "window.heard = []; "
        "new MutationObserver(() => heard.push(document.querySelector('[role=status]')?.textContent))"
        ".observe(document.body, {childList: true, subtree: true, characterData: true})"
    )
    words = head(road)
    assert re.match(r"d6 = [1-6]: Who: ", words)
    assert len([heard for heard in road.evaluate("heard") if heard]) == 1
    current = road.locator("[aria-current=true]")
    faces = {key: number for number in range(1, 7) for key in (current.all_inner_texts()) if str(number) in key}
    assert faces
    expect(current.first).to_be_in_viewport()
    # Not by colour alone.
    assert "▶" in road.evaluate(
        "getComputedStyle(document.querySelector('.rulebook-key.rulebook-drawn'), '::before').content"
    )
    assert road.get_by_role("dialog").count() == 0
    line = road.locator(".rulebook-drawn-line")
    expect(line.get_by_role("listitem").first).to_contain_text("Who")
    line.get_by_role("button", name="Clear").click()
    assert road.locator(".rulebook-drawn, .rulebook-came, [aria-current], .rulebook-drawn-line").count() == 0
    assert road.evaluate("document.activeElement.dataset.dice") == "d6"


def test_the_keyboard_rolls_again_and_again(road: Page) -> None:
    button = road.get_by_role("button", name="d6", exact=True)
    button.focus()
    seen = set()
    for _ in range(12):
        road.keyboard.press("Enter")
        seen.add(said(road))
        assert road.locator(".rulebook-drawn-line").count() == 1
    assert len(seen) > 1
    assert len(json.loads(road.evaluate("sessionStorage['rulebook-rolls']"))) == 12


def test_a_kept_roll_leads_back_to_its_rows(road: Page, roads: Site) -> None:
    words = head(road)
    (kept,) = json.loads(road.evaluate("sessionStorage['rulebook-rolls']"))
    assert kept["summary"] == f"Met on the road, {words}"
    assert words == by_hand(kept["seed"])
    road.goto(f"{roads.url}/cavea/loot.html")
    road.locator(".rulebook-log li a").first.click()
    road.wait_for_url("**/index.html#roll?**")
    assert said(road) == words


def test_tables_side_by_side_show_their_own_rows(road: Page) -> None:
    for number, cells in ((1, {"one", "three"}), (2, {"two", "four. Roll again"})):
        words = head(road, number)
        assert re.match(r"2d4 = \d \(\d, \d\): ", words)
        texts = set(road.locator("table").nth(1).locator("td.rulebook-drawn").all_inner_texts())
        assert texts & cells
        road.get_by_role("button", name="Clear").click()


SKIES = ("Sun, no cloud", "Rain", "Fog", "Wind")


def test_a_link_rolls_on_the_table_of_another_page(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/far.html")
    page.locator("button[data-of]").first.click()
    expect(page.locator(".rulebook-drawn-line li")).to_have_count(2)
    (kept,) = json.loads(page.evaluate("sessionStorage['rulebook-rolls']"))
    stream = Sfc32(kept["seed"])
    one, other = thrown("d4", stream), thrown("d4", stream)
    words = f"d4 = {one}: {SKIES[one - 1]}; then {other}: {SKIES[other - 1]}"
    assert said(page) == words
    assert kept["summary"] == f"Sky (d4), {words}"
    assert kept["page"].endswith("/sky.html")
    page.goto(f"{roads.url}/index.html")
    page.locator(".rulebook-log li a").first.click()
    page.wait_for_url("**/sky.html#roll?**")
    assert said(page) == words


def test_a_row_rolls_on_another_table_in_turn(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/far.html")
    for seed in SEEDS[:8]:
        link(page, seed, "far-table", "d4")
        stream = Sfc32(seed)
        first, nested = thrown("d4", stream), thrown("d4", stream)
        sky = f"d4 = {nested}: {SKIES[nested - 1]}"
        row = f"a walk, then roll on the Sky table {sky}" if first < 3 else f"Fog and more {sky}"
        assert said(page) == f"d4 = {first}: {row}"
        expect(page.locator(".rulebook-came")).to_have_text([f" = {nested}: {SKIES[nested - 1]}"])


def test_a_numbered_list_shows_its_item_below_its_heading(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/sky.html")
    for number, words in enumerate(("Sun, no cloud", "Rain", "Fog", "Wind"), start=1):
        seed = next(s for s in SEEDS if thrown("d4", Sfc32(s)) == number)
        link(page, seed, "sky-d4", "d4")
        assert said(page).endswith(f"{number}: {words}")
        expect(page.locator(".rulebook-key.rulebook-drawn")).to_have_text([words])
    assert page.evaluate("document.querySelector('.rulebook-drawn-line').previousElementSibling.id") == "sky-d4"


def test_a_game_s_own_dice_and_plain_ones(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/cavea/loot.html")
    seen = set()
    for _ in range(40):
        words = head(page)
        assert re.match(r"3:d6 = total [0-3], SAP [0-2] \(\d, \d, \d\): ", words)
        seen |= set(re.findall(r"nothing|2:d8 = total \d, SAP \d beans|1d4 = \d gems", words))
    assert {re.sub(r"\d", "", words) for words in seen} >= {"nothing", ":d = total , SAP  beans"}


@pytest.mark.parametrize(
    ("seed", "table", "dice", "words"),
    [
        ("0011", "table-met-on-the-road", "d6", "its seed is damaged"),
        (SEEDS[0], "<img src=x onerror=alert(1)>", "d6", "not on this page"),
        (SEEDS[0], "table-met-on-the-road", "d8", "other dice"),
    ],
)
def test_a_faulty_link_says_so(road: Page, seed: str, table: str, dice: str, words: str) -> None:
    link(road, seed, table, dice)
    assert words in said(road)
    expect(road.locator(".rulebook-drawn-line")).to_contain_text(words)
    assert road.locator(".rulebook-drawn, img[src=x]").count() == 0


def test_on_paper_and_without_a_script_it_is_a_table(roads: Site, open_page: Open) -> None:
    page = open_page(f"{roads.url}/index.html", java_script_enabled=False)
    assert page.locator("table").first.inner_text().split()[:4] == ["d6", "Who", "How", "many"]
    printed = open_page(f"{roads.url}/index.html")
    before = printed.locator("table").first.inner_text()
    head(printed)
    printed.emulate_media(media="print")
    assert printed.locator("table").first.inner_text() == before
    expect(printed.locator(".rulebook-drawn-line")).to_be_hidden()


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm ci`")
@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_axe_finds_nothing_in_what_was_rolled(roads: Site, open_page: Open, options: dict[str, str]) -> None:
    page = open_page(f"{roads.url}/index.html", viewport={"width": 320, "height": 640}, bypass_csp=True, **options)
    head(page)
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run({include: [['article']]})")
    assert [violation["id"] for violation in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_our_own_pages_roll(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/masque.html#roll?system=plain&text=d6&seed={new_seed()}&table=troll")
    assert re.match(r"d6 = (1: 1\) no effect|[23]: 2|[45]: 4|6: 6\) a hit)", said(page))
    guide = open_page(f"{real_site.url}/guide/any-game.html")
    assert re.match(r"d6 = [1-6]: Who: ", head(guide))
