"""Read which faces of dice a clause counts: "each 5 or 6 is a success"."""

from __future__ import annotations

from rulebook_text.lexing.ranges import Range, whole_range
from rulebook_text.lexing.word_tokens import DIGIT
from rulebook_text.words import LANGUAGES

_IS = frozenset(word for words in LANGUAGES for word in words.choosing.get("is", "").split("|"))
"""Words between a face and that for a success; any other verb ("each 1 cancels a success") counts something else."""


def limit_of(clause: str, size: int) -> str:
    """Return how the notation counts the faces that a clause names; empty if it says more than that.

    >>> limit_of("each 5 or 6 is a success", 6), limit_of("each 6 is two successes", 6)
    ('>=5', '')

    Args:
        clause: from its first word to the one for a success.
        size: the faces of the dice.
    """
    faces = _faces_in(clause)
    if faces is None:
        return ""
    low, high = faces.low or 1, faces.high
    if high is None or high == size:
        return f">={low}" if low <= size and not faces.values else ""
    if not low <= high < size:
        return ""
    if low == 1 and not faces.values:
        return f"<={high}"
    return f"={','.join(map(str, faces.values or range(low, high + 1)))}"


def _faces_in(clause: str) -> Range | None:
    first = DIGIT.search(clause)
    ends = [at for at, sign in enumerate(clause + " ") if first and at > first.start() and sign.isspace()]
    for end in reversed(ends):
        if first and (faces := whole_range(clause[first.start() : end])):
            *between, _ = clause[end:].lower().split()
            return faces if _IS.issuperset(between) else None
    return None
