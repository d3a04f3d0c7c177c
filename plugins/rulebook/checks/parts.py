"""Parts: sources that others take in, which bring what the part leaves to them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from rulebook.book import Book, Page
from rulebook.document import Document
from rulebook.findings import Finding

_LEFT_TO_OTHERS = "unresolved-attribute"


class Parts:
    """Which documents take in which."""

    def __init__(self, book: Book) -> None:
        self._holders: dict[str, list[Document]] = {}
        for page in book.pages:
            for source in page.document.includes:
                self._holders.setdefault(os.path.realpath(source.path), []).append(page.document)

    def holders(self, page: Page) -> list[Document]:
        """The documents that take in a page: what it links to may be in them."""
        if not self._holders:
            return []
        return self._holders.get(os.path.realpath(page.document.source.path), [])

    def own_findings(self, page: Page) -> Iterator[Finding]:
        """What is wrong with the markup of a page by itself, less what those that take it in make good."""
        holders = self.holders(page)
        for finding in page.document.findings:
            if holders and finding.rule == _LEFT_TO_OTHERS:
                name = finding.place.source.slice(finding.place.span).strip("{}").lower()
                if any(name in map(str.lower, holder.meta) for holder in holders):
                    continue
            yield finding
