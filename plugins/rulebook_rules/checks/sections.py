"""Sections: empty ones, and levels that are skipped."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from rulebook_core.findings import Details, Finding, Place, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.checks.index import BookIndex, as_severity
from rulebook_syntax.directives import KEYWORDS
from rulebook_syntax.document import Document, Heading
from rulesmod.dice.digits import to_int

_NOTHING = lazily(r"(?:[\s>]|^[ >]*(?:-{3,}|\*{3,}|_{3,})[ \r]*$)*", re.MULTILINE)
_NOTE = lazily(r"^ {0,3}\[\^[^\]\n]+\]:[^\n]*(?:\n\s*?[ \t]{4}[^\n]*)*", re.MULTILINE)
_RAW_HEADING = lazily(r"<h([1-6])\b", re.IGNORECASE)


@rule(Severity.WARNING)
def empty_section(place: Place, title: str) -> Details:
    """A section has nothing in it: no text, no list, no table, and no subsection.

    A section that only refers to another one is not empty. On pages that state the rules of no game of their own
    it is housekeeping: there a heading may well be all that is said.
    """
    return Details(f"the section `{title}` is empty")


@rule(Severity.WARNING)
def heading_jump(place: Place, level: int, before: int, above: Place) -> Details:
    """A heading is more than one level below the heading before it.

    The table of contents and screen readers then show a section that belongs to nothing. Of several beside each other
    the first is told. On pages that state the rules of no game of their own it is
    housekeeping: many writers choose levels by their looks.
    """
    return Details(f"this heading has level {level}, right below one of level {before}", related=(above,))


def check(index: BookIndex) -> Iterator[Finding]:
    """Look at every heading and what stands under it."""
    for page in index.reported:
        yield from as_severity((*_empty(page.document), *_jumps(page.document)), is_sure=page.has_game)


def _empty(document: Document) -> Iterator[Finding]:
    headings, text = document.headings, document.source.text
    silent = sorted(
        [definition.span for definition in document.definitions]
        + [
            comment.span
            for comment in document.comments
            if not comment.text.strip().startswith(("material/", *KEYWORDS))
        ]
    )
    if len(headings) == 1 and headings[0].level == 1:
        # A page that is but a title is a stub, or filled by the theme.
        return
    for number, heading in enumerate(headings):
        following = headings[number + 1] if number + 1 < len(headings) else None
        if following is not None and following.level > heading.level:
            continue
        if document.includes and heading.span == heading.title_span:
            continue  # It stands in a source that this one takes in, and is looked at there.
        end = following.span.start if following is not None else len(text)
        if _is_empty(text, Span(heading.span.end, end), silent):
            yield empty_section(Place(document.source, heading.title_span), heading.title)


def _is_empty(text: str, span: Span, silent: Sequence[Span]) -> bool:
    """Return whether a span has only rules, blank lines and `silent` spans."""
    position = span.start
    nothing: Sequence[Span] = ()
    first = text[span.start : span.end].strip()[:1]
    if first and first in "[<>-*_%":
        parts = list(silent[bisect_left(silent, span) : bisect_left(silent, Span(span.end, span.end))])
        if span.end < len(text):
            # Footnotes go to the end of the page; in the last section that is where they stand anyway.
            parts += [Span(*match.span()) for match in _NOTE.finditer(text, span.start, span.end)]
        nothing = sorted(part for part in parts if span.contains(part))
    elif first:
        return False
    for part in nothing:
        if not _NOTHING.fullmatch(text, position, part.start):
            return False
        position = part.end
    return _NOTHING.fullmatch(text, position, span.end) is not None


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
