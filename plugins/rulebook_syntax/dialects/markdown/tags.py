"""Raw HTML: its tags, comments and attributes, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily

BLOCK_TAGS = frozenset(
    """address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
    header hgroup hr main menu nav ol p pre section table ul canvas colgroup dd body dt group html iframe li
    legend math map noscript output object option progress script style summary tbody td textarea tfoot th
    thead tr video center""".split()  # noqa: SIM905
)
"""Elements that Python-Markdown takes for blocks: at the start of a line they begin raw HTML."""

BREAKING_TAGS = BLOCK_TAGS | {"caption", "br", "button", "rt", "text", "title"}
"""Tags that separate the words before and behind them."""

VOID_TAGS = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905
"""Elements that have no end tag."""

SILENT_TAGS = frozenset(("script", "style", "template"))
"""Elements whose text no reader sees."""

CODE_TAGS = frozenset("code kbd pre samp script style textarea tt var".split())  # noqa: SIM905
"""Elements whose text is no prose: brackets in it are meant."""

_HEIGHTS = {"sup": "^", "sub": "_"}

_TAG = lazily(
    r"<!--(?P<comment>.*?)--!?>"
    r"|<(?P<slash>/?)(?P<name>[a-zA-Z][^\s/>`<]*)(?P<attributes>[^<>\"']*(?:(?:\"[^\"]*\"|'[^']*')[^<>\"']*)*)>"
    r"|<[?!][^>]*>",
    re.DOTALL,
)
_NO_COMMENT = lazily(_TAG.pattern.partition("|")[2], re.DOTALL)

_ATTRIBUTE = lazily(
    r"(?P<name>[^\s\"'<>/=]+)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'=<>`]+)))?"
)


_RAW_TEXT_END = lazily(r"</(?:script|style)\b", re.IGNORECASE)


class Attribute(NamedTuple):
    """An attribute; `value` is as written (entities are not decoded), "" where there is none."""

    name: str
    value: str
    start: int
    end: int


class Tag(NamedTuple):
    """A tag, comment or declaration, at `[start, end)` of the text.

    `name` is in lower case; "" for a declaration, "!--" for a comment (then `inner` is its text).
    """

    name: str
    closing: bool
    start: int
    end: int
    inner_start: int
    inner_end: int

    def attributes(self, text: str) -> Iterator[Attribute]:
        for match in _ATTRIBUTE.finditer(text, self.inner_start, self.inner_end):
            group = match.lastgroup if match.lastgroup != "name" else None
            if group is None:
                yield Attribute(match["name"].lower(), "", match.end(), match.end())
            else:
                yield Attribute(match["name"].lower(), match[group], match.start(group), match.end(group))

    def self_closing(self, text: str) -> bool:
        return text.endswith("/", self.inner_start, self.inner_end)

    def shown(self, text: str) -> str:
        """Return the visible text of the tag between its neighbours.

        Two numbers at different heights are not one number, so a tag between two digits may need a sign.
        """
        between = text[self.start - 1 : self.start] + text[self.end : self.end + 1]
        return _HEIGHTS.get(self.name, "") if len(between) == 2 and between.isdigit() else ""


def tags(text: str, start: int, end: int) -> Iterator[Tag]:
    """All tags and comments of raw HTML, in order. What stands in scripts and styles is passed over."""
    position = start
    # Behind the last end of one there is none, and nobody looks for it again and again.
    comments = max(text.rfind("-->", start, end), text.rfind("--!>", start, end))
    last = text.rfind(">", start, end) + 1
    while match := (_TAG if position < comments else _NO_COMMENT).search(text, position, max(start, last)):
        begin, position = match.span()
        written, slash = match.group("name", "slash")
        if written is not None:
            name, closing = written.lower(), bool(slash)
            yield Tag(name, closing, begin, position, *match.span("attributes"))
            if name in ("script", "style") and not closing:
                close = _RAW_TEXT_END.search(text, position, end)
                position = close.start() if close else end
        elif match.lastgroup == "comment":
            yield Tag("!--", False, begin, position, *match.span("comment"))
        else:
            yield Tag("", False, begin, position, position, position)
