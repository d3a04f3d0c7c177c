"""Show each of several books as a site of its own.

Its name stands in the bar, its chapters alone are the navigation, and its first page is home. The logo leads to the
first page of the whole site, from where all of them are reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy, deepcopy
from typing import Any

from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from rulebook_rules.config import BookFolder

TABS = "navigation.tabs"
"""The feature of the theme that shows the sections of a site as tabs. Within a book they would be its chapters."""


def show_alone(context: dict[str, Any], page: Page, nav: Navigation, folders: Iterable[BookFolder]) -> None:
    """Change what the templates know of the site to what is of the page's book, if the site has several.

    Args:
        context: what the templates of the page know; gets `shelf`, the first page of the whole site.
        page: a page that is to be rendered.
        nav: the navigation of the site.
        folders: those of the books of the site.
    """
    sections = [
        (folder, section)
        for folder in folders
        if folder.folder and (section := _section_of(folder, nav.items)) is not None
    ]
    own = next(((folder, section) for folder, section in sections if folder.holds(page.file.src_uri)), None)
    if own is None or len(sections) < 2:
        return
    folder, section = own
    pages = [each for each in nav.pages if folder.holds(each.file.src_uri)]
    alone = Navigation(section.children, pages)
    alone.homepage = next((each for each in pages if each.is_index), pages[0])
    config = context["config"]
    features = [feature for feature in config.theme.get("features") or () if feature != TABS]
    theme = deepcopy(config.theme)
    theme["features"] = features
    extra = dict(config.extra)
    if nav.homepage is not None:
        extra.setdefault("homepage", nav.homepage.url)
    context["config"] = own = copy(config)
    own.update(site_name=section.title, theme=theme, extra=extra)
    context["nav"] = alone
    context["shelf"] = nav.homepage
    for name in ("previous_page", "next_page"):
        if (beside := getattr(page, name)) is not None and not folder.holds(beside.file.src_uri):
            setattr(page, name, None)


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
