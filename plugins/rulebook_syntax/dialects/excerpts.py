"""How much of a file the pages take in that include it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from rulebook_core.source import Source, Span


class Selection(Protocol):
    """The part of a file that an include directive selects; equal for equal words."""

    def stretches(self, text: str) -> Iterator[Span]:
        """Yield the selected spans of a text in the directive's order."""
        ...


class Excerpt(Source):
    """A file that a page takes in.

    Args:
        source: the file.
        selections: how much of it the page takes; all of it where there are none.
        counts_alone: whether its links count from where it lies itself, and not from the page.
    """

    def __init__(self, source: Source, selections: Sequence[Selection] = (), *, counts_alone: bool = False) -> None:
        super().__init__(source.path, source.text)
        self.selections = tuple(selections)
        self.counts_alone = counts_alone


def merged(excerpts: Sequence[Source]) -> Excerpt:
    """Merge the excerpts that all pages take of a file."""
    chosen = [one.selections if isinstance(one, Excerpt) else () for one in excerpts]
    selections = dict.fromkeys(selection for results in chosen for selection in results) if all(chosen) else ()
    alone = all(isinstance(one, Excerpt) and one.counts_alone for one in excerpts)
    return Excerpt(excerpts[0], tuple(selections), counts_alone=alone)


def omitted_spans(text: str, selections: Iterable[Selection]) -> list[Span]:
    """Return the spans that no selection covers, in order; empty without any selection."""
    chosen = sorted(span for selection in selections for span in selection.stretches(text))
    gone: list[Span] = []
    end = 0
    for span in (*chosen, Span(len(text), len(text))) if chosen else ():
        gone += [Span(end, span.start)] if end < span.start else []
        end = max(end, span.end)
    return gone
