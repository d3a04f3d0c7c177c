"""Readings: the small arithmetic in which a program says what its tallies mean.

A reading is JSON: a number, the name of a value, or `[operator, operand, ...]`. It is total (no
loops, no names beyond the values at hand) and means the same in Python and in the page:

    ["if", ["=", "other", 0], 2, "two"]      2 if no die shows anything but 1, else whether one shows 2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from operator import itemgetter
from typing import TypeAlias

Reading: TypeAlias = "int | str | Sequence[Reading]"
Value: TypeAlias = "int | bool"
Values: TypeAlias = Mapping[str, Value]
Ranges: TypeAlias = Sequence[tuple[int, int]]
"""Faces as ranges, both ends included. They are the one value of a die's arguments that is no number."""

ENDLESS = 10**6
"""The end of a range that has none; no die has so many faces."""


class InvalidReadingError(ValueError):
    """A reading that is not one: an unknown operator, name or number of operands."""


_OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "max": lambda a, b: int(max(a, b)),
    "min": lambda a, b: int(min(a, b)),
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    "and": lambda a, b: bool(a) and bool(b),
    "or": lambda a, b: bool(a) or bool(b),
    "in": lambda a, b: any(low <= a <= high for low, high in b),  # type: ignore[union-attr]
}


def shown_ranges(value: object) -> str:
    """A number, or faces as an expression has them.

    >>> shown_ranges(6), shown_ranges([(8, 10**6)]), shown_ranges([(1, 1), (3, 4)])
    ('6', '>=8', '1,3..4')
    """
    if not isinstance(value, list | tuple):
        return str(value)
    return ",".join(map(_shown_range, value))


def _shown_range(ends: tuple[int, int]) -> str:
    low, high = ends
    if high == ENDLESS:
        return f">={low}"
    return f"<={high}" if low == -ENDLESS else str(low) if low == high else f"{low}..{high}"


def _count(faces: Ranges, first: int, last: int) -> int:
    """Return how many numbers from first to last are among some faces."""
    count = 0
    for low, high in sorted(faces):
        count += max(0, min(high, last) - max(low, first) + 1)
        first = max(first, high + 1)
    return count


def compile_reading(reading: Reading, names: Sequence[str]) -> Callable[[Values], Value]:
    """Turn a reading into a function of the named values.

    Raises:
        InvalidReadingError: it names a value that is not among `names`, or is malformed.
    """
    if isinstance(reading, str):
        if reading not in names:
            raise InvalidReadingError(f"`{reading}` is no value of this program")
        return itemgetter(reading)
    if isinstance(reading, int):
        number = reading
        return lambda values: number
    operator, *operands = reading
    parts = [compile_reading(operand, names) for operand in operands]
    if operator == "if" and len(parts) == 3:
        condition, then, otherwise = parts
        return lambda values: then(values) if condition(values) else otherwise(values)
    if operator == "abs" and len(parts) == 1:
        (only,) = parts
        return lambda values: abs(only(values))
    if operator == "many" and len(parts) == 3:
        faces, first, last = parts
        return lambda values: _count(faces(values), first(values), last(values))  # type: ignore[arg-type]
    if not isinstance(operator, str) or operator not in _OPERATORS or len(parts) != 2:
        raise InvalidReadingError(f"`{operator}` with {len(parts)} operands is no operation")
    apply, left, right = _OPERATORS[operator], parts[0], parts[1]
    return lambda values: apply(left(values), right(values))


def settled(reading: Reading, known: Values) -> Reading:
    """A reading with some values put in, worked out as far as these go."""
    if isinstance(reading, str):
        return known.get(reading, reading)
    if isinstance(reading, int):
        return reading
    operator, *operands = reading
    parts = [settled(operand, known) for operand in operands]
    if all(isinstance(part, int) for part in parts):
        return compile_reading([operator, *parts], ())({})
    if operator == "if" and isinstance(parts[0], int):
        return parts[1] if parts[0] else parts[2]
    if operator in _NEUTRAL and len(parts) == 2:
        neutral, is_either = _NEUTRAL[str(operator)]
        left, right = parts
        if right == neutral and _is_number(left):
            return left
        if is_either and left == neutral and _is_number(right):
            return right
    return [operator, *parts]


_NEUTRAL = {"+": (0, True), "-": (0, False), "*": (1, True), "//": (1, False)}
"""Each operator's neutral right operand, and whether it is neutral on the left."""


def _is_number(reading: Reading) -> bool:
    """Return whether a reading is certainly a number, not a truth value."""
    return isinstance(reading, str) or (not isinstance(reading, int) and reading[0] in _NEUTRAL)


def size_of(reading: Reading, sizes: Mapping[str, int]) -> int:
    """Return a bound of a reading whose values stay within their sizes. It holds whatever the sign.

    Beyond it a value that grows without end has passed everything that it is compared with.
    """
    if isinstance(reading, str):
        return sizes[reading]
    if isinstance(reading, int):
        return abs(reading)
    operator, *operands = reading
    parts = [size_of(operand, sizes) for operand in operands]
    if operator in ("if", "and", "or"):
        return max(parts)
    return prod(part + 1 for part in parts) if operator in ("*", "//") else sum(parts)
