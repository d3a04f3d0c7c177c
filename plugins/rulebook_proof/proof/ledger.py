"""The ledger: every number of a text, and whether a claim rests on it.

Numbers are digits, number words, dice, percentages, and ordinals that a claim rests on or that count further
than to two; those of table cells, code and notation as well. The markers of ordered lists are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from operator import itemgetter
from types import MappingProxyType

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_core.spans import Spread
from rulebook_proof.proof.rule_coverage import Unstated, unstated
from rulebook_proof.proof.words import Operator, Recorded, unguarded_words
from rulebook_rules.book import Book
from rulebook_rules.claims.model import Analysis, guarding
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.numbers import to_number
from rulesmod.records import record

NONE = Fraction(0)
NOTHING: Mapping[str, Sequence[Span]] = MappingProxyType({})
_VAGUE_ORDINALS = ("first", "second")
"""Words that seldom count: "roll first", "a second later"."""


class Standing(StrEnum):
    """The standing of a number: guarded by a claim, excused by its writer, or neither."""

    GUARDED = "guarded"
    WAIVED = "waived"
    UNGUARDED = "unguarded"


@record
class Number:
    """A number in the text: digits, a number word, a die, a percentage.

    Attributes:
        place: where it stands.
        text: as it is written.
        standing: what is known of it.
        reason: why its writer waives it.
        leeway: by how much it may change at most and still be right, where it is guarded.
    """

    place: Place
    text: str
    standing: Standing
    reason: str = ""
    leeway: Fraction = NONE

    @property
    def guarded(self) -> bool:
        return self.standing is Standing.GUARDED


@record
class LedgerPage:
    """The numbers of one page in order, and the words of its rules that nothing guards."""

    uri: str
    path: str
    system: str
    numbers: tuple[Number, ...]
    words: tuple[Operator, ...] = ()


@record
class Ledger:
    """The numbers of a book by page, and what its rules say and no page states."""

    pages: tuple[LedgerPage, ...]
    unstated: tuple[Unstated, ...]

    @property
    def numbers(self) -> list[Number]:
        return [number for page in self.pages for number in page.numbers]


def ledger_of(
    book: Book,
    analyses: Mapping[str, Analysis],
    compared: Mapping[str, Sequence[Span]] = NOTHING,
    words: Mapping[str, Recorded] | None = None,
) -> Ledger:
    """The ledger of the pages that are wanted.

    What no page states is listed for a system all of whose pages are wanted: another one may state it.

    Args:
        book: the book.
        analyses: the claims of its pages, by uri.
        compared: the places of values that are compared with an authority, by the paths of the sources.
        words: what the lock file records of words, by page; None to list no words.
    """
    pages = []
    for uri, analysis in analyses.items():
        path = analysis.document.source.path
        numbers = tuple(numbers_of(analysis, compared.get(path, ())))
        free = tuple(unguarded_words(analysis, words.get(uri, {}))) if words is not None else ()
        pages.append(LedgerPage(uri, path, analysis.system.name, numbers, free))
    missing = [
        item
        for system in book.systems
        if all(page.reported for page in book.pages if page.system is system)
        for item in unstated(system, book.pages, analyses)
    ]
    return Ledger(tuple(pages), tuple(missing))


def numbers_of(analysis: Analysis, compared: Sequence[Span] = ()) -> Iterator[Number]:
    """Every number of a document, in order of its blocks.

    Args:
        analysis: the claims of the document.
        compared: the places of values that are compared with an authority.
    """
    source = analysis.document.source
    for standing, text, span, reason, leeway in _values_of(analysis, compared):
        yield Number(Place(source, span), text, standing, reason, leeway)


def standings_of(analysis: Analysis, compared: Sequence[Span] = ()) -> Iterator[Standing]:
    """Yield the standing of each number."""
    return map(itemgetter(0), _values_of(analysis, compared))


def _leeway_at(start: int, end: int, guards: Spread[dict[int, Fraction]]) -> Fraction | None:
    """Return the least leeway that the guards around a number leave to it; None where it has no guard."""
    around = (leeways for guard, leeways in guards.at(start) if guard.end >= end)
    return min((leeways.get(start, NONE) for leeways in around), default=None)


def _values_of(analysis: Analysis, compared: Sequence[Span]) -> Iterator[tuple[Standing, str, Span, str, Fraction]]:
    """Yield the raw data from which `numbers_of` makes numbers."""
    claims = guarding(analysis.claims)
    leeways = [{place.start: leeway for place, leeway in reversed(claim.leeways)} for claim in claims]
    guards = Spread((span, free) for claim, free in zip(claims, leeways, strict=True) for span in claim.guards)
    # Most numbers are all that a guard has, and may not change at all.
    firm = {span for claim in claims if not claim.leeways for span in claim.guards}
    values = Spread((place, place) for place in compared)
    waivers = Spread((waiver.span, waiver) for waiver in analysis.waivers)
    for block in analysis.document.prose.blocks:
        words, at = block.text.text, block.text.span
        for start, stop in numbers_in(words):
            text = words[start:stop]
            span = at(start, stop)
            if span in firm or values.around(span) is not None:
                yield Standing.GUARDED, text, span, "", NONE
                continue
            # Of a percentage its figures do: what states it may have left its sign out.
            end = span.end if text[-1] != "%" else at(start, start + len(text.rstrip("% "))).end
            if (leeway := _leeway_at(span.start, end, guards)) is not None:
                yield Standing.GUARDED, text, span, "", leeway
            elif text.lower() in _VAGUE_ORDINALS or (text.count(".") > 1 and to_number(text) is None):
                continue  # Names, such as that of a version.
            elif (waiver := waivers.around(span)) is not None:
                yield Standing.WAIVED, text, span, waiver.reason, NONE
            else:
                yield Standing.UNGUARDED, text, span, "", NONE


def share(numbers: Sequence[Number]) -> float:
    """Return how many of 100 numbers are guarded or waived; all of none."""
    settled = sum(number.standing is not Standing.UNGUARDED for number in numbers)
    return 100 * settled / len(numbers) if numbers else 100.0


def surroundings(place: Place) -> tuple[str, str, str]:
    """Return the text before, at and behind a place, on its line and in whole words."""
    text, span, width = place.source.text, place.span, 30
    before = re.split(r"[\r\n]", text[max(0, span.start - width) : span.start])[-1]
    behind = re.split(r"[\r\n]", text[span.end : span.end + width])[0]
    if len(before) == width:
        before = "…" + before.partition(" ")[2]
    if len(behind) == width:
        behind = behind.rpartition(" ")[0] + "…"
    return before.lstrip(), place.source.slice(span), behind.rstrip()
