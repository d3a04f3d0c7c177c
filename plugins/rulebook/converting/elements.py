"""HTML as a tree of elements and text: as much of it as the pages of our own dialects have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_CLOSED_BY = {"p": {"p"}, "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "tr": {"tr"}, "td": {"td", "th"}}


@dataclass(slots=True)
class Element:
    """An element with its content, in order."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    content: list[Element | str] = field(default_factory=list)

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
        """The elements of some kinds within it, in order, itself aside."""
        for child in self.children:
            if child.tag in tags:
                yield child
            yield from child.all(*tags)

    def child(self, tag: str, *classes: str) -> Element | None:
        """The first child of a kind that has all of some classes."""
        return next((c for c in self.children if c.tag == tag and set(classes) <= set(c.classes)), None)

    @property
    def text(self) -> str:
        """What a reader sees of it, white space as it is."""
        return "".join(part if isinstance(part, str) else part.text for part in self.content)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("body")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.open[-1].tag in _CLOSED_BY.get(tag, ()):
            self.open.pop()
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].content.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self.open[1:]):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)

    def handle_comment(self, data: str) -> None:
        self.open[-1].content.append(Element("!--", {}, [data]))


def parse(html: str) -> Element:
    """The tree of a page's body; unclosed elements end with what holds them."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root
