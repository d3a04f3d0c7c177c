"""What `rulebook roll` and `rulebook odds` print."""

from __future__ import annotations

import json

import pytest

from rulebook.reports.rolling import RollingError, odds_report, roll_report
from rulesmod.cavea import SYSTEM

SEED = "000000000000000200000001"


def test_odds_as_text() -> None:
    assert odds_report(SYSTEM, "1:d4").splitlines() == [
        "1:d4",
        "total  SAP",
        "    0    0   50.00%  1/2  ████████████████████",
        "    0    1   25.00%  1/4  ██████████",
        "    1    2   25.00%  1/4  ██████████",
        "total   chance       at least",
        "    0   75.00%  3/4   100.00%  ██████████████████████████████",
        "    1   25.00%  1/4    25.00%  ██████████",
        "mean 0.25, deviation 0.433, least 0, most 1",
    ]


def test_odds_as_json() -> None:
    assert json.loads(odds_report(SYSTEM, "1:d4", as_json=True)) == {
        "system": "cavea",
        "expression": "1:d4",
        "exact": True,
        "distribution": [
            [{"total": 0, "sap": 0}, "1/2"],
            [{"total": 0, "sap": 1}, "1/4"],
            [{"total": 1, "sap": 2}, "1/4"],
        ],
        "mean": "1/4",
        "deviation": 0.4330127018922193,
        "least": 0,
        "most": 1,
        "at_least": [[0, "1/1"], [1, "1/4"]],
    }


def test_odds_of_a_target_and_against_another_pool() -> None:
    target = odds_report(SYSTEM, "1:d4/+1", at_least=2, as_json=True)
    assert json.loads(target) == {"win": "1/4", "tie": "0/1", "lose": "3/4"}
    contest = odds_report(SYSTEM, "1:d4", against="1:d6", as_json=True)
    assert json.loads(contest) == {"win": "5/24", "tie": "2/3", "lose": "1/8"}
    assert "win   25.00%  1/4" in odds_report(SYSTEM, "1:d4/+1", at_least=2)


def test_a_roll_as_text_and_json() -> None:
    text = roll_report(SYSTEM, "2:d8/1:d4", seed=SEED)
    data = json.loads(roll_report(SYSTEM, "2:d8/1:d4", seed=SEED, as_json=True))
    assert text.splitlines()[-1] == f"seed {SEED}"
    assert (data["system"], data["expression"], data["seed"]) == ("cavea", "2:d8/1:d4", SEED)
    for line, thrown in zip(text.splitlines()[1:], data["dice"], strict=False):
        assert line.split(maxsplit=2) == [thrown["die"], str(thrown["face"]), *filter(None, [thrown["label"]])]
    total, sap = data["outcome"]["total"], data["outcome"]["sap"]
    assert f"  total {total}, SAP {sap}" in text.splitlines()


def test_rolls_against_each_other_come_from_one_seed() -> None:
    alone = json.loads(roll_report(SYSTEM, "3:d4", seed=SEED, as_json=True))
    both = json.loads(roll_report(SYSTEM, "3:d4", seed=SEED, against="2:d20", as_json=True))
    assert both["dice"] == alone["dice"]
    totals = both["outcome"]["total"], both["against"]["outcome"]["total"]
    assert both["verdict"] == ("win" if totals[0] > totals[1] else "tie" if totals[0] == totals[1] else "lose")


def test_a_faulty_expression_is_shown_with_a_caret() -> None:
    with pytest.raises(RollingError) as caught:
        odds_report(SYSTEM, "2:d6/1:d7")
    assert str(caught.value).splitlines() == [
        "not a level pool: `7` cannot stand here",
        "  2:d6/1:d7",
        "          ^",
        "expected a die type: d4, d6, d8, d10, d12 or d20",
    ]


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (lambda: odds_report(SYSTEM, "1:d6", against="x"), "not a level pool"),
        (lambda: odds_report(SYSTEM, "999999999999:d6"), "take too long"),
        (lambda: roll_report(SYSTEM, "999999999999:d6"), "1000 dice"),
        (lambda: roll_report(SYSTEM, "1:d6", seed="spoiled"), "24 hexadecimal digits"),
    ],
)
def test_what_the_user_can_mend_is_one_error(report, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RollingError, match=message):
        report()
