"""What a conversion could not carry over: the original's ids, headings, terms, tables, notations and claims that the
result has not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulebook_core.findings import Role
from rulebook_proof.analysis import Report
from rulebook_rules.book import Page
from rulebook_syntax.document import Document


class Loss(NamedTuple):
    """Something that is in the original and not in the result, or the other way round."""

    kind: str
    what: str
    is_new: bool = False

    def __str__(self) -> str:
        return f"{'not in the original' if self.is_new else 'not carried over'}: {self.kind} `{self.what}`"


def losses(original: Page, result: Page, report: Report, new: Report) -> Iterator[Loss]:
    """What the two pages, each with the report on it, do not have in common."""
    kinds: dict[str, Callable[[Document], Counter[str]]] = {
        "the id": lambda document: Counter(anchor.id for anchor in document.anchors),
        "the heading": lambda document: Counter(f"{heading.title}" for heading in document.headings),
        "the term": _terms,
        "the table row": _rows,
        "the code": _code,
        "the link": lambda document: Counter(link.text or link.target or "" for link in document.links),
    }
    for kind, of in kinds.items():
        yield from _differences(kind, of(original.document), of(result.document), new_matters=False)
    yield from _differences("the claim", _claims(report, original), _claims(new, result), new_matters=True)
    yield from _differences("the finding", _findings(report, original), _findings(new, result), new_matters=True)


def _differences(kind: str, before: Counter[str], after: Counter[str], *, new_matters: bool) -> Iterator[Loss]:
    for what in (before - after).elements():
        yield Loss(kind, what)
    for what in (after - before).elements() if new_matters else ():
        yield Loss(kind, what, is_new=True)


def _terms(document: Document) -> Counter[str]:
    return Counter(block.text.text[start:end] for block in document.prose.blocks for start, end in block.terms)


def _rows(document: Document) -> Counter[str]:
    return Counter(
        " | ".join(" ".join(cell.text.split()) for cell in row)
        for table in document.prose.tables
        for row in (table.header, *table.rows)
        if any(cell.text for cell in row)
    )


def _code(document: Document) -> Counter[str]:
    return Counter(block.text.text[code.start : code.end] for block in document.prose.blocks for code in block.code)


def _claims(report: Report, page: Page) -> Counter[str]:
    analysis = report.analyses.get(page.uri)
    claims = analysis.claims if analysis is not None else ()
    return Counter(f"{claim.kind}: {claim.stated} ({claim.verdict})" for claim in claims)


def _findings(report: Report, page: Page) -> Counter[str]:
    """What is found in a page, its markup aside, which changes, and where links lead: its neighbours may be away."""
    path = page.document.source.path
    markup = {finding.rule for finding in page.document.findings}
    return Counter(
        finding.rule
        for finding in report.findings
        if finding.place.source.path == path and finding.rule not in markup and not finding.means(Role.LEADS)
    )
