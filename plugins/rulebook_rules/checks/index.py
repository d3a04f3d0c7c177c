"""Index of all pages for the checks: link targets, similar names, generated pages."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook_core.finding_limits import MAX_OF_A_KIND
from rulebook_core.findings import Evidence, Finding
from rulebook_core.late import late
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.destinations import Destination, Destinations
from rulebook_rules.checks.generators import Generators
from rulebook_rules.checks.hosting import is_bookdown
from rulebook_rules.checks.nearness import Nearness, is_of_row
from rulebook_rules.checks.notes import Notes
from rulebook_rules.checks.pageindex import PageIndex
from rulebook_rules.checks.parts import Parts
from rulebook_rules.includes import Including, Lost
from rulebook_rules.published.redirects import FORMERLY
from rulebook_syntax.dialects import is_usual
from rulebook_syntax.document import Anchor
from rulebook_text.lexing.word_tokens import LETTERS
from rulesmod.system import System

if TYPE_CHECKING:
    from rulebook_rules.published.lost import RenamedIds

renamed_ids: Callable[[Book], RenamedIds] = late("rulebook_rules.published.lost", "RenamedIds")
"""Only a link that leads nowhere needs them."""

_MAX_COMPARISONS = 300_000
"""Looking for near matches compares everything with everything: on a book that is all wrong it must end."""
_MIN_COMPARISONS = MAX_OF_A_KIND**2
"""Of many names, those are looked for that are near as many faults as are told of a page."""

MIN_ALIKE = 0.7
"""How near the own names of files are, without their folder and ending."""
MIN_PARTS = 3
"""Pages whose links show that they are parts of one text."""
MIN_CONTENTS = 10
"""Links to nowhere on one page that show it to be a list of contents."""


class BookIndex:
    """The book as the checks look at it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.reported = book.reported
        self.hanging: set[str] = set()
        """The URIs of pages whose findings depend on more of other pages than their summaries."""
        self.is_strained = False
        """True once comparisons have used half of the limit."""
        self._max_comparisons_of_kind = MAX_OF_A_KIND * sum(page.reported for page in book.pages)
        self._pages: dict[str, PageIndex] = {}
        self._comparisons = 0
        self._counts_of_comparisons: Counter[int] = Counter()
        self._near: dict[tuple[int, str], list[str]] = {}
        self._compared: dict[int, Nearness] = {}

    @property
    def has_footnotes(self) -> bool:
        """Return whether `[^label]` means a footnote."""
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
        """Return whether a page's findings depend only on itself and on summaries of other pages."""
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
        """Return whether the tables and boxes of a page can be linked to: a book's pages are published so."""
        return self.book.is_of_a_book(page)

    @cached_property
    def ids_of_whole(self) -> frozenset[str]:
        """The ids of all pages, if the pages are parts of one text.

        Bookdown does, and their own links show it: most that lead nowhere on their page, from several pages or from a
        list of contents of which none leads anywhere there, lead to what another one has. An id may have the name of
        its file before it.
        """
        ids: set[str] = set()
        for page in self.book.pages:
            own = {*self.page(page).anchors, *self.page(page).host_ids}
            stem = posixpath.splitext(posixpath.basename(page.uri))[0]
            ids |= {*own, *(f"{stem}_{id_}" for id_ in own)}
        elsewhere, lost, links = Counter[str](), Counter[str](), Counter[str]()
        for page in self.book.pages:
            for link in page.document.links:
                if link.target is not None and link.target.startswith("#"):
                    fragment = link.target[1:]
                    is_lost = fragment not in self.page(page).anchors and fragment not in self.page(page).host_ids
                    links[page.uri] += 1
                    lost[page.uri] += is_lost
                    elsewhere[page.uri] += is_lost and fragment in ids
        lists = [uri for uri, count in elsewhere.items() if MIN_CONTENTS <= links[uri] == lost[uri] < 2 * count]
        are_parts = sum(map(bool, elsewhere.values())) >= MIN_PARTS and 2 * elsewhere.total() > lost.total()
        return frozenset(ids) if lists or are_parts or self._is_bookdown else frozenset()

    @cached_property
    def titles_of_whole(self) -> frozenset[str]:
        """The titles of all pages, in small letters, where bookdown puts them into one: they are labels on each."""
        pages = self.book.pages if self._is_bookdown else ()
        return frozenset(heading.title.lower() for page in pages for heading in page.document.headings)

    @cached_property
    def _is_bookdown(self) -> bool:
        return any(map(is_bookdown, {page.root for page in self.book.pages if page.root is not None}))

    @cached_property
    def notes(self) -> Notes:
        """The pages and files by their names, for wikilinks."""
        return Notes(self.book)

    @cached_property
    def parts(self) -> Parts:
        return Parts(self.book)

    def omitted_spans(self, page: Page) -> Iterator[Lost]:
        """Yield the files that a page includes and that cannot be included."""
        source = page.document.source
        return iter(()) if self._including is None else self._including.lost(source.text, Path(source.path))

    @cached_property
    def _including(self) -> Including | None:
        return Including(self.book.site) if self.book.site is not None and self.book.site.markdown.taking else None

    # -- where a target leads --

    def destination(self, page: Page, target: str, *, raw_html: bool = False, image: bool = False) -> Destination:
        """Return where a target on a page leads; raw HTML counts from the page's address, Markdown from its source."""
        return self._destinations.of(page, target, raw_html=raw_html, image=image)

    @cached_property
    def _destinations(self) -> Destinations:
        return Destinations(self.book, lambda: self.notes, self.parts, self.near_paths)

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
        is_sure = len(best) == 1 and most * 2 >= len(words)
        return best if is_sure and not is_of_row(wanted, best[0], known) else []

    def _may_compare(self, known: Collection[str]) -> bool:
        self._comparisons += len(known)
        self._counts_of_comparisons[id(known)] += 1
        count = self._counts_of_comparisons[id(known)]
        self.is_strained = self.is_strained or not self._is_little(2 * count, len(known), 2 * self._comparisons)
        return self._is_little(count, len(known), self._comparisons)

    def _is_little(self, number: int, known: int, comparisons: int) -> bool:
        return (
            number * known <= _MIN_COMPARISONS or number <= self._max_comparisons_of_kind
        ) and comparisons <= _MAX_COMPARISONS

    def near_ids(self, page: Page, wanted: str) -> list[Anchor]:
        """The anchors of a page that a wanted id may mean, nearest first: the one it has become, or nearly its like."""
        there = self.page(page)
        anchors = there.anchors
        renamed = self._renamed.of(page).get(wanted)
        if renamed is not None and renamed in anchors:
            return [anchors[renamed]]
        near = there.ids_by_fold.get(wanted.casefold()) or [
            one for one in self.near(wanted, anchors, 0.75) if not is_of_row(wanted, one, anchors)
        ]
        return [anchors[id_] for id_ in near]

    @cached_property
    def _renamed(self) -> RenamedIds:
        return renamed_ids(self.book)

    def near_paths(self, uri: str) -> list[str]:
        """The paths of the book that are nearly the wanted one, nearest first."""
        folded = self._paths_by_fold.get(uri.casefold())
        if folded:
            return folded
        near = [path for path in self.near(uri, self._paths, 0.8) if _are_alike(uri, path, self._paths)]
        moved = [path for path in self._paths_by_name.get(posixpath.basename(uri), ()) if path not in near]
        return near + moved if len(moved) <= 3 else near

    @cached_property
    def _paths(self) -> Sequence[str]:
        return [*self.book.by_uri, *self.book.files]

    @cached_property
    def _paths_by_fold(self) -> Mapping[str, list[str]]:
        return self._paths_by(str.casefold)

    @cached_property
    def _paths_by_name(self) -> Mapping[str, list[str]]:
        return self._paths_by(posixpath.basename)

    def _paths_by(self, key: Callable[[str], str]) -> Mapping[str, list[str]]:
        paths: dict[str, list[str]] = {}
        for path in (*self.book.by_uri, *sorted(self.book.files)):
            paths.setdefault(key(path), []).append(path)
        return paths


def _id_words(id_: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[\W_]+", id_.casefold()) if len(word) > 3)


@lru_cache(maxsize=64)
def _words_of(system: System) -> frozenset[str]:
    """The words of a game's names, in lower case."""
    names = [*system.terms, system.title]
    for vocabulary in system.vocabularies:
        names += [*vocabulary.entries, *vocabulary.entries.values()]
    return frozenset(word.lower() for name in names for word in LETTERS.findall(name))


def as_severity(findings: Iterable[Finding], *, is_sure: bool) -> Iterator[Finding]:
    """Findings, which are but notes where a page may be of somebody who means it so."""
    return (finding.by(Evidence.HABIT, has_game=is_sure) for finding in findings)


def _are_alike(uri: str, path: str, known: Collection[str]) -> bool:
    """Return whether the names of two files are alike; short ones of one folder have that and their ending alike."""
    if is_of_row(uri, path, known):
        return False
    wanted, known = (posixpath.splitext(posixpath.basename(one))[0].casefold() for one in (uri, path))
    return wanted == known or bool(Nearness((known,)).near(wanted, MIN_ALIKE))
