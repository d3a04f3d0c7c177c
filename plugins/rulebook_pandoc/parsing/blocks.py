"""Parse the lines of a Pandoc text into blocks.

Readers are tried in the order of Pandoc's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from rulebook_pandoc.parsing.indented import IndentedReader
from rulebook_pandoc.parsing.lists import ListReader
from rulebook_pandoc.parsing.raw import RawReader
from rulebook_pandoc.parsing.tables import TableReader
from rulebook_pandoc.parsing.tree import Code, Div, Heading, Node, Para, Quote, Reference, Rule
from rulebook_syntax.dialects.markdown.fences import lines_between
from rulebook_syntax.dialects.markdown.text import Line

MAX_DEPTH = 40
"""Deeper nesting than this is read as running text."""

HARD_RULE = re.compile(r" {0,3}(?:(?:\* *){2}\*[* ]*|(?:_ *){2}_[_ ]*|(?:- *){2}-[- ]*)$")
_ATTRIBUTES_AT_END = re.compile(r"(?P<attributes>\{[^{}\n]*\})[ ]*$")
_TITLE_LINE = re.compile(r"#{1,6} +[^\s#]")
_CLOSING_HASHES = re.compile(r"[ ]*(?<!\\)#+[ ]*$")
_WORDS = re.compile(r" {0,3}[^\W\d_]")
"""Start of a line that is probably running text.

A later line may make it a heading, a table or a definition. Captions and items of lists may begin alike.
"""
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)$")
_DIV = re.compile(r" {0,3}:{3,} *(?:(?P<attributes>\{[^{}\n]*\}|[^\s{}:\"'<>&`=]+) *:* *)?$")
_QUOTE = re.compile(r" {0,3}> ?")
_LINE_BLOCK = re.compile(r"\| (?=\S| )|\|$")
_REFERENCE = re.compile(r" {0,3}\[(?!\^)(?P<label>(?:\\.|[^\[\]\\])+)\]: *(?P<target>\S.*)?$")
_TITLE = re.compile(r" *(?:\".*\"|'.*'|\(.*\)|\{.*\}) *$")
_CAPTION = re.compile(r" {0,3}(?:[Tt]able:|:(?![^\w\s])) *")

_Reader = Callable[[int], int | None]
"""Takes a line and gives the one behind the block that it begins; None where it begins none of its kind."""


class BlockReader:
    """Reads the blocks of one text.

    Attributes:
        unclosed: divs that open and are never closed, and dashes of tables that are none.
        unread: marks of lists that this dialect does not read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.unclosed: list[tuple[Line, str]] = []
        self.unread: list[Line] = []
        self._fences: dict[tuple[str, Line, Line], int] = {}
        """By its sign and the lines around it, how long a fence is that none of these closes."""
        self._next: dict[str, tuple[int, int]] = {}
        """By words, from where they were looked for, and where they are."""
        self._divs: dict[Line, re.Match[str] | None] = {}
        """Cache of div matches by line, for all readers of nested blocks."""
        self._lists = ListReader(self)

    def read(self) -> list[Node]:
        return self.blocks(lines_between(self.text, 0, len(self.text)))

    # -- lines --

    def line(self, line: Line) -> str:
        return self.text[line[0] : line[1]]

    def is_blank(self, line: Line) -> bool:
        return not self.text[line[0] : line[1]].strip()

    def stripped(self, line: Line) -> Line:
        start, end = line
        text = self.text[start:end]
        return end - len(text.lstrip()), end

    # -- blocks --

    def blocks(self, lines: Sequence[Line], depth: int = 0, *, in_list: bool = False) -> list[Node]:
        """The blocks that lines make up.

        Args:
            lines: some lines, the marks of their containers taken off.
            depth: of how many containers.
            in_list: whether an item of a list holds them, where an inner list may follow text at once.
        """
        if depth > MAX_DEPTH:
            return [Para([line for line in lines if not self.is_blank(line)])] if lines else []
        if len(lines) == 1 and _WORDS.match(self.text, *lines[0]) and not self.is_unread_item(lines[0]):
            return [Para([self.stripped(lines[0])])]  # As nearly all items of lists.
        return Run(self, lines, depth, in_list=in_list).read()

    def fence_end(self, lines: Sequence[Line], at: int) -> int | None:
        """The line that closes the fence which line `at` opens; None where it opens none, or is never closed."""
        mark = _FENCE.match(self.text, *lines[at])
        if mark is None or (mark["fence"][0] == "`" and "`" in mark["info"]):
            return None
        sign, length = mark["fence"][0], len(mark["fence"])
        key = sign, lines[0], lines[-1]
        if length >= self._fences.get(key, length + 1):
            return None
        closing = re.compile(rf" {{0,3}}{sign}{{{length},}} *$")
        for index in range(at + 1, len(lines)):
            if closing.match(self.text, *lines[index]):
                return index
        self._fences[key] = length
        return None

    def div(self, line: Line) -> re.Match[str] | None:
        """Match a line that opens or closes a fenced div."""
        if self.text.find(":::", *line) < 0:
            return None
        if line not in self._divs:
            self._divs[line] = _DIV.match(self.text, *line)
        return self._divs[line]

    def next_of(self, words: str, at: int) -> int:
        """Return where some words stand next, in any case; -1 for nowhere."""
        since, next_at = self._next.get(words, (len(self.text) + 1, -1))
        if at < since or -1 < next_at < at:
            match = re.compile(re.escape(words), re.IGNORECASE).search(self.text, at)
            since, next_at = self._next[words] = at, match.start() if match else -1
        return next_at

    def starts_list(self, line: Line) -> bool:
        return self._lists.start(line) is not None

    def is_unread_item(self, line: Line) -> bool:
        return self._lists.is_unread(line)

    def is_rule(self, line: Line) -> bool:
        return HARD_RULE.match(self.text, *line) is not None


class Run:
    """The reading of some lines that follow each other."""

    def __init__(self, reader: BlockReader, lines: Sequence[Line], depth: int, *, in_list: bool) -> None:
        self.reader = reader
        self.text = reader.text
        self.lines = lines
        self.depth = depth
        self.in_list = in_list
        self.nodes: list[Node] = []
        self._blank = [reader.is_blank(line) for line in lines]
        self._tables = TableReader(self.text, lines)
        self._raw = RawReader(self)
        self._indented = IndentedReader(self)
        self._divs = self._matching_divs()
        self._closings = frozenset(self._divs.values())
        self._of_words = self._heading, self._table, self._captioned, self._indented.definitions
        """Readers of blocks that begin with a word, in order."""
        self._of_hash = self._heading, self._table, self._ordered, self._indented.definitions
        """Readers of blocks that begin with `#`, in order."""

    def _matching_divs(self) -> dict[int, int]:
        """The line that closes each fenced div, by the line that opens it."""
        pairs: dict[int, int] = {}
        opened: list[int] = []
        for index, line in enumerate(self.lines):
            if (mark := self.reader.div(line)) is None:
                continue
            if mark["attributes"]:
                opened.append(index)
            elif opened:
                pairs[opened.pop()] = index
        return pairs

    @cached_property
    def _of_any(self) -> tuple[_Reader, ...]:
        """Return the readers of all blocks, in order."""
        return (
            self._fence, self._list, self._div, self._heading, self._raw.html, self._table, self._captioned,
            self._code, self._raw.tex, self._line_block, self._quote, self._rule, self._ordered,
            self._indented.definitions, self._indented.note, self._reference, self._raw.grid,
        )  # fmt: skip

    def read(self) -> list[Node]:
        at = 0
        while (at := self.text_from(at)) < len(self.lines):
            for reader in self._readers(self.lines[at]):
                if (end := reader(at)) is not None:
                    at = end
                    break
            else:
                at = self._para(at)
        return self.nodes

    def _readers(self, line: Line) -> tuple[_Reader, ...]:
        if _WORDS.match(self.text, *line):
            return self._of_words
        return self._of_hash if self.text.startswith("#", line[0]) else self._of_any

    def inner(self, lines: Sequence[Line], *, in_list: bool = False) -> list[Node]:
        return self.reader.blocks(lines, self.depth + 1, in_list=in_list)

    def is_blank(self, at: int) -> bool:
        return at >= len(self._blank) or self._blank[at]

    def blank_from(self, at: int) -> int:
        """The first blank line from one on, or the end."""
        while not self.is_blank(at):
            at += 1
        return at

    def text_from(self, at: int) -> int:
        """The first line from one on that is not blank, or the end."""
        while at < len(self.lines) and self._blank[at]:
            at += 1
        return at

    # -- code --

    def _fence(self, at: int) -> int | None:
        end = self.reader.fence_end(self.lines, at)
        if end is None:
            return None
        self.nodes.append(Code(list(self.lines[at : end + 1]), True))
        return end + 1

    def _code(self, at: int) -> int | None:
        if not self.text.startswith("    ", self.lines[at][0]):
            return None
        end = last = at
        while end < len(self.lines) and self.text.startswith("    ", self.lines[end][0]):
            last = end + 1
            end = self.text_from(last)
        lines = [(min(start + 4, stop), stop) for start, stop in self.lines[at:last]]
        self.nodes.append(Code(lines, False))
        return last

    # -- containers --

    def _list(self, at: int) -> int | None:
        return self._any_list(at, bullets=True)

    def _ordered(self, at: int) -> int | None:
        return self._any_list(at, bullets=False)

    def _any_list(self, at: int, *, bullets: bool) -> int | None:
        start = self.reader._lists.start(self.lines[at])
        if start is None or (start.style == "-") != bullets:
            return None
        items, end = self.reader._lists.read(self.lines, at, self.inner)
        self.nodes.append(items)
        return end

    def _div(self, at: int) -> int | None:
        mark = self.reader.div(self.lines[at])
        if mark is None or not mark["attributes"]:
            return None
        end = self._divs.get(at)
        if end is None:
            fact = "this div is never closed, so it goes on to the end"
            self.reader.unclosed.append((self.reader.stripped(self.lines[at]), fact))
            end = len(self.lines)
        inner = self.inner(self.lines[at + 1 : end])
        self.nodes.append(Div(mark.span("attributes"), self.lines[min(end, len(self.lines) - 1)], inner))
        return end + 1

    def _quote(self, at: int) -> int | None:
        if not _QUOTE.match(self.text, *self.lines[at]):
            return None
        end = self.blank_from(at)
        marks = [(_QUOTE.match(self.text, *line), line) for line in self.lines[at:end]]
        self.nodes.append(Quote(self.inner([(mark.end() if mark else start, stop) for mark, (start, stop) in marks])))
        return end

    # -- leaves --

    def _heading(self, at: int) -> int | None:
        start = self.lines[at][0]
        if at + 1 < len(self.lines):
            under = self.lines[at + 1]
            if self.text[under[0] : under[0] + 1] in ("=", "-") and _UNDERLINE.match(self.text, *under):
                if self.text.startswith("    ", start):
                    return None
                title, attributes = self._title(*self.reader.stripped(self.lines[at]))
                level = 1 if self.text[under[0]] == "=" else 2
                self.nodes.append(Heading(level, title, attributes, under))
                return at + 2
        return self._hashed(at) if self.text.startswith("#", start) else None

    def _hashed(self, at: int) -> int | None:
        start, end = self.lines[at]
        level = len(self.text[start:end]) - len(self.text[start:end].lstrip("#"))
        behind = self.text[start + level : end][:1]
        if level > 6 or behind not in ("", " "):
            return None
        title, attributes = self._title(*self.reader.stripped((start + level, end)))
        if self.text.endswith("#", *title) and (closing := _CLOSING_HASHES.search(self.text, *title)) is not None:
            title = (title[0], closing.start())
        self.nodes.append(Heading(level, title, attributes))
        return at + 1

    def _title(self, start: int, end: int) -> tuple[Line, Line]:
        mark = _ATTRIBUTES_AT_END.search(self.text, start, end) if self.text.find("}", start, end) >= 0 else None
        attributes = mark.span("attributes") if mark and _are_attributes(mark["attributes"]) else (end, end)
        text = self.text[start : attributes[0]].rstrip()
        return (start, start + len(text)), attributes

    def _table(self, at: int) -> int | None:
        result = self._tables.read(at)
        if result is None:
            if not self.reader.is_rule(self.lines[at]):
                self._notice_dashes(at)
            return None
        table, end = result
        if len(table.aligns) == 1 < end - at:
            # A frame whose lower side is missing: what is left of it is read as a table of one column.
            self._notice_dashes(end - 1)
        heading = next(
            (line for line in self.lines[at + 1 : end] if self._tables.is_dashed(at) and self._is_title(line)), None
        )
        if heading is not None:
            fact = (
                f"no dashes end this table before the heading `{self.reader.line(heading).strip()}`, which it takes in"
            )
            self.reader.unclosed.append((self.reader.stripped(self.lines[at]), fact))
        behind = self.text_from(end)
        if behind < len(self.lines) and (mark := _CAPTION.match(self.text, *self.lines[behind])):
            table.caption, end = self._caption(behind, mark)
        self.nodes.append(table)
        return end

    def _is_title(self, line: Line) -> bool:
        return _TITLE_LINE.match(self.text, *line) is not None

    def _notice_dashes(self, at: int) -> None:
        """Dashes under columns, where no table is read."""
        if self._tables.is_dashed(at):
            fact = "these dashes look like a table's, but there is no whole table around them"
            self.reader.unclosed.append((self.reader.stripped(self.lines[at]), fact))

    def _caption(self, at: int, mark: re.Match[str]) -> tuple[list[Line], int]:
        end = self.blank_from(at + 1)
        lines = [(mark.end(), self.lines[at][1]), *map(self.reader.stripped, self.lines[at + 1 : end])]
        return [line for line in lines if line[0] < line[1]], end

    def _captioned(self, at: int) -> int | None:
        """A table with its caption before it."""
        mark = _CAPTION.match(self.text, *self.lines[at])
        if mark is None:
            return None
        caption, end = self._caption(at, mark)
        end = self.text_from(end)
        table = self._tables.read(end) if end < len(self.lines) else None
        if table is None:
            return None
        table[0].caption = caption
        self.nodes.append(table[0])
        return table[1]

    def _line_block(self, at: int) -> int | None:
        lines: list[Line] = []
        end = at
        while end < len(self.lines) and not self.is_blank(end):
            start, stop = self.lines[end]
            mark = _LINE_BLOCK.match(self.text, start, stop)
            if mark is None and not (lines and self.text.startswith(" ", start)):
                break
            if mark is None:
                # A line that goes on: it belongs to the one before.
                lines[-1] = (lines[-1][0], stop)
            else:
                lines.append((mark.end(), stop))
            end += 1
        if not lines:
            return None
        self.nodes.append(Para(lines, breaks=True))
        return end

    def _rule(self, at: int) -> int | None:
        if not self.reader.is_rule(self.lines[at]):
            return None
        self.nodes.append(Rule(self.reader.stripped(self.lines[at])))
        return at + 1

    def _reference(self, at: int) -> int | None:
        mark = _REFERENCE.match(self.text, *self.lines[at])
        if mark is None:
            return None
        end = at + 1
        if not mark["target"]:
            if self.is_blank(end):
                return None
            end += 1
        if end < len(self.lines) and _TITLE.match(self.text, *self.lines[end]):
            end += 1
        self.nodes.append(Reference([self.reader.stripped(line) for line in self.lines[at:end]]))
        return end

    def _para(self, at: int) -> int:
        end = at + 1
        while not self.is_blank(end) and not self._ends_para(end):
            end += 1
        lines = [self.reader.stripped(line) for line in self.lines[at:end]]
        if self.reader.is_unread_item(self.lines[at]):
            start = lines[0][0]
            self.reader.unread.append((start, self.text.index(" ", start)))
        self.nodes.append(Para(lines))
        return end

    def _ends_para(self, at: int) -> bool:
        line = self.lines[at]
        if self.in_list and self.reader.starts_list(line):
            return True
        if (mark := self.reader.div(line)) is not None:
            return not mark["attributes"] and at in self._closings
        self._notice_dashes(at)
        return self.reader.fence_end(self.lines, at) is not None


_ATTRIBUTE = re.compile(r"#[^\s{}`]+|\.[^\s{}`]+|-|=?[^\s{}=`]+=(?:\"[^\"`]*\"|'[^'`]*'|[^\s{}\"'`]*)|=\w+")


def _are_attributes(text: str) -> bool:
    inner = text[1:-1].strip().removeprefix(":").strip()
    return not _ATTRIBUTE.sub("", inner).strip()
