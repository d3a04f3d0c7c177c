"""Running text of Pandoc in the words of Python-Markdown: what is to be written otherwise in a leaf.

What both read alike (emphasis, code, links, footnote references, raw HTML) stays as it is. Quotes, dashes and dots
become those of a typesetter, as Pandoc's `smart` has them; a reference to a heading by its words gets its target.
Backticks are written around code alone: all others become entities, so that nobody behind decides anew what is code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from rulebook_core.spans import Stretches
from rulebook_pandoc import LAYOUT
from rulebook_pandoc.attributes import html_attributes
from rulebook_syntax.dialects.markdown.targets import find_target
from rulebook_syntax.dialects.translation import Part

_TOKEN = re.compile(
    r"\\(?P<escaped>.)|(?P<ticks>`+)|(?P<html><)|(?P<inline_note>\^\[)|(?P<image>!\[)|(?P<open>\[)|(?P<close>\])"
    r"|(?P<quote>[\"'])|(?P<dashes>-{2,})|(?P<dots>\.{3})|(?P<script>~~|~|\^)|(?P<math>\$\$?)"
    r"|(?P<brace>\{)|(?P<line>\n)",
    re.DOTALL,
)
_HTML = re.compile(
    r"</?[a-zA-Z][\w-]*(?:\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?>"
    r"|<[a-zA-Z][\w+.-]*:[^<>\s]*>|<[^<>\s@]+@[^<>\s@]+>",
    re.DOTALL,
)
_MARKDOWN_ESCAPES = frozenset("\\`*_{}[]()>#+-.!")
"""Characters that a backslash escapes in Python-Markdown."""
_TICK = "&#96;"
_SIGN_OR_TICKS = re.compile(r"\\.|`+", re.DOTALL)
_AS_ENTITY = {"<": "&lt;", "&": "&amp;", " ": "&nbsp;"}
_SCRIPT = {
    "~~": re.compile(r"~~(?=[^\s~])[^~\n]{1,500}~~"),
    "~": re.compile(r"~((?:\\.|[^\s~\\`<])+)~"),
    "^": re.compile(r"\^((?:\\.|[^\s^\\\[`<])+)\^"),
}
_SCRIPTS = {"~~": "struck", "~": "lowered", "^": "raised"}
_LABEL = re.compile(r"\[([^\[\]]*)\]")
_BRACES = re.compile(r"\{[^{}\n]*\}")
_LINE_END = re.compile(r"\n")
_RAW = re.compile(r"\{=\w+\}")
_LAYOUT = re.compile(LAYOUT)
_TEX = re.compile(r"\\[a-zA-Z]+\*?(?:\{[^{}\n]*\}|\[[^\[\]\n]*\])*")
_CITATION = re.compile(r"\[[^\[\]]*?(?<!\w)-?@(?P<key>[\w{][^\s\]]*)[^\[\]]*\]")
_BLOCK_START = re.compile(
    r"[ ]*(?:#{1,6}|>|:[ ]|\[[^\]\n]+\]:|=+[ ]*(?:$|\")|(?:([*_-])(?:[ ]*\1){2,}[ ]*$)"
    r"|~{3}|!!!|\?\?\?|/{3,}|\*\[[^\]\n]*\] ?:)",
    re.MULTILINE,
)
"""Lines that begin a block only in Python-Markdown.

In Pandoc they continue a paragraph.
"""
_MAX_FAILED_TARGETS = 100
"""After so many targets without an end, the other brackets of a leaf are no links either."""
_BEFORE_BRACE = re.compile(r" (?=\{)")
_CLOSING_SINGLE = re.compile(r"'(?!\w)")


@dataclass(slots=True)
class Names:
    """Targets of bracketed text: labels of links, and headings by their titles."""

    references: set[str] = field(default_factory=set)
    headings: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class LeafChanges:
    """Changes that translate a leaf.

    Attributes:
        changes: spans with their replacements, in order, never nested.
        code: spans of code with its backticks, in order.
        unsupported: spans of syntax that this dialect does not read, each with its name.
    """

    changes: list[tuple[int, int, tuple[Part, ...]]] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    unsupported: list[tuple[int, int, str]] = field(default_factory=list)


def words(text: str) -> str:
    """The words of a bracket, as labels are compared."""
    return " ".join(text.split()).casefold()


class InlineReader:
    """Reads the leaves of one document."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @staticmethod
    def is_plain(text: str, *, starts_block: bool) -> bool:
        """Return whether a leaf needs no translation, as most do not."""
        return _TOKEN.search(text) is None and not (starts_block and _BLOCK_START.match(text))

    def read(self, text: str, *, starts_block: bool = False) -> LeafChanges:
        """Find the changes of a leaf.

        Args:
            starts_block: whether Python-Markdown reads the leaf as the beginning of a block.
        """
        if self.is_plain(text, starts_block=starts_block):
            return LeafChanges()
        return _Leaf(self, text, starts_block=starts_block).read()


class _Leaf:
    def __init__(self, reader: InlineReader, text: str, *, starts_block: bool) -> None:
        self.reader = reader
        self.text = text
        self.changes_of_leaf = LeafChanges()
        self._starts_block = starts_block
        self._opened: list[tuple[int, str]] = []
        self._quoted: list[tuple[str, int]] = []
        self._runs: dict[int, list[int]] | None = None
        self._no_math = self._no_comment = len(text) + 1
        self._failed_targets = self._script_end = 0
        self._singles: list[int] | None = None

    def read(self) -> LeafChanges:
        text = self.text
        if self._starts_block:
            self._first_line()
        position = 0
        while match := _TOKEN.search(text, position):
            kind = match.lastgroup
            assert kind is not None
            position = getattr(self, f"_{kind}")(match)
        for start, kind in self._opened:
            # What opens and never closes is no beginning of anything for Python-Markdown either.
            at = start + (kind == "^")
            self.change(at, at + 1, "\\[")
        if "`" in text:
            leave_no_lone_ticks(text, self.changes_of_leaf)
        self.changes_of_leaf.changes.sort(key=lambda change: change[:2])
        return self.changes_of_leaf

    def change(self, start: int, end: int, *parts: Part) -> None:
        self.changes_of_leaf.changes.append((start, end, tuple(_no_ticks(part) for part in parts)))

    def _first_line(self) -> None:
        if _BLOCK_START.match(self.text):
            at = len(self.text) - len(self.text.lstrip(" "))
            sign = self.text[at]
            self.change(at, at + 1, f"\\{sign}" if sign in _MARKDOWN_ESCAPES and sign != "[" else f"&#{ord(sign)};")

    # -- what stays as it is --

    def _escaped(self, match: re.Match[str]) -> int:
        sign, start = match["escaped"], match.start()
        if sign == "\n":
            self.change(start, start + 1, "  ")
            return start + 1
        if sign.isalnum():
            tex = _TEX.match(self.text, start)
            if tex is None:
                return match.end()
            if _LAYOUT.match(self.text, start):
                # It is for paper alone, and Pandoc leaves it off a page as well. What it parts stays apart.
                is_between = self.text[start - 1 : start].strip() and self.text[tex.end() : tex.end() + 1].strip()
                self.change(start, tex.end(), "<!-- -->" if is_between else "")
            else:
                self.changes_of_leaf.unsupported.append((start, tex.end(), "TeX"))
            return tex.end()
        if sign not in _MARKDOWN_ESCAPES and sign != "|":
            self.change(start, match.end(), _AS_ENTITY.get(sign, sign))
        return match.end()

    def _ticks(self, match: re.Match[str]) -> int:
        if self._runs is None:
            self._runs = {}
            for run in re.finditer("`+", self.text):
                self._runs.setdefault(run.end() - run.start(), []).append(run.start())
            for starts in self._runs.values():
                starts.reverse()
        size = len(match["ticks"])
        starts = self._runs.get(size, [])
        while starts and starts[-1] < match.end():
            starts.pop()
        if not starts:
            return match.end()
        end = starts[-1] + size
        self.changes_of_leaf.code.append((match.start(), end))
        for line in _LINE_END.finditer(self.text, match.end(), starts[-1]):
            self.change(*line.span(), " ")  # For Python-Markdown, a line of code may begin a block.
        if raw := _RAW.match(self.text, end):
            self.changes_of_leaf.unsupported.append((match.start(), raw.end(), "text for another format"))
            return raw.end()
        return self._behind_braces(end)

    def _html(self, match: re.Match[str]) -> int:
        if self.text.startswith("<!--", match.start()):
            end = self.text.find("-->", match.end()) if match.start() < self._no_comment else -1
            if end < 0:
                self._no_comment = min(self._no_comment, match.start())
                return match.end()
            return end + 3
        tag = _HTML.match(self.text, match.start())
        return tag.end() if tag else match.end()

    def _line(self, match: re.Match[str]) -> int:
        starts = _BLOCK_START.match(self.text, match.end()) if self._starts_block else None
        if starts is not None:
            self.change(match.start(), match.end(), " ")
        return match.end()

    def _brace(self, match: re.Match[str]) -> int:
        # Python-Markdown may take braces for attributes where Pandoc does not.
        self.change(*match.span(), "\\{")
        return match.end()

    def _behind_braces(self, position: int) -> int:
        """Behind the attributes that code or a link has, if there are any at a position."""
        braces = _BRACES.match(self.text, position)
        has_attributes = braces is not None and html_attributes(self.text, *braces.span()) is not None
        return braces.end() if braces is not None and has_attributes else position

    # -- brackets --

    def _open(self, match: re.Match[str]) -> int:
        start = match.start()
        citation = _CITATION.match(self.text, start) if "@" in self.text else None
        if citation is not None:
            self.changes_of_leaf.unsupported.append((*citation.span(), "a citation"))
            return citation.end()
        self._opened.append((start, "["))
        return match.end()

    def _image(self, match: re.Match[str]) -> int:
        self._opened.append((match.start() + 1, "!"))
        return match.end()

    def _inline_note(self, match: re.Match[str]) -> int:
        if match.start() < self._script_end:
            return match.start() + 1  # It ends what is raised.
        self._opened.append((match.start(), "^"))
        return match.end()

    def _close(self, match: re.Match[str]) -> int:
        text, close = self.text, match.start()
        if not self._opened:
            return match.end()
        start, kind = self._opened.pop()
        if kind == "^":
            self.changes_of_leaf.unsupported.append((start, close + 1, "a footnote within the text"))
            return match.end()
        behind = _BEHIND.get(text[close + 1 : close + 2])
        end = behind(self, start, kind, close) if behind is not None else None
        if end is not None:
            return end
        if not text.startswith("^", start + 1):
            self._shortcut(start, kind, close)
        return match.end()

    def _target(self, start: int, kind: str, close: int) -> int | None:
        """Read the target of an inline link; return where it ends."""
        if self._failed_targets >= _MAX_FAILED_TARGETS:
            return None
        if (target := find_target(self.text, close + 1)) is not None:
            return self._behind_braces(target[2])
        self._failed_targets += 1
        return None

    def _label(self, start: int, kind: str, close: int) -> int | None:
        """Write a reference to a heading as a link to its id; return where the label ends."""
        names, label = self.reader.names, _LABEL.match(self.text, close + 1)
        if label is None:
            return None
        key = words(label[1] or self.text[start + 1 : close])
        if key not in names.references and key in names.headings:
            self.change(*label.span(), f"(#{names.headings[key]})")
        return label.end()

    def _span(self, start: int, kind: str, close: int) -> int | None:
        """Write a bracketed text with attributes as HTML; return where they end."""
        braces = _BRACES.match(self.text, close + 1) if kind == "[" else None
        parts = html_attributes(self.text, *braces.span()) if braces is not None else None
        if braces is None or parts is None:
            return None
        self.change(start, start + 1, "<span", *parts, ">")
        self.change(close, braces.end(), "</span>")
        return braces.end()

    def _shortcut(self, start: int, kind: str, close: int) -> None:
        """Write brackets alone as a link to the heading that they name; keep others from becoming links."""
        text, names = self.text, self.reader.names
        behind = text[close + 1 : close + 2]
        key = words(text[start + 1 : close])
        # Python-Markdown lets a space stand between the two brackets of a reference.
        would_join = behind.isspace() and text.startswith("[", close + 2)
        if key in names.references:
            if would_join:
                self.change(close + 1, close + 1, "[]")
        elif key in names.headings and kind == "[":
            self.change(close + 1, close + 1, f"(#{names.headings[key]})")
        elif would_join:
            self.change(start, start + 1, "\\[")
            self.change(close, close + 1, "\\]")

    # -- a typesetter's signs --

    def _dashes(self, match: re.Match[str]) -> int:
        count = len(match["dashes"])
        rest = count % 3
        self.change(*match.span(), "—" * (count // 3) + ("", "-", "–")[rest])
        return match.end()

    def _dots(self, match: re.Match[str]) -> int:
        self.change(*match.span(), "…")
        return match.end()

    def _quote(self, match: re.Match[str]) -> int:
        text, at = self.text, match.start()
        behind = text[at + 1 : at + 2]
        before = text[at - 1 : at]
        opens = bool(behind) and not behind.isspace()
        within, start = self._quoted[-1] if self._quoted else ("", -1)
        if match["quote"] == '"':
            if within == '"':
                self._quoted.pop()
                self.change(at, at + 1, "”")
            elif opens:
                self._quoted.append(('"', at))
                self.change(at, at + 1, "“")
            else:
                self.change(at, at + 1, "”")
        elif within == "'" and at > start + 1 and not behind.isalnum():
            self._quoted.pop()
            self.change(at, at + 1, "’")
        elif within != "'" and opens and not before.isalnum() and self._closes_single(at, within):
            self._quoted.append(("'", at))
            self.change(at, at + 1, "‘")
        else:
            self.change(at, at + 1, "’")
        return match.end()

    def _closes_single(self, at: int, within: str) -> bool:
        """Return whether a single quote can close the one at `at`.

        It must come before the end of an open double quote.
        """
        if self._singles is None:
            self._singles = [match.start() for match in _CLOSING_SINGLE.finditer(self.text)][::-1]
        while self._singles and self._singles[-1] <= at + 1:
            self._singles.pop()
        if not self._singles:
            return False
        stop = self.text.find('"', at + 1) if within else -1
        return stop < 0 or self._singles[-1] < stop

    # -- struck, raised and lowered text --

    def _script(self, match: re.Match[str]) -> int:
        if match.start() >= self._script_end and (matched := _SCRIPT[match["script"]].match(self.text, match.start())):
            self.changes_of_leaf.unsupported.append((*matched.span(), f"{_SCRIPTS[match['script']]} text"))
            self._script_end = matched.end()
        return match.end()

    # -- what refers elsewhere, or is not read --

    def _math(self, match: re.Match[str]) -> int:
        sign, start = match["math"], match.end()
        if start >= self._no_math or (sign == "$" and self.text[start : start + 1].isspace()):
            return start
        end = self.text.find(sign, start)
        if end < 0:
            self._no_math = start
            return start
        is_math = sign == "$$" or not (self.text[end - 1].isspace() or self.text[end + 1 : end + 2].isdigit())
        if not is_math or end == start:
            return start
        self.changes_of_leaf.unsupported.append((match.start(), end + len(sign), "a formula"))
        for space in _BEFORE_BRACE.finditer(self.text, start, end):
            self.change(*space.span(), "\u00a0")  # Behind a plain space Python-Markdown reads attributes.
        return end + len(sign)


_BEHIND: dict[str, Callable[[_Leaf, int, str, int], int | None]] = {
    "(": _Leaf._target,
    "[": _Leaf._label,
    "{": _Leaf._span,
}
"""Readers of a bracket that closes, by the character behind it."""


def leave_no_lone_ticks(text: str, changes: LeafChanges) -> None:
    """Escape backticks outside code, so that they delimit no code."""
    changed = Stretches(change[:2] for change in changes.changes)
    position = 0
    for start, end in (*changes.code, (len(text), len(text))):
        for sign in _SIGN_OR_TICKS.finditer(text, position, start):
            if sign[0].endswith("`") and not changed.has(sign.start()):
                changes.changes.append((*sign.span(), (_TICK * sign[0].count("`"),)))
        position = end


def _no_ticks(part: Part) -> Part:
    return part.replace("`", _TICK) if isinstance(part, str) else part


def applied(text: str, changes: LeafChanges) -> str:
    """A leaf with its changes."""
    out: list[str] = []
    position = 0
    for start, end, parts in changes.changes:
        out.append(text[position:start])
        out += (part if isinstance(part, str) else text[part[0] : part[1]] for part in parts)
        position = end
    out.append(text[position:])
    return "".join(out)
