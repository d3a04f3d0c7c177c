"""Formulas: how the dice of an expression are joined, as sums and readings of sums.

A formula is a tree: a number `["number", n, d]`, dice `["term", index]`, or `[operator, {tag: value}, operand, ...]`.
Dice that are only added up, each times a whole number, share one tally. What is divided, multiplied by dice or compared
with others has tallies of its own, which a reading joins. `÷` rounds down at once, but within `ceil`, `floor` and
`round` only at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

from rulesmod.dice.reading import Reading

Tree: TypeAlias = Sequence[Any]

MAX_FACTOR = 10**6
"""The largest factor of a product, so that the page counts products exactly."""
MAX_NUMBER = 10**15
"""No number is as large as this, for the same reason."""
NO_DICE = "there are no dice in it"
TOTAL = "total"
"""The tally of dice that are added up."""


class FormulaError(ValueError):
    """A formula that has no meaning; the message says why."""


class Placed(NamedTuple):
    """Dice in a formula: the index of their term, what they count times, and which of the tallies they add to."""

    term: int
    times: int
    part: int


class Formula(NamedTuple):
    """A formula worked out.

    Attributes:
        tree: as it was written.
        placed: its dice in order.
        reading: what it comes to, of tallies and of the constant `modifier`.
        modifier: the number that is added to everything.
        factor: what all dice count times.
        is_sum: whether it is nothing but dice, times numbers and added up.
    """

    tree: Tree
    placed: tuple[Placed, ...]
    reading: Reading
    modifier: int
    factor: int = 1
    is_sum: bool = True


class _Value(NamedTuple):
    """Dice times whole numbers, a number, and a reading, added up and divided."""

    dice: Mapping[int, int]
    number: int = 0
    rest: Reading | None = None
    divisor: int = 1

    @property
    def is_number(self) -> bool:
        return not self.dice and self.rest is None


def tally_of(part: int) -> str:
    """The tally of a part of a formula."""
    return f"{TOTAL}{part or ''}"


def formula_of(tree: Tree) -> Formula:
    """Work out a formula.

    Raises:
        FormulaError: it has no meaning, such as a division by 0.
    """
    parts: list[Mapping[int, int]] = []
    value = _whole(_worked(tree, parts, exact=False), parts)
    if value.is_number and not parts:
        raise FormulaError(NO_DICE)
    factor = 1
    if value.rest is None:
        factor = gcd(*value.dice.values()) or 1
        if not any(value.dice.values()):
            factor = 0
        parts.append({term: times // factor if factor else 1 for term, times in value.dice.items()})
        reading: Reading = TOTAL if factor == 1 else ["*", factor, TOTAL]
    elif value.dice:
        parts.append(value.dice)
        reading = ["+", value.rest, ["tally", len(parts) - 1]]
    else:
        reading = value.rest
    # Tallies are numbered in the order in which their dice are written.
    order = sorted(range(len(parts)), key=lambda part: min(parts[part], default=0))
    names = {part: tally_of(at) for at, part in enumerate(order)}
    placed = sorted(Placed(term, times, at) for at, part in enumerate(order) for term, times in parts[part].items())
    reading = reading if value.rest is None else _named(reading, names)
    return Formula(tree, tuple(placed), ["+", reading, "modifier"], value.number, factor, value.rest is None)


def number_of(tree: Tree) -> int | None:
    """The whole number that a formula without dice comes to; None where it has dice, or no meaning."""
    try:
        value = _worked(tree, [], exact=False)
    except FormulaError:
        return None
    return value.number if value.is_number and value.divisor == 1 else None


def _named(reading: Any, names: Mapping[int, str]) -> Reading:
    """A reading whose tallies have their names; until then `["tally", part]` stands for one."""
    if isinstance(reading, list):
        return (
            names[reading[1]] if reading[0] == "tally" else [reading[0], *(_named(one, names) for one in reading[1:])]
        )
    return reading  # type: ignore[no-any-return]


def _worked(tree: Tree, parts: list[Mapping[int, int]], *, exact: bool) -> _Value:
    head = tree[0]
    if head == "number":
        return _Value({}, tree[1], None, tree[2])
    if head == "term":
        return _Value({tree[1]: 1})
    if head in ("floor", "ceil", "round"):
        return _rounded(head, _worked(tree[2], parts, exact=True), parts)
    operands = [_worked(operand, parts, exact=exact) for operand in tree[2:]]
    value = _JOINS[head](operands, tree[1], parts)
    return value if exact else _whole(value, parts)


def _whole(value: _Value, parts: list[Mapping[int, int]]) -> _Value:
    """A value rounded down."""
    return _rounded("floor", value, parts)


def _rounded(how: str, value: _Value, parts: list[Mapping[int, int]]) -> _Value:
    divisor = value.divisor
    if divisor == 1:
        return value
    if value.is_number:
        top = {"floor": value.number, "ceil": value.number + divisor - 1, "round": value.number + divisor // 2}[how]
        return _Value({}, top // divisor)
    above = _reading(value._replace(divisor=1), parts)
    if how == "ceil":
        return _Value({}, 0, ["-", 0, ["//", ["-", 0, above], divisor]])
    if how == "round":
        return _Value({}, 0, ["//", ["+", ["*", above, 2], divisor], 2 * divisor])
    return _Value({}, 0, ["//", above, divisor])


def _reading(value: _Value, parts: list[Mapping[int, int]]) -> Reading:
    """A whole value as a reading; its dice get a tally of their own."""
    if value.is_number:
        return value.number
    reading = value.rest
    if value.dice:
        parts.append(value.dice)
        tally: Reading = ["tally", len(parts) - 1]
        reading = tally if reading is None else ["+", tally, reading]
    assert reading is not None
    return ["+", reading, value.number] if value.number else reading


def _times(value: _Value, factor: int) -> _Value:
    if abs(factor) > MAX_FACTOR:
        raise FormulaError(f"a factor is at most {MAX_FACTOR:,}")
    if abs(value.number * factor) >= MAX_NUMBER:
        raise FormulaError(f"a number has at most {len(str(MAX_NUMBER)) - 1} digits")
    rest = value.rest if value.rest is None or factor == 1 else ["*", value.rest, factor]
    dice = {term: times * factor for term, times in value.dice.items()}
    if any(abs(times) > MAX_FACTOR**2 for times in dice.values()):
        raise FormulaError(f"a factor is at most {MAX_FACTOR:,}")
    return _Value(dice, value.number * factor, rest, value.divisor)


def _plus(one: _Value, other: _Value) -> _Value:
    divisor = lcm(one.divisor, other.divisor)
    one, other = _times(one, divisor // one.divisor), _times(other, divisor // other.divisor)
    dice = dict(one.dice)
    for term, times in other.dice.items():
        dice[term] = dice.get(term, 0) + times
    rest = one.rest if other.rest is None else other.rest if one.rest is None else ["+", one.rest, other.rest]
    return _Value(dice, one.number + other.number, rest, divisor)


def _sum(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
    sum_ = operands[0]
    for operand in operands[1:]:
        sum_ = _plus(sum_, operand)
    return sum_


def _difference(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
    return _plus(operands[0], _times(operands[1], -1))


def _negative(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
    return _times(operands[0], -1)


def _product(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
    one, other = operands
    if one.is_number:
        one, other = other, one
    divisor = one.divisor * other.divisor
    if other.is_number:
        return _times(one, other.number)._replace(divisor=divisor)
    readings = [_reading(value._replace(divisor=1), parts) for value in operands]
    return _Value({}, 0, ["*", *readings], divisor)


def _quotient(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
    one, other = operands
    if other.is_number:
        if not other.number:
            raise FormulaError("nothing can be divided by 0")
        sign = 1 if other.number > 0 else -1
        quotient = _times(one, sign * other.divisor)._replace(divisor=one.divisor * abs(other.number))
        if quotient.divisor > MAX_FACTOR:
            raise FormulaError(f"a divisor is at most {MAX_FACTOR:,}")
        return quotient
    if one.is_number:
        raise FormulaError("a number cannot be divided by dice")
    above = _reading(_times(one, other.divisor)._replace(divisor=1), parts)
    below = _reading(_times(other, one.divisor)._replace(divisor=1), parts)
    return _Value({}, 0, ["//", above, below])


def _most(head: str) -> Callable[..., _Value]:
    """An operator over whole operands."""

    def join(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
        reading, *others = (_reading(_whole(operand, parts), parts) for operand in operands)
        if not others and head == "abs":
            return _Value({}, 0, ["abs", reading])
        for other in others:
            reading = [head, reading, other]
        return _Value({}, 0, reading)

    return join


def _window(operands: Sequence[_Value], tags: Mapping[str, Any], parts: list[Mapping[int, int]]) -> _Value:
    """Several rolls of which the highest or lowest count, or all but one."""
    first, last, all_of = tags.get("first", 0), tags.get("last", len(operands)), len(operands)
    if first == 0 and last == all_of:
        return _sum(operands, tags, parts)
    readings = [_reading(_whole(operand, parts), parts) for operand in operands]

    def end(head: str) -> Reading:
        reading = readings[0]
        for other in readings[1:]:
            reading = [head, reading, other]
        return reading

    if last - first == 1 and (first == 0 or last == all_of):
        return _Value({}, 0, end("min" if first == 0 else "max"))
    if last - first == all_of - 1:
        total = readings[0]
        for other in readings[1:]:
            total = ["+", total, other]
        return _Value({}, 0, ["-", total, end("max" if first == 0 else "min")])
    raise FormulaError("of several rolls the highest or lowest one can be kept or dropped")


_JOINS: Mapping[str, Callable[..., _Value]] = {
    "+": _sum,
    "-": _difference,
    "neg": _negative,
    "*": _product,
    "/": _quotient,
    "max": _most("max"),
    "min": _most("min"),
    "abs": _most("abs"),
    "kept": _window,
}
