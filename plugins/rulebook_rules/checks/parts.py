"""Parts: sources that others take in, which bring what the part leaves to them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from rulebook_core import workspace
from rulebook_core.findings import Finding
from rulebook_rules.book import Book, Page
from rulebook_syntax.dialects.excerpts import Excerpt
from rulebook_syntax.dialects.faults import is_of_the_whole, missing_attribute
from rulebook_syntax.document import Document


class Parts:
    """Which pages take in which."""

    def __init__(self, book: Book) -> None:
        self._holders: dict[str, list[Page]] = {}
        for page in book.pages:
            for source in page.document.includes:
                self._holders.setdefault(workspace.real_path(source.path), []).append(page)
        self._pages = (
            {workspace.real_path(page.document.source.path): page for page in book.pages} if self._holders else {}
        )

    def _holding(self, page: Page) -> list[Page]:
        if not self._holders:
            return []
        return self._holders.get(workspace.real_path(page.document.source.path), [])

    def around(self, page: Page) -> list[Document]:
        """The documents that a page takes in, and those that take it in with all that they do: what it links to may be
        in them."""
        holders = self._holding(page)
        sources = [source for one in (page, *holders) for source in one.document.includes]
        parts = dict.fromkeys(workspace.real_path(source.path) for source in sources)
        return [
            *(holder.document for holder in holders),
            *(self._pages[path].document for path in parts if path in self._pages),
        ]

    def place_of(self, page: Page) -> Page:
        """The page that the links of a page count from: for a part, the first that takes it in."""
        source = page.document.source
        if not page.is_part or (isinstance(source, Excerpt) and source.counts_alone):
            return page
        return next((holder for holder in self._holding(page) if not holder.is_part), page)

    def folders_of_images(self, page: Page) -> Iterator[str]:
        """Return where the images of a part are looked for, by each document that takes it in."""
        for holder in self._holding(page):
            yield posixpath.join(posixpath.dirname(holder.uri), str(holder.document.meta.get("imagesdir") or ""))

    def are_reported(self, document: Document) -> bool:
        """Return whether what is wrong within the sources that a document takes in is told of them."""
        included = (self._pages.get(workspace.real_path(source.path)) for source in document.includes)
        return all(page is not None and page.reported for page in included)

    def own_findings(self, page: Page) -> Iterator[Finding]:
        """Yield the faults of a page's markup, except those that including pages make good."""
        holders = self._holding(page)
        for finding in page.document.findings:
            name = missing_attribute(finding) if holders else None
            is_defined = name is not None and any(name in map(str.lower, holder.document.meta) for holder in holders)
            if is_defined or (holders and is_of_the_whole(finding)):
                continue
            yield finding
