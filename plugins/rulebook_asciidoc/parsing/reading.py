"""From Asciidoctor's tree of blocks to the parts of a document, in the order of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rulebook_asciidoc.antora import module_of, named
from rulebook_asciidoc.parsing.lines import Lines
from rulebook_asciidoc.parsing.tables import TABLE_DELIMITER, CellFinder
from rulebook_asciidoc.parsing.texts import Element, Text, read_text
from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_core.system.machine import relative
from rulebook_syntax.document import Anchor, Block, BlockKind, Box, Cell, Heading, Link, Prose, Table
from rulesmod.dice.digits import to_int

Node = Mapping[str, Any]

MAIN = "<stdin>"
"""Path that Asciidoctor reports for the text itself; included files have others."""

_TERM_ROLE = re.compile(r"word|term", re.IGNORECASE)
_RAW_ID = re.compile(r"<[a-zA-Z][^<>]*?\bid=([\"']?)(?P<id>[^\s\"'>]+)\1[^<>]*>")
_VERBATIM = ("listing", "literal", "stem")
_BEFORE_TITLE = re.compile(r"^[=#]{1,6}[ \t]+")
_BEHIND_TITLE = re.compile(r"(?:[ \t]+\[\[.*\]\])?(?:[ \t]+=+)?$")
_BEFORE_TERM = re.compile(r"^[ \t]*(?=.*(?:::|;;))")
_BEHIND_TERM = re.compile(r"[ \t]*(?::{2,4}|;;)(?:[ \t]|$)")
_BOXES = ("admonition", "example", "sidebar")
_ATTRIBUTES = re.compile(r"\[[^\[\]]*")
_CAPTION = re.compile(r"^\.")
_BRACKET = re.compile(r"\[")
_NAMES = re.compile(r"(?:#|\bid=[\"']?)\Z")
_GOES_ON = re.compile(r"[\w-]")
_MAX_LINES_BELOW = 50
"""How many lines below its block an id may stand, as Asciidoctor counts them."""
_KINDS: dict[str, BlockKind] = {"quote": "quote", "verse": "quote"}


class Reading:
    """One document on its way from the tree: what has been read so far."""

    def __init__(self, source: Source, result: Node, included: Mapping[str, Span], file: Path | None = None) -> None:
        self.lines = Lines(source)
        self._file = file
        self.is_of_antora = module_of(file) is not None
        """True in an Antora site, whose settings define attributes."""
        self.headings: list[Heading] = []
        self.anchors: list[Anchor] = []
        self.links: list[Link] = []
        self.undefined: list[tuple[str, Span]] = []
        self.roles: list[tuple[str, ...]] = []
        """The roles of formatted texts."""
        self.passed: list[Span] = []
        """Spans of passthroughs, which are shown as written."""
        self._result = result
        self._included = included
        self._blocks: list[Block] = []
        self._tables: list[Table] = []
        self._boxes: list[Box] = []
        self._notes = 0
        self._floor = 1
        """The line of the last text found: the next one does not stand above it."""

    @staticmethod
    def places(source: Source, included: Mapping[str, int]) -> dict[str, Span]:
        """Return where what an included file brings comes in: at the directive that takes it in."""
        lines = Lines(source)
        return {name: lines.span(line) for name, line in included.items()}

    def read(self) -> Prose:
        header = self._result["header"]
        if header is not None:
            self._heading(header, header["id"] or self._title_id(header))
        self._walk(self._result["blocks"], "paragraph")
        self._blocks.sort(key=lambda block: block.span)
        self._boxes.sort(key=lambda box: box.span)
        return Prose(tuple(self._blocks), tuple(self._tables), tuple(self._boxes))

    def _title_id(self, header: Node) -> str:
        """An id for the title of the document, made as Asciidoctor makes those of sections."""
        name = re.sub(r"[^\w .-]", "", re.sub(r"<[^>]+>|&[^;]+;", "", header["title"].lower()))
        id_ = "_" + re.sub(r"[ .-]+", "_", name).strip("_")
        used = set(self._result["refs"])
        return next(candidate for number in range(1, len(used) + 3)
                    if (candidate := id_ if number == 1 else f"{id_}_{number}") not in used)  # fmt: skip

    # -- the tree --

    def _walk(self, nodes: Iterable[Node], kind: BlockKind) -> None:
        for node in nodes:
            context = node["context"]
            if context == "section":
                self._heading(node, node["id"])
                self._walk(node["blocks"], kind)
            elif context == "floating_title":
                self._heading(node, node["id"])
            elif context == "dlist":
                self._own(node)
                self._description_list(node)
            elif context == "table":
                self._table(node)
            elif context == "list_item":
                self._text_block(node, node["text"], "item")
                self._walk(node["blocks"], "item")
            else:
                first = len(self._blocks)
                self._own(node)
                inner = _KINDS.get(context, kind)
                if node["lines"] and node["model"] != "compound":
                    block = self._text_block(node, "\n".join(node["lines"]), "code" if context in _VERBATIM else inner)
                    if context == "pass" and block is not None:
                        self._raw_ids(block.span)
                self._walk(node["blocks"], inner)
                if context in _BOXES and self._is_ours(node):
                    self._box(node, self._blocks[first:])

    def _box(self, node: Node, blocks: list[Block]) -> None:
        """An example, an admonition or a sidebar; `blocks` are its title and what stands in it."""
        title = blocks[0].text.text if node["title"] and blocks and blocks[0].kind == "caption" else ""
        kind = (node["style"] or node["context"]).lower() if node["context"] == "admonition" else node["context"]
        line = self.lines.span(node["line"])
        span = Span(min((line.start, *(b.span.start for b in blocks))), max((line.end, *(b.span.end for b in blocks))))
        self._boxes.append(Box(kind, node["id"], title, span, len(self.headings) - 1))

    def _own(self, node: Node) -> None:
        """Read the id, the title and the image of a block."""
        self._block_id(node)
        if node["title"]:
            self._caption(node)
        if node["context"] == "image" and node["target"] and self._is_ours(node):
            self._picture(node)

    def _is_ours(self, node: Node) -> bool:
        return bool(node["path"] == MAIN and node["line"])

    def _heading(self, node: Node, id_: str | None) -> None:
        level = (node["level"] or 0) + 1  # An offset may be too large for a number.
        record = self._record(node, node["title"], first=True)
        above = self._line_above(node)
        if above is not None:
            node = {**node, "path": MAIN, "line": above}
        if not self._is_ours(node):
            span = self._place_of(node)
            title = " ".join(re.sub(r"<[^>]*>", "", record["html"] if record else node["title"]).split())
            self.headings.append(Heading(level, title, id_ or "", span, span))
            self._add_anchor(id_, span, "heading")
            return
        number = node["line"]
        written = self._written_id(node, id_)
        raw = self.lines.find_within(node["title"], _BEFORE_TITLE, _BEHIND_TITLE, number, self._floor)
        raw = raw or self.lines.find(node["title"], number, self._floor)
        if raw is not None and raw.text:
            number = self._floor = self.lines.source.position(raw.whole.start).line
        text = self._text(raw, record) if raw is not None else None
        line = self.lines.span(number)
        if raw is None or text is None or not text.plain.text:
            self.headings.append(Heading(level, node["title"] or "", id_ or "", line, line))
            self._add_anchor(id_, written or line, "attribute" if written else "heading")
            return
        title_span = raw.whole
        span = Span(line.start, max(line.end, title_span.end))
        self.headings.append(Heading(level, text.plain.text, id_ or "", span, title_span))
        self._add_anchor(id_, written or title_span, "attribute" if written else "heading")
        self._blocks.append(self._as_block(text, "heading", title_span))
        self._take(text, record)

    def _line_above(self, node: Node) -> int | None:
        """The line of a title that stands right above an include.

        Asciidoctor has read on into the file by then, and counts the lines from its beginning.
        """
        directive = self._included.get(node["path"] or "")
        if directive is None or not node["title"] or node["line"] is None or node["line"] > 0:
            return None
        line = self.lines.source.position(directive.start).line - 1
        return line if line and self.lines.text(line).endswith(node["title"]) else None

    def _description_list(self, node: Node) -> None:
        for entry in node["items"]:
            for term in entry["terms"]:
                self._term(term)
            if entry["item"] is not None:
                if entry["item"]["text"]:
                    self._text_block(entry["item"], entry["item"]["text"], "item")
                self._walk(entry["item"]["blocks"], "item")

    def _term(self, node: Node) -> None:
        if not node["text"]:
            return
        if not self._is_ours(node):
            self._anchors_of(node)
            return
        raw = self.lines.find_within(node["text"], _BEFORE_TERM, _BEHIND_TERM, node["line"], self._floor)
        self._read_block(raw, self._record(node, node["text"]), "term")

    def _caption(self, node: Node) -> Block | None:
        """Read the title of a block.

        It is in a line above the block. For an included block, it may be above the directive instead.
        """
        directive = self._included.get(node["path"] or "")
        if directive is None and not self._is_ours(node):
            return None
        line = node["line"] if directive is None else self.lines.source.position(directive.start).line
        for number in self.lines.signed(_CAPTION, line, self._floor):
            if self.lines.text(number) == "." + node["title"]:
                raw = self._find(node["title"], number, number)
                return self._read_block(raw, self._record(node, node["title"], first=True), "caption")
        return None

    def _find(self, text: str, line: int, last: int | None = None) -> MappedText | None:
        """A text that stands behind those found before."""
        raw = self.lines.find(text, line, self._floor, last)
        if raw is not None and raw.text:
            self._floor = self.lines.source.position(raw.whole.end).line
        return raw

    def _text_block(self, node: Node, raw_text: str | None, kind: BlockKind) -> Block | None:
        if not raw_text:
            return None
        if not self._is_ours(node):
            self._anchors_of(node)
            return None
        raw = self._find(raw_text, node["line"])
        return self._read_block(raw, self._record(node, raw_text), kind)

    def _anchors_of(self, node: Node) -> None:
        """The anchors in a text that another file brings: it is read there, but can be linked to here."""
        for record in node["texts"]:
            for match in _RAW_ID.finditer(record["html"]):
                self._add_anchor(match["id"], self._place_of(node), "html")

    # -- texts --

    def _record(self, node: Node, raw: str | None, *, first: bool = False) -> Node | None:
        """Return how Asciidoctor converted a text of a block: a title before the content."""
        records = [record for record in node["texts"] if record["raw"] == raw]
        return None if not records else records[0] if first else records[-1]

    def _text(self, raw: MappedText, record: Node | None, *, folded: bool = True) -> Text | None:
        if record is None:
            return None
        return read_text(raw, record, folded=folded)

    def _read_block(self, raw: MappedText | None, record: Node | None, kind: BlockKind) -> Block | None:
        if raw is None or not raw.text.strip():
            return None
        text = self._text(raw, record, folded=kind != "code")
        if text is None:
            return None
        self._take(text, record)
        if not text.plain.text.strip():
            return None
        block = self._as_block(text, kind, raw.strip().whole)
        self._blocks.append(block)
        return block

    def _as_block(self, text: Text, kind: BlockKind, span: Span) -> Block:
        section = len(self.headings) - 1
        if kind == "code":
            return Block(kind, text.plain, span, section)
        terms = {(e.start, e.end) for e in text.elements if e.start < e.end and self._is_term(e)}
        if kind == "term":
            terms = {(0, len(text.plain.text))}
        return Block(kind, text.plain, span, section, text.code, tuple(sorted(terms)))

    @staticmethod
    def _is_term(element: Element) -> bool:
        return element.kind in ("text", "code") and any(_TERM_ROLE.search(role) for role in element.roles)

    def _take(self, text: Text, record: Node | None) -> None:
        """Take over what a text has besides words."""
        self.undefined += text.undefined
        for element in text.elements:
            self.roles.append(element.roles)
            if element.kind in ("link", "reference"):
                self.links += self._link(element, text)
            elif element.kind == "passed":
                self.passed.append(element.span)
            elif element.kind == "anchor":
                self._add_anchor(element.target, element.target_span, "html")
            elif element.kind == "image":
                folder = record["attributes"].get("imagesdir") if record else None
                self._image(element.span, element.target, element.target_span, folder)
        for element, note in text.notes:
            self._note(element, note, record)

    def _note(self, element: Element, note: Text, record: Node | None) -> None:
        """A footnote: its text stands at the end of the page, and leads back."""
        self._notes += 1
        for name in ("_footnotedef", "_footnoteref"):
            self._add_anchor(f"{name}_{self._notes}", element.span, "footnote")
        self._take(note, None)
        if note.plain.text:
            self._blocks.append(self._as_block(note, "paragraph", note.plain.whole))

    def _link(self, element: Element, text: Text) -> Iterator[Link]:
        target: str | None = element.target
        if element.kind == "reference":
            is_here = element.href is not None and element.href.startswith("#")
            target = element.href if is_here else self._counted(_source_target(element.target), "page")
        shown = text.plain.text[element.start : element.end]
        shown_span = text.plain.span(element.start, element.end) if shown else element.target_span
        if target is not None:
            yield Link(
                kind="inline",
                span=element.span,
                text=shown,
                text_span=shown_span,
                target=target,
                target_span=element.target_span,
            )

    def _counted(self, target: str, family: str) -> str | None:
        """A target that counts from its file: Antora's count from a module; None for one in another part of a site."""
        path, mark, fragment = target.partition("#")
        meant = named(path, self._file, family) if path and self._file is not None else None
        if meant is None or self._file is None:
            return target
        if meant.path is None:
            return None
        return f"{relative(meant.path, self._file.absolute().parent)}{mark}{fragment}"

    # -- ids --

    def _add_anchor(self, id_: str | None, span: Span, kind: str) -> None:
        if id_:
            self.anchors.append(Anchor(id_, span, kind))  # type: ignore[arg-type]

    def _block_id(self, node: Node) -> None:
        id_ = node["id"]
        if id_:
            if self._is_ours(node):
                written = self._written_id(node, id_)
                self._add_anchor(id_, written or self.lines.span(node["line"]), "attribute")
            else:
                self._add_anchor(id_, self._place_of(node), "attribute")

    def _raw_ids(self, span: Span) -> None:
        """The ids of raw HTML."""
        for match in _RAW_ID.finditer(self.lines.source.text, span.start, span.end):
            self._add_anchor(match["id"], Span(*match.span("id")), "html")

    def _written_id(self, node: Node, id_: str | None) -> Span | None:
        """Return where an id is written down, in or above the first line of its block."""
        if not id_:
            return None
        for number in self.lines.signed(_BRACKET, node["line"], self._floor, node["line"] + _MAX_LINES_BELOW):
            line = self.lines.text(number)
            if id_ not in line:
                continue
            attributes = _ATTRIBUTES.match(line) if line.endswith("]") else None
            at = line.find(id_)
            while at >= 0:
                end = at + len(id_)
                is_named = attributes is not None and at <= attributes.end() and _NAMES.search(line, max(0, at - 4), at)
                if (is_named or line.endswith("[[", 0, at)) and not _GOES_ON.match(line, end):
                    start = self.lines.span(number).start
                    return Span(start + at, start + end)
                at = line.find(id_, at + 1)
        return None

    def _place_of(self, node: Node) -> Span:
        """Return where something that is not written here comes in: at the directive that takes it in."""
        return self._included.get(node["path"] or "", Span(0, 0))

    # -- pictures and tables --

    def _picture(self, node: Node) -> None:
        line = self.lines.span(node["line"])
        at = self.lines.text(node["line"]).find(node["target"])
        if at >= 0:
            start = line.start + at
            self._image(line, node["target"], Span(start, start + len(node["target"])), node["folder"])

    def _image(self, span: Span, target: str, target_span: Span, folder: str | None) -> None:
        counted = self._counted(target, "image")
        if counted is None:
            return
        if counted == target and folder and not re.match(r"[a-zA-Z][\w+.-]*:|/", target):
            counted = f"{folder.rstrip('/')}/{target}"
        self.links.append(
            Link(
                kind="inline",
                span=span,
                text="",
                text_span=target_span,
                target=counted,
                target_span=target_span,
                image=True,
            )
        )

    def _table(self, node: Node) -> None:
        self._block_id(node)
        caption = self._caption(node) if node["title"] else None
        if not self._is_ours(node):
            return
        finder = CellFinder(self.lines, self._table_line(node))
        rows: list[tuple[Cell, ...]] = []
        header: tuple[Cell, ...] = ()
        for row in node["rows"]:
            cells = tuple(self._cell(cell, finder) for cell in row["cells"])
            if row["section"] == "head":
                header = cells
            else:
                rows.append(cells)
        self._floor = self.lines.source.position(finder.span.end).line
        self._tables.append(
            Table(
                finder.span,
                node["id"],
                caption.text.text if caption else "",
                header,
                tuple(rows),
                len(self.headings) - 1,
            )
        )

    def _table_line(self, node: Node) -> int:
        for number in self.lines.around(node["line"], self._floor):
            if TABLE_DELIMITER.match(self.lines.text(number)):
                return number
        return to_int(node["line"])

    def _cell(self, cell: Node, finder: CellFinder) -> Cell:
        raw = finder.next(cell["text"] or "")
        if cell["blocks"] is not None:
            first = len(self._blocks)
            self._walk(cell["blocks"], "cell")
            blocks = self._blocks[first:]
            text = " ".join(block.text.text for block in blocks)
            return Cell(text, raw.whole if raw.text else finder.here, blocks[0] if len(blocks) == 1 else None)
        block = self._read_block(raw, self._record(cell, cell["text"]), "cell") if raw.text else None
        return Cell(block.text.text if block else "", raw.whole if raw.text else finder.here, block)


def _source_target(reference: str) -> str:
    """A reference to another source as other dialects write it: with the ending of the file."""
    path, mark, fragment = reference.partition("#")
    if not mark and "." not in path:
        return f"#{path}"
    if path and "." not in path.rpartition("/")[2]:
        path += ".adoc"
    return f"{path}#{fragment}" if fragment else path
