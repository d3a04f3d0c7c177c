"""Escape the front matter of pages for the templates of a theme.

Templates print front matter as it is, in HTML and in strings of scripts, some of it on every page of the site. This
is the one place that escapes it, in every dialect: values in lists and mappings, and the keys of mappings, too.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from textwrap import shorten
from types import NoneType
from typing import Any

from markupsafe import Markup
from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from rulebook_render.presentation.addresses import CHANGES_PAGE, VERIFIED_PAGE
from rulebook_rules.book import Page as BookPage
from rulebook_syntax.html_elements import parse

_SIGNS = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;", "\\": "&#92;", "`": "&#96;"}
)
"""Signs that end text in HTML, or a string in a script: there `\\x6a` is a letter."""
_INVISIBLE = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\ufeff]")
_RUNS = re.compile(r"(?:javascript|vbscript|data(?!:image/(?:png|gif|jpeg|webp)\b)):", re.IGNORECASE)
_JOINER = "\u2060"
"""Nobody sees it, and no address has it in its scheme."""

PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
MIN_DESCRIPTION = 40
"""Signs of a paragraph that says enough of its page."""
MAX_DESCRIPTION = 160
"""Signs of a description; those who show one cut off the rest."""

HasFile = Callable[[str], bool]


class _Several(list[Any]):
    """A list that a template prints with commas, without Python's quotes: those would end an attribute."""

    def __str__(self) -> str:
        return ", ".join(map(str, self))

    __repr__ = __str__


class _Named(dict[Any, Any]):
    """A mapping that a template prints without Python's quotes."""

    def __str__(self) -> str:
        return ", ".join(f"{key}: {value}" for key, value in self.items())

    __repr__ = __str__


def as_text(value: Any) -> Any:
    """Escape a value of front matter; what is escaped already stays as it is."""
    if isinstance(value, Markup | _Several | _Named | bool | int | float | datetime.date | None):
        return value
    if isinstance(value, Mapping):
        return _Named({as_text(key): as_text(inner) for key, inner in value.items()})
    if isinstance(value, list | tuple | set | frozenset):
        return _Several(map(as_text, value))
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    if _RUNS.match(_INVISIBLE.sub("", text)):
        text = text.replace(":", f"{_JOINER}:", 1)
    return Markup(text.translate(_SIGNS))


def escape_page(page: Page, has_file: HasFile | None = None) -> None:
    """Escape what a page says of itself, and its title where that is the name of its file.

    Args:
        page: a page that has been read.
        has_file: whether the theme has a file, to drop names of icons and templates that are none.
    """
    meta = page.meta if isinstance(page.meta, dict) else {}
    for key in ("title", *list(meta)):
        if key in meta:
            meta[key] = as_text(meta[key])
    for key in [key for key in meta if not isinstance(key, Markup) and as_text(key) != key]:
        meta[as_text(key)] = meta.pop(key)
    for key in _misfits(meta, has_file):
        del meta[key]
    is_named = page.content is not None and not getattr(page, "_title_from_render", None)
    if is_named and "title" not in meta and "title" not in vars(page):
        page.title = as_text(page.title)
    if page.edit_url is not None:
        page.edit_url = as_text(page.edit_url)


def describe(page: Page) -> None:
    """Describe a page by its first text where its front matter does not: for search engines and shared links."""
    if "description" in page.meta or not page.content:
        return
    content = page.content.partition('<section class="rulebook"')[0]
    texts = (" ".join(Markup(match[1]).striptags().split()) for match in PARAGRAPH.finditer(content))
    text = next((text for text in texts if len(text) >= MIN_DESCRIPTION), "")
    if not text and "</dl>" in content:  # A glossary begins with its first term.
        text = " ".join(Markup(content.partition("<dl")[2].partition(">")[2].partition("</dl>")[0]).striptags().split())
    if text:
        page.meta["description"] = as_text(shorten(text, MAX_DESCRIPTION, placeholder=" …"))


def _misfits(meta: Mapping[str, Any], has_file: HasFile | None) -> list[str]:
    """Return the keys whose values a theme fails on; `rulebook check` reports them at their places."""
    keys = [key for key, kinds in _FORMS.items() if key in meta and not isinstance(meta[key], (*kinds, NoneType))]
    if has_file is not None:
        keys += [
            key for key, path in _FILES.items() if key in meta and key not in keys and not has_file(path(meta[key]))
        ]
    return keys


_FORMS: Mapping[str, tuple[type, ...]] = {"hide": (list, str), "search": (dict,)}
"""Types that a theme and its plugins expect."""
_FILES: Mapping[str, Callable[[Any], str]] = {"icon": ".icons/{}.svg".format, "template": "{}".format}
"""Keys that name a file of the theme."""


def escape_sections(nav: Navigation) -> None:
    """Escape the titles of sections that are names of folders."""
    waiting: list[StructureItem] = list(nav.items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Section):
            item.title = as_text(item.title)
            waiting += item.children


def title_text(title: object) -> str:
    """Return the text of a title as pages have it, without tags."""
    return title.unescape() if isinstance(title, Markup) else parse(str(title)).text


def is_bound(page: Page, source: BookPage | None) -> bool:
    """Return whether a page is in EPUB, print and PDF: `volume: false` makes it an appendix of the site alone.

    So are our own pages on what is verified and what has changed, which are for writers.
    """
    if page.file.generated_by is not None and page.file.src_uri in (VERIFIED_PAGE, CHANGES_PAGE):
        return False
    value = page.meta.get("volume")
    if value is None and source is not None and not source.document.traits.is_markdown:
        # Nothing is parsed for what most pages do not say.
        document = source.document
        value = document.meta.get("volume") if "volume" in document.source.text else None
    return str(value).casefold() not in ("false", "no")
