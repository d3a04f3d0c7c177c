"""Show each of several books as a site of its own.

Its name stands in the bar, its chapters alone are the navigation, and its first page is home. The logo leads to the
first page of the whole site, from where all of them are reached.
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
"""The feature of the theme that shows the sections of a site as tabs. Within a book they would be its chapters."""


class _OwnSite(NamedTuple):
    """A book, the title of its section, and its navigation."""

    folder: BookFolder
    title: str
    nav: Navigation


class OwnSites:
    """The sites of the books of a site that has several; none if it has one."""

    def __init__(self, nav: Navigation, folders: Iterable[BookFolder]) -> None:
        self._shelf = nav.homepage
        sections = ((folder, _section_of(folder, nav.items)) for folder in folders if folder.folder)
        sites = [_OwnSite(folder, section.title, _alone(section)) for folder, section in sections if section]
        self._sites = sites if len(sites) > 1 else []
        self._settings: dict[str, MkDocsConfig] = {}
        """The settings of books by their titles, once one of their pages is rendered."""

    def show(self, context: dict[str, Any], page: Page) -> None:
        """Change what the templates know of the site to what is of the page's book.

        Args:
            context: what the templates of the page know; gets `shelf`, the first page of the whole site.
            page: a page that is to be rendered.
        """
        site = next((site for site in self._sites if site.folder.holds(page.file.src_uri)), None)
        if site is None:
            return
        if site.title not in self._settings:
            self._settings[site.title] = self._settings_of(site.title, context["config"])
        context |= {"config": self._settings[site.title], "nav": site.nav, "shelf": self._shelf}
        for name in ("previous_page", "next_page"):
            if (beside := getattr(page, name)) is not None and not site.folder.holds(beside.file.src_uri):
                setattr(page, name, None)

    def of(self, uri: str) -> tuple[str, str, str] | None:
        """Return the folder of a page's book, its title, and the address of its first page.

        It is None where the book has no site of its own.
        """
        site = next((site for site in self._sites if site.folder.holds(uri)), None)
        if site is None or site.nav.homepage is None:
            return None
        return site.folder.folder, site.title, site.nav.homepage.url

    def _settings_of(self, title: str, config: MkDocsConfig) -> MkDocsConfig:
        theme = deepcopy(config.theme)
        theme["features"] = [feature for feature in theme.get("features") or () if feature != TABS]
        home = {"homepage": self._shelf.url} if self._shelf is not None else {}
        own = copy(config)
        own.update(site_name=title, theme=theme, extra={**home, **config.extra})
        return own


def _alone(section: Section) -> Navigation:
    pages = [*_pages_of(section)]
    nav = Navigation(section.children, pages)
    nav.homepage = next((page for page in pages if page.is_index), pages[0])
    return nav


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
