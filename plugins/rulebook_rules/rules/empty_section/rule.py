"""Sections with nothing in them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from rulebook_core.findings import Details, Evidence, Finding, Place, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_syntax.directives import KEYWORDS
from rulebook_syntax.document import Document

_NOTHING = lazily(r"(?:[\s>]|^[ >]*(?:-{3,}|\*{3,}|_{3,})[ \r]*$)*", re.MULTILINE)
_NOTE = lazily(r"^ {0,3}\[\^[^\]\n]+\]:[^\n]*(?:\n\s*?[ \t]{4}[^\n]*)*", re.MULTILINE)


@rule(Severity.WARNING)
def empty_section(place: Place, title: str) -> Details:
    return Details(f"the section `{title}` is empty")


def check_page(page: Page) -> Iterator[Finding]:
    """Look at what is below each heading; on pages of no game a heading may be all that is said."""
    return (finding.by(Evidence.HABIT, has_game=page.has_game) for finding in _empty(page.document))


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
