"""The SdA system (`sda`): pools of like dice that give measures of success."""

from rulesmod.sda.bands import BANDS
from rulesmod.sda.notation import NOTATION
from rulesmod.sda.odds import TABLES
from rulesmod.sda.phrases import PHRASES
from rulesmod.sda.rules import RULES, RULINGS
from rulesmod.sda.sheets import SHEETS
from rulesmod.sda.tables import TERMS, VOCABULARIES
from rulesmod.sda.worded import WORDED_RULES
from rulesmod.system import System

SYSTEM = System(
    name="sda",
    title="The SdA system",
    notation=NOTATION,
    tables=TABLES,
    phrases=(*PHRASES, *WORDED_RULES),
    vocabularies=VOCABULARIES,
    rulings=RULINGS,
    rules=RULES,
    bands=BANDS,
    sheets=SHEETS,
    terms=TERMS,
)
