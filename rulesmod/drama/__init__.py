"""Underlying Concepts (`drama`): pools of Base, Risk, Passion and Penalty dice, two net successes wanted."""

from rulesmod.drama.bands import BANDS
from rulesmod.drama.notation import NOTATION
from rulesmod.drama.phrases import PHRASES
from rulesmod.drama.rules import RULES, RULINGS
from rulesmod.drama.sheets import SHEETS
from rulesmod.drama.tables import LADDERS, TABLES, TERMS, VOCABULARIES
from rulesmod.drama.worded import WORDED_RULES
from rulesmod.system import System

SYSTEM = System(
    name="drama",
    title="Underlying Concepts",
    notation=NOTATION,
    tables=TABLES,
    phrases=(*PHRASES, *WORDED_RULES),
    vocabularies=VOCABULARIES,
    rulings=RULINGS,
    rules=RULES,
    bands=BANDS,
    ladders=LADDERS,
    terms=TERMS,
    sheets=SHEETS,
)
