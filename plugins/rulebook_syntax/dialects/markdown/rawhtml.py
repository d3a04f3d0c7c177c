"""Raw HTML: where it begins and ends.

It begins where a block-level tag starts a line and ends with its end tag. Elements with a `markdown` attribute
are read on within (`md_in_html`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.markdown.atoms import Atom, State
from rulebook_syntax.dialects.markdown.tags import BLOCK_TAGS, VOID_TAGS, Tag, tags

_START_TAG = lazily(
    r"<(?P<name>[a-zA-Z][^`\s/>\x00]*)(?P<attributes>(?:[\s/]|[^`\s/>=<][^\s/=><]*(?![^\s/=><])"
    r"(?:\s*=+(?!=)\s*(?!\s)(?:'[^']*'|\"[^\"]*\"|(?!['\"])[^`>\s<]*(?![^`>\s<])))?)*)>"
)
_NAME = lazily(r"[a-zA-Z][^`\s/>\x00]*")
_END_TAG = lazily(r"</(?P<name>[a-zA-Z][^\s/>]*)[^>]*>")
_COMMENT_END = lazily(r"--!?>")
_BLANK_LINE_FOLLOWS = lazily(r"(?: *\n){2}")
_BLANK_LINE = lazily(r"\n[ \t]*\n")
_BLANK_LINES = lazily(r"\n(?=[ \t]*\n)")
_INLINE_END = lazily(r"</\s*(?P<name>[a-zA-Z][^`\s/>\x00]*)\s*>")
_MARKDOWN_ATTRIBUTE = lazily(r"""(?:^|\s)markdown(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?(?=\s|/|$)""")

_SPAN_TAGS = frozenset("address dd dt h1 h2 h3 h4 h5 h6 legend li p summary td th".split())  # noqa: SIM905
_RAW_TAGS = frozenset("canvas math option pre script style textarea".split())  # noqa: SIM905
_MAX_DEPTH = 50
_CDATA_END = lazily(r"</(?:script|style)\s*>", re.IGNORECASE)


class HtmlExtractor:
    """Walks over a text as Python-Markdown's `HTMLExtractor` does, and keeps only the places."""

    def __init__(self, text: str, *, md_in_html: bool) -> None:
        self._text = text
        self._md_in_html = md_in_html
        self._in_tail = False
        self._open_inline: list[str] = []
        self._times_open: Counter[str] = Counter()
        self._last_comment_ends = max(text.rfind("-->"), text.rfind("--!>"))
        self._last_tag_ends = text.rfind(">") + 1
        self._no_tag = (0, 0)
        """Between these begins no start tag."""
        self._unclosed: set[int] = set()
        """Where raw elements begin that are known to have no end."""

    def atoms(self) -> Iterator[Atom]:
        text, position = self._text, 0
        while (start := text.find("<", position)) >= 0:
            self._pass_over(position, start)
            position, atom = self._at(start)
            if atom is not None:
                yield atom

    def _pass_over(self, start: int, end: int) -> None:
        """Update the state for running text.

        A line end ends a tail, a blank line ends inline tags.
        """
        if self._in_tail and self._text.find("\n", start, end) >= 0:
            self._in_tail = False
        if self._open_inline and _BLANK_LINE.search(self._text, start, end):
            self._open_inline.clear()
            self._times_open.clear()

    def _at(self, start: int) -> tuple[int, Atom | None]:
        """Read what begins with the `<` at `start`: where it ends, and the atom that it begins, if any."""
        text = self._text
        follow = text[start + 1 : start + 2]
        if follow.isalpha() and follow.isascii():
            return self._start_tag(start)
        if follow == "/":
            match = _END_TAG.match(text, start, max(start, self._last_tag_ends))
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

    def _comment_end(self, start: int) -> int | None:
        match = _COMMENT_END.search(self._text, start + 4) if start + 4 <= self._last_comment_ends else None
        return match.end() if match is not None else None

    def _comment(self, start: int) -> tuple[int, Atom | None]:
        end = self._comment_end(start)
        if end is None:
            return start + 1, None
        if self._in_tail:
            return end, Atom("html", start, end)
        has_blank_line = _BLANK_LINE.search(self._text, start, end) is not None
        if self._at_line_start(start) and (has_blank_line or not self._inline_close_follows(end)):
            return end, self._standalone(start, end)
        return end, None

    def _start_tag(self, start: int) -> tuple[int, Atom | None]:
        match = self._tag_at(start)
        if match is None:
            return start + 1, None
        name = match["name"].lower()
        end = match.end()
        self_closing = match["attributes"].endswith("/")
        at_block = name in BLOCK_TAGS and (self._in_tail or self._at_line_start(start))
        if not at_block:
            if not self_closing and name not in BLOCK_TAGS and name not in VOID_TAGS:
                self._open_inline.append(name)
                self._times_open[name] += 1
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

    def _tag_at(self, start: int) -> re.Match[str] | None:
        """The start tag at a `<`. A name may run on over others: where one makes no tag, those within it do not."""
        first, last = self._no_tag
        if first < start < last:
            return None
        match = _START_TAG.match(self._text, start)
        if match is None and (name := _NAME.match(self._text, start + 1)):
            self._no_tag = start, name.end()
        return match

    def _standalone(self, start: int, end: int) -> Atom:
        if not _BLANK_LINE_FOLLOWS.match(self._text, end):
            self._in_tail = True
        return Atom("html", start, end)

    def _raw(self, start: int, opening: re.Match[str]) -> Atom:
        """Raw HTML up to the tag that closes all that it opened."""
        text = self._text
        stack = [(opening["name"].lower(), start)]
        names = Counter((stack[0][0],))
        position = self._skip_cdata(stack[0][0], opening.end()) if start not in self._unclosed else len(text)
        while (begin := text.find("<", position)) >= 0:
            position = begin + 1
            if text.startswith("<!--", begin):
                position = self._comment_end(begin) or position
            elif match := self._tag_at(begin):
                position = match.end()
                name = match["name"].lower()
                if not match["attributes"].endswith("/") and name != "hr":
                    stack.append((name, begin))
                    names[name] += 1
                    position = self._skip_cdata(name, position)
            elif match := _END_TAG.match(text, begin, max(begin, self._last_tag_ends)):
                position = match.end()
                name = match["name"].lower()
                last = ""
                while names[name] and last != name:
                    last, _ = stack.pop()
                    names[last] -= 1
                if not stack:
                    return Atom("html", start, position)
        # Whatever stands between them closes none of these.
        self._unclosed.update(begin for _, begin in stack)
        blank = _BLANK_LINE.search(text, opening.end())
        return Atom("html", start, blank.start() if blank else len(text), closed=False)

    def _skip_cdata(self, name: str, position: int) -> int:
        if name not in ("script", "style"):
            return position
        match = _CDATA_END.search(self._text, position)
        return match.start() if match else len(self._text)

    # -- md_in_html --

    def _state(self, name: str, attributes: str, parent: State | None) -> State:
        """Return how the content of an element is read: as blocks, as running text, or not at all."""
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
        root = _atom_of(start, opening, state)
        opened = _Opened(opening["name"].lower(), root)
        position = opening.end()
        while (begin := text.find("<", position)) >= 0:
            opened.fresh[-1] = opened.fresh[-1] and begin == position
            position, is_text = self._within(begin, opened)
            if not opened.stack:
                return root
            opened.fresh[-1] = opened.fresh[-1] and not is_text
        while opened.stack:
            name, atom = opened.stack[-1]
            atom.closed = False
            opened.close(name, len(text), len(text))
        return root

    def _within(self, begin: int, opened: _Opened) -> tuple[int, bool]:
        """Read what a `<` begins: where it ends, and whether it is no block of its own."""
        text = self._text
        if text.startswith("<!--", begin):
            end = self._comment_end(begin)
            if end and self._at_line_start(begin):
                opened.inner.children.append(Atom("html", begin, end))
            return end or begin + 1, True
        if match := self._tag_at(begin):
            return match.end(), not self._opens_block(begin, match, opened)
        if match := _END_TAG.match(text, begin):
            name = match["name"].lower()
            is_open = opened.names[name] > 0
            if is_open:
                opened.close(name, begin, match.end())
            return match.end(), not is_open
        return begin + 1, True

    def _opens_block(self, begin: int, match: re.Match[str], opened: _Opened) -> bool:
        """Read an opening tag; return whether an element begins with it."""
        name = match["name"].lower()
        if name not in BLOCK_TAGS:
            return False
        if match["attributes"].endswith("/") or name == "hr":
            if self._at_line_start(begin):
                opened.inner.children.append(Atom("html", begin, match.end()))
            return False
        if not (opened.fresh[-1] or self._at_line_start(begin)):
            return False
        if opened.names["p"]:
            opened.close("p", begin, begin)
            if not opened.stack:
                return True
        # Nested deeper than anyone writes: left unread.
        is_deep = len(opened.stack) >= _MAX_DEPTH
        opened.push(
            name,
            _atom_of(begin, match, "off" if is_deep else self._state(name, match["attributes"], opened.inner.state)),
        )
        return True

    # -- state --

    def _at_line_start(self, position: int) -> bool:
        before = self._text[max(0, position - 4) : position].rstrip(" ")
        return before.endswith("\n") or (not before and position < 4)

    def _close_inline(self, name: str) -> None:
        last = "" if name in self._times_open else name
        while last != name:
            last = self._open_inline.pop()
            self._times_open[last] -= 1
            if not self._times_open[last]:
                del self._times_open[last]

    def _inline_close_follows(self, end: int) -> bool:
        """Return whether an open inline tag closes before the next blank line."""
        if not self._open_inline:
            return False
        ends = self._last_ends.get(bisect_left(self._blank_lines, end), {})
        return any(ends[name] >= end for name in self._times_open.keys() & ends.keys())

    @cached_property
    def _blank_lines(self) -> Sequence[int]:
        return [match.start() for match in _BLANK_LINES.finditer(self._text)]

    @cached_property
    def _last_ends(self) -> Mapping[int, Mapping[str, int]]:
        """By how many blank lines stand before it: where what has such a name is closed there last."""
        numbers: dict[int, dict[str, int]] = {}
        for match in _INLINE_END.finditer(self._text):
            paragraph = numbers.setdefault(bisect_left(self._blank_lines, match.end()), {})
            paragraph[match["name"].lower()] = match.start()
        return numbers


def _atom_of(start: int, opening: re.Match[str], state: State) -> Atom:
    end = opening.end()
    return Atom("element", start, end, attributes=(start, end), content=(end, end), state=state)


class _Opened:
    """The elements that are open within one, with that itself.

    Attributes:
        stack: each with its name.
        names: how many of a name are open.
        fresh: for each, whether it holds nothing but elements by now.
    """

    def __init__(self, name: str, root: Atom) -> None:
        self.stack = [(name, root)]
        self.names = Counter((name,))
        self.fresh = [True]

    @property
    def inner(self) -> Atom:
        return self.stack[-1][1]

    def push(self, name: str, atom: Atom) -> None:
        self.inner.children.append(atom)
        del self.fresh[len(self.stack) :]
        self.stack.append((name, atom))
        self.fresh.append(True)
        self.names[name] += 1

    def close(self, name: str, content_end: int, end: int) -> None:
        """Close the elements down to the last one of a name."""
        while self.stack:
            tag, atom = self.stack.pop()
            self.names[tag] -= 1
            atom.content = (atom.content[0], content_end)
            atom.end = end if tag == name else content_end
            if atom.state == "off":
                atom.kind = "html"
                atom.children.clear()
            if tag == name:
                break
        del self.fresh[len(self.stack) :]


def html_tags(text: str, atom: Atom) -> list[Tag]:
    """The tags of raw HTML, without those in the fences of code within it."""
    results: list[Tag] = []
    position = atom.start
    for fence in atom.children:
        results += tags(text, position, fence.start)
        position = fence.end
    return [*results, *tags(text, position, atom.end)]
