"""Tables of SdA: attributes with names of scores, difficulties, dice, names."""

from __future__ import annotations

from typing import NamedTuple

from rulesmod.sda.notation import DIE_SIZES as DIE_SIZES
from rulesmod.system import Vocabulary

ATTRIBUTES = ("agility", "constitution", "strength", "erudition", "persona", "wisdom")

FACES_PER_MOS = 4
"""How many faces of a die lie between one MoS and the next."""


class Score(NamedTuple):
    """Attribute scores that are called the same; None is an open end."""

    low: int | None
    high: int | None
    names: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and (self.low or value) <= value and (self.high is None or value <= self.high)


SCORES = (
    Score(None, 3, ("crippling",)),
    Score(4, 5, ("weak",)),
    Score(6, 7, ("average",)),
    Score(8, 9, ("strong",)),
    Score(10, 11, ("exceptional",)),
    Score(12, 12, ("hero", "heroes", "heroic")),
    Score(20, None, ("supernatural",)),
)
"""The book's names for the scores of an attribute."""
UNNAMED_SCORES = (13, 19)
"""Scores that it has no word for."""

HUMANOID_SCORES = (4, 12)
"""Where the attributes of a humanoid usually lie."""


class Difficulty(NamedTuple):
    """The MoSes that a kind of tasks needs; None is an open end."""

    name: str
    low: int
    high: int | None


DIFFICULTIES = (
    Difficulty("easy", 1, 1),
    Difficulty("moderate", 2, 3),
    Difficulty("difficult", 4, 5),
    Difficulty("very difficult", 6, 7),
    Difficulty("near impossible", 8, 9),
    Difficulty("legendary", 10, None),
)

TRAINING = {"untrained": 0, "initiated": 1}
"""The ranks that the book has a word for."""

MIN_GOVERNING, MAX_GOVERNING = 1, 2
"""How many attributes govern a skill."""
SPECIALITIES = 5
"""Into how many specialities a skill falls, where it does."""
SPECIALITY_OF = {"sheltering": "survival"}
"""The skills of the specialities that the book names."""
ACTIONS_OF_A_SIMPLE_TASK = 1

COINS = ("copper", "silver", "gold")
VIRTUES = ("courage", "temperance", "generosity", "magnanimity", "friendliness")
VICES_AROUND_A_VIRTUE = 2
RACES = (
    "Elf",
    "Faun",
    "Troll",
    "Orc",
    "Goblin",
    "Hobgoblin",
    "High-Man",
    "Highland Half-Man",
    "Lowland Half-Man",
)
BONUS_FORMS = ("MoSes", "dice")
RESOUNDING_CONDITIONS = 2


def _names(name: str, *entries: str) -> Vocabulary:
    return Vocabulary(name, {entry: entry for entry in entries})


VOCABULARIES = (
    _names("attribute", *ATTRIBUTES),
    _names("difficulty", *(difficulty.name for difficulty in DIFFICULTIES)),
    _names("training", *TRAINING),
    _names("score", "weak", "average", "strong", "exceptional"),
    _names("coin", *COINS),
    _names("virtue", *VIRTUES),
    _names("race", *RACES),
)

TERMS = (
    "SdA", "character", "player", "GM", "attribute", "polyhedral dice", "skill", "speciality", "rank", "skill test",
    "opposed test", "roll", "dice-pool", "measure of success", "MoS", "difficulty level", "hits", "disadvantage",
    "resounding success", "complete failure", "losses", "Confidence & ego", "spirit", "spirit points", "experience",
    "experience points", "race", "traits", "character creation", "injuries", "encumbrance", "morality",
    "vices and virtues", "spells", "bonus", "malus", *SPECIALITY_OF, *SPECIALITY_OF.values(),
)  # fmt: skip
"""The words that the book marks, besides the names above."""
