"""Trials of the words of rules: each change is made in memory, and the page is read anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from rulebook_core.findings import Finding, Place, Severity
from rulebook_core.spans import Places
from rulebook_core.store.parallel import shared
from rulebook_proof.proof.lock import Lock, compare_page, pages_of_claims
from rulebook_proof.proof.words import Operator, WordChange, word_changes
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.account import merge_consequences
from rulebook_rules.claims.model import Analysis
from rulebook_rules.claims.reading import ClaimReader, claim_readers
from rulesmod.system import System


class WordTrial(NamedTuple):
    """A change of a word of a rule, and whether a finding touches its place."""

    operator: Operator
    instead: str
    is_reported: bool


class _Batch(NamedTuple):
    """Changes that are made in one reading of a page, each in another block.

    Attributes:
        known: rule and message of each finding of the page as it is.
    """

    page: Page
    changes: Sequence[WordChange]
    judge: _Judge
    known: frozenset[tuple[str, str]]


class _Judge(NamedTuple):
    """Find what decides whether a change of a page is reported.

    Attributes:
        pages_of: the pages of each claim of the book, by its id.
    """

    reader: ClaimReader
    lock: Lock
    pages_of: Mapping[str, Set[str]]
    systems: Mapping[str, System]

    def findings(self, page: Page, analysis: Analysis) -> list[Finding]:
        """Return the claims that a page states wrong, and what it has lost of the record."""
        objections = (one for one in merge_consequences(analysis.findings) if one.severity >= Severity.WARNING)
        return [*objections, *compare_page(self.lock, page, analysis, self.pages_of, self.systems)]


def try_words(book: Book, lock: Lock, *, processes: int | None = None) -> list[WordTrial]:
    """Change each word that turns the meaning of a rule, and see whether the checker objects.

    Args:
        book: the book.
        lock: what its lock file records.
        processes: how many pages are read at the same time; as many as can be.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    readers = [(reader, page) for reader, pages in claim_readers(book) for page in pages if page.reported]
    analyses = {page.uri: reader.read(page) for reader, page in readers}
    pages_of, systems = pages_of_claims(analyses), {system.name: system for system in book.systems}
    batches = [
        batch
        for reader, page in readers
        for batch in _batches(_Judge(reader, lock, pages_of, systems), page, analyses[page.uri])
    ]

    def run(part: Sequence[_Batch]) -> list[tuple[int, ...]]:
        return [_reported(batch) for batch in part]

    if not batches:
        return []
    seen = [one for part in shared(batches, [1] * len(batches), run, processes=processes) for one in part]
    return [
        WordTrial(change.operator, change.instead, index in reported)
        for batch, reported in zip(batches, seen, strict=True)
        for index, change in enumerate(batch.changes)
    ]


def _batches(judge: _Judge, page: Page, analysis: Analysis) -> Iterator[_Batch]:
    """Yield the changes of a page, those together that can be made at once: one in each block."""
    source = page.document.source
    blocks = Places((Place(source, block.span), block.span.start) for block in page.document.prose.blocks)
    by_block: dict[int, list[WordChange]] = defaultdict(list)
    for change in word_changes(analysis):
        start = min((start for _, start in blocks.meeting(change.operator.place)), default=-1)
        by_block[start].append(change)
    known = frozenset((one.rule, one.message) for one in judge.findings(page, analysis))
    for row in zip_longest(*by_block.values()):
        yield _Batch(page, [change for change in row if change is not None], judge, known)


def _reported(batch: _Batch) -> tuple[int, ...]:
    """Return which changes of a batch a finding touches that the page does not have without them."""
    source = batch.page.document.source
    ordered = sorted(enumerate(batch.changes), key=lambda pair: pair[1].operator.place.span)
    text, position, places = "", 0, []
    for index, change in ordered:
        span = change.operator.place.span
        text += source.text[position : span.start]
        # Where a word is left out, the finding stands at the next one.
        places.append((index, len(text) - 1, len(text) + max(len(change.instead), 3)))
        text += change.instead
        position = span.end
    document = batch.page.document.read_again(text + source.text[position:])
    page = replace(batch.page, document=document)
    findings = batch.judge.findings(page, batch.judge.reader.read(page))
    new = [one for one in findings if (one.rule, one.message) not in batch.known]
    spans = [
        place.span for one in new for place in (one.place, *one.details.related) if place.source is document.source
    ]
    return tuple(index for index, start, end in places if any(span.start < end and start < span.end for span in spans))
