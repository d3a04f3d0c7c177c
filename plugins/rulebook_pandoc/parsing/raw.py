"""Parse raw HTML, and recognise the unsupported TeX and grid tables."""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING

from rulebook_pandoc.parsing.tree import Html, Unsupported

if TYPE_CHECKING:
    from rulebook_pandoc.parsing.blocks import Run

_HTML = re.compile(r" {0,3}<(?:/?(?P<tag>[a-zA-Z][\w-]*)(?=[\s/>]|$)|(?P<comment>!--)|\?|![A-Z])")
_GRID = re.compile(r" {0,3}\+(?:[-=:]+\+)+ *$")
_TEX = re.compile(r" {0,3}\\begin\{(?P<name>[^{}\n]+)\}")

# fmt: off
_BLOCK_TAGS = frozenset({
    "address", "article", "aside", "audio", "blockquote", "body", "center", "col", "colgroup", "dd", "details", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "noframes", "noscript",
    "ol", "p", "pre", "script", "section", "style", "summary", "table", "tbody", "td", "textarea", "tfoot", "th",
    "thead", "tr", "ul", "video",
})
# fmt: on
_VERBATIM_TAGS = frozenset(("pre", "script", "style", "textarea", "table"))


class RawReader:
    """Reads such blocks among the lines of a run: each method takes a line and gives the one behind the block."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._text = run.text
        self._lines = run.lines

    def html(self, at: int) -> int | None:
        mark = _HTML.match(self._text, *self._lines[at])
        if mark is None or (mark["tag"] and mark["tag"].lower() not in _BLOCK_TAGS):
            return None
        tag = (mark["tag"] or "").lower()
        end = at + 1
        verbatim = not tag
        closing = "-->" if mark["comment"] else f"</{tag}" if tag in _VERBATIM_TAGS else ""
        if closing:
            number = self._line_with(closing, at)
            if number is None and mark["comment"]:
                return None
            if number is not None:
                end, verbatim = number + 1, True
        if not verbatim:
            end = self._run.blank_from(end)
        self._run.nodes.append(Html(list(self._lines[at:end]), verbatim))
        return end

    def _line_with(self, words: str, at: int) -> int | None:
        position = self._run.reader.next_of(words, self._lines[at][0])
        if position < 0 or position >= self._lines[-1][1]:
            return None
        return bisect_left(self._lines, position, at, key=itemgetter(1))

    def tex(self, at: int) -> int | None:
        mark = _TEX.match(self._text, *self._lines[at])
        if mark is None:
            return None
        number = self._line_with(f"\\end{{{mark['name']}}}", at)
        end = at + 1 if number is None else number + 1
        self._run.nodes.append(Unsupported(list(self._lines[at:end]), "TeX"))
        return end

    def grid(self, at: int) -> int | None:
        if not _GRID.match(self._text, *self._lines[at]):
            return None
        end = self._run.blank_from(at + 1)
        self._run.nodes.append(Unsupported(list(self._lines[at:end]), "a grid table"))
        return end
