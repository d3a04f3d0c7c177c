"""Marks: how buttons and notes get from spans of a source into its page, whoever renders it.

Renderers keep no positions, but they all carry characters they do not know. So a marked span is
wrapped in private-use characters before its text is rendered (`insert`), and in what comes out
these give way to elements (`replace`). They survive code spans, tables, raw HTML and indented code,
are no part of words, tags or heading ids, and none is left afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_PRIVATE_USE = (range(0x10F000, 0x10FFFE), range(0x100000, 0x10F000), range(0xF0000, 0xFFFFE))
_LIST_NUMBER = re.compile(r"\d+[.)][ \t\r\n]")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_UNDERSCORES = re.compile(r"_+")
MAX_UNDERSCORES = 3
_BOUND = re.compile(r"[|`\\<>\[\]*]|\n")
"""Signs that emphasis rarely contains, and that may delimit something else."""
_PARAGRAPH = re.compile(r"(?:[^\n]|\n(?![ \t\r]*(?:\n|$)))+")
# fmt: off
_INLINE = frozenset({
    "abbr", "b", "bdi", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp",
    "small", "span", "strong", "sub", "sup", "u", "var",
})
_NO_MARKS_WITHIN = frozenset({
    "a", "button", "label", "option", "script", "select", "style", "summary", "textarea", "title",
})
# fmt: on
_VOID = frozenset({"br", "img", "input", "wbr"})
"""Elements without an end, within a line."""


class Mark(NamedTuple):
    """A span of a text, and the HTML that goes before and behind it in the page.

    A `block` takes the place of its span, which is a paragraph of its own, or what will not be seen. One `around`
    others may hold them, wherever it is listed; two of these do not overlap. One whose span is empty stands there.
    """

    span: Span
    opening: str
    closing: str
    block: bool = False
    around: bool = False


@record
class Sentinels:
    """Twelve characters that a text does not use: they open and close marks, and count them."""

    opening: str
    closing: str
    digits: str

    @classmethod
    def absent_from(cls, text: str) -> Sentinels:
        """Private-use characters which `text` has none of, whatever icons its writer put in."""
        used = set(re.findall("[\U000f0000-\U0010ffff]", text))
        unused = (c for c in map(chr, chain(*_PRIVATE_USE)) if c not in used)
        opening, closing, *digits = islice(unused, 12)
        return cls(opening, closing, "".join(digits))

    def insert(self, text: str, marks: Sequence[Mark], barred: Iterable[Span] = ()) -> str:
        """Wrap the marked spans of `text`; those of `marks[i]` carry the number `i`.

        A mark stays out where its characters would change what the renderer reads: at the number of
        a list item, beside an underscore within a word, across a blank line, and in `barred` stretches
        (link targets and labels). Of marks that overlap the one listed first counts.

        Args:
            text: the text to be rendered.
            marks: what to mark, in offsets of `text`.
            barred: what no mark may touch, in offsets of `text`.
        """
        crossed, holding = Stretches(barred), Stretches()
        pieces: list[_Piece] = []
        for index, (span, _, _, block, around) in sorted(enumerate(marks), key=lambda item: item[1].around):
            if (crossed.cross(span) or holding.meets(span)) if around else crossed.meets(span):
                continue
            if not block and _shapes_the_page(text, span):
                continue
            (holding if around else crossed).add(span)
            opening = self.opening + str(index).translate({ord("0") + n: digit for n, digit in enumerate(self.digits)})
            if block or span.start == span.end:
                pieces.append(_Piece(span, opening + self.closing))
            else:
                # What holds others opens before them, and closes behind them.
                pieces.append(_Piece(Span(span.start, span.start), opening, 1 if around else 2))
                pieces.append(_Piece(Span(span.end, span.end), self.closing, 0 if around else -1))
        return _spliced(text, pieces)

    def replace(self, html: str, marks: Sequence[Mark]) -> str:
        """Put the HTML of `marks[i]` where mark `i` stands in `html`.

        A mark that came to lie in a tag, in another control, or across the bounds of elements, is dropped and its text
        kept; one `around` others grows to whole elements instead. It can be done to any part of a page, in any order.
        """
        stray = re.compile(f"[{self.opening}{self.closing}{self.digits}]")
        if not stray.search(html):
            return html
        # What takes the place of a paragraph cannot stand in one.
        html = re.sub(rf"<p>\s*({self.opening}[{self.digits}]+{self.closing})\s*</p>", r"\1", html)
        value = {digit: str(n) for n, digit in enumerate(self.digits)}
        token = re.compile(
            rf"<!--.*?-->|<svg\b.*?</svg>|<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?:\"[^\"]*\"|'[^']*'|[^'\">])*>"
            rf"|{self.opening}(?P<mark>[{self.digits}]+)|(?P<close>{self.closing})",
            re.DOTALL,
        )
        placing = _Placing()
        last = 0
        for match in token.finditer(html):
            placing.out.append(html[last : match.start()])
            last = match.end()
            if match["mark"]:
                number = to_int("".join(value[digit] for digit in match["mark"]))
                placing.open(marks[number] if number < len(marks) else None)
            elif match["close"]:
                placing.close()
            elif match["tag"]:
                placing.pass_tag(match["tag"].lower(), match[0], is_end=bool(match["end"]))
            else:
                placing.out.append(match[0])
        placing.out.append(html[last:])
        return stray.sub("", "".join(placing.out))  # Also those that came to lie in a tag.


class _Element(NamedTuple):
    """An element within a line that is still open: its start tag stands at `place` of the output."""

    tag: str
    place: int


@dataclass(slots=True)
class _Open:
    """A mark whose end is still to come; None where it is dropped.

    Attributes:
        place: where its opening goes in the output.
        depth: how many elements are open around all of it.
        start: where it began in the output.
    """

    mark: Mark | None
    place: int
    depth: int
    start: int


@dataclass(slots=True)
class _Placing:
    """Put marks into HTML that is read token by token."""

    out: list[str] = field(default_factory=list)
    elements: list[_Element] = field(default_factory=list)
    marks: list[_Open] = field(default_factory=list)
    waiting: list[_Open] = field(default_factory=list)
    """Marks that end behind the elements which are open at the end of their text."""
    starts: list[int] = field(default_factory=list)
    """Where marks around others begin, since the last block."""
    controls: int = 0

    def open(self, mark: Mark | None) -> None:
        """Begin a mark: within a link only one around others, which grows around the link."""
        links = [depth for depth, element in enumerate(self.elements) if element.tag == "a"]
        place, depth = len(self.out), len(self.elements)
        if mark is not None and self.controls:
            if mark.around and self.controls == len(links):
                place, depth = self.elements[links[0]].place, links[0]
            else:
                mark = None
        self.marks.append(_Open(mark, place, depth, len(self.out)))
        if mark is not None and mark.around:
            self.starts.append(len(self.out))
        self.out.append("")

    def close(self) -> None:
        """End the innermost mark, or let it wait for the end of an element."""
        closed = self.marks.pop() if self.marks else None
        if closed is None or closed.mark is None:
            return
        if len(self.elements) == closed.depth:
            self._place(closed)
        elif closed.mark.around:
            self.waiting.append(closed)

    def pass_tag(self, tag: str, text: str, *, is_end: bool) -> None:
        """Go past a tag."""
        if tag in _NO_MARKS_WITHIN:
            self.controls = max(0, self.controls + (-1 if is_end else 1))
        if tag in _VOID:
            self.out.append(text)
        elif tag not in _INLINE and tag != "a":
            self._forget()
            self.out.append(text)
        elif not is_end:
            if tag == "a":
                self._drop(lambda mark: not mark.around)
            self.elements.append(_Element(tag, len(self.out)))
            self.out.append(text)
        elif self.elements and self.elements[-1].tag == tag:
            self._leave(self.elements.pop(), text)
        else:
            self._drop(lambda mark: True)
            self.elements.clear()
            self.waiting.clear()
            self.out.append(text)

    def _leave(self, element: _Element, text: str) -> None:
        """Go past the end of an element: marks that began in it grow around it, or are dropped."""
        depth = len(self.elements)
        for open_ in self.marks:
            if open_.mark is None or open_.depth <= depth:
                continue
            if not open_.mark.around:
                open_.mark = None
            elif any(element.place < start < open_.start for start in self.starts):
                self._place(open_)  # Grown, it would take in another one.
                open_.mark = None
            else:
                open_.place, open_.depth = element.place, depth
        self.out.append(text)
        for waiting in [waiting for waiting in self.waiting if waiting.depth == depth]:
            self.waiting.remove(waiting)
            self._place(waiting)

    def _place(self, open_: _Open) -> None:
        assert open_.mark is not None
        self.out[open_.place] = open_.mark.opening + self.out[open_.place]
        self.out.append(open_.mark.closing)

    def _drop(self, is_dropped: Callable[[Mark], bool]) -> None:
        for open_ in self.marks:
            if open_.mark is not None and is_dropped(open_.mark):
                open_.mark = None

    def _forget(self) -> None:
        """Drop what is open at a block, whose bounds no mark crosses."""
        for open_things in (self.elements, self.marks, self.waiting, self.starts):
            open_things.clear()


class _Piece(NamedTuple):
    """Replacement of a span; at the same place, lower ranks come first."""

    span: Span
    text: str
    rank: int = 0


def _shapes_the_page(text: str, span: Span) -> bool:
    """Return whether a mark around `span` would change the page's markup."""
    if _BLANK_LINE.search(text, span.start, span.end):
        return True
    if (text[max(0, span.start - 1) : span.start] == "_" and span.start not in _beside_emphasis(text)) or (
        text.startswith("_", span.end) and span.end not in _beside_emphasis(text)
    ):
        return True
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start].rstrip(" \t")
    return (not before or before.endswith(">")) and _LIST_NUMBER.match(text, span.start) is not None


@lru_cache(2)
def _beside_emphasis(text: str) -> frozenset[int]:
    """Return the inner bounds of underscore emphasis: behind its start and before its end.

    Only paragraphs count in which all underscores pair up.
    """
    numbers: set[int] = set()
    for paragraph in _PARAGRAPH.finditer(text) if "_" in text else ():
        runs = [match.span() for match in _UNDERSCORES.finditer(text, *paragraph.span())]
        pairs = list(zip(runs[::2], runs[1::2], strict=False))
        if len(runs) % 2 == 0 and all(_are_emphasis(text, *pair) for pair in pairs):
            numbers.update(place for first, last in pairs for place in (first[1], last[0]))
    return frozenset(numbers)


def _are_emphasis(text: str, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Return whether two runs of underscores enclose words as emphasis."""
    (before, start), (end, behind) = first, last
    inner = text[start:end]
    outer = text[max(0, before - 1) : before] + text[behind : behind + 1]
    return (
        start - before == behind - end <= MAX_UNDERSCORES
        and inner == inner.strip() != ""
        and not _BOUND.search(inner)
        and not any(sign.isalnum() or sign in "\\`" for sign in outer)
    )


def _spliced(text: str, pieces: list[_Piece]) -> str:
    out: list[str] = []
    last = 0
    # Where one mark ends and the next begins at once, the closing character has to come first.
    for span, piece, _ in sorted(pieces, key=lambda piece: (piece.span.start, piece.rank)):
        out += [text[last : span.start], piece]
        last = span.end
    return "".join((*out, text[last:]))
