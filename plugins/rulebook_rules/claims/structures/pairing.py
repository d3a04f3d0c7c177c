"""Two lists in the same order, one of which may lack members: which belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def pair_in_order(
    left: Sequence[A], right: Sequence[B], cost: Callable[[A, B], int]
) -> list[tuple[A | None, B | None]]:
    """Pair the members of two short lists in order, as cheaply as possible; None stands for what is missing.

    Each member of the shorter list has a partner; lists of one length are paired member by member.

    >>> pair_in_order([1, 2, 3], [10, 30], lambda one, other: abs(10 * one - other))
    [(1, 10), (2, None), (3, 30)]
    """
    if len(left) < len(right):
        return [(one, other) for other, one in pair_in_order(right, left, lambda other, one: cost(one, other))]

    @cache
    def rest(at: int, other: int) -> tuple[int, tuple[int, ...]]:
        """Return the cost of pairing the rest of both lists, and the unpaired items."""
        if len(left) - at == len(right) - other:
            return sum(map(cost, left[at:], right[other:])), ()
        left_out, alone = rest(at + 1, other)
        if other == len(right):
            return left_out, (at, *alone)
        paired, others = rest(at + 1, other + 1)
        return min((paired + cost(left[at], right[other]), others), (left_out, (at, *alone)), key=lambda one: one[0])

    _, alone = rest(0, 0)
    partners = iter(right)
    return [(one, None if at in alone else next(partners)) for at, one in enumerate(left)]
