"""Trials of the words of rules: each change is made in memory, and the page is read anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from rulebook_core.findings import Finding, Place, Severity
from rulebook_core.spans import Places
from rulebook_core.store.parallel import shared
from rulebook_proof.proof.words import Operator, Recorded, WordChange, changed_words, word_changes
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.account import merge_consequences
from rulebook_rules.claims.model import Analysis
from rulebook_rules.claims.reading import ClaimReader, claim_readers


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

    reader: ClaimReader
    page: Page
    changes: Sequence[WordChange]
    recorded: Recorded
    known: frozenset[tuple[str, str]]


def try_words(book: Book, recorded: Mapping[str, Recorded], *, processes: int | None = None) -> list[WordTrial]:
    """Change each word that turns the meaning of a rule, and see whether the checker objects.

    Args:
        book: the book.
        recorded: what its lock file records of words, by page.
        processes: how many pages are read at the same time; as many as can be.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    batches = [
        batch
        for reader, pages in claim_readers(book)
        for page in pages
        if page.reported
        for batch in _batches(reader, page, recorded.get(page.uri, {}))
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


def _batches(reader: ClaimReader, page: Page, recorded: Recorded) -> Iterator[_Batch]:
    """Yield the changes of a page, those together that can be made at once: one in each block."""
    analysis = reader.read(page)
    source = page.document.source
    blocks = Places((Place(source, block.span), block.span.start) for block in page.document.prose.blocks)
    by_block: dict[int, list[WordChange]] = defaultdict(list)
    for change in word_changes(analysis):
        start = min((start for _, start in blocks.meeting(change.operator.place)), default=-1)
        by_block[start].append(change)
    known = frozenset((one.rule, one.message) for one in _findings(analysis, recorded))
    for row in zip_longest(*by_block.values()):
        yield _Batch(reader, page, [change for change in row if change is not None], recorded, known)


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
    analysis = batch.reader.read(replace(batch.page, document=document))
    new = [one for one in _findings(analysis, batch.recorded) if (one.rule, one.message) not in batch.known]
    spans = [
        place.span for one in new for place in (one.place, *one.details.related) if place.source is document.source
    ]
    return tuple(index for index, start, end in places if any(span.start < end and start < span.end for span in spans))


def _findings(analysis: Analysis, recorded: Recorded) -> list[Finding]:
    objections = (one for one in merge_consequences(analysis.findings) if one.severity >= Severity.WARNING)
    return [*objections, *changed_words(analysis, recorded)]
