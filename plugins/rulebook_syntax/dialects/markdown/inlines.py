"""Running text: links, images, code, raw HTML and escapes in one leaf, by Python-Markdown's own order.

Python-Markdown applies its patterns one after the other, each over the whole text; what a pattern takes
is out of the reach of those behind it. Here a pattern masks what it takes with characters that no pattern
reads, so that offsets stay, and what it took is kept as marks.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from html import unescape
from math import inf

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import stripped
from rulebook_core.spans import Stretches
from rulebook_syntax.dialects.markdown.leaf_links import Inlines, LeafLink
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.dialects.markdown.tags import tags
from rulebook_syntax.dialects.markdown.targets import ENTITY, decode, find_target

MASK = "\x03"

_MAX_FAILED_TARGETS = 100
"""After so many targets without an end, the other brackets of a leaf are no links either."""

_ESCAPABLE = frozenset("\\`*_{}[]()>#+-.!")

_TICKS = lazily(r"(\\(?<!\\\\)\\(?:\\\\)*)(?=`)|(`(?<!\\`)`*)")  # What a match begins with is quickly found.
_ESCAPE = lazily(r"\\(.)", re.DOTALL)
_DOLLARS = r"(?<!\\)\$(?!\s)(?:\\.|[^\\$\x02\x03])+?(?<!\s)\$"
_MATH = lazily(
    rf"{_DOLLARS}|\\\((?P<open>(?:\\[^)]|[^\\\x02\x03])+)(?P<closed>\\\))?"
    r"|\A\s*(?:\$\$[^$\x02\x03]+\$\$|\\\[[^\x02\x03]+\\\]|\\begin\{(?P<name>[a-z]+\*?)\}[^\x02\x03]+\\end\{(?P=name)\})\s*\Z"
)
"""Formulas of Arithmatex: in running text, and those that are a paragraph. What nothing closes is matched as well, so
that it is looked at once."""
_IN_DOLLARS = lazily(_DOLLARS)
_FOOTNOTE = lazily(r"\[\^([^\]]{0,999})\]")
_BRACKET = lazily(r"[\[\]]")
_LABEL = lazily(r"\s?\[([^\]]*)\]")
_TWO_BRACKETS = lazily(r"\]\s?\[")
_SPACES = lazily(r"\s+")
_AUTOLINK = lazily(r"<([A-Za-z][A-Za-z0-9+.-]*://[^<>]*)>")
_AUTOMAIL = lazily(r"<([^<> !]+@[^@<> ]+)>")
_HTML = lazily(
    r"<(?:/?[a-zA-Z][^\s\"'<>@]*(?:\s+[^\s\"'=<>]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>]+))?)*\s*/?"
    r"|!--(?:(?!<!--|-->).)*--|[?](?:(?!<[?]|[?]>).)*[?]|!\[CDATA\[(?:(?!<!\[CDATA\[|\]\]>).)*\]\])>",
    re.DOTALL,
)
_TWO = r"(?P<open>{0}{0})(?![\s{0}])(?:[^{0}]|{0}(?!{0}))+(?<!\s)(?P<close>{0}{0})"
_ONE = r"(?<!{0})(?:(?<=\d){0}(?=\d)|(?P<open>{0})(?![\s{0}]))[^\s{0}]+(?P<close>{0})(?!{0})"
_CHANGED = r"(?P<open>\{{{0})[^{{}}]*(?P<close>{1}\}})"
_REPLACED = r"(?P<open>\{~~)(?:[^{}~]|~(?!>))*(?P<apart>~>)[^{}]*(?P<close>~~\})"
_PAIRS = {
    "pymdownx.caret": ("^", (_TWO.format(r"\^"), _ONE.format(r"\^"))),
    "pymdownx.critic": (
        "{",
        (*(_CHANGED.format(*signs) for signs in ((r"\+\+",) * 2, ("--",) * 2, ("==",) * 2, (">>", "<<"))), _REPLACED),
    ),
    "pymdownx.keys": ("++", (r"(?P<open>\+\+)(?=[\w\"'])[^\s+]+(?:\+[^\s+]+)*(?P<close>\+\+)",)),
    "pymdownx.mark": ("==", (_TWO.format("="),)),
    "pymdownx.tilde": ("~", (_TWO.format("~"), _ONE.format("~"))),
}
"""Patterns of paired signs by extension, with a sign to search first.

They mark words as underlined, struck, highlighted, raised, lowered, edited or keys. The first sign stays between two
numbers at different heights: these are not one number. A space replaces a sign that keeps two texts `apart`.
"""
_OPENING_BRACE = lazily(r"(?:(?<=[*_~^\x03])|(?<=\w==)|(?<=\w\+\+))\{:?[ ]*(?=[^}\n ])")
"""Opening of an attribute list behind the sign that closes some words."""


class InlineReader:
    """Reads leaves of one page: knows its extensions, and which labels are defined."""

    def __init__(self, options: MarkdownOptions, labels: Container[str], footnotes: Container[str]) -> None:
        self._labels = labels
        self._footnote_labels = footnotes
        self._footnotes = options.has("footnotes")
        self._math = options.has("pymdownx.arithmatex")
        self._attr_list = options.has("attr_list")
        self._escapable = _ESCAPABLE | {"|"} if options.has("tables") else _ESCAPABLE
        self._escape_all = options.has("pymdownx.escapeall")
        self._pairs = [
            (sign, re.compile(pattern))
            for name, (sign, patterns) in _PAIRS.items()
            for pattern in (patterns if options.has(name) else ())
        ]
        self.signs = [*("$" * self._math), *dict.fromkeys(sign for sign, _ in self._pairs)]
        """Signs that are markup only with an extension."""
        self._markup = re.compile("|".join((r"[\[<`\\&{*_]", *map(re.escape, self.signs))))

    def is_plain(self, text: str) -> bool:
        """Return whether a text has no possible markup, as most do not."""
        return self._markup.search(text) is None

    def read(self, text: str) -> Inlines:
        return _Leaf(self, text).read()


def _may_have(stage: str, text: str) -> bool:
    """Return whether a text may have what a bracket pattern takes: a cheap look."""
    if stage in _IMAGE_STAGES:
        return "![" in text
    if stage == "link":
        return "](" in text
    return stage != "reference" or _TWO_BRACKETS.search(text) is not None


class _Leaf:
    """The reading of one leaf; `_text` is masked as it goes on."""

    def __init__(self, reader: InlineReader, text: str) -> None:
        self._reader = reader
        self._original = text
        self._out = Inlines(text)
        self._failed_targets = 0

    def read(self) -> Inlines:
        out = self._out
        text = self._original
        if "`" in text:
            text = self._code(text)
        if self._reader._math and ("$" in text or "\\" in text):
            out.formulas += formulas(text)
            text = hide(text, out.formulas)
        if "\\" in text:
            text = self._escapes(text)
        if "[" in text:
            if self._reader._footnotes and "[^" in text:
                text = self._footnote_references(text)
            text = self._brackets(text, 0, _STAGES)
        out.text = self._html_and_entities(text)
        for sign, pattern in self._reader._pairs:
            if sign in text:
                self._drop_pairs(pattern)
        if self._reader._attr_list and "{" in text:
            self._inline_attributes()
        return out

    def _drop_pairs(self, pattern: re.Pattern[str]) -> None:
        """Drop the signs of an extension around what they mark."""
        out = self._out
        for base, match in [(base, match) for base, one in out.running for match in pattern.finditer(one)]:
            for name, (start, end) in ((name, match.span(name)) for name in pattern.groupindex):
                if name == "apart" and start >= 0:
                    out.replaced.append((base + start, base + end, " "))
                elif start >= 0:
                    out.dropped.append((base + start, base + end))

    # -- code and escapes --

    def _code(self, text: str) -> str:
        out = self._out
        places: list[tuple[int, int]] = []
        position = 0
        runs: dict[int, list[int]] | None = None
        while match := _TICKS.search(text, position):
            start, position = match.span()
            if match[1]:
                out.dropped += [(at, at + 1) for at in range(start, position, 2)]
                places.append((start, position))
                # Backslashes that are escaped themselves escape no backtick behind them.
                start = position
                while text.startswith("`", position):
                    position += 1
            if runs is None:
                runs = {}
                for run in re.finditer("`+", text):
                    runs.setdefault(run.end() - run.start(), []).append(run.start())
            ticks, closing = _closing_ticks(runs, position - start, position)
            if closing is None:
                continue
            begin, position = start + ticks, closing + ticks
            content = text[begin:closing]
            inner = content.strip()
            inner_start = begin + len(content) - len(content.lstrip())
            out.code.append((inner_start, inner_start + len(inner)))
            out.dropped += [(start, inner_start), (inner_start + len(inner), position)]
            out.elements.append((start, position))
            places.append((start, position))
        return hide(text, places)

    def _escapes(self, text: str) -> str:
        places: list[tuple[int, int]] = []
        for match in _ESCAPE.finditer(text):
            if match[1] in self._reader._escapable or self._reader._escape_all:
                places.append(match.span())
                self._out.dropped.append((match.start(), match.start() + 1))
        return hide(text, places)

    # -- brackets --

    def _footnote_references(self, text: str) -> str:
        places: list[tuple[int, int]] = []
        for match in _FOOTNOTE.finditer(text):
            if match[1] in self._reader._footnote_labels:
                places.append(match.span())
                self._out.footnotes.append((*match.span(), match[1]))
                self._out.dropped.append(match.span())
                self._out.elements.append(match.span())
        return hide(text, places)

    def _brackets(self, text: str, base: int, stages: tuple[str, ...]) -> str:
        """Apply the bracket patterns to a text that stands at `base` in the leaf."""
        pairs: list[tuple[int, int]] | None = None
        for number, stage in enumerate(stages):
            if "[" not in text:
                break
            if not _may_have(stage, text):
                continue
            if pairs is None:
                pairs = brackets(text)
            places = self._bracket_stage(text, base, stages[number:], pairs)
            if places:
                text = hide(text, places)
                pairs = None
        return text

    def _bracket_stage(
        self, text: str, base: int, stages: tuple[str, ...], pairs: list[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Apply the first of some bracket patterns; return the places of what it takes."""
        stage = stages[0]
        image = stage in _IMAGE_STAGES
        places: list[tuple[int, int]] = []
        resume = 0
        for start, close in pairs:
            if start < resume or (start > 0 and text[start - 1] == "!") != image:
                continue
            begin = start - 1 if image else start
            if stage in ("link", "image"):
                link = self._inline_target(text, base, begin, start, close, image)
            else:
                link = self._label(text, base, (begin, start, close), stage, image=image)
            if link is None:
                continue
            resume = link.end - base
            if link.known:
                places.append((begin, resume))
                self._take(link, text, base, stages[1:])
            else:
                self._out.links.append(link)
        return places

    def _take(self, link: LeafLink, text: str, base: int, stages: tuple[str, ...]) -> None:
        out = self._out
        out.links.append(link)
        out.elements.append((link.start, link.end))
        if link.image:
            out.dropped.append((link.start, link.end))
            return
        out.dropped += [(link.start, link.text_start), (link.text_end, link.end)]
        inner = text[link.text_start - base : link.text_end - base]
        if "[" in inner:
            inner = self._brackets(inner, link.text_start, stages)
        self._html_and_entities(inner, link.text_start)

    def _label(
        self, text: str, base: int, brackets: tuple[int, int, int], stage: str, *, image: bool
    ) -> LeafLink | None:
        begin, start, close = brackets
        label_start, label_end, end = start + 1, close, close + 1
        kind = "shortcut"
        label = text[start + 1 : close]
        if stage in ("reference", "image-reference"):
            match = _LABEL.match(text, close + 1)
            if match is None:
                return None
            end = match.end()
            kind = "collapsed"
            if match[1]:
                kind = "full"
                label = match[1]
                label_start, label_end = match.span(1)
        key = _SPACES.sub(" ", label.lower())
        return LeafLink(
            kind=kind,
            image=image,
            start=base + begin,
            end=base + end,
            text_start=base + start + 1,
            text_end=base + close,
            label=" ".join(self._original[base + label_start : base + label_end].split()),
            label_start=base + label_start,
            label_end=base + label_end,
            known=key in self._reader._labels,
        )

    def _inline_target(self, text: str, base: int, begin: int, start: int, close: int, image: bool) -> LeafLink | None:
        if self._failed_targets >= _MAX_FAILED_TARGETS:
            return None
        place = find_target(text, close + 1)
        if place is None:
            self._failed_targets += text.startswith("(", close + 1)
            return None
        target_start, target_end, end = place
        target = self._plain(base + target_start, base + target_end)
        target_start, target_end = stripped(text, target_start, target_end)
        return LeafLink(
            kind="inline",
            image=image,
            start=base + begin,
            end=base + end,
            text_start=base + start + 1,
            text_end=base + close,
            target=target.strip(),
            target_start=base + target_start,
            target_end=base + target_end,
        )

    def _plain(self, start: int, end: int) -> str:
        """A target as it is meant: without escapes, entities decoded."""
        target = self._original[start:end]
        if "\\" in target or "`" in target:
            target = "".join(sign for at, sign in enumerate(target, start) if not self._marks.has(at))
        return decode(target)

    @cached_property
    def _marks(self) -> Stretches:
        """The signs of escapes and code, which are dropped before anybody looks for links."""
        return Stretches(self._out.dropped)

    # -- HTML --

    def _html_and_entities(self, text: str, base: int = 0) -> str:
        out = self._out
        if "<" in text:
            places: list[tuple[int, int]] = []
            for sign, pattern in (("://", _AUTOLINK), ("@", _AUTOMAIL)):
                for match in pattern.finditer(text) if sign in text else ():
                    start, end = match.span()
                    places.append((start, end))
                    first, last = base + start + 1, base + end - 1
                    target = match[1] if pattern is _AUTOLINK else "mailto:" + match[1].removeprefix("mailto:")
                    out.links.append(
                        LeafLink(
                            kind="autolink",
                            image=False,
                            start=base + start,
                            end=base + end,
                            text_start=first,
                            text_end=last,
                            target=decode(target),
                            target_start=first,
                            target_end=last,
                        )
                    )
                    out.dropped += [(base + start, base + start + 1), (base + end - 1, base + end)]
                    out.elements.append((base + start, base + end))
            text = hide(text, sorted(places))
            places = []
            for match in _HTML.finditer(text):
                start, end = match.span()
                places.append((start, end))
                out.tags += tags(self._original, base + start, base + end)
                out.dropped.append((base + start, base + end))
            if places and out.links:
                # What looked like a link within a tag or a comment has become part of it.
                out.links = [one for one in out.links if not _lies_within(places, one.start - base, one.end - base)]
            text = hide(text, places)
        if "&" in text:
            places = []
            for match in ENTITY.finditer(text):
                start, end = match.span()
                places.append((start, end))
                out.replaced.append((base + start, base + end, unescape(match[0])))
            text = hide(text, places)
        out.running.append((base, text))
        return text

    # -- attribute lists --

    def _inline_attributes(self) -> None:
        """Attribute lists directly behind an element: `[text](target){ #id }`."""
        out = self._out
        ends = {end for _, end in out.elements}
        closing = line_end = 0
        for match in _OPENING_BRACE.finditer(out.text):
            start, first = match.span()
            if out.text[start - 1] == MASK and start not in ends:
                continue
            if closing < first and (closing := out.text.find("}", first)) < 0:
                break
            if line_end < first:
                line_end = out.text.find("\n", first)
                line_end = line_end if line_end >= 0 else len(out.text)
            if closing < line_end:
                out.attributes.append((first, closing))
                out.dropped.append((start, closing + 1))


_STAGES = ("reference", "link", "image", "image-reference", "shortcut", "image-shortcut")
_IMAGE_STAGES = frozenset(("image", "image-reference", "image-shortcut"))


def hide(text: str, places: Iterable[tuple[int, int]]) -> str:
    """A text in which no pattern reads anything at some places, which are in order."""
    pieces: list[str] = []
    position = 0
    for start, end in places:
        pieces += (text[position:start], MASK * (end - start))
        position = end
    return "".join((*pieces, text[position:])) if pieces else text


def formulas(text: str) -> Iterator[tuple[int, int]]:
    """Return where the formulas of a text stand, in order."""
    for match in _MATH.finditer(text):
        if match["open"] is None or match["closed"] is not None:
            yield match.span()
        else:
            yield from (inner.span() for inner in _IN_DOLLARS.finditer(text, match.start() + 2, match.end()))


def _lies_within(places: list[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether one of the sorted spans contains `[start, end)`."""
    at = bisect_right(places, (start, inf)) - 1
    return at >= 0 and end <= places[at][1]


def _closing_ticks(runs: dict[int, list[int]], size: int, position: int) -> tuple[int, int | None]:
    """Return where the code closes that `size` backticks before `position` open: how many close it, and their place.

    As many backticks close it; where there are none, the first of the longest run behind it, if all are shorter.
    """
    following: dict[int, int] = {}
    for length, starts in runs.items():
        at = bisect_left(starts, position)
        if at < len(starts):
            following[length] = starts[at]
    if size in following:
        return size, following[size]
    longest = max(following, default=size)
    return (longest, following[longest]) if longest < size else (size, None)


def brackets(text: str) -> list[tuple[int, int]]:
    """The places of brackets that close, by where they open."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            opened.append(match.start())
        elif opened:
            pairs.append((opened.pop(), match.start()))
    pairs.sort()
    return pairs
