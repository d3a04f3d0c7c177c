"""Helpers of the Masque phrasebooks: making a phrase of a rule, and lookups."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from rulesmod.masque import casts
from rulesmod.masque.casts import Part
from rulesmod.masque.entries import read_cast
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.notation import NOTATION
from rulesmod.masque.roles import ROLES
from rulesmod.phrasing import phrases_with
from rulesmod.plain import Expression
from rulesmod.system import Vocabulary

Answers = Mapping[str, Any]

SYNONYMS = {
    "SETTO": "(set- to|set-to)",
    "ADDON": "(Add- on|Add-on)",
    "OWN": "(one's|its|their|your|the|his|her)",
    "CURRENT": "(current build|current build of|build of|current build level of)",
    "OUT": "(out|out of action|taken out|taken out of action)",
}
"""Alternatives for each word in capitals of the wordings."""

phrase = phrases_with(SYNONYMS)


def roll(text: str) -> Expression:
    """An expression of the notation."""
    parsed = NOTATION.parse(text)
    assert isinstance(parsed, Expression)
    return parsed


def dice_of(monster: str) -> list[Part]:
    """The dice of a monster's Cast."""
    return MONSTERS[monster].cast


def sizes_of(monster: str) -> list[int]:
    """The faces of a monster's dice, in the order of its Cast."""
    return [part.size for part in dice_of(monster)]


def cast_of(monster: str) -> Expression:
    """A monster's Cast as an expression."""
    known = MONSTERS[MONSTER_NAMES[monster]]
    return roll(casts.cast_text(known.cast, known.modifier))


def mean(parts: list[Part], modifier: int = 0) -> Fraction:
    """The average that a Cast has to meet (Average Roll Comparisons)."""
    return Fraction(casts.average2(parts, modifier), 2)


def meets(parts: list[Part], modifier: int = 0) -> int:
    """The lowest casting that meets the average of a Cast."""
    return ceil(mean(parts, modifier))


def parts_of(cast: Expression) -> tuple[list[Part], int]:
    """The dice and the constant of an expression."""
    return read_cast(str(cast))


def build_die(role: str) -> int:
    """The Build die of a role by its name; 0 for what is no role."""
    return next((known.build for known in ROLES.values() if known.name == role), 0)


MONSTER_NAMES = {
    **{name: name for name in MONSTERS},
    **{name.removesuffix("s"): name for name in MONSTERS if name.endswith("s")},
    "Hybor Lizard": "Hybor",
}
"""How the text names monsters, with the name of each entry."""

VOCABULARIES = (
    Vocabulary("role", {role.letter: role.name for role in ROLES.values()}),
    Vocabulary("monster", MONSTER_NAMES),
)
