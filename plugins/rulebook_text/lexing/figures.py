"""Every number of a text as the ledger counts them: digits, number words, ordinals, dice, percentages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.dice import SIZED
from rulebook_text.lexing.numbers import DIGITS, ORDINALS, WORD_PATTERN, WORDS
from rulebook_text.words import cue, own_words

_WORDS = (*own_words("numerals.shares_alone"), *ORDINALS, *WORDS)
_NUMBER = lazily(
    # Nothing is tried where none can begin.
    rf"(?<![\w.])(?=[d\d+−–{''.join(sorted({word[0] for word in _WORDS}))}-])(?:{SIZED}|{DIGITS}(?:\s?%)?"
    rf"|(?:{WORD_PATTERN}|{'|'.join(ORDINALS)}|{cue('numerals.alone')}(?!-)|{cue('numerals.times')})(?!\w|['’]s\b))"
    rf"|(?<=\d){SIZED}",
    re.IGNORECASE,
)


def numbers_in(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a plain text that are numbers, or may be."""
    return map(re.Match.span, _NUMBER.finditer(text))
