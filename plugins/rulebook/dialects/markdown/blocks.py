"""Blocks: a normal text becomes a tree of elements with the lines that belong to each.

This follows Python-Markdown's block parser step by step (the order of its processors, its states, its
four columns of indentation, its lazy lines), but on places in the text instead of copies of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.dialects.markdown.atoms import Atom
from rulebook.dialects.markdown.options import MarkdownOptions
from rulebook.dialects.markdown.tables import Row, split_table
from rulebook.dialects.markdown.text import ATOM, Leaf, Line

Block = list[Line]
"""Lines without a blank one among them."""

INDENT = "    "
_LISTS = ("ul", "ol")
_DEFINITION_LISTS = ("ul", "ol", "dl")
_MAX_DEPTH = 60
"""Deeper nesting than this is read as running text, as Python-Markdown does near its own limit."""


class Node:
    """An element of the page: the lines of its text, its children, and what follows it in its parent."""

    __slots__ = ("atom", "children", "end", "lines", "tag", "tail")

    def __init__(self, tag: str, lines: Block | None = None, atom: Atom | None = None) -> None:
        self.tag = tag
        self.lines: Block = lines if lines is not None else []
        self.children: list[Node] = []
        self.tail: Block = []
        self.atom = atom
        self.end = 0  # of a heading: where its underline ends

    def add(self, tag: str, lines: Block | None = None, atom: Atom | None = None) -> Node:
        child = Node(tag, lines, atom)
        self.children.append(child)
        return child


class Reference(NamedTuple):
    """A reference definition, by offsets of the normal text."""

    label: str
    target: str
    start: int
    end: int
    label_start: int
    label_end: int
    target_start: int
    target_end: int


class Footnote(NamedTuple):
    """A footnote definition: its label and where that stands."""

    label: str
    start: int
    end: int


_MARK = re.compile(
    r"(?P<hash>\#{1,6}(?P<title>(?:\\.|[^\\\#]|\#+(?=[^\#]))*?)\#*$)"
    r"|\ {0,3}(?:"
    r"(?P<rule>(?:(?:-\ {0,2}){3,}|(?:_\ {0,2}){3,}|(?:\*\ {0,2}){3,})\ *$)"
    r"|(?P<colon>:\ {1,3}\S?)"
    r"|(?P<quote>>)"
    r"|(?P<bracket>\[)"
    r"|(?P<abbr>\*\[)"
    r"|(?P<fold>/{3,}\ *(?:[\w-]+\ *(?:\|.*)?)?$))"
    r"|(?P<panel>!!!|\?\?\?|===)",
    re.VERBOSE,
)
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_ORDERED = re.compile(r" {0,3}\d+\. +")
_UNORDERED = re.compile(r" {0,3}[*+-] +")
_ITEM = re.compile(r" {0,3}(?:\d+\.|[*+-]) +")
_NESTED_ITEM = re.compile(r" {4,7}(?:\d+\.|[*+-]) +")
_COLON = re.compile(r" {0,3}: {1,3}")
_QUOTE = re.compile(r" {0,3}> ?")
_REFERENCE = re.compile(
    r"^ {0,3}\[([^\[\]]*)\]: *(?:\n *)?([^\s]+) *(?:\n *)?((?:([\"'])(.*)\4 *|\((.*)\) *))?$", re.MULTILINE
)
_FOOTNOTE = re.compile(r" {0,3}\[\^([^\]\n]*)\]: *")
_ABBREVIATION = re.compile(r"^\*\[[^\\\n]*?\] ?: *\n? *(?P<title>.*)$", re.MULTILINE)
_ADMONITION = re.compile(r"!!! ?([\w\-]+(?: +[\w\-]+)*)(?: +\"(?P<title>.*?)\")? *$")
_DETAILS = re.compile(r"\?{3}\+? ?(?:(?:[\w\-]+(?: +[\w\-]+)*?)?(?: +\"(?P<title>.*?)\")|[\w\-]+(?: +[\w\-]+)*?) *$")
_TAB = re.compile(r"={3}(?:\+|\+!|!\+|!)? +\"(?P<title>.*?)\" *$")
_PANELS = (("admonition", "!!!", _ADMONITION), ("pymdownx.details", "???", _DETAILS), ("pymdownx.tabbed", "===", _TAB))


class BlockReader:
    """Reads the blocks of one text.

    Attributes:
        root: the tree; footnotes stand at its end.
        references: the reference definitions, in the order in which Python-Markdown meets them.
        footnotes: the footnote definitions by label.
    """

    def __init__(self, text: str, atoms: list[Atom], options: MarkdownOptions) -> None:
        self.text = text
        self.options = options
        self.root = Node("div")
        self.references: list[Reference] = []
        self.footnotes: dict[str, Footnote] = {}
        self._footnote_blocks: dict[str, list[Block]] = {}
        self._atoms: dict[int, Atom] = {}
        self._collect(atoms)
        self._states: list[str] = []
        self._depth = 0
        has = options.has
        self._panels = tuple(panel[1:] for panel in _PANELS if has(panel[0]))
        self._folds = any(name.startswith("pymdownx.blocks") for name in options.names)
        self._tables = has("tables")
        self._footnotes = has("footnotes")
        self._abbreviations = has("abbr")
        self._definition_lists = has("def_list")
        self._sane_lists = has("sane_lists")
        self._sane_headers = has("pymdownx.saneheaders")
        self._lists = _DEFINITION_LISTS if self._definition_lists else _LISTS
        self._items = ("li", "dd") if self._definition_lists else ("li",)
        self._blocks(self.root, self._split(0, len(text), atoms))
        for blocks in list(self._footnote_blocks.values()):
            self._blocks(self.root.add("footnote"), blocks)

    def _collect(self, atoms: list[Atom]) -> None:
        for atom in atoms:
            self._atoms[atom.start] = atom
            self._collect(atom.children)

    # -- from a text to blocks --

    def _split(self, start: int, end: int, atoms: list[Atom]) -> list[Block]:
        """The blocks of `text[start:end]`: runs of lines without a blank one."""
        text = self.text
        blocks: list[Block] = []
        block: Block = []
        rest_of_fence = False
        for atom in [*atoms, None]:
            stop = atom.start if atom is not None else end
            lines = text[start:stop].split("\n")
            if rest_of_fence and len(lines) > 1:
                start += len(lines.pop(0)) + 1
            partial = lines.pop() if atom is not None else ""
            for line in lines:
                stop = start + len(line)
                if line and not line.isspace():
                    block.append((start, stop))
                elif block:
                    blocks.append(block)
                    block = []
                start = stop + 1
            if atom is None:
                break
            if atom.kind == "fence" and self.options.has("pymdownx.superfences"):
                block.append((start, atom.start + 1))
                rest_of_fence = True
            else:
                if partial and not partial.isspace():
                    block.append((start, start + len(partial)))
                if block:
                    blocks.append(block)
                    block = []
                blocks.append([(atom.start, atom.start + 1)])
                rest_of_fence = False
            start = atom.end
        if block:
            blocks.append(block)
        return blocks

    def _chunk(self, parent: Node, lines: Block) -> None:
        """Read lines that may have blank ones among them."""
        blocks: list[Block] = []
        block: Block = []
        for start, end in lines:
            if start < end and not self.text[start:end].isspace():
                block.append((start, end))
            elif block:
                blocks.append(block)
                block = []
        if block:
            blocks.append(block)
        self._blocks(parent, blocks)

    def _blocks(self, parent: Node, blocks: list[Block]) -> None:
        self._depth += 1
        rest = blocks[::-1]
        while rest:
            block = rest.pop()
            while block and block[0][0] >= block[0][1]:
                block = block[1:]
            if block:
                self._block(parent, block, rest)
        self._depth -= 1

    def _in_state(self, state: str) -> bool:
        return bool(self._states) and self._states[-1] == state

    # -- one block --

    def _block(self, parent: Node, block: Block, rest: list[Block]) -> None:
        """Give a block to the first reader that takes it; `rest` is what follows, last block first."""
        text = self.text
        first, first_end = block[0]
        if len(block) == 1 and text[first].isalpha():
            # By far the most blocks: nothing but a paragraph begins with a letter.
            self._paragraph(parent, block)
            return
        marks = [_MARK.match(text, start, end) for start, end in block]
        kinds = [mark.lastgroup if mark else None for mark in marks]
        if self._panels and self._panel(parent, block, rest, kinds):
            return
        if text.startswith(INDENT, first):
            if (
                not self._in_state("detabbed")
                and (parent.tag in self._items or (parent.children and parent.children[-1].tag in self._lists))
                and self._depth < _MAX_DEPTH
            ):
                self._indented(parent, block)
                return
            self._code(parent, block, rest)
            return
        if self._folds and "fold" in kinds:
            at = kinds.index("fold")
            if at:
                self._blocks(parent, [block[:at]])
            if block[at + 1 :]:
                rest.append(block[at + 1 :])
            return
        if self._tables and len(block) > 1 and text.find("|", first, first_end) >= 0:
            rows = split_table(text, block)
            if rows is not None:
                self._table(parent, rows)
                return
        if "hash" in kinds:
            for at, mark in enumerate(marks):
                if kinds[at] == "hash" and mark is not None and self._is_heading(mark):
                    self._heading(parent, block, at, mark, rest)
                    return
        if len(block) > 1 and text[block[1][0]] in "=-" and _UNDERLINE.match(text, *block[1]):
            heading = parent.add("h1" if text[block[1][0]] == "=" else "h2", [self._stripped(block[0])])
            heading.end = block[1][1]
            if len(block) > 2:
                rest.append(block[2:])
            return
        if "rule" in kinds:
            at = kinds.index("rule")
            if at:
                self._blocks(parent, [block[:at]])
            parent.add("hr")
            if block[at + 1 :]:
                rest.append(block[at + 1 :])
            return
        if self._depth < _MAX_DEPTH:
            if _ORDERED.match(text, first, first_end):
                self._list(parent, block, "ol")
                return
            if _UNORDERED.match(text, first, first_end):
                self._list(parent, block, "ul")
                return
            if self._definition_lists and "colon" in kinds and self._definition_list(parent, block, rest, kinds):
                return
            if "quote" in kinds:
                self._quote(parent, block, kinds.index("quote"))
                return
        if "bracket" in kinds or "abbr" in kinds:
            if self._footnotes and self._footnote(block, rest):
                return
            if self._abbreviations and "abbr" in kinds and self._abbreviation(block, rest):
                return
            if self._reference(block, rest):
                return
        self._paragraph(parent, block)

    def _is_heading(self, mark: re.Match[str]) -> bool:
        return not self._sane_headers or mark["title"].startswith(" ")

    def _stripped(self, line: Line) -> Line:
        start, end = line
        text = self.text[start:end]
        return start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())

    def _heading(self, parent: Node, block: Block, at: int, mark: re.Match[str], rest: list[Block]) -> None:
        if at:
            self._blocks(parent, [block[:at]])
        level = mark.start("title") - mark.start()
        title = self._stripped(mark.span("title"))
        parent.add(f"h{level}", [title] if title[0] < title[1] else [])
        after = block[at + 1 :]
        if after:
            if self._in_state("looselist"):
                after = self._dedent(after, 1)
            rest.append(after)

    def _paragraph(self, parent: Node, block: Block) -> None:
        tight = self._in_state("list")
        if not self._atoms and not tight:
            parent.add("p", block)
            return
        for lines, atom in self._around_atoms(block):
            if atom is not None:
                self._atom(parent, atom)
            elif tight:
                if parent.children:
                    parent.children[-1].tail += lines
                else:
                    parent.lines += lines
            else:
                parent.add("p", lines)

    def _around_atoms(self, block: Block) -> Iterator[tuple[Block, Atom | None]]:
        """The lines of a block and the atoms among them, in order."""
        lines: Block = []
        for start, end in block:
            if self.text[end - 1 : end] == ATOM and not self.text[start : end - 1].strip():
                if lines:
                    yield lines, None
                    lines = []
                yield [], self._atoms[end - 1]
            else:
                lines.append((start, end))
        if lines:
            yield lines, None

    def _atom(self, parent: Node, atom: Atom) -> None:
        if atom.kind == "fence":
            parent.add("fence", list(atom.lines), atom)
        elif atom.kind == "html":
            parent.add("html", None, atom)
        else:
            self._element(parent, atom)

    def _element(self, parent: Node, atom: Atom) -> None:
        node = parent.add("element", None, atom)
        start, end = atom.content
        if atom.state == "block":
            self._blocks(node, self._split(start, end, atom.children))
            return
        for block in self._split(start, end, atom.children):
            for lines, child in self._around_atoms(block):
                if child is not None:
                    self._atom(node, child)
                else:
                    node.add("span", lines)

    # -- indentation --

    def _dedent(self, lines: Block, levels: int) -> Block:
        indent = INDENT * levels
        return [(s + len(indent), e) if self.text.startswith(indent, s) else (s, e) for s, e in lines]

    def _detab(self, block: Block, width: int = 4) -> tuple[Block, Block]:
        """The leading lines that are indented, without their indentation, and the rest."""
        indent = " " * width
        for at, (start, end) in enumerate(block):
            if start < end and not self.text.startswith(indent, start) and self.text[start:end].strip():
                return [(min(s + width, e), e) for s, e in block[:at]], block[at:]
        return [(min(s + width, e), e) for s, e in block], []

    def _code(self, parent: Node, block: Block, rest: list[Block]) -> None:
        code, after = self._detab(block)
        last = parent.children[-1] if parent.children else None
        if last is not None and last.tag == "pre":
            # Blank lines do not end indented code: put back those between the last line and this.
            blank = self.text.count("\n", last.lines[-1][1], block[0][0]) - 1
            last.lines += [(last.lines[-1][1], last.lines[-1][1])] * max(blank, 0)
            last.lines += code
        else:
            parent.add("pre", code)
        if after:
            rest.append(after)

    def _indented(self, parent: Node, block: Block) -> None:
        """An indented block after or within a list belongs to one of its items."""
        level, sibling = self._level(parent, block)
        block = self._dedent(block, level) if level else block
        self._states.append("detabbed")
        if parent.tag in self._items:
            if parent.children and parent.children[-1].tag in self._lists:
                self._blocks(parent.children[-1], [block])
            else:
                self._blocks(parent, [block])
        elif sibling.tag in self._items:
            self._blocks(sibling, [block])
        elif sibling.children and sibling.children[-1].tag in self._items:
            item = sibling.children[-1]
            if item.lines:
                item.children.insert(0, Node("p", item.lines))
                item.lines = []
            self._blocks(item, [block])
        else:
            self._blocks(sibling.add("dd" if self._definition_lists else "li"), [block])
        self._states.pop()

    def _level(self, parent: Node, block: Block) -> tuple[int, Node]:
        start, end = block[0]
        line = self.text[start:end]
        indent = (len(line) - len(line.lstrip(" "))) // 4
        level = 1 if self._in_state("list") else 0
        while indent > level and parent.children:
            child = parent.children[-1]
            if child.tag in self._lists:
                level += 1
            elif child.tag not in self._items:
                break
            parent = child
        return level, parent

    # -- lists --

    def _list(self, parent: Node, block: Block, tag: str) -> None:
        items = self._split_items(block, tag)
        last = parent.children[-1] if parent.children else None
        siblings = (tag,) if self._sane_lists else _LISTS
        if last is not None and last.tag in siblings:
            list_node = last
            if list_node.children:
                self._wrap_item(list_node.children[-1])
            self._states.append("looselist")
            self._blocks(list_node.add("li"), [items.pop(0)])
            self._states.pop()
        elif parent.tag in _LISTS:
            list_node = parent
        else:
            list_node = parent.add(tag)
        self._states.append("list")
        for item in items:
            if self.text.startswith(INDENT, item[0][0]) and item[0][0] < item[0][1] and list_node.children:
                self._blocks(list_node.children[-1], [item])
            else:
                self._blocks(list_node.add("li"), [item])
        self._states.pop()

    @staticmethod
    def _wrap_item(item: Node) -> None:
        """An item that another follows after a blank line has paragraphs."""
        if item.lines:
            item.children.insert(0, Node("p", item.lines))
            item.lines = []
        if item.children and item.children[-1].tail:
            tail = item.children[-1].tail
            item.children[-1].tail = []
            item.add("p", tail)

    def _split_items(self, block: Block, tag: str) -> list[Block]:
        pattern = _ITEM
        if self._sane_lists:
            pattern = _ORDERED if tag == "ol" else _UNORDERED
        text = self.text
        items: list[Block] = []
        for start, end in block:
            if match := pattern.match(text, start, end):
                items.append([(match.end(), end)])
            elif _NESTED_ITEM.match(text, start, end):
                before, before_end = items[-1][0]
                if before < before_end and text.startswith(INDENT, before):
                    items[-1].append((start, end))
                else:
                    items.append([(start, end)])
            else:
                items[-1].append((start, end))
        return items

    def _definition_list(self, parent: Node, block: Block, rest: list[Block], kinds: list[str | None]) -> bool:
        at = kinds.index("colon")
        text = self.text
        start, end = block[at]
        mark = _COLON.match(text, start, end)
        if mark is None:
            return False
        terms = [self._stripped(line) for line in block[:at]]
        after = block[at + 1 :]
        lazy = bool(after) and re.match(r" {0,3}[^ :]", text[after[0][0] : after[0][1]]) is not None
        body, remaining = (after, []) if lazy else self._detab(after)
        last = parent.children[-1] if parent.children else None
        state = "list"
        if not terms:
            if last is None:
                return False
            if last.tag == "p":
                state = "looselist"
                terms = last.lines
                parent.children.pop()
                last = parent.children[-1] if parent.children else None
        if last is not None and last.tag == "dl":
            node = last
            if not terms and node.children and node.children[-1].tag == "dd" and node.children[-1].children:
                state = "looselist"
        else:
            node = parent.add("dl")
        for term in terms:
            node.add("dt", [term])
        self._states.append(state)
        self._blocks(node.add("dd"), [[(mark.end(), end), *body]])
        self._states.pop()
        if remaining:
            rest.append(remaining)
        return True

    # -- quotes, panels, tables --

    def _quote(self, parent: Node, block: Block, at: int) -> None:
        if at:
            self._blocks(parent, [block[:at]])
        text = self.text
        lines: Block = []
        for start, end in block[at:]:
            mark = _QUOTE.match(text, start, end)
            lines.append((min(mark.end(), end), end) if mark else (start, end))
        last = parent.children[-1] if parent.children else None
        quote = last if last is not None and last.tag == "blockquote" else parent.add("blockquote")
        self._states.append("blockquote")
        self._chunk(quote, lines)
        self._states.pop()

    def _panel(self, parent: Node, block: Block, rest: list[Block], kinds: list[str | None]) -> bool:
        """An admonition, a foldable block or a tab: a title line and an indented body."""
        if "panel" in kinds:
            for at, (start, end) in enumerate(block):
                if kinds[at] != "panel":
                    continue
                for sign, pattern in self._panels:
                    mark = pattern.match(self.text, start, end) if self.text.startswith(sign, start) else None
                    if mark is None:
                        continue
                    if at:
                        self._blocks(parent, [block[:at]])
                    body, after = self._detab(block[at + 1 :])
                    panel = parent.add("panel")
                    if mark["title"]:
                        panel.add("tab" if sign == "===" else "title", [mark.span("title")])
                    self._chunk(panel, body)
                    if after:
                        rest.append(after)
                    return True
        if not self.text.startswith(INDENT, block[0][0]):
            return False
        found = self._panel_above(parent, block)
        if found is None:
            return False
        target, width = found
        if target.tag in ("li", "dd") and target.lines:
            target.children.insert(0, Node("p", target.lines))
            target.lines = []
        body, after = self._detab(block, width)
        self._chunk(target, body)
        if after:
            rest.append(after)
        return True

    def _panel_above(self, parent: Node, block: Block) -> tuple[Node, int] | None:
        """What an indented block after a panel continues: the panel, or an item of a list at its end."""
        target = parent.children[-1] if parent.children else None
        if target is None or target.tag != "panel":
            return None
        start = block[0][0]
        width = 0
        last = target.children[-1] if target.children else None
        while last is not None and last.tag in _DEFINITION_LISTS and last.children:
            if not self.text.startswith(INDENT * 2, start + width):
                break
            target = last.children[-1]
            last = target.children[-1] if target.children else None
            width += 4
        if not self.text.startswith(INDENT, start + width):
            return None
        return target, width + 4

    def _table(self, parent: Node, rows: list[Row]) -> None:
        table = parent.add("table")
        for number, row in enumerate(rows):
            line = table.add("tr")
            for cell in row:
                line.add("th" if number == 0 else "td", [cell])

    # -- definitions --

    def _footnote(self, block: Block, rest: list[Block]) -> bool:
        text = self.text
        for at, (start, end) in enumerate(block):
            mark = _FOOTNOTE.match(text, start, end)
            if mark is None:
                continue
            label = mark[1]
            lines: Block = [(mark.end(), end)]
            following = at + 1
            while following < len(block) and not _FOOTNOTE.match(text, *block[following]):
                lines.append(block[following])
                following += 1
            blocks = [lines[:1] + self._dedent(lines[1:], 1)]
            if following < len(block):
                rest.append(block[following:])
            else:
                blocks += self._footnote_continuation(self._end_of(block), rest)
            if block[:at]:
                rest.append(block[:at])
            self.footnotes[label] = Footnote(label, *mark.span(1))
            self._footnote_blocks[label] = blocks
            return True
        return False

    def _end_of(self, block: Block) -> int:
        """Where a block ends in the source, a fence in its last line included."""
        end = block[-1][1]
        atom = self._atoms.get(end - 1)
        return atom.end if atom is not None else end

    def _footnote_continuation(self, end: int, rest: list[Block]) -> list[Block]:
        """The indented blocks behind a footnote that ends at `end`; two blank lines end it."""
        blocks: list[Block] = []
        text = self.text
        while rest and text.startswith(INDENT, rest[-1][0][0]) and text.count("\n", end, rest[-1][0][0]) == 2:
            block = rest.pop()
            end = self._end_of(block)
            at = next((i for i, line in enumerate(block) if _FOOTNOTE.match(self.text, *line)), len(block))
            if at:
                blocks.append(self._dedent(block[:at], 1))
            if at < len(block):
                rest.append(block[at:])
                break
        return blocks

    def _abbreviation(self, block: Block, rest: list[Block]) -> bool:
        leaf = Leaf(self.text, block)
        match = _ABBREVIATION.search(leaf.text)
        if match is None or not match["title"].strip():
            return False
        self._put_back(block, leaf, match.start(), match.end(), rest)
        return True

    def _reference(self, block: Block, rest: list[Block]) -> bool:
        leaf = Leaf(self.text, block)
        if "]:" not in leaf.text:
            return False
        match = _REFERENCE.search(leaf.text)
        if match is None:
            return False
        start = match.start()
        self._define(leaf, match)
        end = match.end()
        while (following := _REFERENCE.match(leaf.text, end + 1)) and "\n" not in following[0]:
            self._define(leaf, following)
            end = following.end()
        self._put_back(block, leaf, start, end, rest)
        return True

    def _define(self, leaf: Leaf, match: re.Match[str]) -> None:
        written = match[2]
        target = written.lstrip("<").rstrip(">")
        start = match.start(2) + len(written) - len(written.lstrip("<"))
        label_start = match.start(1) + len(match[1]) - len(match[1].lstrip())
        label = match[1].strip()
        opening = match.start() + len(match[0]) - len(match[0].lstrip())
        self.references.append(
            Reference(
                label,
                target,
                leaf.position(opening),
                leaf.end_position(match.end()),
                leaf.position(label_start),
                leaf.position(label_start) + len(label),
                leaf.position(start),
                leaf.position(start) + len(target),
            )
        )

    @staticmethod
    def _put_back(block: Block, leaf: Leaf, start: int, end: int, rest: list[Block]) -> None:
        """What stands in a block before and after a definition is read again as blocks."""
        before, after = leaf.text.count("\n", 0, start), leaf.text.count("\n", 0, end)
        if block[after + 1 :]:
            rest.append(block[after + 1 :])
        if block[:before]:
            rest.append(block[:before])
