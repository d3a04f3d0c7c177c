"""What pages show: percentages that never lie, odds that add up, links to the places that derivations rest on."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.dice import Row, odds_lines, odds_of, percent
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.claims.model import Verdict
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulesmod.dice import distribution
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
    tables = tables_of("cavea", "2:d4/1:d8/+1")
    assert list(tables) == ["total", "SAP"]
    assert [row.value for row in tables["total"]] == ["1", "2", "3", "4"]
    assert all(sum(row.odds for row in rows) == 1 for rows in tables.values())


def tables_of(system: str, expression: str) -> dict[str, list[Row]]:
    notation = load_system(system).notation
    program = notation.program(notation.parse(expression))
    return {item.label: odds_of(distribution(program), item.name) for item in program.fields}


def rows_of(system: str, expression: str) -> list[Row]:
    return next(iter(tables_of(system, expression).values()))


def test_neighbours_that_are_equally_likely_share_a_line() -> None:
    lines = list(odds_lines(rows_of("masque", "d4")))
    assert [(line.value, line.odds, line.each) for line in lines[:3]] == [
        ("1 to 3", Fraction(1, 4), True),
        ("5 to 7", Fraction(1, 16), True),
        ("9 to 11", Fraction(1, 64), True),
    ]
    assert '<th scope="row">1 to 3</th><td>each 25.0 %</td><td>each 1/4</td>' in lines[0].html()
    assert '<rect width="24%"/>' in lines[0].html()


def test_values_with_gaps_between_them_have_lines_of_their_own() -> None:
    rows = [Row(str(value), Fraction(1, 4), value) for value in (2, 4, 6, 8)]
    assert [line.value for line in odds_lines(rows)] == ["2", "4", "6", "8"]


@pytest.mark.parametrize(("system", "expression"), [("masque", "3d20"), ("masque", "2d6 -d4"), ("cavea", "4:d4")])
def test_the_lines_of_a_table_miss_nothing(system: str, expression: str) -> None:
    rows = rows_of(system, expression)
    lines = list(odds_lines(rows))
    total = Fraction(0)
    for line in lines:
        low, _, high = line.value.partition(" to ")
        total += line.odds * (int(high) - int(low) + 1 if line.each else 1)
    assert total == 1
    assert all(line.odds >= Fraction(1, 1000) for line in lines[3:-3])


def test_the_end_that_hardly_comes_up_is_one_line() -> None:
    rows = rows_of("masque", "3d20")
    *_, last = odds_lines(rows)
    first = int(last.value.removeprefix("≥ "))
    assert last.odds == sum(row.odds for row in rows if row.number is None or row.number >= first)
    assert all(row.odds >= Fraction(1, 1000) for row in rows if row.number == first - 1)


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
    assert all(f' id="{id_}">' in appendix for id_ in ids)


@pytest.mark.parametrize("presenter", [HEALTH.partition("## A hero")[0].replace(">12<", ">13<")], indirect=True)
def test_a_wrong_number_says_what_the_rules_give(presenter: Presenter) -> None:
    page = Presenter(presenter.book, presenter.report, for_writer=True).page("cavea/health.md")
    assert any('class="rulebook-wrong"' in mark.opening for mark in page.marks)
    assert "Wrong: the rules give 12." in page.appendix


MIXED = """\
# Mixed

A pool of `1:d20` is a single d12, and 1 + 1 = 2.

<!-- proof: shown -->

It is 2 + 2 = 4.

<!-- proof: shown -->
"""


@pytest.mark.parametrize("presenter", [MIXED], indirect=True)
def test_a_reader_is_shown_what_is_right_and_of_nothing_wrong_that_it_is_proved(presenter: Presenter) -> None:
    assert {claim.verdict for claim in presenter.report.claims if claim.place.source.path.endswith("health.md")} == {
        Verdict.RIGHT,
        Verdict.WRONG,
    }
    read = presenter.page("cavea/health.md")
    written = Presenter(presenter.book, presenter.report, for_writer=True).page("cavea/health.md")
    shown = {page: "".join((*(mark.opening for mark in page.marks), page.appendix)) for page in (read, written)}
    assert "wrong" not in shown[read]
    assert "<q>a single d12</q>" not in shown[read]
    assert shown[read].count('class="rulebook-proof"') == 1
    assert "<q>2 + 2 = 4</q>" in shown[read]
    # It is marked, but repeating it would tell nobody why.
    assert 'class="rulebook-right"' in shown[read]
    assert "<q>1 + 1 = 2</q>" not in shown[read]
    assert 'class="rulebook-wrong"' in shown[written]
    assert shown[written].count('class="rulebook-proof"') == 2


def test_a_page_without_anything_to_show_is_not_touched(presenter: Presenter) -> None:
    assert presenter.uri_of("# Nothing\n\nOf the sort.\n") is None
    assert presenter.uris == {"cavea/health.md", "cavea/hero.md"}
