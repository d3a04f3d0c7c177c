"""How much work odds may take: counted, not timed, so that every machine answers and refuses the same.

The unit is about half a nanosecond. What grows with the size of its numbers is counted by that, before it is done.
"""

from __future__ import annotations

import sys

SECOND = 2 * 10**9
"""The limit of work for the odds of one pool: as long as somebody waits for an answer."""

TOO_LONG = "exact odds of these dice take too long"
"""The message for work above the limit, as the page has it."""

_DIGIT = sys.int_info.bits_per_digit
_KARATSUBA = 0.585
"""How the time of a multiplication grows with the digits of the shorter number."""


class PoolTooLargeError(ValueError):
    """A pool that is too large for exact odds, or for a roll that can be shown."""


class Work:
    """The work that has been done, and its limit.

    Attributes:
        done: how much that was.
    """

    def __init__(self, most: float | None = None) -> None:
        self.done = 0.0
        self._most = SECOND if most is None else most

    def take(self, units: float) -> None:
        """Count what is to be done next.

        Raises:
            PoolTooLargeError: that would be more than is allowed.
        """
        if self.done + units > self._most:
            raise PoolTooLargeError(TOO_LONG)
        self.done += units

    def product(self, one: int, other: int) -> int:
        """The product of two numbers, however long."""
        self.take(multiplying(one.bit_length(), other.bit_length()))
        return one * other

    def fractions(self, number: int, denominator: int) -> None:
        """Count fractions that are brought to lowest terms, with about such a denominator each."""
        digits = denominator.bit_length() / _DIGIT
        self.take(number * (5000 + digits * digits / 2))


def multiplying(one: int, other: int) -> float:
    """Return the cost of a product of two numbers, by their bits."""
    short, long = sorted((one // _DIGIT + 1, other // _DIGIT + 1))
    units: float = 4 * long * short**_KARATSUBA
    return units


def adding(terms: int, bits: int) -> float:
    """Return the cost of a sum. Each of its terms is a number of so many bits times a short one."""
    return terms * (150 + 1.5 * bits / _DIGIT)
