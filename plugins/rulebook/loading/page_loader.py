"""A book while it is read: its pages one by one, by the settings that each goes by, and what goes wrong."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple, cast

from rulebook.loading.cross_page_links import referring
from rulebook.loading.theme_values import theme_faults
from rulebook_core import workspace
from rulebook_core.findings import Finding, Place, Remedy, in_a_line, unreadable_source
from rulebook_core.imports.modules import RULES_FILE, UnknownSystemError, look_in
from rulebook_core.late import late
from rulebook_core.source import Source, Span, UnreadableSourceError, is_current, read_source, shown_path
from rulebook_core.store.files import lies_in, size_of
from rulebook_core.store.fingerprint import rule_files
from rulebook_core.system.machine import cores, relative
from rulebook_rules.book import Book, Look, Page, Reach
from rulebook_rules.config import DIALECT_ENDINGS, LEAVES, MARKDOWN_ENDINGS, ConfigError, SiteConfig, is_part
from rulebook_rules.includes import Including
from rulebook_rules.page_summary import LazyDocument, LazySource, PageSummary
from rulebook_rules.settings.faults import invalid_setting, meant, quoted
from rulebook_rules.settings.frontmatter import front_matter_fault, system_place
from rulebook_rules.settings.games import FindSystem, Games
from rulebook_rules.settings.where import FILE_NAMES
from rulebook_rules.unparsed import lost_page, unread
from rulebook_syntax.dialects import (
    ReadingOptions,
    UnknownDialectError,
    dialect_around,
    guess_dialect,
    is_usual,
    read,
    traits_of,
)
from rulebook_syntax.dialects.excerpts import Excerpt, merged
from rulebook_syntax.dialects.options import LONE
from rulebook_syntax.document import Document
from rulebook_text.lexing.prefilter import plays, speaks_in_numbers
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import System, WordingError

shared: Callable[..., list[_Part]] = late("rulebook_core.store.parallel", "shared")
without_section: Callable[..., list[Finding]] = late("rulebook.loading.ruling_sections", "without_section")
bound: Callable[..., tuple[list[Page], list[Finding]]] = late("rulebook_rules.book_tables", "bound")
phrasebook_of: Callable[[System], object] = late("rulebook_rules.claims.language.phrases", "Phrasebook.of")
is_rules_file: Callable[[Path], bool] = late("rulebook_rules.rulesfile.file", "is_rules_file")

KnownDocuments = MutableMapping[tuple[str, str], Document]
"""Documents by path and text, kept between readings, so that only what changed is read again."""
LookAt = Callable[[Page], Look]
"""Says what is found in a page without any other one."""
MIN_TO_SHARE = 150
"""The number of sources for which a further process pays."""
_MIN_SHARED = 4
"""Sources that are read before processes fork, so that shared modules are loaded."""


class Wanted(NamedTuple):
    """A source of a site that is to be read: see `Gathering.page`."""

    path: Path
    uri: str
    shown: str
    reported: bool


class _Part(NamedTuple):
    """The contribution of some of a site's sources to a reading."""

    pages: list[Page]
    findings: list[Finding]
    looks: dict[str, Look]
    guessed: Counter[str]
    unsettled: list[str]


class Gathering:
    """One reading of a book: what it has read so far, and what went wrong."""

    def __init__(
        self,
        find_system: FindSystem,
        system: str | None,
        dialect: str | None,
        known: KnownDocuments | None = None,
        look_at: LookAt | None = None,
        summaries: Mapping[str, PageSummary] | None = None,
    ) -> None:
        if dialect is not None:
            traits_of(dialect)  # It raises for an unknown one.
        self._find_system = partial(_sound, find_system)
        self._forced = system
        self._dialect = dialect
        self._known = known
        self._games = Games(self._find_system, system)
        self._left_out: list[str] = []
        self._nothing_read: list[str] = []
        self._guessed: Counter[str] = Counter()
        self._unsettled: list[str] = []
        self._rules: dict[Path, str | None] = {}
        self._plays = False
        self._look_at = look_at
        self._summaries = summaries or {}
        self._looks: dict[str, Look] = {}
        self._including: Including | None = None
        self.pages: list[Page] = []
        self.findings: list[Finding] = []

    @cached_property
    def _system(self) -> System | None:
        """The game that the command names."""
        return self._find_system(self._forced) if self._forced is not None else None

    def begin(self, site: SiteConfig | None) -> None:
        """Begin, for a site or none: a module that mkdocs.yml or the command names may lie beside mkdocs.yml.

        Raises:
            UnknownSystemError: there is no such game as the command names.
        """
        if site is not None:
            look_in(site.path.parent)
        _ = self._system

    def settle(self, site: SiteConfig) -> None:
        """Report each fault of the settings once, where it is written."""
        self.findings += site.faults
        self._including = Including(site)
        for book in site.books:
            if book.system is not None and book.system_place is not None:
                self._games.trust(book.system, book.system_place)
                self._games.once(book.system, book.system_place)
                rules = site.docs_dir / book.folder / RULES_FILE
                if book.system != shown_path(rules) and _makes_a_game(rules):
                    fact = f"`{shown_path(rules)}` also makes a game, but nothing asks for it"
                    remedies = (Remedy("remove this line"), Remedy("remove the file"))
                    self.findings.append(invalid_setting(book.system_place, fact, remedies=remedies))

    def site_pages(self, sources: Sequence[Wanted], site: SiteConfig) -> None:
        """Read sources of a site, on all cores where there are many."""
        for source in sources:
            if source.uri in self._summaries:
                self.pages.append(self._summarised_page(source, site))
        sources = [source for source in sources if source.uri not in self._summaries]
        alone = _MIN_SHARED if len(sources) >= MIN_TO_SHARE and self._known is None and cores() > 1 else len(sources)
        self._read_each(sources[:alone], site)
        rest = sources[alone:]
        if not rest:
            return
        here = os.getpid()
        sizes = [size_of(source.path) for source in rest]
        known = (*self._games.known, PLAIN, site, site.markdown)
        for part in shared(rest, sizes, lambda sources: self._part(sources, site, here), known):
            self.pages += part.pages
            self.findings += part.findings
            self._looks |= part.looks
            self._guessed += part.guessed
            self._unsettled += part.unsettled

    def _summarised_page(self, wanted: Wanted, site: SiteConfig) -> Page:
        path, uri, shown, reported = wanted
        source = LazySource(shown, path)

        def read() -> Document:
            return self._page(source, path, uri, site=site, reported=False, dialect=None, root=None).document

        known = self._summaries[uri]
        document = cast("Document", LazyDocument(source, known, traits_of(known.dialect), read))
        return Page(document, uri, reported=reported, is_part=is_part(uri))

    def _part(self, sources: Sequence[Wanted], site: SiteConfig, here: int) -> _Part:
        part, state = copy(self), self._games.state
        part.pages, part.findings, part._looks, part._guessed, part._unsettled = [], [], {}, Counter(), []
        part._read_each(sources, site)
        if os.getpid() != here and self._games.state != state:
            raise ChildProcessError("a game was named that the process before this one has to know of")
        return _Part(part.pages, part.findings, part._looks, part._guessed, part._unsettled)

    def _read_each(self, sources: Iterable[Wanted], site: SiteConfig) -> None:
        for path, uri, shown, reported in sources:
            self.page(path, uri, site=site, reported=reported, shown=shown)

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
        what others look for in it may be there; no more is of one whose text nobody can read, to which links may lead.
        """
        shown = shown or shown_path(path)
        is_part = site is None or site.is_held(uri)
        try:
            source = _read_part(path, shown, is_part)
        except UnreadableSourceError as error:
            lost = Source(in_a_line(shown), "")
            self.pages += [lost_page(lost, uri)] if is_part and workspace.is_file(path) else []
            self.findings += [unreadable_source(Place(lost, Span(0, 0)), str(error))] if reported else []
            return
        try:
            self.pages.append(self._page(source, path, uri, site=site, reported=reported, dialect=dialect, root=root))
        except UnknownDialectError as error:
            self.pages.append(lost_page(source, uri))
            self.findings += [unreadable_source(Place(source, Span(0, 0)), str(error))] if reported else []
        except Exception as error:
            page, finding = unread(source, uri, error)
            self.pages.append(page)
            self.findings += [finding] if reported else []

    def _page(
        self,
        source: Source,
        path: Path,
        uri: str,
        *,
        site: SiteConfig | None,
        reported: bool,
        dialect: str | None,
        root: Path | None,
    ) -> Page:
        folder = site.book_folder(uri) if site is not None else None
        dialect, forced = folder.dialect if folder else dialect, None
        if reported:
            dialect, forced = self._dialect or dialect, self._system
        options = _options(site, root)
        if dialect is None and site is None and path.suffix in MARKDOWN_ENDINGS:
            dialect = dialect_around(path)
        if site is None:
            configured = self._rules_beside(path, root)
        else:
            configured = folder.system if folder is not None else None
        options = replace(options, system=forced or self._games.game(configured), file=path)
        guess = dialect or guess_dialect(source, alone=site is None, links_notes=options.markdown.links_notes)
        document = self._with_included(self._document(source, guess, options), options, guess, site)
        system, is_settled = (forced, True) if forced else self._system_of(document, uri, configured, site, reported)
        fault = front_matter_fault(source, is_published=site is not None) if not document.meta else None
        is_settled &= fault is None
        if reported:
            self.findings += [*([fault] if fault is not None else []), *theme_faults(document, site)]
            self._count(source, guess, is_settled=is_settled, is_guessed=dialect is None)
        if not is_settled:
            document = replace(document, is_open=True)
        extent = _extent(path, root or path.parent) if site is None else None
        return self._looked_at(Page(document, uri, system, reported and is_settled, extent, is_part(uri)))

    def _with_included(
        self, document: Document, options: ReadingOptions, guess: str, site: SiteConfig | None
    ) -> Document:
        """Return a document with the texts that it takes in, where the settings of its site say how."""
        if self._including is None or site is None or not (site.markdown.taking and document.traits.takes_files):
            return document
        assert options.file is not None
        includes, is_open = self._including.of(document.source, guess, options, options.file)
        if not (includes or is_open):
            return document
        return replace(document, includes=tuple(includes), is_open=document.is_open or is_open)

    def _count(self, source: Source, guess: str, *, is_settled: bool, is_guessed: bool) -> None:
        """Note a source whose dialect was guessed, or whose game is not known for sure."""
        if not is_settled:
            self._unsettled.append(source.path)
        elif is_guessed and not is_usual(source, guess):
            self._guessed[guess] += 1

    def _looked_at(self, page: Page) -> Page:
        """A page, and what is found in it while its text is at hand, if that is much to read."""
        document, system, source, uri = page.document, page.system, page.document.source, page.uri
        self._plays = self._plays or system is not None or plays(source.in_plain_signs)
        if page.reported and self._plays and (system or speaks_in_numbers(source.in_plain_signs)):
            _ = document.prose  # Claims will be read from it, and right now it takes no second reading.
            if system is None and self._look_at is not None:
                with suppress(Exception):  # What goes wrong here does so once more, where it is told.
                    self._looks[uri] = self._look_at(page)
                if self._known is None:  # What is kept for another reading is shown by it.
                    document.forget_prose()
        return page

    def parts(self, site: SiteConfig | None) -> None:
        """Read each included file that is no page of its own, once, with its first page's game."""
        taking = [page for page in self.pages if page.document.includes]
        known = {workspace.real_path(page.document.source.path) for page in self.pages} if taking else set()
        takers: dict[str, list[tuple[Page, Source]]] = {}
        for page in sorted(taking, key=lambda page: page.uri):
            for source in page.document.includes:
                path = workspace.real_path(source.path)
                if path not in known and (page.document.traits.takes_files or source.path.endswith(DIALECT_ENDINGS)):
                    takers.setdefault(path, []).append((page, source))
        for path, pages in takers.items():
            source = merged([source for _, source in pages])
            uri = source.path if site is None else relative(path, workspace.real_path(site.docs_dir))
            try:
                self.pages.append(self._part_of([page for page, _ in pages], source, uri, site))
            except Exception as error:
                page, finding = unread(source, uri, error)
                self.pages.append(page)
                self.findings += [finding] if any(page.reported for page, _ in pages) else []

    def _part_of(self, takers: Sequence[Page], source: Excerpt, uri: str, site: SiteConfig | None) -> Page:
        first = next((page for page in takers if page.reported), takers[0])
        path = Path(source.path)
        options = replace(
            _options(site, first.root or path.parent), file=path, system=first.system, selections=source.selections
        )
        document = replace(read(source, first.document.dialect, options), includes=())
        return self._looked_at(Page(document, uri, first.system, first.reported, first.root, True))

    def _document(self, source: Source, dialect: str, options: ReadingOptions) -> Document:
        if self._known is None or (options.markdown.values is not None and "{{" in source.text):
            return read(source, dialect, options)  # A value of the site may be another one by now.
        key = (source.path, source.text)
        document = self._known.get(key)
        if document is None or document.dialect != dialect or not all(map(is_current, document.includes)):
            document = self._known[key] = read(source, dialect, options)
        return document

    def _rules_beside(self, path: Path, root: Path | None) -> str | None:
        """Return the rules file in a source's folder, or in a folder above it up to `root`."""
        top = Path(os.path.abspath(root or path.parent))
        for folder in Path(os.path.abspath(path)).parents:
            if not folder.is_relative_to(top):
                return None
            if folder not in self._rules:
                rules = folder / RULES_FILE
                self._rules[folder] = shown_path(rules) if _makes_a_game(rules) else None
            if (own := self._rules[folder]) is not None:
                self._games.trust(own, Place(Source(own, ""), Span(0, 0)))
                return own
        return None

    def _system_of(
        self, document: Document, uri: str, configured: str | None, site: SiteConfig | None, reported: bool
    ) -> tuple[System | None, bool]:
        """Return the game of a source, and whether it is the one that settings without a fault want."""
        system, is_wanted = self._named_system(document, configured, site, reported)
        return system, is_wanted and (site is None or site.is_sound_at(uri))

    def _named_system(
        self, document: Document, configured: str | None, site: SiteConfig | None, reported: bool
    ) -> tuple[System | None, bool]:
        """Return the game that a source or its settings name, and whether there is one of that name.

        Where the settings do not speak of us, the `system` of a page may be a word of its writer's own.
        """
        is_ours = configured is not None or (site is not None and "rulebook" in site.plugins)
        named = document.meta.get("system")
        if named is None or not (is_ours or self._games.may_mean(named)):
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

    def unreadable(self, error: OSError) -> None:
        """A folder that nobody may look into."""
        place = Place(Source(in_a_line(shown_path(Path(error.filename))), ""), Span(0, 0))
        self.findings.append(unreadable_source(place, (error.strerror or "it cannot be opened").lower()))

    def leave_out(self, path: str) -> None:
        """A source is not read."""
        self._left_out.append(path)

    def broken_config(self, error: ConfigError) -> None:
        """A configuration cannot be used."""
        self.findings.append(broken_config(error))

    def book(self, files: Iterable[str] = (), site: SiteConfig | None = None, folders: Sequence[Path] = ()) -> Book:
        """The book of what was read: of a site, or of all that `folders` and single sources have."""
        self.parts(site)
        pages = referring(sorted(self.pages, key=lambda page: page.uri), site)
        if self._known is not None:
            named = [page.document for page in pages if page.document.traits.names_headings]
            self._known.update({(document.source.path, document.source.text): document for document in named})
        findings = [*self.findings, *self._games.findings()]
        if any(page.system is not None and (page.system.book_tables or page.system.rulings) for page in pages):
            is_whole = partial(_is_whole, site, [Path(os.path.abspath(folder)) for folder in folders])
            findings += without_section(pages, is_whole)
            pages, unbound = bound(pages, is_whole)
            findings += unbound
        read = {page.document.source.path for page in pages}
        left_out = tuple(path for path in self._left_out if path not in read)
        reach = Reach(tuple(dict.fromkeys(self._nothing_read)), left_out, dict(self._guessed), tuple(self._unsettled))
        return Book(tuple(pages), frozenset(files), site, tuple(findings), reach, self._looks)


def _is_whole(site: SiteConfig | None, folders: Sequence[Path], system: System) -> bool:
    """Return whether all pages of a game have been read: those of a site, or of the folder that its rules lie in."""
    if site is not None:
        return True
    files = rule_files(system)
    return any(all(file.is_relative_to(folder) for file in files) for folder in folders)


def broken_config(error: ConfigError) -> Finding:
    """Return the finding for a configuration that cannot be used, at its line."""
    fact = error.fact if error.slip is None else f"{error.fact}; {error.slip.remedy}"
    return unreadable_source(error.place, fact)


def _options(site: SiteConfig | None, root: Path | None) -> ReadingOptions:
    """How the sources of a site are read, or one by itself, which must not reach beyond `root`."""
    if site is None:
        return replace(LONE, root=root)
    letters = site.options.dice_letters or ""
    return ReadingOptions(site.markdown, root=site.docs_dir, cache=site.cache_folder, dice_letters=letters)


def _sound(find_system: FindSystem, name: str) -> System:
    """The game of a name; of one that a file of data makes, every wording is looked at.

    Raises:
        UnknownSystemError: there is none, or its file is faulty.
    """
    system = find_system(name)
    if system.files and system.phrases:
        try:
            phrasebook_of(system)
        except WordingError as error:
            raise UnknownSystemError(f"a phrase is faulty: {error}", findings=_faults(error)) from None
    return system


def _faults(error: WordingError) -> list[Finding]:
    """Return the findings for a faulty wording, at its place in a rules file."""
    place = getattr(error.rule, "places", {}).get(error.wording)
    if place is None:
        return []
    at = place.source.text.find(error.part, place.span.start, place.span.end)
    at_part = Place(place.source, Span(at, at + len(error.part)) if at >= 0 else place.span)
    sign = error.part[:1]
    how = (
        f"close it, or write `\\{sign}` for the sign itself"
        if sign in "[](){}"
        else "give each blank a name of its own"
    )
    return [invalid_setting(at_part, error.fact, remedies=meant(error.part, error.known, "types") or (Remedy(how),))]


def _makes_a_game(rules: Path) -> bool:
    """Return whether a file of rules is there, and is the folder's own and a game's."""
    if not workspace.is_file(rules) or not lies_in(rules, rules.parent):
        return False
    return is_rules_file(rules)


def _read_part(path: Path, shown: str, is_part: bool) -> Source:
    """Read a source, if it lies within its book and its name can be told.

    Raises:
        UnreadableSourceError: it cannot be read, or must not be.
    """
    if in_a_line(shown) != shown:
        raise UnreadableSourceError("its name is too long, or has signs that cannot be shown")
    if not is_part:
        raise UnreadableSourceError(LEAVES)
    return read_source(path, shown)


def _extent(path: Path, root: Path) -> Path:
    """How far the links of a file by itself may lead: the widest of what was asked for, where the command runs, and
    the project or vault that it lies in."""
    here = Path(os.path.abspath(path))
    folders = [Path(os.path.abspath(root)), Path(workspace.current_folder())]
    folders += [folder for folder in here.parents if any(workspace.exists(folder / name) for name in _OF_A_PROJECT)]
    return min((folder for folder in folders if here.is_relative_to(folder)), key=lambda folder: len(folder.parts))


_OF_A_PROJECT = (".git", ".obsidian", *FILE_NAMES)
