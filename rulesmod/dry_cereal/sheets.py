"""Dry Cereal's point-buy sheet: what a character has, what it costs, and what is left."""

from __future__ import annotations

from rulesmod.dice.reading import Reading
from rulesmod.dry_cereal.notation import DICE, SIDES
from rulesmod.dry_cereal.tables import (
    HIGH_POWERED_POINTS,
    LADDER,
    SKILL_COSTS,
    STARTING_POINTS,
    TECHNIQUE_COST,
    TECHNIQUE_LEVEL,
    UNTRAINED,
    label,
)
from rulesmod.sheets import Choice, Group, Limit, Number, Outcome, Part, Pool, Result, Sheet, Table, Words

SKILLS, TECHNIQUES, EXTRAS = 8, 8, 6
"""How many rows a sheet has for each."""


def _roll(name: str, shown: str, modifier: Reading, when: Reading = 1) -> Outcome:
    dice = f"{DICE}d{SIDES}"
    below: Reading = ["-", 0, modifier]
    return Pool(
        name,
        shown,
        (
            Part(dice, when=when),
            Part("+{more}", {"more": modifier}, ["and", when, [">=", modifier, 1]]),
            Part("-{less}", {"less": below}, ["and", when, [">=", below, 1]]),
        ),
    )


def _rows(count: int, what: str) -> dict[str, str]:
    return {str(number): f"{what} {number}" for number in range(1, count + 1)}


CHARACTER = Sheet(
    name="character",
    title="Character",
    intro="Name what your character has, and give each skill its level. The points that are left follow.",
    groups=(
        Group(
            "who",
            "Who it is",
            (
                Words("name", "Name"),
                Choice(
                    "points",
                    "Starting pool",
                    (
                        (STARTING_POINTS, f"{STARTING_POINTS} points"),
                        (HIGH_POWERED_POINTS, f"{HIGH_POWERED_POINTS} points (high-powered)"),
                    ),
                    STARTING_POINTS,
                ),
                Number("earned", "Points earned in play", 0, 1000, 0),
            ),
        ),
        Group(
            "skills",
            "Skills",
            (
                Words("skill", "Skill"),
                Choice("level", "Level", tuple((LADDER[level], label(level)) for level in LADDER), LADDER[UNTRAINED]),
            ),
            (_roll("roll", "Roll", "level", "skill"), Result("cost", "Points", ["at", "costs", "level"])),
            rows=_rows(SKILLS, "Skill"),
        ),
        Group(
            "techniques",
            "Techniques",
            (Words("technique", "Technique"),),
            (
                _roll("roll", "Roll", LADDER[TECHNIQUE_LEVEL], "technique"),
                Result("cost", "Points", ["*", TECHNIQUE_COST, "technique"]),
            ),
            rows=_rows(TECHNIQUES, "Technique"),
        ),
        Group(
            "extras",
            "Extras",
            (Words("extra", "Extra"), Number("cost", "Points", 0, 1000, 0)),
            rows=_rows(EXTRAS, "Extra"),
        ),
    ),
    outcomes=(
        Result("for_skills", "for skills", ["rows", "skills", "cost"]),
        Result("for_techniques", "for techniques", ["rows", "techniques", "cost"]),
        Result("for_extras", "for extras", ["rows", "extras", "cost"]),
        Result(
            "left",
            "points left",
            ["-", ["+", "points", "earned"], ["+", "for_skills", ["+", "for_techniques", "for_extras"]]],
        ),
        _roll("untrained", "without a skill", LADDER[UNTRAINED]),
    ),
    limits=(Limit([">=", "left", 0], "the pool is {over} short", {"over": ["-", 0, "left"]}),),
    tables={
        "costs": Table(
            "What a skill costs, by its Modifier",
            "Modifier",
            "Character points",
            {LADDER[level]: cost for level, cost in SKILL_COSTS.items()},
        ),
    },
)

SHEETS = (CHARACTER,)
