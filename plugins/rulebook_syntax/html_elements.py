"""HTML as a tree of elements and text: as much of it as the pages of our own dialects have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from rulebook_syntax.dialects.markdown.tags import VOID_TAGS

_CLOSED_BY = {"p": {"p"}, "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr"}, "td": {"td", "th"}}


@dataclass(slots=True)
class Element:
    """An element with its content, in order; `start` and `end` are its offsets in the HTML that it was read from."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    content: list[Element | str] = field(default_factory=list)
    start: int = 0
    end: int = 0

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def children(self) -> Iterator[Element]:
        return (child for child in self.content if isinstance(child, Element))

    def all(self, *tags: str) -> Iterator[Element]:
        """The elements within it, in order, itself aside: those of some kinds, or all of them."""
        for child in self.children:
            if not tags or child.tag in tags:
                yield child
            yield from child.all(*tags)

    def child(self, tag: str, *classes: str) -> Element | None:
        """The first child of a kind that has all of some classes."""
        return next((c for c in self.children if c.tag == tag and set(classes) <= set(c.classes)), None)

    @property
    def pairs(self) -> Iterator[Element]:
        """The terms of a list of definitions and what is said of them, which may stand in groups."""
        for child in self.children:
            grouped = child.children if child.tag == "div" else (child,)
            yield from (part for part in grouped if part.tag in ("dt", "dd"))

    @property
    def text(self) -> str:
        """The visible text, with its white space."""
        return "".join(part if isinstance(part, str) else part.text for part in self.content)


class _Builder(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("body", start=0, end=len(html))
        self.open = [self.root]
        self.lines = [0, *(match.end() for match in re.finditer("\n", html))]
        self.feed(html)
        self.close()
        self.shut(len(self.open) - 1, len(html))

    @property
    def at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def shut(self, count: int, end: int) -> None:
        """Close the innermost elements that are open."""
        for _ in range(count):
            self.open.pop().end = end

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self.at
        if self.open[-1].tag in _CLOSED_BY.get(tag, ()):
            self.shut(1, start)
        end = start + len(self.get_starttag_text() or "")
        element = Element(tag, {name: value or "" for name, value in attrs}, start=start, end=end)
        self.open[-1].content.append(element)
        if tag not in VOID_TAGS:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML knows no `<a/>`, but the pictures within a page do.
        self.handle_starttag(tag, attrs)
        if tag not in VOID_TAGS:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        depth = next((depth for depth, element in enumerate(reversed(self.open[1:])) if element.tag == tag), None)
        if depth is not None:
            self.shut(depth, self.at)
            self.shut(1, self.at + len(tag) + len("</>"))

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)

    def handle_comment(self, data: str) -> None:
        self.open[-1].content.append(Element("!--", {}, [data], self.at, self.at + len(data) + len("<!---->")))


def parse(html: str) -> Element:
    """The tree of a page's body; unclosed elements end with what holds them."""
    return _Builder(html).root
