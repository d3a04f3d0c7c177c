"""The language of a page, by the small words that stand wherever a language is written."""

from __future__ import annotations

from collections import Counter

from rulebook_text.lexing.word_tokens import LETTERS
from rulebook_text.words import LANGUAGES, cue_words

ENGLISH = cue_words("pages.usual")
OTHERS = tuple(frozenset(words.lone) for words in LANGUAGES if words.lone)
_RARE = 50
"""One of so many words at least is one of these wherever a language is written. Of others than English, the most
frequent is left out, as a single one is found in many languages (`de`, `na`, `da`)."""


def spoken(text: str) -> frozenset[str]:
    """The small words of the language that a text is in: `ENGLISH`, one of `OTHERS`, or none where nobody can tell."""
    counts = Counter(LETTERS.findall(text.lower()))

    def often(words: frozenset[str]) -> int:
        results = [counts.get(word, 0) for word in words]
        return sum(results) - max(results)

    least, english = counts.total() / _RARE, sum(counts.get(word, 0) for word in ENGLISH)
    other = max(OTHERS, key=often)
    if often(other) >= max(least, english):
        return other
    return ENGLISH if english >= least else frozenset()
