"""Dice that grow upwards against dice that grow downwards: exact, though neither side ends.

An up die contributes 1 / (1 - B) with powers above 0, a down die the same with powers below 0, and both
start from a finite N. Written out, each term of the product is a word of up steps and a word of down steps.
Read the two words in turn: while the sum stands at 0 or more, the next down step (or the end of a down
die), else the next up step. So the sum stays within a few faces of 0, and with "which die is each side
at" it is a finite chain. Its expected visits are the solution of a small linear system for each pair of dice.
When one side runs out of dice the other goes on alone, as a plain series.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rulesmod.dice.shapes import Weights
from rulesmod.dice.work import Work


class Half(NamedTuple):
    """Values that grow upwards: `starts[i]` is where the dice from `steps[i]` on begin; the last is where
    none is left."""

    starts: list[Weights]
    steps: Sequence[Weights]

    @property
    def total(self) -> Fraction:
        """The weight of all values together."""
        total = Fraction(0)
        for start, step in zip(self.starts, [*self.steps, {}], strict=True):
            total = (total + sum(start.values(), Fraction(0))) / (1 - sum(step.values(), Fraction(0)))
        return total

    def up_to(self, limit: int, work: Work) -> Weights:
        """The weight of each value up to a limit."""
        values: Weights = {}
        for start, step in zip(self.starts, [*self.steps, {}], strict=True):
            for value, weight in start.items():
                if value <= limit:
                    _add(values, value, weight)
            for value in range(min(values, default=0), limit) if step else ():
                if reached := values.get(value):
                    for move, share in step.items():
                        if value + move <= limit:
                            work.fractions(2, reached.denominator)
                            _add(values, value + move, reached * share)
        return values


def split(start: Weights, ups: Sequence[Weights], downs: Sequence[Weights], work: Work) -> tuple[Half, Half]:
    """The values of a sum that begins at `start` and grows both ways.

    Args:
        start: the finite part.
        ups: the steps of the dice that grow upwards.
        downs: those of the dice that grow downwards, the other way round (as if they grew upwards).
        work: where it is counted.

    Returns:
        The half that grows upwards, and the half that grows downwards, its values with their sign turned.

    Raises:
        PoolTooLargeError: the chain takes more work than may be done.
    """
    rising: list[Weights] = []
    row: list[Weights] = [start, *({} for _ in downs)]
    for up in ups:
        below: list[Weights] = [{} for _ in row]
        for j, down in enumerate(downs):
            for value, weight in _visits(row[j], up, down, work).items():
                _add(row[j + 1] if value >= 0 else below[j], value, weight)
        rising.append(row[-1])
        row = below
    falling = [_turned(weights) for weights in row[:-1]]
    return Half([*rising, row[-1]], ups), Half([*falling, {}], downs)


def difference(mine: Weights, theirs: Weights, work: Work) -> Weights:
    """The weights of one value less another."""
    weights: Weights = {}
    for a, p in mine.items():
        work.fractions(2 * len(theirs), p.denominator)
        for b, q in theirs.items():
            _add(weights, a - b, p * q)
    return weights


def _visits(start: Weights, up: Weights, down: Weights, work: Work) -> Weights:
    """Return how often each value is visited, when 0 and more step down and less than 0 steps up.

    The linear system visits = start + moves * visits, solved by eliminating one value after the other:
    paths through it become direct links of its neighbours.
    """
    links: dict[int, Weights] = {}
    sources: dict[int, set[int]] = {}
    waiting = list(start)
    while waiting:
        value = waiting.pop()
        if value in links:
            continue
        moves = _shifted(down, value, -1) if value >= 0 else _shifted(up, value, 1)
        links[value] = moves
        sources.setdefault(value, set())
        for target in moves:
            sources.setdefault(target, set()).add(value)
            waiting.append(target)

    weights = dict(start)
    eliminated: list[tuple[int, Weights, Fraction]] = []
    for value in sorted(links, key=abs, reverse=True):
        moves = links.pop(value)
        loop = 1 - moves.pop(value, Fraction(0))
        incoming = {source: links[source].pop(value) for source in sources.pop(value) if source != value}
        eliminated.append((value, incoming, loop))
        own = weights.get(value, Fraction(0)) / loop
        work.fractions(3 * (len(moves) + 1) * (len(incoming) + 1), max(loop.denominator, own.denominator))
        for target, share in moves.items():
            sources[target].discard(value)
            if own:
                _add(weights, target, own * share)
            for source, link in incoming.items():
                _add(links[source], target, link * share / loop)
                sources[target].add(source)

    visits: Weights = {}
    for value, incoming, loop in reversed(eliminated):
        weight = weights.get(value, Fraction(0))
        for source, link in incoming.items():
            weight += link * visits[source]
        visits[value] = weight / loop
    return visits


def _shifted(step: Weights, value: int, sign: int) -> Weights:
    return {value + sign * move: share for move, share in step.items()}


def _turned(weights: Weights) -> Weights:
    return {-value: weight for value, weight in weights.items()}


def _add(weights: Weights, value: int, weight: Fraction) -> None:
    weights[value] = weights[value] + weight if value in weights else weight
