"""Values of cells and the names of columns, as they are compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.facts.model import Key, Value
from rulebook_rules.facts.reading.lexicon import bare_name, key_of
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.wording import Wording

_UNIT = lazily(r"\s*[(\[]\s*(?:in\s+)?(?P<unit>[^()\[\]\d]{1,20}?)\s*[)\]]\s*$")
_CURRENCY = "$€£¥"
MAX_UNIT_WORDS = 2
MAX_NAME = 60
"""A longer cell is no name but a text."""


class Head(NamedTuple):
    """The head of a column: the name of an attribute, its key, and the stem of the unit in brackets behind it."""

    name: str
    key: Key
    unit: str = ""


@lru_cache(maxsize=4096)
def head_of(text: str, wording: Wording) -> Head:
    """The head of a column.

    >>> from rulebook_rules.facts.reading.wording import ENGLISH
    >>> head_of("Price (bits)", ENGLISH)
    Head(name='Price', key=('price',), unit='bit')
    """
    unit = _UNIT.search(text)
    key = key_of(unit["unit"], wording) if unit is not None else ()
    name = bare_name(text)
    return Head(name, key_of(name, wording), key[-1] if len(key) == 1 else "")


@lru_cache(maxsize=50_000)
def cell_value(text: str, wording: Wording) -> Value | None:
    """The one value that a cell has; None where it has none or several, or is a text."""
    tokens = [token for token in tokens_of(text, wording) if token.stem not in _CURRENCY or token.kind != "sign"]
    if not tokens:
        return None
    if tokens[0].value is not None and tokens[0].kind in ("number", "dice", "range"):
        return _measured(tokens, text)
    if any(token.value is not None for token in tokens) or len(text) > MAX_NAME or not text.strip()[:1].isalpha():
        return None
    key = key_of(bare_name(text), wording)
    return Value("name", text=" ".join(key), shown=text.strip()) if key else None


def _measured(tokens: Sequence[Token], text: str) -> Value | None:
    first, behind = tokens[0], tokens[1:]
    if any(token.kind != "word" for token in behind) or len(behind) > MAX_UNIT_WORDS or first.value is None:
        return None
    if first.is_word and behind:
        return None  # "One handed" and "two per day" are texts.
    unit = behind[0].stem if len(behind) == 1 else ""
    if len(behind) > 1 or (behind and re.search(r"[+*/]", text[first.end :])):
        return None
    return first.value._replace(unit=unit)
