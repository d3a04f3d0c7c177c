"""Explain the words below the pointer: proofs of numbers, definitions of terms, odds of dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulebook.reports.reached import explained
from rulebook.reports.rolling import RollingError, odds_report
from rulebook_core.source import Span
from rulebook_lsp.answers.valuing import described, value_at
from rulebook_lsp.books import View
from rulebook_proof.learning.reached import reached_at
from rulebook_render.presentation.inline_dice import habit_of_book, running_dice
from rulebook_render.presentation.terms import RUNNING, Glossary
from rulebook_rules.catalogue import load_rules
from rulebook_rules.claims.model import Analysis, Claim, Expression, Step, Verdict
from rulebook_rules.claims.structures.randomtables import random_tables
from rulebook_rules.facts.listing import facts_in, thing_at
from rulebook_rules.naming.lexicon import Entry
from rulebook_rules.settings.options import TEXT_DICE

MAX_LINES = 30
"""Lines of odds that are shown."""


class Explanation(NamedTuple):
    """Explanation of a span of a page, in Markdown."""

    span: Span
    text: str


def explanations_at(view: View, glossary: Glossary, offset: int) -> Iterator[Explanation]:
    """All that is to be said of a place of a page, what was found there first."""
    yield from _rules(view, offset)
    if view.analysis is not None:
        yield from _claims(view, view.analysis, offset)
    yield from _silence(view, offset)
    yield from _odds(view, offset)
    yield from _facts(view, offset)
    yield from _values(view, offset)
    if (named := term_at(view, glossary, offset)) is not None:
        span, entry = named
        yield Explanation(span, f"**{entry.term}**: {entry.definition}")


def term_at(view: View, glossary: Glossary, offset: int) -> tuple[Span, Entry] | None:
    """The term that stands at a place, and its definition, which stands elsewhere."""
    document = view.page.document
    for span, entry in glossary.lexicon.occurrences(view.page):
        if span.start <= offset < span.end:
            return span, entry
    for block in document.prose.blocks:
        if block.kind in RUNNING and block.span.start <= offset < block.span.end:
            for start, end, entry in glossary.mentions(block.text.text, view.page.uri):
                span = block.text.span(start, end)
                if span.start <= offset < span.end and not _is_own(view, entry, span):
                    return span, entry
    return None


def _is_own(view: View, entry: Entry, span: Span) -> bool:
    """Return whether an occurrence of a term is inside its own definition."""
    return entry.uri == view.page.uri and entry.place.span.contains(span)


def _values(view: View, offset: int) -> Iterator[Explanation]:
    if view.page.system is not None and (named := value_at(view, offset)) is not None:
        yield Explanation(named[0], described(view.page.system, named[1]))


def _facts(view: View, offset: int) -> Iterator[Explanation]:
    """Yield all that the book says of the thing at a place: the values of its authority, and every other mention."""
    mention = thing_at(view.book, view.page, offset)
    if mention is None:
        return
    span, name = mention
    listed = [one for one in facts_in(view.book, name) if one.fact.entity == name]
    # A module in Python has no lines to lead to, and its values explain themselves.
    if all(one.fact.place is None for one in listed):
        return
    lines = [
        f"- {one.fact.attribute} {one.fact.value.shown} {one.standing}"
        + (f" ({one.fact.place.where_line})" if one.fact.place is not None else "")
        for one in listed
    ]
    left = [f"- … and {len(lines) - MAX_LINES} more"] if len(lines) > MAX_LINES else []
    yield Explanation(span, "\n".join((f"**{name}**\n", *lines[:MAX_LINES], *left)))


def _rules(view: View, offset: int) -> Iterator[Explanation]:
    """Yield the documentation of the rules behind findings; the editor shows the messages."""
    rules = load_rules()
    for finding in view.findings:
        span = finding.place.span
        if span.start <= offset < max(span.end, span.start + 1) and finding.rule in rules:
            yield Explanation(span, f"`{finding.rule}`: {rules[finding.rule].documentation}")


def _claims(view: View, analysis: Analysis, offset: int) -> Iterator[Explanation]:
    for claim in analysis.claims:
        spans = claim.guards or (claim.place.span,)
        at = next((span for span in spans if span.start <= offset < span.end), None)
        if at is not None and claim.verdict is not Verdict.UNDECIDED:
            yield Explanation(at, "\n".join(_reasons(view, claim)))


def _silence(view: View, offset: int) -> Iterator[Explanation]:
    """Yield why rules say nothing of a number, in the words of `rulebook why`."""
    one = reached_at(view.book, view.page, view.analysis, offset, view.compared)
    if one is not None and one.is_open:
        first, *rest = explained(one)
        yield Explanation(one.span, "\n".join((f"{first}\n", *(f"- {text.strip()}" for text in rest))))


def _reasons(view: View, claim: Claim) -> Iterator[str]:
    quote = view.page.document.plain(claim.place.span)
    yield f"“{quote}” is {claim.ruled}\n"
    if claim.verdict is Verdict.WRONG:
        yield f"- the rules give {claim.computed}"
    yield from (f"- {step.text}{_where(view, step)}" for step in claim.derivation)


def _where(view: View, step: Step) -> str:
    """The place that a step rests on, where it is another page's."""
    if step.place is None or step.place.source is view.page.document.source:
        return ""
    return f" ({step.place.where_line})"


def _odds(view: View, offset: int) -> Iterator[Explanation]:
    for expression in rollable(view):
        span = expression.place.span
        if span.start <= offset < span.end:
            try:
                lines = odds_report(expression.system, expression.text).splitlines()
            except RollingError:
                continue  # It has no odds, or they are too large a task.
            more = [] if len(lines) <= MAX_LINES else [f"… and {len(lines) - MAX_LINES} lines more"]
            yield Explanation(span, "\n".join(("```text", *lines[:MAX_LINES], *more, "```")))
            return


def rollable(view: View) -> list[Expression]:
    """Return the dice of a page that readers can roll, set apart or within its text."""
    page, site = view.page, view.book.site
    own = view.analysis.expressions if view.analysis is not None else ()
    reach = (site.options.rolling if site is not None else None) or TEXT_DICE
    tables = random_tables(page.document, page.system)
    running = running_dice(page, tables, own, reach=reach, habit=lambda: habit_of_book(view.book))
    return [*running.own, *running.expressions]
