"""The lines of a note: comments, callouts, lists without a blank line before them, signs that are no headings.

All this is found before blocks are read, because it decides what blocks there are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rulebook_core.source_map import Change
from rulebook_core.spans import Stretches
from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.fences import lines_between
from rulebook_syntax.dialects.markdown.options import ANY_INFO, MarkdownOptions
from rulebook_syntax.dialects.markdown.preprocessing import extract
from rulebook_syntax.dialects.obsidian.tags import TAG, TAG_CLOSING, TAG_OPENING
from rulebook_syntax.directives import KEYWORDS

_TICKS_OR_BLANK = re.compile(r"`+|\n[ \t]*(?=\n)")
_COMMENT = re.compile("%%")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_NO_WORDS = re.compile(r"[^\S\n]*(?:\n|\Z)")
_MARKS = re.compile(r"[ >]*")
_HIDDEN_ID = re.compile(r"\s*(\^[A-Za-z0-9-]+)\s*")
"""The id of a block, which a comment keeps from being seen."""
_DIRECTIVE = re.compile(rf"\s*(?:{'|'.join(KEYWORDS)})\s*:(?!.*-->)", re.DOTALL)
_QUOTE = re.compile(r" {0,3}> ?")
_CALLOUT = re.compile(r"\[!(?P<type>[A-Za-z][\w-]*)(?:\|[^\]\n]*)?\](?P<fold>[+-]?)(?= |$) *(?P<title>.*?) *$")
_NO_HEADING = re.compile(r"#{1,6}(?=[^\s#])")
_HEADING = re.compile(r"#{1,6} ")
_ITEM = re.compile(r"(?P<mark>[-*+]|\d{1,9}[.)])(?P<gap> +)(?=\S)")
_FENCE = re.compile(r"`+|~+")
_RULE = re.compile(r"(?:(?:\* *){2}\*[* ]*|(?:- *){2}-[- ]*|(?:_ *){2}_[_ ]*)$")
_NO_PARAGRAPH = re.compile(r"#{1,6}\s|\||=+ *$|\[[^\]\n]+\]:")

_TYPES = {
    "summary": "abstract", "tldr": "abstract", "hint": "tip", "important": "tip", "check": "success", "done": "success",
    "help": "question", "faq": "question", "caution": "warning", "attention": "warning", "fail": "failure",
    "missing": "failure", "error": "danger", "cite": "quote", "todo": "info",
}  # fmt: skip
"""Obsidian's other names of the kinds of callouts that Material draws."""


class NoteComment(NamedTuple):
    """`%%text%%` at `[start, end)`."""

    start: int
    end: int


class NoteBlocks:
    """Edits that turn the blocks of a note into Markdown.

    Attributes:
        comments: its comments, which no reader sees.
        unclosed: places of comments that are never closed.
        edits: the edits of its normal text.
    """

    def __init__(self, text: str, options: MarkdownOptions) -> None:
        self._text = text
        self._admonition = options.has("admonition")
        self._details = options.has("pymdownx.details")
        atoms = extract(text, replace(options, names=options.names | {ANY_INFO}))
        hidden = [(atom.start, atom.end) for atom in atoms]
        self.comments: list[NoteComment] = []
        self.unclosed: list[tuple[int, int]] = []
        self.edits: list[Change] = []
        if "%%" in text:
            self._comments(Stretches([*hidden, *_code_spans(text), *_indented_code(text)]))
            hidden += self._commented_lines()
        self._lines([*Stretches(hidden)])
        self.edits += (self._closing(atom) for atom in atoms if atom.cut)

    # -- comments --

    def _comments(self, code: Stretches) -> None:
        text = self._text
        marks = [match.start() for match in _COMMENT.finditer(text) if not code.has(match.start())]
        position = 0
        for opening, closing in zip(marks[::2], marks[1::2], strict=False):
            end = closing + 2
            self.comments.append(NoteComment(opening, end))
            line = text.rfind("\n", position, opening) + 1 or position
            rest = _NO_WORDS.match(text, end)
            alone = rest is not None and not text[line:opening].strip(" >")
            if _DIRECTIVE.match(text, opening + 2, closing):
                # What speaks to the checker stays one with it, and is taken off the page by whoever renders it. A blank
                # line would end the paragraph that it stands in, and show its words.
                words = _BLANK_LINES.sub("\n", text[opening + 2 : closing])
                self.edits.append((opening, end, f"<!--{words}-->"))
                position = end
                continue
            if text.startswith("[[", end) and text.endswith("!", 0, opening):
                # Without the comment, the two would embed a note.
                self.edits.append((opening - 1, end, r"\!"))
                position = end
                continue
            if (id_ := _HIDDEN_ID.fullmatch(text, opening + 2, closing)) is not None:
                self.edits.append((opening, end, id_[1]))
                position = end
                continue
            # A comment with lines for itself leaves no blank line, which would part a paragraph.
            self.edits.append((opening, rest.end() if rest is not None and alone else end, ""))
            position = end
        if len(marks) % 2 and not text[marks[-1] - 1 : marks[-1]].strip():
            self.unclosed.append((marks[-1], marks[-1] + 2))

    def _commented_lines(self) -> Iterator[tuple[int, int]]:
        """The lines that comments begin, or go on over: what stands before a comment is a line like any other."""
        text, line = self._text, 0
        for comment in self.comments:
            line = max(line, text.rfind("\n", line, comment.start) + 1)
            if _MARKS.match(text, line, comment.start).end() == comment.start:  # type: ignore[union-attr]
                yield comment.start, comment.end
            elif (following := text.find("\n", comment.start, comment.end)) >= 0:
                yield following + 1, comment.end

    def _closing(self, fence: Atom) -> Change:
        """The sign that Markdown asks for where a fence ends with the quote around it."""
        text = self._text
        line = text.rfind("\n", 0, fence.start) + 1
        opening = _FENCE.match(text, fence.start)
        assert opening is not None
        return fence.end, fence.end, f"\n{text[line : fence.start]}{opening[0]}"

    # -- lines --

    def _lines(self, hidden: Sequence[tuple[int, int]]) -> None:
        text = self._text
        lists = _Lists(self.edits)
        callouts: list[int] = []
        depth_before, before = 0, ""
        for start, end in _outside(text, hidden):
            if start < 0:  # Code, raw HTML or a comment: none of this line is ours.
                before = ""
                lists.interrupt()
                continue
            content = start + _indent(text, start, end)
            if content == end:
                before = ""
                callouts = []
                lists.blank()
                continue
            if content - start >= 4 and not lists.inside and not before:
                continue  # Indented code.
            marks = _quote_marks(text, content, end) if text[content] == ">" else []
            depth = len(marks)
            callouts = [level for level in callouts if level <= depth]
            inner = marks[-1][1] if marks else content
            opens = None
            if marks and depth not in callouts and (depth_before < depth or not before.strip()):
                opens = _CALLOUT.match(text, inner, end)
            self.edits += ((*marks[level - 1], "    ") for level in callouts)
            if inner == end:
                before = ""
                lists.blank()
            elif opens is not None:
                self._callout(marks[-1][0], opens)
                callouts.append(depth)
                lists.interrupt()
                before = ""
            else:
                self._heading(start, inner, end, is_alone=bool(marks) or not before)
                self._empty_head(inner, end)
                before = text[inner:end]
                lists.line(text, start, inner if marks else start, end, quoted=bool(marks), new=depth != depth_before)
            depth_before = depth

    def _heading(self, line: int, start: int, end: int, *, is_alone: bool) -> None:
        """Make Markdown read a heading where Obsidian does, and none of a tag or number that begins a line."""
        text = self._text
        if text[start] != "#":
            return
        if _HEADING.match(text, start, end):
            # Markdown would take it for a row of the table, or a part of the item, that it ends.
            if not is_alone:
                self.edits.append((line, line, "\n"))
        elif tag := TAG.match(text, start, end):
            self.edits.append((start, start, TAG_OPENING))
            self.edits.append((tag.end(), tag.end(), TAG_CLOSING))
        elif _NO_HEADING.match(text, start, end):
            self.edits.append((start, start, "\\"))

    def _empty_head(self, start: int, end: int) -> None:
        """Give an empty table head as many cells as the dashes below.

        Markdown requires equal numbers.
        """
        if self._text.find("|", start, end) < 0 or self._text[start:end].strip(" |"):
            return
        below = self._text.find("\n", end + 1)
        dashes = self._text[end + 1 : below if below >= 0 else None].lstrip(" >")
        if "-" in dashes and "|" in dashes and not dashes.strip("|: -"):
            cells = dashes.strip(" |").count("|") + 1
            self.edits.append((start, end, "|" + " |" * cells))

    def _callout(self, mark: int, opening: re.Match[str]) -> None:
        """Make an admonition of the first line of a callout; its other lines are indented by their quote marks."""
        type_, fold = opening["type"].lower(), opening["fold"]
        kind = _TYPES.get(type_, type_)
        title = opening.span("title")
        if not self._admonition:
            words = ("**", "**") if opening["title"] else (f"**{type_.capitalize()}**", "")
            self._around(opening.start(), title, *words)
            return
        sign = {"": "!!!", "+": "???+", "-": "???"}[fold] if self._details else "!!!"
        if opening["title"]:
            self._around(mark, title, f'{sign} {kind} "', '"')
        else:
            default = f' "{type_.capitalize()}"' if kind != type_ or sign != "!!!" else ""
            self._around(mark, title, f"{sign} {kind}{default}", "")

    def _around(self, start: int, title: tuple[int, int], before: str, behind: str) -> None:
        self.edits.append((start, title[0], before))
        for quote in re.finditer('"', self._text[title[0] : title[1]]):
            self.edits.append((title[0] + quote.start(), title[0] + quote.end(), "&quot;"))
        self.edits.append((title[1], title[1], behind))


class _Lists:
    """Lists as CommonMark nests them: by the place of their text, and right after a paragraph as well."""

    def __init__(self, edits: list[Change]) -> None:
        self._edits = edits
        self._columns: list[int] = []
        """Where the text of each open item begins, outermost first."""
        self._paragraph = False
        self._blank = True

    @property
    def inside(self) -> bool:
        return bool(self._columns)

    def interrupt(self) -> None:
        self._paragraph = False

    def blank(self) -> None:
        self._paragraph = False
        self._blank = True

    def line(self, text: str, start: int, begin: int, end: int, *, quoted: bool, new: bool) -> None:
        """Take in a line whose text, behind quote marks, begins at `begin`; `new`: in other quotes than before."""
        if new:
            self._columns, self._paragraph = [], False
        indent = _indent(text, begin, end)
        first = begin + indent
        sign = text[first : first + 1]
        may_be_item = sign in ("-", "*", "+") or sign.isdecimal()
        item = _ITEM.match(text, first, end) if may_be_item and not _RULE.match(text, first, end) else None
        if item is not None and (indent < 4 or self._columns):
            self._close_items(indent)
            level = len(self._columns)
            if self._paragraph and not level and item["mark"] in ("-", "*", "+", "1.", "1)"):
                self._edits.append((start, start, "\n"))
                self._paragraph = False
            if not self._paragraph:
                self._reindent(begin, indent, 4 * level)
                self._columns.append(indent + len(item["mark"]) + min(len(item["gap"]), 4))
        elif self._blank and self._columns:
            self._close_items(indent)
            if self._columns:
                self._reindent(begin, indent, indent - self._columns[-1] + 4 * len(self._columns))
            self._paragraph = not self._columns and _NO_PARAGRAPH.match(text, first, end) is None
        elif not self._columns:
            self._paragraph = _NO_PARAGRAPH.match(text, first, end) is None
        elif _NO_PARAGRAPH.match(text, first, end) and not indent:
            self._columns = []
        self._blank = False

    def _close_items(self, indent: int) -> None:
        while self._columns and indent < self._columns[-1]:
            self._columns.pop()

    def _reindent(self, begin: int, indent: int, wanted: int) -> None:
        if indent != wanted and (indent // 4 != wanted // 4 or indent > 3):
            self._edits.append((begin, begin + indent, " " * wanted))


def _indent(text: str, start: int, end: int) -> int:
    return end - start - len(text[start:end].lstrip(" ")) if text.startswith(" ", start) else 0


def _quote_marks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    marks: list[tuple[int, int]] = []
    while match := _QUOTE.match(text, start, end):
        marks.append((match.end() - len(match[0].lstrip()), match.end()))
        start = match.end()
    return marks


def _indented_code(text: str) -> Iterator[tuple[int, int]]:
    """Lines with four spaces before them behind a blank line, unless they belong to a list."""
    in_list, code = False, True
    for start, end in lines_between(text, 0, len(text)):
        indent = _indent(text, start, end)
        if start + indent < end:
            code = code and indent >= 4 and not in_list
            if code:
                yield start, end
            elif indent < 4:
                in_list = _ITEM.match(text, start + indent, end) is not None or (in_list and indent > 0)
        else:
            code = True


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Inline code, by its backticks: as many close it as opened it, within its paragraph."""
    runs: list[tuple[int, int]] = []
    for match in (*_TICKS_OR_BLANK.finditer(text), None):
        if match is not None and match[0][0] == "`":
            runs.append(match.span())
            continue
        following: dict[int, list[int]] = {}
        for number, (start, end) in enumerate(runs):
            following.setdefault(end - start, []).append(number)
        number = 0
        while number < len(runs):
            start, end = runs[number]
            same = following[end - start]
            at = bisect_right(same, number)
            if at < len(same):
                yield start, runs[same[at]][1]
                number = same[at]
            number += 1
        runs = []


def _outside(text: str, hidden: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the lines of a text; for what is hidden with all its lines, one line at -1."""
    at = start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = end if end >= 0 else len(text)
        while at < len(hidden) and hidden[at][1] <= start:
            at += 1
        if at < len(hidden) and hidden[at][0] < max(end, start + 1):
            end = text.find("\n", max(hidden[at][1], start))
            end = end if end >= 0 else len(text)
            yield -1, end
        else:
            yield start, end
        start = end + 1
