"""How a phrasebook is written: wordings above the function that decides them.

@phrase("a mile costs {coins} coins", because="the ferry takes {coins} a mile (Prices)")
def fare():
    return {"coins": 3}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from rulesmod.system import Answer, Phrase, as_worded

Rule: TypeAlias = "Callable[..., Mapping[str, Any]]"
_CAPITALS = re.compile("[A-Z]{2,}")


class Phrasing(Protocol):
    """Makes a phrase of the rule that it decorates, named like the rule."""

    def __call__(
        self, *wordings: str, under: tuple[str, ...] = (), because: str = "", is_sure: bool = True
    ) -> Callable[[Rule], Phrase]: ...


def phrases_with(synonyms: Mapping[str, str]) -> Phrasing:
    """Phrases in whose wordings a word in capitals stands for what `synonyms` has for it."""

    def phrase(
        *wordings: str, under: tuple[str, ...] = (), because: str = "", is_sure: bool = True
    ) -> Callable[[Rule], Phrase]:
        expanded = tuple(
            _CAPITALS.sub(lambda word: synonyms.get(word[0], word[0]), wording) if isinstance(wording, str) else wording
            for wording in wordings
        )
        return lambda rule: Phrase(rule.__name__.replace("_", "-"), expanded, rule, under, because, is_sure)

    return phrase


phrase = phrases_with({})


def in_words(name: str, *wordings: str) -> Phrase:
    """A rule in words alone: whatever turns the meaning of one of its wordings is reported."""
    return Phrase(name, wordings, as_worded)


MAX_SAID = 1_000_000
"""Nobody says how many of so many."""


def share(chance: Fraction) -> str:
    """How many of how many, as the smallest whole numbers that say it: "1 of 4"; of too many, how many of 1,000."""
    if chance.denominator < MAX_SAID:
        return f"{chance.numerator:,} of {chance.denominator:,}"
    return f"about {float(1000 * chance):.3g} of 1,000"


def chance(exact: Fraction, what: str) -> Answer:
    """A chance, with its reason: in how many of how many rolls it is so ("a total of 2 or more")."""
    rolls = f"{share(exact)} rolls" if 0 < exact < 1 else "every roll" if exact else "no roll"
    return Answer(exact, because=(f"in {rolls} the dice come to {what}",))
