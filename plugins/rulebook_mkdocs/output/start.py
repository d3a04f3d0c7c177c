"""Start pages of books, the shelf with all of their covers, and pages for lost addresses.

A start page has a cover: the book's picture in full width, its title, its one line, and links to read, roll and print
it. All is put into finished pages, so that no theme and no search index has to know of it.
"""

from __future__ import annotations

import itertools
import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Template
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from rulebook_core import workspace
from rulebook_core.store.files import write
from rulebook_markdown.files import ASSETS
from rulebook_mkdocs.metadata import PARAGRAPH, title_text
from rulebook_mkdocs.output.looks import Link, Looks
from rulebook_mkdocs.own_site import OwnSite, OwnSites
from rulebook_render.presentation.addresses import GAME_FILE
from rulebook_rules.config import BookFolder
from rulebook_rules.settings.options import PluginOptions

LOST = "404.html"
_SHELF = '<div class="rulebook-shelf">'
"""The place of all covers on a page; its content is for other builders."""
_COVERS = ('<header class="rulebook-start">', '<ul class="rulebook-shelf">')
_KEEPER_WORDS = {
    "begun": "Keeping it …",
    "kept": "Kept: it opens without a connection",
    "missed": "Not all could be kept",
}
"""Words of the button that keeps a game, by what becomes of it."""
_HIDDEN = ("navigation", "toc", "path")
"""Parts of the theme that a cover has no room for."""


def start_alone(page: Page, site: OwnSite) -> None:
    """Let nothing stand beside the cover of a book, unless the page itself says what is hidden."""
    if page is site.start and site.folder.cover:
        page.meta.setdefault("hide", [*_HIDDEN])


def with_cover(output: str, site: OwnSite, config: MkDocsConfig, options: PluginOptions, *, has_paper: bool) -> str:
    """Return the start page of a book with its cover around its title."""
    start = output.find("<h1", max(0, output.find("<article"), output.find("<main")))
    title, end, rest = output[start:].partition("</h1>")
    if start < 0 or not end:
        return output
    folder = site.folder
    picture = _picture(folder, partial(get_relative_url, other=site.start.url))
    line = f'<p class="rulebook-line">{escape(folder.line)}</p>' if folder.line else ""
    doors = "".join(_doors(site, config, options, has_paper=has_paper))
    shown = f'<p class="rulebook-doors" data-search-exclude>{doors}</p>' if doors else ""
    cover = f'<header class="rulebook-start">{picture}{title}{end}{line}{shown}</header>'
    begun = itertools.islice(PARAGRAPH.finditer(rest), 2)
    if said := next((part for part in begun if title_text(part[1]).strip() == folder.line), None):
        rest = rest[: said.start()] + rest[said.end() :]  # The text begins with its line, which the cover has.
    return f"{output[:start]}{cover}{rest}"


def _picture(folder: BookFolder, link: Link) -> str:
    return f'<img src="{escape(link(folder.cover))}" alt="">' if folder.cover else ""


def _doors(site: OwnSite, config: MkDocsConfig, options: PluginOptions, *, has_paper: bool) -> Iterator[str]:
    say = words_of(config)
    folder, url = site.folder, site.start.url
    file = f"{folder.folder}/{posixpath.basename(folder.folder)}" if folder.folder else "book"
    if site.following is not None:
        yield _door(say["Read"], site.following.url, url, "md-button md-button--primary")
    yield f'<button type="button" class="md-button rulebook-roll">{escape(say["Roll"])}</button>'
    more = []
    if options.volumes:
        if has_paper:
            yield _door("PDF", f"{file}.pdf", url, "md-button")
        more.append(_door("EPUB", f"{file}.epub", url))
        more.append(_door(say["To print"], posixpath.join(folder.folder, "print.html"), url))
    if workspace.exists(Path(config.site_dir, folder.folder, GAME_FILE)):
        more.append(_door(say["Data"], posixpath.join(folder.folder, GAME_FILE), url))
    if options.offline:
        more.append(_keeper(folder.folder, say))
    if more:
        yield f'<span class="rulebook-more">{"".join(more)}</span>'


def _keeper(game: str, say: Mapping[str, str]) -> str:
    """Return the button that keeps a game for readers without a connection; the page's script shows it."""
    data = "".join(f' data-{name}="{escape(say[words])}"' for name, words in _KEEPER_WORDS.items())
    return (
        f'<button type="button" class="rulebook-keep" data-game="{escape(game)}"{data} hidden>'
        f"{escape(say['Keep offline'])}</button>"
    )


def _door(name: str, target: str, url: str, look: str = "") -> str:
    kind = f' class="{look}"' if look else ""
    return f'<a{kind} href="{escape(get_relative_url(target, url))}">{escape(name)}</a>'


def with_shelf(output: str, sites: Iterable[OwnSite], link: Link) -> str:
    """Return a page with the covers of books where it asks for them.

    Args:
        output: the page as HTML.
        sites: the books.
        link: gives the link to an address of the site.
    """
    items = "".join(
        f'<li><a href="{escape(link(site.start.url))}">{_picture(site.folder, link)}'
        f"<b>{escape(title_text(site.title))}</b> <span>{escape(site.folder.line or '')}</span></a></li>"
        for site in sites
    )
    before, mark, behind = output.partition(_SHELF)
    if not items or not mark:
        return output
    return f'{before}<ul class="rulebook-shelf">{items}</ul>{behind.partition("</div>")[2]}'


class CoverStyle(NamedTuple):
    """The style sheet of covers, and that of all pages which it comes behind: the names of their files."""

    name: str = ""
    behind: str = ""

    def add(self, output: str, link: Link) -> str:
        """Return a page with a link to the style, if it has a cover.

        Args:
            output: the page as HTML.
            link: gives the link to an address of the site.
        """
        if not any(cover in output for cover in _COVERS):
            return output
        tag = f'<link rel="stylesheet" href="{escape(link(f"{ASSETS}/{self.name}"))}">'
        start = output.find(f"{ASSETS}/{self.behind}")
        end = output.find(">", start) + 1 if start >= 0 else output.find("</head>")
        return f"{output[:end]}{tag}{output[end:]}"


class LostPages:
    """The page for lost addresses of each of several books, beside that of the whole site."""

    def __init__(self, style: CoverStyle) -> None:
        self._style = style
        self._template: Template | None = None
        self._context: dict[str, Any] = {}

    def take(self, template: Template) -> None:
        """Take the template of the page for lost addresses."""
        self._template = template

    def know(self, context: dict[str, Any], sites: OwnSites) -> None:
        """Give the template its words and the folders of the books."""
        folders = [site.folder.folder for site in sites.several]
        context |= {"rulebook_say": words_of(context["config"]), "rulebook_folders": folders}
        self._context = context

    def write(self, output: str, sites: OwnSites, looks: Looks, config: MkDocsConfig) -> str:
        """Write the pages of the books, and return that of the whole site with their covers."""
        base = self._context.get("base_url", "/")

        def link(address: str) -> str:
            return posixpath.join(base, "" if address in (".", "./") else address)

        for site in sites.several if self._template is not None else ():
            assert self._template is not None
            own = {**self._context, **sites.context(site, config), "rulebook_folders": []}
            target = Path(config.site_dir, site.folder.folder, LOST)
            page = with_shelf(self._template.render(own), [site], link)
            page = self._style.add(page, link).replace("</head>", f"{looks.tag(site.folder, link)}</head>", 1)
            write(target, page, within=Path(config.site_dir))
        return self._style.add(with_shelf(output, sites.several, link), link)


class _Words(dict[str, str]):
    def __missing__(self, word: str) -> str:
        return word


def words_of(config: MkDocsConfig) -> Mapping[str, str]:
    """Return the words of start pages in the language of a site, by the English ones."""
    language = str(config.theme.get("language") or "en").replace("_", "-").partition("-")[0].lower()
    return _Words(_words().get(language, {}))


@cache
def _words() -> Mapping[str, Any]:
    words: Mapping[str, Any] = json.loads(workspace.read_text(Path(__file__).parents[1] / "words.json"))
    return words
