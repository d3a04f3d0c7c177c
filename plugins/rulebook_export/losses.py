"""Compare a source with its re-read conversion, and locate each loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from rulebook_core.findings import Role
from rulebook_core.source import Span
from rulebook_proof.analysis import Report
from rulebook_rules.book import Page
from rulebook_syntax.document import Document

Inventory = Iterator[tuple[str, Span]]
"""Everything of a kind that a document has: what it is called, and its place."""


class Loss(NamedTuple):
    """Something that is in the original and not in the result, or the other way round.

    Attributes:
        at: line and column in the original, where it has a place there.
    """

    kind: str
    what: str
    is_new: bool = False
    at: str = ""

    def __str__(self) -> str:
        said = f"{'not in the original' if self.is_new else 'not carried over'}: {self.kind} `{self.what}`"
        return f"{self.at}: {said}" if self.at else said


def losses(original: Page, result: Page, report: Report, new: Report) -> Iterator[Loss]:
    """Yield what two pages, each with its report, do not have in common."""
    for kind, inventory in _INVENTORIES.items():
        yield from _missing(kind, original.document, result.document, inventory)
    yield from _differences("the claim", _claims(report, original), _claims(new, result))
    yield from _differences("the finding", _findings(report, original), _findings(new, result))


def _missing(
    kind: str, original: Document, result: Document, inventory: Callable[[Document], Inventory]
) -> Iterator[Loss]:
    """Yield what one inventory has and the other has not, the last of several of a name."""
    places: dict[str, list[Span]] = {}
    for name, span in inventory(original):
        places.setdefault(name, []).append(span)
    left = Counter(name for name, _ in inventory(result))
    for name, spans in places.items():
        for span in islice(spans, left[name], None):
            position = original.source.position(span.start)
            yield Loss(kind, name, at=f"{position.line}:{position.column}")


def _differences(kind: str, before: Counter[str], after: Counter[str]) -> Iterator[Loss]:
    for what in (before - after).elements():
        yield Loss(kind, what)
    for what in (after - before).elements():
        yield Loss(kind, what, is_new=True)


def _ids(document: Document) -> Inventory:
    """Yield the ids of anchors and headings, each once.

    Generated ids of headings are among them.
    """
    anchors = ((anchor.id, anchor.span) for anchor in document.anchors)
    found = {**{heading.id: heading.title_span for heading in document.headings if heading.id}, **dict(anchors)}
    yield from found.items()


def _headings(document: Document) -> Inventory:
    for heading in document.headings:
        yield heading.title, heading.title_span


def _links(document: Document) -> Inventory:
    for link in document.links:
        yield link.text or link.target or "", link.span


def _images(document: Document) -> Inventory:
    for link in document.links:
        if link.image:
            yield link.target or "", link.span


def _terms(document: Document) -> Inventory:
    for block in document.prose.blocks:
        for start, end in block.terms:
            yield block.text.text[start:end], block.text.span(start, end)


def _rows(document: Document) -> Inventory:
    for table in document.prose.tables:
        for row in (table.header, *table.rows):
            if any(cell.text for cell in row):
                yield " | ".join(" ".join(cell.text.split()) for cell in row), row[0].span


def _code(document: Document) -> Inventory:
    for block in document.prose.blocks:
        for code in block.code:
            yield block.text.text[code.start : code.end], code.span


_INVENTORIES: Mapping[str, Callable[[Document], Inventory]] = {
    "the id": _ids,
    "the heading": _headings,
    "the term": _terms,
    "the table row": _rows,
    "the code": _code,
    "the link": _links,
    "the image": _images,
}


def _claims(report: Report, page: Page) -> Counter[str]:
    analysis = report.analyses.get(page.uri)
    claims = analysis.claims if analysis is not None else ()
    return Counter(f"{claim.kind}: {claim.stated} ({claim.verdict})" for claim in claims)


def _findings(report: Report, page: Page) -> Counter[str]:
    """Count the findings of a page by rule.

    Findings about markup and link targets are left out: the conversion changes its markup, and its neighbours may be
    missing.
    """
    path = page.document.source.path
    markup = {finding.rule for finding in page.document.findings}
    return Counter(
        finding.rule
        for finding in report.findings
        if finding.place.source.path == path and finding.rule not in markup and not finding.means(Role.LEADS)
    )
