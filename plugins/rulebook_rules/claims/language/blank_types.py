"""The types of blanks in phrases: a pattern of the text that fills one, and the value that it has."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from rulebook_rules.claims.language.matching import BlankType
from rulebook_rules.claims.language.opposites import Opposites
from rulebook_text.lexing.chances import ODDS_PATTERN, PERCENT, TRIES_PATTERN, read_odds, read_percent, read_tries
from rulebook_text.lexing.dice_words import DIE_IN_WORDS, POOL_IN_WORDS, pools_in_words, size_of
from rulebook_text.lexing.numbers import (
    FRACTION_PATTERN,
    NUMBER_PATTERN,
    NUMERAL_PATTERN,
    ORDINALS,
    fraction_in_words,
    to_number,
)
from rulebook_text.words import cue
from rulesmod.dice.digits import to_fraction
from rulesmod.system import System

WORD = rf"(?!{cue('lists.joint')}\b)\w+(?:['’-]\w+)*"
_POOL = r"(?<![^\s(\"“'‘])(?=[^\s,;()\"“'‘\d]*\d)[^\s,;()\"“'‘]*\w"
"""Pattern of a pool for games without a notation. No quote is in it, for another one may begin behind each."""
_NAME = (
    rf"(?!{cue('names.openers')}\b)"
    r"(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*"
)


def blank_types(system: System) -> dict[str, BlankType]:
    """The types that the blanks of a system's phrases can have."""
    notation = system.notation

    def pool(text: str) -> Any:
        try:
            return notation.parse(text)
        except Exception:
            # What does not parse, or fails to, is told where expressions are read.
            return None

    types = {
        "number": BlankType(NUMBER_PATTERN, to_number),
        "numeral": BlankType(NUMERAL_PATTERN, to_number),
        "decimal": BlankType(r"[+\-−]?(?:\d+(?:\.\d+)?|\.\d+)", lambda text: to_fraction(text.replace("−", "-"))),
        "die": BlankType(DIE_IN_WORDS, size_of),
        "dice": BlankType(POOL_IN_WORDS, lambda text: next(pools_in_words(text), None)),
        "pool": BlankType(notation.pattern or _POOL, pool),
        "percent": BlankType(PERCENT, read_percent),
        "odds": BlankType(ODDS_PATTERN, read_odds),
        "tries": BlankType(TRIES_PATTERN, read_tries),
        "ordinal": BlankType(f"(?:{'|'.join(ORDINALS)})", str.lower),
        "fraction": BlankType(FRACTION_PATTERN, fraction_in_words),
        "word": BlankType(WORD, lambda text: text, is_name=True),
        "name": BlankType(_NAME, lambda text: text, is_name=True),
        "direction": BlankType(rf"(?:{'|'.join(Opposites(system.opposites).words)})", lambda text: text),
    }
    for vocabulary in system.vocabularies:
        names = {name.lower() for name in (*vocabulary.entries, *vocabulary.entries.values())}
        if any(" " in name for name in vocabulary.entries):
            pattern = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
            pattern = pattern.replace("'", "['’]")
        else:
            pattern = WORD
        types[vocabulary.name] = BlankType(f"(?:{pattern})", partial(_as_listed, names), is_name=True)
    # What stands in the blanks of a book stands there again and again.
    return {name: replace(blank, convert=lru_cache(maxsize=1000)(blank.convert)) for name, blank in types.items()}


def _as_listed(names: Collection[str], text: str) -> str:
    """A name with its apostrophes as those of a list have them; `names` are these, in lower case."""
    plain = text.replace("’", "'")
    return plain if plain.lower() in names and text.lower() not in names else text
