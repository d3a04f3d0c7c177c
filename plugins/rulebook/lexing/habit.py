"""How a book writes its dice, as only the whole of it tells: with which letters, and as codes such as `3D+2`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

_PIPS = re.compile(r"(?<!\w)[1-9]\d?D\+[12](?!\w)")
"""What tells that a book writes its dice as codes."""
_LETTERED = re.compile(
    r"(?<![\w/+-])(?P<count>[1-9]\d?)?(?P<letter>[wkztд])(?:(?P<size>[468]|1[02]|20|100)|\d{1,3})(?!\w)", re.IGNORECASE
)
_FEW, _BARE_FEW = 2, 3
"""So many different dice begin with a letter in a book that writes its dice with it; more, if none is counted."""


class Habit(NamedTuple):
    """How a book writes its dice, as only the whole of it tells.

    Attributes:
        codes: as `3D+2`: a mere `3D` may be anything elsewhere.
        letters: what begins them, wherever it stands: `k20` and `8k6` may be anything elsewhere.
    """

    codes: bool = False
    letters: str = ""


def may_be_habit(text: str) -> bool:
    """Whether it may depend on the habit of its book what dice stand in a text."""
    return "D" in text or _LETTERED.search(text) is not None


def habit_of(texts: Iterable[str]) -> Habit:
    """How a book writes its dice, by the text of all of its pages.

    >>> habit_of(["Roll 2k6.", "Roll 1k8, or k20."]), habit_of(["Roll 7k4, 5k3 or 8k4."]), habit_of(["3D+1"])
    (Habit(codes=False, letters='k'), Habit(codes=False, letters=''), Habit(codes=True, letters=''))
    """
    codes = False
    counted, bare, others = (defaultdict[str, set[str]](set) for _ in range(3))
    for text in texts:
        codes = codes or _PIPS.search(text) is not None
        for match in _LETTERED.finditer(text):
            if match["count"] or match["letter"] not in "KZTД":  # Without a count, these are names.
                kind = others if not match["size"] else counted if match["count"] else bare
                kind[match["letter"].lower()].add(match[0].lower())
    letters = [
        letter
        for letter in {*counted, *bare}
        if len(counted[letter] | bare[letter]) >= (_FEW if counted[letter] else _BARE_FEW)
        and len(counted[letter] | bare[letter]) > 2 * len(others[letter])
    ]
    return Habit(codes, "".join(sorted(letters)))


NO_HABIT = Habit()
