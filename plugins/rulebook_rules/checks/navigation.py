"""The navigation of mkdocs.yml: each page that it names is there, and something leads to each page that is."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.store.files import matching
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.config import MARKDOWN_ENDINGS, OTHER_ENDINGS, SiteConfig

_ENDINGS = (*MARKDOWN_ENDINGS, *OTHER_ENDINGS)
_NO_PATH = lazily(r"^/|[:*]")
"""An address, or what another plugin puts pages for."""
_OWN_NAVIGATION = frozenset(("awesome-pages", "awesome-nav", "literate-nav"))
_ENTRANCES = frozenset(("index", "readme", "404"))


@rule(Severity.ERROR, Role.LEADS)
def unknown_page(place: Place, path: str, near: Sequence[str]) -> Details:
    remedies = [Remedy(f"write `{other}`") for other in near] or [Remedy("remove it")]
    return Details(f"there is no page `{path}`", remedies=tuple(remedies))


@rule(Severity.INFO)
def unreached_page(place: Place) -> Details:
    return Details("no other page and no navigation leads here", remedies=(Remedy("add it to `nav`, or link to it"),))


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for the pages of the navigation, where the whole site was asked for."""
    site, pages = index.book.site, index.book.pages
    if site is None or site.settings is None or not all(page.reported or page.document.is_open for page in pages):
        return
    uris = set(index.book.by_uri)
    is_whole = True
    for written, keys in site.nav:
        uri = posixpath.normpath(written)
        if not uri.endswith(_ENDINGS) or _NO_PATH.search(written):
            continue
        if uri in uris or uri in index.book.files or site.exists_excluded(uri) or _is_made(index, site, uri):
            continue
        is_whole = False
        near = [other for other in index.near_paths(uri) if other in uris]
        yield unknown_page(site.settings.value(*keys), written, near)
    if is_whole:  # Else it may be the page that nothing leads to which it means.
        yield from _unreached(index, site)


def _needs_navigation(index: BookIndex, site: SiteConfig, page: Page) -> bool:
    """Return whether readers come to a page by the navigation alone: it is no entrance, and part of no other page."""
    stem = posixpath.splitext(posixpath.basename(page.uri))[0].lower()
    is_shown = page.is_part or index.page(page).has_parts or page.uri in site.options.split_level
    return not (stem in _ENTRANCES or is_shown) and site.is_source(page.uri) and index.book.site_of(page) is not None


def _unreached(index: BookIndex, site: SiteConfig) -> Iterator[Finding]:
    """Pages that the navigation does not name, and no other page leads to."""
    is_made = index.generators.unknown or index.generators.scripts or not _OWN_NAVIGATION.isdisjoint(site.plugins)
    if not site.nav or is_made or any("*" in written for written, _ in site.nav):
        return
    meant = matching(site.not_in_nav.splitlines())
    named = {posixpath.normpath(written) for written, _ in site.nav}
    left = {
        page.uri: page
        for page in index.reported
        if page.uri not in named and not meant.match_file(page.uri) and _needs_navigation(index, site, page)
    }
    for page in index.book.pages if left else ():
        targets = [(link.target, link.kind == "html") for link in page.document.links if link.target is not None]
        targets += [(definition.target, False) for definition in page.document.definitions]
        for target, raw_html in targets:
            destination = index.destination(page, target, raw_html=raw_html)
            if destination.page is not page:
                left.pop(destination.path, None)
    for page in left.values():
        start = page.document.body.start
        yield unreached_page(Place(page.document.source, Span(start, start)))


def _is_made(index: BookIndex, site: SiteConfig, uri: str) -> bool:
    """Return whether something else may make a page: another plugin, a hook, or a long source that becomes several."""
    if index.generators.unknown or index.generators.may_make_page(uri):
        return True
    folder, name = posixpath.split(posixpath.splitext(uri)[0])
    return any(
        posixpath.dirname(source) == folder
        and (page := index.book.by_uri.get(source)) is not None
        and name in index.page(page).anchors
        for source in site.options.split_level
    )
