"""The rules of Dry Cereal in words alone: who may act without a roll, and what does not add up."""

from __future__ import annotations

from rulesmod.phrasing import in_words

WORDED_RULES = (
    in_words(
        "rolling-in-words",
        "First, the player rolls two six-sided dice",
        "If Aid is chosen, then this new Margin",
        "If the character has no relevant Skill or",
        "If the Margin is greater than zero, then",
        "If the task is one of the character's",
        "original character's; if Hinder, it is subtracted",
        'Skills do not "stack"; you can',
        "two six-sided dice and adds them together",
    ),
    in_words(
        "points-in-words",
        "Each technique costs 1 character point",
        "for a high-powered game, build characters from",
        "point can come from any of the following",
    ),
    in_words(
        "skills-in-words",
        "actions are slightly more difficult than Basic",
        "An untrained character will almost never achieve Superior",
        "characters with Intermediate .. have a low chance of success",
        "he or she can accomplish .. actions without rolling",
        "within the reach of laypeople, although not reliably",
    ),
    in_words(
        "friends-in-words",
        "ally is essentially just a trusted friend who",
        "him or her using the Sidekick rules instead",
        "If your animal is cinematically intelligent, consider making",
        "They don't travel with you \\(see Sidekick\\)",
    ),
)
