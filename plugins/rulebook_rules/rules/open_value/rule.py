"""Values that their writer has left open."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page

_OPEN = lazily(r"\b[a-z]{2,12}=\?(?![\w=&])|\((?:[+−–-]?\d{1,4}|\d*d\d+)\?\)")
"""A value that bare prose leaves open: `size=?`, or a number in doubt, `(-4?)`."""
_QUERY = lazily(r"(?<![^\s(,`])=?\?[^\s)]*")
"""An open question of the author without a closing sign: `?how long`, `?%`, `=?`."""


@rule(Severity.WARNING)
def open_value(place: Place, value: str) -> Details:
    return Details(f"`{value}` leaves a value open", remedies=(Remedy("write the value"),))


def check_page(page: Page) -> Iterator[Finding]:
    """Look for values in doubt in bare prose; dice are code there, and may be in doubt as well."""
    document = page.document
    if not document.traits.finds_parts:
        return
    for block in document.prose.blocks if _OPEN.search(document.source.text) else ():
        for match in _OPEN.finditer(block.text.text):
            yield open_value(Place(document.source, block.text.span(*match.span())), match[0])
    text = document.source.text
    notes = [comment.span for comment in document.comments if text[comment.span.start] == "`"]
    open_notes = [note for note in notes if text[note.end - 1] != "`"]
    spans = {match.span() for note in open_notes for match in _QUERY.finditer(text, note.start + 1, note.end)}
    for start, end in sorted(spans):
        yield open_value(Place(document.source, Span(start, end)), text[start:end])
