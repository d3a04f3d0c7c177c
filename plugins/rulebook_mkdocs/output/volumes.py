"""Whole books beside the site's pages: collected while it is built, bound at its end."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_build_timestamp

from rulebook_core.store.files import read_within, write
from rulebook_formats.chapters import Chapter
from rulebook_mkdocs.metadata import title_text
from rulebook_proof.records.editions import Edition
from rulebook_rules.config import BookFolder

PRINTED = "print.html"
CARD = "card.png"
_DOOR = """\
<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>{title}</title>
<meta http-equiv="refresh" content="0; url={url}"></head><body><a href="{url}">{title}</a></body></html>
"""
"""At the address of the folder of a book that has no page there: on to its first page."""


class _Bound(NamedTuple):
    """The files of a book, each by its name, and all that they were made of: images by their addresses."""

    of: tuple[object, ...]
    images: Mapping[str, bytes | None]
    files: Mapping[str, bytes | str]


class Volumes:
    """The chapters of each book of one build.

    Args:
        before: those of the build before it.
    """

    def __init__(self, before: Volumes | None = None) -> None:
        self._bound: dict[str, _Bound] = before._bound if before is not None else {}
        self._order: dict[str, int] = {}
        self._sections: dict[str, str] = {}
        self.trails: dict[str, tuple[str, ...]] = {}
        """Titles of the navigation sections around a page, outermost first, by its uri."""
        self._chapters: dict[str, Chapter] = {}
        self.missing: dict[str, tuple[str, ...]] = {}
        """By the folder of a book, the signs that no font of its PDF has."""

    def take_order(self, nav: Navigation) -> None:
        """Chapters follow each other as in the navigation; what is not there comes last."""
        for page in nav.pages:
            self._order[page.file.src_uri] = len(self._order)
            parents = [parent for parent in page.ancestors if isinstance(parent, Section)]
            self.trails[page.file.src_uri] = tuple(title_text(parent.title) for parent in reversed(parents))
            if parents:
                self._sections[page.file.src_uri] = title_text(parents[-1].title)

    def take(self, page: Page, html: str) -> None:
        self._chapters[page.file.src_uri] = Chapter(page.file.dest_uri, title_text(page.title), html)

    def chapters(self, folder: BookFolder) -> dict[str, Chapter]:
        """The chapters of a book, by the addresses of their pages, as they follow each other."""
        uris = sorted(
            filter(folder.holds, self._chapters), key=lambda uri: (self._order.get(uri, len(self._order)), uri)
        )
        return {uri: self._chapters[uri] for uri in uris}

    def bind(self, folder: BookFolder, config: MkDocsConfig, paper: Edition | None = None) -> None:
        """Write the EPUB of a book, and its page to print; also its PDF, where it is said which edition that is of."""
        uris = self.chapters(folder)
        if not uris:
            return
        chapters = list(uris.values())
        title = next((self._sections[uri] for uri in uris if uri in self._sections), config.site_name)
        site = Path(config.site_dir)
        language = str(config.theme.get("language") or "en")
        name = posixpath.basename(folder.folder) or "book"
        target = site / folder.folder
        root = posixpath.relpath(".", folder.folder or ".")
        images: dict[str, bytes | None] = {}

        def image(path: str) -> bytes | None:
            images[path] = read_within(site / path, site)
            return images[path]

        if not (target / "index.html").exists():
            write(
                target / "index.html",
                _DOOR.format(language=language, title=escape(title), url=_first(chapters[0])),
                within=site,
            )
        modified = datetime.fromtimestamp(get_build_timestamp(), UTC)
        styles = [f"{root}/{style}" for style in _styles(site, config)]
        of = (title, chapters, language, config.site_url, name, styles, root)
        bound = self._bound.get(folder.folder)
        if bound is None or bound.of != of or any(image(path) != seen for path, seen in bound.images.items()):
            from rulebook_formats.epub import epub
            from rulebook_formats.printed import printed

            book = epub(title, chapters, image=image, language=language, modified=modified, site=config.site_url or "")
            page = printed(
                title,
                chapters,
                styles=styles,
                root=root,
                book=name,
                language=language,
                site=config.site_url or "",
            )
            bound = self._bound[folder.folder] = _Bound(of, images, {f"{name}.epub": book, PRINTED: page})
        for file, content in bound.files.items():
            write(target / file, content, within=site)
        if paper is not None:
            from rulebook_formats.pdf import Imprint, card, typeset

            imprint = Imprint(
                title,
                author=folder.author or config.site_author or "",
                version=paper.version,
                address=f"{config.site_url.rstrip('/')}/{chapters[0].url}" if config.site_url else "",
                cover=folder.cover or "",
                colour=folder.colour or "",
            )
            made = typeset(imprint, chapters, image=image, language=language, made=modified, site=config.site_url or "")
            write(target / f"{name}.pdf", made.content, within=site)
            self.missing[folder.folder] = made.missing
            if (drawn := card(imprint, image=image)) is not None:
                write(target / CARD, drawn, within=site)


def _first(chapter: Chapter) -> str:
    """The address of a chapter from the folder of its book."""
    return escape(quote(posixpath.basename(chapter.url)))


def _styles(site: Path, config: MkDocsConfig) -> Iterator[str]:
    """The style sheets of the site's pages: the theme's main one, and those laid over it."""
    for path in sorted((site / "assets" / "stylesheets").glob("main.*.min.css")):
        yield path.relative_to(site).as_posix()
    yield from config.extra_css
