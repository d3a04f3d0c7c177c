"""How a phrasebook is written: wordings above the function that decides them.

@phrase("a mile costs {coins} coins", because="the ferry takes {coins} a mile (Prices)")
def fare():
    return {"coins": 3}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from rulesmod.system import Phrase

Rule: TypeAlias = "Callable[..., Mapping[str, Any]]"
_CAPITALS = re.compile("[A-Z]{2,}")


class Phrasing(Protocol):
    """Makes a phrase of the rule that it decorates, named like the rule."""

    def __call__(self, *wordings: str, under: tuple[str, ...] = (), because: str = "") -> Callable[[Rule], Phrase]: ...


def phrases_with(synonyms: Mapping[str, str]) -> Phrasing:
    """Phrases in whose wordings a word in capitals stands for what `synonyms` has for it."""

    def phrase(*wordings: str, under: tuple[str, ...] = (), because: str = "") -> Callable[[Rule], Phrase]:
        told = tuple(_CAPITALS.sub(lambda word: synonyms.get(word[0], word[0]), wording) for wording in wordings)
        return lambda rule: Phrase(rule.__name__.replace("_", "-"), told, rule, under, because)

    return phrase


phrase = phrases_with({})
