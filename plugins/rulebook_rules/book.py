"""The Book: all documents of a site, indexed; built from raw sources before anything is rendered,
and never changed afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.findings import Finding
from rulebook_rules.page_summary import LazyDocument, PageSummary
from rulebook_syntax.document import Document
from rulesmod.records import record

if TYPE_CHECKING:
    from rulebook_rules.claims.model import Analysis
    from rulebook_rules.config import BookFolder, SiteConfig
    from rulebook_rules.facts.authority.own import OwnFacts
    from rulesmod.system import System


@record
class Page:
    """A document in its book.

    Attributes:
        document: what its dialect read.
        uri: its path within the docs folder with forward slashes ("cavea/health.md"), from there as well
            ("../README.md") where it lies outside, or its path as given where there is no site.
        system: the game whose rules its text states, if any.
        reported: whether findings in it are wanted (a page may be read only because others link to it).
        root: the folder that its links may not leave; None for a page of a site, where that is the docs folder.
        is_part: whether it is no page by itself, but something that others take in.
    """

    document: Document
    uri: str
    system: System | None = None
    reported: bool = True
    root: Path | None = None
    is_part: bool = False

    @property
    def has_game(self) -> bool:
        """True if the game is known; without one, unusual forms may be style and no faults."""
        return self.system is not None

    @property
    def title(self) -> str:
        """The title of the page as readers know it, or its address if it has none."""
        headings = self.document.headings
        return str(self.document.meta.get("title") or (headings[0].title if headings else self.uri))

    def with_text(self, text: str) -> Page:
        """The page with another text. It still takes in the files that it took in, and lacks what it lacked."""
        before, document = self.document, self.document.read_again(text)
        includes, is_open = document.includes or before.includes, document.is_open or before.is_open
        return replace(self, document=replace(document, includes=includes, is_open=is_open))

    @property
    def summary(self) -> PageSummary | None:
        """The summary that stands for the page; None if the page is parsed."""
        return self.document.summary if isinstance(self.document, LazyDocument) else None


@record
class Reach:
    """The gaps of a reading: files that were not read, or not with certainty.

    Attributes:
        nothing_read: folders that were asked for, or that are said to hold a book, without a source in them.
        left_out: sources that belong to none of the pages.
        guessed: how many sources were taken for a dialect by their content, by its name.
        unsettled: sources that nothing is said of, because nobody knows by which settings they go.
    """

    nothing_read: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    guessed: Mapping[str, int] = field(default_factory=dict)
    unsettled: tuple[str, ...] = ()


class Look(NamedTuple):
    """The findings of a page that need no other page.

    Attributes:
        document: the document that it was found in.
        findings: those of the checks that need no other page.
        analysis: what any game's text says, of a page without a game that may say anything.
        unread: the texts of such a page that no reader has taken in.
        facts: what it states for its whole book.
    """

    document: Document
    findings: tuple[Finding, ...]
    analysis: Analysis | None
    unread: tuple[Finding, ...] = ()
    facts: OwnFacts | None = None


@record
class Book:
    """All pages, in order of path.

    Attributes:
        files: docs-relative paths of all other files, which links and images may lead to.
        site: the configuration it was read by; None for files checked by themselves.
        findings: what went wrong while reading it (unreadable sources, settings that cannot be followed).
        reach: what was not read of it, or not for sure.
        looks: what was found in some of its pages while they were read, by uri; see `look`.
        before: what was said of pages when it was checked before, by uri; see `read_before`.
    """

    pages: tuple[Page, ...]
    files: frozenset[str] = frozenset()
    site: SiteConfig | None = None
    findings: tuple[Finding, ...] = field(default_factory=tuple)
    reach: Reach = field(default_factory=Reach)
    looks: Mapping[str, Look] = field(default_factory=dict)
    before: Mapping[str, Analysis] = field(default_factory=dict)

    @cached_property
    def parsed(self) -> tuple[Page, ...]:
        """The pages that no summary stands for."""
        return tuple(page for page in self.pages if page.summary is None)

    @cached_property
    def reported(self) -> tuple[Page, ...]:
        """The parsed pages whose findings are wanted."""
        return tuple(page for page in self.parsed if page.reported)

    def read_before(self, page: Page) -> Analysis | None:
        """Return the stored analysis of a page if its text has not changed."""
        analysis = self.before.get(page.uri)
        return analysis if analysis is not None and analysis.document is page.document else None

    def look(self, page: Page) -> Look | None:
        """Return the stored look at a page; None if there is none or its text has changed."""
        look = self.looks.get(page.uri)
        return look if look is not None and look.document is page.document else None

    @property
    def systems(self) -> tuple[System, ...]:
        """The games whose rules its pages state, each once."""
        return tuple({page.system.name: page.system for page in self.pages if page.system}.values())

    def game_of(self, folder: BookFolder) -> System | None:
        """The game of a book: the one that it names, or that of its pages where it names a file or a module."""
        if folder.system is None:
            return None
        systems = [page.system for page in self.pages if page.system is not None and folder.holds(page.uri)]
        return next((game for game in systems if game.name == folder.system), systems[0] if systems else None)

    @property
    def lock_file(self) -> Path | None:
        """Where the claims of a site are recorded: beside its configuration. Files by themselves have no such place."""
        return self.site.path.parent / "rulebook.lock" if self.site is not None else None

    @property
    def outline_file(self) -> Path | None:
        """Where the links of its books are recorded, beside the claims."""
        return self.site.path.parent / "rulebook.outline" if self.site is not None else None

    @property
    def baseline_file(self) -> Path | None:
        """Where it is recorded what was found once, beside the claims."""
        return self.site.path.parent / "rulebook.baseline" if self.site is not None else None

    @property
    def cache_folder(self) -> Path | None:
        """The folder of the store of a site, which may be deleted."""
        return self.site.cache_folder if self.site is not None else None

    def site_of(self, page: Page) -> SiteConfig | None:
        """The site that a page is published in; None for a file by itself, as one beside the docs folder is."""
        return None if page.uri.startswith("../") and not page.is_part else self.site

    def is_of_a_book(self, page: Page) -> bool:
        """Return whether a page is one of a rulebook, and none of those beside it."""
        site = self.site_of(page)
        return page.system is not None if site is None else site.book_folder(page.uri) is not None

    @cached_property
    def by_uri(self) -> Mapping[str, Page]:
        return {page.uri: page for page in self.pages}
