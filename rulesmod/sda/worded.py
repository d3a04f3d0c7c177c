"""The rules of SDA in words alone: which attribute counts, and what must be so."""

from __future__ import annotations

from rulesmod.phrasing import in_words

WORDED_RULES = (
    in_words(
        "skills-in-words",
        "attribute is lowered than 4, the dice-pools will",
        "Each of those skills is linked to one",
        "Each virtue lies between two",
        "Even if a character has no rank in",
        "governed by more than one attribute, the player",
        "If a character has an attribute of 2",
        "If the attribute is lowered than 4",
        "If the skill is governed by more than",
        "If this skill is governed by an attribute",
        "Six attributes define every character",
        "spirit point per rank below 4, per die",
    ),
    in_words(
        "results-in-words",
        "complete failure they must make a Confidence",
        "Each die showing a 4 or more gives",
        "Every dice showing 4 to 7, inclusively",
        "if a player rolls a complete failure they",
        "If the roll is unsuccessful, the character loses",
        "resounding success two conditions must be met",
    ),
)
