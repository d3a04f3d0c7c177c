"""Build the prose that claims are read from.

It has the plain text of every block, mapped to the source, with code, marked terms and tables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from math import inf

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.source_map import Change, MappedText
from rulebook_core.spans import Stretches
from rulebook_syntax.dialects.markdown import attributes
from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.blocks import BlockReader
from rulebook_syntax.dialects.markdown.htmltext import HtmlText
from rulebook_syntax.dialects.markdown.leaf_links import Inlines
from rulebook_syntax.dialects.markdown.page import HEADINGS, Page
from rulebook_syntax.dialects.markdown.plain import classes_of, elements
from rulebook_syntax.dialects.markdown.tags import BREAKING_TAGS, CODE_TAGS, SILENT_TAGS, Tag, tags
from rulebook_syntax.dialects.markdown.text import Line
from rulebook_syntax.dialects.markdown.tree import Node
from rulebook_syntax.dialects.terms import names_a_term
from rulebook_syntax.document import Block, BlockKind, Box, Cell, CodeSpan, Prose, Table

CALLOUT = "admonition"
"""The class of boxes."""
_KIND = lazily(r"[\w-]+")
_OPENING = lazily("[{: ]+")
"""Start of an attribute list."""
_CODE_END = lazily(r"\s*`+(?=\{)")

_NUMBERED = lazily(r"(?:\A|\|)[\s*_]*\d")
"""Number behind a table's last column: perhaps another range of its dice."""


def read_prose(normal: MappedText, blocks: BlockReader, page: Page) -> Prose:
    """Read the blocks and tables of a page."""
    return _ProseReader(normal, blocks, page).read()


class _ProseReader:
    def __init__(self, normal: MappedText, blocks: BlockReader, page: Page) -> None:
        self._normal = normal
        self._read = normal.redrawn(blocks.text)
        self._root = blocks.root
        self._page = page
        self._sections = [heading.span.start for heading in page.headings]
        self._blocks: list[Block] = []
        self._tables: list[Table] = []
        self._boxes: list[Box] = []

    def read(self) -> Prose:
        self._walk(self._root, "paragraph")
        self._blocks.sort(key=lambda block: block.span)
        self._tables.sort(key=lambda table: table.span)
        self._boxes.sort(key=lambda box: box.span)
        return Prose(tuple(self._blocks), tuple(self._tables), tuple(self._boxes))

    def _section(self, span: Span) -> int:
        return bisect_right(self._sections, span.start) - 1

    def _walk(self, node: Node, kind: BlockKind) -> None:
        for child in node.children:
            tag = child.tag
            if tag in ("pre", "fence"):
                self._code(child.lines)
            elif tag == "html":
                assert child.atom is not None
                self._html(child.atom)
            elif tag == "table":
                self._table(child)
            elif tag in HEADINGS:
                self._leaf(child, child.lines, "heading")
            else:
                inner = _KINDS.get(self._name(child), kind)
                first = len(self._blocks)
                self._leaf(child, child.lines, inner)
                self._walk(child, inner)
                if child.head is not None or tag == "element":
                    self._box(child, self._blocks[first:])
            if child.tail:
                self._leaf(child, child.tail, kind)

    def _name(self, node: Node) -> str:
        """Return the tag name of an element, including that of raw HTML."""
        if node.tag != "element" or node.atom is None:
            return node.tag
        match = _ELEMENT.match(self._normal.text, node.atom.start)
        return match[1].lower() if match else node.tag

    def _box(self, node: Node, blocks: list[Block]) -> None:
        """Record a node with its blocks, if it is a box."""
        text = self._normal.text
        id_ = None
        if node.head is not None:
            kinds = _KIND.findall(text, *node.head)
            title = blocks[0].text.text if node.children and node.children[0].tag == "title" and blocks else ""
            start, end = node.head
        elif node.tag == "element" and node.atom is not None:
            opening = next(tags(text, *node.atom.attributes), None)
            said = {a.name: a.value for a in opening.attributes(text)} if opening is not None else {}
            kinds, id_ = said.get("class", "").split(), said.get("id")
            if CALLOUT not in kinds:
                return
            kinds.remove(CALLOUT)
            inner = node.children[0] if node.children else None
            title = blocks[0].text.text if inner is not None and inner.tag == "element" and blocks else ""
            start, end = node.atom.start, node.atom.end
        else:
            return
        span = self._normal.span(start, end)
        span = Span(span.start, max((span.end, *(block.span.end for block in blocks))))
        self._boxes.append(Box(kinds[0] if kinds else "note", id_, title, span, self._section(span)))

    # -- leaves --

    def _leaf(self, node: Node, lines: list[Line], kind: BlockKind) -> Block | None:
        if not lines:
            return None
        leaf = self._read.lines(lines)
        if not leaf.text.strip():
            return None
        block = self._block(leaf, node, kind)
        if block.text.text:
            self._blocks.append(block)
            return block
        return None

    def _block(self, leaf: MappedText, node: Node, kind: BlockKind) -> Block:
        text = leaf.text
        begin = len(text) - len(text.lstrip())
        whole = leaf.span(begin, len(text.rstrip()))
        if self._page.inline_reader.is_plain(text):
            plain = leaf.fold()
            terms = ((0, len(plain.text)),) if node.tag == "dt" else ()
            return Block(kind, plain, whole, self._section(whole), (), terms)
        inlines = self._page.inlines_of(leaf, node)
        changes: Iterable[Change] = inlines.changes_in(0, len(text))
        if inlines.formulas:
            changes = sorted([*changes, *((start, end, "") for start, end in inlines.formulas)])
        if inlines.tags:
            changes = _seen(changes, inlines.tags, kind, text)
        plain = leaf.replace(changes).fold()
        return Block(kind, plain, whole, self._section(whole), *self._marked(plain, leaf, inlines, node))

    def _marked(
        self,
        plain: MappedText,
        leaf: MappedText,
        inlines: Inlines,
        node: Node,
    ) -> tuple[tuple[CodeSpan, ...], tuple[tuple[int, int], ...]]:
        """The inline code of a leaf, and its terms."""
        code: list[CodeSpan] = []
        terms: list[tuple[int, int]] = []

        def mark(start: int, end: int) -> None:
            place = plain.stretch(start, end, leaf)
            if place is not None:
                terms.append(place)

        for start, end in inlines.code:
            place = plain.stretch(start, end, leaf)
            if place is not None:
                code.append(CodeSpan(*place, self._classes_behind(leaf.text, inlines, end), leaf.span(start, end)))
        for opening, content_end in elements(inlines.tags):
            classes, has_id = classes_of(opening, leaf.text)
            if opening.name in CODE_TAGS:
                place = plain.stretch(opening.end, content_end, leaf)
                if place is not None:
                    code.append(CodeSpan(*place, classes, leaf.span(opening.end, content_end)))
            elif has_id or names_a_term(classes) or opening.name == "dfn":
                mark(opening.end, content_end)
        first = len(leaf.text) - len(leaf.text.lstrip())
        for pair in inlines.emphasis():
            bold_alone = pair[0] <= first and pair[1] - pair[0] == 2
            if bold_alone or names_a_term(self._classes_at(leaf.text, inlines, pair[3])):
                mark(pair[1], pair[2])
        if node.tag == "dt":
            mark(0, len(leaf.text))
        return tuple(sorted(code)), tuple(sorted(set(terms)))

    @staticmethod
    def _classes_behind(text: str, inlines: Inlines, end: int) -> tuple[str, ...]:
        """The classes that an attribute list behind a code span gives it."""
        closing = _CODE_END.match(text, end)
        return () if closing is None else _ProseReader._classes_at(text, inlines, closing.end())

    @staticmethod
    def _classes_at(text: str, inlines: Inlines, end: int) -> tuple[str, ...]:
        """The classes that an attribute list gives to what ends at `end`."""
        at = bisect_right(inlines.attributes, (end, inf))
        if at == len(inlines.attributes):
            return ()
        start, stop = inlines.attributes[at]
        if _OPENING.fullmatch(text, end, start) is None:
            return ()
        return tuple(v.value for v in attributes.values(text, start, stop) if v.key == ".")

    def _code(self, lines: list[Line]) -> None:
        text = self._normal.text
        written = [at for at, (start, end) in enumerate(lines) if text[start:end].strip()]
        if not written:
            return
        lines = lines[written[0] : written[-1] + 1]
        whole = self._normal.span(lines[0][0], lines[-1][1])
        code = self._normal.lines(lines)
        if code.shift is None:
            code = code.ordered()  # Raw HTML is shown here, and a translation may have put its attributes in front.
        self._blocks.append(Block("code", code, whole, self._section(whole)))

    # -- tables and raw HTML --

    def _table(self, node: Node) -> None:
        rows = [tuple(self._cell(cell) for cell in row.children) for row in node.children]
        last = node.children[-1].children[-1].lines[0]
        span = self._normal.span(node.children[0].children[0].lines[0][0], last[1])
        lost = (row.cut for row in node.children if row.cut is not None)
        is_cut = any(_NUMBERED.search(self._normal.text[slice(*cut)]) for cut in lost)
        self._tables.append(Table(span, None, "", rows[0], tuple(rows[1:]), self._section(span), is_cut=is_cut))

    def _cell(self, node: Node) -> Cell:
        block = self._leaf(node, node.lines, "cell")
        span = self._normal.span(*node.lines[0])
        return Cell(block.text.text if block else "", span, block)

    def _html(self, atom: Atom) -> None:
        start, end = atom.start, atom.end
        results = list(tags(self._normal.text, start, end)) if atom.children else self._page.html_tags[start]
        html = HtmlText(self._normal, start, end, results, self._section)
        self._blocks += html.blocks
        self._tables += html.tables


def _seen(changes: Iterable[Change], results: list[Tag], kind: BlockKind, text: str) -> list[Change]:
    """The changes of a text that has raw HTML in it: elements that nobody sees are gone with all that is in them."""
    # What a reader sees on two lines is no word; in an id, the parts of a title are one.
    breaking = BREAKING_TAGS if kind != "heading" else ()
    parts = {(tag.start, tag.end): " " if tag.name in breaking else tag.shown(text) for tag in results}
    silent = [Span(tag.end, end) for tag, end in elements(results) if tag.name in SILENT_TAGS and tag.end < end]
    unseen = Stretches(silent)
    shown = [change for change in changes if not unseen.has(change[0])]
    seen = [(start, end, new or parts.get((start, end), "")) for start, end, new in shown]
    return sorted([*seen, *((span.start, span.end, "") for span in silent)])


_ELEMENT = lazily(r"<(\w+)")
_KINDS: dict[str, BlockKind] = {"li": "item", "blockquote": "quote", "dt": "term", "title": "caption", "tab": "caption"}
