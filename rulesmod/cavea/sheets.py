"""Cavea's character sheet: attributes, skills, Health Points, and what the dice have cost."""

from __future__ import annotations

from rulesmod.cavea.notation import DIE_SIZES
from rulesmod.cavea.rules import STARTING_POOL, attribute_cost, attribute_pool_cost, skill_cost
from rulesmod.cavea.tables import ATTRIBUTES, DIE_HEALTH_POINTS, INITIAL_COST
from rulesmod.dice.reading import Reading
from rulesmod.sheets import Dice, Group, Limit, Number, Result, Rolled, Sheet, Table, Words

SKILLS = 8
"""How many skills a sheet has room for."""

_SIZES = sorted(DIE_SIZES, reverse=True)


def _per_die(worth: Reading) -> Reading:
    return ["each", "pool", ["*", "count", worth]]


CHARACTER = Sheet(
    name="character",
    title="Character sheet",
    intro="Write each pool as the book does, such as 2:d8/1:d20. Health Points and Advancement Points follow.",
    groups=(
        Group("who", "Character", (Words("name", "Name"),)),
        Group(
            "attributes",
            "Physical attributes",
            (Dice("pool", "Level Pool", str(STARTING_POOL), needed=True),),
            (
                Rolled("roll", "Roll", "pool"),
                Result("hp", "Health Points", _per_die(["at", "health", "size"])),
                Result("cost", "AP", ["-", _per_die(["at", "attribute", "size"]), attribute_pool_cost(STARTING_POOL)]),
            ),
            rows=ATTRIBUTES,
        ),
        Group(
            "skills",
            "Skills",
            (
                Words("skill", "Skill"),
                Number("initial", "New die", 0, 1000, INITIAL_COST),
                Dice("pool", "Level Pool"),
            ),
            (
                Rolled("roll", "Roll", "pool"),
                Result("cost", "AP", _per_die(["+", "initial", ["at", "skill", "size"]])),
            ),
            rows={str(number): f"Skill {number}" for number in range(1, SKILLS + 1)},
        ),
        Group(
            "points",
            "Points",
            (Number("earned", "Advancement Points earned", 0, 100_000, 0),),
        ),
    ),
    outcomes=(
        Result("health", "Health Points", ["rows", "attributes", "hp"]),
        Result("for_attributes", "spent on attributes", ["rows", "attributes", "cost"], "{} AP"),
        Result("for_skills", "spent on skills", ["rows", "skills", "cost"], "{} AP"),
        Result("left", "left", ["-", "earned", ["+", "for_attributes", "for_skills"]], "{} AP"),
    ),
    limits=(
        # Who has written down no points yet is not told about it.
        Limit(["or", ["=", "earned", 0], [">=", "left", 0]], "more is spent than was earned"),
    ),
    tables={
        "health": Table("What a die is worth", "Die", "Health Points", DIE_HEALTH_POINTS),
        "attribute": Table(
            "What an attribute's die costs from nothing (the first d20 of each comes free)",
            "Die",
            "Advancement Points",
            {size: attribute_cost(None, size) for size in _SIZES},
        ),
        "skill": Table(
            "What a skill's die costs beyond the price of a new die",
            "Die",
            "Advancement Points",
            {size: skill_cost(_SIZES[0], size) for size in _SIZES},
        ),
    },
)

SHEETS = (CHARACTER,)
