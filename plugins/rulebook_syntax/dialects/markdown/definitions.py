"""Definitions among the blocks: references, footnotes, abbreviations. They leave no text behind."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulebook_core.lazy_regex import lazily
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.tree import INDENT, Block, Footnote, Reference, dedent

_REFERENCE = lazily(
    r"^ {0,3}\[([^\[\]]*)\]: *(?:\n *)?([^\s]+) *(?:\n *)?((?:([\"'])(.*)\4 *|\((.*)\) *))?$", re.MULTILINE
)
_FOOTNOTE = lazily(r" {0,3}\[\^([^\]\n]*)\]: *")
_ABBREVIATION = lazily(r"^\*\[[^\\\n]*?\] ?: *\n? *(?P<title>.*)$", re.MULTILINE)


class Definitions:
    """The definitions of one text, as they are met.

    Attributes:
        references: in the order in which Python-Markdown meets them; of equal labels the last counts.
        footnotes: by label.
        footnote_blocks: the text of each footnote, to be read when the page has been.
    """

    def __init__(self, text: str, atoms: Mapping[int, Atom]) -> None:
        self.text = text
        self._atoms = atoms
        self.references: list[Reference] = []
        self.footnotes: dict[str, Footnote] = {}
        self.footnote_blocks: dict[str, list[Block]] = {}

    def footnote(self, block: Block, start_at: int, rest: list[Block]) -> range | None:
        """The lines of the first footnote from a line on; what goes on behind its block is taken from `rest`."""
        text = self.text
        for at in range(start_at, len(block)):
            start, end = block[at]
            mark = _FOOTNOTE.match(text, start, end)
            if mark is None:
                continue
            label = mark[1]
            lines: Block = [(mark.end(), end)]
            following = at + 1
            while following < len(block) and not _FOOTNOTE.match(text, *block[following]):
                lines.append(block[following])
                following += 1
            blocks = [lines[:1] + dedent(self.text, lines[1:], 1)]
            if following == len(block):
                blocks += self._footnote_continuation(self._end_of(block), rest)
            self.footnotes[label] = Footnote(label, *mark.span(1))
            self.footnote_blocks[label] = blocks
            return range(at, following)
        return None

    def _end_of(self, block: Block) -> int:
        """Return where a block ends in the source, a fence in its last line included."""
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
                blocks.append(dedent(self.text, block[:at], 1))
            if at < len(block):
                rest.append(block[at:])
                break
        return blocks

    def abbreviation(self, block: Block, rest: list[Block]) -> bool:
        """Take the first abbreviation out of a block; whether there is one."""
        leaf = MappedText(self.text).lines(block)
        match = _ABBREVIATION.search(leaf.text)
        if match is None or not match["title"].strip():
            return False
        self._put_back(block, leaf, match.start(), match.end(), rest)
        return True

    def reference(self, block: Block, rest: list[Block]) -> bool:
        """Take the first reference definition and those right behind it out of a block; whether there is one."""
        leaf = MappedText(self.text).lines(block)
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

    def _define(self, leaf: MappedText, match: re.Match[str]) -> None:
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
                *leaf.place(opening, match.end()),
                *leaf.place(label_start, label_start + len(label)),
                *leaf.place(start, start + len(target)),
            )
        )

    @staticmethod
    def _put_back(block: Block, leaf: MappedText, start: int, end: int, rest: list[Block]) -> None:
        """Queue the lines around a definition for reading as blocks."""
        before, after = leaf.text.count("\n", 0, start), leaf.text.count("\n", 0, end)
        if block[after + 1 :]:
            rest.append(block[after + 1 :])
        if block[:before]:
            rest.append(block[:before])
