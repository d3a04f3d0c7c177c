"""Equations that lost all of their left side but a number: "it costs 15 = 25 points"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulesmod.dice.digits import to_int

_LONE = lazily(r"(?<![^\s(])(?P<left>\d{1,6}) = (?P<right>\d{1,6})(?![.,:]?\d|\s?[-−+*/×÷=%])")
_CLAUSE = lazily(r"[^.,;:!?()=]*$")
_OPERATOR = lazily(r"[-−–+*/×÷<>≤≥|]|\b\d")


class CutEquation(NamedTuple):
    """The numbers on both sides of the `=`, each at `[start, end)` of a text."""

    left: tuple[int, int]
    right: tuple[int, int]


def cut_equation(text: str, equations: Sequence[tuple[int, int]]) -> CutEquation | None:
    """Return the only place of a worked text where a number is said to be another one.

    A text is worked out where it has an equation, at one of the given places. Several lone numbers beside each other
    are a list of what numbers stand for: "1 = 10, 2 = 15".
    """
    results = [one for one in _lone(text) if not any(start <= one.left[0] < end for start, end in equations)]
    if len(results) != 1 or not equations:
        return None
    (left, right), *_ = results
    return results[0] if to_int(text[slice(*left)]) != to_int(text[slice(*right)]) else None


def _lone(text: str) -> Iterator[CutEquation]:
    """Yield each `N = M` in the words of a sentence; one that begins a line or an item gives a number a meaning."""
    for match in _LONE.finditer(text):
        clause = _CLAUSE.search(text, 0, match.start())
        words = clause[0] if clause is not None else ""
        if words.strip() and not _OPERATOR.search(words):
            yield CutEquation(match.span("left"), match.span("right"))
