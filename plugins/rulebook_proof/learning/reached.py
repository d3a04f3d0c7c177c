"""Explain the numbers of a line: their claims, or the phrase that came nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_proof.learning.proposals import Sentence, sentences_at
from rulebook_proof.learning.silence import silence_at
from rulebook_proof.proof.ledger import Number, Standing, numbers_of
from rulebook_rules.book import Page
from rulebook_rules.claims.language.likeness import lacking, likeness
from rulebook_rules.claims.language.wording import plain_wording
from rulebook_rules.claims.model import Analysis, Claim
from rulesmod.system import Phrase

MIN_LIKE = 0.4
"""A wording of which less stands in a sentence is about something else."""


class Reached(NamedTuple):
    """A number of a line, and the claims that rest on it; where none does, the phrase that came nearest.

    Attributes:
        near: that phrase, its wording, and the words of it that are not there.
        silence: why a range in a table is not compared with dice; empty elsewhere.
    """

    number: Number
    claims: tuple[Claim, ...]
    near: tuple[Phrase, str, tuple[str, ...]] | None
    silence: str = ""


def reached_in(page: Page, analysis: Analysis, line: int) -> list[Reached]:
    """Return the numbers of a line, in their order, with what is understood of each."""
    source = page.document.source
    starts = [*source.line_starts, len(source.text) + 1]
    stretch = Span(starts[line - 1], starts[line])
    sentences = sentences_at(page, line)
    results = []
    for number in numbers_of(analysis):
        if stretch.start <= number.place.span.start < stretch.end:
            is_open = number.standing is Standing.UNGUARDED
            near = _nearest(analysis, sentences, number) if is_open else None
            silence = silence_at(page.document, analysis.system, number.place.span) if is_open else ""
            results.append(Reached(number, tuple(_about(analysis.claims, number)), near, silence))
    return results


def _about(claims: Sequence[Claim], number: Number) -> Iterator[Claim]:
    """The claims on a number, and those that could not be decided."""
    span = number.place.span
    for claim in claims:
        if any(guard.contains(span) for guard in claim.guards or (claim.place.span,)):
            yield claim


def _nearest(
    analysis: Analysis, sentences: Sequence[Sentence], number: Number
) -> tuple[Phrase, str, tuple[str, ...]] | None:
    sentence = next((one for one in sentences if one.span.contains(number.place.span)), None)
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
