"""One widget for every game: what differs is data. Its rolls and odds are held against Python's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from rulebook_rules.systems import load_system
from rulesmod.dice import Sfc32, distribution, roll, short_fraction
from tests.site.sites import Open, Site, build, served
from tests.small_book import CONFIG

EXPRESSIONS = {
    "cavea": ["1:d4/2:d6/-1", "3:d20"],
    "drama": ["4Bd 2Rd 1Dd 1Pd", "10Rd"],
    "dry-cereal": ["2d6+2", "2d6"],
    "sda": ["4d6", "2d20"],
    "masque": ["2d6 -d4", "d4 |d6 least max"],
}
CASES = [(system, text) for system, texts in EXPRESSIONS.items() for text in texts]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a page for each game."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "docs" / "cavea").mkdir(parents=True)
    for page in ("index.md", "cavea/health.md"):
        (folder / "docs" / page).write_text("# Home\n", encoding="utf-8")
    for system, texts in EXPRESSIONS.items():
        pools = "\n\n".join(f"Now roll `{text}` once." for text in texts)
        page = f"---\nsystem: {system}\n---\n\n# Dice\n\n{pools}\n"
        (folder / "docs" / f"{system}.md").write_text(page, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")
    with served(folder / "site") as site:
        yield site


def rolled(games: Site, open_page: Open, system: str, text: str) -> Page:
    page = open_page(f"{games.url}/{system}/")
    page.locator("rulebook-dice > button").filter(has_text=re.compile(f"^{re.escape(text)}$")).click()
    expect(page.locator(".rulebook-total")).to_be_visible()
    return page


@pytest.mark.parametrize(("system", "text"), CASES)
def test_rolls_and_odds_are_those_of_python(games: Site, open_page: Open, system: str, text: str) -> None:
    page = rolled(games, open_page, system, text)
    notation = load_system(system).notation
    program = notation.program(notation.parse(text))
    for _ in range(4):
        command = page.locator(".rulebook-panel pre").text_content() or ""
        mine = roll(program, Sfc32(command.rpartition(" ")[2]))
        dice = page.locator(".rulebook-faces li")
        assert dice.locator("b").all_text_contents() == [str(die.face) for die in mine.dice]
        assert dice.locator(".rulebook-label").all_text_contents() == [die.label for die in mine.dice]
        words = {True: "yes", False: "no"}
        results = [words.get(value, value) if isinstance(value, bool) else value for value in mine.outcome.values()]
        assert page.locator(".rulebook-total b").all_text_contents() == [str(value) for value in results]
        page.get_by_role("button", name="Roll again").click()
    expected: dict[str, Fraction] = {}
    for outcome, odds in distribution(program).rows:
        value = str(outcome[program.main]).replace(">=", "≥ ").replace("<=", "≤ ")
        expected[value] = expected.get(value, Fraction(0)) + odds
    table = page.locator(".rulebook-panel table").first
    expect(table).to_be_attached()  # Some take a moment.
    rows = table.locator("tbody tr").evaluate_all("rows => rows.map(row => [...row.cells].map(c => c.textContent))")
    assert {value: exactly for value, _, exactly, *_ in rows} == {
        v: short_fraction(odds) for v, odds in expected.items()
    }
    assert [value for value, *_ in rows] == list(expected)
