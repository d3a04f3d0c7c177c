"""Mutation: what proves that a guarded number is guarded.

Each number of a page is changed in memory, in several ways; the checker must object with a finding that touches
the changed place. Changes that have nothing to do with each other share a reading of the page: numbers of one
block, of rows of a table that are near, or of one claim never do. Where such a reading leaves doubt, the change is
tried alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from rulebook_core.findings import Finding, Place, Severity
from rulebook_core.source import Source, Span
from rulebook_proof.proof.ledger import Number, Standing, numbers_of
from rulebook_rules.book import Page
from rulebook_rules.claims.account import merge_consequences
from rulebook_rules.claims.model import Analysis
from rulebook_rules.claims.mutators import changes, die_sizes
from rulebook_rules.claims.reading import ClaimReader

MIN_DISTANCE = 8
"""Rows of a table so far from each other are changed at the same time: most of the table stays right."""


class Mutant(NamedTuple):
    """A change: the index of its target, and what that becomes; `is_warned` where only a warning objects to it."""

    target: int
    text: str
    is_warned: bool = False


class PageMutation:
    """The targets of one page and their changes, and what the checker says of them.

    Attributes:
        page: the page.
        targets: its numbers, as the ledger has them, then the words in cells of tables.
        mutants: all changes of them.
    """

    def __init__(self, reader: ClaimReader, page: Page) -> None:
        self.page = page
        self._reader = reader
        self._analysis = reader.read(page)
        self._known = {(f.rule, f.message, f.place.span.start): f for f in _objections(self._analysis)}
        numbers = tuple(numbers_of(self._analysis))
        cells = tuple(_cells_of_words(self._analysis, numbers))
        sizes = die_sizes(reader.system)
        others = [changes(number.text, sizes, leeway=number.leeway) for number in numbers]
        others += (texts for _, texts in cells)
        self.targets = (*numbers, *(number for number, _ in cells))
        self.mutants = tuple(Mutant(target, text) for target, texts in enumerate(others) for text in texts)

    @cached_property
    def batches(self) -> tuple[tuple[Mutant, ...], ...]:
        """Changes that can be made at the same time: of what is guarded those that are apart; of all else one each."""
        of_target: dict[int, list[Mutant]] = {}
        for mutant in self.mutants:
            of_target.setdefault(mutant.target, []).append(mutant)
        guarded = {target: [*mutants] for target, mutants in of_target.items() if self.targets[target].guarded}
        free = (mutants for target, mutants in of_target.items() if target not in guarded)
        rows = [*_apart(guarded, _neighbours(self._analysis, self.targets)), *zip_longest(*free)]
        return tuple(tuple(mutant for mutant in row if mutant is not None) for row in rows)

    def unproved(self, batch: Sequence[Mutant]) -> list[Mutant]:
        """Those of some changes that the checker does not object to, or only with a warning.

        What no claim rests on survives by rights; what is guarded survives only if it does so alone.
        """
        mutants: list[Mutant] = []
        for mutant in self.survivors(batch):
            is_reported = len(batch) == 1 or mutant.is_warned or not self.targets[mutant.target].guarded
            mutants += [mutant] if is_reported else self.survivors((mutant,))
        return mutants

    def survivors(self, batch: Sequence[Mutant]) -> list[Mutant]:
        """Those of some changes that turn no verdict: no error comes or goes that has to do with them.

        A finding that has to do with several of them proves none.
        """
        batch = sorted(batch, key=self._span)
        source = self.page.document.source
        text, position = "", 0
        changed: list[Span] = []
        for mutant in batch:
            span = self._span(mutant)
            text += source.text[position : span.start]
            changed.append(Span(len(text), len(text) + len(mutant.text)))
            text += mutant.text
            position = span.end
        document = self.page.document.read_again(text + source.text[position:])
        left = dict(self._known)
        touched = []
        for finding in _objections(self._reader.read(replace(self.page, document=document))):
            start = finding.place.span.start
            behind = bisect_right(changed, start, key=lambda span: span.end)
            shift = self._span(batch[behind - 1]).end - changed[behind - 1].end if behind else 0
            if left.pop((finding.rule, finding.message, start + shift), None) is None:
                touched.append((finding.severity, _touched(finding, document.source, changed)))
        touched += ((one.severity, _touched(one, source, [*map(self._span, batch)])) for one in left.values())
        caught: dict[int, Severity] = {}
        for severity, indices in touched:
            for index in indices if len(indices) == 1 else ():
                caught[index] = max(severity, caught.get(index, severity))
        return [
            mutant._replace(is_warned=index in caught)
            for index, mutant in enumerate(batch)
            if caught.get(index) is not Severity.ERROR
        ]

    def _span(self, mutant: Mutant) -> Span:
        return self.targets[mutant.target].place.span


def _objections(analysis: Analysis) -> Iterator[Finding]:
    return (one for one in merge_consequences(analysis.findings) if one.severity >= Severity.WARNING)


def _touched(finding: Finding, source: Source, changed: Sequence[Span]) -> set[int]:
    """Return which of some stretches the finding or one of its related places overlaps."""
    places = (finding.place, *finding.details.related)
    return {
        index
        for place in places
        if place.source is source
        for index, span in enumerate(changed)
        if place.span.meets(span)
    }


def _cells_of_words(analysis: Analysis, numbers: Sequence[Number]) -> Iterator[tuple[Number, tuple[str, ...]]]:
    """Yield each cell without a number that a claim rests on, with another cell of its column."""
    guards = {span for claim in analysis.claims for span in claim.guards}
    starts = {number.place.span.start for number in numbers}
    source = analysis.document.source
    for table in analysis.document.prose.tables:
        for column in zip_longest(*table.rows):
            cells = [cell for cell in column if cell is not None and cell.text]
            for cell in cells:
                if cell.span in guards and not any(cell.span.start <= start < cell.span.end for start in starts):
                    others = dict.fromkeys(source.slice(other.span) for other in cells if other.text != cell.text)
                    yield Number(Place(source, cell.span), cell.text, Standing.GUARDED), tuple(others)[:1]


def _apart(mutants: dict[int, list[Mutant]], neighbours: Sequence[Set[int]]) -> Iterator[list[Mutant]]:
    """All changes, which are taken out, in lists of those that can be made at once; the busiest targets first."""
    order = sorted(mutants, key=lambda target: -len(neighbours[target]) * len(mutants[target]))
    while order:
        numbers: set[int] = set()
        for target in order:
            if neighbours[target].isdisjoint(numbers):
                numbers.add(target)
        yield [mutants[target].pop() for target in sorted(numbers)]
        order = [target for target in order if mutants[target]]


def _neighbours(analysis: Analysis, targets: Sequence[Number]) -> list[set[int]]:
    """For each target those, itself among them, whose changes could be taken for one of it."""
    prose = analysis.document.prose
    order = sorted(range(len(targets)), key=lambda index: targets[index].place.span)
    starts = [targets[index].place.span.start for index in order]
    together: list[tuple[Span, ...]] = [(block.span,) for block in prose.blocks if block.kind != "cell"]
    for table in prose.tables:
        rows = [Span(row[0].span.start, row[-1].span.end) for row in (table.header, *table.rows) if row]
        together += [
            (Span(row.start, last.end),) for row, last in zip(rows, rows[MIN_DISTANCE:] or rows[-1:], strict=False)
        ]
    together += [claim.guards for claim in analysis.claims]
    neighbours = [{index} for index in range(len(targets))]
    for spans in together:
        members = {
            index for span in spans for index in order[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        }
        for member in members:
            neighbours[member] |= members
    return neighbours
