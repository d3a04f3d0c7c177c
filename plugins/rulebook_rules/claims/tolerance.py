"""How far the numbers of a claim may change and nobody objects: what the ledger calls `guarded to ±n`, or unguarded.

What is rounded or about right leaves room to its own number, and to those that it follows from: "1 in 60 (2 %)" would
be as right with 61. The neighbours of each number are tried, those that `mutate` tries as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_core.source_map import MappedText
from rulebook_rules.claims.mutators import changes, step_of
from rulebook_syntax.document import Block
from rulebook_text.lexing.figures import numbers_in

MAX_STEPS = 60
"""The number of steps after which a number counts as free to change."""


class Slack(NamedTuple):
    """By how much the number at `[start, end)` of a text may change at most, unseen; None where that has no end."""

    start: int
    end: int
    leeway: Fraction | None


def slacks_of(
    words: str, is_seen: Callable[[str], bool], sizes: Sequence[int], *, is_choice: bool = False
) -> list[Slack]:
    """Return the tolerance of the numbers of some words, where they have one.

    Args:
        words: those of a claim that is right.
        is_seen: whether somebody objects to other words in their place.
        sizes: those of the game's dice.
        is_choice: whether a number that may be another one is any of several, and not about right.
    """
    most = 1 if is_choice else MAX_STEPS
    slacks = (
        Slack(start, end, _leeway(words, Span(start, end), is_seen, sizes, most)) for start, end in numbers_in(words)
    )
    return [slack for slack in slacks if slack.leeway != 0]


def _leeway(words: str, at: Span, is_seen: Callable[[str], bool], sizes: Sequence[int], most: int) -> Fraction | None:
    number = words[at.start : at.end]
    step = step_of(number)
    for count in range(most if step else 1):
        others = changes(number, sizes, leeway=count * step)
        if all(is_seen(words[: at.start] + other + words[at.end :]) for other in others):
            return count * step
    return None


def imagined(words: str) -> Block:
    """A block that has these words, and stands nowhere."""
    return Block("paragraph", MappedText(words), Span(0, len(words)), section=-1)


class Guarded(NamedTuple):
    """The text that a right claim guards, and the tolerance of its numbers."""

    spans: tuple[Span, ...] = ()
    leeways: tuple[tuple[Span, Fraction], ...] = ()

    def __add__(self, other: object) -> Guarded:
        assert isinstance(other, Guarded)
        return Guarded((*self.spans, *other.spans), (*self.leeways, *other.leeways))


def guarded(
    block: Block, stretches: Iterable[tuple[int, int]], slacks: Sequence[Slack] = (), begin: int = 0
) -> Guarded:
    """Return the guarded stretches of a block: all but the numbers that are free to change.

    Args:
        block: where they stand.
        stretches: where in it.
        slacks: what room its numbers have, in words that begin there.
        begin: where these words begin.
    """
    at = block.text.span
    holes, leeways = [], []
    for start, end, leeway in slacks:
        if leeway is None:
            holes.append((start + begin, end + begin))
        else:
            leeways.append((at(start + begin, end + begin), leeway))
    if holes:
        stretches = [part for stretch in stretches for part in _without(stretch, holes)]
    return Guarded(tuple([at(start, end) for start, end in stretches if start < end]), tuple(leeways))


def _without(stretch: tuple[int, int], holes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the rest of a stretch without its holes, where the rest has numbers or names."""
    position, end = stretch
    for start, stop in holes:
        if position < stop and start < end:  # The sign of a percentage may stand behind the stretch.
            if start > position:
                yield position, start
            position = stop
    if position < end:
        yield position, end
