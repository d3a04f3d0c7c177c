"""From the pages of a book to the claims in them.

A recogniser takes a `Context` (one page under one system) and gives claims, and findings beside those
that are wrong; what is particular to a game comes from its `System` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from rulebook.book import Book, Page
from rulebook.claims.context import Context, Recognised
from rulebook.claims.expressions import expressions_in
from rulebook.claims.grammar import grammar_claims
from rulebook.claims.model import Analysis, Claim, Expression
from rulebook.claims.names import name_claims
from rulebook.claims.notation import notation_claims
from rulebook.claims.phrases import Phrasebook
from rulebook.claims.sums import equation_claims, sum_claims, worked_expressions
from rulebook.claims.tables import bind_tables, stated_cells, table_claims
from rulebook.findings import Finding, Place
from rulesmod.system import System

RECOGNISERS: tuple[Callable[[Context], Recognised], ...] = (
    table_claims,
    notation_claims,
    sum_claims,
    equation_claims,
    grammar_claims,
    name_claims,
)
"""What reads any game's text; the phrases of a system come besides."""


def read_claims(book: Book) -> Mapping[str, Analysis]:
    """What the systems say of the pages that are wanted, by uri.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    analyses: dict[str, Analysis] = {}
    systems = {page.system.name: page.system for page in book.pages if page.system}
    for system in systems.values():
        pages = [page for page in book.pages if page.system is system]
        phrasebook = Phrasebook(system)
        stated = _stated(system, pages)
        for page in pages:
            if page.reported:
                analyses[page.uri] = _analyse(page, system, phrasebook, stated)
    return dict(sorted(analyses.items()))


def _stated(system: System, pages: Iterable[Page]) -> dict[tuple[str, str], Place]:
    """Where the book prints what its tables say; the first place counts."""
    stated: dict[tuple[str, str], Place] = {}
    for page in pages:
        context = Context(page, system)
        for bound in bind_tables(context):
            for key, cell in stated_cells(bound):
                stated.setdefault(key, context.place(cell.span))
    return stated


def _analyse(page: Page, system: System, phrasebook: Phrasebook, stated: Mapping[tuple[str, str], Place]) -> Analysis:
    context = Context(page, system, stated=stated)
    expressions: list[Expression] = []
    claims: list[Claim] = []
    findings: list[Finding] = []
    for found in (*expressions_in(context), *worked_expressions(context)):
        if isinstance(found, Expression):
            expressions.append(found)
        else:
            findings.append(found)
    expressions.sort(key=lambda expression: expression.place.span)
    unread = tuple(finding.place.span for finding in findings)
    context = replace(context, expressions=tuple(expressions), unread=unread)
    for recognise in (*RECOGNISERS, phrasebook.claims):
        for outcome in recognise(context):
            if isinstance(outcome, Claim):
                claims.append(outcome)
            else:
                findings.append(outcome)
    claims.sort(key=lambda claim: (claim.place.span, claim.kind))
    return Analysis(page.document, system, tuple(claims), tuple(expressions), tuple(_one_each(findings)))


def _one_each(findings: Iterable[Finding]) -> Iterable[Finding]:
    """One fault is one finding, also where two recognisers see it: the first at a place counts."""
    seen: set[tuple[int, int]] = set()
    for finding in findings:
        if finding.place.span not in seen:
            seen.add(finding.place.span)
            yield finding
