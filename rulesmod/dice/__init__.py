"""The dice engine: exact odds and replayable rolls of any pool that a `Program` describes.

Standard library only. The page runs the same programs with the same results (the assets
`engine.js`, `rng.js` and `language.js` of `rulebook_markdown`).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesmod.dice.contests import contest, verdict
    from rulesmod.dice.die import Die, InvalidProgramError, Row
    from rulesmod.dice.estimates import Estimate, estimate
    from rulesmod.dice.language import Language, Parsed, Term
    from rulesmod.dice.odds import Distribution, Odds, Result, Tail, at_least, distribution, fraction_text
    from rulesmod.dice.program import Field, Program, Trigger
    from rulesmod.dice.rolls import InvalidSeedError, Roll, Sfc32, Thrown, new_seed, roll
    from rulesmod.dice.summary import Summary, at_least_each, main_of, short_fraction, summary_of
    from rulesmod.dice.work import PoolTooLargeError, Work

__all__ = [
    "Die",
    "Distribution",
    "Estimate",
    "Field",
    "InvalidProgramError",
    "InvalidSeedError",
    "Language",
    "Odds",
    "Parsed",
    "PoolTooLargeError",
    "Program",
    "Result",
    "Roll",
    "Row",
    "Sfc32",
    "Summary",
    "Tail",
    "Term",
    "Thrown",
    "Trigger",
    "Work",
    "at_least",
    "at_least_each",
    "contest",
    "distribution",
    "estimate",
    "fraction_text",
    "main_of",
    "new_seed",
    "roll",
    "short_fraction",
    "summary_of",
    "verdict",
]

_MODULES = ("work", "die", "language", "program", "odds", "rolls", "contests", "estimates", "summary")
"""They are loaded when something of them is asked for: who reads a notation counts no odds yet. Those that need few
others come first."""


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in _MODULES:
            value = getattr(import_module(f"{__name__}.{module}"), name, None)
            if value is not None:
                return globals().setdefault(name, value)
    raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
