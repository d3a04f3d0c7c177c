"""Exact weights of a pool, as the coefficients of one very long number.

A die is a polynomial: a row that adds 2 to a tally is a term x^2 with the row's weight, and the dice of a
pool multiply. A polynomial is kept as the integer that it is at x = 2^b, with b bits enough for any
coefficient (Kronecker's substitution), so that Python's integer multiplication does all the work. Several
sums share the exponent as digits of a mixed radix number. Flags ask for no digit: the weight of "at most
these flags raised" is the product over the rows that raise no other, and inclusion and exclusion give
"just these".

Where a number gets so long that multiplying it takes longer than going through its coefficients, the power of a die
is worked out one coefficient after the other (`power_of`). What that and every multiplication take is counted.

A die that is rolled again is a power series T + B*T + B*B*T + ... = T / (1 - B). No depth cuts it: the
series is exact up to any power one asks for, and what lies above is the complement. Here B only has
positive powers of the one open tally; `rulesmod.dice.chain` joins series that run in opposite directions.
To stay with integers, the weight of x^k is multiplied by q^k, for a q that clears all denominators.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence, Sized
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from operator import mul, sub
from typing import NamedTuple, TypeAlias

from rulesmod.dice.program import Program
from rulesmod.dice.shapes import Effect, Shape, Shapes, Weights, bring
from rulesmod.dice.subsets import just
from rulesmod.dice.work import TOO_LONG, PoolTooLargeError, Work, adding, multiplying

MAX_BITS = 2**25
"""Numbers that would be longer than this together are not made: it is memory that they take, beside the work."""
MAX_QUICK_DIGITS = 1000
"""Numbers of fewer digits, as Python counts them, are multiplied in next to no time."""
MAX_QUICK_SERIES = 300
"""The same for dice without end, whose series take as many multiplications again."""

Weighted: TypeAlias = dict[int, int]
"""A polynomial: whole weights by exponent."""


class _Factor(NamedTuple):
    """One die as `top / (1 - step)`, with its lowest values as digit 0. Its weights are to be divided by `weight`."""

    top: int
    step: int
    weight: int


class Series:
    """Weights of a pool whose open tally, if any, only grows upwards.

    Args:
        program: the pool, with its `shapes`.
        limit: the highest value of the open tally that is asked for.
        work: where it counts what it does.
        whole: leave the open tally out and weigh everything else over its whole range.

    Attributes:
        sums: the tallies that are the digits of an exponent, the least significant first.
        low: the value of each that digit 0 stands for.
        sizes: how many values each has.
        q: the weight of digit k of the open tally is multiplied by q^k.

    Raises:
        PoolTooLargeError: the numbers would be longer than `MAX_BITS` together, or there is more to do than may be.
    """

    def __init__(self, program: Program, shapes: Shapes, work: Work, limit: int = 0, *, whole: bool = False) -> None:
        self._work = work
        self._pool = [(name, count) for name, count in program.pool if count]
        self._triggers = program.triggers
        self._shapes = shapes
        self._dice = shapes.dice
        self._most = shapes.brought
        self._subsets = 1 << len(program.flags)
        self._open = shapes.open and not whole
        self.sums = shapes.sums[:-1] if shapes.open and whole else shapes.sums
        self._known: dict[tuple[str, int], _Factor] = {}
        self._powers: dict[tuple[str, int, int], int] = {}
        self._places: dict[str, list[tuple[Effect, int, int]]] = {}

        self._start, high = self._ends(self._pool)
        self.low, self._room = self._start, (0,) * len(high)
        if self._most:
            brought_low, brought_high = self._ends(list(self._most.items()))
            self._room = tuple(max(-least, 0) for least in brought_low)
            self.low = tuple(least - room for least, room in zip(self._start, self._room, strict=True))
            high = tuple(most + max(more, 0) for most, more in zip(high, brought_high, strict=True))
        if self._open:
            high = (*high[:-1], max(limit, self.low[-1]))
        self.sizes = tuple([most - least + 1 for least, most in zip(self.low, high, strict=True)])
        self._strides = tuple([prod(self.sizes[:i]) for i in range(len(self.sizes))])
        self._slots = prod(self.sizes)

        weights = {name: self._weight(name) for name in self._dice}
        self.q = lcm(*map(_clearing, self._dice.values())) if self._open else 1
        every = [*self._pool, *self._most.items()]
        bits = sum([count * weights[name].bit_length() for name, count in every])
        bits += self.q.bit_length() * self.sizes[-1] if self._open else 0
        if bits * self._slots * self._subsets > MAX_BITS:
            raise PoolTooLargeError(TOO_LONG)
        work.fractions(self._slots * self._subsets, 1 << bits)
        self._bytes = bits // 8 + 1
        self._length = 8 * self._bytes * self._slots
        self._mask = (1 << self._length) - 1
        self._is_long = (
            self._length >= (MAX_QUICK_SERIES if self._open else MAX_QUICK_DIGITS) * sys.int_info.bits_per_digit
        )
        self.weight = prod([weights[name] ** count for name, count in every])
        """The divisor of all weights of digit 0."""

    def _ends(self, groups: Sequence[tuple[str, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The least and the most that dice come to, per sum."""
        axes = range(len(self.sums))
        dice = [(self._dice[name], count) for name, count in groups]
        return (
            tuple([sum([count * die.low[i] for die, count in dice]) for i in axes]),
            tuple([sum([count * die.high[i] for die, count in dice]) for i in axes]),
        )

    def _weight(self, name: str) -> int:
        """The number of equally likely cases of a die, the dice that it adds included."""
        die = self._dice[name]
        own = sum([weight for effect, weight in die.effects.items() if self._open or not effect.again])
        return own * self._shared(die, {add: self._weight(add) for add in die.added}) if die.added else own

    def _shared(self, die: Shape, cases: Mapping[str, int]) -> int:
        """A number of cases that those of the dice which any row adds go into."""
        if not cases:
            return 1
        return lcm(*(prod(cases[add] ** count for add, count in effect.adds) for effect in die.effects))

    def coefficients(self) -> list[list[int]]:
        """For each set of flags (as a bit mask), the weights in order of the exponents."""
        products = [self._product(subset)[0] for subset in range(self._subsets)]
        just(products)
        return [self._unpack(value) for value in products]

    def masses(self) -> list[list[Fraction]]:
        """Like `coefficients`, as probabilities; for a whole series."""
        columns = []
        for subset in range(self._subsets):
            value, weight = self._product(subset)
            columns.append([Fraction(number, weight) for number in self._unpack(value)])
        rows = [list(row) for row in zip(*columns, strict=True)]
        for row in rows:
            just(row)
        return [list(column) for column in zip(*rows, strict=True)]

    def exponents(self) -> list[tuple[int, ...]]:
        """The values of the sums for each exponent."""
        ranges = [range(low, low + size) for low, size in zip(self.low, self.sizes, strict=True)]
        return [values[::-1] for values in product(*reversed(ranges))]

    def rational(self, subset: int) -> tuple[Weights, list[Weights]]:
        """The pool as N / ((1 - B) (1 - B') ...), for a pool whose only sum is the open one.

        Args:
            subset: the flags that may be raised.

        Returns:
            N by value, exact if the limit is not below its highest, and the steps B.
        """
        value, weight = self._product(subset)
        steps = self._shapes.steps([subset])
        numbers = [Fraction(number, weight * self.q**k) for k, number in enumerate(self._unpack(value))]
        multiply_out(numbers, steps, self._work)
        low = self.low[-1] if self.low else 0
        return {low + k: number for k, number in enumerate(numbers) if number}, steps

    def _product(self, subset: int) -> tuple[int, int]:
        """The pool's polynomial, of the rows whose flags lie in `subset`, and its weight."""
        value, weight = 1, 1
        for name, count in self._pool:
            factor, cases = self._power(name, count, subset)
            value, weight = self._work.product(value, factor) & self._mask, weight * cases
        return self._bring(value, weight, subset) if self._most else (value, weight)

    def _bring(self, value: int, weight: int, subset: int) -> tuple[int, int]:
        """Multiply each part of a polynomial by the dice that triggers bring to it."""
        width = self._bytes
        data = value.to_bytes(width * self._slots, "little")
        parts: dict[tuple[int, ...], bytearray] = {}
        for index in range(self._slots):
            if any(slot := data[index * width : (index + 1) * width]):
                tallies = {
                    tally: index // stride % size + start
                    for tally, stride, size, start in zip(
                        self.sums, self._strides, self.sizes, self._start, strict=True
                    )
                }
                counts = bring(self._triggers, tallies)
                part = parts.setdefault(
                    tuple(counts.get(name, 0) for name in self._most), bytearray(width * self._slots)
                )
                part[index * width : (index + 1) * width] = slot
        total = 0
        for brought, part in parts.items():
            factor, shift = int.from_bytes(part, "little"), list(self._room)
            for (name, most), count in zip(self._most.items(), brought, strict=True):
                power, _ = self._power(name, count, subset)
                factor = (
                    self._work.product(factor, power) * self._die(name, subset).weight ** (most - count) & self._mask
                )
                shift = [by + count * low for by, low in zip(shift, self._dice[name].low, strict=False)]
            total += factor * self._scale(shift) << self._bits(shift)
        for name, most in self._most.items():
            weight *= self._die(name, subset).weight ** most
        return total & self._mask, weight

    def _power(self, name: str, count: int, subset: int) -> tuple[int, int]:
        die = self._die(name, subset)
        if (known := self._powers.get((name, count, subset))) is None:
            known = self._powers[name, count, subset] = self._raised(die, count)
        return known, die.weight**count

    def _raised(self, die: _Factor, count: int) -> int:
        if not self._open and not self._is_long:
            power: int = die.top**count
            return power
        if count > 1 and self._is_long and (parts := self._terms(die)):
            self._work.take(self._going_through(*parts))
            return self._pack(power_of(*parts, count, self._slots))
        return self._masked_power(self._divided(die.top, die.step), count)

    def _terms(self, die: _Factor) -> tuple[Weighted, Weighted] | None:
        """Numerator and denominator of a die, by exponent; None where its power as one number takes less time."""
        parts = [{at: number for at, number in enumerate(self._unpack(part)) if number} for part in (die.top, die.step)]
        top, bottom = parts[0], {0: 1, **{at: -number for at, number in parts[1].items()}}
        # Faces that are equally likely are all of them but the first and the last one alike once 1 - x goes in.
        flat = multiplied(top, {0: 1, 1: -1})
        if len(flat) < len(top):
            top, bottom = flat, multiplied(bottom, {0: 1, 1: -1})
        return (top, bottom) if self._going_through(top, bottom) < multiplying(self._length, self._length) else None

    def _going_through(self, *parts: Sized) -> float:
        """Return the cost of all coefficients by recurrence. Each is worked out from as many before it as there are
        terms in the product.
        """
        return adding(self._slots * prod(map(len, parts)), 8 * self._bytes)

    def _masked_power(self, value: int, count: int) -> int:
        result = 1
        while count:
            if count & 1:
                result = self._work.product(result, value) & self._mask
            if count := count >> 1:
                value = self._work.product(value, value) & self._mask
        return result

    def _die(self, name: str, subset: int) -> _Factor:
        if known := self._known.get((name, subset)):
            return known
        die = self._dice[name]
        cases = {add: self._die(add, subset).weight for add in die.added}
        shared = self._shared(die, cases)
        terminal = again = 0
        for effect, weight, place in self._placed(name):
            if effect.flags & ~subset:
                continue
            weight *= shared
            for add, count in effect.adds:
                weight = self._work.product(weight // cases[add] ** count, self._power(add, count, subset)[0])
            if effect.again:
                again += weight << place
            else:
                terminal += weight << place
        total = sum(die.effects.values()) * shared
        if self._open:
            again //= total
        else:
            total, again = total - again, 0
        self._known[name, subset] = factor = _Factor(terminal & self._mask, again, total)
        return factor

    def _placed(self, name: str) -> list[tuple[Effect, int, int]]:
        """Return the effects of a die with their scaled weights and bit shifts."""
        if name not in self._places:
            die, placed = self._dice[name], []
            for effect, weight in die.effects.items():
                by: Sequence[int] = effect.sums
                for add, count in effect.adds:
                    by = [own + count * low for own, low in zip(by, self._dice[add].low, strict=True)]
                if not effect.again:
                    by = list(map(sub, by, die.low))
                placed.append((effect, weight * self._scale(by), self._bits(by)))
            self._places[name] = placed
        return self._places[name]

    def _divided(self, top: int, step: int) -> int:
        """top / (1 - step), up to the limit."""
        if not step:
            return top
        numbers = self._unpack(top)
        moves = [(by, share) for by, share in enumerate(self._unpack(step)) if share]
        self._work.take(self._going_through(moves))
        for at in range(self._slots):
            for by, share in moves:
                if by > at:
                    break
                numbers[at] += share * numbers[at - by]
        return self._pack(numbers)

    def _scale(self, by: Sequence[int]) -> int:
        """Return the factor of a weight when its term is moved on."""
        scale: int = self.q ** by[-1] if self._open else 1
        return scale

    def _bits(self, by: Iterable[int]) -> int:
        """How many bits a polynomial is shifted by to be multiplied by a power of its variables."""
        exponent: int = sum(map(mul, by, self._strides))
        return 8 * self._bytes * exponent

    def _pack(self, numbers: Sequence[int]) -> int:
        return int.from_bytes(b"".join([number.to_bytes(self._bytes, "little") for number in numbers]), "little")

    def _unpack(self, value: int) -> list[int]:
        width = self._bytes
        data = value.to_bytes(width * self._slots, "little")
        return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]


def multiplied(one: Weighted, other: Weighted) -> Weighted:
    """The result of two polynomials."""
    result: Weighted = {}
    for i, a in one.items():
        for j, b in other.items():
            result[i + j] = result.get(i + j, 0) + a * b
    return {at: number for at, number in result.items() if number}


def power_of(top: Weighted, bottom: Weighted, count: int, size: int) -> list[int]:
    """The first `size` coefficients of (top / bottom) ** count.

    With N for `top` and D for `bottom`, Q = (N / D) ** n solves N D Q' = n (N' D - N D') Q: each coefficient follows
    from as many before it as N D has terms. They must all be whole.
    """
    low = min(top, default=size)
    if count * low >= size:
        return [0] * size
    top = {at - low: number for at, number in top.items()}
    both = multiplied(top, bottom)
    ahead: Weighted = {}
    for i, a in top.items():
        for j, b in bottom.items():
            ahead[i + j] = ahead.get(i + j, 0) + count * (i - j) * a * b
    first = both.pop(0)
    terms = sorted((move, ahead.get(move, 0), both.get(move, 0)) for move in {*both, *ahead} - {0})
    coefficients = [top[0] ** count]
    for at in range(1, size - count * low):
        total = 0
        for move, more, less in terms:
            if move > at:
                break
            total += (more - less * (at - move)) * coefficients[at - move]
        coefficients.append(total // (first * at))
    return [0] * (count * low) + coefficients


def _clearing(die: Shape) -> int:
    """The least q for which all weights of a step, multiplied by q^k, are whole numbers."""
    cases, q = sum(die.effects.values()), 1
    for effect, weight in die.effects.items():
        if effect.again:
            number, divisor = cases // gcd(cases, weight), 2
            while number > 1:
                divisor = divisor if divisor * divisor <= number else number
                times = 0
                while number % divisor == 0:
                    number, times = number // divisor, times + 1
                q = lcm(q, divisor ** -(-times // abs(effect.sums[-1])))
                divisor += 1
    return q


def multiply_out(numbers: list[Fraction], steps: Sequence[Weights], work: Work) -> list[Fraction]:
    """Multiply a series by (1 - step) for each step, in place; returns it."""
    for step in steps:
        work.fractions(2 * len(step) * len(numbers), max((number.denominator for number in numbers), default=1))
        for k in reversed(range(len(numbers))):
            numbers[k] -= sum(share * numbers[k - move] for move, share in step.items() if move <= k)
    return numbers
