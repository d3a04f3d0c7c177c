"""Blocks: a normal text becomes a tree of elements with the lines that belong to each.

This follows Python-Markdown's block parser step by step (the order of its processors, its states, its
four columns of indentation, its lazy lines), but on places in the text instead of copies of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.dialects.markdown.atoms import Atom
from rulebook.dialects.markdown.definitions import Definitions
from rulebook.dialects.markdown.lists import ORDERED, UNORDERED, definition_list, indented, read_list
from rulebook.dialects.markdown.options import MarkdownOptions
from rulebook.dialects.markdown.tables import Row, split_table
from rulebook.dialects.markdown.text import ATOM, Line
from rulebook.dialects.markdown.tree import DEFINITION_LISTS, INDENT, LISTS, Block, Node, dedent

_MAX_DEPTH = 60
"""Deeper nesting than this is read as running text, as Python-Markdown does near its own limit."""


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
_QUOTE = re.compile(r" {0,3}> ?")
_ADMONITION = re.compile(r"!!! ?([\w\-]+(?: +[\w\-]+)*)(?: +\"(?P<title>.*?)\")? *$")
_DETAILS = re.compile(r"\?{3}\+? ?(?:(?:[\w\-]+(?: +[\w\-]+)*?)?(?: +\"(?P<title>.*?)\")|[\w\-]+(?: +[\w\-]+)*?) *$")
_TAB = re.compile(r"={3}(?:\+|\+!|!\+|!)? +\"(?P<title>.*?)\" *$")
_PANELS = (("admonition", "!!!", _ADMONITION), ("pymdownx.details", "???", _DETAILS), ("pymdownx.tabbed", "===", _TAB))


class BlockReader:
    """Reads the blocks of one text.

    Attributes:
        root: the tree; footnotes stand at its end.
        definitions: its reference and footnote definitions.
    """

    def __init__(self, text: str, atoms: list[Atom], options: MarkdownOptions) -> None:
        self.text = text
        self.options = options
        self.root = Node("div")
        self._atoms: dict[int, Atom] = {}
        self._collect(atoms)
        self.definitions = Definitions(text, self._atoms)
        self.states: list[str] = []
        self._depth = 0
        has = options.has
        self._panels = tuple(panel[1:] for panel in _PANELS if has(panel[0]))
        self._folds = any(name.startswith("pymdownx.blocks") for name in options.names)
        self._tables = has("tables")
        self._footnotes = has("footnotes")
        self._abbreviations = has("abbr")
        self.definition_lists = has("def_list")
        self.sane_lists = has("sane_lists")
        self._sane_headers = has("pymdownx.saneheaders")
        self.list_tags = DEFINITION_LISTS if self.definition_lists else LISTS
        self.item_tags = ("li", "dd") if self.definition_lists else ("li",)
        self.read_blocks(self.root, self._split(0, len(text), atoms))
        for blocks in list(self.definitions.footnote_blocks.values()):
            self.read_blocks(self.root.add("footnote"), blocks)

    def _collect(self, atoms: list[Atom]) -> None:
        waiting = list(atoms)
        while waiting:
            atom = waiting.pop()
            self._atoms[atom.start] = atom
            waiting += atom.children

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
        self.read_blocks(parent, blocks)

    def read_blocks(self, parent: Node, blocks: list[Block]) -> None:
        self._depth += 1
        rest = blocks[::-1]
        while rest:
            block = rest.pop()
            while block and block[0][0] >= block[0][1]:
                block = block[1:]
            if block:
                self._block(parent, block, rest)
        self._depth -= 1

    def in_state(self, state: str) -> bool:
        return bool(self.states) and self.states[-1] == state

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
                not self.in_state("detabbed")
                and (parent.tag in self.item_tags or (parent.children and parent.children[-1].tag in self.list_tags))
                and self._depth < _MAX_DEPTH
            ):
                indented(self, parent, block)
                return
            self._code(parent, block, rest)
            return
        if self._folds and "fold" in kinds:
            at = kinds.index("fold")
            if at:
                self.read_blocks(parent, [block[:at]])
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
            heading = parent.add("h1" if text[block[1][0]] == "=" else "h2", [self.stripped(block[0])])
            heading.end = block[1][1]
            if len(block) > 2:
                rest.append(block[2:])
            return
        if "rule" in kinds:
            at = kinds.index("rule")
            if at:
                self.read_blocks(parent, [block[:at]])
            parent.add("hr")
            if block[at + 1 :]:
                rest.append(block[at + 1 :])
            return
        if self._depth < _MAX_DEPTH:
            if ORDERED.match(text, first, first_end):
                read_list(self, parent, block, "ol")
                return
            if UNORDERED.match(text, first, first_end):
                read_list(self, parent, block, "ul")
                return
            if self.definition_lists and "colon" in kinds and definition_list(self, parent, block, rest, kinds):
                return
            if "quote" in kinds:
                self._quote(parent, block, kinds.index("quote"))
                return
        if "bracket" in kinds or "abbr" in kinds:
            if self._footnotes and self.definitions.footnote(block, rest):
                return
            if self._abbreviations and "abbr" in kinds and self.definitions.abbreviation(block, rest):
                return
            if self.definitions.reference(block, rest):
                return
        self._paragraph(parent, block)

    def _is_heading(self, mark: re.Match[str]) -> bool:
        return not self._sane_headers or mark["title"].startswith(" ")

    def stripped(self, line: Line) -> Line:
        start, end = line
        text = self.text[start:end]
        return start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())

    def _heading(self, parent: Node, block: Block, at: int, mark: re.Match[str], rest: list[Block]) -> None:
        if at:
            self.read_blocks(parent, [block[:at]])
        level = mark.start("title") - mark.start()
        title = self.stripped(mark.span("title"))
        parent.add(f"h{level}", [title] if title[0] < title[1] else [])
        after = block[at + 1 :]
        if after:
            if self.in_state("looselist"):
                after = self.dedent(after, 1)
            rest.append(after)

    def _paragraph(self, parent: Node, block: Block) -> None:
        tight = self.in_state("list")
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
            self.read_blocks(node, self._split(start, end, atom.children))
            return
        for block in self._split(start, end, atom.children):
            for lines, child in self._around_atoms(block):
                if child is not None:
                    self._atom(node, child)
                else:
                    node.add("span", lines)

    # -- indentation --

    def dedent(self, lines: Block, levels: int) -> Block:
        return dedent(self.text, lines, levels)

    def detab(self, block: Block, width: int = 4) -> tuple[Block, Block]:
        """The leading lines that are indented, without their indentation, and the rest."""
        indent = " " * width
        for at, (start, end) in enumerate(block):
            if start < end and not self.text.startswith(indent, start) and self.text[start:end].strip():
                return [(min(s + width, e), e) for s, e in block[:at]], block[at:]
        return [(min(s + width, e), e) for s, e in block], []

    def _code(self, parent: Node, block: Block, rest: list[Block]) -> None:
        code, after = self.detab(block)
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

    # -- quotes, panels, tables --

    def _quote(self, parent: Node, block: Block, at: int) -> None:
        if at:
            self.read_blocks(parent, [block[:at]])
        text = self.text
        lines: Block = []
        for start, end in block[at:]:
            mark = _QUOTE.match(text, start, end)
            lines.append((min(mark.end(), end), end) if mark else (start, end))
        last = parent.children[-1] if parent.children else None
        quote = last if last is not None and last.tag == "blockquote" else parent.add("blockquote")
        self.states.append("blockquote")
        self._chunk(quote, lines)
        self.states.pop()

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
                        self.read_blocks(parent, [block[:at]])
                    body, after = self.detab(block[at + 1 :])
                    panel = parent.add("panel")
                    panel.head = (start, end) if sign != "===" else None
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
        body, after = self.detab(block, width)
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
        while last is not None and last.tag in DEFINITION_LISTS and last.children:
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
