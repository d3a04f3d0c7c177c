"""From a tree of Pandoc's blocks to text for Python-Markdown, each of its blocks in the form that both read alike.

Containers indent by four, blank lines part blocks, tables become tables of pipes, headings carry their ids. The text
of a footnote within something moves to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulebook.dialects.markdown.text import Leaf, Line
from rulebook.dialects.pandoc.attributes import html_attributes
from rulebook.dialects.pandoc.inlines import Found, InlineReader
from rulebook.dialects.pandoc.tree import (
    Align,
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
from rulebook.dialects.translation import Part, Translation, Writer

INDENT = "    "
CAPTION_CLASS = "table-caption"

_OPENING_TAG = re.compile(
    r" *<(?:div|section|article|aside|header|footer|main|nav|details|figure|blockquote|center)\b[^<>]*(?=>)", re.I
)
_PLAIN_RULE = re.compile(r"(?:(?:-+ {0,2}){3,}|(?:_+ {0,2}){3,}|(?:\*+ {0,2}){3,}) *$")
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_PIPE = re.compile(r"(?<!\\)\|")
_ALIGN: dict[Align, str] = {"left": ":---", "right": "---:", "center": ":---:", "default": "---"}
_CALLOUTS = frozenset(
    ("note", "abstract", "info", "tip", "success", "question", "warning", "failure", "danger", "bug", "example")
)
"""Classes of divs that the site's theme draws."""


class Caption(NamedTuple):
    """The words of a table's caption, and where the table begins in the text."""

    table: int
    lines: list[Line]


class MarkdownWriter:
    """Writes one document.

    Attributes:
        unsupported: places of what this dialect does not read.
        captions: those of tables.
    """

    def __init__(self, text: str, reader: InlineReader) -> None:
        self.text = text
        self.unsupported: list[tuple[Line, str]] = []
        self.captions: list[Caption] = []
        self._reader = reader
        self._out = Writer(text)
        self._at = 0
        self._late: list[tuple[str | Line, list[Node]]] = []

    def write(self, nodes: Sequence[Node]) -> Translation:
        self._nodes(nodes, "")
        while self._late:
            label, children = self._late.pop(0)
            self._break("", blank=True)
            self._note(label, children, "")
        self._put("\n")
        return self._out.written()

    # -- pieces --

    def _put(self, new: str, line: Line | None = None) -> None:
        if line is None:
            self._out.put(new, self._at)
        else:
            self._out.put(new, *line)
            self._at = line[1]

    def _copy(self, line: Line) -> None:
        self._out.copy(*line)
        self._at = line[1]

    def _parts(self, parts: Iterable[Part]) -> None:
        for part in parts:
            if isinstance(part, str):
                self._put(part)
            else:
                self._copy(part)

    def _break(self, prefix: str, *, blank: bool) -> None:
        """Go to the next line, over a blank one."""
        self._put(f"\n{prefix.rstrip()}\n{prefix}" if blank else f"\n{prefix}")

    def _lines(self, lines: Sequence[Line], prefix: str, indent: str = "") -> None:
        for number, line in enumerate(lines):
            if number:
                self._break(prefix, blank=False)
            if line[0] < line[1]:
                self._put(indent)
                self._copy(line)

    def _leaf(self, lines: Sequence[Line], prefix: str, *, between: str = "", found: Found | None = None) -> None:
        """Running text with what is to be written otherwise; `between` ends each line, "" for the line's own end."""
        leaf = Leaf(self.text, list(lines))
        if found is None:
            found = self._read(leaf, starts_block=True)
        position = 0
        for start, end, parts in found.changes:
            self._stretch(leaf, position, start, prefix, between)
            place = (leaf.position(start), leaf.end_position(end) if end > start else leaf.position(start))
            if len(parts) == 1 and isinstance(parts[0], str):
                self._put(parts[0], (place[0], max(place)))
            else:
                self._at = place[0]
                self._parts(
                    part if isinstance(part, str) else (leaf.position(part[0]), leaf.end_position(part[1]))
                    for part in parts
                )
            position = end
        self._stretch(leaf, position, len(leaf.text), prefix, between)

    def _stretch(self, leaf: Leaf, start: int, end: int, prefix: str, between: str) -> None:
        while start < end:
            stop = leaf.text.find("\n", start, end)
            if stop < 0:
                stop = end
            if stop > start:
                self._copy((leaf.position(start), leaf.end_position(stop)))
            if stop < end:
                # The line end itself is kept: a mark may stand at it.
                self._put(between or f"\n{prefix}")
            start = stop + 1

    def _read(self, leaf: Leaf, *, starts_block: bool) -> Found:
        found = self._reader.read(leaf.text, starts_block=starts_block)
        for start, end, what in found.unsupported:
            self.unsupported.append(((leaf.position(start), leaf.end_position(end)), what))
        for start, end, label in found.notes:
            lines = _lines_of(leaf, start, end)
            self._late.append((label, [Para(lines)] if lines else []))
        return found

    # -- blocks --

    def _nodes(self, nodes: Sequence[Node], prefix: str, *, tight: bool = False) -> None:
        """Write blocks from here on; `tight` ones follow each other at once where they can."""
        before: Node | None = None
        for node in nodes:
            if isinstance(node, Note) and prefix:
                self._late.append((node.label, node.children))
                continue
            if before is not None:
                self._break(prefix, blank=not (tight and isinstance(node, Items)))
                if _would_join(before, node):
                    self._put("<!-- -->")
                    self._break(prefix, blank=True)
            self._node(node, prefix)
            before = node

    def _node(self, node: Node, prefix: str) -> None:
        match node:
            case Para():
                self._para(node, prefix)
            case Heading():
                self._heading(node, prefix)
            case Code():
                self._code(node, prefix)
            case Html():
                self._html(node, prefix)
            case Quote():
                self._put("> ")
                self._nodes(node.children, f"{prefix}> ")
            case Items():
                self._items(node, prefix)
            case Definitions():
                self._definitions(node, prefix)
            case Table():
                self._table(node, prefix)
            case Div():
                self._div(node, prefix)
            case Rule():
                if _PLAIN_RULE.match(self.text, *node.line):
                    self._copy(node.line)
                else:
                    self._put("* * *", node.line)
            case Note():
                self._note(node.label, node.children, prefix)
            case Reference():
                self._lines(node.lines, prefix)
            case Unsupported():
                self.unsupported.append(((node.lines[0][0], node.lines[-1][1]), node.what))
                self._lines(node.lines, prefix, INDENT)

    def _para(self, node: Para, prefix: str) -> None:
        if not node.breaks:
            self._leaf(node.lines, prefix)
            return
        for number, (start, end) in enumerate(node.lines):
            if number:
                self._put(f"  \n{prefix}")
            indent = len(self.text[start:end]) - len(self.text[start:end].lstrip(" "))
            if start + indent == end:
                self._put("&nbsp;")
                continue
            self._put("&nbsp;" * indent, (start, start + indent))
            self._leaf([(start + indent, end)], prefix)

    def _heading(self, node: Heading, prefix: str) -> None:
        if node.underline is None:
            self._put("#" * node.level + " ", (node.title[0], node.title[0]))
        leaf = Leaf(self.text, [node.title])
        self._leaf([node.title], prefix, found=self._read(leaf, starts_block=False))
        start, end = node.attributes
        inner = self.text[start + 1 : end - 1].strip() if start < end else ""
        if node.title[0] < node.title[1]:
            if re.search(r"(?:^|\s)#", inner):
                self._put(" ")
                self._copy(node.attributes)
            else:
                inner = " ".join(".unnumbered" if word == "-" else word for word in inner.split())
                self._put(f" {{#{node.id}{' ' if inner else ''}{inner}}}")
        if node.underline is not None:
            self._break(prefix, blank=False)
            self._copy(node.underline)

    def _code(self, node: Code, prefix: str) -> None:
        if not node.fenced:
            self._lines(node.lines, prefix, INDENT)
        elif prefix:
            inner = node.lines[1:-1]
            self._lines(inner or [node.lines[0]], prefix, INDENT)
        else:
            self._lines(node.lines, prefix)

    def _html(self, node: Html, prefix: str) -> None:
        if node.verbatim:
            self._lines(node.lines, prefix)
            return
        leaf = Leaf(self.text, node.lines)
        found = self._read(leaf, starts_block=False)
        if not prefix and (tag := _OPENING_TAG.match(leaf.text)) and "markdown=" not in tag[0]:
            found.changes.append((tag.end(), tag.end(), (' markdown="1"',)))
            found.changes.sort(key=lambda change: change[:2])
        self._leaf(node.lines, prefix, found=found)

    def _note(self, label: str | Line, children: Sequence[Node], prefix: str) -> None:
        self._put("[^")
        self._parts([label])
        self._put("]: ")
        self._contents(children, prefix + INDENT)

    def _contents(self, children: Sequence[Node], prefix: str, *, tight: bool = False) -> None:
        """What stands behind the mark of an item: text may begin on its line, anything else goes below."""
        if not children or not isinstance(children[0], Para):
            self._put("<!-- -->")
            if children:
                self._break(prefix, blank=True)
        self._nodes(children, prefix, tight=tight)

    def _items(self, node: Items, prefix: str) -> None:
        if node.style != "-" and (node.style not in "1@" or node.items[0].number != 1):
            if not prefix:
                self._numbered(node)
                return
            what = "a list within another block that does not count from 1 in digits"
            self.unsupported.append((node.items[0].marker, what))
        for number, item in enumerate(node.items):
            if number:
                self._break(prefix, blank=node.loose)
            mark = "-" if node.style == "-" else f"{number + 1}."
            self._put(mark.ljust(4), item.marker)
            self._contents(item.children, prefix + INDENT, tight=not node.loose)

    def _numbered(self, node: Items) -> None:
        """A list that counts in letters, or from another number than 1: an element says so."""
        style = "" if node.style in "1@" else f' type="{node.style}"'
        self._put(f'<ol start="{node.items[0].number}"{style} markdown="1">', node.items[0].marker)
        for item in node.items:
            self._break("", blank=False)
            self._put('<li markdown="1">', item.marker)
            self._break("", blank=True)
            self._nodes(item.children, "")
            self._break("", blank=True)
            self._put("</li>")
        self._break("", blank=False)
        self._put("</ol>")

    def _definitions(self, node: Definitions, prefix: str) -> None:
        for number, (term, items) in enumerate(node.entries):
            if number:
                self._break(prefix, blank=True)
            self._leaf([term], prefix)
            for place, item in enumerate(items):
                self._break(prefix, blank=node.loose or place > 0)
                self._put(":".ljust(4), item.marker)
                self._contents(item.children, prefix + INDENT, tight=not node.loose)

    def _div(self, node: Div, prefix: str) -> None:
        start, end = node.attributes
        if self.text[start] == "{":
            parts = html_attributes(self.text, start, end) or []
        else:
            parts = [' class="', (start, end), '"']
        if prefix:
            # No renderer reads Markdown in an element that is indented: the contents matter more than their frame.
            self._nodes(node.children, prefix)
            return
        classes = re.split(r"[\s{}.]+", self.text[start:end])
        if _CALLOUTS.intersection(classes):
            parts = [part if part != ' class="' else ' class="admonition ' for part in parts]
        elif "title" in classes:
            parts = [part if part != ' class="' else ' class="admonition-' for part in parts]
            if len(node.children) == 1 and isinstance(only := node.children[0], Para):
                # The theme wants the title of a callout to be a paragraph.
                self._put("<p")
                self._parts(parts)
                self._put(' markdown="1">')
                self._para(only, "")
                self._put("</p>", node.closing)
                return
        self._put("<div")
        self._parts(parts)
        self._put(' markdown="1">')
        self._break("", blank=True)
        self._nodes(node.children, "")
        self._break("", blank=True)
        self._put("</div>", node.closing)

    # -- tables --

    def _table(self, node: Table, prefix: str) -> None:
        if node.caption:
            self._at = node.caption[0][0]
            self._leaf(node.caption, prefix)
            self._put(f"\n{prefix}{{: .{CAPTION_CLASS} }}")
            self._break(prefix, blank=True)
        start = next((s for row in (node.header, *node.rows) for cell in row for s, e in cell if s < e), 0)
        if node.caption:
            self.captions.append(Caption(start, node.caption))
        self._at = node.lines[0][0]
        self._row(node.header or [[] for _ in node.aligns], prefix)
        self._break(prefix, blank=False)
        self._put("| " + " | ".join(_ALIGN[align] for align in node.aligns) + " |")
        for row in node.rows:
            self._break(prefix, blank=False)
            self._row(row, prefix)

    def _row(self, cells: Sequence[Sequence[Line]], prefix: str) -> None:
        self._put("|")
        for cell in cells:
            self._put(" ")
            lines = [line for line in cell if line[0] < line[1]]
            if lines:
                leaf = Leaf(self.text, list(lines))
                found = self._read(leaf, starts_block=False)
                self._escape_pipes(leaf.text, found)
                self._leaf(lines, prefix, between=" ", found=found)
            elif cell:
                self._at = cell[0][0]
            self._put(" |")

    @staticmethod
    def _escape_pipes(text: str, found: Found) -> None:
        """A pipe in a cell must not end it; one in code is left, as the renderer leaves it."""
        if "|" not in text:
            return
        taken = [match.span() for match in _CODE.finditer(text)] + [change[:2] for change in found.changes]
        for match in _PIPE.finditer(text):
            if not any(start <= match.start() < end for start, end in taken):
                found.changes.append((*match.span(), ("\\|",)))
        found.changes.sort(key=lambda change: change[:2])


def _would_join(before: Node, node: Node) -> bool:
    """Whether the renderer would take a block for a part of the list before it."""
    if isinstance(before, Items):
        return isinstance(node, Items | Unsupported) or (isinstance(node, Code) and not node.fenced)
    if isinstance(before, Definitions | Note):
        return isinstance(node, Unsupported | Definitions) or (isinstance(node, Code) and not node.fenced)
    return isinstance(before, Quote) and isinstance(node, Quote)


def _lines_of(leaf: Leaf, start: int, end: int) -> list[Line]:
    """A stretch of a leaf as lines of the text."""
    ends = [start - 1, *(at for at in range(start, end) if leaf.text[at] == "\n"), end]
    return [(leaf.position(first + 1), leaf.end_position(last)) for first, last in pairwise(ends) if last > first + 1]
