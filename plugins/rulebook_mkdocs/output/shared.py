"""Tags of a page's head: what a shared link shows of the page, and how its site is installed on a phone.

Nobody who shows a link sees the fragment of its address. So each card of a published page, such as a monster's, has a
small page to share, which describes the card and leads there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from textwrap import shorten
from typing import Any, NamedTuple
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from rulebook_core import workspace
from rulebook_core.store.files import write
from rulebook_mkdocs.metadata import MAX_DESCRIPTION, title_text
from rulebook_mkdocs.own_site import OwnSite
from rulebook_render.publishing.formats import CARD, ICONS
from rulebook_syntax.html_elements import Element, parse

MANIFEST = "app.webmanifest"
"""The name of a web app manifest, in the folder of its book."""
_HEAD_ENDS = "</head>"
_CARDS = frozenset(("stat-card", "item-card"))
_TO_SHARE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title>
<meta name="robots" content="noindex">
<meta name="description" content="{description}">
{tags}
<meta http-equiv="refresh" content="0; url={link}">
</head>
<body><main><h1>{name}</h1><p>{description}</p><p><a href="{link}">{title}</a></p></main></body>
</html>
"""
_OF_OTHERS = re.compile(r"<meta[^>]*\bproperty=[\"']?og:title")
"""A theme or another plugin that describes links by itself does so better."""


class AppSite(NamedTuple):
    """A site that readers can install: its folder, title, the address of its first page, and where it is drawn.

    What is drawn has its card and icons in the folder of a book; None for what is not.
    """

    folder: str
    title: str
    start: str
    drawn: str | None = None

    @classmethod
    def of(cls, site: OwnSite | None, config: MkDocsConfig, *, is_own: bool, has_paper: bool) -> AppSite:
        """Return the app of a page.

        Args:
            site: the book of the page; None if it is of no book.
            config: the settings of the whole site.
            is_own: whether the book is one of several.
            has_paper: whether books have volumes for paper, which come with pictures.
        """
        drawn = site.folder.folder if site is not None and site.folder.cover and has_paper else None
        if site is None or not is_own:
            return cls("", config.site_name, "", drawn)
        return cls(site.folder.folder, site.title, site.start.url, drawn)

    def picture(self, name: str) -> str:
        """Return the address of one of its pictures."""
        return f"{self.drawn}/{name}".lstrip("/")


def with_head(output: str, page: Page, config: MkDocsConfig, app: AppSite, *, is_app: bool) -> str:
    """Return a page with the tags that its head lacks.

    Args:
        output: the page as HTML.
        page: the page.
        config: the settings of the site.
        app: the site that the page is of.
        is_app: whether that can be installed.
    """
    tags = "" if _OF_OTHERS.search(output) else "".join(_shown_of(page, config, app))
    if is_app and 'rel="manifest"' not in output:
        tags += (
            f'<link rel="manifest" href="{escape(get_relative_url(f"{app.folder}/{MANIFEST}".lstrip("/"), page.url))}">'
        )
        if app.drawn is not None:
            icon = get_relative_url(app.picture(min(ICONS.items())[1]), page.url)
            tags += f'<link rel="apple-touch-icon" href="{escape(icon)}">'
    before, end, behind = output.partition(_HEAD_ENDS)
    return f"{before}{tags}{end}{behind}" if end else output


def _shown_of(page: Page, config: MkDocsConfig, app: AppSite) -> Iterable[str]:
    title = title_text(page.title)
    above = [*page.ancestors]
    whose = title_text(above[-1].title) if above else app.title
    yield _tag("type", "website" if page.is_homepage else "article")
    yield _tag("title", title if whose == title else f"{title} · {whose}")
    if description := page.meta.get("description") or config.site_description:
        yield _tag("description", title_text(description))
    yield _tag("site_name", app.title)
    if page.canonical_url:
        yield from _addresses(page.canonical_url, config, app)


def _addresses(address: str, config: MkDocsConfig, app: AppSite) -> Iterator[str]:
    yield _tag("url", address)
    if app.drawn is not None:
        yield _tag("image", urljoin(config.site_url or "", app.picture(CARD)))
        yield '<meta name="twitter:card" content="summary_large_image">'


def _tag(name: str, content: str) -> str:
    return f'<meta property="og:{name}" content="{escape(content)}">'


def cards_to_share(output: str, page: Page, config: MkDocsConfig, app: AppSite) -> Iterator[tuple[str, str]]:
    """Yield a small page for each card of a published page, with its address."""
    if not config.site_url or not any(card in output for card in _CARDS):
        return
    for card in parse(output).all("section", "div"):
        heading = next((part for part in card.all("h1", "h2", "h3", "h4", "h5", "h6") if part.id), None)
        if _CARDS.isdisjoint(card.classes) or heading is None or not is_plain_id(heading.id):
            continue
        address = f"{page.url.removesuffix('.html').rstrip('/')}/{heading.id}.html".lstrip("/")
        name = _words(heading)
        title = f"{name} · {app.title}"
        description = shorten(_described(card) or name, MAX_DESCRIPTION, placeholder=" …")
        tags = (_tag("type", "article"), _tag("title", title), _tag("description", description))
        of_site = (_tag("site_name", app.title), *_addresses(urljoin(config.site_url, address), config, app))
        yield (
            address,
            _TO_SHARE.format(
                language=escape(str(config.theme.get("language") or "en")),
                title=escape(title),
                name=escape(name),
                description=escape(description),
                tags="\n".join((*tags, *of_site)),
                link=escape(f"{get_relative_url(page.url, address)}#{heading.id}"),
            ),
        )


def is_plain_id(id_: str) -> bool:
    """Return whether an id can be the name of a file; the script that copies links asks the same."""
    return id_.isascii() and id_.replace("-", "").replace("_", "").isalnum()


def _words(element: Element) -> str:
    """Return the words of an element, without the link to it."""
    parts = (part if isinstance(part, str) else _words(part) for part in element.content if not _is_link(part))
    return " ".join("".join(parts).split())


def _is_link(part: Element | str) -> bool:
    return isinstance(part, Element) and "headerlink" in part.classes


def _described(card: Element) -> str:
    """Return the values of a card, and what its text says."""
    pairs = [part for listed in card.all("dl") for part in listed.pairs]
    values = [f"{_words(part)} " if part.tag == "dt" else f"{_words(part)}, " for part in pairs]
    texts = [_words(part) for part in card.all("p") if not any(name.startswith("rulebook-") for name in part.classes)]
    return ". ".join(filter(None, ("".join(values).rstrip(", "), " ".join(texts))))


def write_cards(cards: Mapping[str, str], site: Path) -> frozenset[str]:
    """Write pages to share at their addresses, unless a page is there; return the addresses."""
    pages = {address: html for address, html in cards.items() if not workspace.exists(site / address)}
    for address, html in pages.items():
        workspace.make_folder((site / address).parent)
        write(site / address, html, within=site)
    return frozenset(pages)


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
        icons = []
        if app.drawn is not None:
            icons = [
                {
                    "src": _from(app, app.picture(name)),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size, name in ICONS.items()
                for purpose in ("any", "maskable")
            ]
        elif isinstance(logo, str) and logo.endswith(".svg"):
            icons = [{"src": _from(app, logo), "sizes": "any", "type": "image/svg+xml"}]
        if icons:
            data["icons"] = icons
        write(path, json.dumps(data, ensure_ascii=False), within=site)


def _from(app: AppSite, address: str) -> str:
    return get_relative_url(address, f"{app.folder}/{MANIFEST}".lstrip("/"))
