"""What all checks look up: ids and labels of every page, where a target leads, what others may generate."""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote

from rulebook.book import Book, Page
from rulebook.caps import MAX_OF_A_KIND
from rulebook.checks.generators import Generators
from rulebook.checks.hosting import Asked, asked_of_host, host_folder, is_docsify
from rulebook.checks.nearness import Nearness
from rulebook.checks.notes import Notes
from rulebook.checks.parts import Parts
from rulebook.dialects import is_usual
from rulebook.dialects.markdown.slugs import docsify_ids, github_slug, kramdown_slug, plain_slug, vuepress_slug
from rulebook.document import Anchor, Definition, Document, Heading, Link
from rulebook.files import lies_in
from rulebook.findings import Finding, Severity
from rulebook.including import Including, Lost
from rulebook.keeping.former import FORMERLY, former_anchors
from rulebook.lexing.lazily import lazily
from rulebook.machine import relative
from rulebook.source import Span
from rulesmod.system import System

if TYPE_CHECKING:
    from rulebook.config import SiteConfig
    from rulebook.keeping.lost import RenamedIds

_SCHEME = lazily(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|\\")
_MAX_COMPARISONS = 300_000
"""Looking for near matches compares everything with everything: on a book that is all wrong it must end."""
_FEW_COMPARISONS = MAX_OF_A_KIND**2
"""Of many names, those are looked for that are near as many faults as are told of a page."""

MIN_PARTS = 3
"""So many pages show by their links that they are parts of one."""
MIN_CONTENTS = 10
"""So many links that all lead nowhere on it, or one page that is a list of contents."""

_ROOTS = ("public", "static", "*/public", "*/static")
"""Folders whose files a program puts at the root of its site."""

_INDEX_PAGES = ("index.md", "README.md")


class Destination(NamedTuple):
    """Where a target leads.

    Attributes:
        kind: a page of the book; a file beside the pages; nowhere that exists; or somewhere that is not ours
            to check (another site, a template, something generated).
        path: docs-relative path that the target means.
        page: the page, for kind `page`.
        fragment: what stands behind the `#`.
        is_outside: whether it is missing because it lies outside of the book.
    """

    kind: Literal["page", "file", "missing", "elsewhere"]
    path: str = ""
    page: Page | None = None
    fragment: str = ""
    is_outside: bool = False

    @property
    def of_page(self) -> Page:
        assert self.page is not None
        return self.page


_ELSEWHERE = Destination("elsewhere")


class PageIndex:
    """The ids and labels of one page.

    Attributes:
        is_open: something that cannot be read here adds to the page, so that what it lacks may still be there.
        shows_parts: whether tables and boxes have ids on it: the pages of books.
        has_parts: whether it takes in others, or is taken in.
        taken_ids, taken_labels: the ids and labels that these bring; the titles of their headings lead there as well.
    """

    def __init__(self, page: Page, around: list[Document], *, is_open: bool, shows_parts: bool) -> None:
        self.page = page
        self.shows_parts = shows_parts
        self.document = page.document
        self.is_open = is_open or page.document.is_open
        self.has_parts = bool(around)
        ids = {anchor.id for document in around for anchor in document.anchors}
        self.taken_ids = ids | {heading.title for document in around for heading in document.headings}
        self.taken_labels = frozenset(d.label.lower() for document in around for d in document.definitions)

    @cached_property
    def anchors(self) -> Mapping[str, Anchor]:
        """The first anchor of each id: where a browser goes."""
        anchors: dict[str, Anchor] = {}
        for anchor in self.document.anchors:
            anchors.setdefault(anchor.id, anchor)
        if self.shows_parts:
            for part in self.document.prose.parts:
                anchors.setdefault(part.id, Anchor(part.id, part.span, "part"))
        for anchor in former_anchors(self.document):
            anchors.setdefault(anchor.id, anchor)
        return anchors

    @cached_property
    def host_ids(self) -> frozenset[str]:
        """The ids that GitHub, Jekyll, VuePress, docsify and others give the headings without one of their own."""
        written = {anchor.id for anchor in self.document.anchors if anchor.kind == "attribute"}
        ids = set(docsify_ids(heading.title for heading in self.document.headings if heading.id not in written))
        for slugify in (github_slug, kramdown_slug, vuepress_slug, plain_slug):
            slugs: Counter[str] = Counter()
            for heading in self.document.headings:
                slug = slugify(heading.title)
                if heading.id not in written:
                    ids.add(f"{slug}-{slugs[slug]}" if slugs[slug] else slug)
                slugs[slug] += 1
            # Most hosts read Markdown within HTML as well, behind a blank line.
            ids.update(map(slugify, _written_titles(self.document.source.text)))
        return frozenset(ids)

    @cached_property
    def labels(self) -> Mapping[str, Definition]:
        """The definitions by label; of several the last counts, as in Python-Markdown."""
        return {definition.label.lower(): definition for definition in self.document.definitions}

    @cached_property
    def ids_by_fold(self) -> Mapping[str, list[str]]:
        """The ids that differ only in case."""
        ids: dict[str, list[str]] = {}
        for id_ in self.anchors:
            ids.setdefault(id_.casefold(), []).append(id_)
        return ids

    @cached_property
    def labels_by_letters(self) -> Mapping[str, list[str]]:
        """The labels that differ only in spaces and signs."""
        labels: dict[str, list[str]] = {}
        for label in self.labels:
            labels.setdefault(letters(label), []).append(label)
        return labels

    @cached_property
    def headings_by_anchor(self) -> Mapping[str, Heading]:
        """The heading of each id that a heading has, or that stands in one."""
        found: dict[str, Heading] = {}
        headings = iter(self.document.headings)
        heading = next(headings, None)
        for anchor in self.document.anchors:
            while heading is not None and heading.span.end <= anchor.span.start:
                heading = next(headings, None)
            if heading is None:
                break
            if heading.span.start <= anchor.span.start:
                found[anchor.id] = heading
        return found

    @cached_property
    def ends_of_sections(self) -> Mapping[Heading, int]:
        """Where what stands under each heading ends: at the next one that is not below it."""
        ends: dict[Heading, int] = {}
        above: list[Heading] = []
        for heading in self.document.headings:
            while above and above[-1].level >= heading.level:
                ends[above.pop()] = heading.span.start
            above.append(heading)
        return ends | dict.fromkeys(above, len(self.document.source.text))

    def definition_of(self, link: Link) -> Definition | None:
        """The definition that a reference uses."""
        return self.labels.get(link.label.lower()) if link.label is not None else None


class BookIndex:
    """The book as the checks look at it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.reported = book.reported
        self.hanging: set[str] = set()
        """The pages, by uri, of which what is found hangs on more of the others than is kept of pages."""
        self.is_strained = False
        """Whether so much is compared that with as much again, the limit may be reached."""
        self._most_asked = MAX_OF_A_KIND * sum(page.reported for page in book.pages)
        self._pages: dict[str, PageIndex] = {}
        self._comparisons = 0
        self._asked: Counter[int] = Counter()
        self._near: dict[tuple[int, str], list[str]] = {}
        self._compared: dict[int, Nearness] = {}

    @property
    def has_footnotes(self) -> bool:
        """Whether `[^label]` means a footnote."""
        return self.book.site is None or self.book.site.markdown.has("footnotes")

    @cached_property
    def generators(self) -> Generators:
        return Generators.of(self.book.site)

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Words that are spelt right whatever a dictionary says: those of the games of the book."""
        return frozenset[str]().union(*map(_words_of, {page.system for page in self.book.pages if page.system}))

    def page(self, page: Page) -> PageIndex:
        index = self._pages.get(page.uri)
        if index is None:
            text = page.document.source.text
            is_open = "{" in text and ("{{" in text or "{%" in text) and self.generators.fill_templates
            is_open = is_open or (":::" in text and self.generators.resolve_references)
            # A file by itself does not say where its snippets lie.
            is_open = is_open or ("-8<-" in text and self.book.site_of(page) is None)
            shows_parts, around = self.shows_parts(page), self.parts.around(page)
            index = self._pages[page.uri] = PageIndex(page, around, is_open=is_open, shows_parts=shows_parts)
        return index

    def is_alone(self, page: Page) -> bool:
        """Whether what is found in a page hangs on itself, and else on no more than is kept of pages."""
        site, document = self.book.site, page.document
        folder = site.book_folder(page.uri) if site is not None else None
        is_guessed = (folder is None or folder.dialect is None) and not is_usual(document.source, document.dialect)
        keeps_links = FORMERLY in document.source.text
        return not (is_guessed or keeps_links or page.uri in self.hanging or self.page(page).has_parts)

    def texts_for(self, *pages: Page) -> Sequence[Page]:
        """All pages, as what is found in some of them hangs on all texts."""
        self.hanging.update(page.uri for page in pages)
        return self.book.pages

    def shows_parts(self, page: Page) -> bool:
        """Whether the tables and boxes of a page can be linked to: a book's pages are published so."""
        return self.book.is_of_a_book(page)

    @cached_property
    def ids_of_whole(self) -> frozenset[str]:
        """The ids of all pages, where the pages by themselves are parts that something puts together into one.

        Their own links show it: most that lead nowhere on their page, from several pages or from a list of contents of
        which none leads anywhere there, lead to what another one has. An id may have the name of its file before it.
        """
        ids: set[str] = set()
        for page in self.book.pages:
            own = {*self.page(page).anchors, *self.page(page).host_ids}
            stem = posixpath.splitext(posixpath.basename(page.uri))[0]
            ids |= {*own, *(f"{stem}_{id_}" for id_ in own)}
        found, lost, asked = Counter[str](), Counter[str](), Counter[str]()
        for page in self.book.pages:
            for link in page.document.links:
                if link.target is not None and link.target.startswith("#"):
                    fragment = link.target[1:]
                    is_lost = fragment not in self.page(page).anchors and fragment not in self.page(page).host_ids
                    asked[page.uri] += 1
                    lost[page.uri] += is_lost
                    found[page.uri] += is_lost and fragment in ids
        lists = [uri for uri, count in found.items() if MIN_CONTENTS <= asked[uri] == lost[uri] < 2 * count]
        are_parts = sum(map(bool, found.values())) >= MIN_PARTS and 2 * found.total() > lost.total()
        return frozenset(ids) if lists or are_parts else frozenset()

    @cached_property
    def notes(self) -> Notes:
        """The pages and files by their names, for wikilinks."""
        return Notes(self.book)

    @cached_property
    def parts(self) -> Parts:
        return Parts(self.book)

    def not_taken(self, page: Page) -> Iterator[Lost]:
        """What a page would take in, and cannot."""
        source = page.document.source
        return iter(()) if self._including is None else self._including.lost(source.text, Path(source.path))

    @cached_property
    def _including(self) -> Including | None:
        return Including(self.book.site) if self.book.site is not None and self.book.site.markdown.taking else None

    # -- where a target leads --

    def destination(self, page: Page, target: str, *, raw_html: bool = False, image: bool = False) -> Destination:
        """Where a target on a page leads; raw HTML counts from the page's address, Markdown from its source."""
        site = self.book.site_of(page)
        if site is not None and (asked := asked_of_host(site, target)) is not None:
            return self._hosted(page, asked)
        if target.startswith("#"):
            return Destination("page", page.uri, page, target[1:])
        if target[:5].lower() == "file:":
            return Destination("missing", target, is_outside=True)
        if not target or _SCHEME.match(target) or "{{" in target or "{%" in target or "<%" in target:
            return _ELSEWHERE
        if site is None and target.startswith(("~", "@")):
            return _ELSEWHERE  # What a bundler has under this name, only its settings say.
        page = self.parts.place_of(page)
        path, _, fragment = target.partition("#")
        if "?" in path or "%" in path:
            path = unquote(path.partition("?")[0])
        if not path:
            return Destination("page", page.uri, page, fragment)
        if path.startswith("/"):
            site = self.book.site_of(page)
            if page.document.traits.names_notes and not raw_html:
                found_path = self.notes.from_root(page, path)
                if found_path is None and image and page.root and self._is_shown(page, page.root, path.lstrip("/")):
                    return _ELSEWHERE
                return self._at(found_path or posixpath.normpath(path.lstrip("/")), fragment)
            if image and site is not None and site.absolute_links != "relative_to_docs":
                return self._on_host(path)
            if raw_html or site is None or site.absolute_links != "relative_to_docs":
                return _ELSEWHERE
            return self._at(posixpath.normpath(path.lstrip("/")), fragment)
        if self.book.site is not None and self.book.site_of(page) is None:
            return self._beside(self.book.site, page, path, fragment)
        uri = _joined(page.uri.rpartition("/")[0], path)
        found = self._at(uri, fragment)
        if found.kind not in ("page", "file") and (at_root := self._from_root(page, path, fragment)) is not None:
            return at_root
        is_lone = self.book.site is None
        ending = posixpath.splitext(path.rstrip("/."))[1]
        is_published = is_lone and ending in (".html", ".htm")
        if image and page.root is not None and found.kind != "file" and self._is_shown(page, page.root, path):
            return _ELSEWHERE
        # Of a file by itself nobody knows what publishes it, and where: `../../issues`.
        is_address = is_lone and (raw_html or "?" in target or not ending)
        if (
            page.root is not None
            and found.kind not in ("page", "file")
            and not (is_published or is_address or lies_in(uri, page.root))
        ):
            return Destination("missing", uri, None, fragment, True)
        if not is_lone and (uri == ".." or uri.startswith("../")):
            found = Destination("missing", uri, None, fragment, True)  # It may be read, but is not in the site.
        if found.kind == "missing" and is_lone:
            found = self._in_collection(page, path, fragment) or found
        if found.kind != "missing":
            return found
        if is_address:
            return _ELSEWHERE
        if raw_html or not posixpath.splitext(path)[1] or path.endswith((".html", "/")):
            # What is no source path reaches the reader as it is, and counts from the page's address.
            address = posixpath.normpath(posixpath.join(self._address(page.uri), path))
            if site is not None and not host_folder(site):
                address = (
                    posixpath.normpath(f"/{address}").lstrip("/") or "."
                )  # A browser goes no higher than its host.
            addressed = self._addresses.get(address.removesuffix("/index.html"))
            if addressed is not None:
                return Destination("page", addressed.uri, addressed, fragment)
            if address in self.book.files:
                return Destination("file", address)
            if found.is_outside and not address.startswith(".."):
                return Destination("missing", address, None, fragment)
        return _ELSEWHERE if is_published else found

    def _from_root(self, page: Page, path: str, fragment: str) -> Destination | None:
        """What a path finds that docsify counts from the root of its site, and Obsidian from its note: for both, what
        is above the root is the root."""
        in_vault = page.document.traits.names_notes
        if page.root is None or not (in_vault or is_docsify(page.root)):
            return None
        top = page.root.as_posix() if posixpath.isabs(page.uri) else relative(page.root, ".")
        folder = posixpath.relpath(posixpath.dirname(page.uri) or ".", top) if in_vault else ""
        uri = posixpath.normpath(top + posixpath.normpath(posixpath.join("/", folder, path)))
        found = self.book.by_uri.get(uri) or self._addresses.get(uri)
        if found is not None:
            return Destination("page", found.uri, found, fragment)
        return Destination("file", uri) if uri in self.book.files else None

    def _in_collection(self, page: Page, path: str, fragment: str) -> Destination | None:
        """What a path finds beside its page in Jekyll's collections, which may all be served from one folder."""
        top, folder = posixpath.split(posixpath.dirname(page.uri))
        if not folder.startswith("_") or "/" in path:
            return None
        beside = (posixpath.split(posixpath.dirname(uri)) for uri in self.book.by_uri if uri.endswith(f"/{path}"))
        found = next((name for above, name in beside if above == top and name.startswith("_")), None)
        return self._at(posixpath.join(top, found, path), fragment) if found is not None else None

    def _is_shown(self, page: Page, root: Path, path: str) -> bool:
        """Whether a program that shows the pages in a folder has what the path of an image names: it may count from the
        page's address, from a folder that is served, or as what takes a part in says."""
        folders = [posixpath.splitext(page.uri)[0], *self.parts.folders_of_images(page)]
        paths = [posixpath.normpath(posixpath.join(folder, path)) for folder in folders]
        name = posixpath.normpath(path)
        if ".." not in name:
            paths += [(found / name).as_posix() for folder in _ROOTS for found in root.glob(folder)]
        return any(lies_in(found, root) and os.path.isfile(found) for found in paths)

    def _hosted(self, page: Page, asked: Asked) -> Destination:
        """Where a link leads by its host, which knows pages by their addresses, with or without an ending."""
        if not asked.path:
            return Destination("page", page.uri, page, asked.id)
        uri = posixpath.normpath(asked.path.strip("/"))
        beside = () if asked.path.startswith("/") else (_joined(page.uri.rpartition("/")[0], asked.path),)
        for path in (*beside, uri):
            found = self.book.by_uri.get(path) or self._addresses.get(path)
            if found is not None:
                return Destination("page", found.uri, found, asked.id)
            if path in self.book.files or _is_made_by_mkdocs(path):
                return Destination("file", path)
        return Destination("missing", uri, None, asked.id)

    def _on_host(self, path: str) -> Destination:
        """Where the path of an image leads that begins with a slash: a site may lie in a folder of its host."""
        parts = posixpath.normpath(path).strip("/").split("/")
        for first in range(len(parts)):
            uri = "/".join(parts[first:])
            if uri in self.book.files or _is_made_by_mkdocs(uri):
                return Destination("file", uri)
        whole = "/".join(parts)
        return Destination("missing", whole, is_outside=not self.near_paths(whole))

    def _beside(self, site: SiteConfig, page: Page, path: str, fragment: str) -> Destination:
        """Where a path leads from a file beside the docs folder: whatever is on the disk, the site's pages among it."""
        target = os.path.abspath(site.docs_dir / posixpath.dirname(page.uri) / path)
        found = self._at(relative(target, site.docs_dir), fragment)
        if found.kind == "missing" and os.path.exists(target):
            return Destination("file", found.path)
        is_ours = Path(target).is_relative_to(os.path.abspath(site.path.parent))
        return found if found.kind != "missing" or is_ours else _ELSEWHERE

    def _at(self, uri: str, fragment: str) -> Destination:
        page = self.book.by_uri.get(uri)
        if page is not None:
            return Destination("page", uri, page, fragment)
        if uri in self.book.files or _is_made_by_mkdocs(uri):
            return Destination("file", uri)
        if uri.startswith("../") and self.book.site is None:
            return _ELSEWHERE
        return Destination("missing", uri, None, fragment)

    def _address(self, uri: str) -> str:
        """The folder that relative addresses on a page count from."""
        site = None if uri.startswith("../") else self.book.site
        folder, name = posixpath.split(uri)
        if name in _INDEX_PAGES or site is None or not site.use_directory_urls:
            return folder
        return posixpath.splitext(uri)[0]

    @cached_property
    def _addresses(self) -> Mapping[str, Page]:
        """Pages by the address that a reader sees, without `index.html`."""
        addresses: dict[str, Page] = {}
        for page in self.book.pages:
            folder, name = posixpath.split(page.uri)
            stem = posixpath.splitext(page.uri)[0]
            if name in _INDEX_PAGES:
                addresses[folder or "."] = page
                addresses[posixpath.join(folder, "index.html")] = page
            else:
                addresses[stem] = page
                addresses[stem + ".html"] = page
        return addresses

    # -- near matches --

    def near(self, wanted: str, known: Collection[str], cutoff: float) -> list[str]:
        """The known words that are nearly the wanted one, nearest first; none when too much has been asked.

        Args:
            wanted: a word.
            known: the words, which the index keeps.
            cutoff: how near they must be: 1 is the same.
        """
        key = (id(known), wanted)
        if key not in self._near:
            self._near[key] = self._nearness(known).near(wanted, cutoff) if self._may_compare(known) else []
        return self._near[key]

    def _nearness(self, known: Collection[str]) -> Nearness:
        if id(known) not in self._compared:
            self._compared[id(known)] = Nearness(known)
        return self._compared[id(known)]

    def sharing_words(self, wanted: str, known: Collection[str]) -> list[str]:
        """The one id that has most of the words of a wanted one, and at least half of them; none where several have."""
        words = _id_words(wanted)
        if not words or not self._may_compare(known):
            return []
        shares = {id_: len(words & _id_words(id_)) for id_ in known}
        most = max(shares.values(), default=0)
        best = [id_ for id_, share in shares.items() if share == most]
        return best if len(best) == 1 and most * 2 >= len(words) else []

    def _may_compare(self, known: Collection[str]) -> bool:
        self._comparisons += len(known)
        self._asked[id(known)] += 1
        asked = self._asked[id(known)]
        self.is_strained = self.is_strained or not self._is_little(2 * asked, len(known), 2 * self._comparisons)
        return self._is_little(asked, len(known), self._comparisons)

    def _is_little(self, asked: int, known: int, comparisons: int) -> bool:
        return (asked * known <= _FEW_COMPARISONS or asked <= self._most_asked) and comparisons <= _MAX_COMPARISONS

    def near_ids(self, page: Page, wanted: str) -> list[Anchor]:
        """The anchors of a page that a wanted id may mean, nearest first: the one it has become, or nearly its like."""
        there = self.page(page)
        anchors = there.anchors
        renamed = self._renamed.of(page).get(wanted)
        if renamed is not None and renamed in anchors:
            return [anchors[renamed]]
        near = there.ids_by_fold.get(wanted.casefold()) or self.near(wanted, anchors, 0.75)
        return [anchors[id_] for id_ in near]

    @cached_property
    def _renamed(self) -> RenamedIds:
        from rulebook.keeping.lost import RenamedIds  # Only where a link leads nowhere.

        return RenamedIds(self.book)

    def near_paths(self, uri: str) -> list[str]:
        """The paths of the book that are nearly the wanted one, nearest first."""
        folded = self._paths_by_fold.get(uri.casefold())
        if folded:
            return folded
        near = self.near(uri, self._paths, 0.8)
        moved = [path for path in self._paths_by_name.get(posixpath.basename(uri), ()) if path not in near]
        return near + moved if len(moved) <= 3 else near

    @cached_property
    def _paths(self) -> Sequence[str]:
        return [*self.book.by_uri, *self.book.files]

    @cached_property
    def _paths_by_fold(self) -> Mapping[str, list[str]]:
        paths: dict[str, list[str]] = {}
        for path in (*self.book.by_uri, *sorted(self.book.files)):
            paths.setdefault(path.casefold(), []).append(path)
        return paths

    @cached_property
    def _paths_by_name(self) -> Mapping[str, list[str]]:
        paths: dict[str, list[str]] = {}
        for path in (*self.book.by_uri, *sorted(self.book.files)):
            paths.setdefault(posixpath.basename(path), []).append(path)
        return paths


def _written_titles(text: str) -> list[str]:
    """What stands in each line that begins as a heading does."""
    lines = (line.strip() for line in text.split("\n") if line.lstrip().startswith("#"))
    return [line.strip("#").strip() for line in lines]


def _joined(folder: str, path: str) -> str:
    """A path that counts from a folder; what `posixpath` gives, but for the usual paths without its price."""
    while path.startswith("../") and folder:
        folder, path = folder.rpartition("/")[0], path[3:]
    if "./" in path or "//" in path or path.endswith(("/", ".")):
        return posixpath.normpath(posixpath.join(folder, path))
    return f"{folder}/{path}" if folder else path


def _id_words(id_: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[\W_]+", id_.casefold()) if len(word) > 3)


@lru_cache(maxsize=64)
def _words_of(system: System) -> frozenset[str]:
    """The words of a game's names, in lower case."""
    names = [*system.terms, system.title]
    for vocabulary in system.vocabularies:
        names += [*vocabulary.entries, *vocabulary.entries.values()]
    return frozenset(word.lower() for name in names for word in re.findall(r"[^\W\d_]+", name))


def letters(label: str) -> str:
    """A label without spaces and signs."""
    return re.sub(r"[\W_]+", "", label)


def part(span: Span, text: str, whole: str, start: int, end: int) -> Span:
    """The span of `whole[start:end]`, where `whole` is written as it is at `span`; else all of `span`."""
    return Span(span.start + start, span.start + end) if text == whole else span


def _is_made_by_mkdocs(uri: str) -> bool:
    """Files that MkDocs or its themes put into every site."""
    return uri in _MADE_BY_MKDOCS or uri.startswith(("assets/javascripts/", "assets/stylesheets/"))


_MADE_BY_MKDOCS = frozenset(
    (
        "sitemap.xml", "sitemap.xml.gz", "404.html", "search/search_index.json", "objects.inv",
        "assets/images/favicon.png", "img/favicon.ico", "feed_rss_created.xml", "feed_rss_updated.xml",
    )
)  # fmt: skip


def as_told(findings: Iterable[Finding], *, is_sure: bool) -> Iterator[Finding]:
    """Findings, which are but notes where a page may be of somebody who means it so."""
    return (finding if is_sure else replace(finding, severity=Severity.INFO) for finding in findings)
