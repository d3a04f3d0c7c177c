"""Blocks: a normal text becomes a tree of elements with the lines that belong to each.

This follows Python-Markdown's block parser step by step (the order of its processors, its states, its
four columns of indentation, its lazy lines), but on places in the text instead of copies of it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import stripped
from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.definitions import Definitions
from rulebook_syntax.dialects.markdown.lists import ORDERED, UNORDERED, definition_list, indented, read_list
from rulebook_syntax.dialects.markdown.options import ENDED_TABLES, MarkdownOptions
from rulebook_syntax.dialects.markdown.tables import Row, split_table
from rulebook_syntax.dialects.markdown.text import ATOM, Line
from rulebook_syntax.dialects.markdown.tree import DEFINITION_LISTS, INDENT, LISTS, Block, Node, dedent

_SURE_BLOCK = lazily(r"#{1,6}[ \t]|[-*+][ \t]+\w[^|\n]*$|1[.)][ \t]+\w[^|\n]*$|>[^|\n]*$", re.MULTILINE)
"""Heading, item or quotation that GitHub takes for no row; "#1 | Goblin" may be one."""
_MAX_DEPTH = 60
"""Limit of nesting; deeper blocks are running text, as in Python-Markdown near its own limit."""


_MARK = lazily(
    r"(?P<hash>\#{1,6}(?P<title>(?:\\.|[^\\\#]|\#+(?=[^\#]))*?)\#*$)"
    r"|\ {0,3}(?:"
    r"(?P<rule>(?:(?:-\ {0,2}){2}-+(?:\ {1,2}-+)*|(?:_\ {0,2}){2}_+(?:\ {1,2}_+)*"
    r"|(?:\*\ {0,2}){2}\*+(?:\ {1,2}\*+)*)\ *$)"
    r"|(?P<colon>:\ {1,3}\S?)"
    r"|(?P<quote>>)"
    r"|(?P<bracket>\[)"
    r"|(?P<abbr>\*\[)"
    r"|(?P<fold>/{3,}\ *(?:(?P<name>[\w-]+)\ *(?:\|\ *(?P<said>.*?)\ *)?)?$))"
    r"|(?P<panel>!!!|\?\?\?|===)",
    re.VERBOSE,
)
_UNDERLINE = lazily(r"(?:=+|-+) *$")
_QUOTE = lazily(r" {0,3}> ?")
_ADMONITION = lazily(r"!!! ?([\w\-]+(?: +[\w\-]+)*)(?: +\"(?P<title>.*?)\")? *$")
_DETAILS = lazily(r"\?{3}\+? ?(?:(?:[\w\-]+(?: +[\w\-]+)*?)?(?: +\"(?P<title>.*?)\")|[\w\-]+(?: +[\w\-]+)*?) *$")
_TAB = lazily(r"={3}(?:\+|\+!|!\+|!)? +\"(?P<title>.*?)\" *$")
_SETTING_BLOCKS = frozenset(("html", "caption", "figure-caption", "table-caption"))
"""Blocks between slashes of which the words behind their name are none that a reader sees."""
_PANELS = (("admonition", "!!!", _ADMONITION), ("pymdownx.details", "???", _DETAILS), ("pymdownx.tabbed", "===", _TAB))


class _Lines:
    """The lines of a block, and what each may be the beginning of.

    Attributes:
        block: the lines.
        marks: what each begins with, if that is the mark of something.
    """

    def __init__(self, reader: BlockReader, block: Block) -> None:
        self.block = block
        self.marks = [_MARK.match(reader.text, start, end) for start, end in block]
        self._text = reader.text
        self._places: dict[str | None, list[int]] = {}
        for at, mark in enumerate(self.marks):
            if mark is None:
                continue
            kind = mark.lastgroup
            if kind == "hash" and not reader.is_heading(mark):
                continue
            if kind == "panel" and not reader.panel_mark(block[at]):
                continue
            self._places.setdefault(kind, []).append(at)

    def next(self, kind: str, at: int) -> int | None:
        """The first line from `at` on with a mark; None if there is none."""
        places = self._places.get(kind)
        if places is None or places[-1] < at:
            return None
        return places[bisect_left(places, at)]

    def may_be_table(self, at: int) -> bool:
        """Return whether the line behind `at` may end a table's head."""
        return at + 1 < len(self.block) and not self._text[slice(*self.block[at + 1])].strip("|:- ")


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
        self._ended_tables = has(ENDED_TABLES)
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
        if len(block) == 1 and self.text[block[0][0]].isalpha():
            # By far the most blocks: nothing but a paragraph begins with a letter.
            self._paragraph(parent, block)
            return
        lines = _Lines(self, block)
        at: int | None = 0
        while at is not None and at < len(block):
            # What follows a heading and the like is read by the same marks: a run of them takes the time of its lines.
            at = self._lines(parent, lines, at, rest) if block[at][0] < block[at][1] else at + 1

    def _lines(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        """Give the lines from `at` on to the first reader that takes them: where it ends, or None if it took all."""
        for take in _TAKERS:
            if (after := take(self, parent, lines, at, rest)) is not None:
                return after if after < len(lines.block) else None
        return self._definition(parent, lines, at, rest)

    def _panel_at(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        return self._panel(parent, lines, at) if self._panels else None

    def _indented(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        """Take lines that are indented: the content of an item, or code."""
        block = lines.block
        if not self.text.startswith(INDENT, block[at][0]):
            return None
        in_item = parent.tag in self.item_tags or (parent.children and parent.children[-1].tag in self.list_tags)
        if in_item and not self.in_state("detabbed") and self._depth < _MAX_DEPTH:
            indented(self, parent, block[at:])
            return len(block)
        return at + self._code(parent, block, at)

    def _fold_at(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        result = lines.next("fold", at) if self._folds else None
        if result is None:
            return None
        self.before(parent, lines.block[at:result])
        return self._fold(parent, lines.block, result, lines.marks[result])

    def _table_at(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        text, block = self.text, lines.block
        if not self._tables or text.find("|", *block[at]) < 0 or not lines.may_be_table(at):
            return None
        # A fence right below the rows is none of them, nor is a quote that begins with one.
        end = next((index for index in range(at + 2, len(block)) if self._ends_table(block[index])), len(block))
        rows = split_table(text, block[at:end])
        if rows is None:
            return None
        self._table(parent, rows).swallowed = self._swallowed(block[at:end])
        return end

    def _hash(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        if (result := lines.next("hash", at)) is None:
            return None
        self.before(parent, lines.block[at:result])
        after = self._heading(parent, lines, result, rest)
        return after if after is not None else len(lines.block)

    def _underlined(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        block = lines.block
        if not self._is_underlined(block, at):
            return None
        tag = "h1" if self.text[block[at + 1][0]] == "=" else "h2"
        parent.add(tag, [self.stripped(block[at])]).end = block[at + 1][1]
        return at + 2

    def _rule(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        if (result := lines.next("rule", at)) is None:
            return None
        self.before(parent, lines.block[at:result])
        parent.add("hr")
        return result + 1

    def _nested(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        """Take a list, a definition list or a quote, down to a limited depth."""
        block = lines.block
        if self._depth >= _MAX_DEPTH:
            return None
        for pattern, tag in ((ORDERED, "ol"), (UNORDERED, "ul")):
            if pattern.match(self.text, *block[at]):
                read_list(self, parent, block[at:], tag)
                return len(block)
        if self.definition_lists and (result := lines.next("colon", at)) is not None:
            after = definition_list(self, parent, block, at, result)
            if after is not None:
                return after
        if (result := lines.next("quote", at)) is None:
            return None
        self._quote(parent, block[at:], result - at)
        return len(block)

    def _definition(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        """Take a definition out of the lines from `at` on; what has none is a paragraph."""
        block = lines.block
        bracket, abbreviation = lines.next("bracket", at), lines.next("abbr", at)
        if bracket is not None and self._footnotes:
            footnote = self.definitions.footnote(block, bracket, rest)
            if footnote is not None:
                self.before(parent, block[at : footnote.start])
                return footnote.stop
        if bracket is not None or abbreviation is not None:
            block = block[at:] if at else block
            if self._abbreviations and abbreviation is not None and self.definitions.abbreviation(block, rest):
                return None
            if self.definitions.reference(block, rest):
                return None
        self._paragraph(parent, lines.block[at:])
        return None

    def before(self, parent: Node, block: Block) -> None:
        """Read what stands in a block before something else."""
        if block:
            self.read_blocks(parent, [block])

    def ends_in_atom(self, line: Line) -> bool:
        start, end = line
        return start < end and self.text[end - 1] == ATOM

    def _is_underlined(self, block: Block, at: int) -> bool:
        """Return whether the line below makes a line a heading; code is none."""
        if len(block) == at + 1 or self.text[block[at + 1][0]] not in "=-" or self.ends_in_atom(block[at]):
            return False
        return _UNDERLINE.match(self.text, *block[at + 1]) is not None

    def is_heading(self, mark: re.Match[str]) -> bool:
        return not self._sane_headers or mark["title"].startswith(" ")

    def stripped(self, line: Line) -> Line:
        return stripped(self.text, *line)

    def _heading(self, parent: Node, lines: _Lines, at: int, rest: list[Block]) -> int | None:
        mark = lines.marks[at]
        assert mark is not None
        level = mark.start("title") - mark.start()
        title = self.stripped(mark.span("title"))
        parent.add(f"h{level}", [title] if title[0] < title[1] else [])
        if self.in_state("looselist") and at + 1 < len(lines.block):
            rest.append(self.dedent(lines.block[at + 1 :], 1))
            return None
        return at + 1

    def _paragraph(self, parent: Node, block: Block) -> None:
        for lines, atom in self._around_atoms(block) if self._atoms else ((block, None),):
            if atom is not None:
                self._atom(parent, atom)
            elif not self.in_state("list"):
                parent.add("p", lines)
            elif parent.children:
                parent.children[-1].tail += lines
            else:
                parent.lines += lines

    def _around_atoms(self, block: Block) -> Iterator[tuple[Block, Atom | None]]:
        """The lines of a block and the atoms among them, in order; one may stand behind marks that are shown."""
        lines: Block = []
        for start, end in block:
            if not self.ends_in_atom((start, end)):
                lines.append((start, end))
                continue
            if self.text[start : end - 1].strip():
                lines.append((start, end - 1))
            if lines:
                yield lines, None
                lines = []
            yield [], self._atoms[end - 1]
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

    def detab(self, block: Block, at: int, width: int = 4) -> Block:
        """The lines from `at` on that are indented, without their indentation."""
        indent = " " * width
        lines: Block = []
        for index in range(at, len(block)):
            start, end = block[index]
            if start < end and not self.text.startswith(indent, start) and self.text[start:end].strip():
                break
            lines.append((min(start + width, end), end))
        return lines

    def _code(self, parent: Node, block: Block, at: int) -> int:
        """Read indented code from a line on; how many lines it has."""
        code = self.detab(block, at)
        written = [line for one in code for line in self._written(one)]
        last = parent.children[-1] if parent.children else None
        if last is not None and last.tag == "pre":
            # Blank lines do not end indented code: put back those between the last line and this.
            blank = self.text.count("\n", last.lines[-1][1], block[at][0]) - 1
            last.lines += [(last.lines[-1][1], last.lines[-1][1])] * max(blank, 0)
            last.lines += written
        else:
            parent.add("pre", written)
        return len(code)

    def _written(self, line: Line) -> Iterator[Line]:
        """A line of indented code as it is written: what looks like a fence there is shown."""
        start, end = line
        if not self.ends_in_atom(line):
            yield line
            return
        for part in self.text[start : self._atoms[end - 1].end].split("\n"):
            end = start + len(part)
            yield (start + len(INDENT), end) if start > line[0] and part.startswith(INDENT) else (start, end)
            start = end + 1

    # -- quotes, panels, tables --

    def _quote(self, parent: Node, block: Block, at: int) -> None:
        self.before(parent, block[:at])
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

    def _panel(self, parent: Node, lines: _Lines, at: int) -> int | None:
        """An admonition, a foldable block or a tab, with its indented body: where it ends, if there is one."""
        block = lines.block
        if (result := lines.next("panel", at)) is not None:
            start, end = block[result]
            self.before(parent, block[at:result])
            panel = parent.add("panel")
            panel.head = (start, end) if not self.text.startswith("===", start) else None
            mark = self.panel_mark(block[result])
            if mark is not None and mark["title"]:
                panel.add("title" if panel.head else "tab", [mark.span("title")])
            body = self.detab(block, result + 1)
            self._chunk(panel, body)
            return result + 1 + len(body)
        above = self._panel_above(parent, block[at]) if self.text.startswith(INDENT, block[at][0]) else None
        if above is None:
            return None
        target, width = above
        if target.tag in ("li", "dd") and target.lines:
            target.children.insert(0, Node("p", target.lines))
            target.lines = []
        body = self.detab(block, at, width)
        self._chunk(target, body)
        return at + len(body)

    def _fold(self, parent: Node, block: Block, at: int, mark: re.Match[str] | None) -> int:
        """Read the line that opens or ends a block between slashes, with its options: the index behind them."""
        if mark is None or not mark["name"]:
            parent.add("end")
            return at + 1
        name, after = mark["name"].lower(), at + 1
        while after < len(block) and self.text.startswith(INDENT, block[after][0]):
            after += 1
        if name == "tab" and mark["said"]:
            parent.add("fold tab", [mark.span("said")])
        elif mark["said"] and name not in _SETTING_BLOCKS:
            parent.add("title", [mark.span("said")])
        fold = parent.add("fold")
        fold.options = block[at + 1 : after]
        fold.selector = mark.span("said") if mark["said"] and name in _SETTING_BLOCKS else None
        return after

    def panel_mark(self, line: Line) -> re.Match[str] | None:
        """Match the mark that makes a line the title of a panel."""
        for sign, pattern in self._panels:
            if self.text.startswith(sign, line[0]) and (mark := pattern.match(self.text, *line)):
                return mark
        return None

    def _panel_above(self, parent: Node, line: Line) -> tuple[Node, int] | None:
        """Return the parent and indent of an indented block after a panel.

        The parent is the panel, or an item of a list at the end of the panel.
        """
        target = parent.children[-1] if parent.children else None
        if target is None or target.tag != "panel":
            return None
        start = line[0]
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

    def _ends_table(self, line: Line) -> bool:
        return self.ends_in_atom(line) or (self._ended_tables and _SURE_BLOCK.match(self.text, *line) is not None)

    def _swallowed(self, block: Block) -> Block:
        """Return the last lines without bars of a table of several columns."""
        text = self.text
        if text.count("|", *block[1]) < 1 or not text[slice(*block[1])].strip().strip("|").count("|"):
            return []
        last = len(block)
        while last > 2 and "|" not in text[slice(*block[last - 1])]:
            last -= 1
        return block[last:]

    def _table(self, parent: Node, rows: list[Row]) -> Node:
        table = parent.add("table")
        for number, row in enumerate(rows):
            line = table.add("tr")
            line.cut = row.cut
            for cell in row.cells:
                line.add("th" if number == 0 else "td", [cell])
        return table


_TAKERS: tuple[Callable[[BlockReader, Node, _Lines, int, list[Block]], int | None], ...] = (
    BlockReader._panel_at,
    BlockReader._indented,
    BlockReader._fold_at,
    BlockReader._table_at,
    BlockReader._hash,
    BlockReader._underlined,
    BlockReader._rule,
    BlockReader._nested,
)
"""Readers of the lines of a block, in their order: each says where it ends, or None if it takes none."""
