"""Compare a cell of a table with the value of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_text.lexing.chances import read_odds
from rulebook_text.lexing.forms import Rounding, percent_like, rounded_percent, rounds_to, without_numbers
from rulebook_text.lexing.names import words_of
from rulebook_text.lexing.numbers import AMOUNT, readings, written_in
from rulebook_text.words import cue
from rulesmod.system import CellValue

NOTHING = "None"
"""The sign for an empty cell in a rules table."""
_NOTHINGS = ("", "-", "–", "—", "−", "nothing", "Nothing")

_SHARE = lazily(rf"(?P<number>{AMOUNT})\s*%?")
_LITTLE = lazily(rf"(?:<|{cue('cells.below')})\s*", re.IGNORECASE)
_MUCH = lazily(rf"(?:>|{cue('cells.above')})\s*", re.IGNORECASE)


def _half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def _half_down(value: Fraction) -> int:
    return ceil(value - Fraction(1, 2))


ROUNDINGS: tuple[Rounding, ...] = (_half_up, round, _half_down)
"""The ways to round a half: up, to the even neighbour, down."""


def rounding_of(cells: Iterable[tuple[str, CellValue]]) -> Rounding:
    """Return how a table rounds its chances: each half may go either way, but all of them as most do."""
    chances = [(text, value) for text, value in cells if isinstance(value, Fraction)]
    return max(ROUNDINGS, key=lambda rounding: sum(agrees(text, value, rounding) for text, value in chances))


@lru_cache(maxsize=10_000, typed=True)  # A table is held against every row, and again for each number that is tried.
def agrees(text: str, expected: CellValue, rounding: Rounding | None = None) -> bool:
    """Return whether a cell prints the value of the rules. Without a `rounding`, a half may go either way."""
    if isinstance(expected, Fraction):
        return _is_chance(text.strip(), expected, rounding)
    if isinstance(expected, int):
        return _are(text, (frozenset((Fraction(expected),)),))
    if expected[:1].isdigit():
        # A value with a condition: its words are the writer's own.
        return _are(text, [values for _, values in written_in(expected)])
    return words_of(text) == words_of(expected) or (expected == NOTHING and text.strip() in _NOTHINGS)


def _is_chance(text: str, chance: Fraction, rounding: Rounding | None) -> bool:
    if chance == 0 and (text in _NOTHINGS or words_of(text) == words_of(NOTHING)):
        return True
    if match := _SHARE.fullmatch(text):
        if rounding is None:
            return rounds_to(100 * chance, match["number"])
        results = readings(match["number"])
        return any(number == rounded_percent(chance, places, rounding) for number, places in results)
    if bounded := _bounded(text, chance):
        return any(number == bounded.last for number, _ in readings(bounded.share["number"]))
    odds = read_odds(text)
    return odds is not None and odds.fits(chance) is True


class _Bounded(NamedTuple):
    """A chance told as beyond another one: that, and the last that its places show if the chance is beyond that."""

    share: re.Match[str]
    last: Fraction | None


def _bounded(text: str, chance: Fraction) -> _Bounded | None:
    """Return the bound of a chance that is too near to 0 or 1 for its last digit.

    Another number there would say something else.
    """
    for bound, end, step in ((_LITTLE, 0, 1), (_MUCH, 100, -1)):
        if (opened := bound.match(text)) and (match := _SHARE.fullmatch(text, opened.end())):
            lasts = (end + Fraction(step, 10**places) for _, places in readings(match["number"]))
            return _Bounded(match, next((last for last in lasts if 0 < (100 * chance - end) / (last - end) < 1), None))
    return None


def shown(expected: CellValue, stated: str = "", rounding: Rounding = round) -> str:
    """Format a value of the rules as the cell prints such values. A chance as `stated` tells one, to as many places."""
    if not isinstance(expected, Fraction):
        return str(expected)
    form = stated.strip()
    if bounded := _bounded(form, expected):
        before, share = form[: bounded.share.start()], bounded.share[0]
        if bounded.last is None:
            return percent_like(expected, "0.0 %", rounding)
        return before + percent_like(bounded.last / 100, share)
    if _SHARE.fullmatch(form):
        return percent_like(expected, form, rounding)
    odds = read_odds(form)
    return (odds.write(expected) if odds else "") or percent_like(expected, "0.0 %", rounding)


def number_to_mend(text: str, expected: CellValue, computed: str) -> tuple[Span, str] | None:
    """Return the span of the wrong number in a cell, and its replacement.

    None where the whole of the cell is compared: it has other words or more numbers than what the rules have.
    """
    if isinstance(expected, str) and not expected[:1].isdigit():
        return None
    written, wanted = list(written_in(text)), list(written_in(computed))
    if not written or len(written) != len(wanted):
        return None
    if not isinstance(expected, int) and without_numbers(text.strip()) != without_numbers(computed):
        return None
    both = list(zip(written, wanted, strict=True))
    differing = [pair for pair in both if not pair[0][1] & pair[1][1]]
    (at, _), (other, _) = (differing or both)[0]
    return (Span(*at), computed[slice(*other)]) if len(differing) < 2 else None


def _are(text: str, expected: Sequence[frozenset[Fraction]]) -> bool:
    """Return whether the numbers in a text are these, one by one."""
    results = [values for _, values in written_in(text)]
    return len(results) == len(expected) and all(one & other for one, other in zip(results, expected, strict=True))
