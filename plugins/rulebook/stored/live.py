"""A book that one process reads again and again, as `mkdocs serve` and editors do.

Pages that have not changed are taken from their summaries, as in a check. Others, and those that somebody wants to
parse, come from the documents of this process if their texts are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from rulebook.loading.reading import read_book, read_paths
from rulebook.stored.runs import SiteRun
from rulebook_core.late import late
from rulebook_proof.analysis import Report, analyse, look_at
from rulebook_rules.book import Book, Look, Page
from rulebook_rules.claims.model import Analysis
from rulebook_rules.config import load_config
from rulebook_rules.page_summary import LazyDocument, PageSummary
from rulebook_rules.systems import HeldRules, load_system
from rulebook_syntax.document import Document

look_for_claims: Callable[[Page], Analysis | None] = late("rulebook_rules.claims.reading", "look_for_claims")
read_expressions: Callable[[Page], Analysis] = late("rulebook_rules.claims.reading", "read_expressions")


class LiveBook:
    """A book that is read again and again, with what earlier readings left in memory."""

    def __init__(self, path: Path, config: Path | None, *, is_read_once: bool = False) -> None:
        """Name a book.

        Args:
            path: the vault or the file; it does not count if there is a site.
            config: the mkdocs.yml of the site.
            is_read_once: true if nobody reads it again: documents are not kept, and all cores read many pages.
        """
        self.book = Book(())
        self.config = config
        self._path = path
        self._is_read_once = is_read_once
        self._documents: dict[tuple[str, str], Document] = {}
        """Parsed documents, by path and text."""
        self._looks: dict[str, Look] = {}
        """The last look at each page, by uri."""
        self._analyses: dict[str, Analysis] = {}
        """The last analysis of each page that is shown from its summary, by uri."""
        self._settings: object = None
        self._rules = HeldRules()

    def report(
        self,
        run: SiteRun | None,
        is_wanted: Callable[[PageSummary], object],
        is_shown: Callable[[PageSummary], object] = lambda _: False,
        *,
        rules_may_differ: bool = True,
    ) -> Report:
        """Read and check the book.

        Args:
            run: a run over the site; None if there is no site.
            is_wanted: returns true for a page that is parsed and checked although its summary is known.
            is_shown: returns true for a page that is presented: it is parsed, and checked no more than its summary
                demands.
            rules_may_differ: true if a file of a game may have changed since the last reading.

        Raises:
            ConfigError: the settings cannot be read.
            UnknownSystemError: they name a game that is missing.
        """
        if rules_may_differ and self._rules.forget_changed(self.book.systems):
            self._documents.clear()
        report = self.read() if run is None else run.report(self.read, is_wanted)
        if run is not None:
            run.save(None, report)
            report = self._with_shown(report, is_shown)
        self.book = report.book
        if rules_may_differ:
            self._rules.note(self.book.systems)
        return report

    def read(self, summaries: Mapping[str, PageSummary] = MappingProxyType({})) -> Report:
        """Read and check the book, if need be with `summaries` that stand for pages."""
        if self.config is None:
            book = read_paths([self._path], find_system=load_system, known=self._documents, look_at=self._look)
        else:
            site = load_config(self.config)
            if self._settings != (site.markdown, site.books):
                self._documents, self._settings = {}, (site.markdown, site.books)
            known, look = (None, look_at) if self._is_read_once else (self._documents, self._look)
            book = read_book(site, find_system=load_system, known=known, look_at=look, summaries=summaries)
        report = analyse(book)
        self._forget_other_texts(report.book)
        return report

    def _with_shown(self, report: Report, is_shown: Callable[[PageSummary], object]) -> Report:
        """Return a report with the parsed pages and the analyses of the summaries that are presented."""
        analyses = dict(report.analyses)
        pages = []
        for page in report.book.pages:
            document = page.document
            if isinstance(document, LazyDocument) and is_shown(document.summary):
                page = replace(page, document=document.parsed)
                analyses[page.uri] = self._analysis(page, has_claims=any(document.summary.verdicts.values()))
            pages.append(page)
        return replace(report, analyses=analyses, book=replace(report.book, pages=tuple(pages)))

    def _analysis(self, page: Page, *, has_claims: bool) -> Analysis:
        """Return the analysis of a page whose summary stands for it, reused if unchanged."""
        known = self._analyses.get(page.uri)
        if known is None or known.document is not page.document:
            known = (look_for_claims(page) if has_claims else None) or read_expressions(page)
            self._analyses[page.uri] = known
        return known

    def _look(self, page: Page) -> Look:
        """Return the look at a page, reused from before if unchanged."""
        look = self._looks.get(page.uri)
        if look is None or look.document is not page.document:
            look = self._looks[page.uri] = look_at(page)
        return look

    def _forget_other_texts(self, book: Book) -> None:
        """Drop the documents of pages that are parsed with another text now."""
        now = {page.document.source.path: page.document.source.text for page in book.parsed}
        self._documents = {key: one for key, one in self._documents.items() if now.get(key[0], key[1]) == key[1]}
