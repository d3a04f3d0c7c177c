"""SdA's pool builder against SdA's rules."""

from __future__ import annotations

from random import Random

from rulesmod.sda import SYSTEM, rules
from rulesmod.sda.sheets import POOL
from rulesmod.sheets import work_out
from tests.sheets.filled import filled

START = {key: field.start for key, field in POOL.fields()}


def test_everything_follows_from_the_rules() -> None:
    for seed in range(300):
        given = {**START, **filled(POOL, "sda", Random(seed))}
        worked = work_out(POOL, SYSTEM.notation.language, given)
        rank = rules.tested_rank(given["rank"], given["speciality"])
        dice = rules.dice_of(rank, bonus=given["dice_bonus"])
        modifier = given["bonus"] - given["malus"]
        pool = SYSTEM.notation.parse(worked.outcomes["pool"])
        written = f"{dice}d{rules.die_of(given['attribute'])}" + (f" {modifier:+d} MoS" if modifier else "")
        assert SYSTEM.notation.format(pool) == written
        assert worked.outcomes["spirit"] == rules.spirit_cost(given["attribute"], dice)
        assert worked.outcomes["most"] == rules.most(rank + given["dice_bonus"], given["attribute"]) + modifier
        least = int(worked.outcomes["resounding"])
        assert rules.is_resounding(least, given["level"], dice, bonus=given["bonus"])
        assert not rules.is_resounding(least - 1, given["level"], dice, bonus=given["bonus"])
        assert worked.goals["pool"] == given["level"]


def test_the_dice_grow_with_the_attribute() -> None:
    sizes = [work_out(POOL, SYSTEM.notation.language, {"attribute": score}).outcomes["size"] for score in range(1, 25)]
    assert sizes == [4] * 5 + [6] * 2 + [8] * 2 + [10] * 2 + [12] * 8 + [20] * 5
