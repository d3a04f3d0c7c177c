"""Headings that skip a level."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Evidence, Finding, Place, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_syntax.document import Document, Heading
from rulesmod.dice.digits import to_int

_RAW_HEADING = lazily(r"<h([1-6])\b", re.IGNORECASE)


@rule(Severity.WARNING)
def heading_jump(place: Place, level: int, before: int, above: Place) -> Details:
    return Details(f"this heading has level {level}, right below one of level {before}", related=(above,))


def check_page(page: Page) -> Iterator[Finding]:
    """Compare each heading with the one before; on pages of no game, many choose levels by their looks."""
    return (finding.by(Evidence.HABIT, has_game=page.has_game) for finding in _jumps(page.document))


def _jumps(document: Document) -> Iterator[Finding]:
    text, source = document.source.text, document.source
    before: Heading | None = None
    for heading in document.headings:
        if heading.title_span.start != heading.span.start and not text.startswith(("#", "="), heading.span.start):
            # In a list, a quote or an admonition: outside the order of the sections.
            continue
        if before is not None and heading.level > before.level + 1 and not _leads_up(document, before, heading):
            above = Place(source, before.title_span, f"level {before.level}")
            yield heading_jump(Place(source, heading.span), heading.level, before.level, above)
        before = heading


def _leads_up(document: Document, before: Heading, heading: Heading) -> bool:
    """Return whether a heading in raw HTML bridges the levels of two headings."""
    text = document.source.text
    raw = [to_int(match[1]) for match in _RAW_HEADING.finditer(text, before.span.end, heading.span.start)]
    return bool(raw) and heading.level <= raw[-1] + 1
