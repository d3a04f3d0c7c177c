"""Tables of Dry Cereal: the ladder with its Modifiers and prices, its skills and extras."""

from __future__ import annotations

from rulesmod.dry_cereal.notation import SEVEN
from rulesmod.system import Listing, RuleTable, Scale, Vocabulary

LADDER = {"Basic": -2, "Intermediate": 0, "Superior": 2, "Formidable": 4}
"""The levels of actions and skills, from the lowest, each with its Modifier."""

UNTRAINED = "Basic"
"""The level of rolls without a Skill or a Technique; it costs nothing."""

FREE = 0
SKILL_COSTS = {"Basic": FREE, "Intermediate": 1, "Superior": 4, "Formidable": 16}
"""Character points for a skill of a level."""

TECHNIQUE_COST = 1
TECHNIQUE_LEVEL = "Superior"
STARTING_POINTS = 10
HIGH_POWERED_POINTS = 20

HINDERED_BY = {
    "Negotiation": ("Negotiation",),
    "Melee Weapon Skill": ("Defensive Skill", "Melee Weapon Skill", "Unarmed Combat"),
    "Perception": ("Stealth", "Deception"),
    "Ranged Weapon Skill": ("Defensive Skill",),
    "Unarmed Combat": ("Defensive Skill", "Melee Weapon Skill", "Unarmed Combat"),
}
"""The skills that stand against a skill, where the text lists any."""

SKILLS = (
    "Deception",
    "Defensive Skill",
    "Knowledge Skill",
    "Negotiation",
    "Medicine",
    "Melee Weapon Skill",
    "Perception",
    "Ranged Weapon Skill",
    "Stealth",
    "Unarmed Combat",
)
SPECIFIC_SKILLS = ("Defensive Skill", "Knowledge Skill", "Melee Weapon Skill", "Ranged Weapon Skill")
"""Skills that are taken for one thing each, and may be taken again for another."""

EXTRAS: dict[str, dict[str, int]] = {
    "Ally": {"Normal Ally": 1, "Skilled Ally": 4},
    "Animal Companion": {"Small/Harmless Animal": 1, "Large/Dangerous Animal": 4},
    "Attractive": {"Attractive": 4},
    "Scary": {"Scary": 4},
    "Sidekick": {"Sidekick": 4},
    "Speak Language": {"Speak Language": 1},
    "Special Item": {"Rare or Illegal Item": 4, "Legendary Item": 16},
    "Wealth": {"Rich": 4, "Super Rich": 16},
}
"""The sample extras: each in its sorts, with their character points."""

REPEATABLE = ("Speak Language",)
"""Extras that a character may have several times."""
OPEN_EXTRAS = ("Sidekick",)
"""Extras that more points can be spent on."""


def signed(modifier: int) -> str:
    """A Modifier as the text writes it: "+2", "+0"."""
    return f"{modifier:+d}"


def label(level: str) -> str:
    """A level with its Modifier: "Superior [+2]"."""
    return f"{level} [{signed(LADDER[level])}]"


def _price(name: str) -> int | tuple[int, int | None]:
    prices = EXTRAS[name].values()
    if name in OPEN_EXTRAS:
        return min(prices), None
    return min(prices) if len(prices) == 1 else (min(prices), max(prices))


EXTRA_PRICES: dict[str, int | tuple[int, int | None]] = {name: _price(name) for name in EXTRAS} | {
    sort: price for sorts in EXTRAS.values() if len(sorts) > 1 for sort, price in sorts.items()
}

TABLES = (
    RuleTable(
        name="skill-costs",
        title="table of what Skills cost",
        columns=("Modifier", "Cost (as Skill)"),
        keys=1,
        rows=tuple((label(level), cost or "None") for level, cost in SKILL_COSTS.items()),
        about=("cost", "price"),
    ),
    RuleTable(
        name="margins",
        title="table of Margins",
        columns=("Margin", "Minimum total"),
        keys=1,
        rows=tuple((label(level), SEVEN + modifier) for level, modifier in LADDER.items()),
        about=("margin", "total"),
    ),
)

SCALES = (
    Scale("ladder", "the Ladder", LADDER, signed=True),
    Scale("extras", "List of Extras", EXTRA_PRICES, unit="points"),
)

LISTINGS = (Listing("hindered-by", "Hindered by", "List of Skills", HINDERED_BY, SKILLS, suffix="(specific)"),)

VOCABULARIES = (
    Vocabulary(
        "level",
        {
            form: level
            for level, modifier in LADDER.items()
            for form in (label(level), f"{level} ({signed(modifier)})", f"{level} {signed(modifier)}")
        },
    ),
    Vocabulary("skill", {skill: skill for skill in SKILLS}),
    Vocabulary("extra", {name: name for name in EXTRA_PRICES}),
)
