"""What `rulebook roll` and `rulebook odds` say of dice that other tools read otherwise, or not at all."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulesmod.dice import fraction_text

SEED = "0123456789abcdef01234567"
D6 = range(1, 7)


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def asked(*words: str) -> dict[str, Any]:
    """The answer of a command as data."""
    result = CliRunner().invoke(main, [*words, "--json"])
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.output)
    return answer


def chances(expression: str) -> dict[int, str]:
    return {outcome["total"]: odds for outcome, odds in asked("odds", "plain", expression)["distribution"]}


def counted(totals: list[int]) -> dict[int, str]:
    """Exact odds by brute force, in lowest terms."""

    return {total: fraction_text(Fraction(totals.count(total), len(totals))) for total in sorted(set(totals))}


def total(*words: str) -> int:
    result: int = asked("roll", *words, "--seed", SEED)["outcome"]["total"]
    return result


def test_dice_times_nothing_are_nothing() -> None:
    assert total("plain", "d6×0") == 0
    assert chances("d6×0") == {0: "1/1"}


def test_a_division_rounds_down_below_zero_too() -> None:
    assert chances("(d6-6)/4") == {-2: "1/6", -1: "2/3", 0: "1/6"}
    guide = Path(__file__).parents[2] / "docs/guide/dice.md"
    assert "rounded down, also below 0" in guide.read_text(encoding="utf-8")


@pytest.mark.parametrize(("expression", "fault"), [("4d6kh5", "5 cannot be kept"), ("4d6dl5", "5 cannot be dropped")])
def test_no_more_dice_are_kept_or_dropped_than_are_rolled(expression: str, fault: str) -> None:
    for command in ("roll", "odds"):
        result = CliRunner().invoke(main, [command, "plain", expression])
        assert result.exit_code == 2
        assert f"of 4 dice, {fault}" in result.output
        assert f"help: `{expression[:-1]}4`" in result.output


def test_case_makes_no_difference() -> None:
    assert total("plain", "4D6KH3") == total("plain", "4d6kh3")
    assert chances("4D6KH3") == chances("4d6kh3")


def test_many_dice_of_which_few_are_kept() -> None:
    assert 3 <= total("plain", "20d6kh3") <= 18
    odds = chances("20d6kh3")
    # All three highest are sixes unless fewer than three of the twenty are.
    few = sum(comb(20, sixes) * 5 ** (20 - sixes) for sixes in range(3))
    whole = 6**20
    numerator, denominator = map(int, odds[18].split("/"))
    assert numerator * whole == (whole - few) * denominator


@pytest.mark.parametrize(
    ("expression", "totals"),
    [
        ("2d6+3*2", [one + other + 6 for one, other in product(D6, D6)]),
        ("10+d6×2", [10 + 2 * one for one in D6]),
        ("2*d6", [2 * one for one in D6]),
        ("d88", [10 * tens + ones for tens, ones in product(range(1, 9), range(1, 9))]),
        ("-2d6+10", [10 - one - other for one, other in product(D6, D6)]),
    ],
)
def test_expressions_mean_what_they_mean_elsewhere(expression: str, totals: list[int]) -> None:
    assert total("plain", expression) in totals
    assert chances(expression) == counted(totals)


@pytest.mark.parametrize("words", [("-2d6+10",), ("plain", "-2d6+10"), ("--", "-2d6+10"), ("--", "plain", "-2d6+10")])
def test_an_expression_may_begin_with_a_minus(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, ["roll", "--seed", SEED, *words])
    assert result.exit_code == 0, result.output
    assert f"total {total('plain', '-2d6+10')}\n" in result.output
