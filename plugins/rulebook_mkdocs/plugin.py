"""From MkDocs's events to the book: read and checked before a page is rendered, or no site at all."""

from __future__ import annotations

import gc
import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from rulebook.analysis import Report, analyse
from rulebook.book import Book
from rulebook.claims.told import may_name_dice
from rulebook.config import ConfigError, load_config
from rulebook.dialects.markdown.options import MarkdownOptions
from rulebook.document import Document
from rulebook.findings import Finding, Place, Severity
from rulebook.fingerprint import rule_files, system_fingerprint
from rulebook.former import former_anchors
from rulebook.reading import read_book
from rulebook.systems import UnknownSystemError, blame, forget, load_system
from rulebook_markdown import BundleFile, BundleMissingError, bundle_files
from rulebook_markdown.files import hashed, with_games
from rulebook_mkdocs.contents import under_one_title
from rulebook_mkdocs.files import add_sources
from rulebook_mkdocs.offline import write_search_index, write_worker
from rulebook_mkdocs.volumes import Volumes

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

    from rulebook.presentation.pages import Presenter

ASSETS = "assets/rulebook"

THEME = Path(__file__).parent / "theme"
"""Templates that take the place of Material's: without inline scripts."""

BUILD_COLLECTOR = (50_000, 20, 20)
"""When Python looks for circles of objects that nobody needs, during a build: rarely. Pages and documents stay to
the end, and going through all of them every 700 objects takes longer than our checks do."""

log = get_plugin_logger("rulebook")


class BookConfig(Config):  # type: ignore[no-untyped-call]
    """How the sources in a folder are read."""

    system = config_options.Optional(config_options.Type(str))
    """The game whose rules they state: a registered name (`cavea`), or a rules module's dotted name."""

    dialect = config_options.Optional(config_options.Type(str))
    """How they are written; without it, their ending and content decide."""

    version = config_options.Optional(config_options.Type(str))
    """What readers cite the book as; without it, a fingerprint of its sources."""


class RulebookConfig(Config):  # type: ignore[no-untyped-call]
    """The options of the plugin in mkdocs.yml."""

    books = config_options.DictOfItems(config_options.SubConfig(BookConfig), default={})
    """The folders (within `docs_dir`) that hold a rulebook each. All other pages get their references checked."""

    changes_since = config_options.Optional(config_options.Type(str))
    """A revision of git: `changes.md` then tells what has changed since, by its consequences."""

    volumes = config_options.Type(bool, default=False)
    """Whether each book can be taken along: as an EPUB, and as one page to print."""

    offline = config_options.Type(bool, default=False)
    """Whether readers can search the site in a folder, and keep it when they have visited it once."""


class RulebookPlugin(BasePlugin[RulebookConfig]):  # type: ignore[no-untyped-call]
    """Checks the book, refuses to publish a wrong one, and lets its pages roll and explain themselves."""

    def __init__(self) -> None:
        self.command: Literal["build", "gh-deploy", "serve"] = "build"
        self.documents: dict[tuple[str, str], Document] = {}
        """What has been read, by path and content: `mkdocs serve` reads only what changed."""
        self.options: MarkdownOptions | None = None
        self.bundle: tuple[BundleFile, ...] = ()
        self.book = Book(())
        self.report = Report((), {}, 0)
        self.presenter: Presenter | None = None
        self.volumes = Volumes()
        self.collector = gc.get_threshold()
        self.rules: dict[str, str | None] = {}
        """Fingerprints of the rules that the book was held against, by system."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        # That this event is here makes MkDocs keep the plugin, and its documents, while it serves.
        self.command = command
        self.collector = gc.get_threshold()
        if command != "serve":
            gc.set_threshold(*BUILD_COLLECTOR)

    def on_shutdown(self) -> None:
        gc.set_threshold(*self.collector)

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        try:
            self.bundle = bundle_files()
        except BundleMissingError as error:
            raise Abort(f"rulebook: {error}") from None
        config.extra_css.insert(0, f"{ASSETS}/{self.bundle[1].name}")
        config.markdown_extensions.append("rulebook")
        if config.theme.name == "material":
            # Before the theme's own, and behind what the site lays over both.
            config.theme.dirs.insert(bool(config.theme.custom_dir), str(THEME))
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        self.presenter = None
        try:
            site = load_config(Path(config.config_file_path or "mkdocs.yml"))
            if site.markdown != self.options:
                self.documents, self.options = {}, site.markdown
            self._forget_changed_rules()
            self.book = read_book(site, find_system=load_system, known=self.documents)
            self.report = analyse(self.book)
        except (ConfigError, UnknownSystemError) as error:
            raise Abort(f"rulebook: {error}") from None
        except Exception as error:
            if os.environ.get("RULEBOOK_DEBUG"):
                raise
            raise Abort(f"rulebook: {blame(error)}") from None
        if self.command == "serve":
            self.rules = {system.name: system_fingerprint(system) for system in self.book.systems}
        for finding in self.report.findings:
            log.log(_LEVELS[finding.severity], _line(finding))
        errors = [finding for finding in self.report.findings if finding.severity is Severity.ERROR]
        if errors and self.command != "serve":
            count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
            raise Abort(f"rulebook: no site is built from a wrong book: {count}, first {_line(errors[0])}")

    def _forget_changed_rules(self) -> None:
        """While the site is served, rules may change as pages do."""
        if self.command == "serve":
            for system in self.book.systems:
                if self.rules.get(system.name) != system_fingerprint(system):
                    forget(system)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[..., None]) -> None:
        for system in self.book.systems:
            for path in rule_files(system):
                server.watch(str(path))

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        self._add_script(files, config)
        if self.book.site is not None:
            add_sources(files, self.book.site)
        for_writer = self.command == "serve"
        of_books = self.book.site is not None and bool(self.book.site.books)
        if self.report.analyses or of_books or (for_writer and self.report.findings) or self._has_random_tables():
            # Only a site with a book, or something to roll on, pays for loading what shows it.
            from rulebook.presentation.pages import Presenter, page_url

            def url(uri: str) -> str:
                file = files.get_file_from_path(uri)
                return file.url if file else page_url(uri, directories=config.use_directory_urls)

            self.presenter = Presenter(self.book, self.report, url, for_writer=for_writer)
            config.mdx_configs["rulebook"] = {"presenter": self.presenter}
        if self.report.analyses:
            from rulebook.verified import PAGE, verified_page

            if files.get_file_from_path(PAGE) is None:
                # Whoever lists pages by hand need not list this one.
                level = InclusionLevel.UNDEFINED if config.nav is None else InclusionLevel.NOT_IN_NAV
                text = verified_page(self.book, self.report)
                files.append(File.generated(config, PAGE, content=text, inclusion=level))
            if self.presenter is not None:
                self._add_game_data(files, config, self.presenter)
                self._add_stages(files, config, self.presenter)
            if self.config.changes_since:
                self._add_changes(files, config, self.config.changes_since)
        return files

    def _has_random_tables(self) -> bool:
        """Whether any page has a table that is rolled on; they need no game."""
        pages = [page for page in self.book.pages if may_name_dice(page.document.source.text)]
        if not pages:
            return False
        from rulebook.randomtables import random_tables

        return any(random_tables(page.document, page.system) for page in pages)

    def _add_script(self, files: Files, config: MkDocsConfig) -> None:
        """The script and style of every page, and the games that the script loads when it is asked for dice."""
        script, *others = self.bundle
        if self.book.systems:
            from rulebook.presentation.games import games_script

            games = hashed("games.js", games_script(self.book, self.report).encode())
            # As its name changes with the games, so does the script, and no page is left with games of another day.
            script = with_games(script, games.name)
            others.append(games)
        deferred = ExtraScriptValue(f"{ASSETS}/{script.name}")
        deferred.defer = True
        config.extra_javascript.append(deferred)
        for name, content in (script, *others):
            files.append(File.generated(config, f"{ASSETS}/{name}", content=content))

    def _add_stages(self, files: Files, config: MkDocsConfig, presenter: Presenter) -> None:
        """The script of each stage that a page asks for; other pages do not load it."""
        from rulebook.checks.aids import stages_of
        from rulebook_markdown.stage import stage_files

        for system, play in stages_of(self.book).items():
            made = stage_files(play.name, play.module)
            presenter.stages[system] = (f"{ASSETS}/{made[0].name}", f"{ASSETS}/{made[1].name}")
            for name, content in made:
                files.append(File.generated(config, f"{ASSETS}/{name}", content=content))

    def _add_game_data(self, files: Files, config: MkDocsConfig, presenter: Presenter) -> None:
        """Each book's game as data, beside the book."""
        from rulebook.editions import edition_of
        from rulebook.gamedata import FILE, game_data

        systems = {system.name: system for system in self.book.systems}
        for folder in self.book.site.books if self.book.site is not None else ():
            system = systems.get(folder.system or "")
            path = f"{folder.folder}/{FILE}" if folder.folder else FILE
            if system is not None and files.get_file_from_path(path) is None:

                def link(place: Place, base: str = path) -> str | None:
                    return presenter.address(place, base)

                version = edition_of(self.book, folder).version
                content = game_data(self.book, self.report, system, presenter.lexicons, link, book_version=version)
                files.append(File.generated(config, path, content=content))

    def _add_changes(self, files: Files, config: MkDocsConfig, since: str) -> None:
        from rulebook.comparing.page import PAGE, changes_page
        from rulebook.comparing.revisions import RevisionError

        if files.get_file_from_path(PAGE) is not None:
            return  # The writer has a page of that name.
        level = InclusionLevel.UNDEFINED if config.nav is None else InclusionLevel.NOT_IN_NAV
        try:
            text = changes_page(Path(config.config_file_path), since, self.report)
        except (RevisionError, ConfigError) as error:
            # A shallow clone has no earlier revisions, and its book is none the worse for it.
            log.warning(f"no page of changes since `{since}`: {error}")
            return
        files.append(File.generated(config, PAGE, content=text, inclusion=level))

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Keep MkDocs from taking a first line like `Cavea: Rules of the Stage` for metadata and dropping it."""
        if self.book.site is None or self.book.site.book_folder(page.file.src_uri) is None:
            return None
        text = page.file.content_string
        # A blank line ends that kind of metadata; YAML front matter has to come first, and is kept.
        return text if text.startswith("---") else f"\n{text}"

    @event_priority(-100)  # Behind whatever changes the text of pages.
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        source = self.book.by_uri.get(page.file.src_uri)
        if source is None or source.document.dialect == "markdown":
            return markdown
        if title := source.document.meta.get("title"):
            page.meta.setdefault("title", str(title))
        # What other plugins have done to it, they have done to Markdown, which it is not.
        return source.document.source.text

    @event_priority(-100)  # Behind whatever changes it.
    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        if page.file.src_uri in self.book.by_uri:
            under_one_title(page.toc)
        self._tell_anchors(page)
        site = self.book.site
        if self.config.volumes and site is not None and site.book_folder(page.file.src_uri) is not None:
            self.volumes.take(page, html)
        shown = self.presenter.uris if self.presenter else ()
        if page.file.src_uri in shown and '<section class="rulebook"' not in html:
            log.warning(
                f"{page.file.src_uri}: its dice and checked numbers are not shown, because another plugin "
                "changed the text of the page before it was rendered"
            )

    def _tell_anchors(self, page: Page) -> None:
        """Let MkDocs know the ids that its renderer does not see: those of tables and boxes, and old ones."""
        source = self.book.by_uri.get(page.file.src_uri)
        if source is not None and self.book.is_of_a_book(source):
            known = {part.id for part in source.document.prose.parts}
            known |= {anchor.id for anchor in former_anchors(source.document)}
            page.present_anchor_ids = (page.present_anchor_ids or set()) | known

    def _add_names(self, index: Path, presenter: Presenter) -> None:
        """Let the search find terms, entries and tables by their names."""
        if index.is_file() and self.report.analyses:
            from rulebook.searching import Site, improved

            site = Site(
                url=presenter.url,
                address=lambda place: presenter.address(place, ""),
                defined=lambda entry: presenter.defined(entry, ""),
                trail=lambda uri: self.volumes.trails.get(uri, ()),
            )
            data = improved(json.loads(index.read_text(encoding="utf-8")), self.book, presenter.lexicons, site)
            index.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        self.volumes = Volumes()
        self.volumes.take_order(nav)

    @event_priority(-100)  # Behind whatever writes the search index.
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        if self.presenter is not None:
            self._add_names(Path(config.site_dir, "search", "search_index.json"), self.presenter)
        if self.config.volumes and self.book.site is not None:
            for folder in self.book.site.books:
                self.volumes.bind(folder, config)
        if self.config.offline:
            write_search_index(Path(config.site_dir))
            write_worker(Path(config.site_dir))


_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.INFO}


def _line(finding: Finding) -> str:
    source = finding.place.source
    position = source.position(finding.place.span.start)
    return f"{source.path}:{position.line}:{position.column}: {finding.rule}: {finding.message}"
