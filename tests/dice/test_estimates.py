"""Odds that are no fractions, against those that are, and the few numbers that distributions come to."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rulebook.reports.rolling import odds_report
from rulebook_core.findings import Place
from rulebook_core.source import Source, Span
from rulebook_render.presentation.dice import dice
from rulebook_rules.claims.model import Expression
from rulesmod.dice import PoolTooLargeError, Tail, Work, distribution, estimate, main_of, summary_of
from rulesmod.dice.work import SECOND
from rulesmod.plain_dice import SYSTEM

NOTATION = SYSTEM.notation


@pytest.mark.parametrize(
    "text", ["3d6", "4d6kh3+1", "3d6!", "2d10!p", "5d10>=8!", "2d6-d4!", "5Dw", "2d6ro1", "d100<=45"]
)
def test_an_estimate_holds_what_is_exact(text: str) -> None:
    program = NOTATION.program(NOTATION.parse(text))
    bounds = {outcome[program.main]: (low, high) for outcome, low, high in estimate(program).rows}
    for outcome, chance in distribution(program).rows:
        main = outcome[program.main]
        if not isinstance(main, Tail) and chance > Fraction(1, 10**9):
            low, high = bounds[main]
            assert low <= chance <= high < low + 1e-8


@pytest.mark.parametrize(("text", "is_exact"), [("5d10!!kh3", True), ("20d10!", True), ("150d10!", False)])
def test_dice_without_end_are_exact_as_long_as_that_takes_little_work(text: str, is_exact: bool) -> None:
    program, work = NOTATION.program(NOTATION.parse(text)), Work()
    assert estimate(program).bound < 1e-10
    if not is_exact:
        with pytest.raises(PoolTooLargeError):
            distribution(program, work=work)
        return
    found = distribution(program, work=work)
    assert 0 < work.done < SECOND
    assert sum(chance for _, chance in found.rows) == 1
    with pytest.raises(PoolTooLargeError):  # It is work that is counted, and not time.
        distribution(program, work=Work(work.done - 1))


def test_the_work_of_a_page_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulebook_render.presentation.dice._MAX_PAGE_WORK", 5e7)
    pools = ["4d10!!kh3", "5d10!!kh3", "5d10!!kh3+1", "d6"]
    source = Source("page.md", " ".join(pools))
    told = dice([Expression(Place(source, Span(0, 1)), text, SYSTEM, NOTATION.parse(text)) for text in pools]).html
    parts = told.split('class="rulebook-pool"')[1:]
    assert ["Exactly" in part for part in parts] == [True, True, False, False]
    assert ["a click on the dice counts it" in part for part in parts] == [False, False, True, True]


def test_what_takes_too_long_is_answered_between_bounds() -> None:
    with pytest.raises(PoolTooLargeError):
        distribution(NOTATION.program(NOTATION.parse("150d10!")))
    told = json.loads(odds_report(SYSTEM, "150d10!", as_json=True))
    assert told["exact"] is False
    assert sum(low for _, (low, _) in told["distribution"]) <= 1 <= sum(high for _, (_, high) in told["distribution"])
    least, greatest = told["at_least"][0][1]
    assert least <= 1 <= greatest
    assert told["mean"] == pytest.approx(150 * 55 / 9, abs=1e-6)
    assert "higher" in odds_report(SYSTEM, "150d10!").splitlines()[-1]
    page = dice(
        [Expression(Place(Source("page.md", "150d10!"), Span(0, 7)), "150d10!", SYSTEM, NOTATION.parse("150d10!"))]
    )
    assert "not exact: each chance may be 2e-11 higher" in page.html
    assert "exactly" not in page.html


@pytest.mark.parametrize(
    ("text", "mean", "deviation", "least", "most"),
    [
        ("2d6", Fraction(7), 2.4152, 2, 12),
        ("4d6kh3", Fraction(15869, 1296), 2.8468, 3, 18),
        ("4dF", Fraction(0), 1.633, -4, 4),
        ("20-d6!", Fraction(158, 10), 4.0, None, 19),
    ],
)
def test_the_numbers_of_a_distribution(
    text: str, mean: Fraction, deviation: float, least: int | None, most: int | None
) -> None:
    summary = summary_of(main_of(distribution(NOTATION.program(NOTATION.parse(text)))))
    assert summary is not None
    assert float(summary.mean) == pytest.approx(float(mean), abs=0.001)
    assert (summary.least, summary.most) == (least, most)
    if text != "20-d6!":
        assert (summary.mean, round(summary.deviation, 4)) == (mean, deviation)


def test_a_long_fraction_is_shown_as_a_percentage_and_whole_in_json() -> None:
    shown = odds_report(SYSTEM, "30d20")
    assert max(map(len, shown.replace("█", "").split())) <= 41
    assert any(len(chance) > 41 for _, chance in json.loads(odds_report(SYSTEM, "30d20", as_json=True))["distribution"])
