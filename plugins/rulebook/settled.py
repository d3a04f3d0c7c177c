"""What is known of pages from an earlier run, so that a page which nothing has changed for is not read again.

Nearly all pages are quiet: nothing is said of them. That holds as long as their own text is the same, and what they may
see of the other pages, which is their faces. So where texts have changed and no face has, only these texts are read,
with the pages of which something is said; all others are read as far as one of these asks for them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook.document import Document, Traits
from rulebook.lexing.prefilter import plays
from rulebook.settings.options import DOCSIFY_LINKS
from rulebook.source import Source, Span, read_source

if TYPE_CHECKING:
    from rulebook.analysis import Report
    from rulebook.book import Book, Page


class Settled(NamedTuple):
    """A page as far as others may ask for it without reading it.

    Attributes:
        file: where its text is.
        is_quiet: whether nothing is said of it, by what it says itself and by the faces of the others.
        face: a digest of all that checks of other pages look at.
        dialect: what it is written in.
        body: where its text is, behind its front matter.
        titles: those of its headings.
        plays: whether it is about a game.
        is_read: whether a reader of claims looks at it.
        has_figures: whether it has figures, and none of them does.
        verdicts: how many of its claims have which verdict.
    """

    file: str
    is_quiet: bool
    face: str
    dialect: str
    body: tuple[int, int]
    titles: tuple[str, ...]
    plays: bool
    is_read: bool
    has_figures: bool
    verdicts: Mapping[str, int]


class Known(NamedTuple):
    """What is known of the pages of a site whose texts may have changed, and nothing else of it.

    Attributes:
        pages: all of them, by uri.
        changed: those that have another text now.
    """

    pages: Mapping[str, Settled]
    changed: frozenset[str]

    def settled(self, is_wanted: Callable[[Settled], object]) -> Mapping[str, Settled]:
        """The pages that need not be read, as nothing is said of them, and nobody wants them for something else."""
        return {
            uri: page
            for uri, page in self.pages.items()
            if page.is_quiet and uri not in self.changed and not is_wanted(page)
        }

    def holds(self, now: Mapping[str, Settled]) -> bool:
        """Whether the settled pages are so still, as the faces of the others are the same now."""
        return now.keys() == self.pages.keys() and all(now[uri].face == self.pages[uri].face for uri in self.changed)


class UnreadSource(Source):
    """A source that is read when somebody asks for its text."""

    def __init__(self, path: str, file: Path) -> None:
        self.path = path
        self._file = file

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        return read_source(self._file, self.path).text


class UnreadDocument:
    """Stands for a document, which is read when somebody asks for more than is known of it."""

    def __init__(self, source: Source, known: Settled, traits: Traits, read: Callable[[], Document]) -> None:
        self.source = source
        self.known = known
        self.dialect = known.dialect
        self.titles = known.titles
        self.body = Span(*known.body)
        self.traits = traits
        self.includes = ()
        self._read = read

    @cached_property
    def _document(self) -> Document:
        return self._read()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._document, name)


def pages_of(report: Report) -> dict[str, Settled]:
    """What is known of the pages of a book by now, by uri; nothing where a page may hang on more than is known of it.

    That is so where a game or a record holds for all pages together, or where so much is compared that more of it
    would come to an end.
    """
    book = report.book
    site, records = book.site, (book.lock_file, book.outline_file)
    if report.quiet is None or site is None or book.systems or site.options.links == DOCSIFY_LINKS:
        return {}
    if any(record is not None and record.is_file() for record in records):
        return {}
    figures = frozenset(report.not_looked_at)
    return {page.uri: page.settled or _settled(report, page, figures) for page in book.pages}


def _settled(report: Report, page: Page, figures: frozenset[str]) -> Settled:
    source, analysis = page.document.source, report.analyses.get(page.uri)
    site = report.book.site
    return Settled(
        file=str(site.docs_dir / page.uri) if site is not None else source.path,
        is_quiet=report.quiet is not None and page.uri in report.quiet,
        face=face_of(report.book, page),
        dialect=page.document.dialect,
        body=page.document.body,
        titles=page.document.titles,
        plays=plays(source.in_plain_signs),
        is_read=analysis is not None,
        has_figures=source.path in figures,
        verdicts=Counter(str(claim.verdict) for claim in analysis.claims) if analysis is not None else {},
    )


def face_of(book: Book, page: Page) -> str:
    """A digest of what the checks of other pages look at, but for texts (see `BookIndex.texts_for`)."""
    document, text = page.document, page.document.source.text
    face = (
        document.dialect,
        document.is_open,
        page.reported,
        plays(document.source.in_plain_signs),
        [mark in text for mark in ("{{", "{%", ":::", "-8<-")],
        [source.path for source in document.includes],
        document.meta,
        [what for _, what in sorted(_order(document), key=lambda one: one[0])],
        [(part.kind, part.id, part.title) for part in document.prose.parts] if book.is_of_a_book(page) else (),
        sorted(_targets(document)) if book.site is not None and book.site.nav else (),
    )
    return sha256(json.dumps(face, default=repr).encode("utf-8", "surrogatepass")).hexdigest()


def _order(document: Document) -> Iterator[tuple[tuple[int, int], tuple[object, ...]]]:
    """Headings and anchors, each with where it begins or ends."""
    for heading in document.headings:
        yield (heading.span.end, 0), ()
        yield (heading.span.start, 1), (heading.level, heading.title, heading.id)
    for anchor in document.anchors:
        yield (anchor.span.start, 2), (anchor.kind, anchor.id)


def _targets(document: Document) -> set[tuple[str, bool]]:
    """The pages and files that a document leads to, and whether raw HTML does."""
    targets = [(link.target, link.kind == "html") for link in document.links if link.target is not None]
    targets += [(definition.target, False) for definition in document.definitions]
    return {(target.partition("#")[0], is_raw) for target, is_raw in targets}
