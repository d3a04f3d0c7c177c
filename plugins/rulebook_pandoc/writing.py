"""Write a tree of Pandoc's blocks as text for Python-Markdown.

Each block takes the form that both read alike. Containers indent by four, blank lines separate blocks, tables become
pipe tables, and headings carry their ids. A footnote in a container moves to the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import singledispatchmethod

from rulebook_core.source_map import MappedText
from rulebook_pandoc.attributes import html_attributes
from rulebook_pandoc.parsing.inlines import InlineReader, LeafChanges, leave_no_lone_ticks
from rulebook_pandoc.parsing.tree import (
    Code,
    Definitions,
    Div,
    Heading,
    Html,
    Items,
    Node,
    Note,
    Para,
    Quote,
    Reference,
    Rule,
    Table,
    Unsupported,
)
from rulebook_pandoc.pen import Pen
from rulebook_pandoc.pipes import Caption, write_table
from rulebook_syntax.dialects.markdown.text import Line

INDENT = "    "

_OPENING_TAG = re.compile(
    r" *<(?:div|section|article|aside|header|footer|main|nav|details|figure|blockquote|center)\b[^<>]*(?=>)", re.I
)
_PLAIN_RULE = re.compile(r"([-_*])(?: {0,2}\1){2,} *$")
_CALLOUTS = frozenset(
    ("note", "abstract", "info", "tip", "success", "question", "warning", "failure", "danger", "bug", "example")
)
"""Classes of divs that the site's theme draws."""


class MarkdownWriter:
    """Writes one document.

    Attributes:
        captions: those of tables.
    """

    def __init__(self, text: MappedText, reader: InlineReader) -> None:
        self.captions: list[Caption] = []
        self._pen = Pen(text, reader)

    @property
    def unsupported(self) -> list[tuple[Line, str]]:
        """Places of what this dialect does not read."""
        return self._pen.unsupported

    def write(self, nodes: Sequence[Node]) -> MappedText:
        self._nodes(nodes, "")
        while self._pen.late:
            label, children = self._pen.late.pop(0)
            self._pen.line_break("", blank=True)
            self._note(label, children, "")
        self._pen.put("\n")
        return self._pen.written()

    def _nodes(self, nodes: Sequence[Node], prefix: str, *, tight: bool = False) -> None:
        """Write blocks from here on; `tight` ones follow each other at once where they can."""
        before: Node | None = None
        for node in nodes:
            if isinstance(node, Note) and prefix:
                self._pen.late.append((node.label, node.children))
                continue
            if before is not None:
                self._pen.line_break(prefix, blank=not (tight and isinstance(node, Items)))
                if _would_join(before, node):
                    self._pen.put("<!-- -->")
                    self._pen.line_break(prefix, blank=True)
            self._node(node, prefix)
            before = node

    @singledispatchmethod
    def _node(self, node: Node, prefix: str) -> None:
        """Write one block; a method for each kind is registered below."""
        raise TypeError(type(node))  # pragma: no cover

    @_node.register
    def _quote(self, node: Quote, prefix: str) -> None:
        self._pen.put("> ")
        self._nodes(node.children, f"{prefix}> ")

    @_node.register
    def _table(self, node: Table, prefix: str) -> None:
        if caption := write_table(self._pen, node, prefix):
            self.captions.append(caption)

    @_node.register
    def _rule(self, node: Rule, prefix: str) -> None:
        if _PLAIN_RULE.match(self._pen.text, *node.line):
            self._pen.copy(node.line)
        else:
            self._pen.put("* * *", node.line)

    @_node.register
    def _footnote(self, node: Note, prefix: str) -> None:
        self._note(node.label, node.children, prefix)

    @_node.register
    def _reference(self, node: Reference, prefix: str) -> None:
        leave_no_lone_ticks(self._pen.text_of(node.lines).text, changes := LeafChanges())
        self._pen.leaf(node.lines, prefix, markup=changes)

    @_node.register
    def _unsupported(self, node: Unsupported, prefix: str) -> None:
        self._pen.unsupported.append(((node.lines[0][0], node.lines[-1][1]), node.what))
        self._pen.lines(node.lines, prefix, INDENT)

    @_node.register
    def _para(self, node: Para, prefix: str) -> None:
        if not node.breaks:
            self._pen.leaf(node.lines, prefix)
            return
        for number, (start, end) in enumerate(node.lines):
            if number:
                self._pen.put(f"  \n{prefix}")
            indent = len(self._pen.text[start:end]) - len(self._pen.text[start:end].lstrip(" "))
            if start + indent == end:
                self._pen.put("&nbsp;")
                continue
            self._pen.put("&nbsp;" * indent, (start, start + indent))
            self._pen.leaf([(start + indent, end)], prefix)

    @_node.register
    def _heading(self, node: Heading, prefix: str) -> None:
        if node.underline is None:
            self._pen.put("#" * node.level + " ", (node.title[0], node.title[0]))
        self._pen.leaf([node.title], prefix, starts_block=node.underline is not None)
        start, end = node.attributes
        inner = self._pen.text[start + 1 : end - 1].strip() if start < end else ""
        if node.title[0] < node.title[1]:
            if "#" in inner and re.search(r"(?:^|\s)#", inner):
                self._pen.put(" ")
                self._pen.copy(node.attributes)
            else:
                inner = " ".join(".unnumbered" if word == "-" else word for word in inner.split())
                self._pen.put(f" {{#{node.id}{' ' if inner else ''}{inner}}}")
        if node.underline is not None:
            self._pen.line_break(prefix, blank=False)
            self._pen.copy(node.underline)

    @_node.register
    def _code(self, node: Code, prefix: str) -> None:
        if not node.fenced:
            self._pen.lines(node.lines, prefix, INDENT)
        elif prefix:
            inner = node.lines[1:-1]
            self._pen.lines(inner or [node.lines[0]], prefix, INDENT)
        else:
            self._pen.lines(node.lines, prefix)

    @_node.register
    def _html(self, node: Html, prefix: str) -> None:
        if node.verbatim:
            self._pen.lines(node.lines, prefix)
            return
        leaf = self._pen.text_of(node.lines)
        result = self._pen.read(leaf, starts_block=False)
        if not prefix and (tag := _OPENING_TAG.match(leaf.text)) and "markdown=" not in tag[0]:
            result.changes.append((tag.end(), tag.end(), (' markdown="1"',)))
            result.changes.sort(key=lambda change: change[:2])
        self._pen.leaf(node.lines, prefix, markup=result)

    def _note(self, label: Line, children: Sequence[Node], prefix: str) -> None:
        self._pen.put("[^")
        self._pen.copy(label)
        self._pen.put("]: ")
        self._contents(children, prefix + INDENT)

    def _contents(self, children: Sequence[Node], prefix: str, *, tight: bool = False) -> None:
        """Write the content of an item: text on the line of its marker, other blocks below."""
        if not children or not isinstance(children[0], Para):
            self._pen.put("<!-- -->")
            if children:
                self._pen.line_break(prefix, blank=True)
        self._nodes(children, prefix, tight=tight)

    @_node.register
    def _items(self, node: Items, prefix: str) -> None:
        if node.style != "-" and node.items[0].number != 1:
            if not prefix:
                self._numbered(node)
                return
            what = "a list within another block that does not count from 1"
            self._pen.unsupported.append((node.items[0].marker, what))
        for number, item in enumerate(node.items):
            if number:
                self._pen.line_break(prefix, blank=node.loose)
            mark = "-" if node.style == "-" else f"{number + 1}."
            self._pen.put(mark.ljust(4), item.marker)
            self._contents(item.children, prefix + INDENT, tight=not node.loose)

    def _numbered(self, node: Items) -> None:
        """A list that counts from another number than 1: an element says so."""
        self._pen.put(f'<ol start="{node.items[0].number}" markdown="1">', node.items[0].marker)
        for item in node.items:
            self._pen.line_break("", blank=False)
            # The renderer takes all of an item for running text, if it is not told that there are blocks in it.
            is_text = not node.loose and len(item.children) == 1 and isinstance(item.children[0], Para)
            self._pen.put(f'<li markdown="{"1" if is_text else "block"}">', item.marker)
            self._pen.line_break("", blank=True)
            self._nodes(item.children, "")
            self._pen.line_break("", blank=True)
            self._pen.put("</li>")
        self._pen.line_break("", blank=False)
        self._pen.put("</ol>")

    @_node.register
    def _definitions(self, node: Definitions, prefix: str) -> None:
        for number, (term, items) in enumerate(node.entries):
            if number:
                self._pen.line_break(prefix, blank=True)
            self._pen.leaf([term], prefix)
            for place, item in enumerate(items):
                self._pen.line_break(prefix, blank=node.loose or place > 0)
                self._pen.put(":".ljust(4), item.marker)
                self._contents(item.children, prefix + INDENT, tight=not node.loose)

    @_node.register
    def _div(self, node: Div, prefix: str) -> None:
        start, end = node.attributes
        if self._pen.text[start] == "{":
            parts = html_attributes(self._pen.text, start, end) or []
        else:
            parts = [' class="', (start, end), '"']
        if prefix:
            # No renderer reads Markdown in an element that is indented: the contents matter more than their frame.
            self._nodes(node.children, prefix)
            return
        classes = re.split(r"[\s{}.]+", self._pen.text[start:end])
        if _CALLOUTS.intersection(classes):
            parts = [part if part != ' class="' else ' class="admonition ' for part in parts]
        elif "title" in classes:
            parts = [part if part != ' class="' else ' class="admonition-' for part in parts]
            if len(node.children) == 1 and isinstance(only := node.children[0], Para):
                # The theme wants the title of a callout to be a paragraph.
                self._pen.put("<p")
                self._pen.parts(parts)
                self._pen.put(' markdown="1">')
                self._para(only, "")
                self._pen.put("</p>", node.closing)
                return
        self._pen.put("<div")
        self._pen.parts(parts)
        self._pen.put(' markdown="1">')
        self._pen.line_break("", blank=True)
        self._nodes(node.children, "")
        self._pen.line_break("", blank=True)
        self._pen.put("</div>", node.closing)


def _would_join(before: Node, node: Node) -> bool:
    """Return whether Python-Markdown would join a block to the list before it."""
    if isinstance(before, Items):
        return isinstance(node, Items | Unsupported) or (isinstance(node, Code) and not node.fenced)
    if isinstance(before, Definitions | Note):
        return isinstance(node, Unsupported | Definitions) or (isinstance(node, Code) and not node.fenced)
    return isinstance(before, Quote) and isinstance(node, Quote)
