"""The navigation of mkdocs.yml: each page that it names is there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from rulebook.checks.index import BookIndex
from rulebook.config import MARKDOWN_ENDINGS, OTHER_ENDINGS, SiteConfig
from rulebook.findings import Finding, Remedy
from rulebook.settings.faults import invalid_setting

_ENDINGS = (*MARKDOWN_ENDINGS, *OTHER_ENDINGS)
_NO_PATH = re.compile(r"^/|[:*]")
"""An address, or what another plugin puts pages for."""


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for the pages of the navigation, where the whole site was asked for."""
    site, pages = index.book.site, index.book.pages
    if site is None or site.settings is None or not all(page.reported or page.document.is_open for page in pages):
        return
    uris = set(index.book.by_uri)
    for written, keys in site.nav:
        uri = posixpath.normpath(written)
        if not uri.endswith(_ENDINGS) or _NO_PATH.search(written):
            continue
        if uri in uris or uri in index.book.files or site.exists_excluded(uri) or _is_made(index, site, uri):
            continue
        near = [other for other in index.near_paths(uri) if other in uris]
        remedies = [Remedy(f"write `{other}`") for other in near] or [Remedy("remove it")]
        place = site.settings.value(*keys)
        yield invalid_setting(place, f"there is no page `{written}`", remedies=remedies)


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
