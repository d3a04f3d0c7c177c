"""Run the readers that a game brings: see `rulesmod.system.Reader`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rulebook_core.findings import Finding, Place, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.context import GROUND, Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import contradiction, failed_rule, unknown_term, wrong_value
from rulebook_syntax.document import Block
from rulesmod.system import Reader, TextBlock, TextObjection, TextPlace, TextStatement

_KIND = lazily(r"[a-z][a-z0-9-]*")
RANK = 6
"""A reader of a game knows all words of what it reads."""


def game_reader_claims(context: Context) -> Read:
    """Give the statements and objections that the readers of the game find on a page."""
    blocks = context.document.prose.blocks
    path = cache(context.document.section_path)
    texts = [TextBlock(block.kind, block.text.text, path(block.section)) for block in blocks]
    for reader in context.system.readers:
        yield from _read(context, blocks, texts, reader)


def _read(context: Context, blocks: Sequence[Block], texts: Sequence[TextBlock], reader: Reader) -> Read:
    """Run one reader; what it raises is a finding, because it is somebody else's code."""
    name = getattr(reader, "__name__", type(reader).__name__)
    try:
        for one in reader(texts):
            yield _Given(context, blocks).finding_or_statement(one)
    except Exception as error:
        yield failed_rule(context.place(Span(0, 0)), name, f"{type(error).__name__}: {error}")


class _Given:
    """Translate what a reader gives on one page."""

    def __init__(self, context: Context, blocks: Sequence[Block]) -> None:
        self._context = context
        self._blocks = blocks

    def finding_or_statement(self, one: object) -> Statement | Finding:
        """Translate a statement or an objection.

        Raises:
            TypeError, ValueError: it is neither, or its kind or a place of it is wrong.
        """
        if isinstance(one, TextObjection):
            place = self._place(one.place)
            return unknown_term(place, one.unknown, one.message) if one.unknown else contradiction(place, one.message)
        if isinstance(one, TextStatement):
            return self._statement(one)
        raise TypeError(f"a reader gives `TextStatement` or `TextObjection`, not `{type(one).__name__}`")

    def _statement(self, one: TextStatement) -> Statement:
        if not _KIND.fullmatch(one.kind):
            raise ValueError(f"`{one.kind}` is no kind of statement: write it in small letters, with hyphens")
        place = self._place(one.place)
        stated = place.source.slice(place.span)
        grounds = (other if other.label else other._replace(label=GROUND) for other in one.follows_from)
        beside = tuple(map(self._place, grounds))
        return Statement(
            Kind(one.kind, contradiction, RANK),
            place,
            stated=stated,
            computed=one.computed,
            right=one.is_right,
            rule=one.rule,
            derivation=tuple(Step(reason.text, page_text=reason.for_readers or None) for reason in one.because),
            guards=(place.span, *(other.span for other in beside)),
            faults=tuple(self._faults(one, place, stated, beside)) if one.is_right is False else (),
        )

    def _faults(self, one: TextStatement, place: Place, stated: str, beside: tuple[Place, ...]) -> Iterator[Fault]:
        for fault in one.faults:
            at = self._place(fault.place) if fault.place is not None else None
            yield Fault((fault.message,), notes=fault.notes, beside=tuple(map(self._place, fault.beside)), at=at)
        if not one.faults:
            notes = tuple(f"the rules: {reason.text}" for reason in one.because)
            remedies = (write(place, one.computed),)
            yield Fault((f"`{stated}`", f"`{one.computed}`"), notes, remedies, beside, rule=wrong_value)

    def _place(self, place: TextPlace) -> Place:
        """Find a place in the source.

        Raises:
            ValueError: it is not in the page.
        """
        block, start, end, label = place
        if not 0 <= block < len(self._blocks):
            raise ValueError(f"there is no block {block} on this page, which has {len(self._blocks)}")
        length = len(self._blocks[block].text.text)
        if not 0 <= start <= end <= length:
            raise ValueError(f"there is no place from {start} to {end} in block {block}, which has {length} characters")
        return self._context.within(self._blocks[block], start, end, label)
