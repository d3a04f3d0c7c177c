"""Lists that MkDocs prints as running text, for want of a blank line before them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex

_ITEMS = lazily(
    r"(?m)(?<=\n)(?P<quote>[ ]{0,3}(?:>[ ]{0,4})*)(?P<item>(?P<mark>[-*+]|(?P<number>1[.)]))[ ]+\S.*)"
    r"(?:\n(?P=quote)(?:\d{1,2}[.)]|(?P=mark))[ ]+\S.*)+"
)
"""Two lines or more that begin alike; a single one may be a line of speech, or go on with a sum."""
_MENDING = ("breakless", "newline", "lists_without")
"""Parts of the names of extensions that make blank lines before lists unnecessary."""


@rule(Severity.WARNING)
def run_on_list(place: Place) -> Details:
    before = Place(place.source, Span(place.source.text.rfind("\n", 0, place.span.start) + 1, place.span.start))
    quote = before.source.slice(before.span).rstrip()
    remedy = Remedy("put a blank line before it", (Edit(before, f"{quote}\n{before.source.slice(before.span)}"),))
    return Details("this list is printed as running text: no blank line is before it", remedies=(remedy,))


def check_book(index: BookIndex) -> Iterator[Finding]:
    """Look for lists within paragraphs of the pages of a site."""
    for page in index.reported:
        site = index.book.site_of(page)
        if site is None or not page.document.traits.is_markdown:
            continue
        if not any(word in name for name in site.markdown.names for word in _MENDING):
            yield from _in_page(page)


def _in_page(page: Page) -> Iterator[Finding]:
    source = page.document.source
    if next(_below_text(source.text, Span(0, len(source.text))), None) is None:
        return
    for block in page.document.prose.blocks:
        if block.kind in ("paragraph", "quote"):
            for match in _below_text(source.text, block.span):
                yield run_on_list(Place(source, Span(*match.span("item"))))


def _below_text(text: str, span: Span) -> Iterator[re.Match[str]]:
    """Yield possible lists below a line of text, except below blank lines and in HTML."""
    for match in _ITEMS.finditer(text, *span):
        if text[text.rfind("\n", 0, match.start() - 1) + 1 : match.start()].strip("> \t\n"):
            yield match
