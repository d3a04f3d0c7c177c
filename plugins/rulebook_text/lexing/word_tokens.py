"""Words, letters and digits as tokens: what they are, whatever is said with them."""

from __future__ import annotations

from functools import lru_cache

from rulebook_core.lazy_regex import lazily

LETTERS = lazily(r"[^\W\d_]+")
"""Letters in a row."""
TWO_LETTERS = lazily(r"[^\W\d_]{2,}")
"""At least two letters in a row."""
JOINED_LETTERS = lazily(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
"""Letters with hyphens and apostrophes between them."""
WORD_OR_NUMBER = lazily(r"\w+")
ONE_LETTER = lazily(r"[^\W\d_]")
DIGIT = lazily(r"\d")
END_OF_SENTENCE = lazily(r"[.!?][\"”’)]*\s+")
BLANK_LINE = lazily(r"\n[ \t\r>]*\n")


@lru_cache(maxsize=1024)  # Several readers ask for those of each block of a page.
def lowered_words(text: str) -> frozenset[str]:
    """Return the words of a text in lower case."""
    return frozenset(LETTERS.findall(text.lower()))
