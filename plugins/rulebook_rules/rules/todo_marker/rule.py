"""Marks of what is still to be written."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Stretches
from rulebook_rules.book import Page
from rulebook_rules.checks.markers import INSERT
from rulebook_syntax.document import Document

_MARKER = lazily(r"\[(?P<name>TODO|TBD|TBC|TBA|FIXME|XXX)\b(?P<what>[^\[\]\n]{0,200})\]", re.IGNORECASE)
_BARE = lazily(
    r"(?:^|(?<=[.:;!?]\s))(?P<name>TODO|FIXME)\b(?P<what>$|\s?[:(–—-].{0,200}|\s(?P<words>[^\W\d_].{0,200}))"
    r"|(?<=[.:;!?)]\s)(?:TODO|FIXME)$"
)
"""One without brackets begins or ends a sentence: a text may speak of "the TODO list" as well, and count them."""
_ALL = lazily(r"\btod[oa]s?\b")
"""A word of Spanish or Portuguese, which stands in capitals as well."""
_NO_BOOK = frozenset(("readme", "todo", "roadmap", "contributing", "changelog", "changes"))
"""Files beside a book, which say what is to be done."""


@rule(Severity.WARNING)
def todo_marker(place: Place, marker: str, what: str) -> Details:
    return Details(f"`{marker}` is left in the text", remedies=(Remedy(f"write {what}, or move it to a comment"),))


def _unfilled(document: Document) -> Iterator[Finding]:
    """Places of a template that a reader meets unfilled."""
    for block in document.prose.blocks:
        coded = block.coded()
        for match in INSERT.finditer(block.text.text) if block.kind != "code" else ():
            what = (match["what"] or match["words"] or "").strip(" :-_") or "what is missing"
            if not coded.has(match.start()):
                place = Place(document.source, block.text.span(*match.span()))
                yield todo_marker(place, match[0], what if what == "what is missing" else f"`{what}`")


def check_page(page: Page) -> Iterator[Finding]:
    """Look for markers in the running text."""
    document = page.document
    if INSERT.search(document.source.text):
        yield from _unfilled(document)
    patterns = _patterns_for(page)
    if not patterns:
        return
    says_all = _ALL.search(document.source.text) is not None
    linked = Stretches(link.span for link in document.links)
    for block in document.prose.blocks:
        if block.kind == "code":
            continue
        coded = block.coded()
        for pattern, match in ((one, match) for one in patterns for match in one.finditer(block.text.text)):
            if pattern is _BARE and (block.kind in ("heading", "term") or (match["words"] and says_all)):
                continue
            span = block.text.span(*match.span())
            if not coded.has(match.start()) and not linked.has(span.start):
                what = (match["what"] or "").strip(" :-") or "what is missing"
                yield todo_marker(Place(document.source, span), match[0], f"`{what}`" if match["what"] else what)


def _patterns_for(page: Page) -> list[re.Pattern[str]]:
    """Return the patterns of the markers that a page may have."""
    text = page.document.source.text
    in_brackets = not page.document.traits.is_markdown or page.system is not None
    is_beside = page.system is None and posixpath.splitext(posixpath.basename(page.uri))[0].lower() in _NO_BOOK
    has_bare = ("TODO" in text or "FIXME" in text) and not is_beside
    return [*([_MARKER] if in_brackets and _MARKER.search(text) else ()), *([_BARE] if has_bare else ())]
