"""Dry Cereal (`dry-cereal`): two six-sided dice, a Modifier, a Margin."""

from rulesmod.dry_cereal.chances import CHANCES
from rulesmod.dry_cereal.notation import NOTATION
from rulesmod.dry_cereal.phrases import PHRASES
from rulesmod.dry_cereal.rules import RULES, RULINGS
from rulesmod.dry_cereal.sheets import SHEETS
from rulesmod.dry_cereal.tables import LISTINGS, SCALES, TABLES, VOCABULARIES
from rulesmod.dry_cereal.worded import WORDED_RULES
from rulesmod.system import System

SYSTEM = System(
    name="dry-cereal",
    title="Dry Cereal",
    notation=NOTATION,
    tables=(*TABLES, CHANCES),
    phrases=(*PHRASES, *WORDED_RULES),
    vocabularies=VOCABULARIES,
    rulings=RULINGS,
    rules=RULES,
    terms=("Dry Cereal", "Game Master", "GM", "Margin", "Modifier", "Skill", "Technique", "Extra", "character points"),
    scales=SCALES,
    listings=LISTINGS,
    sheets=SHEETS,
)
