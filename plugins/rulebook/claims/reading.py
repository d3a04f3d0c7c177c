"""From the pages of a book to the claims in them.

A recogniser takes a `Context` (one page under one system) and gives claims, and findings beside those
that are wrong; what is particular to a game comes from its `System` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulebook.book import Book, Page
from rulebook.claims.agreement import compared
from rulebook.claims.averages import average_claims
from rulebook.claims.bands import band_claims
from rulebook.claims.columns import heads_of_columns
from rulebook.claims.context import GROUND, Context, Recognised
from rulebook.claims.counts import count_claims
from rulebook.claims.directives import check_directives, table_directives, waivers_of
from rulebook.claims.entries import entry_claims
from rulebook.claims.equations import equation_claims, other_addends
from rulebook.claims.expressions import expressions_in
from rulebook.claims.grammar import grammar_claims
from rulebook.claims.headings import heading_names
from rulebook.claims.labels import NAME_OF_VALUE, label_claims
from rulebook.claims.ladders import ladder_claims
from rulebook.claims.listings import listing_claims
from rulebook.claims.model import Analysis, Claim, Expression, Verdict, Waiver
from rulebook.claims.names import name_claims
from rulebook.claims.notation import notation_claims
from rulebook.claims.percentages import percentage_claims
from rulebook.claims.phrases import Phrasebook
from rulebook.claims.proofs import proofs_of
from rulebook.claims.row_odds import row_odds_claims
from rulebook.claims.sums import sum_claims, worked_expressions
from rulebook.claims.tables import bind_tables, stated_cells, table_claims
from rulebook.findings import Finding, Place, Remedy
from rulebook.source import Span
from rulesmod.system import System

RECOGNISERS: tuple[Callable[[Context], Recognised], ...] = (
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
)
"""What reads any game's text; the phrases of a system come besides."""
COMPARING: tuple[Callable[[Context], Recognised], ...] = (count_claims,)
"""What holds a text against itself. Where rules of the game see a fault as well, theirs is the finding."""


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

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    analyses: dict[str, Analysis] = {}
    for reader, pages in claim_readers(book):
        read = {page.uri: reader.read(page) for page in pages if page.reported}
        if any(analysis.findings for analysis in read.values()):
            # Who asks which side is wrong wants to hear all of the book, not only what is reported.
            others = [reader.read(page) for page in pages if not page.reported]
            read = compared(read, others, reader.other_sides)
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


def _analyse(page: Page, system: System, phrasebook: Phrasebook, stated: Mapping[tuple[str, str], Place]) -> Analysis:
    context = Context(page, system, stated=stated)
    read = [*expressions_in(context), *worked_expressions(context)]
    expressions = [found for found in read if isinstance(found, Expression)]
    expressions.sort(key=lambda expression: expression.place.span)
    faults = [found for found in read if isinstance(found, Finding)]
    unread = tuple(finding.place.span for finding in faults)
    context = replace(context, expressions=tuple(expressions), unread=unread)
    outcomes = [
        *faults,
        *(outcome for recognise in (*RECOGNISERS, phrasebook.claims) for outcome in recognise(context)),
    ]
    outcomes += _unseen(outcomes, (outcome for recognise in COMPARING for outcome in recognise(context)))
    waived = list(waivers_of(context))
    waivers = tuple(waiver for waiver in waived if isinstance(waiver, Waiver))
    outcomes = [out for out in outcomes if not any(waiver.span.contains(out.place.span) for waiver in waivers)]
    # A table that is rolled on says itself which dice it takes, and is held against them.
    heads = tuple(heads_of_columns(page.document, system))
    outcomes = [
        out for out in outcomes if _stands_at_head(out) or not any(head.contains(out.place.span) for head in heads)
    ]
    claims = [outcome for outcome in outcomes if isinstance(outcome, Claim)]
    claims.sort(key=lambda claim: (claim.place.span, claim.kind))
    found = (*outcomes, *waived, *table_directives(context), *proofs_of(page.document, claims))
    findings = [outcome for outcome in found if isinstance(outcome, Finding)]
    return Analysis(
        page.document,
        system,
        _told_apart(claims),
        tuple(expressions),
        tuple(_one_each(list(_folded(findings, claims)))),
        waivers,
    )


def _stands_at_head(outcome: Claim | Finding) -> bool:
    """Whether it may stand at the dice above a column: what is right, and that they do not fit the column."""
    return outcome.verdict is Verdict.RIGHT if isinstance(outcome, Claim) else outcome.rule == "table-gap"


def _unseen(seen: Iterable[Claim | Finding], others: Iterable[Claim | Finding]) -> list[Claim | Finding]:
    """The others without the findings that speak of a place of which another one speaks already."""
    spans = [
        place.span
        for finding in seen
        if isinstance(finding, Finding)
        for place in (finding.place, *finding.details.related)
    ]

    def is_seen(finding: Finding) -> bool:
        places = (finding.place, *finding.details.related)
        return any(place.span.start < span.end and span.start < place.span.end for place in places for span in spans)

    return [other for other in others if not isinstance(other, Finding) or not is_seen(other)]


def _told_apart(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Claims with the same words under the same headings get an ordinal behind their id."""
    seen: Counter[str] = Counter()
    apart = []
    for claim in claims:
        seen[claim.id] += 1
        apart.append(claim if seen[claim.id] == 1 else replace(claim, id=f"{claim.id}-{seen[claim.id]}"))
    return tuple(apart)


def _one_each(findings: Sequence[Finding]) -> Iterator[Finding]:
    """One fault is one finding, also where two recognisers see it: the first at a place counts."""
    seen: set[tuple[int, int]] = set()
    labels = [finding for finding in findings if _is_of_label(finding)]
    for finding in findings:
        if finding.place.span not in seen and not _follows(finding, findings, labels):
            seen.add(finding.place.span)
            yield finding


MOST_GROUNDS = 3
"""What follows from more values than these has rarely only one of them to blame."""


def _folded(findings: Sequence[Finding], claims: Sequence[Claim]) -> Iterator[Finding]:
    """The findings without those that another one explains: their places are related places of that one."""
    wrong = [claim.place.span for claim in claims if claim.verdict is Verdict.WRONG]
    causes = {finding.place.span: n for n, finding in enumerate(findings) if finding.rule == "wrong-value"}
    first: dict[tuple[Span, ...], int] = {}
    roots: dict[int, int] = {}
    for index, finding in enumerate(findings):
        grounds = _grounds(finding)
        # Of several values that it follows from, another one may be wrong as well.
        cause = causes.get(grounds[0]) if len(grounds) == 1 else None
        if finding.rule == "table-gap":
            around = [span for span in wrong if span.contains(finding.place.span)]
            cause = next((n for at, n in causes.items() if any(span.contains(at) for span in around)), None)
        elif cause is not None and finding.place.span in _grounds(findings[cause]):
            cause = None  # Each follows from the other: nobody knows which is wrong.
        elif cause is None and 0 < len(grounds) <= MOST_GROUNDS:
            cause = first.setdefault(grounds, index)
        if cause is not None and cause != index and roots.get(cause) != index:
            roots[index] = roots.get(cause, cause)
    also: dict[int, list[Place]] = {}
    for index, root in roots.items():
        also.setdefault(root, []).append(replace(findings[index].place, message=findings[index].message))
    for index, finding in enumerate(findings):
        if index not in roots:
            related = (*finding.details.related, *also.get(index, ()))
            yield replace(finding, details=replace(finding.details, related=related))


def _grounds(finding: Finding) -> tuple[Span, ...]:
    return tuple(place.span for place in finding.details.related if place.message == GROUND)


def _is_of_label(finding: Finding) -> bool:
    return any(place.message == NAME_OF_VALUE for place in finding.details.related)


def _is_label_told(finding: Finding, labels: Sequence[Finding]) -> bool:
    """Whether a sentence is wrong because of a name or value which do not belong together anyway."""
    spans = [place.span for place in (finding.place, *finding.details.related)]
    return not _is_of_label(finding) and any(
        any(place.span.start < span.end and span.start < place.span.end for span in spans)
        for other in labels
        for place in (other.place, *other.details.related)
    )


def _follows(finding: Finding, findings: Sequence[Finding], labels: Sequence[Finding]) -> bool:
    """Whether arithmetic does not work out because a number in it is wrong already, or a cell because its label is.

    Nor is it said that words and notation differ where one of them is wrong by itself, nor of what does not parse
    that it is no die.
    """
    unread = [other.place.span for other in findings if other.rule == "invalid-notation"]
    if finding.rule == "notation-mismatch":
        sides = [place.span for place in (finding.place, *finding.details.related)]
        wrong = [other.place.span for other in findings if other.rule == "wrong-value"]
        return any(span.contains(fault) for span in sides for fault in (*wrong, *unread))
    if finding.rule == "table-gap":
        # The rules name the row that a table lacks; that its ranges leave a gap there says less.
        tables = [other.place.span for other in findings if other.rule == "table-gap"]
        return any(table.contains(finding.place.span) and table != finding.place.span for table in tables)
    if finding.rule == "table-mismatch":
        cell = finding.place.span
        named = (other.place.span for other in findings if other.rule in ("wrong-value", "misspelt-term"))
        return any(cell.contains(label) and cell != label for label in named)
    if finding.rule == "wrong-value" and (
        _is_label_told(finding, labels) or any(finding.place.span.contains(fault) for fault in unread)
    ):
        return True
    if finding.rule != "wrong-sum":
        return False
    sides = [place.span for place in finding.details.related]
    return any(side.contains(other.place.span) for other in findings if other is not finding for side in sides)
