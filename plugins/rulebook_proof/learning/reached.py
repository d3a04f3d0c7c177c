"""Explain the numbers of a line: what each was read as, its claims and facts, and why rules stayed silent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_proof.learning.proposals import Sentence, sentences_at
from rulebook_proof.proof.ledger import Number, Standing, numbers_of
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.language.likeness import lacking, likeness
from rulebook_rules.claims.language.wording import plain_wording
from rulebook_rules.claims.model import Analysis, Claim, Kind
from rulebook_rules.claims.reading import GENERAL_KINDS, silences_in
from rulebook_rules.claims.silent import Silence
from rulebook_rules.facts.listing import Listed, facts_in
from rulebook_syntax.document import Block
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.number_tokens import Written, written_at
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import Phrase

MIN_LIKE = 0.4
"""A wording of which less stands in a sentence is about something else."""


class Reached(NamedTuple):
    """A number of a line, and what is understood of it.

    Attributes:
        span, text: where it stands, and how it is written.
        number: as the ledger counts it; None where it seldom counts ("first"), or is a name.
        written: what it was read as.
        claims, facts: what is stated by it.
        silences: the reasons of rules that looked at it, and say nothing.
        lacking: other kinds of statements that are made of such a number; it lacks what they need.
        near: the phrase that came nearest, its wording, and the words of it that are not there.
    """

    span: Span
    text: str
    number: Number | None
    written: Written
    claims: tuple[Claim, ...]
    facts: tuple[Listed, ...]
    silences: tuple[Silence, ...]
    lacking: tuple[Kind, ...]
    near: tuple[Phrase, str, tuple[str, ...]] | None
    has_game: bool

    @property
    def is_open(self) -> bool:
        """Return whether nothing guards it, and nobody waives it."""
        return self.number is None or self.number.standing is Standing.UNGUARDED


def reached_in(
    book: Book, page: Page, analysis: Analysis | None, line: int, compared: Sequence[Span] = ()
) -> list[Reached]:
    """Return the numbers of a line, in their order, with what is understood of each.

    Args:
        book: the book.
        page: the page.
        analysis: its claims; None if it may state nothing.
        line: the number of the line.
        compared: the places of the page whose values are compared with an authority.
    """
    starts = [*page.document.source.line_starts, len(page.document.source.text) + 1]
    stretch = Span(starts[line - 1], starts[line])
    here = [one for one in _numbers(page) if stretch.start <= one[2].start < stretch.end]
    seen = _Seen(book, page, analysis, line, compared) if here else None
    return [seen.of(block, at, span) for block, at, span in here] if seen is not None else []


def reached_at(
    book: Book, page: Page, analysis: Analysis | None, offset: int, compared: Sequence[Span] = ()
) -> Reached | None:
    """Return the number at an offset, with what is understood of it; None if there is none."""
    here = next((one for one in _numbers(page) if one[2].start <= offset < one[2].end), None)
    if here is None:
        return None
    line = page.document.source.position(offset).line
    return _Seen(book, page, analysis, line, compared).of(*here)


class _Seen:
    """All that is understood of a page, to be asked about its numbers."""

    def __init__(self, book: Book, page: Page, analysis: Analysis | None, line: int, compared: Sequence[Span]) -> None:
        analysis = analysis or Analysis(page.document, page.system or PLAIN, is_of_game=page.has_game)
        self._analysis, self._has_game = analysis, page.has_game
        self._sentences = sentences_at(page, line)
        self._silences = silences_in(page, analysis.system)
        self._numbers = {number.place.span: number for number in numbers_of(analysis, compared)}
        source = page.document.source
        self._facts = [
            (one.fact.place.span, one)
            for one in facts_in(book, only=page)
            if one.fact.place is not None and one.fact.place.source is source
        ]

    def of(self, block: Block, at: tuple[int, int], span: Span) -> Reached:
        number, written = self._numbers.get(span), written_at(block.text.text, *at)
        claims = tuple(_about(self._analysis.claims, span))
        silences = tuple(dict.fromkeys(one for one in self._silences if one.span.contains(span)))
        seen = {one.kind for one in silences} | {claim.kind for claim in claims}
        reached = Reached(
            span=span,
            text=block.text.text[slice(*at)],
            number=number,
            written=written,
            claims=claims,
            facts=tuple(one for place, one in self._facts if place.contains(span)),
            silences=silences,
            lacking=tuple(kind for kind in GENERAL_KINDS if written.kind in kind.reads and kind.name not in seen),
            near=None,
            has_game=self._has_game,
        )
        if not reached.is_open:
            return reached._replace(lacking=())
        return reached._replace(near=_nearest(self._analysis, self._sentences, span))


def _numbers(page: Page) -> Iterator[tuple[Block, tuple[int, int], Span]]:
    for block in page.document.prose.blocks:
        for at in numbers_in(block.text.text):
            yield block, at, block.text.span(*at)


def _about(claims: Sequence[Claim], span: Span) -> Iterator[Claim]:
    """The claims on a number, and those that could not be decided."""
    for claim in claims:
        if any(guard.contains(span) for guard in claim.guards or (claim.place.span,)):
            yield claim


def _nearest(
    analysis: Analysis, sentences: Sequence[Sentence], span: Span
) -> tuple[Phrase, str, tuple[str, ...]] | None:
    sentence = next((one for one in sentences if one.span.contains(span)), None)
    if sentence is None:
        return None
    text = sentence.block.text.text[sentence.start : sentence.end]
    # What has been recognised there says something else.
    there = {claim.kind for claim in analysis.claims if sentence.span.contains(claim.place.span)}
    results = [
        (likeness(wording, text), len(wording), phrase, wording)
        for phrase in analysis.system.phrases
        if phrase.name not in there
        for wording in map(plain_wording, phrase.wordings)
    ]
    best = max(results, key=lambda one: one[:2], default=None)
    if best is None or best[0] < MIN_LIKE:
        return None
    _, _, phrase, wording = best
    return phrase, wording, tuple(lacking(wording, text))
