"""Which stretches of sources a place lies in, however many there are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Generic, TypeVar

from rulebook.findings import Place
from rulebook.source import Source, Span

T = TypeVar("T")


class Stretches(Generic[T]):
    """Places, each with something that belongs to it.

    Args:
        stretches: all that there are; an empty one counts as one character.
    """

    def __init__(self, stretches: Iterable[tuple[Place, T]]) -> None:
        by_source: dict[Source, list[tuple[Span, T]]] = {}
        for place, value in stretches:
            by_source.setdefault(place.source, []).append((place.span, value))
        self._found = {source: sorted(found, key=lambda one: one[0].start) for source, found in by_source.items()}
        self._reach = {
            source: list(accumulate((max(span.end, span.start + 1) for span, _ in found), max))
            for source, found in self._found.items()
        }

    def at(self, place: Place) -> Iterator[tuple[Span, T]]:
        """Those in which a place begins, with what belongs to them; the last to begin comes first."""
        found, reach = self._found.get(place.source, []), self._reach.get(place.source, [])
        offset = place.span.start
        index = bisect_right(found, offset, key=lambda one: one[0].start) - 1
        while index >= 0 and reach[index] > offset:
            span, _ = found[index]
            if offset < max(span.end, span.start + 1):
                yield found[index]
            index -= 1
