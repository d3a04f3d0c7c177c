"""Marks of what is still to be written: `[TODO]`, `[TBD]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.checks.index import BookIndex
from rulebook.findings import Details, Finding, Place, Remedy, Severity, rule

_MARKER = re.compile(r"\[(?P<name>TODO|TBD|TBC|TBA|FIXME|XXX)\b(?P<what>[^\[\]\n]{0,200})\]", re.IGNORECASE)


@rule(Severity.WARNING)
def todo_marker(place: Place, marker: str, what: str) -> Details:
    """Something is marked as still to be written, and a reader meets the mark.

    `[TODO]`, `[TBD]` and the like in brackets. It is silent in code and in comments, where the
    brackets are a link, and on plain Markdown pages that state the rules of no game.
    """
    return Details(f"`{marker}` is left in the text", remedies=(Remedy(f"write {what}, or move it to a comment"),))


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for markers in the running text of every page."""
    for page in index.reported:
        document = page.document
        if (document.dialect == "markdown" and page.system is None) or not _MARKER.search(document.source.text):
            continue
        linked = [link.span for link in document.links]
        for block in document.prose.blocks:
            if block.kind == "code":
                continue
            for match in _MARKER.finditer(block.text.text):
                span = block.text.span(*match.span())
                in_code = any(code.start <= match.start() < code.end for code in block.code)
                if not in_code and not any(link.start <= span.start < link.end for link in linked):
                    what = match["what"].strip(" :-") or "what is missing"
                    yield todo_marker(Place(document.source, span), match[0], f"`{what}`" if match["what"] else what)
