"""Cavea's character sheet: attributes, skills, Health Points, and what the dice have cost."""

from __future__ import annotations

from rulesmod.cavea.notation import DIE_SIZES
from rulesmod.cavea.rules import STARTING_POOL, attribute_cost, attribute_pool_cost, skill_cost
from rulesmod.cavea.tables import ATTRIBUTES, DIE_HEALTH_POINTS, INITIAL_COST
from rulesmod.dice.reading import Reading
from rulesmod.sheets import (
    Choice,
    Dice,
    Group,
    Limit,
    Number,
    Part,
    Pool,
    Result,
    Rolled,
    Sheet,
    Table,
    Throw,
    Words,
)

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

POOLS = 6
"""How many pools count together in the widget."""
_WORLD, _SOMEBODY = range(2)
_HAS_DICE: Reading = [">=", ["rows", "pools", "dice"], 1]
_TOGETHER: Reading = ["rows", "pools", "modifier"]
_IS_OPPOSED: Reading = ["=", "against", _SOMEBODY]
_MARGIN: Reading = ["-", "ours", ["if", _IS_OPPOSED, "theirs", "target"]]


def _end(against: int, text: str, holds: Reading) -> Part:
    slots: dict[str, Reading] = {"by": ["abs", "margin"], "theirs": "theirs", "target": "target"}
    used = {name: reading for name, reading in slots.items() if f"{{{name}}}" in text}
    return Part(text, used, ["and", ["=", "against", against], holds])


JOINT = Sheet(
    name="joint",
    title="Several skills or characters",
    intro="Write the pool of each skill, or of each member of the team. Their dice are rolled as one pool.",
    groups=(
        Group(
            "pools",
            "Pools",
            (Words("whose", "Skill or character"), Dice("pool", "Level Pool")),
            (
                Result("dice", "", _per_die(1)),
                Result("modifier", "", ["of", "pool", "modifier"]),
                *(Result(f"d{size}", "", _per_die(["=", "size", size])) for size in _SIZES),
            ),
            rows={str(number): f"Pool {number}" for number in range(1, POOLS + 1)},
        ),
        Group(
            "resistance",
            "Against",
            (
                Choice("against", "Who resists", ((_WORLD, "the world"), (_SOMEBODY, "somebody")), _WORLD),
                Number("target", "Target number", -20, 1000, 2),
                Dice("opposing", "Opposing Level Pool"),
            ),
        ),
    ),
    outcomes=(
        Pool(
            "joint",
            "Joint pool",
            (
                *(
                    Part(
                        f"{{count}}:d{size}",
                        {"count": ["rows", "pools", f"d{size}"]},
                        [">=", ["rows", "pools", f"d{size}"], 1],
                    )
                    for size in reversed(_SIZES)
                ),
                Part("+{more}", {"more": _TOGETHER}, ["and", _HAS_DICE, [">=", _TOGETHER, 1]]),
                Part("-{less}", {"less": ["-", 0, _TOGETHER]}, ["and", _HAS_DICE, [">=", -1, _TOGETHER]]),
            ),
            between="/",
            goal="target",
            reach="reaches the target number in",
        ),
        Rolled("resisting", "Opposing pool", "opposing"),
    ),
    throws=(
        Throw(
            "attempt",
            "Roll the attempt",
            {"ours": "joint", "theirs": "resisting"},
            {"margin": _MARGIN},
            (
                Part("All pools together make {ours}.", {"ours": "ours"}),
                _end(_WORLD, "That reaches the target number of {target} with {by} to spare.", [">=", "margin", 0]),
                _end(_WORLD, "That is {by} below the target number of {target}.", [">=", -1, "margin"]),
                _end(_SOMEBODY, "Against {theirs} the attempt wins by {by}.", [">=", "margin", 1]),
                _end(_SOMEBODY, "Against {theirs} the attempt loses by {by}.", [">=", -1, "margin"]),
                _end(_SOMEBODY, "Both totals are {theirs}, and the rules name no winner.", ["=", "margin", 0]),
            ),
            ready=["and", _HAS_DICE, ["or", ["=", "against", _WORLD], [">=", ["each", "opposing", "count"], 1]]],
        ),
    ),
)

SHEETS = (CHARACTER, JOINT)
