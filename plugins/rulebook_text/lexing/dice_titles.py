"""Headings that name a die: those that are about it, and those of a table or a weapon, whose die is rolled."""

from __future__ import annotations

import re

from rulebook_text.words import LANGUAGES, any_of, cue

_DIE = re.compile(r"(?<!\w)1?[dwкkztд](?:\d+|%)(?!\w)", re.IGNORECASE)
_OR = any_of(word for words in LANGUAGES for word in (words.and_, words.or_))
_ENTITLED = re.compile(
    rf"\s(?!(?:{_OR}|{cue('titles.no_table')})\b)(?=[^\W\d_])",
    re.IGNORECASE,
)
"""Words behind the die at the start of a title of a table: "D12 Omens"."""
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_OF_DICE = re.compile(
    rf"\b{cue('titles.dice')}\s$",
    re.IGNORECASE,
)


def names_die(title: str) -> bool:
    """Return whether a heading is about a die: what stands below it speaks of dice, and need not roll them.

    >>> names_die("The d20"), names_die("D12 Omens"), names_die("Spear (d6, long), 1 charge"), names_die("Dice (d6)")
    (True, False, False, True)
    """
    asides = [match.span() for match in _IN_PARENTHESES.finditer(title) if not _OF_DICE.search(title, 0, match.start())]
    alone = [(start, end) for start, end in asides if len(_DIE.findall(title, start, end)) == 1]
    return any(
        not (
            any(start < die.start() < end for start, end in alone)
            or (not title[: die.start()].strip() and _ENTITLED.match(title, die.end()))
        )
        for die in _DIE.finditer(title)
    )
