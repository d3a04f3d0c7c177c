"""Whole books beside the site's pages: collected while it is built, bound at its end."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_build_timestamp

from rulebook_core import workspace
from rulebook_core.store.files import read_within, write
from rulebook_mkdocs.metadata import title_text
from rulebook_mkdocs.output.looks import Looks
from rulebook_proof.records.editions import Edition
from rulebook_render.publishing.formats import Bound, Chapter, Format, Volume
from rulebook_rules.config import BookFolder

_DOOR = """\
<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>{title}</title>
<meta http-equiv="refresh" content="0; url={url}"></head><body><a href="{url}">{title}</a></body></html>
"""
"""At the address of the folder of a book that has no page there: on to its first page."""


class _Made(NamedTuple):
    """A volume of an earlier build, its images by their addresses, and its files."""

    volume: Volume
    images: Mapping[str, bytes | None]
    files: Mapping[str, bytes | str]


class Volumes:
    """The chapters of each book of one build.

    Args:
        before: those of the build before it.
    """

    def __init__(self, before: Volumes | None = None) -> None:
        self._made: dict[str, _Made] = before._made if before is not None else {}
        self._order: dict[str, int] = {}
        self._sections: dict[str, str] = {}
        self.trails: dict[str, tuple[str, ...]] = {}
        """Titles of the navigation sections around a page, outermost first, by its uri."""
        self._chapters: dict[str, Chapter] = {}
        self.papers: dict[str, list[tuple[Format, Bound]]] = {}
        """The volumes for paper, by the folder of their book."""

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

    def bind(
        self,
        folder: BookFolder,
        config: MkDocsConfig,
        formats: Iterable[Format],
        paper: Edition | None = None,
        looks: Looks | None = None,
    ) -> None:
        """Write a book in its formats; in those for paper if its edition is known."""
        uris = self.chapters(folder)
        if not uris:
            return
        site = Path(config.site_dir)
        volume = self._volume(folder, uris, config, paper)
        if looks is not None:
            styles = [*volume.styles, f"{volume.root}/{looks.style(folder)}"] if looks.style(folder) else volume.styles
            volume = replace(volume, look=looks.of(folder), styles=tuple(styles))
        target = site / folder.folder
        if not workspace.exists(target / "index.html"):
            url = escape(quote(posixpath.basename(volume.chapters[0].url)))
            door = _DOOR.format(language=volume.language, title=escape(volume.title), url=url)
            write(target / "index.html", door, within=site)
        papers = [each for each in formats if each.is_paper]
        files = dict(self._files(folder.folder, volume, [each for each in formats if not each.is_paper]))
        if paper is not None:
            self.papers[folder.folder] = [(each, each.bind(volume)) for each in papers]
            files |= {name: content for _, bound in self.papers[folder.folder] for name, content in bound.files.items()}
        for file, content in files.items():
            write(target / file, content, within=site)

    def _volume(
        self, folder: BookFolder, uris: Mapping[str, Chapter], config: MkDocsConfig, paper: Edition | None
    ) -> Volume:
        site = Path(config.site_dir)
        root = posixpath.relpath(".", folder.folder or ".")
        return Volume(
            name=posixpath.basename(folder.folder) or "book",
            title=next((self._sections[uri] for uri in uris if uri in self._sections), config.site_name),
            chapters=tuple(uris.values()),
            language=str(config.theme.get("language") or "en"),
            site=config.site_url or "",
            root=root,
            styles=tuple(f"{root}/{style}" for style in _styles(site, config)),
            author=folder.author or config.site_author or "",
            version=paper.version if paper is not None else "",
            cover=folder.cover or "",
            colour=folder.colour or "",
            paper=folder.paper,
            line=folder.line or "",
            look=None,
            image=lambda path: read_within(site / path, site),
            modified=datetime.fromtimestamp(get_build_timestamp(), UTC),
        )

    def _files(self, folder: str, volume: Volume, formats: Iterable[Format]) -> Mapping[str, bytes | str]:
        """Bind a volume, or return the files of the last build if nothing in it has changed."""
        made = self._made.get(folder)
        if (
            made is None
            or made.volume != volume
            or any(volume.image(path) != seen for path, seen in made.images.items())
        ):
            images: dict[str, bytes | None] = {}

            def image(path: str) -> bytes | None:
                images[path] = volume.image(path)
                return images[path]

            noted = replace(volume, image=image)
            files = {name: content for each in formats for name, content in each.bind(noted).files.items()}
            made = self._made[folder] = _Made(volume, images, files)
        return made.files


def _styles(site: Path, config: MkDocsConfig) -> Iterator[str]:
    """The style sheets of the site's pages: the theme's main one, and those laid over it."""
    for path in workspace.glob(site / "assets" / "stylesheets", "main.*.min.css"):
        yield path.relative_to(site).as_posix()
    yield from config.extra_css
