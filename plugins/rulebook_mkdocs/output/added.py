"""Files that the plugin adds to a site: assets, stages, games as data, and pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel

from rulebook.diff.revisions import RevisionError
from rulebook_core.findings import Place
from rulebook_core.late import late
from rulebook_markdown import BundleFile
from rulebook_markdown.files import ASSETS, site_files
from rulebook_mkdocs.files import HeldFile
from rulebook_proof.analysis import Report
from rulebook_proof.records.editions import edition_of
from rulebook_render.presentation.addresses import CHANGES_PAGE, GAME_FILE, VERIFIED_PAGE, relative_url
from rulebook_rules.book import Book
from rulebook_rules.checks.widgets import stages_of
from rulebook_rules.config import BookFolder, ConfigError

if TYPE_CHECKING:
    from rulebook_render.presentation.pages import Presenter

# Sites without a game need none of them.
stage_files: Callable[..., Sequence[BundleFile]] = late("rulebook_markdown.stage", "stage_files")
verified_page: Callable[..., str] = late("rulebook_render.publishing.verified", "verified_page")
changes_page: Callable[..., str] = late("rulebook.diff.page", "changes_page")
game_data: Callable[..., str] = late("rulebook_render.publishing.gamedata", "game_data")

log = get_plugin_logger("rulebook")


def add_script(files: Files, config: MkDocsConfig, bundle: Sequence[BundleFile], book: Book, report: Report) -> None:
    """The script and style of every page, and what the script loads when it is asked for dice."""
    made = site_files(bundle, book, report, str(config.theme.get("language") or "en"))
    deferred = ExtraScriptValue(f"{ASSETS}/{made[0].name}")
    deferred.defer = True
    config.extra_javascript.append(deferred)
    _add_assets(files, config, made)


def add_stages(files: Files, config: MkDocsConfig, book: Book, presenter: Presenter) -> None:
    """The script of each stage that a page asks for; other pages do not load it."""
    for system, play in stages_of(book).items():
        made = stage_files(play.name, play.module)
        presenter.stages[system] = (f"{ASSETS}/{made[0].name}", f"{ASSETS}/{made[1].name}")
        _add_assets(files, config, made)


def _add_assets(files: Files, config: MkDocsConfig, assets: Sequence[BundleFile]) -> None:
    for name, content in assets:
        files.append(HeldFile.generated(config, f"{ASSETS}/{name}", content=content))


def add_verified(files: Files, config: MkDocsConfig, book: Book, report: Report) -> None:
    """The page that tells what has been checked, unless the writer has one of that name."""

    def link(uri: str) -> str | None:
        return (
            uri if files.get_file_from_path(uri) is not None else None
        )  # A site of several languages has some of all.

    if files.get_file_from_path(VERIFIED_PAGE) is None:
        _add_page(files, config, VERIFIED_PAGE, verified_page(book, report, link))


def add_changes(files: Files, config: MkDocsConfig, since: str, report: Report) -> None:
    """Add the page of changes since a revision, unless the writer has one."""
    if files.get_file_from_path(CHANGES_PAGE) is not None:
        return
    try:
        text = changes_page(Path(config.config_file_path), since, report)
    except (RevisionError, ConfigError) as error:
        # A shallow clone has no earlier revisions, and its book is none the worse for it.
        log.warning(f"no page of changes since `{since}`: {error}")
        return
    _add_page(files, config, CHANGES_PAGE, text)


def _add_page(files: Files, config: MkDocsConfig, uri: str, text: str) -> None:
    # Whoever lists pages by hand need not list this one.
    level = InclusionLevel.UNDEFINED if config.nav is None else InclusionLevel.NOT_IN_NAV
    files.append(HeldFile.generated(config, uri, content=text, inclusion=level))


class GameData:
    """Each book's game as data, in a file beside the book."""

    def __init__(self, book: Book, report: Report) -> None:
        self._book = book
        self._report = report
        self._files: list[tuple[BookFolder, File]] = []

    def add(self, files: Files, config: MkDocsConfig) -> None:
        """Make the files, so that pages can link to them."""
        for folder in self._book.site.books if self._book.site is not None else ():
            path = f"{folder.folder}/{GAME_FILE}" if folder.folder else GAME_FILE
            if self._book.game_of(folder) is not None and files.get_file_from_path(path) is None:
                file = HeldFile.generated(config, path, content="")
                files.append(file)
                self._files.append((folder, file))

    def write(self, presenter: Presenter, route: Callable[[str], str]) -> None:
        """Fill them when all pages are rendered, and it is known what is on which (`route` tells)."""
        for folder, file in self._files:

            def link(place: Place, base: str = file.url) -> str | None:
                address = presenter.where.address(place, "")
                return None if address is None else relative_url(route(address), base)

            version = edition_of(self._book, folder).version
            system = self._book.game_of(folder)
            assert system is not None
            data = game_data(self._book, self._report, system, presenter.lexicons, link, book_version=version)
            file.content_string = data
