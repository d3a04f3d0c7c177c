"""Counts beside their lists: "Six attributes ... Those are ..." is right where there are six."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.claims.context import Context, Recognised
from rulebook.claims.enumerations import Enumeration, enumerations_in
from rulebook.claims.model import Step
from rulebook.claims.rules import contradiction
from rulebook.document import Document
from rulebook.findings import Edit, Finding, Place, Remedy
from rulebook.lexing.forms import like
from rulebook.source import Span


def count_claims(context: Context) -> Recognised:
    """A claim for each count that has its list beside it."""
    for found in enumerations_in(context.document):
        if found.count is None:
            continue
        at, listed = _places(context.document, found)
        right = found.count in found.sizes
        number = len(found.names)
        yield context.claim(
            "count",
            at,
            section=found.block.section,
            stated=str(found.count),
            computed=str(number if not right else found.count),
            right=right,
            rule="the list beside the count",
            derivation=(Step(f"{number} {found.subject} are listed", listed),),
            guards=(at.span,) if len(found.sizes) == 1 else (),
        )
        if not right:
            yield _miscounted(context.document, found)


def miscounts_in(document: Document) -> Iterator[Finding]:
    """The counts of a document that do not fit their lists."""
    for found in enumerations_in(document):
        if found.count is not None and found.count not in found.sizes:
            yield _miscounted(document, found)


def _places(document: Document, found: Enumeration) -> tuple[Place, Place]:
    at = Place(document.source, found.block.text.span(found.start, found.end))
    first, last = found.names[0], found.names[-1]
    span = Span(first.block.text.span(first.start, first.end).start, last.block.text.span(last.start, last.end).end)
    return at, Place(document.source, span, f"this lists {len(found.names)}")


def _miscounted(document: Document, found: Enumeration) -> Finding:
    at, listed = _places(document, found)
    number = len(found.names)
    stated = found.block.text.text[found.start : found.end]
    new = like(number, stated)
    remedies = (Remedy(f"write `{new}`", (Edit(at, new),)), Remedy("mend the list"))
    message = f"the text says {stated} {found.subject}, and lists {number}"
    return contradiction(at, message, related=(listed,), remedies=remedies)
