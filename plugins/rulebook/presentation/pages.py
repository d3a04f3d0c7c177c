"""The pages of an analysed book, as a renderer needs them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulebook.analysis import Report
from rulebook.book import Book, Page
from rulebook.claims.model import Verdict
from rulebook.document import Document
from rulebook.findings import Place
from rulebook.marks import Mark, Sentinels
from rulebook.presentation.derivations import derivations
from rulebook.presentation.dice import dice
from rulebook.source import Span


@dataclass(frozen=True, slots=True)
class Presentation:
    """A page's text with its marks in it, and what its HTML gets in their place.

    Attributes:
        text: the body of the source (no front matter), line ends as `\\n`, with the sentinels in it.
        marks: what takes the place of the sentinels.
        appendix: HTML for the end of the page.
    """

    text: str
    sentinels: Sentinels
    marks: tuple[Mark, ...]
    appendix: str

    def replace(self, html: str) -> str:
        return self.sentinels.replace(html, self.marks)


class Presenter:
    """Presents each page when it is asked for.

    Args:
        book: all pages.
        report: what the checker found in them.
        url: the address of a page from the root of the site, by its uri.
    """

    def __init__(self, book: Book, report: Report, url: Callable[[str], str] | None = None) -> None:
        self.book = book
        self.report = report
        self.url = url or page_url

    def find(self, text: str) -> Presentation | None:
        """The presentation of the page with this body; None where no page with something to show has it.

        A page is known by its text alone, because a Markdown renderer does not say which one it is at.
        """
        uri = self._by_text.get(_key(text))
        return None if uri is None else self.page(uri)

    def page(self, uri: str) -> Presentation:
        """The presentation of the page `uri`, which the report must have an analysis of."""
        analysis = self.report.analyses[uri]
        document = analysis.document
        rolled = dice(analysis)
        derived = derivations(analysis, lambda place: self._href(uri, place))
        marks = (*rolled.marks, *derived.marks)
        sentinels = Sentinels.absent_from(document.source.text)
        marked = sentinels.insert(document.source.text, marks, _references(document))
        return Presentation(
            text=_plain_line_ends(marked[document.body.start :]),
            sentinels=sentinels,
            marks=marks,
            appendix=f'<section class="rulebook" data-search-exclude>{rolled.html}{derived.html}</section>',
        )

    @property
    def uris(self) -> frozenset[str]:
        """The pages that have something to show."""
        return frozenset(self._by_text.values())

    @cached_property
    def _by_text(self) -> Mapping[str, str]:
        pages = {}
        for uri, analysis in self.report.analyses.items():
            if analysis.expressions or any(claim.verdict is not Verdict.UNDECIDED for claim in analysis.claims):
                pages[_key(analysis.document.source.slice(analysis.document.body))] = uri
        return pages

    @cached_property
    def _by_path(self) -> Mapping[str, Page]:
        return {page.document.source.path: page for page in self.book.pages}

    def _href(self, uri: str, place: Place) -> str | None:
        """How the page `uri` links to the nearest anchor at or before `place`; None out of the book."""
        page = self._by_path.get(place.source.path)
        if page is None:
            return None
        before = [anchor for anchor in page.document.anchors if anchor.span.start <= place.span.start]
        fragment = f"#{max(before, key=lambda anchor: anchor.span.start).id}" if before else ""
        if page.uri == uri:
            return fragment or "#"
        return relative_url(self.url(page.uri), self.url(uri)) + fragment


def page_url(uri: str, *, directories: bool = True) -> str:
    """Where MkDocs serves the page `uri`: "a/b.md" as "a/b/", or as "a/b.html" without directory URLs."""
    stem = posixpath.splitext(uri)[0]
    folder, name = posixpath.split(stem)
    if name in ("index", "README"):
        return f"{folder}/" if directories and folder else posixpath.join(folder, "" if directories else "index.html")
    return f"{stem}/" if directories else f"{stem}.html"


def relative_url(url: str, base: str) -> str:
    """The way from the page at `base` to `url`, both from the root of the site."""
    folder = base.rpartition("/")[0]
    way = posixpath.relpath(url or ".", folder or ".")
    return f"{way}/" if url.endswith("/") or not url else way


def _key(text: str) -> str:
    return _plain_line_ends(text).strip()


def _plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _references(document: Document) -> Iterator[Span]:
    """What a renderer takes for a target or a label: a mark in it would break the link."""
    for definition in document.definitions:
        yield definition.span
    for link in document.links:
        if link.kind == "autolink":
            yield link.span
        for span in (link.target_span, link.label_span):
            if span is not None:
                yield span
