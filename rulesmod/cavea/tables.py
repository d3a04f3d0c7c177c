"""Tables of Cavea: prices of dice, worth of dice, names."""

from __future__ import annotations

from itertools import accumulate, pairwise

from rulesmod.cavea.notation import DIE_SIZES as DIE_SIZES
from rulesmod.system import RuleTable, Vocabulary

LADDER: tuple[int | None, ...] = (None, *sorted(DIE_SIZES, reverse=True))
"""The steps that a die climbs, from no die at all to the best."""

INITIAL_COST = 10
"""The cost of a skill's first die, unless the skill says otherwise."""

SKILL_COSTS = dict(zip(LADDER[1:], (INITIAL_COST, 15, 20, 30, 45, 60), strict=True))
ATTRIBUTE_COSTS = dict(zip(LADDER[1:], (30, 30, 40, 60, 90, 120), strict=True))
"""The Advancement Points of the step that ends at each size."""

DIE_HEALTH_POINTS = {20: 1, 12: 3, 10: 4, 8: 6, 6: 9, 4: 12}

ATTRIBUTES = {
    "mSt": "Mental Strength",
    "mEn": "Mental Endurance",
    "mAg": "Mental Agility",
    "bSt": "Body Strength",
    "bEn": "Body Endurance",
    "bAg": "Body Agility",
}

RELATED_ATTRIBUTES = {"Moving Silently": ("mEn", "bEn", "bAg")}
"""Attributes that Specific Advancement Points of a skill may improve. Only skills with such a text are listed."""

ADVANCEMENT_POINT_TYPES = ("General", "Specific")


def _die(size: int | None) -> str:
    return f"d{size}" if size else "None"


def _cost_rows(costs: dict[int | None, int]) -> list[tuple[str | int, ...]]:
    return [(_die(start), _die(end), costs[end]) for start, end in pairwise(LADDER)]


_FIRST, *_LATER = _cost_rows(SKILL_COSTS)

TABLES = (
    RuleTable(
        name="normal-skill-advancement",
        title="Normal Skill Level Pool Die Advancement Point Cost Table",
        columns=("From", "To", "Advancement Point Cost"),
        keys=2,
        rows=((*_FIRST[:2], f"{INITIAL_COST} if not specified by skill"), *_LATER),
        about=("skill",),
    ),
    RuleTable(
        name="physical-attribute-advancement",
        title="Physical Attribute Die Advancement Point Cost Table",
        columns=("From", "To", "Advancement Point Cost"),
        keys=2,
        rows=tuple(_cost_rows(ATTRIBUTE_COSTS)),
        about=("attribute",),
    ),
    RuleTable(
        name="die-to-health-points",
        title="Level Pool Die to Health Points Table",
        columns=("Die", "Health Points"),
        keys=1,
        rows=tuple((_die(size), points) for size, points in DIE_HEALTH_POINTS.items()),
        about=("health",),
    ),
    RuleTable(
        name="ladder",
        title="prices of a die from nothing",
        columns=("Die", "Skill", "Physical attribute"),
        keys=1,
        rows=tuple(
            (_die(size), skill, attribute)
            for size, skill, attribute in zip(
                LADDER[1:], accumulate(SKILL_COSTS.values()), accumulate(ATTRIBUTE_COSTS.values()), strict=True
            )
        ),
        about=("ladder",),
    ),
)

VOCABULARIES = (
    Vocabulary("attribute", ATTRIBUTES),
    Vocabulary(
        "points",
        {
            "AP": "Advancement Points",
            "GAP": "General Advancement Points",
            "SAP": "Specific Advancement Points",
        },
    ),
    Vocabulary("term", {"LP": "Level Pool", "HP": "Health Points", "GM": "Game Master"}),
    Vocabulary("skill", {skill: skill for skill in RELATED_ATTRIBUTES}),
)
