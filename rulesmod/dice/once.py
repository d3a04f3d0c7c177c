"""Exact weights of dice that are thrown once: none is rolled again, and none adds or brings others.

What `rulesmod.dice.series` does for all dice, without what these never need: most pools that people ask for are such.
"""

from __future__ import annotations

import sys
from itertools import product
from math import prod
from operator import mul
from typing import NamedTuple

from rulesmod.dice.series import MAX_BITS, MAX_QUICK_DIGITS
from rulesmod.dice.shapes import Shapes
from rulesmod.dice.subsets import just, summed
from rulesmod.dice.work import Work

WORD = 8
"""Bytes of a number that the machine reads by itself."""


class Weighed(NamedTuple):
    """Weights of the values of the sums, by set of flags (as a bit mask). They are out of a total."""

    exponents: list[tuple[int, ...]]
    columns: list[list[int]]
    total: int


def thrown_once(shapes: Shapes, flags: int, work: Work) -> Weighed | None:
    """The weights of a pool; None where it is no such pool, or where its numbers get long.

    Args:
        flags: how many there are.
        work: where it is counted.
    """
    dice = [(shapes.dice[name], count) for name, count in shapes.thrown]
    if shapes.open or shapes.brought or any(die.added or die.direction for die, _ in dice):
        return None
    ranges, strides, slots = [], [], 1
    for i in range(len(shapes.sums)):
        low = sum([count * die.low[i] for die, count in dice])
        high = sum([count * die.high[i] for die, count in dice])
        ranges.append(range(low, high + 1))
        strides.append(slots)
        slots *= high + 1 - low
    cases = [sum(die.effects.values()) for die, _ in dice]
    width = max(
        sum([count * number.bit_length() for (_, count), number in zip(dice, cases, strict=True)]) // 8 + 1, WORD
    )
    length, subsets = 8 * width * slots, 1 << flags
    if length >= MAX_QUICK_DIGITS * sys.int_info.bits_per_digit or length * subsets > MAX_BITS:
        return None
    work.take(subsets * slots * 5000)
    products = [1] * subsets
    for die, count in dice:
        tops = [0] * subsets
        start = sum(map(mul, die.low, strides))
        for effect, weight in die.effects.items():
            tops[effect.flags] += weight << 8 * width * (sum(map(mul, effect.sums, strides)) - start)
        summed(tops)
        products = [value * top**count for value, top in zip(products, tops, strict=True)]
    just(products)
    total = prod([number**count for (_, count), number in zip(dice, cases, strict=True)])
    exponents = [values[::-1] for values in product(*reversed(ranges))]
    return Weighed(exponents, [unpacked(value, width, slots) for value in products], total)


def unpacked(value: int, width: int, slots: int) -> list[int]:
    """The digits of a number, each of so many bytes, the last one first."""
    if width == WORD:
        numbers = memoryview(value.to_bytes(width * slots, sys.byteorder)).cast("Q").tolist()
        return numbers if sys.byteorder == "little" else numbers[::-1]
    data = value.to_bytes(width * slots, "little")
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]
