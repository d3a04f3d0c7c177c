"""Tables that a comment before them names as one of the rules: `table: NAME`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from rulebook_core.findings import Finding, Remedy
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context
from rulebook_syntax.directives import TABLE, Directive, dangling_directive, unknown_name
from rulebook_text.naming.spelling import near_names
from rulesmod.system import RuleTable


def pinned_tables(context: Context) -> Mapping[Span, RuleTable]:
    """The tables of a page that a `table:` names, by their span."""
    return {span: rules for span, rules in _pins(context) if isinstance(rules, RuleTable)}


def table_directives(context: Context) -> Iterator[Finding]:
    """Findings for each `table:` that names or binds nothing."""
    for _, rules in _pins(context):
        if isinstance(rules, Finding):
            yield rules


def _pins(context: Context) -> Iterator[tuple[Span, RuleTable | Finding]]:
    known = {table.name: table for table in context.system.tables}
    reached = [*accumulate((table.span.end for table in context.document.prose.tables), max)]
    spans: set[Span] = set()
    for directive in context.directives:
        if directive.keyword != TABLE or directive.misspelt:
            continue
        rules = known.get(directive.rest)
        span = _table_behind(context, directive, reached)
        if rules is None:
            fact = f"the game has no table `{directive.rest}`"
            near = near_names(directive.rest, known)
            yield directive.place.span, unknown_name(directive, fact, directive.rest, near, known)
        elif span is None or span in spans:
            fact = "no table follows this comment" if span is None else "another comment names the table that follows"
            remedy = Remedy("put it right before its table" if span is None else "remove one of them")
            yield directive.place.span, dangling_directive(directive.place, fact, remedies=(remedy,))
        else:
            spans.add(span)
            yield span, rules


def _table_behind(context: Context, directive: Directive, reached: Sequence[int]) -> Span | None:
    """The first table behind a comment and under the same heading, or the one around it; `reached` is how far the
    tables up to each one go."""
    document, comment = context.document, directive.place.span
    tables = document.prose.tables
    at = bisect_right(reached, comment.end)
    if at == len(tables) or document.section_at(tables[at].span.start - 1) > document.section_at(comment.start):
        return None
    return tables[at].span
