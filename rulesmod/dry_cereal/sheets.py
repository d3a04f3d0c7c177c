"""Dry Cereal's point-buy sheet: what a character has, what it costs, and what is left."""

from __future__ import annotations

from rulesmod.dice.reading import Reading
from rulesmod.dry_cereal.notation import DICE, SIDES
from rulesmod.dry_cereal.rules import AID_ABOVE
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
from rulesmod.sheets import Choice, Group, Limit, Number, Outcome, Part, Pool, Result, Sheet, Table, Throw, Words

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

_NOBODY, _KEEPS, _ROLLS = range(3)
_LEVELS = tuple((LADDER[level], label(level)) for level in LADDER)


def _side(name: str, title: str, ways: tuple[tuple[int, str], ...]) -> Group:
    return Group(
        name,
        title,
        (
            Choice(f"{name}_way", "How", ways, ways[0][0]),
            Choice(f"{name}_level", "Skill, Technique, or neither", _LEVELS, LADDER[TECHNIQUE_LEVEL]),
        ),
    )


def _margin(name: str) -> Reading:
    """The Margin of a side by its roll, or the Modifier where it does not roll."""
    return ["if", ["=", f"{name}_way", _ROLLS], name, f"{name}_level"]


def _changes(name: str, margin: str) -> Reading:
    return ["and", [">=", f"{name}_way", _KEEPS], [">=", margin, AID_ABOVE + 1]]


def _sentences(name: str, verb: str, word: str) -> tuple[Part, ...]:
    margin = f"{name}_margin"
    has_side: Reading = [">=", f"{name}_way", _KEEPS]
    return (
        Part(f"The Margin of the {verb} is {{m}}: {word}.", {"m": margin}, _changes(name, margin)),
        Part(
            f"The Margin of the {verb} is {{m}}, not above {AID_ABOVE}: it changes nothing.",
            {"m": margin},
            ["and", has_side, [">=", AID_ABOVE, margin]],
        ),
    )


_STEPS = sorted(LADDER.values())
_OTHERS = ((_NOBODY, "nobody does"), (_KEEPS, "without a roll"), (_ROLLS, "with a roll"))
_HANDS = ("task", "aid", "hinder")

AID = Sheet(
    name="aid",
    title="Aid and Hinder",
    intro="Choose how the action is done, and who Aids or Hinders it. The Margin that is left follows.",
    groups=(
        _side("task", "The action", ((_ROLLS, "with a roll"), (_KEEPS, "without a roll"))),
        _side("aid", "Aid", _OTHERS),
        _side("hinder", "Hinder", _OTHERS),
    ),
    outcomes=tuple(
        _roll(f"{name}_roll", shown, f"{name}_level", ["=", f"{name}_way", _ROLLS])
        for name, shown in zip(_HANDS, ("Action", "Aid", "Hinder"), strict=True)
    ),
    throws=(
        Throw(
            "margin",
            "Find the Margin",
            {name: f"{name}_roll" for name in _HANDS},
            {
                **{f"{name}_margin": _margin(name) for name in _HANDS},
                "aided": ["+", "task_margin", ["if", _changes("aid", "aid_margin"), "aid_margin", 0]],
                "left": ["-", "aided", ["if", _changes("hinder", "hinder_margin"), "hinder_margin", 0]],
            },
            (
                Part("The action has a Margin of {m}.", {"m": "task_margin"}),
                *_sentences("aid", "Aid", "it is added"),
                *_sentences("hinder", "Hindrance", "it is subtracted"),
                Part("A Margin of {m} is left: below every level.", {"m": "left"}, [">=", _STEPS[0] - 1, "left"]),
                *(
                    Part(
                        f"A Margin of {{m}} is left: {label(level)}.",
                        {"m": "left"},
                        [
                            "and",
                            [">=", "left", value],
                            [">=", min([*(step for step in _STEPS if step > value), 10**6]) - 1, "left"],
                        ],
                    )
                    for level, value in LADDER.items()
                ),
            ),
        ),
    ),
)

SHEETS = (CHARACTER, AID)
