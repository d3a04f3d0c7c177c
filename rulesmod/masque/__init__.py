"""Masque (`masque`): casts of one to three dice whose naturals are rerolled and added, and the set-to they decide."""

from rulesmod.masque.dice_phrases import DICE_PHRASES
from rulesmod.masque.direction_phrases import DIRECTION_PHRASES
from rulesmod.masque.entries import ENTRIES
from rulesmod.masque.entry_phrases import ENTRY_PHRASES
from rulesmod.masque.item_phrases import ITEM_PHRASES
from rulesmod.masque.monster_phrases import MONSTER_PHRASES
from rulesmod.masque.notation import NOTATION
from rulesmod.masque.open_places import RULINGS
from rulesmod.masque.phrases import RULE_PHRASES
from rulesmod.masque.play import PLAY
from rulesmod.masque.sheets import SHEETS
from rulesmod.masque.tables import TABLES
from rulesmod.masque.worded import WORDED_RULES
from rulesmod.masque.wordings import VOCABULARIES
from rulesmod.system import System

SYSTEM = System(
    name="masque",
    title="Masque",
    notation=NOTATION,
    tables=TABLES,
    phrases=(
        *RULE_PHRASES,
        *DICE_PHRASES,
        *MONSTER_PHRASES,
        *ENTRY_PHRASES,
        *ITEM_PHRASES,
        *DIRECTION_PHRASES,
        *WORDED_RULES,
    ),
    vocabularies=VOCABULARIES,
    rulings=RULINGS,
    opposites=(("upstage", "downstage"), ("facing", "adjacent"), ("entered", "exited"), ("best", "least")),
    entries=ENTRIES,
    play=PLAY,
    sheets=SHEETS,
    terms=("Masque", "Lancer", "Curate", "Bravo", "Magnus", "Chops", "Personna", "set-to"),
)
