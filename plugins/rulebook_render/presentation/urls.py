"""Where on a site the places of a book are, and how its pages link there."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from functools import cached_property
from urllib.parse import quote

from rulebook_core.findings import Place
from rulebook_proof.analysis import Report
from rulebook_render.presentation.addresses import relative_url
from rulebook_render.presentation.rendered import RenderedPages
from rulebook_render.presentation.rule_definitions import Homes
from rulebook_render.presentation.stage import Rule, paragraphs
from rulebook_render.presentation.terms import Origin, origin_name
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.notes import link_url
from rulebook_rules.claims.model import Claim
from rulebook_syntax.document import Entity, Heading, Link


class Whereabouts:
    """Tells where places of a book are on its site.

    Args:
        book: all pages.
        report: what the checker found in them.
        pages: the pages as they are rendered.
        url: the address of a page from the root of the site, by its uri.
    """

    def __init__(self, book: Book, report: Report, pages: RenderedPages, url: Callable[[str], str]) -> None:
        self._book = book
        self._report = report
        self._pages = pages
        self._url = url

    def way(self, uri: str, other: str) -> str:
        """Return how the page `uri` links to another one; "" where it is the same."""
        return "" if other == uri else relative_url(self._url(other), self._url(uri))

    def rule(self, uri: str, header: str) -> Rule | None:
        """Find the rule of a header or name in a page's book."""
        game, wanted = self._pages[uri].system, header.casefold()
        for page in self._book.pages if game else ():
            document = page.document
            named: list[Heading | Entity] = [*document.headings, *document.entities]
            for item in named if page.system is game else ():
                if item.title.casefold() == wanted:
                    return Rule(f"{self.way(uri, page.uri)}#{item.id}", paragraphs(document, item))
        return None

    def home(self, uri: str, claim: Claim) -> Origin | None:
        """Return where the rule of a claim stands, for the page `uri`; None where that is nowhere."""
        place = self._homes.of(claim)
        return self.origin(uri, place) if place is not None else None

    def origin(self, uri: str, place: Place) -> Origin | None:
        """A place for the page `uri`; None out of the book."""
        href = self.href(uri, place)
        page = self._pages.at(place)
        return None if href is None or page is None else Origin(href, origin_name(page.document, place))

    @cached_property
    def _homes(self) -> Homes:
        return Homes(self._book.pages, self._report.analyses)

    @cached_property
    def _takes_in(self) -> Mapping[str, Page]:
        """The first page that takes in a source, by the path of that."""
        pages = [page for page in reversed(self._book.pages) if not page.is_part]
        return {source.path: page for page in pages for source in page.document.includes}

    def target(self, uri: str, target: str) -> str | None:
        """Return the link from page `uri` to a target. Return None where the target is not in the book."""
        page = self._pages[uri]
        if page.document.traits.names_notes:
            return link_url(self._index, page)(target)
        path, sign, fragment = target.partition("#")
        if path:
            result = posixpath.normpath(posixpath.join(posixpath.dirname(uri), path))
            if result not in self._book.by_uri and result not in self._book.files:
                return None
        return quote(path) + sign + fragment

    @cached_property
    def _index(self) -> BookIndex:
        return BookIndex(self._book)

    def destination(self, uri: str, link: Link) -> tuple[str, str] | None:
        """Return the page of the book that a link of the page `uri` leads to, and the id on it; None elsewhere."""
        page = self._pages[uri]
        target = link.target
        if target is None:
            labels = {definition.label.casefold(): definition.target for definition in page.document.definitions}
            target = labels.get((link.label or link.text).casefold())
        if target is None or link.image:
            return None
        if link.kind == "wikilink":
            note = self._index.notes.destination(page, target)
            return (note.page.uri, note.fragment) if note.page is not None and note.lost is None else None
        there = self._index.destination(page, target, raw_html=link.kind == "html")
        return (there.page.uri, there.fragment) if there.page is not None else None

    def href(self, uri: str, place: Place) -> str | None:
        """Return how the page `uri` links to the nearest anchor at or before `place`; None out of the book."""
        page = self._shown_on(place)
        if page is not None and page.uri == uri:
            return self._fragment(place) or "#"
        return self.address(place, self._url(uri))

    def address(self, place: Place, base: str) -> str | None:
        """The address of a place of the book, from the one `base` (both from the root of the site); None out of it."""
        page = self._shown_on(place)
        return None if page is None else relative_url(self._url(page.uri), base) + self._fragment(place)

    def _shown_on(self, place: Place) -> Page | None:
        """The page that shows a place: for a part, one that takes it in."""
        page = self._pages.at(place)
        return self._takes_in.get(place.source.path) if page is not None and page.is_part else page

    def _fragment(self, place: Place) -> str:
        """The table or box that holds a place, or the nearest anchor at or before it."""
        page = self._pages.at(place)
        assert page is not None
        holding = [part for part in page.document.prose.parts if part.span.contains(place.span)]
        # What others take in is read there anew, and its parts are theirs.
        if holding and self._book.is_of_a_book(page) and not page.is_part:
            return f"#{min(holding, key=lambda part: part.span.end - part.span.start).id}"
        anchors = page.document.anchors
        before = [anchor for anchor in anchors if anchor.span.start <= place.span.start]
        return f"#{max(before, key=lambda anchor: anchor.span.start).id}" if before else ""
