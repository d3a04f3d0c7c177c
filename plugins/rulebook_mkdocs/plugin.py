"""From MkDocs's events to the book: read and checked before a page is rendered, and where it is strict, or no site."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from jinja2 import Template, TemplateError
from mkdocs.config import config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from rulebook.stored.live import LiveBook
from rulebook.stored.runs import WHOLE_SITE, SiteRun
from rulebook_core import workspace
from rulebook_core.findings import Finding, Severity
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_core.late import late
from rulebook_core.store.files import write
from rulebook_core.store.fingerprint import rule_files
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.gc_policy import seldom_collected
from rulebook_core.system.machine import alone
from rulebook_core.system.streams import show_all_signs
from rulebook_markdown import BundleFile, bundle_files
from rulebook_markdown.files import ASSETS
from rulebook_mkdocs.chapters import Chapters
from rulebook_mkdocs.files import add_sources
from rulebook_mkdocs.metadata import describe, escape_page, escape_sections, is_bound
from rulebook_mkdocs.output.added import GameData, add_changes, add_script, add_stages, add_verified
from rulebook_mkdocs.output.contents import escaped, under_one_title
from rulebook_mkdocs.output.lighter import (
    with_deferred_theme,
    with_folded_odds,
    without_blank_lines,
    without_instant,
)
from rulebook_mkdocs.output.looks import Looks
from rulebook_mkdocs.output.made import MadePages
from rulebook_mkdocs.output.moved import MovedLinks
from rulebook_mkdocs.output.offline import write_search_index, write_worker
from rulebook_mkdocs.output.shared import AppSite, cards_to_share, with_head, write_cards, write_manifests
from rulebook_mkdocs.output.start import LOST, CoverStyle, LostPages, start_alone, with_cover, with_shelf
from rulebook_mkdocs.output.volumes import Volumes
from rulebook_mkdocs.own_site import OwnSites
from rulebook_mkdocs.templates import Templates, has_template
from rulebook_proof.analysis import Report
from rulebook_proof.records.editions import edition_of
from rulebook_render.presentation.addresses import page_url
from rulebook_render.publishing.formats import Format, formats_for
from rulebook_rules.book import Book
from rulebook_rules.checks.allow import apply_allows
from rulebook_rules.checks.severity_settings import as_chosen
from rulebook_rules.config import ConfigError
from rulebook_rules.page_summary import PageSummary
from rulebook_rules.published.redirects import former_anchors
from rulebook_rules.settings.kinds import kinds_of
from rulebook_rules.settings.options import PluginOptions
from rulebook_rules.settings.where import find_config
from rulebook_rules.systems import contained, is_of_the_machine
from rulebook_syntax.dialects import extensions_of
from rulebook_syntax.dialects.page import plain_line_ends
from rulebook_text.lexing.prefilter import may_roll_on_tables

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

    from rulebook_render.presentation.pages import Presenter
    from rulebook_render.presentation.presented import PresentedPages
    from rulebook_render.publishing.searching import Site
    from rulebook_rules.naming.lexicon import Entry

# Only a site with a book, or something to roll on, pays for loading what shows it.
present_pages: Callable[..., PresentedPages] = late("rulebook_render.presentation.presented", "PresentedPages")
addresses: Callable[..., str] = late("rulebook_render.presentation.presented", "addresses")
make_presenter: Callable[..., Presenter] = late("rulebook_render.presentation.pages", "Presenter")
random_tables: Callable[..., object] = late("rulebook_rules.claims.structures.randomtables", "random_tables")
search_site: Callable[..., Site] = late("rulebook_render.publishing.searching", "Site")
improved: Callable[..., Any] = late("rulebook_render.publishing.searching", "improved")

THEME = Path(__file__).parent / "theme"
"""Templates that take the place of Material's: without inline scripts."""

log = get_plugin_logger("rulebook")

P = TypeVar("P")


def _contained(plugin: type[P]) -> type[P]:
    """Let nothing that is raised in an event end a build well, or show a traceback."""
    keep = contained(lambda message: Abort(f"rulebook: {message}"))
    for name, event in vars(plugin).items():
        if isinstance(event, CombinedEvent):
            setattr(plugin, name, CombinedEvent(*map(keep, event.methods)))
        elif name.startswith("on_"):
            setattr(plugin, name, keep(event))
    return plugin


@_contained
class RulebookPlugin(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """Checks the book, and lets pages roll dice and explain themselves. In strict mode it publishes no wrong book."""

    config_scheme = tuple((name, config_options.Type(object)) for name in kinds_of(PluginOptions))

    def __init__(self) -> None:
        self.command: Literal["build", "gh-deploy", "serve"] = "build"
        self.live: LiveBook | None = None
        """The book, with what `mkdocs serve` has read of it so far."""
        self.bundle: tuple[BundleFile, ...] = ()
        self.book = Book(())
        self.report = Report((), {}, 0)
        self.presented: PresentedPages | None = None
        self.run: SiteRun | None = None
        """The run of a build; None while a site is served."""
        self.shown: Any = None
        """The cached presentation of the last build, if nothing has changed since. Pages are not read for it then."""
        self.volumes = Volumes()
        self.apps: set[AppSite] = set()
        self.cards: dict[str, str] = {}
        """Pages to share cards by, by their addresses."""
        self.own_sites = OwnSites(Navigation([], []), ())
        self.cover_style = CoverStyle()
        self.lost = LostPages(self.cover_style)
        self.looks = Looks()
        self.formats: tuple[Format, ...] = ()
        self.chapters = Chapters({})
        self.moved = MovedLinks(self.book, self.chapters)
        self.made = MadePages(self.book)
        self.data = GameData(self.book, self.report)
        self.lent: list[str] = []
        """Extensions of Python-Markdown that the page at hand needs, and the site does not have."""
        self.turn = ExitStack()
        """The lock that keeps other builds out of the site's folder."""
        self.templates = Templates()

    @property
    def options(self) -> PluginOptions:
        """The options of the plugin."""
        return self.book.site.options if self.book.site is not None else PluginOptions()

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[list[tuple[str, Exception]], list[tuple[str, str]]]:
        """Take the options as they are: what is wrong with them is told with its place, as `rulebook check` does."""
        known = {name: value for name, value in options.items() if name in kinds_of(PluginOptions)}
        super().load_config(known, config_file_path)
        return [], []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        # That this event is here makes MkDocs keep the plugin, and its documents, while it serves.
        self.command = command
        show_all_signs()

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        try:
            self.bundle = bundle_files()
        except MissingPartError as error:
            raise Abort(f"rulebook: {error}") from None
        self.cover_style = CoverStyle(self.bundle[-1].name, self.bundle[1].name)
        self.lost = LostPages(self.cover_style)
        # Other tools are told by the settings what this one does by itself.
        config.extra_css[:] = [path for path in config.extra_css if not path.startswith(f"{ASSETS}/")]
        config.extra_javascript[:] = [one for one in config.extra_javascript if not str(one).startswith(f"{ASSETS}/")]
        config.extra_css.insert(0, f"{ASSETS}/{self.bundle[1].name}")
        config.markdown_extensions = [*(name for name in config.markdown_extensions if name != "rulebook"), "rulebook"]
        config.mdx_configs["rulebook"] = {}
        if config.theme.name == "material":
            # Before the theme's own, and behind what the site lays over both.
            config.theme.dirs.insert(bool(config.theme.custom_dir), str(THEME))
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        self.turn.close()
        self.run = self.shown = None
        path = Path(config.config_file_path) if config.config_file_path else find_config(Path())
        try:
            with seldom_collected():  # Not while pages are rendered: each leaves a lot that only a collection frees.
                self.report = self._read(path, config.site_dir)
            self.book = self.report.book
            self.formats = formats_for(self.options)
        except (ConfigError, UnknownSystemError, MissingPartError) as error:
            raise Abort(f"rulebook: {error}") from None
        is_strict = self.book.site is not None and self.book.site.is_strict
        self._tell(self.report.findings, is_strict=is_strict or config.strict)
        site_dir = Path(config.site_dir)
        workspace.make_folder(site_dir)
        self.turn.enter_context(alone(site_dir, waiting=lambda: log.info("another build writes this site: waiting")))

    def _read(self, path: Path, site_dir: str) -> Report:
        """Read the site of a mkdocs.yml: only pages that have changed, and pages with something to show."""
        is_served = self.command == "serve"
        run = SiteRun(path, "serve" if is_served else "build", reading=WHOLE_SITE, output=os.path.abspath(site_dir))
        if not is_served:
            self.run, self.shown = run, run.recall_shown()

        def is_wanted(page: PageSummary) -> object:
            return is_served and page.findings

        def is_shown(page: PageSummary) -> object:
            return page.is_read and self.shown is None

        if self.live is None or self.live.config != path:
            self.live = LiveBook(path.parent, path, is_read_once=not is_served)
        return self.live.report(run, is_wanted, is_shown, rules_may_differ=is_served)

    @property
    def _makes_paper(self) -> bool:
        """Return whether there are volumes for paper; a served site has none, because its writer waits for the page."""
        return self.command != "serve" and any(each.is_paper for each in self.formats)

    def _tell(self, findings: Iterable[Finding], *, is_strict: bool) -> None:
        """Log what is wrong, and stop where that is to stop a build."""
        errors = []
        for finding in findings:
            level = _LEVELS[finding.severity]
            if finding.stops(is_strict=is_strict):
                errors.append(finding)
            else:
                level = min(level, logging.WARNING)  # What stops nothing is none of MkDocs's errors.
            log.log(level, _line(finding))
        if errors and self.command != "serve":
            count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
            raise Abort(f"rulebook: no site is built from a wrong book: {count}, first {_line(errors[0])}")

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[..., None]) -> None:
        for system in self.book.systems:
            for path in rule_files(system):
                server.watch(str(path))

    @event_priority(-200)  # Behind mkdocs-static-i18n, which fails on files that have no source on the disk.
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        self.made = MadePages(self.book)
        self.data = GameData(self.book, self.report)
        add_script(files, config, self.bundle, self.book, self.report)
        if self.book.site is not None:
            add_sources(files, self.book.site)
            self.looks = Looks(self.book.site.books)
            self.looks.add(files, config)
        levels = {source: level for source, level in self.options.split_level.items() if level}
        self.chapters = Chapters(levels, self.options.start_chapters)
        self.chapters.plan(files, config, self.book)
        self.moved = MovedLinks(self.book, self.chapters)
        self.moved.add_pages(files, config)
        for_writer = self.command == "serve"
        of_books = self.book.site is not None and bool(self.book.site.books)
        before = self.presented.made if self.presented is not None and self.command == "serve" else None
        self.presented = None
        is_shown = bool(self.report.analyses or of_books or (for_writer and self.report.findings))
        if is_shown or self.shown is not None or self._has_random_tables():
            directories = config.use_directory_urls

            def url(uri: str) -> str:
                file = files.get_file_from_path(uri)
                return file.url if file else page_url(uri, directories=directories)

            at = addresses((file.src_uri, file.url) for file in files)
            self.presented = present_pages(partial(self._presenter, config, url, before), at, self.shown)
            config.mdx_configs["rulebook"] = {"presenter": self.presented}
        if self.report.of_games:
            add_verified(files, config, self.book, self.report)
            if self.presented is not None:
                self.data.add(files, config)
                add_stages(files, config, self.book, self.presented.presenter)
            if self.options.changes_since:
                add_changes(files, config, self.options.changes_since, self.report)
        return files

    def _presenter(self, config: MkDocsConfig, url: Callable[[str], str], before: Presenter | None) -> Presenter:
        """Who presents the pages of the book; all of them are read for it."""
        report = self.live.read() if self.live is not None and self.shown is not None else self.report
        return make_presenter(report.book, report, url, for_writer=self.command == "serve", before=before)

    def _has_random_tables(self) -> bool:
        """Return whether any page has a table to roll on. Such tables need no game."""
        pages = [page for page in self.book.pages if may_roll_on_tables(page.document.source.in_plain_signs)]
        if not pages:
            return False
        return any(random_tables(page.document, page.system) for page in pages)

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:
        """Return the checked text of a page, whatever its file holds by now. Keep MkDocs from taking a first line like
        `Cavea: Rules of the Stage` for metadata and dropping it.
        """
        if self.book.site is None or self.book.site.book_folder(page.file.src_uri) is None:
            return None
        source = self.book.by_uri.get(page.file.src_uri)
        if source is not None and os.path.abspath(source.document.source.path) == page.file.abs_src_path:
            text = plain_line_ends(source.document.source.text)
        else:
            text = page.file.content_string
        # A blank line ends that kind of metadata; what the page has of it, or as YAML, has to come first, and is kept.
        has_metadata = source is not None and source.document.traits.is_markdown and source.document.body.start > 0
        return text if text.startswith("---") or has_metadata else f"\n{text}"

    @event_priority(45)  # Behind what brings in metadata, and before what makes something of it, such as tags.
    def _escape_metadata(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        escape_page(page)

    @event_priority(-100)  # Behind whatever changes the text of pages.
    def _give_text(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        source = self.book.by_uri.get(page.file.src_uri)
        self._lend(extensions_of(source.document.dialect) if source is not None else (), config)
        made = self.made.take(page, markdown)
        if made is not None and self.presented is not None:
            self.presented.know(made)
        if source is None or source.document.traits.is_markdown:
            return markdown
        if title := source.document.meta.get("title"):
            page.meta["title"] = title
        # What other plugins have done to it, they have done to Markdown, which it is not.
        return source.document.source.text

    on_page_markdown = CombinedEvent(_escape_metadata, _give_text)

    def _lend(self, names: tuple[str, ...], config: MkDocsConfig) -> None:
        """Enable a dialect's Markdown extensions for the next page only."""
        results = [name for name in config.markdown_extensions if name not in self.lent]
        site = self.book.site
        self.lent = [name for name in names if site is None or not site.markdown.has(name)]
        config.markdown_extensions = [*results, *self.lent]

    @event_priority(-100)  # Behind whatever changes it.
    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        escape_page(page)
        source = self.book.by_uri.get(page.file.src_uri)
        if source is not None and not source.document.traits.is_markdown:
            under_one_title(page.toc)
        self._tell_anchors(page)
        site = self.book.site
        of_a_book = site is not None and site.book_folder(page.file.src_uri) is not None
        made = self.chapters.has(page.file.src_uri) or self.moved.has(page.file.src_uri)
        if self.options.volumes and of_a_book and not made and is_bound(page, source):
            self.volumes.take(page, html)
        shown = self.presented.shown if self.presented else ()
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
        if workspace.is_file(index):

            def defined(entry: Entry) -> str | None:
                address = presenter.defined(entry, "")
                return None if address is None else self.chapters.route(address)

            site = search_site(
                at=lambda uri, id_: self.chapters.route(f"{presenter.url(uri)}#{id_}" if id_ else presenter.url(uri)),
                defined=defined,
                trail=self._trail,
            )
            data = improved(json.loads(workspace.read_text(index)), self.book, presenter.lexicons, site)
            write(index, json.dumps(data, ensure_ascii=False, separators=(",", ":")), within=index.parents[1])

    def _trail(self, uri: str) -> tuple[str, ...]:
        """Return the sections that search names above a page: of one of several books, only the book."""
        return self.volumes.trails.get(uri, ())[: 1 if self.own_sites.several else None]

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        if config.nav is None:
            escape_sections(nav)
        self.chapters.take_place(nav, files)
        self.volumes = Volumes(self.volumes if self.command == "serve" else None)
        self.volumes.take_order(nav)
        books = self.book.site.books if self.book.site is not None else ()
        self.own_sites = OwnSites(nav, map(self.looks.covered, books), str(config.site_name))

    @event_priority(-100)  # Behind whatever changes pages when all of them are there.
    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        if self.command == "serve" and env.bytecode_cache is None:
            env.bytecode_cache = self.templates
        env.filters["striptags"] = escaped(env.filters["striptags"], env.filters["e"])
        for file in files:
            if file.page is not None:
                escape_page(file.page, partial(has_template, env))
        if self.book.site is not None:
            self._tell(self.made.findings(self.report), is_strict=self.book.site.is_strict or config.strict)
        self.chapters.deal_out(files, self.book)
        self.moved.write(files, self.chapters.where, self.chapters.route)
        if self.presented is not None and self.report.of_games:
            self.data.write(self.presented.presenter, self.chapters.route)

    def _report_papers(self, *, is_strict: bool) -> None:
        """Log what volumes for paper cannot show, except what the writer allows."""
        for folder in self.book.site.books if self.book.site is not None else ():
            chapters = self.volumes.chapters(folder).items()
            pages = [
                (page.document.source, chapter) for uri, chapter in chapters if (page := self.book.by_uri.get(uri))
            ]
            for each, bound in self.volumes.papers.get(folder.folder, ()):
                if findings := each.findings(pages, bound):
                    allowed, _ = apply_allows(self.book, findings)
                    self._tell(as_chosen(self.book, [one for one in allowed if one in findings]), is_strict=is_strict)

    @event_priority(-100)  # Behind whatever describes pages for other sites.
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        site = self.book.site
        if site is None or page.file is None:
            return output
        link = partial(get_relative_url, other=page.url)
        output = with_shelf(output, self.own_sites.several, link)
        own = self.own_sites.of(page.file.src_uri)
        if (folder := site.book_folder(page.file.src_uri)) is not None:
            tag = self.looks.tag(folder, link)
            output = output.replace("</head>", f"{tag}</head>", 1)
        if own is not None and page is own.start:
            output = with_cover(output, own, config, self.options, has_paper=self._makes_paper)
        output = with_deferred_theme(without_instant(with_folded_odds(self.cover_style.add(output, link))))
        app = AppSite.of(own, config, is_own=bool(self.own_sites.several), has_paper=self._makes_paper)
        is_app = self.options.offline and site.book_folder(page.file.src_uri) is not None
        if is_app:
            self.apps.add(app)
        self.cards.update(cards_to_share(output, page, config, app))
        return without_blank_lines(with_head(output, page, config, app, is_app=is_app))

    def on_pre_template(self, template: Template, *, template_name: str, config: MkDocsConfig) -> Template:
        if template_name == LOST:
            self.lost.take(template)
        return template

    def on_template_context(self, context: Any, *, template_name: str, config: MkDocsConfig) -> None:
        if template_name == LOST:
            self.lost.know(context, self.own_sites)

    @event_priority(-100)  # Behind whatever changes templates.
    def on_post_template(self, output: str, *, template_name: str, config: MkDocsConfig) -> str:
        return self.lost.write(output, self.own_sites, self.looks, config) if template_name == LOST else output

    @event_priority(-100)  # Behind whatever writes the search index.
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        if self.presented is not None and self.report.of_games:
            self._add_names(Path(config.site_dir, "search", "search_index.json"), self.presented.presenter)
        if self.formats and self.book.site is not None:
            for folder in self.book.site.books:
                edition = edition_of(self.book, folder) if self._makes_paper else None
                self.volumes.bind(self.looks.covered(folder), config, self.formats, edition, self.looks)
            self._report_papers(is_strict=self.book.site.is_strict or config.strict)
        unread = write_cards(self.cards, Path(config.site_dir))
        if self.options.offline:
            write_manifests(sorted(self.apps), config)
            write_search_index(Path(config.site_dir))
            write_worker(Path(config.site_dir), unread)
        if self.run is not None and self.presented is not None and not self.presented.is_known:
            self.run.save_shown(self.presented.data())
        self.turn.close()

    def on_page_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        escape_page(page)  # Some plugins read pages as late as this.
        site = self.book.site
        context["rulebook_game_folders"] = [each.folder.folder for each in self.own_sites.several]
        if site is not None and page.file is not None and site.book_folder(page.file.src_uri) is not None:
            self.own_sites.show(context, page)
            if (own := self.own_sites.of(page.file.src_uri)) is not None:
                start_alone(page, own)
        if site is not None and not page.is_homepage:
            describe(page)

    def on_build_error(self, *, error: Exception) -> None:
        self.turn.close()
        if isinstance(error, TemplateError):
            raise Abort(f"rulebook: the theme fails on a page: {error}") from None
        if is_of_the_machine(error):
            raise error  # As it is told of our own events: by a line.


_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.INFO}


def _line(finding: Finding) -> str:
    return f"{finding.place.where}: {finding.rule}: {finding.message}"
