"""A book while it is read: its pages one by one, by the settings that each goes by, and what goes wrong."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, MutableMapping
from dataclasses import replace
from pathlib import Path

from rulebook.book import Book, Page, Reach
from rulebook.config import FILE_NAMES, MARKDOWN_ENDINGS, ConfigError, SiteConfig
from rulebook.dialects import ReadingOptions, UnknownDialectError, dialects, guess_dialect, is_usual, read
from rulebook.dialects.options import LONE
from rulebook.document import Document
from rulebook.findings import Finding, Place, in_a_line, unreadable_source
from rulebook.settings.faults import invalid_setting, quoted
from rulebook.settings.frontmatter import front_matter_fault, system_place
from rulebook.settings.games import FindSystem, Games
from rulebook.source import Source, Span, UnreadableSourceError, read_source, shown_path
from rulebook.unread import unread
from rulesmod.system import System

KnownDocuments = MutableMapping[tuple[str, str], Document]
"""Documents by path and text, kept between readings, so that only what changed is read again."""


class Gathering:
    """One reading of a book: what it has read so far, and what went wrong."""

    def __init__(
        self, find_system: FindSystem, system: str | None, dialect: str | None, known: KnownDocuments | None
    ) -> None:
        if dialect is not None and dialect not in dialects():
            raise UnknownDialectError(dialect)
        self._system = find_system(system) if system is not None else None
        self._dialect = dialect
        self._known = known
        self._games = Games(find_system, system)
        self._left_out: list[str] = []
        self._nothing_read: list[str] = []
        self._guessed: Counter[str] = Counter()
        self._unsettled: list[str] = []
        self.pages: list[Page] = []
        self.findings: list[Finding] = []

    def settle(self, site: SiteConfig) -> None:
        """Begin with the settings: what is wrong with them is told once, where it is written."""
        self.findings += site.faults
        for book in site.books:
            if book.system is not None and book.system_place is not None:
                self._games.trust(book.system, book.system_place)

    def page(
        self,
        path: Path,
        uri: str,
        *,
        site: SiteConfig | None,
        reported: bool,
        shown: str | None = None,
        dialect: str | None = None,
        root: Path | None = None,
    ) -> None:
        """Read one source, which reports call `shown`; one that cannot be read becomes a finding.

        Without a site, what it includes must not leave the folder `root`, its own where none is given.
        Of a page whose settings are wrong nobody knows by which rules it goes. So nothing is reported of it, and
        what others look for in it may be there.
        """
        shown = shown or shown_path(path)
        try:
            source = _read_held(path, shown, site is None or site.is_held(uri))
        except UnreadableSourceError as error:
            if reported:
                self.findings.append(unreadable_source(Place(Source(in_a_line(shown), ""), Span(0, 0)), str(error)))
            return
        try:
            self.pages.append(self._page(source, path, uri, site, reported, dialect, root))
        except Exception as error:
            page, finding = unread(source, uri, error)
            self.pages.append(page)
            self.findings += [finding] if reported else []

    def _page(
        self,
        source: Source,
        path: Path,
        uri: str,
        site: SiteConfig | None,
        reported: bool,
        dialect: str | None,
        root: Path | None,
    ) -> Page:
        folder = site.book_folder(uri) if site is not None else None
        dialect = (self._dialect if reported else None) or (folder.dialect if folder else dialect)
        options = replace(LONE, root=root)
        if site is not None:
            options = ReadingOptions(site.markdown, root=site.docs_dir, cache=site.cache_folder)
        if dialect is None and site is None and path.suffix in MARKDOWN_ENDINGS and _is_in_a_vault(path):
            dialect = "obsidian"  # All of a vault is, also the notes that show nothing of it.
        configured = folder.system if folder is not None else None
        forced = self._system if reported else None
        options = replace(options, system=forced or self._games.game(configured), file=path)
        guess = dialect or guess_dialect(source, alone=site is None)
        document = self._document(source, guess, options)
        system, is_settled = self._system_of(document, configured, reported) if forced is None else (forced, True)
        if forced is None and site is not None:
            is_settled &= folder.is_sound if folder is not None else not site.faults
        if not document.meta and (fault := front_matter_fault(source)) is not None:
            is_settled = False
            self.findings += [fault] if reported else []
        if not is_settled:
            document = replace(document, is_open=True)
        if reported and is_settled and dialect is None and not is_usual(source, guess):
            self._guessed[guess] += 1
        if reported and not is_settled:
            self._unsettled.append(source.path)
        extent = _extent(path, root or path.parent) if site is None else None
        return Page(document, uri, system, reported and is_settled, extent)

    def _document(self, source: Source, dialect: str, options: ReadingOptions) -> Document:
        if self._known is None:
            return read(source, dialect, options)
        key = (source.path, source.text)
        document = self._known.get(key)
        if document is None or document.dialect != dialect or not _is_current(document):
            document = self._known[key] = read(source, dialect, options)
        return document

    def _system_of(self, document: Document, configured: str | None, reported: bool) -> tuple[System | None, bool]:
        """The game of a source, and whether it is the one that its settings want."""
        named = document.meta.get("system")
        if named is None:
            return self._games.game(configured), self._games.is_there(configured)
        place = system_place(document)
        if isinstance(named, str) and named:
            system = self._games.of_page(named, place if reported else None)
            is_there = self._games.is_there(named)
            return (system if is_there else self._games.game(configured)), is_there
        if reported:
            fact = f"`system` must be the name of a game, not {quoted(str(named))}"
            self.findings.append(invalid_setting(place, fact))
        return self._games.game(configured), False

    def nothing_of(self, folder: str) -> None:
        """A folder holds no source."""
        self._nothing_read.append(folder)

    def leave_out(self, path: str) -> None:
        """A source is not read."""
        self._left_out.append(path)

    def broken_config(self, error: ConfigError) -> None:
        """A configuration that cannot be used is a finding at its line."""
        try:
            source = read_source(error.path, shown_path(error.path))
        except UnreadableSourceError:
            source = Source(shown_path(error.path), "")
        start = source.line_starts[min(error.line or 1, len(source.line_starts)) - 1]
        self.findings.append(unreadable_source(Place(source, Span(start, start)), error.fact))

    def book(self, files: Iterable[str] = (), site: SiteConfig | None = None) -> Book:
        pages = sorted(self.pages, key=lambda page: page.uri)
        findings = (*self.findings, *self._games.findings())
        reach = Reach(
            tuple(dict.fromkeys(self._nothing_read)), tuple(self._left_out), dict(self._guessed), tuple(self._unsettled)
        )
        return Book(tuple(pages), frozenset(files), site, findings, reach)


def _read_held(path: Path, shown: str, held: bool) -> Source:
    """Read a source, if it is `held` within its book and its name can be told.

    Raises:
        UnreadableSourceError: it cannot be read, or must not be.
    """
    if in_a_line(shown) != shown:
        raise UnreadableSourceError("its name is too long, or has signs that cannot be shown")
    if not held:
        raise UnreadableSourceError("it is a link that leads out of the folder of the book")
    return read_source(path, shown)


def _extent(path: Path, root: Path) -> Path:
    """How far the links of a file by itself may lead: the widest of what was asked for, where the command runs, and
    the project or vault that it lies in."""
    here = Path(os.path.abspath(path))
    folders = [Path(os.path.abspath(root)), Path.cwd()]
    folders += [folder for folder in here.parents if any((folder / name).exists() for name in _OF_A_PROJECT)]
    return min((folder for folder in folders if here.is_relative_to(folder)), key=lambda folder: len(folder.parts))


_OF_A_PROJECT = (".git", ".obsidian", *FILE_NAMES)


def _is_in_a_vault(path: Path) -> bool:
    return any((folder / ".obsidian").is_dir() for folder in Path(os.path.abspath(path)).parents)


def _is_current(document: Document) -> bool:
    """Whether what a document takes in still reads as it did."""
    try:
        return all(read_source(Path(source.path)).text == source.text for source in document.includes)
    except UnreadableSourceError:
        return False
