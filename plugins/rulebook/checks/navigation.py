"""The navigation of mkdocs.yml: each page that it names is there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from rulebook.checks.index import BookIndex
from rulebook.config import MARKDOWN_ENDINGS, OTHER_ENDINGS, SiteConfig
from rulebook.findings import Finding, Remedy
from rulebook.settings.faults import invalid_setting, meant


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for the pages of the navigation, where the whole site was asked for."""
    site = index.book.site
    if (
        site is None
        or site.settings is None
        or not all(page.reported or page.document.is_open for page in index.book.pages)
    ):
        return
    uris = set(index.book.by_uri)
    for written, keys in site.nav:
        uri = posixpath.normpath(written)
        if (
            not uri.endswith((*MARKDOWN_ENDINGS, *OTHER_ENDINGS))
            or written.startswith("/")
            or "*" in written
            or ":" in written
        ):
            continue
        if uri in uris or uri in index.book.files or site.exists_excluded(uri) or _is_made(index, site, uri):
            continue
        name = posixpath.basename(uri)
        same = sorted(other for other in uris if posixpath.basename(other) == name)
        remedies = tuple(Remedy(f"write `{other}`") for other in same[:3]) or meant(uri, sorted(uris))
        place = site.settings.value(*keys)
        yield invalid_setting(place, f"there is no page `{written}`", remedies=remedies or (Remedy("remove it"),))


def _is_made(index: BookIndex, site: SiteConfig, uri: str) -> bool:
    """Whether something else may make a page: another plugin, a hook, or a long source that becomes several."""
    if index.generators.unknown or index.generators.may_make_page(uri):
        return True
    folder, name = posixpath.split(posixpath.splitext(uri)[0])
    return any(
        posixpath.dirname(source) == folder
        and (page := index.book.by_uri.get(source)) is not None
        and name in index.page(page).anchors
        for source in site.options.split_level
    )
