"""The stage in a real Chromium: played by hand and by itself, by keyboard, from a link, on a phone, in print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rulesmod.dice import Sfc32
from rulesmod.masque.play import PLAY
from rulesmod.masque.playing import run
from rulesmod.masque.showing import SAMPLE, automatic, log_lines, open_stage, whole_game
from tests.site.sites import Open, Site, Watched, build, served

CONFIG = """\
site_name: A small stage
theme: {name: material, font: false}
plugins:
  - search
  - rulebook:
      books:
        masque: {system: masque, dialect: markdown}
markdown_extensions: [attr_list, md_in_html, tables, toc: {permalink: true}]
"""
PAGE = """\
# Masque

## Casting Timing

The troupe has the first choice.

## Monsters

### Ogre

It swings sledges.

<!-- stage: set-to -->

## Goblin

It tunnels.
"""
SEED = "00112233445566778899aabb"


SCROLLING = """
    odds => [odds, ...odds.querySelectorAll('*')].filter(element =>
      element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto'
    ).map(element => element.tabIndex)
"""


UNCOVERED = """
    element => {
      const { x, y } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + 4, y + 8))
    }
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("stage")
    (folder / "docs" / "masque").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    (folder / "docs" / "masque" / "index.md").write_text(PAGE, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")
    with served(folder / "site") as site:
        yield site


@pytest.fixture
def stage(site: Site, open_page: Open) -> Page:
    return open_page(f"{site.url}/masque/")


def begin(page: Page, *, players: tuple[str, str] = ("me", "policy: bold")) -> None:
    choose_who_appears(page)
    page.get_by_label("Seed").fill(SEED)
    for side, player in enumerate(players):
        page.get_by_label("played by").nth(side).select_option(label=player)
    page.get_by_role("button", name="Begin").click()


def choose_who_appears(page: Page) -> None:
    summary = page.get_by_text("Choose who appears")
    if summary.locator("..").get_attribute("open") is None:
        summary.click()


def log(page: Page) -> list[str]:
    return page.locator(".rulebook-stage-log li").all_inner_texts()


def by_python() -> list[str]:
    """The log of the same set-to, played by Python."""
    ours, theirs = SAMPLE
    stage = open_stage(ours, theirs, Sfc32(SEED))
    run(stage, whole_game(stage), lambda stage, question: automatic(stage, question, "bold"))
    return [f"{words} {rule}" for _, rule, words in log_lines(stage, 0)]


def test_a_set_to_that_runs_is_the_one_that_python_plays(stage: Page) -> None:
    begin(stage, players=("policy: bold", "policy: bold"))
    expect(stage.get_by_text("It is over.")).to_be_visible()
    assert log(stage) == by_python()


def test_played_by_hand_it_asks_and_may_be_taken_back(stage: Page) -> None:
    begin(stage)
    asked = stage.locator(".rulebook-stage-asked")
    expect(asked).to_contain_text("Which dice does Lancer 1 cast?")
    asked.get_by_text("All 123").click()
    asked.get_by_role("combobox").select_option(label="2d6, average 7: 58 %")
    asked.get_by_role("button", name="Choose").click()
    expect(asked).to_contain_text("Which dice does Bravo 2 cast?")
    assert any(line.startswith("Lancer 1 casts 2d6:") for line in log(stage))
    stage.get_by_role("button", name="Back").click()
    expect(asked).to_contain_text("Which dice does Lancer 1 cast?")
    assert not any(line.startswith("Lancer 1 casts") for line in log(stage))


def test_bit_by_bit(stage: Page) -> None:
    begin(stage)
    for bit in ("2", "3"):
        stage.get_by_role("button", name="To the end of the bit").click()
        expect(stage.get_by_text(f"Upstage in bit {bit}")).to_be_visible()
    stage.get_by_role("button", name="To the end", exact=True).click()
    expect(stage.get_by_text("It is over.")).to_be_visible()
    assert log(stage) == by_python()


def test_the_best_casts_come_first(stage: Page) -> None:
    begin(stage)
    asked = stage.locator(".rulebook-stage-asked")
    casts = asked.get_by_role("button").all_inner_texts()
    assert casts[0] == "d12 50 % to meet 6.5"
    expect(asked).to_contain_text("First with the Build die")
    expect(asked.locator("b").first).to_have_css("display", "inline-block")  # An inline one has no first letter.
    assert len(casts) == 5
    asked.get_by_role("button", name="d12 50 %").click()
    assert any(line.startswith("Lancer 1 casts d12:") for line in log(stage))
    assert "Build 12/12, hits 0" in stage.locator(".rulebook-stage-marks").inner_text()


def test_a_rule_opens_at_its_step(stage: Page) -> None:
    begin(stage, players=("policy: bold", "policy: bold"))
    expect(stage.get_by_text("It is over.")).to_be_visible()
    step = stage.locator(".rulebook-stage-log li", has=stage.get_by_role("link", name="Goblin", exact=True)).first
    link = step.get_by_role("link", name="Goblin", exact=True)
    address = stage.url
    link.click()
    expect(link).to_have_attribute("aria-expanded", "true")
    expect(step.get_by_text("It tunnels.")).to_be_visible()
    expect(step.get_by_role("link", name="Read in context")).to_have_attribute("href", "#goblin")
    assert stage.url == address
    link.press("Enter")
    expect(step.get_by_text("It tunnels.")).to_be_hidden()
    assert stage.locator(".rulebook-stage-log li", has_text="Restaging Timing").locator("a").count() == 0


def test_the_address_goes_on_with_the_game(stage: Page, open_page: Open) -> None:
    stage.get_by_role("link", name="A Lancer against an Ogre").click()
    asked = stage.locator(".rulebook-stage-asked")
    first = asked.inner_text()
    assert "Lancer 1" in first
    assert stage.locator("caption").first.evaluate(UNCOVERED)
    asked.get_by_role("button").first.click()
    second, told_ = asked.inner_text(), log(stage)
    assert any(line.startswith("Lancer 1 casts d12") for line in told_)
    friend = open_page(stage.url)
    assert log(friend) == told_
    assert friend.locator(".rulebook-stage-asked").inner_text() == second
    stage.reload()
    expect(asked).to_have_text(second, use_inner_text=True)
    assert log(stage) == told_
    stage.go_back()
    expect(asked).to_have_text(first, use_inner_text=True)
    stage.go_back()
    expect(asked).to_be_hidden()
    expect(stage.get_by_role("link", name="A Lancer against an Ogre")).to_be_visible()
    stage.go_forward()
    stage.go_forward()
    assert log(stage) == told_


def test_the_end_says_who_won_and_offers_more(stage: Page) -> None:
    stage.get_by_role("link", name="Two against").click()
    stage.get_by_role("button", name="To the end", exact=True).click()
    asked = stage.locator(".rulebook-stage-asked")
    expect(asked).to_contain_text(re.compile(r"It is over\. .* has won in \d+ bits?\. Chops: Curate 1 has \d"))
    over = stage.url
    asked.get_by_role("button", name="Again").click()
    expect(asked).to_contain_text("Which dice does Curate 1 cast?")
    assert stage.url != over
    stage.goto(over)
    asked.get_by_role("button", name="With others").click()
    expect(stage.get_by_role("link", name="A Lancer against an Ogre")).to_be_focused()


def test_a_copied_link_shows_the_same_game_again(stage: Page, open_page: Open) -> None:
    begin(stage)
    stage.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stage.get_by_role("button", name="Copy link").click()
    expect(stage.get_by_role("button", name="Copied")).to_be_visible()
    assert log(open_page(stage.evaluate("navigator.clipboard.readText()"))) == log(stage)


DAMAGED = (
    "ours=L12&theirs=Ogre&seed=xyz",
    f"ours=&theirs=Ogre&seed={SEED}",
    f"ours=Z9&theirs=Nobody&seed={SEED}",
    f"ours=L12&theirs=Ogre&seed={SEED}&given=9999m",
    "%3Cscript%3E",
)


def test_a_damaged_link_is_told_and_breaks_nothing(site: Site, open_page: Open) -> None:
    page = open_page(f"{site.url}/masque/#stage?{DAMAGED[0]}")
    for fragment in DAMAGED:
        page.evaluate("hash => { location.hash = hash }", f"stage?{fragment}")
        expect(page.get_by_role("alert")).not_to_be_empty()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        page.evaluate("location.hash = 'stage?ours=L12&theirs=Ogre'")
        expect(page.get_by_role("alert")).to_be_empty()


def test_the_whole_of_it_by_keyboard(stage: Page) -> None:
    stage.get_by_role("link", name="A Lancer against an Ogre").focus()
    stage.keyboard.press("Enter")
    asked = stage.locator(".rulebook-stage-asked")
    expect(asked.get_by_role("button").first).to_be_focused()
    expect(asked).to_contain_text("Which dice")
    log = stage.locator(".rulebook-stage-log")
    lines = log.inner_text()
    stage.keyboard.press("Enter")
    expect(log).not_to_have_text(lines, use_inner_text=True)
    expect(asked.get_by_role("button").first).to_be_focused()


def test_somebody_is_added_with_an_item_and_removed(stage: Page) -> None:
    choose_who_appears(stage)
    troupe = stage.get_by_role("group", name="the troupe")
    troupe.get_by_label("Add to the troupe").select_option(label="Magnus, Build 6")
    troupe.get_by_label("Build").fill("7")
    troupe.get_by_label("Item").select_option(label="Arrant staff")
    troupe.get_by_role("button", name="Add").click()
    expect(troupe).to_contain_text("Magnus 7, Arrant staff")
    troupe.get_by_role("button", name="Remove Lancer 12").click()
    expect(troupe.get_by_role("listitem")).to_have_count(3)
    begin(stage)
    expect(stage.locator(".rulebook-stage-log")).to_contain_text("Magnus 3 appears on mark 3.")


def test_a_screen_reader_hears_log_and_question(stage: Page) -> None:
    begin(stage)
    expect(stage.get_by_role("log", name="Log")).to_contain_text("Lancer 1 appears on mark 1.")
    expect(stage.get_by_role("group", name="the troupe: Which dice does Lancer 1 cast?")).to_be_visible()


def test_on_a_phone_nothing_sticks_out(site: Site, open_page: Open) -> None:
    page = open_page(f"{site.url}/masque/")
    begin(page)
    for _ in range(3):
        page.get_by_role("button", name="To the end of the bit").click()
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = [button.bounding_box() for button in page.locator(".rulebook-stage button:visible").all()]
    assert all(box is not None and box["height"] >= 24 for box in boxes)


def test_the_odds_are_reached_by_keyboard_and_whole_on_paper(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/odds.html", viewport={"width": 320, "height": 640})
    odds = page.locator(".rulebook-stage-odds")
    odds.first.evaluate("odds => odds.closest('details').open = true")
    expect(odds.first.locator("th[scope=row]").first).to_be_visible()
    assert odds.first.evaluate(SCROLLING) == [0]
    odds.first.focus()
    page.keyboard.press("ArrowRight")
    head = odds.first.locator("th[scope=row]").first
    box = head.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 900})
    assert odds.first.locator("table").evaluate("table => table.getBoundingClientRect().right") <= 680


def test_print_shows_the_whole_log(stage: Page) -> None:
    begin(stage, players=("policy: bold", "policy: bold"))
    expect(stage.get_by_text("It is over.")).to_be_visible()
    stage.emulate_media(media="print")
    height = stage.locator(".rulebook-stage-log").evaluate("element => element.scrollHeight - element.clientHeight")
    assert height <= 1
    expect(stage.get_by_role("button", name="Begin")).to_be_hidden()
    expect(stage.get_by_text("It tunnels.").last).to_be_visible()


def test_the_log_can_be_printed_by_itself(stage: Page) -> None:
    stage.add_init_script("window.print = () => {}")
    stage.reload()
    begin(stage, players=("policy: bold", "policy: bold"))
    stage.get_by_role("button", name="Print the log").click()
    stage.emulate_media(media="print")
    expect(stage.get_by_text("It tunnels.").last).to_be_hidden()
    expect(stage.get_by_text("Lancer 1 appears on mark 1.")).to_be_visible()
    stage.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(stage.get_by_text("It tunnels.").last).to_be_visible()
    stage.close()  # And its script with it.


def test_without_a_script_a_game_can_be_read(site: Site, open_page: Open) -> None:
    page = open_page(f"{site.url}/masque/", java_script_enabled=False)
    expect(page.get_by_text("Lancer 1 appears on mark 1.")).to_be_visible()


def test_who_could_only_leave_a_mark_is_asked_on_request(site: Site, open_page: Open) -> None:
    page = open_page(f"{site.url}/masque/#stage?ours=L12&theirs=Ogre&players=me.bold.bold&seed={SEED}")
    asked = page.locator(".rulebook-stage-asked")
    expect(page.get_by_label("ask about leaving a mark")).not_to_be_checked()
    found = []
    while not (text := asked.inner_text()).startswith("It is over."):
        found.append(text)
        before = page.url
        asked.locator("button").first.click()
        page.wait_for_function("before => location.href !== before", arg=before)
        assert len(found) < 100
    moves = [text for text in found if "A move?" in text]
    assert [text for text in moves if " enters mark " not in text] == []


def test_the_marks_are_drawn_in_the_book_and_on_the_stage(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/masque/the-set-to.html")
    expect(page.get_by_role("img", name=re.compile("^The stage: the entourage above"))).to_be_visible()
    page.goto(f"{real_site.url}/masque/the-stage.html")
    page.get_by_role("link", name="A Lancer against an Ogre").click()
    spots = page.locator(".rulebook-stage-spot")
    expect(spots).to_have_count(6)
    widths = spots.evaluate_all("all => all.map(spot => getComputedStyle(spot).strokeWidth)")
    assert sorted(widths) == ["1.5px"] * 4 + ["3px"] * 2


def test_an_appendix_is_read_on_the_site_and_not_on_paper(real_site: Site) -> None:
    whole = (real_site.folder / "masque" / "print.html").read_text(encoding="utf-8")
    assert "Who hits" in whole
    assert "Odds of duels" not in whole
    assert "How open places are read" not in whole
    assert (real_site.folder / "masque" / "odds.html").is_file()


def test_every_rule_of_the_split_book_is_found(real_site: Site) -> None:
    """What the script links to is what stands in the page, where `test_links` follows it."""
    html = Path(real_site.folder, "masque", "the-stage.html").read_text(encoding="utf-8")
    links = dict(re.findall(r'<dt><a href="([^"]*)">([^<]*)</a></dt><dd><p>', html))
    assert set(links.values()) == {escape(rule) for rule in PLAY.rules}
    assert links["bestiary.html#goblin"] == "Goblin"
    assert '<a href="#stage?ours=L12&amp;theirs=Ogre">' in html, "what is played here stays here"


def test_the_game_comes_when_somebody_plays(site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(f"{site.url}/masque/")
    watched.settle(page)
    assert not [url for url in watched.requests if "stage-set-to" in url and url.endswith(".js")]
    page.route("**/stage-set-to.*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    ready = page.get_by_role("link", name="A Lancer against an Ogre")
    ready.click()
    expect(page.get_by_role("alert")).to_have_text("The stage could not be loaded. Try again.")
    page.unroute("**/stage-set-to.*.js")
    ready.click()
    expect(page.locator(".rulebook-missed")).to_have_count(0)
    expect(page.locator(".rulebook-stage-asked")).to_contain_text("Which dice does Lancer 1 cast?")


def test_a_link_without_dice_throws_new_ones(site: Site, open_page: Open) -> None:
    page = open_page(f"{site.url}/masque/#stage?ours=B8&theirs=Orc")
    expect(page.locator(".rulebook-stage-asked")).to_contain_text("Bravo 1")
    page.wait_for_url(re.compile("seed=[0-9a-f]{24}"))
    page.go_back()
    assert page.url == "about:blank"


def test_only_its_own_page_loads_the_script(site: Site) -> None:
    pages = {str(path.relative_to(site.folder)): "stage-set-to" in path.read_text(encoding="utf-8")
             for path in site.folder.rglob("*.html")}  # fmt: skip
    assert pages["masque/index.html"]
    assert not pages["index.html"]
    [script] = Path(site.folder, "assets", "rulebook").glob("stage-set-to.*.js")
    text = script.read_text(encoding="utf-8")
    assert not re.search(r"\beval\(|new Function|innerHTML|fetch\(", text)
