"""Numbers that the text of Masque gives and no stat block holds: of dice, effects, abilities, items and options."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

ADD_ON = (3, 2)
"""The dice whose difference is the number of Add-on hits (introduction)."""
VENOM = (4, 3)
"""The same for venomous Spidures (Spidure)."""
RECOVERY_DIE = 20
"""Rolled against the current build, to get a lost point back (introduction)."""
LANCER_DIE = 6
"""The die that a Lancer's effect adds (Role Fx)."""
CHOP = 1
"""The Chops that a player may gain in a set-to (introduction)."""
QUOTIENTS = {6: (2, 3), 20: (5, 10)}
"""Dice that are read from the faces of a larger one (Dice Notation)."""
UPSURGE = (7, 4)
"""An Upsurge staff's die for a d6, and the one when discharged (Dice Notation)."""
HALF = Fraction(1, 2)
"""How many of its hits a Hybor downstage escapes (Hybor Lizard)."""
BARE_TWO = 2
"""Hobgoblins step up their 1 with an ally whose die shows this or more (Hobgoblin)."""
ROUNDER_SIZE = 6
ROUNDER_CAST = "d4 |d6 best max"
"""A Rounder's Cast in the bit after it kept its d3 (Rounder)."""
ELF_DIE = WARG_DIE = 4
"""An Elf's die for its allies, a Warg's before an empty mark (Elf, Warg)."""
RAT_DIE = 6
"""The die that a casting loses in a mark shared with Rats (Mast Rats)."""
WITCHER_DIE = 12
"""By how much a Witcher has to exceed whom it takes along (Witcher)."""
TROLL_TABLE = ((1, 1), (2, 3), (4, 5), (6, 6))
"""The rows of the Troll's table: no effect; a first hit; a lost die; a hit (Troll)."""
LIGHT = -2
"""The modifier of a light as wide as a room (Bonus Ability)."""
DIM_LIGHT = (-1, 0)
"""The modifiers that shadow or dim light may have instead (Bonus Ability)."""
BONUS_DIE = 2
"""The die that a bonus adds to two Cast dice (Bonus Ability)."""
SMITING = (20, 17)
"""The die of a Smiting blacksword, and what it must not exceed (Stock Items)."""
ARMOR_DIE = 8
"""Rolled against the modifier of armor (+n armor)."""
GLAIVE = "2d8"
"""The dice that a Pirate glaive adds, less the opponent's high die (Pirate glaive)."""
BOW_DIE = 4
"""The die that a Defile bow adds for each opponent (Defile bow)."""
DAGGER_DICE = 2
"""How many Build dice a Holdout dagger rolls (Holdout dagger)."""
STAFF_DIE = 8
"""The die that an Arrant staff adds (Arrant staff)."""
ALLEY_DIE = 6
"""The die that Alley armor adds to the average to be met (Alley armor)."""
POTION_HITS = 2
"""The hits that give a lost point back (Animos potion)."""
SALVE = (3, 20)
"""The dice of a Healing salve (Healing salve)."""
REACTION = 90
"""The least of the most favourable results of a reaction (Reaction Roll)."""
COIF_DIE = 6
"""The smallest die that counts for a Headlong mail coif (Headlong mail coif)."""


def add_ons() -> list[int]:
    """The differences of the two dice, one for each way that they can fall."""
    first, second = ADD_ON
    return sorted(abs(a - b) for a, b in product(range(1, first + 1), range(1, second + 1)))
