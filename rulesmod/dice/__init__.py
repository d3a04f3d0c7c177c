"""The dice engine: exact odds and replayable rolls of any pool that a `Program` describes.

Standard library only. The page runs the same programs with the same results (the assets
`engine.js`, `rng.js` and `language.js` of `rulebook_markdown`).
"""

from rulesmod.dice.contests import contest, verdict
from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.dice.odds import Distribution, Odds, Tail, at_least, distribution, fraction_text
from rulesmod.dice.program import Die, Field, InvalidProgramError, Program, Row, Trigger
from rulesmod.dice.rolls import InvalidSeedError, Roll, Sfc32, Thrown, new_seed, roll
from rulesmod.dice.series import PoolTooLargeError

__all__ = [
    "Die",
    "Distribution",
    "Field",
    "InvalidProgramError",
    "InvalidSeedError",
    "Language",
    "Odds",
    "Parsed",
    "PoolTooLargeError",
    "Program",
    "Roll",
    "Row",
    "Sfc32",
    "Tail",
    "Term",
    "Thrown",
    "Trigger",
    "at_least",
    "contest",
    "distribution",
    "fraction_text",
    "new_seed",
    "roll",
    "verdict",
]
