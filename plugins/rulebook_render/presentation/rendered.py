"""The pages of a book as they are rendered: as they were read, or with what others have brought into them by then."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from rulebook_core.findings import Place
from rulebook_core.source import Source
from rulebook_proof.analysis import Report
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.model import Analysis
from rulebook_rules.claims.reading import ClaimReader, look_for_claims
from rulebook_syntax import dialects


class RenderedPages:
    """The pages that readers see.

    Args:
        book: all pages, as they were read.
        report: what the checker found in them.
    """

    def __init__(self, book: Book, report: Report) -> None:
        self._book = book
        self._report = report
        self._made: dict[str, Page] = {}
        self._by_source: dict[Source, Page] = {}
        self._readers: dict[str, ClaimReader] = {}

    def __getitem__(self, uri: str) -> Page:
        return self._made.get(uri) or self._book.by_uri[uri]

    def is_made(self, page: Page) -> bool:
        """Return whether the text of a page differs from its source."""
        return self._book.by_uri.get(page.uri) is not page

    def take(self, page: Page) -> None:
        """Take a page with the text that it is rendered from, which is not that of its source."""
        self._made[page.uri] = self._by_source[page.document.source] = page

    def whole(self, uri: str, text: str | None) -> Page:
        """A page with all that it takes in.

        Args:
            uri: the page.
            text: its body, where a renderer has brought the files into it.
        """
        page = self[uri]
        text = self._written_out(page) if text is None else text
        if text is not None:
            document = page.document.read_again(text)
            self.take(replace(page, document=replace(document, meta=page.document.meta)))
        return self[uri]

    def at(self, place: Place) -> Page | None:
        """The page that a place is one of."""
        return self._by_source.get(place.source) or self._by_path.get(place.source.path)

    def analysis(self, page: Page) -> Analysis | None:
        """Return the analysis of a page. A generated page is read now, because nothing else has read it."""
        if not self.is_made(page):
            return self._report.analyses.get(page.uri)
        if page.system is None or not page.reported:
            return look_for_claims(page) if page.reported else None
        if (reader := self._readers.get(page.system.name)) is None:
            pages = [one for one in self._book.pages if one.system is page.system]
            reader = self._readers[page.system.name] = ClaimReader(page.system, pages)
        return reader.read(page)

    def _written_out(self, page: Page) -> str | None:
        """Return a page's text with its includes, if these have words. Return None where its dialect cannot write them
        out.
        """
        parts = (self._by_path.get(source.path) for source in page.document.includes)
        if any(part is not None and part.document.prose.blocks for part in parts):
            return dialects.written_out(page.document)
        return None

    @cached_property
    def _by_path(self) -> dict[str, Page]:
        return {page.document.source.path: page for page in self._book.pages}
