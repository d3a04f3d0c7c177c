"""Cavea's rules in words alone: what is added, and whom a rule is for."""

from __future__ import annotations

from rulesmod.phrasing import in_words

WORDED_RULES = (
    in_words(
        "counting-in-words",
        "and adds and/or subtracts any relevant modifiers",
        "a team, each gamer rolls the Level Pool",
        "Add up all of the 1s",
        "Level Pools for the each skill are rolled",
        "rolled and all of the 1s are added",
        "The GM may decide that more",
        "The same level pool as the previous example",
        "then adds up all of the 1s",
    ),
    in_words(
        "points-in-words",
        "All physical attributes start out with a",
        "die in the following table and add the",
        "For each die in the mSt",
        "learn new skills and to increase the Level",
        "look up the Health Point value for the",
        "or to increase the Level Pool of one",
        "Points are gained for that skill",
        "to purchase new skills, to increase a skill's",
        "used to either increase the Level Pool of a",
    ),
    in_words(
        "success-in-words",
        "If the total result is higher than or",
        "If the total result is lower than the",
    ),
)
