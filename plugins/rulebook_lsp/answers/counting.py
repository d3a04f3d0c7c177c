"""Count the numbers of a page that a rule guards, as a whole and section by section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_lsp.books import View
from rulebook_proof.proof.ledger import Number, Standing, numbers_of


class Counted(NamedTuple):
    """The numbers of a page or of a section that nothing guards.

    Attributes:
        at: the place to show them: the start of the page, or a heading.
        unguarded: their places.
        total: how many numbers there are.
    """

    at: Span
    unguarded: tuple[Span, ...]
    total: int

    @property
    def title(self) -> str:
        """Say it in words, for a line above the text."""
        count = len(self.unguarded)
        if not count:
            return f"all {self.total} numbers guarded or waived"
        return f"{count} {'number' if count == 1 else 'numbers'} unguarded"


def numbers_in(view: View) -> Sequence[Number] | None:
    """Return the numbers of a page; None if it is of no game."""
    analysis = view.analysis
    return [*numbers_of(analysis, view.compared)] if analysis is not None and analysis.is_of_game else None


def counted_in(view: View) -> Iterator[Counted]:
    """Yield the count of a page that has numbers, then that of each section with unguarded ones."""
    numbers = numbers_in(view)
    if not numbers:
        return
    document = view.page.document
    body = document.source.slice(document.body)
    start = document.body.start + len(body) - len(body.lstrip())
    yield _counted(Span(start, start), numbers)
    # The line above a title counts all of the page.
    headings = document.headings
    ends = [*(heading.span.start for heading in headings[1:]), document.body.end]
    for heading, end in zip(headings, ends, strict=False):
        own = [number for number in numbers if heading.span.start <= number.place.span.start < end]
        count = _counted(heading.span, own)
        if count.unguarded and count.total < len(numbers) and heading.span.start > start:
            yield count


def _counted(at: Span, numbers: Sequence[Number]) -> Counted:
    unguarded = tuple(number.place.span for number in numbers if number.standing is Standing.UNGUARDED)
    return Counted(at, unguarded, len(numbers))
