"""Odds of dice that explode to further dice of their own, of which some are kept.

A die that explodes is a run of faces that are rolled again, closed by one that stays. Faces are taken in order from the
end that dice are counted from. Of the faces that stay, so many dice are left at each; of those that are rolled again,
each run, and each die placed in it so far, leaves a gap where a further one may lie (a negative binomial). Where all
that count are placed, nothing more is counted; where all that are dropped are placed, what is left are ordinary dice.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, lcm, prod
from typing import NamedTuple, TypeAlias

from rulesmod.dice.die import Die, InvalidProgramError, Row
from rulesmod.dice.hand import BOTH, DOWN, STEP, SUM, Hand, State
from rulesmod.dice.reading import ENDLESS
from rulesmod.dice.work import TOO_LONG, PoolTooLargeError, Work


class Step(NamedTuple):
    """A face of one group. `rest` is the weight of the faces of its kind from here on."""

    value: int
    group: int
    weight: int
    explodes: bool
    rest: int


class Placed(NamedTuple):
    """Dice that are placed: of each group how many are `left` and how many `gaps` there are; the values in mind."""

    left: State
    gaps: State
    values: State


Adds: TypeAlias = "tuple[tuple[str, int], ...]"
Ends: TypeAlias = "dict[tuple[State, Adds], Fraction]"


def grown_rows(name: str, hand: Hand, dice: dict[str, Die], work: Work) -> tuple[Row, ...]:
    """Return the rows of a hand whose dice explode to dice of their own. Dice that they add are put among the `dice`.

    Raises:
        InvalidProgramError: its dice cannot be read together.
        PoolTooLargeError: it has too many cases.
    """
    return _Growth(name, hand, dice, work).rows()


class _Growth:
    def __init__(self, name: str, hand: Hand, dice: dict[str, Die], work: Work) -> None:
        self.name, self.dice, self.work = name, dice, work
        dropped = hand.count - hand.last
        is_open, turns = hand.grows == BOTH, hand.grows == DOWN or (hand.grows == BOTH and dropped > 0)
        if is_open and hand.each != SUM:
            raise InvalidProgramError("dice that explode can be kept and added up, and nothing else")
        if is_open and hand.first and dropped:
            raise PoolTooLargeError(TOO_LONG)
        first, last = (dropped, hand.count - hand.first) if turns else (hand.first, hand.last)
        self.hand = replace(hand, first=first, last=ENDLESS if is_open else last, grows=0)
        # So many are placed before the rest is known: those that are dropped, or all that count.
        self.end, self.is_open = first if is_open else last, is_open
        ways = [_faces_of(dice[group.die]) for group in hand.groups]
        self.totals = [sum(stays.values()) + sum(again.values()) for stays, again in ways]
        self.steps = self._in_order(ways, turns)
        self.weights = [self._weights(at) for at in range(len(self.steps) + 1)]

    def _in_order(self, ways: list[tuple[dict[int, int], dict[int, int]]], turns: bool) -> list[Step]:
        faces = [
            (value, group, weight, explodes)
            for group, kinds in enumerate(ways)
            for explodes, cases in enumerate(kinds)
            for value, weight in cases.items()
        ]
        rest: dict[tuple[int, int], int] = {}
        steps = []
        for value, group, weight, explodes in sorted(faces, reverse=not turns):
            rest[group, explodes] = rest.get((group, explodes), 0) + weight
            steps.append(Step(value, group, weight, bool(explodes), rest[group, explodes]))
        return steps[::-1]

    def rows(self) -> tuple[Row, ...]:
        ends: Ends = {}
        counts = tuple(group.number for group in self.hand.groups)
        start = Placed(counts, counts, (0,) * len(self.hand.each))
        states = {start: 1} if self.end > 0 else {}
        if not states:
            self._close(ends, start, 0, 1)
        for at, step in enumerate(self.steps):
            further: dict[Placed, int] = {}
            for placed, ways in states.items():
                self.work.take(STEP * (placed.left[step.group] + 1))
                if step.explodes:
                    self._explode(ends, further, placed, ways, at)
                else:
                    self._stay(ends, further, placed, ways, at)
            states = further
        scale = lcm(*(weight.denominator for weight in ends.values()))
        return tuple(
            Row(0, int(weight * scale), self.hand.tallies(values), adds=dict(adds))
            for (values, adds), weight in ends.items()
        )

    def _count(self, placed: Placed) -> int:
        return sum(placed.gaps) - sum(placed.left)

    def _after(self, placed: Placed, step: Step, number: int) -> State:
        shown = [number * (step.group == index) for index in range(len(self.hand.groups))]
        return self.hand.after(placed.values, step.value, shown, self._count(placed))

    def _stay(self, ends: Ends, further: dict[Placed, int], placed: Placed, ways: int, at: int) -> None:
        """Place all dice that stay on a face."""
        step = self.steps[at]
        left = placed.left[step.group]
        for number in range(left if step.rest == step.weight else 0, left + 1):
            cases = ways * comb(left, number) * step.weight**number
            now = Placed(_changed(placed.left, step.group, -number), placed.gaps, self._after(placed, step, number))
            if self._count(now) >= self.end:
                self._close(ends, now, at + 1, cases)
            else:
                further[now] = further.get(now, 0) + cases

    def _explode(self, ends: Ends, further: dict[Placed, int], placed: Placed, ways: int, at: int) -> None:
        """Place the dice of a face that is rolled again, until all that matter are placed."""
        step, missing = self.steps[at], self.end - self._count(placed)
        gaps = placed.gaps[step.group]
        fewer = Fraction(0)
        for number in range(missing):
            cases = ways * comb(gaps + number - 1, number) * step.weight**number
            now = Placed(placed.left, _changed(placed.gaps, step.group, number), self._after(placed, step, number))
            further[now] = further.get(now, 0) + cases
            fewer += cases * self._share(now, at + 1)
        last = Placed(placed.left, placed.gaps, self._after(placed, step, missing))
        if not self.is_open:
            ends[last.values, ()] = ends.get((last.values, ()), Fraction(0)) + ways * self._share(placed, at) - fewer
            return
        for open_ in range(1, gaps + 1):
            closed = gaps - open_ + missing
            cases = ways * comb(closed - 1, missing - 1) * step.weight**missing
            now = Placed(placed.left, _changed(placed.gaps, step.group, closed - gaps), last.values)
            self._close(ends, now, at + 1, cases, open_)

    def _share(self, placed: Placed, at: int) -> Fraction:
        """Return the weight of all that may yet be placed from a step on."""
        stays, others = self.weights[at]
        cases: int = prod(weight**left for weight, left in zip(stays, placed.left, strict=True))
        total: int = prod(weight**gaps for weight, gaps in zip(others, placed.gaps, strict=True))
        return Fraction(cases, total)

    def _weights(self, at: int) -> tuple[list[int], list[int]]:
        """Return each group's weights from a step on: of faces that stay, and of all but exploding ones."""
        stays, others = [0] * len(self.totals), [*self.totals]
        for step in self.steps[at:]:
            if step.explodes:
                others[step.group] -= step.weight
            else:
                stays[step.group] += step.weight
        return stays, others

    def _close(self, ends: Ends, placed: Placed, at: int, cases: int, open_: int = 0) -> None:
        """Add a case in which all that matter are placed. So many gaps are `open_` from the step before on."""
        weight = cases * self._share(placed, at)
        adds: list[tuple[str, int]] = []
        if open_:
            group = self.steps[at - 1].group
            weight /= self.weights[at - 1][1][group] ** open_
            adds.append(self._runs(group, at - 1, open_))
        if self.is_open:
            for group in range(len(self.totals)):
                adds += [self._rest(group, at, placed.left[group]), self._runs(group, at, placed.gaps[group])]
        key = placed.values, tuple(add for add in adds if add[1])
        ends[key] = ends.get(key, Fraction(0)) + weight

    def _rest(self, group: int, at: int, number: int) -> tuple[str, int]:
        """Return the dice that stay on faces from a step on."""
        return self._die(group, at, number, explodes=False)

    def _runs(self, group: int, at: int, number: int) -> tuple[str, int]:
        """Return dice that show faces that are rolled again from a step on, as long as they come."""
        return self._die(group, at, number, explodes=True)

    def _die(self, group: int, at: int, number: int, *, explodes: bool) -> tuple[str, int]:
        steps = [step for step in self.steps[at:] if (step.group, step.explodes) == (group, explodes)]
        name = f"{self.name} {group} {self.hand.groups[group].die}{'!' * explodes}[{at}:]"
        if not steps or not number:
            return name, 0
        rows = [Row(step.value, step.weight, self.hand.tallies((step.value,)), again=explodes) for step in steps]
        if explodes:
            rows.append(Row(0, self.weights[at][1][group]))
        self.dice[name] = Die(tuple(rows))
        return name, number


def _faces_of(die: Die) -> tuple[dict[int, int], dict[int, int]]:
    """Return the cases of a die's faces: of those that stay, and of those that are rolled again."""
    ways: tuple[dict[int, int], dict[int, int]] = {}, {}
    for row in die.rows:
        if not isinstance(row.face, int) or row.adds:
            raise InvalidProgramError("dice that are read together show numbers, and add no dice")
        if row.again and not row.tallies:
            continue  # Rolled anew without a trace: the other faces decide.
        part = ways[row.again]
        part[row.face] = part.get(row.face, 0) + row.weight
    return ways


def _changed(numbers: State, at: int, by: int) -> State:
    return tuple([number + by * (index == at) for index, number in enumerate(numbers)])
