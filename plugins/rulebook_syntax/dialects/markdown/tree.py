"""The tree of blocks: elements with the lines that belong to each."""

from __future__ import annotations

from typing import NamedTuple

from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.text import Line

Block = list[Line]
"""Lines without a blank one among them."""

INDENT = "    "
LISTS = ("ul", "ol")
DEFINITION_LISTS = ("ul", "ol", "dl")


class Node:
    """An element of the page: the lines of its text, its children, and what follows it in its parent."""

    __slots__ = ("atom", "children", "cut", "end", "head", "lines", "options", "selector", "swallowed", "tag", "tail")

    def __init__(self, tag: str, lines: Block | None = None, atom: Atom | None = None) -> None:
        self.tag = tag
        self.lines: Block = lines if lines is not None else []
        self.children: list[Node] = []
        self.tail: Block = []
        self.atom = atom
        self.end = 0  # of a heading: where its underline ends
        self.head: Line | None = None  # of an admonition: the line that opens it
        self.options: Block = []  # of a block between slashes: the lines of its options
        self.selector: Line | None = None  # of a block between slashes: the tag, id and classes behind its name
        self.swallowed: Block = []  # of a table: lines right below it that it takes as rows
        self.cut: Line | None = None  # of a row: what it has behind the last column of its table

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


def dedent(text: str, lines: Block, levels: int) -> Block:
    """Take indentation off the lines that have it."""
    indent = INDENT * levels
    return [(start + len(indent), end) if text.startswith(indent, start) else (start, end) for start, end in lines]
