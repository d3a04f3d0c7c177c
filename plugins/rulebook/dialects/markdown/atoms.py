"""What Python-Markdown takes out of a text before it reads blocks: fenced code and raw HTML.

Each such stretch becomes an atom. `extract` finds them by Python-Markdown's own rules: fences first,
wherever they stand; then raw HTML, which begins where a block-level tag starts a line and ends with its
end tag (or with the text, where there is none).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from rulebook.dialects.markdown.options import MarkdownOptions
from rulebook.dialects.markdown.tags import BLOCK_TAGS, VOID_TAGS
from rulebook.dialects.markdown.text import Line

AtomKind = Literal["fence", "html", "element"]
State = Literal["block", "span", "off"]


@dataclass(slots=True)
class Atom:
    """A stretch `[start, end)` that Markdown does not read, or not here.

    Attributes:
        kind: fenced code, raw HTML, or an element whose content is Markdown (`md_in_html`).
        lines: of a fence, its code, without the fence's indentation.
        attributes: of a fence, what stands in its braces; of an element, its start tag.
        content: of an element, what stands between its tags.
        state: how the content of an element is read.
        children: the elements and the raw HTML within an element.
        closed: whether the end tag was found.
    """

    kind: AtomKind
    start: int
    end: int
    lines: list[Line] = field(default_factory=list)
    attributes: Line = (0, 0)
    content: Line = (0, 0)
    state: State = "off"
    children: list[Atom] = field(default_factory=list)
    closed: bool = True


def extract(text: str, options: MarkdownOptions) -> list[Atom]:
    """Find the atoms of a normal text, in order.

    Python-Markdown takes a raw element that is never closed to the end of the text, and prints a fence that
    is never closed as it stands. Here such an atom is marked as not `closed` and ends where its paragraph
    does, so that one missing tag or fence does not hide the rest of the page from the checks.
    """
    fences: list[Atom] = []
    if "```" in text or "~~~" in text:
        if options.has("pymdownx.superfences"):
            fences = _nested_fences(text)
        elif options.has("fenced_code"):
            fences = _plain_fences(text)
    if "<" not in text:
        return fences
    visible = _blank(text, fences) if fences else text
    html = list(_HtmlExtractor(visible, md_in_html=options.has("md_in_html")).atoms())
    if not html:
        return fences
    return _nested(html, fences)


def _nested(html: list[Atom], fences: list[Atom]) -> list[Atom]:
    """Both kinds in order; a fence within HTML becomes its child."""
    if not fences:
        return html
    outside: list[Atom] = []
    for fence in fences:
        around = next((atom for atom in html if atom.start <= fence.start < atom.end), None)
        if around is None:
            outside.append(fence)
        else:
            around.children = _nested(around.children, [fence])
    return sorted([*outside, *html], key=lambda atom: atom.start)


def _blank(text: str, fences: list[Atom]) -> str:
    """The text with fences made invisible to the reader of HTML; offsets stay."""
    pieces: list[str] = []
    position = 0
    for fence in fences:
        pieces += (text[position : fence.start], "\x03" * (fence.end - fence.start))
        position = fence.end
    pieces.append(text[position:])
    return "".join(pieces)


# --- fences ------------------------------------------------------------------------------------

_PLAIN_OPENING = re.compile(
    r"^(?P<fence>~{3,}|`{3,}) *"
    r"(?P<info>\{(?P<attributes>[^\n]*)\}|(?:\.?[\w#.+-]* *)(?:hl_lines=(?P<q>[\"'])[^\n]*?(?P=q) *)?)$",
    re.MULTILINE,
)
_ANY_OPENING = re.compile(r"^[> ]*(?P<fence>~{3,}|`{3,})(?P<info>[^\n]*)$", re.MULTILINE)
_NESTED_INFO = re.compile(r" *\.?[\w#.+-]*(?: +|$)(?:\{(?P<attributes>[^\n]*)\}|[^`]*)? *$| *\{(?P<bare>[^\n]*)\} *$")


def _plain_fences(text: str) -> list[Atom]:
    """The fences of `fenced_code`: at the start of a line, up to an equal fence, nested in nothing."""
    fences: list[Atom] = []
    position = 0
    while match := _PLAIN_OPENING.search(text, position):
        fence = match["fence"]
        if match.end() == len(text):
            break
        closing = re.compile(rf"^{fence} *$", re.MULTILINE).search(text, match.end() + 1)
        if closing is None or _opens_another(text, fence, match.end(), closing.start()):
            if closing is None and not _is_meant(text, match):
                position = match.end()
                continue
            fences.append(_unclosed_fence(text, match.start(), match.end()))
            position = fences[-1].end
            continue
        lines = _lines(text, match.end() + 1, max(match.end() + 1, closing.start() - 1))
        attributes = match.span("attributes")
        fences.append(Atom("fence", match.start(), closing.end(), lines, attributes))
        position = closing.end()
    return fences


def _next_sign(text: str, position: int) -> int:
    """Where the next line of backticks or tildes may be; -1 for nowhere."""
    ticks, tildes = text.find("```", position), text.find("~~~", position)
    return max(ticks, tildes) if min(ticks, tildes) < 0 else min(ticks, tildes)


def _opens_another(text: str, fence: str, start: int, end: int) -> bool:
    """Whether a fence with a language stands within the code: then that of the code was left open."""
    if text.find(fence, start, end) < 0:
        return False
    return re.compile(rf"^{fence}[a-zA-Z]", re.MULTILINE).search(text, start, end) is not None


def _is_meant(text: str, opening: re.Match[str]) -> bool:
    """Whether what opens a fence that nothing closes is meant as one, and not what is left of another."""
    before = text.rfind("\n", 0, max(opening.start() - 1, 0)) + 1
    return bool(opening["info"].strip()) or not text[before : opening.start()].strip()


def _unclosed_fence(text: str, start: int, opening_end: int) -> Atom:
    """A fence that is never closed, up to the end of its paragraph."""
    blank = _BLANK_LINE.search(text, opening_end)
    end = blank.start() if blank else len(text.rstrip())
    end = max(end, opening_end)
    return Atom("fence", start, end, _lines(text, opening_end + 1, end), closed=False)


def _nested_fences(text: str) -> list[Atom]:
    """The fences of `pymdownx.superfences`: also within lists and quotes, under their indentation."""
    fences: list[Atom] = []
    position = 0
    while (sign := _next_sign(text, position)) >= 0:
        line_start = text.rfind("\n", 0, sign) + 1
        match = _ANY_OPENING.match(text, line_start) if line_start >= position else None
        if match is None:
            position = sign + 3
            continue
        position = match.end()
        info = _NESTED_INFO.match(match["info"])
        if info is None or (match["fence"][0] == "`" and "`" in match["info"]):
            continue
        start = match.start("fence")
        prefix = text[match.start() : start]
        atom, give_up = _nested_fence(text, match["fence"], prefix, start, match.end())
        if atom is None and not _is_meant(text, match):
            position = give_up
            continue
        if atom is None or _opens_another(text, prefix + match["fence"], match.end(), atom.end):
            fences.append(_unclosed_fence(text, start, match.end()))
            position = fences[-1].end
            continue
        group = "attributes" if info["attributes"] is not None else "bare"
        if info[group] is not None:
            base = match.start("info")
            atom.attributes = (base + info.start(group), base + info.end(group))
        fences.append(atom)
        position = atom.end
    return fences


def _nested_fence(text: str, fence: str, prefix: str, start: int, opening_end: int) -> tuple[Atom | None, int]:
    """The fence that opens at `start` behind a prefix, if it is closed; and where it ends, or is given up."""
    quotes, width = prefix.count(">"), len(prefix)
    lines: list[Line] = []
    empty = False
    line_end = opening_end
    while line_end < len(text):
        line_start = line_end + 1
        line_end = text.find("\n", line_start)
        line_end = line_end if line_end >= 0 else len(text)
        begin = line_start
        while begin < line_end and begin - line_start < width and text[begin] in "> ":
            begin += 1
        level = text.count(">", line_start, begin)
        content = text[begin:line_end]
        if level > quotes or (not quotes and level):
            return None, line_end
        if not content.strip() and not (quotes and content):
            empty = True
            lines.append((line_end, line_end))
            continue
        if quotes:
            if begin - line_start < width or (empty and level < quotes):
                return None, line_end
        elif begin - line_start != width:
            return None, line_end
        if content.startswith(fence) and not content[len(fence) :].strip():
            return Atom("fence", start, line_end, lines), line_end
        empty = False
        lines.append((begin, line_end))
    return None, len(text)


def _lines(text: str, start: int, end: int) -> list[Line]:
    lines: list[Line] = []
    for line in text[start:end].split("\n") if start <= end else ():
        lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines


# --- raw HTML ----------------------------------------------------------------------------------

_START_TAG = re.compile(
    r"<(?P<name>[a-zA-Z][^`\s/>\x00]*+)"
    r"(?P<attributes>(?:[\s/]++|[^`\s/>=<][^\s/=><]*+(?:\s*+=++\s*+(?:'[^']*+'|\"[^\"]*+\"|(?!['\"])[^`>\s<]*+))?+)*+)>"
)
_END_TAG = re.compile(r"</(?P<name>[a-zA-Z][^\s/>]*)[^>]*>")
_COMMENT_END = re.compile(r"--!?>")
_BLANK_LINE_FOLLOWS = re.compile(r"(?: *\n){2}")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_MARKDOWN_ATTRIBUTE = re.compile(r"""(?:^|\s)markdown(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?(?=\s|/|$)""")

_SPAN_TAGS = frozenset("address dd dt h1 h2 h3 h4 h5 h6 legend li p summary td th".split())  # noqa: SIM905
_RAW_TAGS = frozenset("canvas math option pre script style textarea".split())  # noqa: SIM905
_CDATA_END = re.compile(r"</(?:script|style)\s*>", re.IGNORECASE)


class _HtmlExtractor:
    """Walks over a text as Python-Markdown's `HTMLExtractor` does, and keeps only the places."""

    def __init__(self, text: str, *, md_in_html: bool) -> None:
        self._text = text
        self._md_in_html = md_in_html
        self._in_tail = False
        self._open_inline: list[str] = []
        self._no_comment_ends = False  # from here on

    def atoms(self) -> Iterator[Atom]:
        text, position = self._text, 0
        while (start := text.find("<", position)) >= 0:
            self._pass_over(position, start)
            position, atom = self._at(start)
            if atom is not None:
                yield atom

    def _pass_over(self, start: int, end: int) -> None:
        """What running text does to the state: a line end ends a tail, a blank line ends inline tags."""
        if self._in_tail and self._text.find("\n", start, end) >= 0:
            self._in_tail = False
        if self._open_inline and _BLANK_LINE.search(self._text, start, end):
            self._open_inline.clear()

    def _at(self, start: int) -> tuple[int, Atom | None]:
        """Read what begins with the `<` at `start`: where it ends, and the atom that it begins, if any."""
        text = self._text
        follow = text[start + 1 : start + 2]
        if follow.isalpha() and follow.isascii():
            return self._start_tag(start)
        if follow == "/":
            match = _END_TAG.match(text, start)
            if match is None:
                return start + 1, None
            self._close_inline(match["name"].lower())
            return match.end(), None
        if text.startswith("<!--", start):
            return self._comment(start)
        if follow in ("?", "!") and (self._in_tail or self._at_line_start(start)):
            closing = "?>" if follow == "?" else "]]>" if text.startswith("<![CDATA[", start) else ">"
            end = text.find(closing, start)
            if end < 0:
                return start + 1, None
            end += len(closing)
            if follow == "?" or closing == "]]>" or text[start : start + 9].lower() == "<!doctype":
                return end, self._standalone(start, end)
            return end, None
        return start + 1, None

    def _comment(self, start: int) -> tuple[int, Atom | None]:
        match = None if self._no_comment_ends else _COMMENT_END.search(self._text, start + 4)
        if match is None:
            self._no_comment_ends = True
            return start + 1, None
        end = match.end()
        if self._in_tail:
            return end, Atom("html", start, end)
        has_blank_line = _BLANK_LINE.search(self._text, start, end) is not None
        if self._at_line_start(start) and (has_blank_line or not self._inline_close_follows(end)):
            return end, self._standalone(start, end)
        return end, None

    def _start_tag(self, start: int) -> tuple[int, Atom | None]:
        match = _START_TAG.match(self._text, start)
        if match is None:
            return start + 1, None
        name = match["name"].lower()
        end = match.end()
        self_closing = match["attributes"].endswith("/")
        at_block = name in BLOCK_TAGS and (self._in_tail or self._at_line_start(start))
        if not at_block:
            if not self_closing and name not in BLOCK_TAGS and name not in VOID_TAGS:
                self._open_inline.append(name)
            return end, None
        if name == "hr" or self_closing:
            if self._in_tail and not self._at_line_start(start):
                return end, Atom("html", start, end)
            return end, self._standalone(start, end)
        state = self._state(name, match["attributes"], None) if self._md_in_html else "off"
        atom = self._raw(start, match) if state == "off" else self._element(start, match, state)
        if not _BLANK_LINE_FOLLOWS.match(self._text, atom.end):
            self._in_tail = True
        return atom.end, atom

    def _standalone(self, start: int, end: int) -> Atom:
        if not _BLANK_LINE_FOLLOWS.match(self._text, end):
            self._in_tail = True
        return Atom("html", start, end)

    def _raw(self, start: int, opening: re.Match[str]) -> Atom:
        """Raw HTML up to the tag that closes all that it opened."""
        text = self._text
        stack: list[str] = [opening["name"].lower()]
        position = self._skip_cdata(stack[0], opening.end())
        while (begin := text.find("<", position)) >= 0:
            position = begin + 1
            if text.startswith("<!--", begin):
                if match := _COMMENT_END.search(text, begin + 4):
                    position = match.end()
            elif match := _START_TAG.match(text, begin):
                position = match.end()
                name = match["name"].lower()
                if not match["attributes"].endswith("/") and name != "hr":
                    stack.append(name)
                    position = self._skip_cdata(name, position)
            elif match := _END_TAG.match(text, begin):
                position = match.end()
                name = match["name"].lower()
                if name in stack:
                    while stack.pop() != name:
                        pass
                if not stack:
                    return Atom("html", start, position)
        blank = _BLANK_LINE.search(text, opening.end())
        return Atom("html", start, blank.start() if blank else len(text), closed=False)

    def _skip_cdata(self, name: str, position: int) -> int:
        if name not in ("script", "style"):
            return position
        match = _CDATA_END.search(self._text, position)
        return match.start() if match else len(self._text)

    # -- md_in_html --

    def _state(self, name: str, attributes: str, parent: State | None) -> State:
        """How the content of an element is read: as blocks, as running text, or not at all."""
        wanted = "0"
        if "markdown" in attributes and (match := _MARKDOWN_ATTRIBUTE.search(attributes)):
            wanted = next((value for value in match.groups() if value is not None), "1")
            wanted = "1" if wanted == "markdown" else wanted
        if parent == "off" or (parent == "span" and wanted != "0"):
            wanted = parent
        is_span = name in _SPAN_TAGS
        if name in _RAW_TAGS or name == "hr":
            return "off"
        if wanted == "block" or (wanted == "1" and not is_span):
            return "block"
        if wanted == "span" or (wanted == "1" and is_span):
            return "span"
        return "off"

    def _element(self, start: int, opening: re.Match[str], state: State) -> Atom:
        """An element whose content is Markdown, with the elements in it."""
        text = self._text
        root = self._opened(start, opening, state)
        stack: list[tuple[str, Atom]] = [(opening["name"].lower(), root)]
        position = opening.end()
        fresh = True  # nothing stands yet between the last start tag and here
        while (begin := text.find("<", position)) >= 0:
            fresh = fresh and begin == position
            position = begin + 1
            inner = stack[-1][1]
            if text.startswith("<!--", begin):
                if match := _COMMENT_END.search(text, begin + 4):
                    position = match.end()
                    if self._at_line_start(begin):
                        inner.children.append(Atom("html", begin, position))
            elif match := _START_TAG.match(text, begin):
                position = match.end()
                name = match["name"].lower()
                self_closing = match["attributes"].endswith("/") or name == "hr"
                if self_closing:
                    if name in BLOCK_TAGS and self._at_line_start(begin):
                        inner.children.append(Atom("html", begin, position))
                elif name in BLOCK_TAGS and (fresh or self._at_line_start(begin)):
                    if any(tag == "p" for tag, _ in stack):
                        self._close(stack, "p", begin, begin)
                        if not stack:
                            return root
                    child = self._opened(begin, match, self._state(name, match["attributes"], stack[-1][1].state))
                    stack[-1][1].children.append(child)
                    stack.append((name, child))
                    fresh = True
                    continue
            elif match := _END_TAG.match(text, begin):
                position = match.end()
                name = match["name"].lower()
                if any(tag == name for tag, _ in stack):
                    self._close(stack, name, begin, position)
                    if not stack:
                        return root
            fresh = False
        for _, atom in stack:
            atom.closed = False
        self._close(stack, stack[0][0], len(text), len(text))
        return root

    @staticmethod
    def _opened(start: int, opening: re.Match[str], state: State) -> Atom:
        end = opening.end()
        return Atom("element", start, end, attributes=(start, end), content=(end, end), state=state)

    @staticmethod
    def _close(stack: list[tuple[str, Atom]], name: str, content_end: int, end: int) -> None:
        while stack:
            tag, atom = stack.pop()
            atom.content = (atom.content[0], content_end)
            atom.end = end if tag == name else content_end
            if atom.state == "off":
                atom.kind = "html"
                atom.children.clear()
            if tag == name:
                break

    # -- state --

    def _at_line_start(self, position: int) -> bool:
        line_start = self._text.rfind("\n", 0, position) + 1
        return position - line_start <= 3 and not self._text[line_start:position].strip(" ")

    def _close_inline(self, name: str) -> None:
        if name in self._open_inline:
            while self._open_inline.pop() != name:
                pass

    def _inline_close_follows(self, end: int) -> bool:
        if not self._open_inline:
            return False
        blank = _BLANK_LINE.search(self._text, end)
        rest = self._text[end : blank.start() if blank else len(self._text)]
        return any(re.search(rf"</\s*{re.escape(name)}\s*>", rest, re.IGNORECASE) for name in self._open_inline)
