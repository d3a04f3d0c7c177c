"""Presentations of pages that an earlier build of the same book has stored: no page is parsed for these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from rulebook_render.presentation.presentation import Presentation
from rulebook_syntax.dialects.page import plain_line_ends

if TYPE_CHECKING:
    from rulebook_render.presentation.pages import Presenter
    from rulebook_rules.book import Page


class Presents(Protocol):
    """The methods that a renderer calls; see `Presenter`."""

    def uri_of(self, text: str) -> str | None: ...

    def takes_files(self, uri: str) -> bool: ...

    def page(self, uri: str, text: str | None = None) -> Presentation: ...


class PresentedPages:
    """Presents pages from a cache, or with a presenter made on demand.

    Args:
        make: makes the presenter of the book.
        at: the digest of the addresses of all pages; presentations with others do not count.
        stored: the `data` of an earlier build of the same book, if there is one.
    """

    def __init__(self, make: Callable[[], Presenter], at: str, stored: Mapping[str, Any] | None = None) -> None:
        self._make: Callable[[], Presenter] | None = make
        self._at = at
        self._before: Mapping[str, Any] = stored if stored is not None and stored["at"] == at else {}
        self._now: dict[str, dict[str, Any]] = {}
        self._pages: dict[str, Presentation] = {}
        self._texts: dict[str, str] = {}
        self.is_known = bool(self._before)
        """True as long as the cache has answered every question."""

    @cached_property
    def presenter(self) -> Presenter:
        """Who presents what is not known."""
        assert self._make is not None
        make, self._make = self._make, None  # It may have what an earlier build has left.
        self.is_known = False
        return make()

    @property
    def made(self) -> Presenter | None:
        """The presenter, where it has been made."""
        return self.__dict__.get("presenter")

    @cached_property
    def shown(self) -> frozenset[str]:
        """The pages that have something to show."""
        return frozenset(self._answer("shown", "", lambda: sorted(self.presenter.uris)))

    def data(self) -> Mapping[str, Any]:
        """The data to cache."""
        return {"at": self._at, **self._now, "pages": {of: page.data() for of, page in self._pages.items()}}

    def know(self, page: Page) -> None:
        """Take a page with the text that it is rendered from; see `Presenter.know`."""
        if self._before.get("uris", {}).get(_digest(page.document.source.text)) != page.uri:
            self.presenter.know(page)

    def uri_of(self, text: str) -> str | None:
        digest = _digest(text)
        uri: str | None = self._answer("uris", digest, lambda: self.presenter.uri_of(text))
        if uri is not None:
            self._texts[uri] = digest
        return uri

    def takes_files(self, uri: str) -> bool:
        return bool(self._answer("taking", uri, lambda: self.presenter.takes_files(uri)))

    def page(self, uri: str, text: str | None = None) -> Presentation:
        of = f"{self._texts.get(uri, '')} {'' if text is None else _digest(text)}"
        if of not in self._pages:
            stored = self._before.get("pages", {}).get(of)
            self._pages[of] = self.presenter.page(uri, text) if stored is None else Presentation.of(stored)
        return self._pages[of]

    def _answer(self, kind: str, of: str, find: Callable[[], Any]) -> Any:
        """Return the answer to a question, from the cache if it is there."""
        now, before = self._now.setdefault(kind, {}), self._before.get(kind, {})
        if of not in now:
            now[of] = before[of] if of in before else find()
        return now[of]


def addresses(urls: Iterable[tuple[str, str]]) -> str:
    """Return a digest of the addresses of all pages, each by its uri."""
    return sha256(repr(sorted(urls)).encode("utf-8", "surrogatepass")).hexdigest()


def _digest(text: str) -> str:
    return sha256(plain_line_ends(text).strip().encode("utf-8", "surrogatepass")).hexdigest()
