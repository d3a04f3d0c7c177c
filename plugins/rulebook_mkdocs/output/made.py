"""Checks pages that hooks, macros and other plugins change or generate.

The book is read before anything is generated. If the text of a page differs when it is rendered, it is read and marked
again. Findings of that text alone are reported with their line in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mkdocs.structure.pages import Page as SitePage

from rulebook_core.findings import Finding, Severity
from rulebook_core.source import Source, Span
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.book import Book, Page
from rulebook_syntax import dialects
from rulebook_syntax.dialects import ReadingOptions


class MadePages:
    """The pages of a site whose text others have changed, and those that they have made."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._pages: dict[str, Page] = {}

    def take(self, page: SitePage, markdown: str) -> Page | None:
        """Take the text that a page is rendered from, where it is not the one that was read.

        Returns: the page as it has been made.
        """
        uri = page.file.src_uri
        source = self._book.by_uri.get(uri)
        if page.file.generated_by == "rulebook":
            return None
        if source is not None:
            document = source.document
            body = document.source.text[document.body.start :]
            # Nearly all come as they were read; only others are worth splitting.
            is_as_read = body.strip() == markdown.strip() or body.split() == markdown.split()
            if is_as_read or not source.reported or not document.traits.is_markdown:
                return None
        if (made := self._page(uri, markdown)) is not None:
            self._pages[uri] = made
        return made

    def findings(self, report: Report) -> Iterator[Finding]:
        """Yield the findings of generated texts that the report lacks."""
        pages = self._pages
        if not pages:
            return
        every = {page.uri: page for page in self._book.pages} | pages
        book = replace(self._book, pages=tuple(every[uri] for uri in sorted(every)), findings=())
        reported = {(finding.rule, finding.message) for finding in report.findings}
        sources = {page.document.source for page in pages.values()}
        for finding in analyse(book).findings:
            is_new = (finding.rule, finding.message) not in reported and finding.place.source in sources
            if is_new and finding.claim is not None and finding.severity > Severity.INFO:
                yield self._placed(finding)

    def _page(self, uri: str, text: str) -> Page | None:
        """A page with the text that it is rendered from."""
        page, site = self._book.by_uri.get(uri), self._book.site
        if page is not None:
            document = page.document.read_again(text)
            return replace(page, document=replace(document, meta=page.document.meta))
        if site is None:
            return None
        folder = site.book_folder(uri)
        if folder is not None and not folder.is_sound:
            return None
        document = dialects.read(Source(f"{uri} (as it is made)", text), options=ReadingOptions(site.markdown))
        return Page(document, uri, self._book.game_of(folder) if folder is not None else None)

    def _placed(self, finding: Finding) -> Finding:
        """A finding at the line of the source that has the same words, where there is just one."""
        place = finding.place
        page = next((page for page in self._book.pages if page.document.source.path == place.source.path), None)
        if page is None:
            return finding
        source = page.document.source
        line = place.source.line(place.begins.line)
        if line.strip() and source.text.count(line) == 1:
            start = source.text.index(line) + place.begins.column - 1
            at = replace(place, source=source, span=Span(start, start + place.span.end - place.span.start))
        else:
            at = replace(place, source=Source(f"{source.path} (as it is made)", place.source.text))
        return replace(finding, place=at)
