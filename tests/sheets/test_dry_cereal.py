"""Dry Cereal's point-buy sheet against its rules."""

from __future__ import annotations

from random import Random

import pytest

from rulesmod.dry_cereal import SYSTEM
from rulesmod.dry_cereal.rules import character_cost, points_left, roll_modifier
from rulesmod.dry_cereal.sheets import CHARACTER
from rulesmod.dry_cereal.tables import LADDER, UNTRAINED
from rulesmod.sheets import work_out
from tests.sheets.filled import filled

LEVELS = {modifier: level for level, modifier in LADDER.items()}
START = {key: field.start for key, field in CHARACTER.fields()}


def test_everything_follows_from_the_rules() -> None:
    for seed in range(300):
        given = {**START, **filled(CHARACTER, "dry-cereal", Random(seed))}
        worked = work_out(CHARACTER, SYSTEM.notation.language, given)
        skills = {key: LEVELS[given[key]] for key in given if key.endswith(".level")}
        techniques = [given[key] for key in given if key.endswith(".technique") and given[key].strip()]
        extras = [given[key] for key in given if key.startswith("extras.") and key.endswith(".cost")]
        cost = character_cost(skills, techniques, extras)
        left = points_left(cost, given["points"] + given["earned"])
        assert worked.outcomes["left"] == left
        assert bool(worked.broken) == (left < 0)
        for key, level in skills.items():
            rolled = worked.outcomes[key.replace(".level", ".roll")]
            if given[key.replace(".level", ".skill")].strip():
                assert SYSTEM.notation.modifier(SYSTEM.notation.parse(str(rolled))) == roll_modifier(level)
            else:
                assert rolled == ""


@pytest.mark.parametrize("technique", ["", "pick a lock"])
def test_a_technique_costs_and_rolls_once_it_has_a_name(technique: str) -> None:
    worked = work_out(CHARACTER, SYSTEM.notation.language, {"techniques.1.technique": technique}).outcomes
    assert worked["for_techniques"] == (1 if technique else 0)
    assert worked["techniques.1.roll"] == (f"2d6+{roll_modifier(technique=True)}" if technique else "")


def test_who_has_nothing_rolls_untrained() -> None:
    worked = work_out(CHARACTER, SYSTEM.notation.language, {}).outcomes
    assert worked["untrained"] == f"2d6{LADDER[UNTRAINED]:+d}"
    assert worked["left"] == 10
