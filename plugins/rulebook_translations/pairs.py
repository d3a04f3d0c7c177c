"""The pages of a site in several languages, each with its original."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulebook_rules.book import Book, Page
from rulebook_rules.config import SiteConfig

PLUGIN = "i18n"
"""The name of mkdocs-static-i18n among the plugins."""


class Languages(NamedTuple):
    """The languages of a site.

    Attributes:
        original: the default one.
        others: those that it is translated into.
        in_folders: true if each has a folder (`de/page.md`), false if it is in the name (`page.de.md`).
    """

    original: str
    others: tuple[str, ...]
    in_folders: bool

    def uri(self, original: str, language: str) -> str:
        """Return the address of a page in a language, by that of its original."""
        if self.in_folders:
            return f"{language}/{original.removeprefix(f'{self.original}/')}"
        stem, ending = posixpath.splitext(original)
        return f"{stem.removesuffix(f'.{self.original}')}.{language}{ending}"

    def is_original(self, uri: str) -> bool:
        """Return whether an address is one of the default language."""
        if self.in_folders:
            return uri.startswith(f"{self.original}/")
        return posixpath.splitext(posixpath.splitext(uri)[0])[1].removeprefix(".") not in self.others


class Pair(NamedTuple):
    """A page and its translation."""

    original: Page
    translation: Page
    language: str


def languages_of(site: SiteConfig | None) -> Languages | None:
    """Return the languages of a site; None if it has one."""
    options: Mapping[str, Any] = site.plugins.get(PLUGIN, {}) if site is not None else {}
    listed = options.get("languages")
    if not isinstance(listed, Sequence):
        return None
    named = [one for one in listed if isinstance(one, Mapping) and isinstance(one.get("locale"), str)]
    default = next((one["locale"] for one in named if one.get("default")), None)
    others = tuple(one["locale"] for one in named if one["locale"] != default and one["locale"] != "null")
    if default is None or not others:
        return None
    return Languages(default, others, in_folders=options.get("docs_structure") == "folder")


def pairs_of(book: Book) -> Iterator[Pair]:
    """Yield the translated pages of a book with their originals."""
    languages = languages_of(book.site)
    if languages is None:
        return
    for page in book.pages:
        if languages.is_original(page.uri):
            for language in languages.others:
                translation = book.by_uri.get(languages.uri(page.uri, language))
                if translation is not None and translation is not page:
                    yield Pair(page, translation, language)
