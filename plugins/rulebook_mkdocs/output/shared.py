"""Tags of a page's head: what a shared link shows of the page, and how its site is installed on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from rulebook_core.store.files import write
from rulebook_mkdocs.metadata import title_text
from rulebook_mkdocs.own_site import OwnSite

MANIFEST = "app.webmanifest"
"""The name of a web app manifest, in the folder of its book."""
_HEAD_ENDS = "</head>"
_OF_OTHERS = re.compile(r"<meta[^>]*\bproperty=[\"']?og:title")
"""A theme or another plugin that describes links by itself does so better."""


class AppSite(NamedTuple):
    """A site that readers can install: its folder, title, and the address of its first page."""

    folder: str
    title: str
    start: str

    @classmethod
    def of(cls, site: OwnSite) -> AppSite:
        """Return the app of one of several books."""
        return cls(site.folder.folder, site.title, site.start.url)


def with_head(output: str, page: Page, config: MkDocsConfig, app: AppSite | None, title: str) -> str:
    """Return a page with the tags that its head lacks.

    Args:
        output: the page as HTML.
        page: the page.
        config: the settings of the site.
        app: the site that the page is of, if it can be installed.
        title: the title of that site.
    """
    tags = "" if _OF_OTHERS.search(output) else "".join(_shown_of(page, config, title))
    if app is not None and 'rel="manifest"' not in output:
        address = get_relative_url(f"{app.folder}/{MANIFEST}".lstrip("/"), page.url)
        tags += f'<link rel="manifest" href="{escape(address)}">'
    before, end, behind = output.partition(_HEAD_ENDS)
    return f"{before}{tags}{end}{behind}" if end else output


def _shown_of(page: Page, config: MkDocsConfig, site_title: str) -> Iterable[str]:
    title = title_text(page.title)
    above = [*page.ancestors]
    whose = title_text(above[-1].title) if above else site_title
    yield _tag("type", "website" if page.is_homepage else "article")
    yield _tag("title", title if whose == title else f"{title} · {whose}")
    if description := page.meta.get("description") or config.site_description:
        yield _tag("description", title_text(description))
    yield _tag("site_name", site_title)
    if page.canonical_url:
        yield _tag("url", page.canonical_url)


def _tag(name: str, content: str) -> str:
    return f'<meta property="og:{name}" content="{escape(content)}">'


def write_manifests(apps: Iterable[AppSite], config: MkDocsConfig) -> None:
    """Write the web app manifest of each site."""
    site, logo = Path(config.site_dir), config.theme.get("logo")
    for app in apps:
        path = site / app.folder / MANIFEST
        data: dict[str, Any] = {
            "name": app.title,
            "start_url": _from(app, app.start) or "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#ffffff",
        }
        if isinstance(logo, str) and logo.endswith(".svg"):
            data["icons"] = [{"src": _from(app, logo), "sizes": "any", "type": "image/svg+xml"}]
        write(path, json.dumps(data, ensure_ascii=False), within=site)


def _from(app: AppSite, address: str) -> str:
    return get_relative_url(address, f"{app.folder}/{MANIFEST}".lstrip("/"))
