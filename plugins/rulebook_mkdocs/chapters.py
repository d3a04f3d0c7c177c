"""Sources that are published as several pages: planned before MkDocs reads pages, dealt out when all are rendered."""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from urllib.parse import unquote, urljoin, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_mkdocs.files import HeldFile
from rulebook_render.presentation.addresses import relative_url
from rulebook_render.presentation.splitting import Leaf, raised, split, with_links
from rulebook_rules.book import Book
from rulebook_rules.published.redirects import Keeper, formers_of
from rulebook_syntax.document import Document, Heading

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+.!-])")


@dataclass(frozen=True, slots=True)
class _Chapter:
    heading: Heading
    uri: str


class Chapters:
    """The chapters of the sources of one build.

    Args:
        levels: the uris of the sources, with the level of the headings that a page begins at.
        at_start: how many chapters stay on the first page, by the uris of the sources.
    """

    def __init__(self, levels: Mapping[str, int], at_start: Mapping[str, int | None] = MappingProxyType({})) -> None:
        self._levels = levels
        self._at_start = at_start
        self._planned: dict[str, tuple[_Chapter, ...]] = {}
        self.where: dict[str, dict[str, str]] = {}
        """The address of the page that has an id, by the address of the whole page."""

    def plan(self, files: Files, config: MkDocsConfig, book: Book) -> None:
        """Add a page for each chapter."""
        for uri, level in self._levels.items():
            page, file = book.by_uri.get(uri), files.get_file_from_path(uri)
            if page is None or file is None:
                raise Abort(f"rulebook: `split_level` names `{uri}`, which is no page of a book")
            chapters = tuple(_chapters(uri, level, page.document))[self._at_start.get(uri) or 0 :]
            self._planned[uri] = chapters
            src_uris = {other.dest_uri: other.src_uri for other in files}
            for chapter in chapters:
                made = _file(chapter, config)
                if (other := src_uris.setdefault(made.dest_uri, chapter.uri)) != chapter.uri:
                    place = _place(page.document, chapter.heading)
                    raise Abort(f"rulebook: {place}: a page of its own would take the place of `{other}`")
                files.append(made)

    def take_place(self, nav: Navigation, files: Files) -> None:
        """Put the chapters behind the page of their source, unless the writer has put them anywhere."""
        for uri, chapters in self._planned.items():
            whole = _page(files, uri)
            pages = [_page(files, chapter.uri) for chapter in chapters]
            if whole not in nav.pages or any(page in nav.pages for page in pages):
                continue
            for page in pages:
                page.parent = whole.parent
            siblings = nav.items if whole.parent is None else whole.parent.children
            for listed in (siblings, nav.pages):
                behind = listed.index(whole) + 1
                listed[behind:behind] = pages
        for page, following in itertools.pairwise(nav.pages):
            page.next_page, following.previous_page = following, page

    def has(self, uri: str) -> bool:
        """Return whether a page is one of the planned chapters."""
        return any(chapter.uri == uri for chapters in self._planned.values() for chapter in chapters)

    def heading_at(self, uri: str, span: Span) -> Heading | None:
        """The heading of the chapter that has a place of a source; None on its first page, and of other sources."""
        before = [chapter for chapter in self._planned.get(uri, ()) if chapter.heading.span.start <= span.start]
        return before[-1].heading if before else None

    def renamed(self, book: Book) -> Iterator[tuple[str, Keeper]]:
        """The uris that chapters have had by the ids which comments below their headings keep."""
        for uri in self._planned:
            document = book.by_uri[uri].document
            for former in formers_of(document):
                above = [heading for heading in document.headings if heading.span.start <= former.span.start]
                if above and above[-1] is self.heading_at(uri, former.span):
                    for link in former.links:
                        if not link.page:
                            yield _uri(uri, link.id), Keeper(uri, former.span)

    def deal_out(self, files: Files, book: Book) -> None:
        """Give each chapter its part of the rendered page, and let all links lead there."""
        leaves: dict[str, Mapping[str, Leaf]] = {}
        for uri, chapters in self._planned.items():
            whole = _page(files, uri)
            leaves[uri] = split(whole.content or "", frozenset(chapter.heading.id for chapter in chapters))
            where = self.where[whole.url] = {}
            for chapter in chapters:
                leaf = leaves[uri].get(chapter.heading.id)
                if leaf is None:
                    place = _place(book.by_uri[uri].document, chapter.heading)
                    raise Abort(f"rulebook: {place}: no page can begin inside of something else")
                where.update(dict.fromkeys(leaf.ids, _page(files, chapter.uri).url))
        for uri, chapters in self._planned.items():
            self._deal(_page(files, uri), leaves[uri], [(chapter, _page(files, chapter.uri)) for chapter in chapters])
        dealt = {chapter.uri for chapters in self._planned.values() for chapter in chapters} | self._planned.keys()
        for file in files.documentation_pages() if self._planned else ():
            if file.src_uri not in dealt and file.page is not None and file.page.content:
                file.page.content = self._routed(file.page.content, file.page.url, file.page.url, frozenset())

    def _deal(self, whole: Page, leaves: Mapping[str, Leaf], pages: Iterable[tuple[_Chapter, Page]]) -> None:
        links = {link.id: link for link in _flat(whole.toc)}
        titles = {chapter.heading.id for chapter, _ in pages}
        for chapter, page in pages:
            leaf, up = leaves[chapter.heading.id], chapter.heading.level - 1
            html = raised(leaf.html, up) + leaf.notes
            page.content = self._routed(html, whole.url, page.url, leaf.known)
            page.toc = TableOfContents(_without([links[chapter.heading.id]], titles - {chapter.heading.id}, up))
            page.present_anchor_ids = set(leaf.known)
            page.edit_url = whole.edit_url
        first = leaves[""]
        whole.content = self._routed(first.html, whole.url, whole.url, first.known)
        whole.content += _contents(whole, pages) + self._routed(first.notes, whole.url, whole.url, first.known)
        whole.toc = TableOfContents(_without(list(whole.toc), titles, 0))

    def route(self, url: str) -> str:
        """Return where on the site an address (from its root) leads, now that a page is several."""
        page, sign, fragment = url.partition("#")
        return self.where.get(page, {}).get(unquote(fragment), page) + sign + fragment

    def _routed(self, html: str, base: str, new: str, known: Iterable[str]) -> str:
        """A page that was made for the address `base` and stands at `new`, where the ids `known` are."""

        def change(link: str) -> str:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or parts.path.startswith("/"):
                return link
            if not parts.path and (not parts.fragment or unquote(parts.fragment) in known):
                return link
            # What a script reads of an address, as `#stage?ours=L12`, is about the page that it stands on.
            if not parts.path and "?" in parts.fragment and unquote(parts.fragment) not in self.where.get(base, {}):
                return link
            url = urljoin(f"/{base}", link).lstrip("/")
            routed = self.route(url)
            if routed == url and base == new:
                return link
            return relative_url(routed, new)

        return with_links(html, change)


def _chapters(uri: str, level: int, document: Document) -> Iterator[_Chapter]:
    for number, heading in enumerate(document.headings):
        if heading.level <= level and (number > 0 or heading.level == level):
            yield _Chapter(heading, _uri(uri, heading.id))


def _uri(source: str, id_: str) -> str:
    """Return the URI of a chapter's page: its id, in the folder of its source."""
    name = re.sub(r"[^\w.-]+", "-", id_)
    return posixpath.join(posixpath.dirname(source), f"{name}.md")


def _file(chapter: _Chapter, config: MkDocsConfig) -> File:
    title = _MARKDOWN.sub(r"\\\1", escape(chapter.heading.title))
    return HeldFile.generated(config, chapter.uri, content=f"# {title}\n", inclusion=InclusionLevel.NOT_IN_NAV)


def _place(document: Document, heading: Heading) -> str:
    return f"{Place(document.source, heading.title_span).where}: `{heading.title}`"


def _page(files: Files, uri: str) -> Page:
    file = files.get_file_from_path(uri)
    assert file is not None
    assert file.page is not None
    return file.page


def _flat(links: Iterable[AnchorLink]) -> Iterator[AnchorLink]:
    for link in links:
        yield link
        yield from _flat(link.children)


def _without(links: Iterable[AnchorLink], others: Iterable[str], up: int) -> list[AnchorLink]:
    """Entries of a table of contents some levels further up, without those of other pages."""
    out = []
    for link in links:
        if link.id not in others:
            copy = AnchorLink(link.title, link.id, link.level - up)
            copy.children = _without(link.children, others, up)
            out.append(copy)
    return out


def _contents(whole: Page, pages: Iterable[tuple[_Chapter, Page]]) -> str:
    """The list of the chapters at the end of the first page."""
    items = "".join(
        f'<li><a href="{escape(relative_url(page.url, whole.url))}">{escape(chapter.heading.title)}</a></li>'
        for chapter, page in pages
    )
    return f'<nav class="rulebook-chapters" aria-label="Chapters"><ol>{items}</ol></nav>' if items else ""
