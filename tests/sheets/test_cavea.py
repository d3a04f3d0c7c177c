"""Cavea's sheet against Cavea's rules."""

from __future__ import annotations

from random import Random

from rulesmod.cavea import SYSTEM
from rulesmod.cavea.notation import parse
from rulesmod.cavea.rules import STARTING_POOL, attribute_pool_cost, health_points, skill_pool_cost
from rulesmod.cavea.sheets import CHARACTER
from rulesmod.cavea.tables import ATTRIBUTES, INITIAL_COST
from rulesmod.sheets import work_out
from tests.sheets.filled import filled


def test_everything_follows_from_the_rules() -> None:
    for seed in range(200):
        inputs = filled(CHARACTER, "cavea", Random(seed))
        worked = work_out(CHARACTER, SYSTEM.notation.language, inputs).outcomes
        pools = {name: parse(inputs.get(f"attributes.{name}.pool", str(STARTING_POOL))) for name in ATTRIBUTES}
        assert worked["health"] == health_points(pools)
        attributes = sum(map(attribute_pool_cost, pools.values())) - len(pools) * attribute_pool_cost(STARTING_POOL)
        assert worked["for_attributes"] == attributes
        skills = sum(
            skill_pool_cost(parse(text), initial=inputs.get(key.replace(".pool", ".initial"), INITIAL_COST))
            for key, text in inputs.items()
            if key.startswith("skills.") and key.endswith(".pool")
        )
        assert worked["for_skills"] == skills
        assert worked["left"] == inputs.get("earned", 0) - attributes - skills


def test_the_character_of_the_book() -> None:
    pools = {
        "mSt": "1:d8/2:d12/1:d20",
        "bSt": "2:d8/1:d10/2:d12/1:d20",
        "mEn": "1:d12/4:d20",
        "bEn": "3:d6/2:d12/2:d20",
        "mAg": "2:d10/2:d12/1:d20",
        "bAg": "1:d4/2:d6/4:d20",
    }
    inputs = {f"attributes.{name}.pool": pool for name, pool in pools.items()}
    assert work_out(CHARACTER, SYSTEM.notation.language, inputs).outcomes["health"] == 127
