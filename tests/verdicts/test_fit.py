"""The table of what was measured of each rule is that of its sources, and no rule is worse than may be."""

from __future__ import annotations

import tomllib

import pytest

from rulebook_rules.catalogue import load_rules
from tests.verdicts import fit

MEASURED = tomllib.loads(fit.TABLE.read_text(encoding="utf-8"))


def shares(name: str) -> fit.Shares:
    """What the table has from a source."""
    rows = {rule: row[name].split(" of ") for rule, row in MEASURED["rules"].items() if name in row}
    return {rule: (int(good), int(all_)) for rule, (good, all_) in rows.items()}


def test_the_table_has_what_was_judged_planted_and_changed() -> None:
    assert fit.TABLE.read_text(encoding="utf-8") == fit.table()


@pytest.mark.parametrize("rule", [rule for rule, (_, all_) in fit.judged_today().items() if all_ >= fit.MIN_JUDGED])
def test_of_a_rule_that_was_judged_often_nine_of_ten_are_true(rule: str) -> None:
    assert MEASURED["rules"][rule]["precision"] >= fit.MIN_PRECISION


def test_all_planted_faults_are_found_and_rules_are_those_that_there_are() -> None:
    assert MEASURED["rules"].keys() <= load_rules().keys()
    assert len(shares("planted")) >= 10
    assert all(good == all_ > 0 for good, all_ in shares("planted").values())


def test_a_source_that_says_otherwise_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "judged_ever", lambda: {**shares("ever"), "table-gap": (1, 1)})
    monkeypatch.setattr(fit, "planted", lambda: shares("planted"))
    assert fit.table() != fit.TABLE.read_text(encoding="utf-8")
