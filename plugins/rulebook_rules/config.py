"""A site as its mkdocs.yml describes it, read without MkDocs: which sources it has, and how they are to be read."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook_core import workspace
from rulebook_core.findings import Finding, Place, Remedy, Severity
from rulebook_core.imports.modules import RULES_ENDINGS, RULES_FILE
from rulebook_core.late import late
from rulebook_core.source import Source, Span, shown_path
from rulebook_core.store.files import lies_in, matching
from rulebook_core.system.machine import relative
from rulebook_core.workspace import Entry
from rulebook_rules.settings.faults import invalid_setting, quoted
from rulebook_rules.settings.games import NO_SYSTEM
from rulebook_rules.settings.kinds import Kind, Patterns, Setting, Text
from rulebook_rules.settings.looks import FACES, LookOptions
from rulebook_rules.settings.options import PLUGIN, PaperOptions, PluginOptions
from rulebook_rules.settings.scripts import listed as listed
from rulebook_rules.settings.template_values import template_values
from rulebook_rules.settings.where import cache_beside
from rulebook_rules.settings.yamlfile import ConfigError as ConfigError
from rulebook_rules.settings.yamlfile import Keys, SettingsFile, load_settings
from rulebook_syntax.dialects import endings
from rulebook_syntax.dialects.markdown.options import MKDOCS_EXTENSIONS, Extensions, MarkdownOptions, plain_name
from rulebook_text.naming.spelling import near_names
from rulesmod import plain_dice
from rulesmod.records import record

if TYPE_CHECKING:
    from pathspec.gitignore import GitIgnoreSpec

is_rules_file: Callable[[Path], bool] = late("rulebook_rules.rulesfile.file", "is_rules_file")

MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""Endings of the files that MkDocs takes for pages."""

DIALECT_ENDINGS = endings()
OTHER_ENDINGS = (*DIALECT_ENDINGS, ".txt")
"""Endings of further pages in the folder of a configured book."""
LEAVES = "it is a link that leads out of the folder of the book"
"""Why a linked file or folder is not read."""
NO_PAGES = frozenset(("README", "LICENSE", "LICENCE", "CHANGELOG", "CHANGES", "CONTRIBUTING"))
"""Names of project files beside the pages."""


Unreadable = Callable[[OSError], None]
"""Is told that nobody may look into a folder."""


def is_within(uri: str, folder: str) -> bool:
    """Return whether a path is a folder ("" holds all), or in it."""
    return not folder or uri == folder or uri.startswith(folder + "/")


def is_part(uri: str) -> bool:
    """Return whether a source is no page by itself, but something that others take in."""
    return uri.endswith(OTHER_ENDINGS) and posixpath.basename(uri).startswith("_")


@record
class BookFolder:
    """A folder (within `docs_dir`; "" is all of it) that holds a rulebook: whose rules it states, in which dialect,
    and in which version its writer has it.

    Attributes:
        author, line, cover, colour, look: what its cover says and shows.
        paper: how its PDF is laid out.
        findings: how bad the findings of a rule are in it; None for one that is turned off.
        is_sound: whether its settings are such as can be followed.
        system_place: where its system is named.
    """

    folder: str
    system: str | None = None
    dialect: str | None = None
    version: str | None = None
    author: str | None = None
    line: str | None = None
    cover: str | None = None
    colour: str | None = None
    paper: PaperOptions = PaperOptions()
    look: LookOptions | None = None
    findings: Mapping[str, Severity | None] = field(default_factory=dict, hash=False)
    is_sound: bool = True
    system_place: Place | None = field(default=None, compare=False)

    def holds(self, uri: str) -> bool:
        return is_within(uri, self.folder)


@record
class SiteConfig:
    """A site as far as its sources are concerned.

    Attributes:
        path: the configuration file.
        docs_dir: where the sources are.
        extensions: Python-Markdown's extensions by name with their settings; MkDocs's own are always among them.
        plugins: MkDocs's plugins by name with their settings.
        hooks: Python files that MkDocs runs while it builds.
        books: the folders that hold rulebooks.
        exclude_docs, draft_docs: patterns as in a .gitignore, of what does not get into the site.
        not_in_nav: the same of pages that the navigation need not name.
        absolute_links: how MkDocs takes links that begin with a slash.
        theme_dir: the folder whose files are laid over the theme's.
        options: those of our plugin.
        nav: the pages that the navigation names, each with the way to it in `settings`.
        settings: the configuration as it is written.
        faults: what is wrong with it.
    """

    path: Path
    docs_dir: Path
    extensions: Extensions = field(default_factory=lambda: dict(MKDOCS_EXTENSIONS))
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hooks: tuple[Path, ...] = ()
    books: tuple[BookFolder, ...] = ()
    exclude_docs: str = ""
    draft_docs: str = ""
    not_in_nav: str = ""
    use_directory_urls: bool = True
    absolute_links: str = ""
    theme_dir: Path | None = None
    options: PluginOptions = field(default_factory=PluginOptions)
    nav: tuple[tuple[str, Keys], ...] = ()
    settings: SettingsFile | None = None
    faults: tuple[Finding, ...] = ()

    @cached_property
    def markdown(self) -> MarkdownOptions:
        options = MarkdownOptions.of(self.extensions, self.plugins)
        settings = self.settings.values if self.settings is not None else {}
        values = template_values(self.plugins, settings.get("extra"), self.hooks, self.path.parent)
        return replace(options, values=values) if values is not None else options

    @property
    def cache_folder(self) -> Path:
        """The folder of the store of a site."""
        return cache_beside(self.path)

    def is_sound_at(self, uri: str) -> bool:
        """Return whether the settings of a source have no fault: those of its book's folder, or of the site."""
        folder = self.book_folder(uri)
        return folder.is_sound if folder is not None else not self.faults

    def book_folder(self, uri: str) -> BookFolder | None:
        """The folder of a book that holds a source; of several the innermost."""
        books = [book for book in self.books if book.holds(uri)]
        return max(books, key=lambda book: len(book.folder), default=None)

    @property
    def is_strict(self) -> bool:
        """True if errors stop a build; by default, if there is a game whose rules the text must follow."""
        if self.options.strict is not None:
            return self.options.strict
        return any(book.system not in (None, NO_SYSTEM, plain_dice.SYSTEM.name) for book in self.books)

    def severities(self, uri: str) -> Mapping[str, Severity | None]:
        """Return how bad the findings of rules are in a source, as far as that is set; None for what is turned off."""
        folder = self.book_folder(uri)
        return self.options.findings if folder is None else {**self.options.findings, **folder.findings}

    def is_source(self, uri: str) -> bool:
        """Return whether a file of `docs_dir` is a page rather than a file beside the pages."""
        ending = os.path.splitext(uri)[1].lower()
        return ending in MARKDOWN_ENDINGS or (ending in OTHER_ENDINGS and self.book_folder(uri) is not None)

    def files(self, unreadable: Unreadable | None = None) -> Iterator[str]:
        """All files of the site, docs-relative with forward slashes, in order; excluded ones are left out.

        Args:
            unreadable: told of each folder of the site that nobody may look into.
        """
        excluded = self._excluded

        def report_error(error: OSError) -> None:
            uri = relative(error.filename, self.docs_dir)
            is_left_out = _is_hidden(uri) if excluded is None else excluded.match_file(f"{uri}/")
            if unreadable is not None and not is_left_out:
                unreadable(error)

        for folder, entries in _walk(self.docs_dir, report_error, within=self.path.parent):
            names = [entry.name for entry in entries]
            self._no_links.update(f"{folder}/{entry.name}".lstrip("/") for entry in entries if not entry.is_link)
            # Of a README and an index page in one folder, MkDocs publishes the index.
            has_index = any(name.startswith("index.") and name.endswith(MARKDOWN_ENDINGS) for name in names)
            for name in names:
                if has_index and name.startswith("README.") and name.endswith(MARKDOWN_ENDINGS):
                    continue
                uri = f"{folder}/{name}" if folder else name
                if self.is_rules(uri):
                    continue
                if excluded is None:
                    if not _is_hidden(uri):
                        yield uri
                elif not excluded.match_file(uri):
                    yield uri

    def left_out(self, read: Container[str]) -> Iterator[str]:
        """Yield sources in `docs_dir` that are not read, and links to folders outside.

        A source is not read if it is excluded, hidden by an index page, or of no book.
        """
        away: list[str] = []
        endings = (*MARKDOWN_ENDINGS, *(OTHER_ENDINGS if self.books else DIALECT_ENDINGS))
        for folder, entries in _walk(self.docs_dir, within=self.path.parent, away=away.append):
            for entry in entries:
                uri = f"{folder}/{entry.name}" if folder else entry.name
                if uri.lower().endswith(endings) and uri not in read and not _is_hidden(uri):
                    yield uri
        yield from (uri for uri in away if not _is_hidden(uri))

    def is_rules(self, uri: str) -> bool:
        """Return whether a file of `docs_dir` makes the game of a book: what is published of it is `rules.json`."""
        if not uri.endswith(RULES_ENDINGS):
            return False
        path = shown_path(self.docs_dir / uri)
        return any(book.system == path for book in self.books)

    def is_held(self, uri: str) -> bool:
        """Return whether a file lies within the folder of the book, and is no way out of it.

        A page may be another text of the project, as where `index.md` is a link to `../README.md`.
        """
        path = self.docs_dir / uri
        folder = path.parent
        if folder not in self._known_folders:
            self._known_folders[folder] = lies_in(folder, self.docs_dir)
        is_here = uri in self._no_links or not workspace.is_link(path)
        if (self._known_folders[folder] and is_here) or lies_in(path, self.docs_dir):
            return True
        real = relative(workspace.real_path(path), workspace.real_path(self.path.parent))
        is_text = uri.lower().endswith(MARKDOWN_ENDINGS) and real.lower().endswith(MARKDOWN_ENDINGS)
        return is_text and not _is_hidden(real)

    @cached_property
    def _known_folders(self) -> dict[Path, bool]:
        """The known answers of `is_held` by folder."""
        return {}

    @cached_property
    def _no_links(self) -> set[str]:
        """The files of `docs_dir` that its folders do not list as links."""
        return set()

    def theme_files(self) -> Iterator[str]:
        """Yield the files that our part of the theme adds to the site."""
        for folder, entries in _walk(self.theme_dir) if self.theme_dir is not None else ():
            names = (entry.name for entry in entries if not entry.name.endswith(".html"))
            yield from (f"{folder}/{name}" if folder else name for name in names)

    def own_files(self) -> Iterator[str]:
        """Yield the files that the plugin adds to the site, which links may name."""
        if not any(book.system for book in self.books):
            return
        yield "verified.md"
        if self.options.changes_since:
            yield "changes.md"
        for book in self.books:
            if book.system:
                yield f"{book.folder}/rules.json".lstrip("/")

    def exists_excluded(self, uri: str) -> bool:
        """Return whether a file is there, but does not get into the site."""
        return workspace.is_file(self.docs_dir / uri)

    @cached_property
    def _excluded(self) -> GitIgnoreSpec | None:
        patterns = [line for text in (self.exclude_docs, self.draft_docs) for line in text.splitlines()]
        if not any(pattern.strip() for pattern in patterns):
            return None
        return matching([".*", "/templates/", *patterns])


def _is_hidden(uri: str) -> bool:
    """Return whether MkDocs leaves a file out unless `exclude_docs` says otherwise."""
    return uri.startswith((".", "templates/")) or "/." in uri


def _walk(
    root: Path,
    unreadable: Unreadable | None = None,
    *,
    within: Path | None = None,
    away: Callable[[str], object] = lambda path: None,
) -> Iterator[tuple[str, list[Entry]]]:
    """Yield each folder of a root with its files, by name.

    Args:
        root: the folder.
        unreadable: called with the error of each folder that nobody may list.
        within: a folder that links may lead to, besides `root`. One that leaves both is not listed.
        away: called with the path of such a link, from the root.
    """
    for folder, entries in workspace.walk_entries(root, unreadable):
        for entry in [entry for entry in entries if entry.is_dir and entry.is_link]:
            path = Path(folder, entry.name)
            if not any(lies_in(path, known) for known in (root, within) if known is not None):
                entries.remove(entry)
                away(relative(path, root))
            elif lies_in(folder, path):
                entries.remove(entry)  # A link to a folder that it lies in would lead round and round.
        way = relative(folder, root)
        yield ("" if way == "." else way), [entry for entry in entries if not entry.is_dir]


# --- reading -------------------------------------------------------------------------------------


def load_config(path: Path) -> SiteConfig:
    """Read an mkdocs.yml; what it says wrong is among the `faults` of the site.

    Raises:
        ConfigError: it is missing, or no YAML.
    """
    file = load_settings(path)
    faults: list[Finding] = []
    folder = path.parent

    def given(key: str, kind: Kind, default: Any) -> Any:
        value = file.values.get(key)
        setting = Setting(file, (key,), value, folder, faults)
        read = kind.read(setting)
        return default if read is None else read

    docs_dir = folder / given("docs_dir", Text(), "docs")
    top = Setting(file, (), file.values, docs_dir, faults)
    if not workspace.is_dir(docs_dir):
        docs = top.inner("docs_dir", None)
        docs.fault(f"the docs_dir `{docs_dir.name}` is not a folder", Remedy("make it, and put your pages into it"))
    plugins = _named(top.inner("plugins", file.values.get("plugins")), {"search": top.inner("plugins", {})})
    options = PluginOptions()
    if "rulebook" in plugins:
        options = PLUGIN.read(plugins["rulebook"])
        _volumes_without_use(plugins["rulebook"], options)
    _misspelt_plugin(plugins)
    _misplaced_options(top, plugins)
    hooks = top.inner("hooks", file.values.get("hooks") or [])
    if not isinstance(hooks.value, list):
        hooks.not_a("a list of Python files")
    if not hooks.value and not _MAKERS & plugins.keys():
        _missing_files(options, docs_dir, _theme_dir(folder, file.values), faults)
    extensions = _named(top.inner("markdown_extensions", file.values.get("markdown_extensions")), {})
    return SiteConfig(
        path=path,
        docs_dir=docs_dir,
        extensions={**MKDOCS_EXTENSIONS, **{plain_name(name): setting.value for name, setting in extensions.items()}},
        plugins={name: setting.value for name, setting in plugins.items()},
        hooks=tuple(folder / str(hook) for hook in hooks.value) if isinstance(hooks.value, list) else (),
        books=tuple(_with_rules(book, folder, docs_dir) for book in _books(options, docs_dir)),
        exclude_docs=given("exclude_docs", Patterns(), ""),
        draft_docs=given("draft_docs", Patterns(), ""),
        not_in_nav=given("not_in_nav", Patterns(), ""),
        use_directory_urls=bool(file.values.get("use_directory_urls", True)),
        absolute_links=_absolute_links(file.values),
        theme_dir=_theme_dir(folder, file.values),
        options=options,
        nav=tuple(_nav(file.values.get("nav"), ("nav",))),
        settings=file,
        faults=tuple(faults),
    )


def _absolute_links(settings: Mapping[str, Any]) -> str:
    validation = settings.get("validation")
    links = validation.get("links", validation) if isinstance(validation, Mapping) else None
    return str(links.get("absolute_links", "")) if isinstance(links, Mapping) else ""


def _theme_dir(folder: Path, settings: Mapping[str, Any]) -> Path | None:
    theme = settings.get("theme")
    custom = theme.get("custom_dir") if isinstance(theme, Mapping) else None
    return folder / custom if isinstance(custom, str) and workspace.is_dir(folder / custom) else None


def _nav(given: Any, keys: Keys) -> Iterator[tuple[str, Keys]]:
    """The pages of a navigation, or of a part of it."""
    if isinstance(given, str):
        yield given, keys
    elif isinstance(given, Mapping):
        for title, inner in given.items():
            yield from _nav(inner, (*keys, title))
    elif isinstance(given, list):
        for index, inner in enumerate(given):
            yield from _nav(inner, (*keys, index))


def _books(options: PluginOptions, docs_dir: Path) -> tuple[BookFolder, ...]:
    """The books that are set; where none is, all pages are one if a file of rules beside them makes a game."""
    if not options.books and workspace.is_file(docs_dir / RULES_FILE):
        return (BookFolder(""),) if is_rules_file(docs_dir / RULES_FILE) else ()
    return tuple(
        BookFolder(folder, is_sound=False)
        if book is None
        else BookFolder(
            folder,
            system=book.system,
            dialect=book.dialect,
            version=book.version,
            author=book.author,
            line=book.line,
            cover=book.cover,
            colour=book.colour,
            paper=book.paper,
            look=book.look,
            findings=book.findings,
            system_place=book.places.get("system"),
        )
        for folder, book in options.books.items()
    )


def _with_rules(book: BookFolder, folder: Path, docs_dir: Path) -> BookFolder:
    """A book whose game is a file of rules, with the path of that: the one it names, or the one beside its pages."""
    if book.system is not None:
        named = book.system.endswith(RULES_ENDINGS)
        return replace(book, system=shown_path(folder / book.system)) if named else book
    path = docs_dir / book.folder / RULES_FILE
    if not book.is_sound or not lies_in(path, docs_dir) or not workspace.is_file(path):
        return book
    shown = shown_path(path)
    return replace(book, system=shown, system_place=Place(Source(shown, ""), Span(0, 0)))


def _named(given: Setting, default: Mapping[str, Setting]) -> dict[str, Setting]:
    """Return names with their settings from a list or mapping, as plugins are configured."""
    if given.value is None:
        return dict(default)
    entries: list[tuple[Setting, Any]]
    if isinstance(given.value, Mapping):
        entries = [(given, name) for name in given.value]
    elif isinstance(given.value, list):
        entries = [(given.inner(index, entry), entry) for index, entry in enumerate(given.value)]
    else:
        given.not_a("a list")
        return dict(default)
    named: dict[str, Setting] = {}
    for entry, name in entries:
        if isinstance(entry.value, str):
            named[name] = replace(entry, value={})
            continue
        if isinstance(name, Mapping) and len(name) == 1:
            [name] = name
        if not isinstance(entry.value, Mapping) or not isinstance(name, str):
            entry.fault(
                f"an entry of `{given.name}` must be a name, or a name with its settings, not {quoted(entry.written)}"
            )
            continue
        settings = entry.inner(name, entry.value[name])
        if settings.value is None:
            settings = replace(settings, value={})
        elif not isinstance(settings.value, Mapping):
            settings.fault(f"the settings of `{name}` in `{given.name}` must be a mapping")
            settings = replace(settings, value={})
        named[name] = settings
    return named


_PROJECT = "mkdocs-rulebook"
"""The package that brings the plugin `rulebook`."""
_MAKERS = frozenset(("gen-files", "simple-hooks"))
"""Plugins that put files into a site which are in no folder before."""
_OF_MKDOCS = frozenset(("strict",))
"""Options of ours that MkDocs has as well."""


def _misspelt_plugin(plugins: Mapping[str, Setting]) -> None:
    """Report a plugin that is called as our package, or nearly as ours and told about `books`."""
    for name, setting in plugins.items():
        is_near = "rulebook" not in plugins and "books" in setting.value and near_names(name, ("rulebook",))
        if name.replace("_", "-").lower() == _PROJECT or is_near:
            # Without settings, the entry is a mere name, which is a value.
            of_name = bool(setting.value)
            setting.fault(f"there is no plugin `{name}`", Remedy("write `rulebook`"), of_name=of_name)


def _misplaced_options(top: Setting, plugins: Mapping[str, Setting]) -> None:
    """Report options of the plugin at the root of mkdocs.yml, where nobody reads them."""
    options = {one.name for one in fields(PluginOptions)} - _OF_MKDOCS - {"places"} if "rulebook" in plugins else set()
    for name in sorted({"findings", *options} & top.value.keys()):
        fact = f"`{name}` is an option of the plugin `rulebook`, and is not read here"
        top.inner(name, top.value[name]).fault(fact, Remedy("move it below `rulebook` in `plugins`"), of_name=True)


def _volumes_without_use(setting: Setting, options: PluginOptions) -> None:
    """Report PDFs that are asked for of volumes that are not, and volumes of no book."""
    if options.pdf and not options.volumes:
        fact = "`pdf` makes a PDF of each volume, and `volumes` is not set"
        setting.inner("pdf", True).fault(fact, Remedy("add `volumes: true`"), of_name=True)
    if options.volumes and not options.books:
        fact = "`volumes` makes files of each of `books`, and `books` is not set"
        setting.inner("volumes", True).fault(fact, Remedy("add `books` with a folder"), of_name=True)


def _missing_files(options: PluginOptions, docs_dir: Path, theme_dir: Path | None, faults: list[Finding]) -> None:
    """Report covers, fonts and ornaments that are no files of the site."""
    roots = [root for root in (docs_dir, theme_dir) if root is not None]
    for book in filter(None, options.books.values()):
        look = book.look or LookOptions()
        font = look.face if look.face not in FACES else None
        named = (
            ("cover", "cover", "a picture", book.cover, book.places),
            ("font", "face", "a font", font, look.places),
            ("ornament", "ornament", "a drawing", look.ornament, look.places),
        )
        for name, key, kind, address, places in named:
            if not address or key not in places or "://" in address or address.startswith("data:"):
                continue
            if not any(workspace.is_file(root / address.lstrip("/")) for root in roots):
                fact = f"the {name} {quoted(address)} is no file in `{docs_dir.name}`"
                remedy = Remedy(f"write the address of {kind} from the root of the site")
                faults.append(invalid_setting(places[key], fact, remedies=(remedy,)))
