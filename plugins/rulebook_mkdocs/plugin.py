"""From MkDocs's events to the book: read and checked before a page is rendered, or no site at all."""

from __future__ import annotations

import gc
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
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from rulebook.analysis import Report, analyse
from rulebook.book import Book
from rulebook.config import ConfigError, load_config
from rulebook.dialects.markdown.options import MarkdownOptions
from rulebook.document import Document
from rulebook.findings import Finding, Severity
from rulebook.fingerprint import rule_files, system_fingerprint
from rulebook.reading import read_book
from rulebook.systems import UnknownSystemError, blame, forget, load_system
from rulebook_markdown import BundleFile, BundleMissingError, bundle_files

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

    from rulebook.presentation.pages import Presenter

ASSETS = "assets/rulebook"

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


class RulebookConfig(Config):  # type: ignore[no-untyped-call]
    """The options of the plugin in mkdocs.yml."""

    books = config_options.DictOfItems(config_options.SubConfig(BookConfig), default={})
    """The folders (within `docs_dir`) that hold a rulebook each. All other pages get their references checked."""

    changes_since = config_options.Optional(config_options.Type(str))
    """A revision of git: `changes.md` then tells what has changed since, by its consequences."""


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
        script, style = (f"{ASSETS}/{file.name}" for file in self.bundle)
        deferred = ExtraScriptValue(script)
        deferred.defer = True
        config.extra_javascript.append(deferred)
        config.extra_css.insert(0, style)
        config.markdown_extensions.append("rulebook")
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
        for name, content in self.bundle:
            files.append(File.generated(config, f"{ASSETS}/{name}", content=content))
        if self.report.analyses:
            # Only a book with a game pays for loading what shows it.
            from rulebook.presentation.pages import Presenter, page_url
            from rulebook.verified import PAGE, verified_page

            def url(uri: str) -> str:
                file = files.get_file_from_path(uri)
                return file.url if file else page_url(uri, directories=config.use_directory_urls)

            self.presenter = Presenter(self.book, self.report, url)
            config.mdx_configs["rulebook"] = {"presenter": self.presenter}
            if files.get_file_from_path(PAGE) is None:
                # Whoever lists pages by hand need not list this one.
                level = InclusionLevel.UNDEFINED if config.nav is None else InclusionLevel.NOT_IN_NAV
                text = verified_page(self.book, self.report)
                files.append(File.generated(config, PAGE, content=text, inclusion=level))
            if self.config.changes_since:
                self._add_changes(files, config, self.config.changes_since)
        return files

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

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        shown = self.presenter.uris if self.presenter else ()
        if page.file.src_uri in shown and '<section class="rulebook"' not in html:
            log.warning(
                f"{page.file.src_uri}: its dice and checked numbers are not shown, because another plugin "
                "changed the text of the page before it was rendered"
            )


_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.INFO}


def _line(finding: Finding) -> str:
    source = finding.place.source
    position = source.position(finding.place.span.start)
    return f"{source.path}:{position.line}:{position.column}: {finding.rule}: {finding.message}"
