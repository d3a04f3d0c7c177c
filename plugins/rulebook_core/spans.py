"""Stretches of texts and sources, with fast queries for overlaps."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, Generic, TypeVar

from rulebook_core.findings import Place
from rulebook_core.source import Source, Span

T = TypeVar("T")


class Stretches:
    """Spans of a text that may overlap, with fast queries for overlaps."""

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(span for span in spans if span[0] < span[1]):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Those that touch made one, in order."""
        return zip(self._starts, self._ends, strict=True)

    def meets(self, span: tuple[int, int]) -> bool:
        """Return whether it shares a character with any of them."""
        index = bisect_left(self._starts, span[1])
        return index > 0 and self._ends[index - 1] > span[0]

    def has(self, index: int) -> bool:
        """Return whether the character at an index is in any of them."""
        return self.meets((index, index + 1))

    def cross(self, span: Span) -> bool:
        """Return whether it begins or ends within any of them."""
        return any(self.meets(Span(bound, bound)) for bound in span)

    def around(self, span: tuple[int, int]) -> bool:
        """Return whether all of it lies within them."""
        index = bisect_right(self._starts, span[0]) - 1
        return index >= 0 and span[1] <= self._ends[index]

    def add(self, span: Span) -> None:
        """One more, which meets none so far."""
        if span.start < span.end:
            index = bisect_left(self._starts, span.start)
            self._starts.insert(index, span.start)
            self._ends.insert(index, span.end)


class Spread(Generic[T]):
    """Spans of one source, each with something that belongs to it.

    Args:
        stretches: all that there are; an empty one counts as one character.
    """

    def __init__(self, stretches: Iterable[tuple[Span, T]]) -> None:
        self._stretches = sorted(stretches, key=lambda one: one[0].start)
        self._starts = [start for (start, _), _ in self._stretches]
        self._ends = [end if end > start else start + 1 for (start, end), _ in self._stretches]
        self._reach = list(accumulate(self._ends, max))

    def at(self, start: int) -> Iterator[tuple[Span, T]]:
        """Those that an offset is in, with what belongs to them; the last to begin comes first."""
        return self.meeting(start, start + 1)

    def meeting(self, start: int, end: int) -> Iterator[tuple[Span, T]]:
        """Those that share a character with a span, likewise."""
        index = bisect_left(self._starts, end) - 1
        while index >= 0 and self._reach[index] > start:
            if start < self._ends[index]:
                yield self._stretches[index]
            index -= 1

    def around(self, span: Span) -> T | None:
        """Return the value of the last span to begin of those around a span, or None."""
        if not self._stretches:
            return None
        return next((value for other, value in self.at(span.start) if span.end <= other.end), None)


class Places(Generic[T]):
    """Places, each with something that belongs to it.

    Args:
        stretches: all that there are; an empty one counts as one character.
    """

    def __init__(self, stretches: Iterable[tuple[Place, T]]) -> None:
        by_source: dict[Source, list[tuple[Span, T]]] = {}
        for place, value in stretches:
            by_source.setdefault(place.source, []).append((place.span, value))
        self._spread = {source: Spread(stretches) for source, stretches in by_source.items()}

    def at(self, place: Place) -> Iterator[tuple[Span, T]]:
        """Those in which a place begins, with what belongs to them; the last to begin comes first."""
        return self._spread.get(place.source, _NOTHING).at(place.span.start)

    def meeting(self, place: Place) -> Iterator[tuple[Span, T]]:
        """Those that share a character with a place, likewise."""
        return self._spread.get(place.source, _NOTHING).meeting(*place.span)

    def around(self, place: Place) -> T | None:
        """Return the value of the last place to begin of those around a place, or None."""
        return self._spread.get(place.source, _NOTHING).around(place.span)


_NOTHING: Spread[Any] = Spread(())
