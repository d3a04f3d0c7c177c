"""How a sentence may turn the meaning of a word of a wording by one slip."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulebook_rules.claims.language.opposites import DENIALS, DENIED, Opposites


class Turn(NamedTuple):
    """The pattern of a word that may have turned round, and what it may have turned to; "" for nothing at all."""

    pattern: str
    contrary: tuple[str, ...]


def turn_of(word: str, opposites: Opposites, group: str, *, is_spaced: bool) -> Turn | None:
    """Return how a sentence may turn a word of a wording by one slip; None if that word turns nothing."""
    own = word.lower()
    contrary = [*opposites.turned(word), *((f"{own} not", f"{own}n't") if own in DENIED else ())]
    others = "|".join(re.escape(other.lower()).replace(r"\ ", r"\s+").replace("'", "['’]") for other in contrary)
    words = tuple(other.lower().partition("'")[0].split()[-1] for other in contrary)
    if own in DENIALS:
        space = r"\s+" if is_spaced else ""
        other = rf"(?:{others}){space}|" if others else ""
        return Turn(rf"(?:{own}{space}|(?P<{group}>{other}))", (*words, ""))
    return Turn(rf"(?:{re.escape(own)}|(?P<{group}>{others}))", words) if contrary else None
