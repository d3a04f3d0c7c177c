"""Old pages that send on who follows a link to what has moved: by a comment of the writer, or to a chapter."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from rulebook_mkdocs.chapters import Chapters
from rulebook_mkdocs.files import HeldFile
from rulebook_render.presentation.addresses import relative_url
from rulebook_render.presentation.data import MOVED, json_script
from rulebook_rules.book import Book
from rulebook_rules.published.redirects import Keeper, moved_links

_STUB = """\
---
search:
  exclude: true
---
# Moved

What was here is on another page now:

<ul>{items}</ul>
"""


class MovedLinks:
    """A build's links to moved pages, including chapters with a new id."""

    def __init__(self, book: Book, chapters: Chapters) -> None:
        self._book = book
        self._chapters = chapters
        moved = moved_links(book.pages)
        self._moved = {uri: dict(ids) for uri, ids in moved.items()}
        for uri, keeper in chapters.renamed(book):
            self._moved.setdefault(uri, {}).setdefault("", keeper)
        self._old: dict[str, File] = {}
        """Files at the address of an old page, by its uri. In another dialect the address has another ending."""
        self._stubs: set[str] = set()

    def add_pages(self, files: Files, config: MkDocsConfig) -> None:
        """Where a page is gone that links have led to, put one that says where its text is now."""
        pages = {file.dest_uri: file for file in files}
        for uri, ids in self._moved.items():
            name = f"{posixpath.splitext(uri)[0]}.md"
            stub = HeldFile.generated(config, name, content="", inclusion=InclusionLevel.NOT_IN_NAV)
            self._old[uri] = pages.setdefault(stub.dest_uri, stub)
            if self._old[uri] is stub:
                items = ""
                for target, title, id_ in dict.fromkeys(map(self._target, ids.values())):
                    if (file := files.get_file_from_path(target)) is not None:
                        href = relative_url(file.url, stub.url) + (f"#{id_}" if id_ else "")
                        items += f'<li><a href="{escape(href)}">{escape(title)}</a></li>'
                stub.content_string = _STUB.format(items=items)
                files.append(stub)
                self._stubs.add(stub.src_uri)

    def _target(self, keeper: Keeper) -> tuple[str, str, str]:
        """Return where a link leads now: the page, what that is called, and the id there of the chapter."""
        if (heading := self._chapters.heading_at(*keeper)) is not None:
            return keeper.uri, heading.title, heading.id
        headings = self._book.by_uri[keeper.uri].document.headings
        return keeper.uri, headings[0].title if headings else keeper.uri, ""

    def has(self, uri: str) -> bool:
        """Return whether a page is one of our stubs."""
        return uri in self._stubs

    def write(self, files: Files, where: Mapping[str, Mapping[str, str]], route: Callable[[str], str]) -> None:
        """Let the script of each old page know.

        Args:
            files: with all pages rendered.
            where: what else has moved: by the address of the old page, ids with the addresses of the new ones.
            route: where an address leads on the site as it is.
        """
        results = {url: dict(ids) for url, ids in where.items()}
        for uri, ids in self._moved.items():
            old = self._old[uri]
            for id_, keeper in ids.items():
                new = files.get_file_from_path(keeper.uri)
                if new is not None and (id_ or self.has(old.src_uri)):
                    url = route(f"{new.url}#{id_ or self._target(keeper)[2]}").partition("#")[0]
                    results.setdefault(old.url, {})[id_] = url
        for file in files.documentation_pages():
            if file.page is not None and file.url in results:
                file.page.content = (file.page.content or "") + _data(results[file.url], file.url)


def _data(where: Mapping[str, str], url: str) -> str:
    """The ids by the page that has them now; that without an id, which stands for all the others, comes last."""
    pages: dict[str, list[str]] = {}
    for id_, target in sorted(where.items(), key=lambda item: (not item[0], item)):
        pages.setdefault(relative_url(target, url), []).append(id_)
    return json_script(sorted(pages.items(), key=lambda item: "" in item[1]), MOVED)
