"""Blocks and tables of raw HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

from rulebook_core.source import Span, stripped
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.markdown.plain import classes_of, elements
from rulebook_syntax.dialects.markdown.tags import BREAKING_TAGS, CODE_TAGS, SILENT_TAGS, Tag
from rulebook_syntax.dialects.markdown.targets import ENTITY
from rulebook_syntax.dialects.terms import names_a_term
from rulebook_syntax.document import Block, BlockKind, Cell, CodeSpan, Table

_KINDS: dict[str, BlockKind] = {
    "td": "cell", "th": "cell", "caption": "caption", "figcaption": "caption", "summary": "caption", "li": "item",
    "dt": "term", "blockquote": "quote", "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading",
    "h5": "heading", "h6": "heading", "pre": "code",
}  # fmt: skip


class HtmlText:
    """Text between the tags of raw HTML, as blocks and tables.

    The HTML is at `[start, end)` of a normal text.
    """

    def __init__(
        self, normal: MappedText, start: int, end: int, tags: list[Tag], section: Callable[[Span], int]
    ) -> None:
        self._normal = normal
        self._section = section
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self._walk(start, end, tags)

    def _walk(self, start: int, end: int, tags: list[Tag]) -> None:
        kinds: list[str] = []
        tables: list[_OpenTable] = []
        inline: list[Tag] = []
        position = start
        silent = ""
        for tag in tags:
            if silent:
                if tag.closing and tag.name == silent:
                    silent, position, inline = "", tag.end, []
                continue
            if tag.name not in BREAKING_TAGS and tag.name not in SILENT_TAGS:
                inline.append(tag)
                continue
            block = self._block(position, tag.start, inline, kinds)
            inline = []
            position = tag.end
            if tables and tables[-1].in_cell:
                tables[-1].content(block)
            if tag.name in SILENT_TAGS and not tag.closing:
                silent = tag.name
            elif tag.closing:
                self._close(tag, kinds, tables)
            elif not tag.self_closing(self._normal.text) and tag.name not in ("br", "hr"):
                self._open(tag, kinds, tables)
        if not silent:
            self._block(position, end, inline, kinds)

    def _open(self, tag: Tag, kinds: list[str], tables: list[_OpenTable]) -> None:
        kinds.append(tag.name)
        if tag.name == "table":
            attributes = tag.attributes(self._normal.text)
            tables.append(_OpenTable(tag, next((one.value for one in attributes if one.name == "id"), None)))
        elif tables:
            tables[-1].open(tag)

    def _close(self, tag: Tag, kinds: list[str], tables: list[_OpenTable]) -> None:
        if tag.name in kinds:
            while kinds.pop() != tag.name:
                pass
        if tables and tag.name in ("td", "th", "caption"):
            tables[-1].close(tag)
        elif tables and tag.name == "table":
            self.tables.append(tables.pop().build(self._normal, tag.end, self._section))

    def _block(self, start: int, end: int, inline: list[Tag], kinds: list[str]) -> Block | None:
        """The text between two tags of blocks."""
        text, span = self._normal.text, self._normal.span
        if not text[start:end].strip():
            return None
        changes = [(tag.start - start, tag.end - start, tag.shown(text)) for tag in inline]
        plain = self._normal.slice(start, end)
        changes += [(*match.span(), unescape(match[0])) for match in ENTITY.finditer(plain.text)]
        plain = (plain.replace(sorted(changes)) if changes else plain).fold()
        if not plain.text:
            return None
        code: list[CodeSpan] = []
        terms: list[tuple[int, int]] = []
        for opening, content_end in elements(inline):
            place = plain.stretch(opening.end, content_end, self._normal)
            if place is None:
                continue
            classes, has_id = classes_of(opening, text)
            if opening.name in CODE_TAGS:
                code.append(CodeSpan(*place, classes, span(opening.end, content_end)))
            elif (
                has_id
                or names_a_term(classes)
                or opening.name == "dfn"
                or (opening.name in ("b", "strong") and place[0] == 0)
            ):
                terms.append(place)
        kind: BlockKind = next((_KINDS[name] for name in reversed(kinds) if name in _KINDS), "paragraph")
        whole = span(*stripped(text, start, end))
        block = Block(kind, plain, whole, self._section(whole), tuple(code), tuple(terms))
        self.blocks.append(block)
        return block


class _OpenTable:
    """A table while its tags are read."""

    def __init__(self, tag: Tag, table_id: str | None) -> None:
        self._tag = tag
        self._id = table_id
        self._caption = ""
        self._rows: list[list[tuple[Tag, int, Block | None]]] = []
        self._current: Tag | None = None
        self._content: Block | None = None

    @property
    def in_cell(self) -> bool:
        return self._current is not None

    def open(self, tag: Tag) -> None:
        if tag.name in ("tr", "td", "th", "caption", "tbody", "thead", "tfoot") and self._current is not None:
            self.close(tag)
        if tag.name == "tr":
            self._rows.append([])
        elif tag.name in ("td", "th", "caption"):
            self._current, self._content = tag, None

    def content(self, block: Block | None) -> None:
        """Set the content of the open cell, unless it has some."""
        if self._content is None:
            self._content = block

    def close(self, tag: Tag) -> None:
        current = self._current
        if current is None:
            return
        self._current = None
        if current.name == "caption":
            self._caption = self._content.text.text if self._content else ""
            return
        if not self._rows:
            self._rows.append([])
        self._rows[-1].append((current, tag.start, self._content))

    def build(self, normal: MappedText, end: int, section: Callable[[Span], int]) -> Table:
        def cells(row: list[tuple[Tag, int, Block | None]]) -> tuple[Cell, ...]:
            return tuple(
                Cell(block.text.text if block else "", block.span if block else normal.span(tag.end, stop), block)
                for tag, stop, block in row
            )

        rows = [row for row in self._rows if row]
        header: tuple[Cell, ...] = ()
        if rows and all(tag.name == "th" for tag, _, _ in rows[0]):
            header = cells(rows.pop(0))
        span = normal.span(self._tag.start, end)
        return Table(span, self._id, self._caption, header, tuple(cells(row) for row in rows), section(span))
