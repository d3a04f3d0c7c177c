"""Ids that a page has twice."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Anchor


@rule(Severity.ERROR, Role.SHOWS)
def duplicate_anchor(place: Place, id_: str, other: Place) -> Details:
    return Details(
        f"the id `{id_}` is already taken", remedies=(Remedy("give one of them another id"),), related=(other,)
    )


def check_book(index: BookIndex) -> Iterator[Finding]:
    """Look for ids that are given more than once."""
    for page in index.reported:
        document = page.document
        anchors = index.page(page).anchors
        if len({anchor.id for anchor in document.anchors}) == len(document.anchors):
            continue
        source = document.source
        for anchor in document.anchors:
            first = anchors[anchor.id]
            if anchor is first or anchor.kind == "footnote" or _belong_together(source.text, first, anchor):
                continue
            if anchor.span == first.span and document.includes and index.parts.are_reported(document):
                continue  # One source brings both, and it is told there.
            if anchor.kind == "heading" and first.kind != "heading":
                # A heading gets its id by itself: the one that is written down is what to change.
                heading = Place(source, anchor.span, "this heading has it by itself")
                yield duplicate_anchor(Place(source, first.span), anchor.id, heading)
                continue
            yield duplicate_anchor(
                Place(source, anchor.span), anchor.id, Place(source, first.span, "here it comes first")
            )


def _belong_together(text: str, first: Anchor, second: Anchor) -> bool:
    """Return whether an id is written in or right before a heading that gets the same by itself: a link finds both."""
    if "heading" not in (first.kind, second.kind):
        return False
    lines = text.count("\n", min(first.span.end, second.span.start), second.span.start)
    return lines <= (2 if second.kind == "heading" else 0)
