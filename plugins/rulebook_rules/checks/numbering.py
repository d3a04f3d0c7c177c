"""Headings and items that are numbered: one that stands out of its row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Details, Finding, Place, Severity, rule, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Document, Heading, siblings_of
from rulebook_syntax.item_lists import ItemList, lists_of
from rulesmod.dice.digits import to_int

_NUMBER = lazily(r"(?P<number>\d{1,3})[.)]\s+\S")
_LINES = lazily(r"\n[ \t>]*[0-9]{1,3}[.)]")
_MARKER = lazily(r"[\s>]*(?P<number>\d{1,3})[.)][ \t]*(?:\[.\][ \t]*)?")


@rule(Severity.WARNING)
def misnumbered_heading(place: Place, number: int, right: int, others: tuple[Place, ...]) -> Details:
    remedies = (write(place, str(right)),)
    return Details(f"this section is number {number}, by its place it is {right}", remedies=remedies, related=others)


@rule(Severity.WARNING)
def misnumbered_item(place: Place, number: int, right: int, others: tuple[Place, ...]) -> Details:
    remedies = (write(place, str(right)),)
    return Details(f"this item is number {number}, by its place it is {right}", remedies=remedies, related=others)


class _Numbered(NamedTuple):
    number: int
    span: Span


def check(index: BookIndex) -> Iterator[Finding]:
    """Compare the numbers of sibling headings, and those of the items of each list."""
    for page in index.reported:
        document = page.document
        if page.has_game and sum(_NUMBER.match(heading.title) is not None for heading in document.headings) >= 3:
            for siblings in siblings_of(document.headings):
                numbered = _numbered_headings(document, siblings)
                slips = list(_slips(numbered)) if len(numbered) > 2 else []
                if len(slips) == 1:
                    yield misnumbered_heading(*_slip(document, numbered, *slips[0]))
        # Reading the text of a page takes longer than all else that is looked for: most have no such list.
        before: tuple[int, tuple[int, str], int] | None = None
        for items in lists_of(document) if len(_LINES.findall(f"\n{document.source.text}")) > 1 else ():
            numbered = _numbered_items(document, items)
            # "1, 1, 3": who writes a 1 at the place of another number leaves it to the page to count.
            slips = [(at, right) for at, right in _slips(numbered) if not (at and numbered[at].number == 1)]
            is_meant = False
            if numbered:
                section, first = items.items[0].section, numbered[0].number
                is_meant = before == (section, items.level, first - 1) and [at for at, _ in slips] == [0]
                # Most programs count on from the first number that is written.
                before = (section, items.level, first + len(numbered) - 1)
            if len(slips) == 1 and not is_meant and not _stands_within(document, numbered, *slips[0]):
                yield misnumbered_item(*_slip(document, numbered, *slips[0]))


def _numbered_headings(document: Document, siblings: Sequence[Heading]) -> list[_Numbered]:
    """The headings that have a number; none if one of them has several."""
    numbers: list[_Numbered] = []
    for heading in siblings:
        match = _NUMBER.match(heading.title)
        if match is None and heading.title[:1].isdigit():
            return []
        start = document.source.text.find(match["number"], *heading.title_span) if match else -1
        if match is not None and start >= 0:
            numbers.append(_Numbered(to_int(match["number"]), Span(start, start + len(match["number"]))))
    return numbers


def _numbered_items(document: Document, items: ItemList) -> list[_Numbered]:
    """The items by their numbers; none if one of them has a letter or a sign instead."""
    text = document.source.text
    numbers: list[_Numbered] = []
    for block in items.items:
        match = _MARKER.fullmatch(text, text.rfind("\n", 0, block.span.start) + 1, block.span.start)
        if match is None:
            return []
        numbers.append(_Numbered(to_int(match["number"]), Span(*match.span("number"))))
    return numbers


def _slips(numbered: Sequence[_Numbered]) -> Iterator[tuple[int, int]]:
    """Return which stand out of the row, by their index, and the number that each should have."""
    if len(numbered) == 2:
        first, second = (one.number for one in numbered)
        # Of two, the one in its place speaks against the other; equal ones may be left to the page to count, and fives
        # and tens are levels or prices.
        if first == 1 and second > 2 and second % 5:
            yield 1, 2
        elif second == 2 and first != 1:
            yield 0, 1
        return
    if len(numbered) < 3:
        return
    ((first, count),) = Counter(one.number - at for at, one in enumerate(numbered)).most_common(1)
    # "1, 1, 2, 3": where a row would begin before its first number, who wrote it left the counting to the page.
    slips = [(at, first + at) for at, one in enumerate(numbered) if one.number != first + at]
    # "1, 3, 4": a number is missing, and which one is wrong nobody knows.
    begins = numbered[0].number == 1 and first > 1
    if 2 * count > len(numbered) and not begins and all(right > 0 for _, right in slips):
        yield from slips


def _stands_within(document: Document, numbered: Sequence[_Numbered], at: int, right: int) -> bool:
    """Return whether the missing number belongs to a list within the item before, as in "2. + 3"."""
    if at == 0:
        at, right = 1, numbered[0].number + 1  # All others would be one too many.
    start, end = numbered[at - 1].span.end, numbered[at].span.start
    return re.compile(rf"(?<=\s){right}(?:[-–]\d+)?[.)]\s").search(document.source.text, start, end) is not None


def _slip(
    document: Document, numbered: Sequence[_Numbered], at: int, right: int
) -> tuple[Place, int, int, tuple[Place, ...]]:
    """Return the finding for a slip: its place, its number, the right one, its neighbours."""
    beside = [numbered[other] for other in (at - 1, at + 1) if 0 <= other < len(numbered)]
    places = tuple(Place(document.source, other.span, "beside it") for other in beside)
    return Place(document.source, numbered[at].span), numbered[at].number, right, places
