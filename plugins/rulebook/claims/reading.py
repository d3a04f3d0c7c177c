"""From the pages of a book to the claims in them.

A reader takes a `Context` (one page under one system) and gives statements; what is particular to a game comes from
its `System` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulebook.book import Book, Page
from rulebook.claims.account import merge_consequences, settle
from rulebook.claims.agreement import compared
from rulebook.claims.averages import average_claims
from rulebook.claims.bands import band_claims
from rulebook.claims.columns import heads_of_columns
from rulebook.claims.context import Context, Reader, StatedCells
from rulebook.claims.counts import count_claims
from rulebook.claims.directives import check_directives, table_directives, waivers_of
from rulebook.claims.entries import entry_claims
from rulebook.claims.equations import equation_claims, other_addends
from rulebook.claims.expressions import expressions_in
from rulebook.claims.grammar import grammar_claims
from rulebook.claims.headings import heading_names
from rulebook.claims.labels import label_claims
from rulebook.claims.ladders import ladder_claims
from rulebook.claims.listings import listing_claims
from rulebook.claims.model import Analysis, Claim, Expression, Waiver
from rulebook.claims.names import name_claims
from rulebook.claims.notation import notation_claims
from rulebook.claims.percentages import percentage_claims
from rulebook.claims.phrases import Phrasebook
from rulebook.claims.proofs import proofs_of
from rulebook.claims.row_odds import row_odds_claims
from rulebook.claims.sums import sum_claims, worked_expressions
from rulebook.claims.tables import bind_tables, stated_cells, table_claims
from rulebook.findings import Finding, Place, Remedy
from rulebook.lexing.prefilter import speaks_in_numbers
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import System

READERS: tuple[Reader, ...] = (
    table_claims,
    notation_claims,
    sum_claims,
    equation_claims,
    grammar_claims,
    name_claims,
    heading_names,
    band_claims,
    ladder_claims,
    check_directives,
    entry_claims,
    label_claims,
    listing_claims,
    row_odds_claims,
    average_claims,
    percentage_claims,
    count_claims,
)
"""What reads any game's text, in any order; the phrases of a system come besides."""


class ClaimReader:
    """Reads the claims in the pages of one system, or in pages that take the place of one of them.

    Args:
        system: the game.
        pages: all of its pages; what a table of one prints, claims of the others rest on.

    Raises:
        WordingError: the phrasebook of the system is malformed.
    """

    def __init__(self, system: System, pages: Sequence[Page]) -> None:
        self.system = system
        self._phrasebook = Phrasebook.of(system)
        self._pages = {page.uri: page for page in pages}
        self._cells = {page.uri: _printed_cells(page, system) for page in pages}

    def read(self, page: Page) -> Analysis:
        """What the system says of a page; one that was given before may have another text by now."""
        cells = self._cells
        if self._pages.get(page.uri) is not page:
            cells = {**cells, page.uri: _printed_cells(page, self.system)}
        stated: dict[tuple[str, str], Place] = {}
        for printed in cells.values():
            for key, place in printed.items():
                stated.setdefault(key, place)
        return _analyse(page, self.system, self._phrasebook, stated)

    def other_sides(self, uri: str, claim: Claim) -> Iterator[Remedy]:
        """Ways to mend what a wrong claim of a page follows from, so that what it states is right."""
        context = Context(self._pages[uri], self.system)
        yield from other_addends(context, claim)
        yield from self._phrasebook.other_sides(context, claim)


def read_claims(book: Book) -> Mapping[str, Analysis]:
    """What the systems say of the pages that are wanted, by uri.

    What any game's text says is read on pages without a game as well, if they may say anything.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    analyses: dict[str, Analysis] = {}
    others = [page for page in book.pages if not page.has_game and speaks_in_numbers(page.document.source.text)]
    for reader, pages in (*claim_readers(book), (ClaimReader(PLAIN, others), others)):
        read = {page.uri: reader.read(page) for page in pages if page.reported}
        if any(analysis.findings for analysis in read.values()):
            # Who asks which side is wrong wants to hear all of the book, not only what is reported.
            unreported = [reader.read(page) for page in pages if not page.reported]
            read = compared(read, unreported, reader.other_sides)
        analyses |= read
    return dict(sorted(analyses.items()))


def claim_readers(book: Book) -> Iterator[tuple[ClaimReader, Sequence[Page]]]:
    """A reader for each system of a book, with the pages of that system.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    for system in book.systems:
        pages = [page for page in book.pages if page.system is system]
        yield ClaimReader(system, pages), pages


def _printed_cells(page: Page, system: System) -> Mapping[tuple[str, str], Place]:
    """Where a page prints what the tables of its system say; the first place counts."""
    context = Context(page, system)
    printed: dict[tuple[str, str], Place] = {}
    for bound in bind_tables(context):
        for key, cell in stated_cells(bound):
            printed.setdefault(key, context.place(cell.span))
    return printed


def _analyse(page: Page, system: System, phrasebook: Phrasebook, cells: StatedCells) -> Analysis:
    context = Context(page, system, stated=cells)
    read = [*expressions_in(context), *worked_expressions(context)]
    expressions = [found for found in read if isinstance(found, Expression)]
    expressions.sort(key=lambda expression: expression.place.span)
    # A table that is rolled on says itself which dice it takes, and is held against them.
    heads = tuple(heads_of_columns(page.document, system))

    def is_at_head(place: Place) -> bool:
        return any(head.contains(place.span) for head in heads)

    # Where nobody said that code is meant as dice, it need not be any.
    faults = [one for one in read if isinstance(one, Finding) and page.has_game]
    unread = tuple(finding.place.span for finding in faults)
    context = replace(context, expressions=tuple(expressions), unread=unread)
    stated = (one for reader in (*READERS, phrasebook.claims) for one in reader(context))
    stated = (one for one in stated if isinstance(one, Finding) or one.right or not is_at_head(one.says))
    waived = list(waivers_of(context))
    waivers = tuple(waiver for waiver in waived if isinstance(waiver, Waiver))
    outcomes = [*(one for one in faults if not is_at_head(one.place)), *settle(context, stated)]
    outcomes = [out for out in outcomes if not any(waiver.span.contains(out.place.span) for waiver in waivers)]
    outcomes = _told_apart(outcomes)
    claims = [outcome for outcome in outcomes if isinstance(outcome, Claim)]
    claims.sort(key=lambda claim: (claim.place.span, claim.kind))
    proofs = proofs_of(page.document, claims) if page.has_game else ()
    found = (*outcomes, *waived, *table_directives(context), *proofs)
    findings = [outcome for outcome in found if isinstance(outcome, Finding)]
    return Analysis(
        page.document,
        system,
        tuple(claims),
        tuple(expressions),
        tuple(merge_consequences(findings)),
        waivers,
        page.has_game,
    )


def _told_apart(outcomes: Sequence[Claim | Finding]) -> list[Claim | Finding]:
    """Claims with the same words under the same headings get an ordinal behind their id; findings hold the new ones."""
    seen: Counter[str] = Counter()
    apart: dict[int, Claim] = {}
    claims = [outcome for outcome in outcomes if isinstance(outcome, Claim)]
    for claim in sorted(claims, key=lambda claim: (claim.place.span, claim.kind)):
        seen[claim.id] += 1
        apart[id(claim)] = claim if seen[claim.id] == 1 else replace(claim, id=f"{claim.id}-{seen[claim.id]}")
    return [
        apart[id(one)] if isinstance(one, Claim) else replace(one, claim=apart.get(id(one.claim))) for one in outcomes
    ]
