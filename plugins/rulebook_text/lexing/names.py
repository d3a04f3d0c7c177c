"""Names as they are compared: whatever their case and number, and whatever stands between their words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER


def capitalised(joints: str) -> str:
    """Return the pattern of a capitalised word whose parts `joints` join.

    It begins nowhere within such a word: a long one would be read again from each of its capitals.
    """
    return rf"(?<!\w)(?<!\w[{joints}])[A-Z]\w*(?:[{joints}]\w+)*['’]?"


@cache  # There are as many as the systems in use name.
def beginning(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the beginning of some words, in any case: a goblin is no part of a hobgoblin."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words)) or '(?!)'})", re.IGNORECASE)


def nearness(about: Sequence[str], around: Iterable[str]) -> float:
    """How well what is said around something fits what it may be about: the nearest place that speaks of it counts
    most, and there each word.

    Args:
        about: words of that.
        around: texts in lower case, the nearest first.
    """
    for distance, text in enumerate(around):
        if hits := sum(word.casefold() in text for word in about):
            return hits + 1 / (distance + 2)
    return 0.0


def singular(word: str) -> str:
    """A word in lower case without the ending of a plural, to compare with others so treated.

    >>> singular("Points"), singular("abilities"), singular("class")
    ('point', 'ability', 'class')
    """
    folded = word.casefold()
    if len(folded) > 4 and folded.endswith("ies"):
        return f"{folded[:-3]}y"
    return folded[:-1] if len(folded) > 2 and folded.endswith("s") and not folded.endswith("ss") else folded


def words_of(text: str) -> str:
    """The words of a text in lower case, a space between them.

    >>> words_of("Body-Strength: (bSt)")
    'body strength bst'
    """
    return " ".join(WORD_OR_NUMBER.findall(text.casefold()))


def singulars_of(text: str) -> str:
    """The same, each without the ending of a plural."""
    return " ".join(map(singular, WORD_OR_NUMBER.findall(text)))
