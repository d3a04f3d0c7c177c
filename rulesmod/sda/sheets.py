"""SdA's pool builder: from a skill, its attribute and the circumstances to the dice, their price and their odds."""

from __future__ import annotations

from functools import reduce

from rulesmod.dice.reading import Reading
from rulesmod.sda.rules import BASE_DIFFICULTY, FREE_DICE, MIN_ATTRIBUTE, SPIRIT_COST, SPIRIT_LOSS, difficulty, mos
from rulesmod.sda.tables import DIE_SIZES, DIFFICULTIES, FACES_PER_MOS
from rulesmod.sheets import Choice, Group, Number, Part, Pool, Result, Sheet, Table, Throw, Words

_TYPICAL = 6
_HARDEST = max(kind.low for kind in DIFFICULTIES) + 2
_SMALLEST: Reading = min(DIE_SIZES)
_SIZE: Reading = reduce(
    lambda smaller, size: ["if", [">=", "attribute", size], size, smaller], sorted(DIE_SIZES), _SMALLEST
)
"""The largest size that is not above the attribute."""

POOL = Sheet(
    name="pool",
    title="Pool builder",
    intro="Put in what the character brings to a skill test. The dice, what they cost and how likely they are follow.",
    groups=(
        Group(
            "test",
            "The test",
            (
                Words("name", "Name"),
                Number("attribute", "Attribute", 1, 40, _TYPICAL),
                Number("rank", "Rank of the skill", 0, 40, 0),
                Number("speciality", "Rank of the speciality", 0, 40, 0),
                Choice(
                    "level",
                    "Difficulty level",
                    tuple((level, f"{level}: {difficulty(level)}") for level in range(1, _HARDEST + 1)),
                    1,
                ),
            ),
        ),
        Group(
            "circumstances",
            "Bonus and malus",
            (
                Number("dice_bonus", "Bonus dice", 0, 20, 0),
                Number("bonus", "Bonus MoSes", 0, 20, 0),
                Number("malus", "Malus MoSes", 0, 20, 0),
            ),
        ),
    ),
    outcomes=(
        Result("size", "dice", _SIZE, "d{}"),
        Result("dice", "how many", ["+", FREE_DICE, ["+", "rank", ["+", "speciality", "dice_bonus"]]]),
        Result("modifier", "MoSes on top", ["-", "bonus", "malus"]),
        Pool(
            "pool",
            "Dice-pool",
            (
                Part("{dice}d{size}", {"dice": "dice", "size": "size"}),
                Part(" +{more} MoS", {"more": "modifier"}, [">=", "modifier", 1]),
                Part(" -{less} MoS", {"less": ["-", 0, "modifier"]}, [">=", -1, "modifier"]),
            ),
            goal="level",
            reach="reaches the level:",
        ),
        Result(
            "spirit",
            "spirit points to roll them all",
            ["*", ["*", SPIRIT_COST, ["max", 0, ["-", MIN_ATTRIBUTE, "attribute"]]], "dice"],
        ),
        Result("most", "most MoSes", ["+", ["*", "dice", ["//", "size", FACES_PER_MOS]], "modifier"]),
        Result("resounding", "MoSes before bonus for a resounding success", ["max", "dice", ["-", "level", "bonus"]]),
    ),
    tables={
        "most": Table("What a die gives at most", "Die", "MoSes", {size: mos(size) for size in sorted(DIE_SIZES)}),
    },
)

FAILURE = Sheet(
    name="failure",
    title="After a complete failure",
    intro="Say how the failed roll ended and what the character brings to Confidence & ego. The test follows.",
    groups=(
        Group(
            "failed",
            "The failed roll",
            (Number("losses", "Losses", 1, 40, 1), Number("rank", "Rank of the failed skill", 0, 40, 1)),
        ),
        Group(
            "ego",
            "Confidence & ego",
            (
                Number("attribute", "Governing attribute", 1, 40, _TYPICAL),
                Number("ego_rank", "Rank of Confidence & ego", 0, 40, 1),
            ),
        ),
    ),
    outcomes=(
        Result("level", "difficulty level", ["+", BASE_DIFFICULTY, "losses"]),
        Result("size", "", _SIZE),
        Pool(
            "test",
            "Confidence & ego",
            (Part("{dice}d{size}", {"dice": ["+", FREE_DICE, "ego_rank"], "size": "size"}),),
            goal="level",
            reach="reaches the level:",
        ),
        Result("cost", "spirit points if the test fails", ["*", SPIRIT_LOSS, "rank"]),
        Result("given", "MoSes for the opponent in an opposed test", "losses"),
    ),
    throws=(
        Throw(
            "ego",
            "Roll the test",
            {"moses": "test"},
            {},
            (
                Part(
                    "{moses} MoSes reach the level of {level}: experience points may go into the failed skill.",
                    {"moses": "moses", "level": "level"},
                    [">=", "moses", "level"],
                ),
                Part(
                    "{moses} MoSes do not reach the level of {level}: the character loses {cost} spirit points.",
                    {"moses": "moses", "level": "level", "cost": "cost"},
                    [">=", ["-", "level", 1], "moses"],
                ),
            ),
        ),
    ),
)

SHEETS = (POOL, FAILURE)
