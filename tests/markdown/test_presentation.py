"""What pages show: percentages that never lie, odds that add up, links to the places that derivations rest on."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.analysis import analyse
from rulebook.config import load_config
from rulebook.presentation.dice import odds_tables, percent
from rulebook.presentation.pages import Presenter
from rulebook.reading import read_book
from rulebook.systems import load_system
from tests.small_book import CONFIG, HEALTH


@pytest.mark.parametrize(
    ("odds", "shown"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 400), "0.25 %"),
        (Fraction(1, 100_000), "< 0.01 %"),
        (Fraction(99_999, 100_000), "> 99.9 %"),
        (Fraction(1, 2000), "0.05 %"),
        (Fraction(25, 10_000), "0.25 %"),
        (Fraction(1, 16), "6.3 %"),
    ],
)
def test_percentages(odds: Fraction, shown: str) -> None:
    assert percent(odds) == shown


@given(st.fractions(0, 1))
def test_a_percentage_is_as_exact_as_it_looks(odds: Fraction) -> None:
    shown = percent(odds).removesuffix(" %")
    if shown[0] in "<>":
        assert 0 < odds < Fraction("0.0001") or Fraction("0.999") < odds < 1
    else:
        decimals = len(shown.partition(".")[2])
        assert abs(Fraction(shown) - odds * 100) <= Fraction(1, 2 * 10**decimals)
        assert (shown in ("0", "100")) == (odds in (0, 1))


def test_the_odds_of_each_result_add_up() -> None:
    notation = load_system("cavea").notation
    tables = odds_tables(notation.program(notation.parse("2:d4/1:d8/+1")))
    assert list(tables) == ["total", "SAP"]
    assert [row.value for row in tables["total"]] == ["1", "2", "3", "4"]
    assert all(sum(row.odds for row in rows) == 1 for rows in tables.values())


@pytest.fixture
def presenter(tmp_path: Path, request: pytest.FixtureRequest) -> Presenter:
    """The small book with a second page, which rests on the table of the first."""
    docs = tmp_path / "docs" / "cavea"
    docs.mkdir(parents=True)
    table, hero = HEALTH.split("## A hero {#hero}")
    (docs / "health.md").write_text(getattr(request, "param", table), encoding="utf-8")
    (docs / "hero.md").write_text(f"# A hero\n{hero}", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    return Presenter(book, analyse(book))


def test_a_derivation_links_to_other_pages(presenter: Presenter) -> None:
    targets = set(re.findall(r'<a href="([^"]+)"', presenter.page("cavea/hero.md").appendix))
    assert "../health/#worth" in targets


def test_a_number_of_several_claims_opens_all_of_them(presenter: Presenter) -> None:
    marks = presenter.page("cavea/hero.md").marks
    whys = [re.findall(r'data-whys="([^"]+)"', mark.opening) for mark in marks]
    ids = {id_ for found in whys for ids in found for id_ in ids.split()}
    appendix = presenter.page("cavea/hero.md").appendix
    assert ids
    assert all(f'<li id="{id_}">' in appendix for id_ in ids)


@pytest.mark.parametrize("presenter", [HEALTH.partition("## A hero")[0].replace(">12<", ">13<")], indirect=True)
def test_a_wrong_number_says_what_the_rules_give(presenter: Presenter) -> None:
    page = presenter.page("cavea/health.md")
    assert any('class="rulebook-wrong"' in mark.opening for mark in page.marks)
    assert "wrong: the rules give 12" in page.appendix


def test_a_page_without_anything_to_show_is_not_touched(presenter: Presenter) -> None:
    assert presenter.find("# Nothing\n\nOf the sort.\n") is None
    assert presenter.uris == {"cavea/health.md", "cavea/hero.md"}
