"""Tables that no source prints and the rules give: dice by attribute, and what a pool can do."""

from __future__ import annotations

from rulesmod.sda import rules, tables
from rulesmod.system import RuleTable

MAX_DICE = 4
"""The largest pool in the table of odds."""

SCORES = ("5 or less", "6 or 7", "8 or 9", "10 or 11", "12 to 19", "20 or more")
"""The scores that roll the same dice, as the table names them."""
LIKE_DICE = {"d4 or d6": 4, "d8 or d10": 8, "d12": 12, "d20": 20}
"""Dice that give the same MoSes at most."""

_LEVELS = tuple(difficulty.low for difficulty in tables.DIFFICULTIES)
_COLUMNS = tuple(difficulty.name.capitalize() for difficulty in tables.DIFFICULTIES)


TABLES = (
    RuleTable(
        name="dice-by-attribute",
        title="dice by attribute",
        columns=("Attribute", "Die", "Most MoSes per die"),
        keys=1,
        rows=tuple(
            (score, f"d{rules.die_of(least)}", rules.mos(rules.die_of(least)))
            for score, least in zip(SCORES, tables.DIE_SIZES, strict=True)
        ),
        about=("dice", "attributes"),
    ),
    RuleTable(
        name="odds",
        title="chances to reach a difficulty level",
        columns=("Dice-pool", *_COLUMNS),
        keys=1,
        rows=tuple(
            (
                f"{count}d{size}",
                *(rules.reach(rules.dice_pool(count - rules.FREE_DICE, size), level) for level in _LEVELS),
            )
            for size in tables.DIE_SIZES
            for count in range(1, MAX_DICE + 1)
        ),
        about=("odds", "chance"),
        because="in {share} rolls of {row} there are enough MoSes for a task that is {column}",
    ),
    RuleTable(
        name="least-ranks",
        title="least ranks for a chance",
        columns=("Die", *_COLUMNS),
        keys=1,
        rows=tuple((dice, *(rules.least_rank(size, level) for level in _LEVELS)) for dice, size in LIKE_DICE.items()),
        about=("rank",),
    ),
)
