"""The dice tray: on any page, every game of the site is rolled, compared and shown again."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook_rules.systems import load_system
from rulesmod.dice import Program, Sfc32, contest, distribution, roll
from tests.shares import shares
from tests.site.sites import Open, Site, Watched, build, served
from tests.small_book import CONFIG, HEALTH

TITLES = {
    "cavea": "Cavea",
    "drama": "Underlying Concepts",
    "dry-cereal": "Dry Cereal",
    "sda": "The SdA system",
    "masque": "Masque",
}
PAIRS = {
    "cavea": ("2:d4/1:d8/+1", "3:d6"),
    "drama": ("4Bd 1Pd", "2Bd 2Dd"),
    "dry-cereal": ("2d6+2", "2d6"),
    "sda": ("3d8", "2d12 +1 MoS"),
    "masque": ("d6 +d3", "2d5 -1"),
}
LONG = Fraction(-1)
SEED = "0123456789abcdef01234567"
COUNT_ANNOUNCEMENTS = """
    window.said = []
    // Odds may still come, and would find what an earlier roll said.
    document.querySelector('[role=status]')?.replaceChildren()
    new MutationObserver(() => {
      const text = document.querySelector('[role=status]')?.textContent
      if (text && text !== said.at(-1)) said.push(text)
    }).observe(document.body, {childList: true, subtree: true, characterData: true})
"""
WHAT_IS_YET_TO_BE_SAID = "new Promise(said => setTimeout(said, 50))"
"""Waits by the page's own clock, and longer than the page does before it says something."""
HOSTILE = "<img src=x onerror=hacked=1>\"'><script>hacked=1</script>"


def tray(page: Page) -> Locator:
    return page.get_by_role("button", name="Dice tray")


def panel(page: Page) -> Locator:
    return page.locator(".rulebook-panel")


def opened(page: Page, system: str | None = None) -> Locator:
    """The panel, opened from the tray, of a game."""
    tray(page).click()
    expect(panel(page)).to_be_visible()
    if system is not None:
        choose(page, system)
    return panel(page)


def choose(page: Page, system: str) -> None:
    page.get_by_role("combobox", name="Game").select_option(label=TITLES[system])


def compare(page: Page, first: str, second: str) -> None:
    panel(page).locator("#rulebook-expression").fill(first)
    page.get_by_role("combobox", name="Against").select_option("against")
    panel(page).locator("input[name=rival]").fill(second)


def faces(page: Page, of: int = 0) -> list[str]:
    expect(panel(page).locator(".rulebook-faces").nth(of)).to_be_visible()
    return panel(page).locator(".rulebook-faces").nth(of).locator("b").all_text_contents()


def program(system: str, text: str) -> Program:
    notation = load_system(system).notation
    return notation.program(notation.parse(text))


def table(page: Page, head: str) -> dict[str, list[Fraction]]:
    """A table of the odds: each value with its exact fractions, one a pool; `LONG` for one too long to be shown."""
    capital = head[:1].upper() + head[1:]
    found = panel(page).locator("table").filter(has=page.locator(f"th:text-is('{capital}')")).first
    expect(found).to_be_attached()  # On a busy machine odds come after a pause.
    rows = found.locator("tbody tr").evaluate_all("rows => rows.map(row => [...row.cells].map(c => c.textContent))")
    return {row[0]: [Fraction(exactly) if exactly else LONG for exactly in row[2::2]] for row in rows}


def as_shown(odds: Fraction) -> Fraction:
    return odds if len(str(odds)) <= 40 else LONG


@pytest.fixture
def visit(real_site: Site, open_page: Open) -> Open:
    """Open a page of the real site."""
    return lambda url, **options: open_page(f"{real_site.url}/{url}", **options)


@pytest.fixture
def guide(visit: Open) -> Page:
    return visit("guide/findings.html")


@pytest.mark.parametrize("url", ["index.html", "verified.html", "404.html", "masque/masque.html", "sda/errata.html"])
def test_it_is_on_every_page(visit: Open, url: str) -> None:
    page = visit(url)
    expect(page.get_by_role("banner").get_by_role("button", name="Dice tray")).to_be_visible()
    expect(opened(page).locator(".rulebook-chart")).to_be_visible()


def test_without_script_there_is_none(visit: Open) -> None:
    page = visit("index.html", java_script_enabled=False)
    expect(tray(page)).to_have_count(0)


def test_the_games_are_loaded_when_asked_for_and_once(guide: Page, watched: Watched) -> None:
    def asked() -> int:
        return sum("/games." in url for url in watched.requests)

    watched.settle(guide)
    assert asked() == 0
    opened(guide)
    guide.keyboard.press("Escape")
    opened(guide, "masque")
    assert asked() == 1


def test_nothing_rolls_before_it_is_asked_to(guide: Page) -> None:
    opened(guide)
    expect(panel(guide).locator(".rulebook-faces")).to_have_count(0)
    expect(guide.get_by_role("button", name="Copy link")).to_be_disabled()
    expect(panel(guide).locator("#rulebook-expression")).to_be_focused()
    guide.keyboard.press("Enter")
    expect(panel(guide).locator(".rulebook-faces")).to_have_count(1)


@pytest.mark.parametrize("url", ["sda/errata.html", "sda/tests.html"])
def test_the_game_of_the_book_comes_first(visit: Open, url: str) -> None:
    page = visit(url)
    game = opened(page).get_by_role("combobox", name="Game")
    expect(game.locator("option:checked")).to_have_text(TITLES["sda"])


def test_elsewhere_the_last_game_of_the_visit_does_with_its_last_dice(real_site: Site, guide: Page) -> None:
    opened(guide, "masque")
    panel(guide).locator("#rulebook-expression").fill("3d4 -d6")
    guide.get_by_role("button", name="Roll").first.click()
    expect(panel(guide).locator(".rulebook-faces li").nth(3)).to_be_visible()  # Naturals may bring more.
    guide.goto(f"{real_site.url}/guide/setup.html")
    expect(opened(guide).locator("#rulebook-expression")).to_have_value("3d4 -d6")


def test_every_game_shows_what_can_be_typed(guide: Page) -> None:
    opened(guide)
    for system in TITLES:
        choose(guide, system)
        field = panel(guide).locator("#rulebook-expression")
        typed = field.input_value()
        assert distribution(program(system, typed)).rows
        field.fill("?")
        expect(panel(guide).locator(".rulebook-fault")).to_contain_text("expected is")
        expect(guide.get_by_role("status")).to_contain_text("expected is")
        panel(guide).get_by_role("button", name=f"such as {typed}").click()
        expect(field).to_have_value(typed)
        expect(field).to_be_focused()
        guide.get_by_role("button", name="Roll").first.click()
        expect(panel(guide).locator(".rulebook-total")).to_be_visible()


def test_a_panel_that_a_button_opened_can_change_its_game(visit: Open) -> None:
    page = visit("sda/tests.html")
    page.locator("rulebook-dice > button").first.click()
    page.get_by_role("button", name="More").click()
    game = page.get_by_role("combobox", name="Game")
    game.focus()
    game.select_option(label="Masque")
    expect(game).to_be_focused()
    expect(page.get_by_role("dialog", name="Cast")).to_be_visible()
    expect(panel(page).locator(".rulebook-faces")).to_have_count(0)
    panel(page).locator("#rulebook-expression").fill("d%")
    page.keyboard.press("Enter")
    assert 1 <= int(faces(page)[0]) <= 100


def test_it_opens_as_it_was_left(guide: Page) -> None:
    opened(guide, "dry-cereal")
    guide.get_by_role("button", name="Roll").first.click()
    rolled = faces(guide)
    tray(guide).click()
    expect(panel(guide)).to_be_hidden()
    opened(guide)
    expect(panel(guide).locator(".rulebook-faces b")).to_have_text(rolled)


def test_two_pools_beside_each_other(guide: Page) -> None:
    opened(guide)
    for system in PAIRS:
        choose(guide, system)
        compare(guide, *PAIRS[system])
        first, second = (program(system, text) for text in PAIRS[system])
        expect(panel(guide).locator(".rulebook-legend")).to_have_text(" first: {} second: {}".format(*PAIRS[system]))
        guide.get_by_text("As tables").click()
        found = table(guide, first.fields[0].label)
        for side, pool in enumerate((first, second)):
            expected: dict[str, Fraction] = {}
            for outcome, odds in distribution(pool).rows:
                value = str(outcome[pool.main])
                expected[value] = expected.get(value, Fraction(0)) + odds
            if any(value.startswith(">") for value in expected):
                continue  # Two open ends are shown as one.
            shown = {value: as_shown(odds) for value, odds in expected.items()}
            assert {value: odds[side] for value, odds in found.items() if odds[side]} == shown
        for side in (0, 1):
            chances = [odds[side] for odds in found.values()]
            assert LONG in chances or sum(chances) == 1
        ends = {end: odds for end, [odds] in table(guide, "outcome").items()}
        ruled = contest(first, second)._asdict()
        words = {"win": "first higher", "tie": "equal", "lose": "first lower"} if system == "dry-cereal" else {}
        told = {end: odds for end, odds in ruled.items() if odds is not None and not (first.tie_wins and end == "tie")}
        assert ends == {words.get(end, end): as_shown(odds) for end, odds in told.items()}


def test_an_open_end_begins_beyond_what_the_other_reaches(guide: Page) -> None:
    opened(guide, "masque")
    compare(guide, "d4", "d%")
    guide.get_by_text("As tables").click()
    found = table(guide, program("masque", "d4").fields[0].label)
    right = {str(*outcome.values()): odds for outcome, odds in distribution(program("masque", "d4"), reach=100).rows}
    singles = [str(value) for value in range(1, 101)]
    assert {value: found[value][0] for value in singles} == {value: right.get(value, 0) for value in singles}
    assert {value: found[value][1] for value in singles} == dict.fromkeys(singles, Fraction(1, 100))


def test_the_picture_of_two_pools_needs_no_colour(guide: Page) -> None:
    opened(guide, "sda")
    compare(guide, "3d8", "2d12")
    chart = panel(guide).get_by_role("img")
    expect(chart).to_have_attribute("aria-label", re.compile("3d8 in columns, 2d12 as a line"))
    expect(chart.locator("path")).to_have_css("fill", "none")
    assert chart.locator("rect").count() == 7
    line = chart.locator("path").get_attribute("d") or ""
    assert line.count("H") == 7


def test_the_axis_of_the_picture_is_of_percents(guide: Page) -> None:
    opened(guide, "dry-cereal")
    panel(guide).locator("#rulebook-expression").fill("2d6")
    chart = panel(guide).locator("details .rulebook-chart")
    marks = chart.locator("text[x='-14']")
    expect(marks).to_have_text(["0", "5", "10", "15"])
    heights = [float(line.get_attribute("y1") or "") for line in chart.locator("line").all()]
    likeliest = float(chart.locator("rect[data-value='0']").get_attribute("height") or "")
    assert heights[0] - heights[3] == pytest.approx(likeliest * 15 / (100 / 6), rel=0.001)
    assert heights[0] - heights[1] == pytest.approx(heights[2] - heights[3])


def test_rolling_rolls_both_and_says_so_once(guide: Page) -> None:
    opened(guide)
    for system in PAIRS:
        choose(guide, system)
        compare(guide, *PAIRS[system])
        guide.evaluate(WHAT_IS_YET_TO_BE_SAID)
        guide.evaluate(COUNT_ANNOUNCEMENTS)
        guide.get_by_role("button", name="Roll").first.click()
        expect(panel(guide).locator(".rulebook-faces")).to_have_count(2)
        verdict = panel(guide).locator(".rulebook-verdict").inner_text().rstrip(".")
        expect(guide.get_by_role("status")).to_contain_text(verdict, ignore_case=True)
        [said] = guide.evaluate("said")
        # What it came to, then the dice of the one and of the other.
        order = [said.lower().index(words.lower()) for words in (PAIRS[system][0], verdict, " shows ", ". Against ")]
        assert order == sorted(order)
        assert said.count(" shows ") == len(faces(guide, 0)) + len(faces(guide, 1))


def test_equal_pools_of_a_game_in_which_a_tie_wins(visit: Open) -> None:
    page = visit(f"index.html#roll?system=sda&text=1d4&against=1d4&seed={SEED}")
    mine, theirs = (faces(page, of) for of in (0, 1))
    assert (mine == ["4"]) == (theirs == ["4"])
    expect(panel(page).locator(".rulebook-verdict")).to_contain_text("Won")


@pytest.mark.parametrize(
    ("system", "mine", "theirs"),
    shares([("drama", "15Bd 15Rd 15Dd 15Pd", "10Rd"), ("masque", "100d6", "d6"), ("cavea", "999:d20", "999:d20")]),
)
def test_dice_whose_exact_odds_take_too_long_are_said_to_be_and_rolled(
    guide: Page, system: str, mine: str, theirs: str
) -> None:
    opened(guide, system)
    compare(guide, mine, theirs)
    expect(panel(guide)).to_contain_text(re.compile("Exact odds of these dice take too long|Not exact: each chance"))
    guide.get_by_role("button", name="Roll").first.click()
    expect(panel(guide).locator(".rulebook-total")).to_have_count(2)


@pytest.mark.parametrize("system", PAIRS)
def test_a_link_shows_its_roll_on_any_page(visit: Open, system: str) -> None:
    text, against = PAIRS[system]
    query = f"system={system}&text={text.replace('+', '%2B')}&against={against.replace('+', '%2B')}&seed={SEED}&by=Ayla"
    page = visit(f"guide/setup.html#roll?{query}")
    expect(panel(page).locator(".rulebook-faces")).to_have_count(2)
    random = Sfc32(SEED)
    for of, side in enumerate((text, against)):
        assert faces(page, of) == [str(die.face) for die in roll(program(system, side), random).dice]
    expect(panel(page).locator(".rulebook-what")).to_have_text(f"Ayla: {text}")
    page.keyboard.press("Escape")
    expect(tray(page)).to_be_focused()


def test_the_rolls_of_every_game_and_page_are_in_one_list(real_site: Site, guide: Page) -> None:
    opened(guide, "masque")
    guide.get_by_role("button", name="Roll").first.click()
    rolled = faces(guide)
    guide.goto(f"{real_site.url}/sda/tests.html")
    guide.locator("rulebook-dice > button").first.click()
    items = guide.locator(".rulebook-log li")
    expect(items).to_have_count(2)
    expect(items.nth(1)).to_contain_text("Cast d5 +d4 +d3 -1 casting")
    guide.keyboard.press("Escape")
    items.nth(1).get_by_role("link").click()
    expect(guide.get_by_role("dialog", name="Cast")).to_be_visible()
    expect(panel(guide).locator(".rulebook-faces b")).to_have_text(rolled)


def test_escape_closes_it_and_the_focus_returns(guide: Page) -> None:
    tray(guide).focus()
    guide.keyboard.press("Enter")
    expect(panel(guide)).to_be_visible()
    guide.keyboard.press("Escape")
    expect(panel(guide)).to_be_hidden()
    expect(tray(guide)).to_be_focused()


def test_nothing_in_a_link_becomes_markup(guide: Page) -> None:
    fields = {"system": "cavea", "text": "1:d20", "against": "", "target": "", "by": "", "seed": SEED}
    for field in fields:
        guide.evaluate(
            "fields => { location.hash = '#roll?' + new URLSearchParams(fields) }", {**fields, field: HOSTILE}
        )
        expect(panel(guide)).to_be_visible()
        guide.keyboard.press("Escape")
        expect(panel(guide)).to_be_hidden()
        assert panel(guide).locator("img, script").count() == 0, field
    assert guide.evaluate("window.hacked") is None


def test_nothing_that_is_typed_or_kept_becomes_markup(visit: Open) -> None:
    page = visit("guide/setup.html")
    kept = [{"system": HOSTILE, "text": HOSTILE, "summary": HOSTILE}, {"system": "sda", "text": HOSTILE, "summary": 1}]
    page.evaluate("kept => sessionStorage.setItem('rulebook-rolls', kept)", json.dumps(kept))
    page.reload()
    opened(page, "cavea")
    compare(page, HOSTILE, HOSTILE)
    panel(page).locator("#rulebook-expression").fill("1:d20")
    compare(page, "1:d20", HOSTILE)
    panel(page).get_by_role("textbox", name="Who rolls").fill(HOSTILE[:40])
    compare(page, "1:d20", "1:d4")
    page.get_by_role("button", name="Roll").first.click()
    expect(page.locator(".rulebook-log li")).to_have_count(3)
    assert page.locator(":is(.rulebook-panel, .rulebook-log) :is(img, script)").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_spoiled_list_of_rolls_is_an_empty_one(guide: Page) -> None:
    for kept in ("{}", "null", "[null]", '"x"', "[", '[{"text": "x"}]'):
        guide.evaluate("kept => sessionStorage.setItem('rulebook-rolls', kept)", kept)
        guide.reload()
        opened(guide)
        expect(guide.locator(".rulebook-log")).to_be_hidden()


def test_games_that_cannot_be_loaded_are_a_message_and_asked_for_again(guide: Page, watched: Watched) -> None:
    guide.route("**/games.*.js", lambda route: route.abort())
    tray(guide).click()
    expect(panel(guide)).to_contain_text("could not be loaded")
    expect(panel(guide).locator("input").first).to_be_hidden()
    guide.keyboard.press("Escape")
    guide.unroute("**/games.*.js")
    opened(guide, "sda")
    expect(panel(guide).locator(".rulebook-chart")).to_be_visible()
    watched.errors.clear()  # The browser's own words about what it was not given.


def test_it_works_from_a_folder(real_site: Site, open_page: Open) -> None:
    page = open_page(Path(real_site.folder, "guide/setup.html").as_uri())
    opened(page, "drama")
    page.get_by_role("button", name="Roll").first.click()
    expect(panel(page).locator(".rulebook-total")).to_contain_text("net successes")


def test_it_works_without_a_connection(real_site: Site) -> None:
    [games] = real_site.folder.glob("assets/rulebook/games.*.js")
    worker = (real_site.folder / "offline.js").read_text(encoding="utf-8")
    assert f"assets/rulebook/{games.name}" in worker


def test_by_touch_at_320_pixels(visit: Open) -> None:
    options: dict[str, Any] = {"viewport": {"width": 320, "height": 600}, "has_touch": True, "is_mobile": True}
    page = visit("masque/masque.html", **options)
    box = tray(page).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    for other in (".md-header__title", "label[for=__drawer]", "label[for=__search]"):
        assert page.locator(f".md-header {other}").first.evaluate("e => e.offsetWidth") >= 40
    tray(page).tap()
    compare(page, "d6 +d4", "2d6 -d4")
    page.locator(".rulebook-again").tap()
    expect(panel(page).locator(".rulebook-faces")).to_have_count(2)
    inside = panel(page).bounding_box()
    assert inside is not None
    assert inside["x"] >= 0
    assert inside["x"] + inside["width"] <= 320
    assert inside["y"] + inside["height"] <= 600
    assert panel(page).evaluate("e => e.scrollWidth <= e.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.fixture(scope="module")
def plain_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a game in a theme without a header of Material's."""
    folder = tmp_path_factory.mktemp("plain")
    (folder / "docs/cavea").mkdir(parents=True)
    (folder / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    (folder / "docs/cavea/health.md").write_text(HEALTH, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(
        CONFIG.replace("{name: material, font: false}", "{name: mkdocs, highlightjs: false}"), encoding="utf-8"
    )
    build(folder / "mkdocs.yml", folder / "site")
    return folder / "site"


def test_in_another_theme_it_is_in_a_corner_and_not_in_print(plain_site: Path, open_page: Open) -> None:
    # That theme has inline scripts, which the server's policy would refuse.
    page = open_page(Path(plain_site, "index.html").as_uri())
    expect(page.get_by_role("complementary", name="Dice tray")).to_be_visible()
    box = tray(page).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    opened(page)
    expect(page.get_by_role("combobox", name="Game").locator("option")).to_have_text(["Cavea", "Plain dice"])
    expect(panel(page).get_by_role("button", name="such as ")).to_be_visible()
    page.keyboard.press("Escape")
    page.emulate_media(media="print")
    expect(tray(page)).to_be_hidden()


def test_a_site_without_games_has_none(tmp_path: Path, open_page: Open, watched: Watched) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Home\n\nNothing to roll.\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG.partition("      books:")[0].replace("rulebook:", "rulebook"))
    build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert not list(tmp_path.glob("site/assets/rulebook/games.*"))
    with served(tmp_path / "site") as site:
        page = open_page(f"{site.url}/#roll?system=cavea&text=1:d20&seed={SEED}")
        watched.settle(page)
        expect(tray(page)).to_have_count(0)
        expect(panel(page)).to_have_count(0)
