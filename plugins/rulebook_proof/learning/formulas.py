"""Formulas that give a value from others in every example of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations

from rulebook_rules.rulesfile.working import ROUNDINGS

MIN_ROWS = 3
"""Fewer examples than these are fitted by many formulas."""
MAX_FACTOR = 10
MAX_ADDED = 20


def formula_of(names: Sequence[str], name: str, rows: Sequence[Mapping[str, Fraction]]) -> str | None:
    """Return the simplest formula that fits every example that has all its values."""
    for text, of, work in (*_of_one(names, name, rows), *_of_two(names)):
        results = [
            (tuple(row[one] for one in of), row[name]) for row in rows if name in row and all(o in row for o in of)
        ]
        is_telling = len({given for given, _ in results}) >= MIN_ROWS and len({value for _, value in results}) > 1
        if is_telling and all(work(*given) == value for given, value in results):
            return text
    return None


_Tried = tuple[str, tuple[str, ...], Callable[..., Fraction]]


def _of_one(names: Sequence[str], wanted: str, rows: Sequence[Mapping[str, Fraction]]) -> Iterator[_Tried]:
    for name in names:
        first = next((row for row in rows if name in row and wanted in row), None)
        if first is None:
            continue
        for factor in range(1, MAX_FACTOR + 1):
            rest = first[wanted] - factor * first[name]
            text = name if factor == 1 else f"{factor} * {name}"
            if abs(rest) <= MAX_ADDED:
                added = f" {'+' if rest > 0 else '-'} {abs(rest)}" if rest else ""
                yield f"{text}{added}", (name,), partial(_straight, Fraction(factor), rest)
        yield f"{name} * ({name} + 1) / 2 | down", (name,), lambda x: x * (x + 1) / 2
        for part in range(2, MAX_FACTOR // 2):
            for rounding in ("up", "down"):
                yield f"{name} / {part} | {rounding}", (name,), partial(_parted, part, ROUNDINGS[rounding])


def _of_two(names: Sequence[str]) -> Iterator[_Tried]:
    for one, other in permutations(names, 2):
        for factor in range(1, MAX_FACTOR // 2):
            text = one if factor == 1 else f"{factor} * {one}"
            yield f"{text} + {other}", (one, other), partial(_added, factor)
        yield f"{one} * {other}", (one, other), lambda x, y: x * y


def _straight(factor: Fraction, rest: Fraction, x: Fraction) -> Fraction:
    return factor * x + rest


def _parted(part: int, rounding: Callable[[Fraction], int], x: Fraction) -> Fraction:
    return Fraction(rounding(x / part))


def _added(factor: int, x: Fraction, y: Fraction) -> Fraction:
    return factor * x + y
