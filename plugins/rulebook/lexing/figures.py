"""Every number of a text as the ledger counts them: digits, number words, ordinals, dice, percentages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.lexing.dice import SIZED
from rulebook.lexing.lazily import lazily
from rulebook.lexing.numbers import DIGITS, ORDINALS, WORD_PATTERN

_NUMBER = lazily(
    rf"(?<![\w.])(?:{SIZED}|{DIGITS}(?:\s?%)?"
    rf"|(?:{WORD_PATTERN}|{'|'.join(ORDINALS)}|half(?!-)|twice|thrice)(?!\w|['’]s\b))"
    rf"|(?<=\d){SIZED}",
    re.IGNORECASE,
)


def numbers_in(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a plain text that are numbers, or may be."""
    return map(re.Match.span, _NUMBER.finditer(text))
