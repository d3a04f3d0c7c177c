"""Reading the book: from a configuration, or from paths, to the `Book` that all checks look at."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from rulebook.loading.page_loader import Gathering, KnownDocuments, LookAt, Wanted
from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import UnreadableSourceError, read_source, shown_path
from rulebook_core.store.files import is_passed_over, leaves, lies_in
from rulebook_core.system.gc_policy import never_collected
from rulebook_core.system.machine import relative
from rulebook_rules.book import Book, Page
from rulebook_rules.config import (
    DIALECT_ENDINGS,
    MARKDOWN_ENDINGS,
    NO_PAGES,
    OTHER_ENDINGS,
    ConfigError,
    SiteConfig,
    Unreadable,
    is_within,
    load_config,
)
from rulebook_rules.page_summary import PageSummary
from rulebook_rules.settings.games import FindSystem
from rulebook_rules.settings.where import find_config
from rulebook_syntax.dialects import VAULT, UnknownDialectError, vault_of
from rulebook_syntax.document import Document, Link
from rulebook_text.lexing.prefilter import is_full_of_dice

__all__ = ["KnownDocuments", "UnknownDialectError", "read_book", "read_paths"]

_ENDINGS = (*MARKDOWN_ENDINGS, *DIALECT_ENDINGS)
"""File name endings of sources, with or without a site."""
_OF_HUGO = lazily(r"(?:hugo\.(?:toml|ya?ml|json)|config\.toml|theme\.toml)")
"""Files of a Hugo site or theme: the archetypes beside them are unfinished pages with templates."""
_WITH_SCRIPTS = ".mdx"
"""Docusaurus pages: Markdown mixed with script code, which is not read."""


def read_book(
    site: SiteConfig,
    *,
    find_system: FindSystem,
    system: str | None = None,
    dialect: str | None = None,
    known: KnownDocuments | None = None,
    look_at: LookAt | None = None,
    summaries: Mapping[str, PageSummary] | None = None,
) -> Book:
    """Read all sources of a site.

    Args:
        site: its configuration.
        find_system: gives the game of a name.
        system, dialect: what all sources are held to be, whatever they say themselves.
        known: documents of earlier readings, by path and text; new ones are added.
        look_at: what is found in a page without any other one, to be kept with the book.
        summaries: stand for pages, by uri; such a page is parsed if somebody asks for more.

    Raises:
        UnknownSystemError, UnknownDialectError: `system` or `dialect` names something unknown.
    """
    reading = Gathering(find_system, system, dialect, known, look_at, summaries)
    reading.begin(site)
    with never_collected():
        files = _read_site(reading, site, None)
    return reading.book(files, site)


def _read_site(reading: Gathering, site: SiteConfig, wanted: Callable[[str], bool] | None) -> set[str]:
    """Read the pages of a site, and give its other files; `wanted` tells which pages are reported."""
    files: set[str] = set()
    root = shown_path(site.docs_dir)
    prefix = "" if root == "." else f"{root}/"
    reading.settle(site)
    pages: list[Wanted] = []
    for uri in site.files(reading.unreadable):
        if site.is_source(uri):
            pages.append(Wanted(site.docs_dir / uri, uri, f"{prefix}{uri}", wanted is None or wanted(uri)))
        elif site.is_held(uri):
            files.add(uri)
    reading.site_pages(pages, site)
    sources = [source.uri for source in pages]
    for folder in ("", *(book.folder for book in site.books)):
        is_wanted = (wanted is None or wanted(folder)) and workspace.is_dir(site.docs_dir / folder)
        if is_wanted and not any(is_within(uri, folder) for uri in sources):
            reading.nothing_of(f"{prefix}{folder}".rstrip("/") or ".")
    for uri in site.left_out(frozenset(sources)):
        if wanted is None or wanted(uri):
            reading.leave_out(f"{prefix}{uri}")
    files.update(site.theme_files())
    files.update(site.own_files())
    return files


def _inside_and_outside(paths: Iterable[Path], site: SiteConfig | None) -> tuple[dict[str, Path], list[Path]]:
    """Part paths into those within the docs folder of a site, by their uris, and all others."""
    inside: dict[str, Path] = {}
    outside: list[Path] = []
    for path in paths:
        uri = _uri_in(site, path)
        if uri is not None and workspace.exists(path):
            inside[uri] = path
        else:
            outside.append(path)
            if site is not None and _holds(path, site.docs_dir):
                inside[""] = site.docs_dir
    return inside, outside


def read_paths(
    paths: Iterable[Path],
    *,
    find_system: FindSystem,
    config: Path | None = None,
    system: str | None = None,
    dialect: str | None = None,
    known: KnownDocuments | None = None,
    look_at: LookAt | None = None,
) -> Book:
    """Read files and folders.

    What lies within the docs folder of a site (its mkdocs.yml in `config`, or in a folder given or above) is read
    with the whole book around it, so that links to other pages resolve, but only it is reported. Everything else
    is read by itself: its links count from its own folder. A broken mkdocs.yml that was only found is a finding, and
    what was asked for is read by itself. `known` and `look_at` are
    as for `read_book`.

    Raises:
        ConfigError: the configuration that was named is broken.
        UnknownSystemError, UnknownDialectError: `system` or `dialect` names something unknown.
    """
    reading = Gathering(find_system, system, dialect, known, look_at)
    given = list(dict.fromkeys(paths))
    site = load_config(config) if config is not None else _site_above(reading, given)
    reading.begin(site)
    if site is not None and not workspace.is_dir(site.docs_dir):
        reading.findings += site.faults
        site = None  # Something may make that folder; what is there is read by itself.
    inside, outside = _inside_and_outside(given, site)
    if site is None or not inside:
        return _read_alone(reading, outside)

    def wanted(uri: str) -> bool:
        return any(is_within(uri, part) for part in inside)

    files = _read_site(reading, site, wanted)
    read_uris = {page.uri for page in reading.pages}
    for folder, path in inside.items():
        if folder and workspace.is_dir(path) and not any(is_within(uri, folder) for uri in read_uris):
            reading.nothing_of(shown_path(path))
    for uri, path in inside.items():
        # Asked for by name, but not in the site: excluded, or with an ending that MkDocs copies as it is.
        if (
            workspace.is_file(path)
            and uri not in read_uris
            and not any(f.place.source.path == shown_path(path) for f in reading.findings)
        ):
            reading.page(path, uri, site=site, reported=True)
    files |= _read_beside(reading, site, outside)
    return reading.book(files - {page.uri for page in reading.pages}, site)


def _read_beside(reading: Gathering, site: SiteConfig, paths: list[Path]) -> set[str]:
    """Read sources beside the docs folder of a site, and those beside it that they link to; give what else their vault
    has."""

    def uri_of(path: Path | str) -> str:
        return relative(path, site.docs_dir)

    sources = [path for path in _sources(reading, paths) if _uri_in(site, path) is None]
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
            if page.root is not None and lies_in(target, page.root) and workspace.is_file(target):
                known.add(uri)
                reading.page(Path(target), uri, site=None, reported=False)
    files: set[str] = set()
    _read_vaults(reading, files, [page for page in reading.pages if page.uri in known], uri_of)
    return files


def _root_of(path: Path, folders: Iterable[Path]) -> Path:
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


def _read_alone(reading: Gathering, paths: list[Path]) -> Book:
    """Read sources that belong to no site; what they link to on disk is looked up as well."""
    folders = [path for path in paths if workspace.is_dir(path)]
    for path in _sources(reading, paths):
        reading.page(path, shown_path(path), site=None, reported=True, root=_root_of(path, folders))
    files: set[str] = set()
    uris = {page.uri for page in reading.pages}
    for page in list(reading.pages):
        folder = posixpath.dirname(page.uri)
        for name in _linked(page.document):
            uri = posixpath.normpath(posixpath.join(folder, name))
            if uri in uris or uri in files or page.root is None or not lies_in(uri, page.root):
                continue
            if not workspace.exists(uri):
                continue
            if uri.endswith(_ENDINGS) and workspace.is_file(uri):
                uris.add(uri)
                reading.page(Path(uri), uri, site=None, reported=False)
            else:
                files.add(uri)
    _read_vaults(reading, files, reading.pages, shown_path)
    return reading.book(files, folders=folders)


def _read_vaults(reading: Gathering, files: set[str], pages: Sequence[Page], uri_of: Callable[[Path], str]) -> None:
    """Read the notes that some pages link to by name: those of their vault, or of their own folder.

    A folder is gone through once, however many links there are.
    """
    links = {
        page.document.source.path: [
            link.target for link in page.document.links if link.target and _is_by_name(page.document, link)
        ]
        for page in pages
        if page.document.traits.names_notes
    }
    wanted = {
        unquote(name).strip().rpartition("/")[2].removesuffix(".md").casefold()
        for targets in links.values()
        for target in targets
        for name in (target.partition("#")[0], target.partition("^")[0])
    }
    known = {os.path.abspath(page.document.source.path): page.document.dialect for page in reading.pages}
    vaults = {_vault(page): page.document.dialect for page in pages if links.get(page.document.source.path)}
    for vault, dialect in vaults.items():
        if workspace.is_dir(vault / VAULT):
            files.add(uri_of(vault / VAULT))  # So that what looks for notes knows where each vault begins.
        for path in _files_in(vault, reading.unreadable):
            stem, ending = os.path.splitext(path.name)
            if ending not in MARKDOWN_ENDINGS:
                files.add(uri_of(path))
            elif os.path.abspath(path) not in known and (stem.casefold() in wanted or _has_aliases(path)):
                reading.page(path, uri_of(path), site=None, reported=False, dialect=dialect)


def _is_by_name(document: Document, link: Link) -> bool:
    """Return whether a link counts from its vault, and not from the folder of its note."""
    path = unquote((link.target or "").partition("#")[0])
    if link.kind == "wikilink" or path.startswith("/"):
        return True
    return (
        bool(path)
        and ":" not in path
        and not workspace.exists(os.path.join(os.path.dirname(document.source.path), path))
    )


def _files_in(vault: Path, unreadable: Unreadable) -> Iterator[Path]:
    seen = 0
    for folder, subfolders, names in workspace.walk(vault, onerror=unreadable):
        subfolders[:] = sorted(name for name in subfolders if not is_passed_over(name))
        yield from (path for name in sorted(names) if not leaves(path := Path(folder, name), vault))
        seen += len(names)
        if seen > _MAX_FILES:
            break


def _has_aliases(path: Path) -> bool:
    """Return whether a note's front matter gives it other names."""
    try:
        start = workspace.read_start(path, 2000)
    except OSError:
        return False
    return start.startswith(b"---") and b"alias" in start


_MAX_FILES = 20_000
"""A folder with more files than this is no vault, and is not gone through to its end."""


def _vault(page: Page) -> Path:
    """The folder that Obsidian has its settings in; else the one that was asked for, or the note's own."""
    path = Path(page.document.source.path)
    return vault_of(path) or Path(os.path.abspath(page.root or path.parent))


def _sources(reading: Gathering, paths: Iterable[Path]) -> list[Path]:
    """The sources that paths mean: a folder means all that a dialect has by its name, and bare texts of games."""
    sources: list[Path] = []
    for path in paths:
        if not workspace.is_dir(path):
            sources.append(path)
            continue
        before = len(sources)
        for folder, subfolders, names in workspace.walk(path, onerror=reading.unreadable):
            subfolders[:] = sorted(name for name in subfolders if not is_passed_over(name))
            if "archetypes" in subfolders and any(map(_OF_HUGO.fullmatch, names)):
                subfolders.remove("archetypes")
            endings = (*_ENDINGS, *OTHER_ENDINGS, _WITH_SCRIPTS)
            for source in (Path(folder, name) for name in sorted(names) if name.endswith(endings)):
                if leaves(source, path):
                    continue
                if source.name.endswith(_ENDINGS) or (source.suffix != _WITH_SCRIPTS and _is_of_a_game(source)):
                    sources.append(source)
                else:
                    reading.leave_out(shown_path(source))
        if len(sources) == before:
            reading.nothing_of(shown_path(path))
    return list(dict.fromkeys(sources))


def _is_of_a_game(path: Path) -> bool:
    """Return whether a bare text is one of a game: dice are all over it, and it is nothing that any project has."""
    if path.stem.upper() in NO_PAGES:
        return False
    try:
        return is_full_of_dice(read_source(path).text)
    except UnreadableSourceError:
        return False


def _site_above(reading: Gathering, paths: Iterable[Path]) -> SiteConfig | None:
    """Return the site whose docs folder contains one of the paths, or that a path contains."""
    broken: set[Path] = set()
    for path in paths:
        here = Path(os.path.abspath(path))
        for folder in (here, *here.parents) if workspace.exists(path) else ():
            config = find_config(folder)
            if workspace.is_file(config) and config not in broken:
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
    """Return whether a folder lies in another one."""
    return workspace.is_dir(path) and Path(os.path.abspath(folder)).is_relative_to(os.path.abspath(path))


def _uri_in(site: SiteConfig | None, path: Path) -> str | None:
    """The docs-relative path of what lies within the docs folder; "" for that folder itself."""
    if site is None:
        return None
    way = relative(path, site.docs_dir)
    if way == ".":
        return ""
    return None if os.path.isabs(way) or way == ".." or way.startswith("../") else way
