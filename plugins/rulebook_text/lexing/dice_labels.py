"""Labels that look like dice: rooms `D2` and `D3` of a map."""

from __future__ import annotations

from collections.abc import Collection

from rulebook_core.lazy_regex import lazily
from rulesmod.dice.digits import to_int

SIZES = (*range(2, 9), 10, 12, 14, 16, 20, 24, 30, 50, 60, 66, 88, 100, 666, 1000)
"""The dice that people own: another number behind a lone `d` is part of something else, but not in "1d15"."""

_CAPITAL = lazily(r"(?<![\w/+.-])([DW])(\d{1,3})(?![\w/])")


def labels_of(text: str) -> frozenset[str]:
    """Return the capitals that make a label with a number in a text: some such labels are dice that nobody has.

    >>> labels_of("D3 leads to D9, and D11 is open; W20 rats."), labels_of("Roll D6, or D66.")
    (frozenset({'D'}), frozenset())
    """
    return frozenset(match[1] for match in _CAPITAL.finditer(text) if to_int(match[2]) not in SIZES)


def is_label(text: str, start: int, end: int, labels: Collection[str]) -> bool:
    """Return whether one of the capitals that make labels on its page begins `[start, end)`."""
    return text[start] in labels and _CAPITAL.fullmatch(text, start, end) is not None
