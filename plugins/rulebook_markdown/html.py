"""HTML as the tree that Python-Markdown works on.

A dialect that makes its own HTML gets its headings listed, its links followed and its permalinks set by the same
tree processors as every Markdown page, because its HTML is a tree like any other by the time they come.
"""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString

from rulebook_syntax.dialects.markdown.tags import VOID_TAGS


def add_html(root: Element, html: str) -> None:
    """Append what `html` says to `root`. Comments are left out; an element that is not closed ends with its parent."""
    reader = _Reader(root)
    reader.feed(html)
    reader.close()


class _Reader(HTMLParser):
    """Builds elements from tags, and keeps every character reference as it is written."""

    def __init__(self, root: Element) -> None:
        super().__init__(convert_charrefs=False)
        self._open = [root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and not any(name == "href" for name, _ in attrs):
            # A mere anchor, which what follows links would take for a link that leads nowhere.
            tag = "span"
        if tag == "img" and not any(name == "src" for name, _ in attrs):
            # Nothing to show, and what follows links would look for its address.
            return
        element = SubElement(self._open[-1], tag, {name: name if value is None else value for name, value in attrs})
        if tag not in VOID_TAGS:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML knows no `<a/>`, but the pictures within a page do.
        self.handle_starttag(tag, attrs)
        if tag not in VOID_TAGS:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            result = self._open[depth]
            if result.tag == tag or (tag == "a" and result.tag == "span"):
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = AtomicString((parent[-1].tail or "") + data)
        else:
            # What stands here is text already: no processor may look for Markdown in it.
            parent.text = AtomicString((parent.text or "") + data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")
