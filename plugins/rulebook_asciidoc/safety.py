"""HTML that a page may have: what Asciidoctor makes, less everything that runs, loads or styles itself.

A rulebook's text cannot bring a script into the site: elements and attributes are those of a list, and addresses
lead to pages. So raw HTML of a passthrough may set off a word, and do nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from typing import NamedTuple

from rulebook_syntax.dialects.markdown.tags import VOID_TAGS

# fmt: off
_ELEMENTS = frozenset({
    "a", "abbr", "article", "aside", "b", "bdi", "bdo", "blockquote", "caption", "cite", "code", "col", "colgroup",
    "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s",
    "samp", "section", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th",
    "thead", "time", "tr", "u", "ul", "var", "wbr", "br", "hr", "audio", "video",
})
_SILENT = frozenset({
    "script", "style", "iframe", "object", "embed", "template", "noscript", "svg", "math", "form", "select", "textarea",
})
_ATTRIBUTES = frozenset({
    "id", "class", "href", "src", "alt", "title", "colspan", "rowspan", "start", "reversed", "type", "width", "height",
    "lang", "dir", "open", "datetime", "cite", "data-lang", "data-value", "rel", "target", "controls", "loop", "value",
    "role", "poster", "scope", "headers",
})
# fmt: on
_ADDRESSES = frozenset(("href", "src", "cite", "poster"))
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_SCHEMES = ("http:", "https:", "mailto:", "ftp:", "tel:", "irc:")
_TABLE_PARTS = frozenset(("table", "td", "th"))
_ALIGNED = frozenset(("halign-center", "halign-right", "valign-middle", "valign-bottom"))
_SPACE = re.compile(r"[\x00-\x20]+")


class _Opened(NamedTuple):
    tag: str
    is_shown: bool


def safe_html(html: str, url: Callable[[str], str | None], stray: str = "") -> str:
    """Clean HTML.

    Args:
        html: what Asciidoctor made.
        url: gives the address of a link within the book as the page writes it; None where it knows none.
        stray: characters that no attribute may have.
    """
    reader = _Cleaner(url, stray)
    reader.feed(html)
    reader.close()
    return "".join(reader.out)


class _Cleaner(HTMLParser):
    def __init__(self, url: Callable[[str], str | None], stray: str) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self._url = url
        self._stray = dict.fromkeys(map(ord, stray))
        self._open: list[_Opened] = []
        self._names: Counter[str] = Counter()
        """How often an element of a name is open."""
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
            self._opens(tag, is_shown=False)
            return
        is_shown = tag in _ELEMENTS and not self._silent and not self._is_wrapper(tag, attrs)
        if is_shown:
            self.out.append(f"<{tag}{''.join(self._attributes(tag, attrs))}>")
        if tag not in VOID_TAGS:
            self._opens(tag, is_shown=is_shown)

    def _opens(self, tag: str, *, is_shown: bool) -> None:
        self._open.append(_Opened(tag, is_shown))
        self._names[tag] += 1

    def updatepos(self, i: int, j: int) -> int:
        """Nobody asks in which line something stands, which takes a tenth of the time."""
        return j

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_TAGS:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        is_closed = not self._names[tag]
        while not is_closed:
            opened = self._open.pop()
            self._names[opened.tag] -= 1
            is_closed = opened.tag == tag
            if opened.tag in _SILENT:
                self._silent -= 1
            elif opened.is_shown:
                self.out.append(f"</{opened.tag}>")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def _is_wrapper(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """The paragraph that Asciidoctor puts around the words of a cell: the theme needs none."""
        return tag == "p" and dict(attrs).get("class") in ("tableblock", "tableblock ") and self._is_in("td", "th")

    def _is_in(self, *tags: str) -> bool:
        return bool(self._open) and self._open[-1].tag in tags

    def _attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> list[str]:
        texts: list[str] = []
        for name, value in attrs:
            if name not in _ATTRIBUTES:
                continue
            text = (value or "").translate(self._stray)
            if name in _ADDRESSES:
                address = self._address(text, tag)
                if address is None:
                    continue
                text = address
            if name == "class" and tag in _TABLE_PARTS:
                text = " ".join(word for word in text.split() if _is_safe_class(word))
                if not text:
                    continue
            texts.append(f' {name}="{escape(text)}"')
        return texts

    def _address(self, text: str, tag: str) -> str | None:
        bare = _SPACE.sub("", text)
        scheme = _SCHEME.match(bare)
        if scheme is not None:
            return text if scheme[0].lower() in _SCHEMES else None
        if tag == "a" and not bare.startswith(("#", "/", "?")):
            return self._url(text) or text
        return text


def _is_safe_class(word: str) -> bool:
    """Return whether a class comes from the writer or states an alignment."""
    if word in _ALIGNED:
        return True
    return not word.startswith(
        ("tableblock", "frame-", "grid-", "stripes-", "halign-", "valign-", "stretch", "fit-content")
    )
