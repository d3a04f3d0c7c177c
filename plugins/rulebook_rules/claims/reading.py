"""From the pages of a book to the claims in them.

A reader takes a `Context` (one page under one system) and gives statements; what is particular to a game comes from
its `System` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from rulebook_core.findings import Finding, Place
from rulebook_core.late import late
from rulebook_core.spans import Places
from rulebook_rules.book import Book, Page
from rulebook_rules.book_tables import bind, is_meant, rows_of
from rulebook_rules.claims.account import merge_consequences, settle
from rulebook_rules.claims.agreement import compared, is_asked_of_all
from rulebook_rules.claims.consequences import without_consequences
from rulebook_rules.claims.context import Context, OtherSides, Read, Reader
from rulebook_rules.claims.model import Analysis, Expression, Waiver
from rulebook_rules.claims.proofs import proofs_of
from rulebook_rules.claims.readers.averages import AVERAGE, average_claims
from rulebook_rules.claims.readers.bands import RANGE, band_claims
from rulebook_rules.claims.readers.counts import COUNT, count_claims, rolled_lists
from rulebook_rules.claims.readers.directives import check_directives, waivers_of
from rulebook_rules.claims.readers.equations import ARITHMETIC, equation_claims, other_addends
from rulebook_rules.claims.readers.headings import heading_names
from rulebook_rules.claims.readers.names import name_claims
from rulebook_rules.claims.readers.notation import notation_claims
from rulebook_rules.claims.readers.percentages import PERCENTAGE, percentage_claims
from rulebook_rules.claims.readers.row_odds import ROW_ODDS, row_odds_claims
from rulebook_rules.claims.readers.sums import sum_claims
from rulebook_rules.claims.readers.tables import bind_tables, stated_cells, table_claims
from rulebook_rules.claims.readers.totals import TOTAL, total_claims
from rulebook_rules.claims.silent import Silence
from rulebook_rules.claims.structures.columns import heads_of_columns
from rulebook_rules.claims.structures.expressions import expressions_in
from rulebook_rules.claims.structures.pinned import table_directives
from rulebook_rules.claims.structures.worked_sums import listed_pools
from rulebook_text.lexing.prefilter import speaks_in_numbers
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import System

if TYPE_CHECKING:
    from rulebook_rules.claims.language.phrases import Phrasebook

# Books without a game do not load them.
phrasebook_of: Callable[[System], Phrasebook] = late("rulebook_rules.claims.language.phrases", "Phrasebook.of")
label_claims: Reader = late("rulebook_rules.claims.readers.labels", "label_claims")
ladder_claims: Reader = late("rulebook_rules.claims.readers.ladders", "ladder_claims")
listing_claims: Reader = late("rulebook_rules.claims.readers.listings", "listing_claims")
row_in_text_claims: Reader = late("rulebook_rules.claims.readers.rows_in_text", "row_in_text_claims")
entry_claims: Reader = late("rulebook_rules.claims.readers.entries", "entry_claims")
formula_claims: Reader = late("rulebook_rules.claims.readers.formulas", "formula_claims")
quantity_claims: Reader = late("rulebook_rules.claims.readers.quantities", "quantity_claims")
game_reader_claims: Reader = late("rulebook_rules.claims.readers.game_readers", "game_reader_claims")


def _claims_of_games(context: Context) -> Read:
    """Read the claims that only a game can decide."""
    system = context.system
    if system.phrases:
        yield from phrasebook_of(system).claims(context)
    if system.scales or context.page.has_game:
        yield from label_claims(context)
    if system.ladders:
        yield from ladder_claims(context)
    if system.scales or system.listings:
        yield from listing_claims(context)
    if system.tables:
        yield from row_in_text_claims(context)
    if system.entries:
        yield from entry_claims(context)
    if system.quantities:
        yield from formula_claims(context)
        yield from quantity_claims(context)
    if system.readers:
        yield from game_reader_claims(context)


READERS: tuple[Reader, ...] = (
    table_claims,
    notation_claims,
    sum_claims,
    equation_claims,
    name_claims,
    heading_names,
    band_claims,
    check_directives,
    row_odds_claims,
    average_claims,
    total_claims,
    percentage_claims,
    count_claims,
    rolled_lists,
    _claims_of_games,
)
"""The readers of claims, in any order."""


GENERAL_KINDS = (ARITHMETIC, AVERAGE, COUNT, PERCENTAGE, RANGE, ROW_ODDS, TOTAL)
"""The kinds of statements that the text of any game may make, or a text of none."""


class ClaimReader:
    """A reader of the claims in the pages of one system.

    Args:
        system: the game.
        pages: all of its pages; what a table of one prints, claims of the others rest on.

    Raises:
        WordingError: the phrasebook of the system is malformed.
    """

    def __init__(self, system: System, pages: Sequence[Page]) -> None:
        self.system = system
        self._rows = rows_of(system, (page.document for page in pages))
        self._pages = {page.uri: page for page in pages}
        self._cells = {page.uri: _printed_cells(page, system) for page in pages}

    def read(self, page: Page) -> Analysis:
        """Return what the system says of a page; one that was given before may have another text by now."""
        cells, system = self._cells, self.system
        if self._pages.get(page.uri) is not page:
            system = self._bound_to(page)
            cells = {**cells, page.uri: _printed_cells(page, system)}
        stated: dict[tuple[str, str], Place] = {}
        for printed in cells.values():
            for key, place in printed.items():
                stated.setdefault(key, place)
        return _analyse(Context(page, system, stated=stated))

    def _bound_to(self, page: Page) -> System:
        """Return the game with its book's tables as they stand in a page with another text."""
        if not self.system.book_tables:
            return self.system
        pages = {**self._pages, page.uri: page}
        rows = rows_of(self.system, (one.document for one in pages.values()))
        return self.system if rows == self._rows else bind(self.system, rows)

    def other_sides(self, uri: str) -> OtherSides:
        """Return how else the wrong claims of a page may be mended."""
        context = Context(self._pages[uri], self.system)
        phrases = [phrasebook_of(self.system).other_sides(context)] if self.system.phrases else []
        every = (other_addends(context), *phrases)
        return lambda claim: (remedy for sides in every for remedy in sides(claim))


def read_claims(book: Book) -> Mapping[str, Analysis]:
    """Return the analyses of the pages that are wanted, by URI.

    What any game's text says is read on pages without a game as well, if they may say anything.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    analyses: dict[str, Analysis] = {}
    looks = {page.uri: look for page in book.pages if not page.has_game and (look := book.look(page)) is not None}
    known = {uri: look.analysis for uri, look in looks.items() if look.analysis is not None}

    def is_plain(page: Page) -> bool:
        return page.uri in known or (page.uri not in looks and _may_state(page))

    others = [page for page in book.reported if is_plain(page)]
    readers = (*claim_readers(book), (ClaimReader(PLAIN, others), others))
    for reader, pages in readers:
        for page in pages:
            if page.reported:
                analyses[page.uri] = known.get(page.uri) or reader.read(page)
    analyses = _merged(analyses)
    for reader, pages in readers:
        read = {page.uri: analyses[page.uri] for page in pages if page.reported}
        analyses |= _with_other_sides(book, reader, read, filter(is_plain, book.pages) if pages is others else pages)
    return dict(sorted(analyses.items()))


def _with_other_sides(
    book: Book, reader: ClaimReader, read: Mapping[str, Analysis], pages: Iterable[Page]
) -> Mapping[str, Analysis]:
    """Compare the analyses of one game's pages with each other, as far as their findings ask for it."""
    findings = [finding for analysis in read.values() for finding in analysis.findings]
    if not findings:
        return read
    unreported: list[Analysis] = []
    if any(map(is_asked_of_all, findings)):
        # To know which side is wrong, the pages that are not reported count too.
        unreported = [book.read_before(page) or reader.read(page) for page in pages if page.uri not in read]
    results = {**read, **compared(read, unreported, reader.other_sides)}
    return {uri: _tried(reader, book.by_uri[uri], analysis) for uri, analysis in results.items()}


def look_for_claims(page: Page) -> Analysis | None:
    """Return the analysis of a page without a game, or None if it may state nothing."""
    return _analyse(Context(page, PLAIN)) if _may_state(page) else None


def read_expressions(page: Page) -> Analysis:
    """Return the analysis of a page without a game and without claims: only its dice."""
    expressions, _ = _expressions(Context(page, PLAIN))
    return Analysis(page.document, PLAIN, expressions=expressions, is_of_game=False)


def _expressions(context: Context) -> tuple[tuple[Expression, ...], list[Finding]]:
    """Return the dice of a page in the order of their places, and why some are none."""
    read = [*expressions_in(context), *listed_pools(context)]
    expressions = (one for one in read if isinstance(one, Expression))
    return tuple(sorted(expressions, key=lambda one: one.place.span)), [one for one in read if isinstance(one, Finding)]


def silences_in(page: Page, system: System) -> list[Silence]:
    """Return why readers say nothing of numbers that they look at; the page is read for it."""
    silences: list[Silence] = []
    _analyse(Context(page, system, silences=silences))
    return silences


def _may_state(page: Page) -> bool:
    """Return whether a page without a game may say anything."""
    return not page.has_game and speaks_in_numbers(page.document.source.in_plain_signs)


def claim_readers(book: Book) -> Iterator[tuple[ClaimReader, Sequence[Page]]]:
    """Yield a reader for each system with a reported page, with all pages of that system.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    for system in book.systems:
        pages = [page for page in book.pages if page.system is system]
        if any(page.reported for page in pages):
            yield ClaimReader(system, pages), pages


def _merged(analyses: Mapping[str, Analysis]) -> dict[str, Analysis]:
    """Analyses with one finding for each fault of all their pages together."""
    homes = {finding.place: uri for uri, analysis in analyses.items() for finding in analysis.findings}
    findings: dict[str, list[Finding]] = {uri: [] for uri in homes.values()}
    for finding in merge_consequences(one for analysis in analyses.values() for one in analysis.findings):
        findings[homes[finding.place]].append(finding)
    return {**analyses, **{uri: replace(analyses[uri], findings=tuple(of_page)) for uri, of_page in findings.items()}}


def _tried(reader: ClaimReader, page: Page, analysis: Analysis) -> Analysis:
    """An analysis without findings that a remedy of another one mends as well."""

    def read(text: str) -> Sequence[Finding]:
        return merge_consequences(reader.read(page.with_text(text)).findings)

    if len(analysis.findings) < 2:
        return analysis
    return replace(analysis, findings=tuple(without_consequences(analysis.findings, page.document.source, read)))


def _printed_cells(page: Page, system: System) -> Mapping[tuple[str, str], Place]:
    """Return where a page prints what the tables of its system say; the first place counts."""
    if not system.tables:
        return {}
    context = Context(page, system)
    printed: dict[tuple[str, str], Place] = {}
    for bound in bind_tables(context):
        for key, cell in stated_cells(bound):
            printed.setdefault(key, context.place(cell.span))
    return printed


def _analyse(context: Context) -> Analysis:
    page, system = context.page, context.system
    expressions, faults = _expressions(context)
    # A table that is rolled on says itself which dice it takes, and is held against them.
    heads = cache(lambda: tuple(heads_of_columns(page.document, system)))

    def is_at_head(place: Place) -> bool:
        return any(head.contains(place.span) for head in heads())

    # Where no game has a notation of its own, code need not be dice.
    if not page.has_game or system.name == PLAIN.name:
        faults = []
    unread = tuple(finding.place.span for finding in faults)
    context = replace(context, expressions=expressions, unread=unread)
    stated = (one for reader in READERS for one in reader(context))
    # What the rules take from a table is right because it stands there.
    results = tuple(_waivers_of_cells(context))
    stated = (one for one in stated if isinstance(one, Finding) or one.right or not is_at_head(one.says))
    waived = list(waivers_of(context))
    waivers = tuple(waiver for waiver in waived if isinstance(waiver, Waiver))
    waived_places = Places((context.place(waiver.span), waiver) for waiver in waivers)
    claims, findings_of_claims = settle(context, stated, waived_places)
    findings_of_claims = [*(one for one in faults if not is_at_head(one.place)), *findings_of_claims]
    findings_of_claims = [one for one in findings_of_claims if waived_places.around(one.place) is None]
    proofs = proofs_of(page.document, claims) if page.has_game else ()
    others = (*waived, *table_directives(context), *proofs)
    findings = [*findings_of_claims, *(one for one in others if isinstance(one, Finding))]
    return Analysis(
        document=page.document,
        system=system,
        claims=tuple(claims),
        expressions=expressions,
        findings=tuple(findings),
        waivers=(*waivers, *results),
        is_of_game=page.has_game,
    )


def _waivers_of_cells(context: Context) -> Iterator[Waiver]:
    """The tables of a page that the rules take from it: what stands there is right because it stands there."""
    for wanted in context.system.book_tables:
        for table in context.document.prose.tables:
            if is_meant(wanted, table, context.document):
                yield Waiver(table.span, f"the rules take `{wanted.name}` from here", context.place(table.span))
