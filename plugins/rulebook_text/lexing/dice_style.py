"""How a book writes its dice, as only the whole of it tells: with which letters, and as codes such as `3D+2`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily

_PIPS = lazily(r"(?<!\w)[1-9]\d?D\+[12](?!\w)")
"""The sign that a book writes its dice as codes."""
_LETTERED = lazily(
    r"(?<![\w/+-])(?P<count>[1-9]\d?)?(?P<letter>[wkztд])(?:(?P<size>[468]|1[02]|20|100)|\d{1,3})(?!\w)", re.IGNORECASE
)
_MIN_DICE, _MIN_BARE_DICE = 2, 3
"""Different dice with a letter that show a book's notation; more, if none has a count."""


class Habit(NamedTuple):
    """How a book writes its dice, as only the whole of it tells.

    Attributes:
        codes: as `3D+2`: a mere `3D` may be anything elsewhere.
        letters: what begins them, wherever it stands: `k20` and `8k6` may be anything elsewhere.
    """

    codes: bool = False
    letters: str = ""


def may_be_habit(text: str) -> bool:
    """Return whether the dice style of its book may decide which dice a text has."""
    return "D" in text or _LETTERED.search(text) is not None


def habit_of(texts: Iterable[str]) -> Habit:
    """Return how a book writes its dice, by the text of all of its pages.

    >>> habit_of(["Roll 2k6.", "Roll 1k8, or k20."]), habit_of(["Roll 7k4, 5k3 or 8k4."]), habit_of(["3D+1"])
    (Habit(codes=False, letters='k'), Habit(codes=False, letters=''), Habit(codes=True, letters=''))
    """
    codes = False
    counted, bare, others = (defaultdict[str, set[str]](set) for _ in range(3))
    for has_codes, dice in map(_written, texts):
        codes = codes or has_codes
        for letter, die, is_usual, is_counted in dice:
            (others if not is_usual else counted if is_counted else bare)[letter].add(die)
    letters = [
        letter
        for letter in {*counted, *bare}
        if len(counted[letter] | bare[letter]) >= (_MIN_DICE if counted[letter] else _MIN_BARE_DICE)
        and len(counted[letter] | bare[letter]) > 2 * len(others[letter])
    ]
    return Habit(codes, "".join(sorted(letters)))


@lru_cache(maxsize=4096)  # While a site is served, all of its texts but one are asked for again.
def _written(text: str) -> tuple[bool, list[tuple[str, str, bool, bool]]]:
    """Return whether a text has dice as codes, and list its dice with a letter.

    For each die: its letter, itself, whether its size is usual, and whether it is counted.
    """
    dice = [
        (match["letter"].lower(), match[0].lower(), bool(match["size"]), bool(match["count"]))
        for match in _LETTERED.finditer(text)
        if match["count"] or match["letter"] not in "KZTД"  # Without a count, these are names.
    ]
    return _PIPS.search(text) is not None, dice


NO_HABIT = Habit()
