"""Make the summaries of the pages of a checked book; see `page_summary`."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from rulebook_core import workspace
from rulebook_proof.analysis import Report
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.pageindex import PageIndex
from rulebook_rules.config import SiteConfig
from rulebook_rules.facts.authority.declared import declares
from rulebook_rules.facts.authority.own import known_facts
from rulebook_rules.page_summary import PageSummary, StoredFinding
from rulebook_rules.published.redirects import FORMERLY
from rulebook_rules.settings.options import DOCSIFY_LINKS
from rulebook_syntax.document import Document
from rulebook_text.lexing.prefilter import plays


def summaries_of(report: Report) -> dict[str, PageSummary]:
    """Return the summaries of all pages, by uri; none if findings of a page may depend on more than interfaces.

    They do if a game or a record holds for all pages together, or if so much is compared that a limit is reached.
    """
    book = report.book
    site, records = book.site, (book.lock_file, book.outline_file)
    if report.own is None or site is None or book.systems or site.options.links == DOCSIFY_LINKS:
        return {}
    if any(record is not None and workspace.is_file(record) for record in records):
        return {}
    figures = frozenset(report.not_looked_at), frozenset(report.none_read), frozenset(report.unfilled)
    return {page.uri: page.summary or _summary(report, page, *figures) for page in book.pages}


def _summary(
    report: Report, page: Page, figures: frozenset[str], none_read: frozenset[str], unfilled: frozenset[str]
) -> PageSummary:
    source, analysis = page.document.source, report.analyses.get(page.uri)
    site, own = report.book.site, (report.own or {}).get(page.uri)
    return PageSummary(
        file=_file(site, page) if site is not None else source.path,
        findings=StoredFinding.all_of(own, source) if own is not None else None,
        interface=interface_of(report.book, page),
        dialect=page.document.dialect,
        body=page.document.body,
        titles=page.document.titles,
        ids="\n".join(_ids(report.book, page)),
        plays=plays(source.in_plain_signs),
        is_read=analysis is not None,
        has_figures=source.path in figures,
        has_terms=has_terms(page.document),
        verdicts=Counter(str(claim.verdict) for claim in analysis.claims) if analysis is not None else {},
        none_read=source.path in none_read,
        is_unfilled=source.path in unfilled,
    )


def _file(site: SiteConfig, page: Page) -> str:
    return workspace.portable_path(str(site.docs_dir / page.uri), os.path.abspath(site.path.parent))


def has_terms(document: Document) -> bool:
    """Return whether a document has a list of terms; most texts need not be parsed for that."""
    if not document.includes and re.search(document.traits.sign_of_terms, document.source.text, re.MULTILINE) is None:
        return False
    return any(block.kind == "term" for block in document.prose.blocks)


def _ids(book: Book, page: Page) -> Iterator[str]:
    """Yield the ids that links find on a page, without those that have line ends."""
    anchors = PageIndex(page, [], is_open=False, shows_parts=book.is_of_a_book(page)).anchors
    return (id_ for id_ in anchors if "\n" not in id_)


def interface_of(book: Book, page: Page) -> str:
    """Return a digest of what checks of other pages look at, but for texts.

    See `BookIndex.texts_for`.
    """
    document, text = page.document, page.document.source.text
    facts = known_facts(book, page)
    interface = (
        document.dialect,
        document.is_open,
        page.reported,
        plays(document.source.in_plain_signs),
        [mark in text for mark in ("{{", "{%", ":::", "-8<-")],
        [source.path for source in document.includes],
        [comment.text for comment in document.comments if FORMERLY in comment.text],
        document.meta,
        [what for _, what in sorted(_order(document), key=lambda one: one[0])],
        [(part.kind, part.id, part.title) for part in document.prose.parts] if book.is_of_a_book(page) else (),
        sorted(_targets(document)) if book.site is not None and book.site.nav else (),
        [(sheet.noun, sheet.attributes, [row.name for row in sheet.rows]) for sheet in facts.sheets],
        text if declares(document) else "",
        facts.statements.digest(),
    )
    return sha256(json.dumps(interface, default=repr).encode("utf-8", "surrogatepass")).hexdigest()


def _order(document: Document) -> Iterator[tuple[tuple[int, int], tuple[object, ...]]]:
    """Yield headings and anchors with their places."""
    for heading in document.headings:
        yield (heading.span.end, 0), ()
        yield (heading.span.start, 1), (heading.level, heading.title, heading.id)
    for anchor in document.anchors:
        yield (anchor.span.start, 2), (anchor.kind, anchor.id)


def _targets(document: Document) -> set[tuple[str, bool]]:
    """Return the pages and files that a document links to, and whether raw HTML does."""
    targets = [(link.target, link.kind == "html") for link in document.links if link.target is not None]
    targets += [(definition.target, False) for definition in document.definitions]
    return {(target.partition("#")[0], is_raw) for target, is_raw in targets}
