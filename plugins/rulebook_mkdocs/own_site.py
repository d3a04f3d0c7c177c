"""Show each of several books as a site of its own.

Its name is in the bar, its chapters alone are the navigation, its first page is home, and its lost addresses lead back
to it. The logo leads to the shelf, the first page of the whole site.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy, deepcopy
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from rulebook_rules.config import BookFolder

TABS = "navigation.tabs"
"""The feature of the theme that shows the sections of a site as tabs."""


class OwnSite(NamedTuple):
    """A book as a site: its title, its navigation, the page that it begins with, and the one to read next."""

    folder: BookFolder
    title: str
    nav: Navigation
    start: Page
    following: Page | None


class OwnSites:
    """The sites of the books of a site; one that has a single book is the site of that book."""

    def __init__(self, nav: Navigation, folders: Iterable[BookFolder], name: str = "") -> None:
        self._shelf = nav.homepage
        folders = tuple(folders)
        sections = ((folder, _section_of(folder, nav.items)) for folder in folders if folder.folder)
        several = [_of_section(folder, section) for folder, section in sections if section]
        self.several: list[OwnSite] = several if len(several) > 1 else []
        """The sites of several books, in the order of the settings; none if there are fewer."""
        alone = several[:1] if len(several) == 1 else [_whole(folder, nav, name) for folder in folders[:1]]
        self._sites = self.several or [site for site in alone if site is not None]
        self._settings: dict[str, MkDocsConfig] = {}
        """The settings of books by their titles, once one of their pages is rendered."""

    def show(self, context: dict[str, Any], page: Page) -> None:
        """Change what the templates know of the site to what is of the page's book.

        Args:
            context: what the templates of the page know; gets `shelf`, the first page of the whole site.
            page: a page that is to be rendered.
        """
        site = next((site for site in self.several if site.folder.holds(page.file.src_uri)), None)
        if site is None:
            return
        context |= self.context(site, context["config"])
        for name in ("previous_page", "next_page"):
            if (beside := getattr(page, name)) is not None and not site.folder.holds(beside.file.src_uri):
                setattr(page, name, None)

    def context(self, site: OwnSite, config: MkDocsConfig) -> dict[str, Any]:
        """Return what templates know of one of several books in place of the whole site."""
        if site.title not in self._settings:
            self._settings[site.title] = self._settings_of(site, config)
        own = {"config": self._settings[site.title], "nav": site.nav, "shelf": self._shelf}
        return {**own, "rulebook_folder": site.folder.folder}

    def of(self, uri: str) -> OwnSite | None:
        """Return the site of a page's book; None for pages of no book."""
        return next((site for site in self._sites if site.folder.holds(uri)), None)

    def _settings_of(self, site: OwnSite, config: MkDocsConfig) -> MkDocsConfig:
        theme = deepcopy(config.theme)
        if not any(item.is_section for item in site.nav.items):  # Each of its pages would be a tab.
            theme["features"] = [feature for feature in theme.get("features") or () if feature != TABS]
        home = {"homepage": self._shelf.url} if self._shelf is not None else {}
        own = copy(config)
        own.update(site_name=site.title, theme=theme, extra={**home, **config.extra})
        return own


def _of_section(folder: BookFolder, section: Section) -> OwnSite:
    pages = [*_pages_of(section)]
    nav = Navigation(section.children, pages)
    nav.homepage = next((page for page in pages if page.is_index), pages[0])
    return OwnSite(folder, section.title, nav, nav.homepage, _following(nav.homepage, pages))


def _whole(folder: BookFolder, nav: Navigation, name: str) -> OwnSite | None:
    pages = [page for page in nav.pages if folder.holds(page.file.src_uri)]
    if not pages:
        return None
    start = nav.homepage if nav.homepage in pages else next((page for page in pages if page.is_index), pages[0])
    return OwnSite(folder, name, nav, start, _following(start, pages))


def _following(start: Page, pages: list[Page]) -> Page | None:
    return next((page for page in pages if page is not start), None)


def _section_of(folder: BookFolder, items: Iterable[StructureItem]) -> Section | None:
    """Return the section of a navigation that has the pages of a book, and no others."""
    for item in items:
        if isinstance(item, Section):
            uris = [page.file.src_uri for page in _pages_of(item)]
            if uris and all(map(folder.holds, uris)):
                return item
    return None


def _pages_of(item: StructureItem) -> Iterable[Page]:
    if isinstance(item, Page):
        yield item
    for child in getattr(item, "children", None) or ():
        yield from _pages_of(child)
