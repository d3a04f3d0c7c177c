"""Link texts to the headings and entries of other pages that they name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulebook_rules.book import Page
from rulebook_rules.config import SiteConfig
from rulebook_syntax.dialects import with_references
from rulebook_syntax.document import Entity, Heading

_UNNAMED = frozenset({"draft", "note", "term"})
"""Kinds of entries that no other page refers to: what a word means is shown at the word."""


def referring(pages: Sequence[Page], site: SiteConfig | None) -> list[Page]:
    """Return the pages whose texts name headings or entries of other pages, with links."""
    folders = {_folder(page, site) for page in pages if page.document.traits.names_headings}
    if not folders:
        return list(pages)
    books = {folder: _titled(page for page in pages if _folder(page, site) == folder) for folder in folders}
    return [
        _with_references(page, books[_folder(page, site)]) if page.document.traits.names_headings else page
        for page in pages
    ]


def _folder(page: Page, site: SiteConfig | None) -> str:
    """The folder of the book that a page is of."""
    book = site.book_folder(page.uri) if site is not None else None
    return posixpath.dirname(page.uri) if book is None else book.folder


def _titled(pages: Iterable[Page]) -> Mapping[str, Mapping[str, str]]:
    """The headings and entries of a book by their titles: the id of the first on each page, by its uri."""
    ids_by_title: dict[str, dict[str, str]] = {}
    for page in pages:
        entries = (entity for entity in page.document.entities if entity.kind not in _UNNAMED)
        all_named: list[Heading | Entity] = [*page.document.headings, *entries]
        for named in all_named if not page.is_part else ():
            ids_by_title.setdefault(named.title, {}).setdefault(page.uri, named.id)
    return ids_by_title


def _with_references(page: Page, titled: Mapping[str, Mapping[str, str]]) -> Page:
    """A page that leads to what a single other one has under a title."""
    elsewhere = {}
    for title, ids_by_title in titled.items():
        others = [(uri, id_) for uri, id_ in ids_by_title.items() if uri != page.uri]
        if len(others) == 1:
            uri, id_ = others[0]
            elsewhere[title] = f"{posixpath.relpath(uri, posixpath.dirname(page.uri) or '.')}#{id_}"
    document = with_references(page.document, elsewhere)
    return page if document is page.document else replace(page, document=document)
