"""Whether a page can state anything by numbers at all: most do not, and need not be read for it."""

from __future__ import annotations

import re

_FIGURES = re.compile(r"[0-9](?:\+(?![0-9])| ?(?:-|–|—|\.\.) ?[0-9]|(?<=\s[0-9])\) | ?\(|\)? ?= ?[0-9]| [^\W\d_])")
_CELLS = re.compile(r"\| ?[0-9]{1,3} ?\|")
_DICE = re.compile(r"[dD][0-9%]")
_AT_HEAD = re.compile(r"[dD][0-9%][^\n]*\n[^\w\n]*--")
_LABEL = re.compile(r":[*_]* [^\W\d_]")
_NUMBER_ENDINGS = ("wo ", "ree ", "our ", "ive ", "ix ", "ven ")


def speaks_in_numbers(text: str) -> bool:
    """Whether a text may state anything that is looked for here.

    It is asked of every page of a book that speaks of dice, so it must cost next to nothing: plain searches, and
    patterns that begin with a sign.
    """
    if any(pattern.search(text) for pattern in (_FIGURES, _CELLS, _LABEL, _AT_HEAD)):
        return True
    if ("|===" in text or "<th" in text) and _DICE.search(text):
        return True
    return any(ending in text for ending in _NUMBER_ENDINGS)
