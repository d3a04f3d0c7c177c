"""Where a target leads: to a page of the book, a file beside the pages, nowhere, or to what is not ours to check."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote

from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.store.files import lies_in
from rulebook_core.system.machine import relative
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.hosting import HostRequest, has_address, host_folder, host_request, is_docsify
from rulebook_rules.checks.notes import Notes
from rulebook_rules.checks.parts import Parts
from rulebook_rules.config import DIALECT_ENDINGS, MARKDOWN_ENDINGS

if TYPE_CHECKING:
    from rulebook_rules.config import SiteConfig

_SCHEME = lazily(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|\\")
_ROOTS = ("public", "static", "*/public", "*/static")
"""Folders whose files a program puts at the root of its site."""

_SERVED_ALONE = frozenset(("mike", "i18n", "multirepo", "monorepo", "blog", "material/blog", "tags", "material/tags"))
"""Plugins that put pages at addresses of their own."""
_INDEX_PAGES = ("index.md", "README.md")


class Destination(NamedTuple):
    """Where a target leads.

    Attributes:
        kind: a page of the book; a file beside the pages; nowhere that exists; or somewhere that is not ours
            to check (another site, a template, something generated).
        path: docs-relative path that the target means.
        page: the page, for kind `page`.
        fragment: what stands behind the `#`.
        is_outside: whether it is missing because it lies outside of the book.
        is_of_host: whether its path counts from the root of a host, which may have more than the book.
    """

    kind: Literal["page", "file", "missing", "elsewhere"]
    path: str = ""
    page: Page | None = None
    fragment: str = ""
    is_outside: bool = False
    is_of_host: bool = False

    @property
    def of_page(self) -> Page:
        assert self.page is not None
        return self.page


_ELSEWHERE = Destination("elsewhere")


class Destinations:
    """Where the targets of a book lead.

    Args:
        book: all pages and files.
        notes: gives its pages and files by their names; many pages are read for that.
        parts: which pages take in others.
        near_paths: the paths of the book that are nearly a wanted one.
    """

    def __init__(
        self, book: Book, notes: Callable[[], Notes], parts: Parts, near_paths: Callable[[str], Sequence[str]]
    ) -> None:
        self._book = book
        self._notes = notes
        self._parts = parts
        self._near_paths = near_paths

    def of(self, page: Page, target: str, *, raw_html: bool = False, image: bool = False) -> Destination:
        """Return where a target on a page leads; raw HTML counts from the page's address, Markdown from its source."""
        site = self._book.site_of(page)
        if site is not None and (request := host_request(site, target)) is not None:
            return self._hosted(page, request)
        if target.startswith("#"):
            return Destination("page", page.uri, page, target[1:])
        if target[:5].lower() == "file:":
            return Destination("missing", target, is_outside=True)
        if not target or _SCHEME.match(target) or "{{" in target or "{%" in target or "<%" in target:
            return _ELSEWHERE
        if site is None and target.startswith(("~", "@")):
            return _ELSEWHERE  # What a bundler has under this name, only its settings say.
        page = self._parts.place_of(page)
        path, _, fragment = target.partition("#")
        if "?" in path or "%" in path:
            path = unquote(path.partition("?")[0])
        if not path:
            return Destination("page", page.uri, page, fragment)
        if path.startswith("/"):
            return self._absolute(page, path, fragment, raw_html=raw_html, image=image)
        if self._book.site is not None and self._book.site_of(page) is None:
            return self._beside(self._book.site, page, path, fragment)
        return self._relative(page, path, fragment, raw_html=raw_html, image=image, asks="?" in target)

    def _absolute(self, page: Page, path: str, fragment: str, *, raw_html: bool, image: bool) -> Destination:
        """Where a path with a slash before it leads: as a vault counts it, or as far as the site says what it means."""
        inner = path.lstrip("/")
        if page.document.traits.names_notes and not raw_html:
            text = self._notes().from_root(page, path)
            if text is None and image and self._is_shown(page, inner):
                return _ELSEWHERE
            return self._at(text or posixpath.normpath(inner), fragment)
        site = self._book.site_of(page)
        if site is not None and site.absolute_links == "relative_to_docs":
            return _ELSEWHERE if raw_html else self._at(posixpath.normpath(inner), fragment)
        if site is None:
            return _ELSEWHERE
        return self._on_host(path) if image else self._page_on_host(site, path, fragment)

    def _page_on_host(self, site: SiteConfig, path: str, fragment: str) -> Destination:
        """Return where a link leads that counts from the root of its host, as a browser follows it."""
        folder = host_folder(site)
        if not _SERVED_ALONE.isdisjoint(site.plugins) or not f"{path}/".startswith(f"{folder}/"):
            return _ELSEWHERE
        whole = posixpath.normpath(path.removeprefix(folder)).strip("/") or "."
        parts = whole.split("/")
        # Without an address the site may lie in a folder of its host: `/book/forge/`.
        for first in range(1 if folder or has_address(site) else len(parts)):
            uri = "/".join(parts[first:])
            if uri in self._book.by_uri:
                continue  # A browser is given no source.
            result = self._addresses.get(uri.removesuffix("/index.html"))
            if result is not None:
                return Destination("page", result.uri, result, fragment)
            if self._is_file(uri):
                return Destination("file", uri)
        return Destination("missing", whole, None, fragment, is_of_host=True)

    def _relative(
        self, page: Page, path: str, fragment: str, *, raw_html: bool, image: bool, asks: bool
    ) -> Destination:
        """Return where a path leads that counts from its page; `asks` says whether a query stands behind it."""
        uri, site = self._uri_from(page, path), self._book.site
        destination = self._at(uri, fragment)
        is_there = destination.kind in ("page", "file")
        if not is_there and (at_root := self._from_root(page, path, fragment)) is not None:
            return at_root
        if image and destination.kind != "file" and self._is_shown(page, path):
            return _ELSEWHERE
        # Of a file by itself nobody knows what publishes it, and where: `../../issues`.
        is_address = site is None and (raw_html or asks or _ending(path) in ("", ".html", ".htm"))
        if page.root is not None and not (is_there or is_address or lies_in(uri, page.root)):
            return Destination("missing", uri, None, fragment, True)
        if site is not None and f"{uri}/".startswith("../"):
            destination = Destination("missing", uri, None, fragment, True)  # It may be read, but is not in the site.
        elif site is None and destination.kind == "missing":
            destination = self._in_collection(page, path, fragment) or destination
        if destination.kind != "missing":
            return destination
        return self._as_written(page, path, destination, raw_html=raw_html, asks=asks)

    def _as_written(self, page: Page, path: str, lost: Destination, *, raw_html: bool, asks: bool) -> Destination:
        """Return where a path leads that reaches the reader as it is, if it is `lost` from its page's source."""
        ending, is_lone = _ending(path), self._book.site is None
        if is_lone and (raw_html or asks or not ending):
            return _ELSEWHERE
        is_of_source = not raw_html and path.endswith((*MARKDOWN_ENDINGS, *DIALECT_ENDINGS))
        addressed = self._by_address(page, path, lost) if not is_of_source else None
        if addressed is None:
            return _ELSEWHERE if is_lone and ending in (".html", ".htm") else lost
        is_lost = addressed.kind == "missing" and ending not in ("", ".html") and not raw_html
        return addressed._replace(is_outside=True) if is_lost else addressed

    def _uri_from(self, page: Page, path: str) -> str:
        """Return the uri of a path that counts from a page, perhaps a file beside the pages of the site."""
        uri, site = _joined(page.uri.rpartition("/")[0], path), self._book.site
        if site is not None and page.uri.startswith("../") and uri.startswith("../"):
            # A file beside the pages that they take in: `../docs/sub/two.md` is a page.
            uri = relative(os.path.abspath(site.docs_dir / uri), site.docs_dir)
        return uri

    def _by_address(self, page: Page, path: str, lost: Destination) -> Destination | None:
        """Where a path leads that counts from the page's address, if it is `lost` from its source."""
        address = posixpath.normpath(posixpath.join(self._address(page.uri), path))
        site = self._book.site_of(page)
        if site is not None and not host_folder(site):
            # A browser goes no higher than its host.
            address = posixpath.normpath(f"/{address}").lstrip("/") or "."
        addressed = self._addresses.get(address.removesuffix("/index.html"))
        if addressed is not None:
            return Destination("page", addressed.uri, addressed, lost.fragment)
        if address in self._book.files:
            return Destination("file", address)
        if lost.is_outside and not address.startswith(".."):
            return Destination("missing", address, None, lost.fragment)
        return None

    def _from_root(self, page: Page, path: str, fragment: str) -> Destination | None:
        """Return the target of a path from the root of docsify's site or of Obsidian's vault.

        For both, a step above the root stays at the root.
        """
        in_vault = page.document.traits.names_notes
        if page.root is None or not (in_vault or is_docsify(page.root)):
            return None
        top = page.root.as_posix() if posixpath.isabs(page.uri) else relative(page.root, ".")
        folder = posixpath.relpath(posixpath.dirname(page.uri) or ".", top) if in_vault else ""
        uri = posixpath.normpath(top + posixpath.normpath(posixpath.join("/", folder, path)))
        target = self._book.by_uri.get(uri) or self._addresses.get(uri)
        if target is not None:
            return Destination("page", target.uri, target, fragment)
        return Destination("file", uri) if uri in self._book.files else None

    def _in_collection(self, page: Page, path: str, fragment: str) -> Destination | None:
        """Return the target of a path beside its page in Jekyll's collections, perhaps one folder."""
        top, folder = posixpath.split(posixpath.dirname(page.uri))
        if not folder.startswith("_") or "/" in path:
            return None
        beside = (posixpath.split(posixpath.dirname(uri)) for uri in self._book.by_uri if uri.endswith(f"/{path}"))
        result = next((name for above, name in beside if above == top and name.startswith("_")), None)
        return self._at(posixpath.join(top, result, path), fragment) if result is not None else None

    def _is_shown(self, page: Page, path: str) -> bool:
        """Return whether a program that shows a folder's pages finds an image by its path.

        The path may count from the page's address, from a served folder, or from the page that includes this one.
        """
        if (root := page.root) is None:
            return False
        folders = [posixpath.splitext(page.uri)[0], *self._parts.folders_of_images(page)]
        paths = [posixpath.normpath(posixpath.join(folder, path)) for folder in folders]
        name = posixpath.normpath(path)
        if ".." not in name:
            paths += [(result / name).as_posix() for folder in _ROOTS for result in workspace.glob(root, folder)]
            # Pandoc counts from where it runs; and what is missing beside a recipe is made by it.
            paths += [(root / name).as_posix(), (root / name).with_name("Makefile").as_posix()]
        return any(lies_in(result, root) and workspace.is_file(result) for result in paths)

    def _hosted(self, page: Page, request: HostRequest) -> Destination:
        """Return the target of a link by its host, which knows pages with or without an ending."""
        if not request.path:
            return Destination("page", page.uri, page, request.id)
        uri = posixpath.normpath(request.path.strip("/"))
        beside = () if request.path.startswith("/") else (_joined(page.uri.rpartition("/")[0], request.path),)
        for path in (*beside, uri):
            target = self._book.by_uri.get(path) or self._addresses.get(path.removesuffix(".html"))
            if target is not None:
                return Destination("page", target.uri, target, request.id)
            if self._is_file(path):
                return Destination("file", path)
        return Destination("missing", uri, None, request.id)

    def _on_host(self, path: str) -> Destination:
        """Return where the path of an image leads that begins with a slash: a site may lie in a folder of its host."""
        parts = posixpath.normpath(path).strip("/").split("/")
        for first in range(len(parts)):
            uri = "/".join(parts[first:])
            if self._is_file(uri):
                return Destination("file", uri)
        whole = "/".join(parts)
        return Destination("missing", whole, is_outside=not self._near_paths(whole))

    def _beside(self, site: SiteConfig, page: Page, path: str, fragment: str) -> Destination:
        """Where a path leads from a file beside the docs folder: whatever is on the disk, the site's pages among it."""
        target = os.path.abspath(site.docs_dir / posixpath.dirname(page.uri) / path)
        result = self._at(relative(target, site.docs_dir), fragment)
        if result.kind == "missing" and workspace.exists(target):
            return Destination("file", result.path)
        is_ours = Path(target).is_relative_to(os.path.abspath(site.path.parent))
        return result if result.kind != "missing" or is_ours else _ELSEWHERE

    def _at(self, uri: str, fragment: str) -> Destination:
        page = self._book.by_uri.get(uri)
        if page is not None:
            return Destination("page", uri, page, fragment)
        if self._is_file(uri):
            return Destination("file", uri)
        if uri.startswith("../") and self._book.site is None:
            return _ELSEWHERE
        return Destination("missing", uri, None, fragment)

    def _is_file(self, uri: str) -> bool:
        """Return whether a path names a file, or one that MkDocs or its themes add to every site."""
        made = uri in _MADE_BY_MKDOCS or uri.startswith(("assets/javascripts/", "assets/stylesheets/"))
        return made or uri in self._book.files

    def _address(self, uri: str) -> str:
        """The folder that relative addresses on a page count from."""
        site = None if uri.startswith("../") else self._book.site
        folder, name = posixpath.split(uri)
        if name in _INDEX_PAGES or site is None or not site.use_directory_urls:
            return folder
        return posixpath.splitext(uri)[0]

    @cached_property
    def _addresses(self) -> Mapping[str, Page]:
        """Pages by the address that a reader sees, without `index.html`."""
        addresses: dict[str, Page] = {}
        site = self._book.site
        has_endings = site is None or not site.use_directory_urls
        for page in self._book.pages:
            folder, name = posixpath.split(page.uri)
            stem = posixpath.splitext(page.uri)[0]
            if name in _INDEX_PAGES:
                addresses[folder or "."] = page
                addresses[posixpath.join(folder, "index.html")] = page
            else:
                addresses[stem] = page
                if has_endings:
                    addresses[stem + ".html"] = page
        return addresses


def _ending(path: str) -> str:
    return posixpath.splitext(path.rstrip("/."))[1]


def _joined(folder: str, path: str) -> str:
    """A path that counts from a folder; what `posixpath` gives, but for the usual paths without its price."""
    while path.startswith("../") and folder:
        folder, path = folder.rpartition("/")[0], path[3:]
    if "./" in path or "//" in path or path.endswith(("/", ".")):
        return posixpath.normpath(posixpath.join(folder, path))
    return f"{folder}/{path}" if folder else path


_MADE_BY_MKDOCS = frozenset(
    (
        "sitemap.xml", "sitemap.xml.gz", "404.html", "search/search_index.json", "objects.inv",
        "assets/images/favicon.png", "img/favicon.ico", "feed_rss_created.xml", "feed_rss_updated.xml",
    )
)  # fmt: skip
