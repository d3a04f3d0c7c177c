"""Ids of headings, as the `toc` extension makes them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from rulebook_core.lazy_regex import lazily
from rulesmod.dice.digits import to_int

Slugify = Callable[[str, str], str]

_NOT_SLUG = lazily(r"[^\w\s-]")
_TAG = lazily(r"</?[^>]*>")
_NOT_SLUG_PYMDOWNX = lazily(r"[^\w\- ]")
_SPECIAL = lazily(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’–—<>,.?/]+")
_NOT_ENGLISH = lazily(r"[^a-z0-9]+")
_NO_LETTERS = lazily(r"^[\W\d_]+")
_DOCSIFY_ID = lazily(r"\s:id=([\w-]+)")
_COUNTED = lazily(r"^(.*)_([0-9]+)$")
_ASCII_CAPITALS = lazily(r"[A-Z]+")


def ascii_slug(title: str, separator: str) -> str:
    """The default of Python-Markdown: letters without accents, everything else dropped."""
    if title.isascii():
        if title.replace(" ", "").isalnum():
            return separator.join(title.lower().split())
    else:
        title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return unicode_slug(title, separator)


def unicode_slug(title: str, separator: str) -> str:
    """`markdown.extensions.toc.slugify_unicode`."""
    slug = _NOT_SLUG.sub("", title).strip().lower()
    return _between(separator).sub(separator, slug)


@cache
def _between(separator: str) -> re.Pattern[str]:
    return re.compile(rf"[{separator}\s]+")


def pymdownx_slug(*, case: str = "none", percent_encode: bool = False, normalize: str = "NFC") -> Slugify:
    """`pymdownx.slugs.slugify(...)`."""

    def slugify(title: str, separator: str) -> str:
        slug = _TAG.sub("", unicodedata.normalize(normalize, title)).strip()  # type: ignore[arg-type]
        if case == "lower":
            slug = slug.lower()
        elif case == "lower-ascii":
            slug = _ASCII_CAPITALS.sub(lambda match: match.group().lower(), slug)
        elif case == "fold":
            slug = slug.casefold()
        slug = _NOT_SLUG_PYMDOWNX.sub("", slug).replace(" ", separator)
        return quote(slug.encode("utf-8")) if percent_encode else slug

    return slugify


def github_slug(title: str) -> str:
    """The id that GitHub gives a heading, without the number of a repeated one."""
    lowered = unicodedata.normalize("NFC", title).lower()
    return _NOT_SLUG_PYMDOWNX.sub(_mark_of, lowered).replace(" ", "-")


def _mark_of(match: re.Match[str]) -> str:
    """A mark that belongs to the sign before it stays, be that sign dropped as an emoji is."""
    return match[0] if unicodedata.category(match[0]).startswith("M") else ""


def vuepress_slug(title: str) -> str:
    """The id that VuePress and VitePress give a heading."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", title) if not unicodedata.combining(sign))
    slug = _SPECIAL.sub("-", bare).strip("-").lower()
    return f"_{slug}" if slug[:1].isdigit() else slug


def plain_slug(title: str) -> str:
    """The id that what knows of no signs gives a heading."""
    return title.lower().replace(" ", "-")


def english_slug(title: str) -> str:
    """The id that what knows of no letters but those of English gives a heading."""
    return _NOT_ENGLISH.sub("-", title.lower()).strip("-")


def kramdown_slug(title: str) -> str:
    """The id that Jekyll gives a heading: from its first letter on."""
    return _NO_LETTERS.sub("", github_slug(title))


def docsify_ids(titles: Iterable[str]) -> Iterator[str]:
    """The ids that docsify gives headings: one that is written behind the title, else what is left of that."""
    for title in titles:
        written = _DOCSIFY_ID.search(title)
        if written is not None:
            yield written[1]
        else:
            slug = re.sub(r"-{2,}", "-", github_slug(title))
            yield f"_{slug}" if slug[:1].isdigit() else slug


def slugify_named(name: str, keywords: Mapping[str, Any]) -> Slugify | None:
    """The function that mkdocs.yml names for `slugify`; None for one that we do not know."""
    if name == "markdown.extensions.toc.slugify":
        return ascii_slug
    if name == "markdown.extensions.toc.slugify_unicode":
        return unicode_slug
    if name == "pymdownx.slugs.slugify":
        known = {key: keywords[key] for key in ("case", "percent_encode", "normalize") if key in keywords}
        return pymdownx_slug(**known)
    old = {
        "pymdownx.slugs.uslugify": ("lower", False),
        "pymdownx.slugs.uslugify_encoded": ("lower", True),
        "pymdownx.slugs.uslugify_cased": ("none", False),
        "pymdownx.slugs.uslugify_cased_encoded": ("none", True),
        "pymdownx.slugs.gfm": ("lower-ascii", False),
        "pymdownx.slugs.gfm_encoded": ("lower-ascii", True),
    }
    if name in old:
        case, percent_encode = old[name]
        return pymdownx_slug(case=case, percent_encode=percent_encode)
    return None


class UniqueIds:
    """Gives each heading an id of its own: `name`, `name_1`, `name_2`, ..."""

    def __init__(self, used: set[str]) -> None:
        self._used = used
        self._known: dict[str, int] = {}

    def take(self, slug: str) -> str:
        if slug in self._used or not slug:
            match = _COUNTED.match(slug)
            base, count = (match[1], to_int(match[2])) if match else (slug, 0)
            # Start behind the suffixes that are known to be taken, or many equal titles would take long.
            known = self._known.get(base, 0)
            in_a_row = count <= known + 1
            count = max(count, known) if in_a_row else count
            count += 1
            while f"{base}_{count}" in self._used:
                count += 1
            slug = f"{base}_{count}"
            if in_a_row:
                self._known[base] = count
        self._used.add(slug)
        return slug
