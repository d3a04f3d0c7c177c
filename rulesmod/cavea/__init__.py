"""Cavea: the game of level pools, whose 1s count."""

from rulesmod.cavea.grammar import read_grammar
from rulesmod.cavea.notation import NOTATION
from rulesmod.cavea.phrases import PHRASES
from rulesmod.cavea.rules import RULES, RULINGS, health_terms
from rulesmod.cavea.sheets import SHEETS
from rulesmod.cavea.tables import TABLES, VOCABULARIES
from rulesmod.cavea.worded import WORDED_RULES
from rulesmod.system import System, WorkedSum

SYSTEM = System(
    name="cavea",
    title="Cavea",
    notation=NOTATION,
    tables=TABLES,
    phrases=(*PHRASES, *WORDED_RULES),
    sums=(
        WorkedSum(
            name="health-points",
            unit="Health Points",
            vocabulary="attribute",
            terms=health_terms,
            table="die-to-health-points",
        ),
    ),
    vocabularies=VOCABULARIES,
    rulings=RULINGS,
    rules=RULES,
    sheets=SHEETS,
    readers=(read_grammar,),
    terms=("Cavea", "gamer", "Game Master", "Level Pool", "Advancement Points", "Health Points"),
)
