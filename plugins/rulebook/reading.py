"""Reading the book: from a configuration, or from paths, to the `Book` that all checks look at."""

from __future__ import annotations

import gc
import os
import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from rulebook.book import Book, Page, Reach
from rulebook.config import (
    ASCIIDOC_ENDINGS,
    MARKDOWN_ENDINGS,
    OTHER_ENDINGS,
    ConfigError,
    SiteConfig,
    find_config,
    is_within,
    load_config,
)
from rulebook.dialects import ReadingOptions, UnknownDialectError, dialects, guess_dialect, is_usual, read
from rulebook.dialects.options import LONE
from rulebook.document import Document, Link
from rulebook.files import leaves, lies_in
from rulebook.findings import Finding, Place, in_a_line, unreadable_source
from rulebook.settings.faults import invalid_setting, quoted
from rulebook.settings.frontmatter import front_matter_fault, system_place
from rulebook.settings.games import FindSystem, Games
from rulebook.source import Source, Span, UnreadableSourceError, read_source, shown_path
from rulesmod.system import System

__all__ = ["KnownDocuments", "UnknownDialectError", "read_book", "read_paths"]

KnownDocuments = MutableMapping[tuple[str, str], Document]
"""Documents by path and text, kept between readings, so that only what changed is read again."""

_ENDINGS = (*MARKDOWN_ENDINGS, *ASCIIDOC_ENDINGS)
"""What is a source by its name, also where no site says so."""


class _Reading:
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
        folder = site.book_folder(uri) if site is not None else None
        dialect = (self._dialect if reported else None) or (folder.dialect if folder else dialect)
        options = replace(LONE, root=root)
        if site is not None:
            options = ReadingOptions(site.markdown, root=site.docs_dir, cache=site.cache_folder)
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
        self.pages.append(Page(document, uri, system, reported and is_settled, extent))

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


_OF_A_PROJECT = (".git", ".obsidian", "mkdocs.yml", "mkdocs.yaml")


def _is_current(document: Document) -> bool:
    """Whether what a document takes in still reads as it did."""
    try:
        return all(read_source(Path(source.path)).text == source.text for source in document.includes)
    except UnreadableSourceError:
        return False


def read_book(
    site: SiteConfig,
    *,
    find_system: FindSystem,
    system: str | None = None,
    dialect: str | None = None,
    known: KnownDocuments | None = None,
) -> Book:
    """Read all sources of a site.

    Args:
        site: its configuration.
        find_system: gives the game of a name.
        system, dialect: what all sources are held to be, whatever they say themselves.
        known: documents of earlier readings, by path and text; new ones are added.

    Raises:
        UnknownSystemError, UnknownDialectError: `system` or `dialect` names something unknown.
    """
    reading = _Reading(find_system, system, dialect, known)
    with _many_objects():
        files = _read_site(reading, site, None)
    return reading.book(files, site)


@contextmanager
def _many_objects() -> Iterator[None]:
    """Keep the collector of garbage from going over a growing book again and again: none of it is garbage.

    It would take as long as the reading.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def _read_site(reading: _Reading, site: SiteConfig, wanted: Callable[[str], bool] | None) -> set[str]:
    """Read the pages of a site, and give its other files; `wanted` tells which pages are reported."""
    files: set[str] = set()
    root = shown_path(site.docs_dir)
    prefix = "" if root == "." else f"{root}/"
    reading.settle(site)
    sources: list[str] = []
    for uri in site.files():
        if site.is_source(uri):
            reported = wanted is None or wanted(uri)
            reading.page(site.docs_dir / uri, uri, site=site, reported=reported, shown=f"{prefix}{uri}")
            sources.append(uri)
        elif site.is_held(uri):
            files.add(uri)
    for folder in ("", *(book.folder for book in site.books)):
        asked = (wanted is None or wanted(folder)) and (site.docs_dir / folder).is_dir()
        if asked and not any(is_within(uri, folder) for uri in sources):
            reading.nothing_of(f"{prefix}{folder}".rstrip("/") or ".")
    for uri in site.left_out(frozenset(sources)):
        if wanted is None or wanted(uri):
            reading.leave_out(f"{prefix}{uri}")
    files.update(site.theme_files())
    files.update(site.own_files())
    return files


def read_paths(
    paths: Iterable[Path],
    *,
    find_system: FindSystem,
    config: Path | None = None,
    system: str | None = None,
    dialect: str | None = None,
) -> Book:
    """Read files and folders.

    What lies within the docs folder of a site (its mkdocs.yml in `config`, or in a folder given or above) is read
    with the whole book around it, so that links to other pages resolve, but only it is reported. Everything else
    is read by itself: its links count from its own folder. A broken mkdocs.yml that was only found is a finding, and
    what was asked for is read by itself.

    Raises:
        ConfigError: the configuration that was named is broken.
        UnknownSystemError, UnknownDialectError: `system` or `dialect` names something unknown.
    """
    reading = _Reading(find_system, system, dialect, None)
    given = list(dict.fromkeys(paths))
    site = load_config(config) if config is not None else _site_above(reading, given)
    inside: dict[str, Path] = {}
    outside: list[Path] = []
    for path in given:
        uri = _uri_in(site, path)
        if uri is not None and path.exists():
            inside[uri] = path
        else:
            outside.append(path)
            if site is not None and _holds(path, site.docs_dir):
                inside[""] = site.docs_dir
    if site is None or not inside:
        return _read_alone(reading, outside)

    def wanted(uri: str) -> bool:
        return any(is_within(uri, part) for part in inside)

    files = _read_site(reading, site, wanted)
    read_uris = {page.uri for page in reading.pages}
    for folder, path in inside.items():
        if folder and path.is_dir() and not any(is_within(uri, folder) for uri in read_uris):
            reading.nothing_of(shown_path(path))
    for uri, path in inside.items():
        # Asked for by name, but not in the site: excluded, or with an ending that MkDocs copies as it is.
        if (
            path.is_file()
            and uri not in read_uris
            and not any(f.place.source.path == shown_path(path) for f in reading.findings)
        ):
            reading.page(path, uri, site=site, reported=True)
    _read_beside(reading, site, outside)
    return reading.book(files - {page.uri for page in reading.pages}, site)


def _read_beside(reading: _Reading, site: SiteConfig, paths: list[Path]) -> None:
    """Read sources beside the docs folder of a site, and those beside it that they link to."""

    def uri_of(path: Path | str) -> str:
        return os.path.relpath(path, site.docs_dir).replace(os.sep, "/")

    sources = [path for path in _sources(reading, paths) if uri_of(path).startswith("../")]
    known = {uri_of(path) for path in sources}
    for path in sources:
        reading.page(path, uri_of(path), site=None, reported=True)
    for page in [page for page in reading.pages if page.uri in known]:
        folder = site.docs_dir / posixpath.dirname(page.uri)
        for name in _linked(page.document):
            target = os.path.abspath(folder / name)
            uri = uri_of(target)
            if not uri.startswith("../") or uri in known or not target.endswith(_ENDINGS):
                continue
            if page.root is not None and lies_in(target, page.root) and os.path.isfile(target):
                known.add(uri)
                reading.page(Path(target), uri, site=None, reported=False)


def _asked(path: Path, folders: Iterable[Path]) -> Path:
    """The folder that was asked for when a source was: its own, where it was named itself."""
    here = Path(os.path.abspath(path))
    return next((folder for folder in folders if here.is_relative_to(os.path.abspath(folder))), path.parent)


def _linked(document: Document) -> Iterator[str]:
    """The paths that a document links to."""
    targets = [link.target for link in document.links if link.target]
    targets += [definition.target for definition in document.definitions]
    for target in targets:
        name = unquote(target.partition("#")[0].partition("?")[0])
        if name and ":" not in name:
            yield name


def _read_alone(reading: _Reading, paths: list[Path]) -> Book:
    """Read sources that belong to no site; what they link to on disk is looked up as well."""
    folders = [path for path in paths if path.is_dir()]
    for path in _sources(reading, paths):
        reading.page(path, shown_path(path), site=None, reported=True, root=_asked(path, folders))
    files: set[str] = set()
    uris = {page.uri for page in reading.pages}
    for page in list(reading.pages):
        folder = posixpath.dirname(page.uri)
        for name in _linked(page.document):
            uri = posixpath.normpath(posixpath.join(folder, name))
            if uri in uris or uri in files or page.root is None or not lies_in(uri, page.root):
                continue
            if not os.path.exists(uri):
                continue
            if uri.endswith(_ENDINGS) and os.path.isfile(uri):
                uris.add(uri)
                reading.page(Path(uri), uri, site=None, reported=False)
            else:
                files.add(uri)
    _read_vaults(reading, files)
    return reading.book(files)


def _read_vaults(reading: _Reading, files: set[str]) -> None:
    """Read the notes that others link to by name: those of their vault, or of their own folder.

    A folder is gone through once, however many links there are.
    """
    links = {
        page.document.source.path: [link.target for link in page.document.links if link.target and _is_by_name(link)]
        for page in reading.pages
        if page.document.dialect == "obsidian"
    }
    wanted = {
        unquote(name).strip().rpartition("/")[2].removesuffix(".md").casefold()
        for targets in links.values()
        for target in targets
        for name in (target.partition("#")[0], target.partition("^")[0])
    }
    known = {os.path.abspath(page.document.source.path) for page in reading.pages}
    for vault in dict.fromkeys(_vault(Path(path)) for path, targets in links.items() if targets):
        for path in _files_in(vault):
            stem, ending = os.path.splitext(path.name)
            if ending not in MARKDOWN_ENDINGS:
                files.add(shown_path(path))
            elif os.path.abspath(path) not in known and (stem.casefold() in wanted or _has_aliases(path)):
                reading.page(path, shown_path(path), site=None, reported=False, dialect="obsidian")


def _is_by_name(link: Link) -> bool:
    """Whether a link counts from its vault, and not from the folder of its note."""
    return link.kind == "wikilink" or (link.target or "").startswith("/")


def _files_in(vault: Path) -> Iterator[Path]:
    seen = 0
    for folder, subfolders, names in os.walk(vault):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        yield from (path for name in sorted(names) if not leaves(path := Path(folder, name), vault))
        seen += len(names)
        if seen > _MOST_FILES:
            break


def _has_aliases(path: Path) -> bool:
    """Whether a note's front matter gives it other names."""
    try:
        with path.open("rb") as file:
            start = file.read(2000)
    except OSError:
        return False
    return start.startswith(b"---") and b"alias" in start


_MOST_FILES = 20_000
"""A folder with more files than this is no vault, and is not gone through to its end."""


def _vault(path: Path) -> Path:
    """The folder that Obsidian has its settings in, or the note's own."""
    folders = Path(os.path.abspath(path)).parents
    return next((folder for folder in folders if (folder / ".obsidian").is_dir()), folders[0])


def _sources(reading: _Reading, paths: Iterable[Path]) -> list[Path]:
    """The sources that paths mean: a folder means all Markdown and AsciiDoc in it."""
    sources: list[Path] = []
    for path in paths:
        if not path.is_dir():
            sources.append(path)
            continue
        before = len(sources)
        for folder, subfolders, names in os.walk(path):
            subfolders[:] = sorted(name for name in subfolders if not name.startswith(".") and name != "node_modules")
            found = [Path(folder, name) for name in sorted(names) if name.endswith(_ENDINGS)]
            sources += [source for source in found if not leaves(source, path)]
            for name in sorted(names):
                if name.endswith(OTHER_ENDINGS) and not name.endswith(_ENDINGS):
                    reading.leave_out(shown_path(Path(folder, name)))
        if len(sources) == before:
            reading.nothing_of(shown_path(path))
    return list(dict.fromkeys(sources))


def _site_above(reading: _Reading, paths: Iterable[Path]) -> SiteConfig | None:
    """The site whose docs folder holds the first path that is in one, or lies in the first path that holds one."""
    broken: set[Path] = set()
    for path in paths:
        here = Path(os.path.abspath(path))
        for folder in (here, *here.parents) if path.exists() else ():
            config = find_config(folder)
            if config.is_file() and config not in broken:
                try:
                    site = load_config(config)
                except ConfigError as error:
                    broken.add(config)
                    reading.broken_config(error)
                    continue
                if _uri_in(site, path) is not None or _holds(path, site.docs_dir):
                    return site
    return None


def _holds(path: Path, folder: Path) -> bool:
    """Whether a folder lies in another one."""
    return path.is_dir() and Path(os.path.abspath(folder)).is_relative_to(os.path.abspath(path))


def _uri_in(site: SiteConfig | None, path: Path) -> str | None:
    """The docs-relative path of what lies within the docs folder; "" for that folder itself."""
    if site is None:
        return None
    relative = os.path.relpath(os.path.abspath(path), os.path.abspath(site.docs_dir)).replace(os.sep, "/")
    if relative == ".":
        return ""
    return None if relative == ".." or relative.startswith("../") else relative
