"""One text of a document: as its reader sees it, character by character with the way back to the source.

What the reader sees is Asciidoctor's own output, always. Where it stems from is found by doing the same
substitutions on tracked text; should they ever come to something else, the two are laid side by side, and what
differs stems as a whole from what stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from html import unescape

from rulebook.dialects.asciidoc.inlines import HOLE, NORMAL, Element, Inlines
from rulebook.dialects.asciidoc.tracked import EMPTY, Tracked, joined, written
from rulebook.document import CodeSpan, Piece, PlainText
from rulebook.source import Span

_GENERATED = re.compile(
    r"<sup class=\"footnote[^>]*>.*?</sup>|<[bi] class=\"conum\"[^>]*>.*?</[bi]>"
    r"|<(?P<silent>script|style)\b[^>]*>.*?</(?P=silent)\s*>",
    re.DOTALL | re.IGNORECASE,
)
_TAG_OR_ENTITY = re.compile(r"<(?P<end>/?)e(?P<number>\d+)>|<[^<>]*>|&(?:#\d+;?|#[xX][\da-fA-F]+;?|\w+;)|\u200b")
_ANCHOR = re.compile(r"<a (?=[^>]*href=)[^>]*>(?P<text>.*?)</a>", re.DOTALL)
_HREF = re.compile(r"<a (?=[^>]*href=\"(?P<href>[^\"]*)\")[^>]*>")
_HOLE = re.compile(rf"<e(?P<number>\d+)>{HOLE}")
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_TOKEN = re.compile(r"\s+|\S+")


@dataclass(frozen=True, slots=True)
class Placed:
    """An element and the stretch of the plain text between its tags."""

    element: Element
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text as read.

    Attributes:
        plain: what its reader sees.
        placed: the elements in it, in the order of their beginnings.
        undefined: names of attributes that nobody defines, and where they stand.
        notes: its footnotes, each with its own text.
        is_exact: whether our substitutions came to what Asciidoctor's came to.
    """

    plain: PlainText
    placed: tuple[Placed, ...]
    undefined: tuple[tuple[str, Span], ...]
    notes: tuple[tuple[Element, Text], ...]
    is_exact: bool

    @property
    def code(self) -> tuple[CodeSpan, ...]:
        """The inline code in it."""
        return tuple(
            CodeSpan(place.start, place.end, place.element.roles, self.plain.span(place.start, place.end))
            for place in self.placed
            if place.element.kind == "code" and place.start < place.end
        )


def read_text(
    raw: Tracked,
    html: str,
    attributes: Mapping[str, str],
    substitutions: Collection[str] | None,
    *,
    folded: bool = True,
) -> Text:
    """Read a text.

    Args:
        raw: as written.
        html: as Asciidoctor converts it.
        attributes: those that hold where it stands.
        substitutions: the ones that are done to it.
        folded: whether white space is folded, as in running text.
    """
    inlines = Inlines(attributes)
    marked = inlines.read(raw, NORMAL if substitutions is None else substitutions)
    marked = marked.substitute(_GENERATED, lambda match: EMPTY)
    shown, placed = _without_tags(_filled(marked, inlines, html))
    seen = _seen(html)
    is_exact = shown.text == seen
    if not is_exact:
        shown, placed = _laid_beside(shown, placed, seen, raw)
    text = _text(shown, placed, inlines, folded=folded)
    notes = tuple(
        (element, _text(*_without_tags(element.text.replace(HOLE, "")), inlines))
        for element in inlines.elements
        if element.kind == "footnote" and element.text.text
    )
    return replace(text, undefined=tuple(inlines.undefined), notes=notes, is_exact=is_exact)


def _text(shown: Tracked, placed: list[tuple[int, int, int]], inlines: Inlines, *, folded: bool = True) -> Text:
    plain, index = _folded(shown) if folded else _kept(shown)
    elements = (
        Placed(inlines.elements[number], index[start], max(index[start], index[end])) for number, start, end in placed
    )
    return Text(plain, tuple(_trimmed(plain.text, place) for place in elements), (), (), is_exact=True)


def links_in(html: str) -> list[str]:
    """Where the links in a text as Asciidoctor converts it lead, in their order."""
    return [unescape(match["href"]) for match in _HREF.finditer(_GENERATED.sub("", html))]


def _seen(html: str) -> str:
    """What is seen of Asciidoctor's HTML, without what it adds of its own."""
    return _TAG_OR_ENTITY.sub(lambda match: _sign(match[0]), _GENERATED.sub("", html))


def _sign(found: str) -> str:
    return unescape(found) if found.startswith("&") and found != "&#8203;" else ""


def _filled(marked: Tracked, inlines: Inlines, html: str) -> Tracked:
    """Give links without words of their own those that Asciidoctor found for them."""
    if HOLE not in marked.text:
        return marked
    words = [_seen(match["text"]) for match in _ANCHOR.finditer(_GENERATED.sub("", html))]
    order = [int(number) for number in re.findall(r"<e(\d+)>", marked.text)]
    links = [number for number in order if inlines.elements[number].kind in ("link", "reference")]
    if len(words) != len(links):
        return marked
    known = dict(zip(links, words, strict=True))

    def filled(match: re.Match[str]) -> Tracked | None:
        if int(match["number"]) not in known:
            return None
        hole = marked[match.end() - 1 : match.end()].span
        return joined((marked[match.start() : match.end() - 1], written(known[int(match["number"])], hole)))

    return marked.substitute(_HOLE, filled)


def _without_tags(marked: Tracked) -> tuple[Tracked, list[tuple[int, int, int]]]:
    """The text between the tags, and for each element its number and the stretch between its tags."""
    parts: list[Tracked] = []
    placed: list[tuple[int, int, int]] = []
    opened: dict[int, int] = {}
    length = last = 0
    for match in _TAG_OR_ENTITY.finditer(marked.text):
        parts.append(marked[last : match.start()])
        length += match.start() - last
        last = match.end()
        if match["number"] is not None:
            number = int(match["number"])
            if not match["end"]:
                opened[number] = length
            elif number in opened:
                placed.append((number, opened.pop(number), length))
            continue
        sign = _sign(match[0])
        parts.append(written(sign, marked.origin(match)))
        length += len(sign)
    parts.append(marked[last:])
    return joined(parts), sorted(placed, key=lambda place: (place[1], -place[2], place[0]))


def _laid_beside(
    shown: Tracked, placed: list[tuple[int, int, int]], seen: str, raw: Tracked
) -> tuple[Tracked, list[tuple[int, int, int]]]:
    """The text that is seen, with the origins of ours where both agree."""
    ours = [(match.start(), match.end()) for match in _WORD.finditer(shown.text)]
    theirs = [(match.start(), match.end()) for match in _WORD.finditer(seen)]
    matcher = SequenceMatcher(
        None, [shown.text[s:e] for s, e in ours], [seen[s:e] for s, e in theirs], autojunk=len(theirs) > 2000
    )
    whole = raw.span if raw.text else Span(0, 0)
    parts: list[Tracked] = []
    moved: dict[int, int] = {}
    length = 0
    for kind, first, last, other_first, other_last in matcher.get_opcodes():
        start, end = (ours[first][0], ours[last - 1][1]) if first < last else (_end(ours, first), _end(ours, first))
        moved.setdefault(start, length)
        if kind == "equal":
            parts.append(shown[start:end])
            moved.update((start + offset, length + offset) for offset in range(end - start))
        elif other_first < other_last:
            new = seen[theirs[other_first][0] : theirs[other_last - 1][1]]
            parts.append(written(new, shown[start:end].span if start < end else _between(shown, start, whole)))
        length += len(parts[-1].text) if parts and kind != "delete" else 0
        for offset in range(start, end):
            moved.setdefault(offset, length)
        moved[end] = length
    return joined(parts), [(n, moved.get(start, length), moved.get(end, length)) for n, start, end in placed]


def _end(words: list[tuple[int, int]], index: int) -> int:
    return words[index - 1][1] if index else 0


def _between(text: Tracked, index: int, whole: Span) -> Span:
    """What stands in the source where the text has nothing at `index`."""
    start = text.ends[index - 1] if index else whole.start
    end = text.starts[index] if index < len(text.text) else whole.end
    return Span(start, end) if start < end else Span(start, min(start + 1, whole.end)) if start < whole.end else whole


def _folded(text: Tracked) -> tuple[PlainText, list[int]]:
    """The text with white space folded, and where each of its positions went."""
    builder = _Pieces()
    index: list[int] = []
    for match in _TOKEN.finditer(text.text):
        start, end = match.span()
        if match[0][0].isspace():
            at = builder.length
            last = end == len(text.text)
            if builder.length and not last:
                builder.add(" ", Span(text.starts[start], text.ends[end - 1]))
            index += [at] * (end - start)
        else:
            index += range(builder.length, builder.length + end - start)
            builder.add_all(text[start:end])
    index.append(builder.length)
    return builder.build(), index


def _kept(text: Tracked) -> tuple[PlainText, list[int]]:
    builder = _Pieces()
    builder.add_all(text)
    return builder.build(), list(range(len(text.text) + 1))


class _Pieces:
    """Builds a plain text; characters that stand side by side in the source become one piece."""

    def __init__(self) -> None:
        self.length = 0
        self._parts: list[str] = []
        self._pieces: list[Piece] = []

    def add(self, new: str, source: Span) -> None:
        last = self._pieces[-1] if self._pieces else None
        width = source.end - source.start
        if (
            last is not None
            and len(new) == width
            and last.source.end == source.start
            and last.end - last.start == last.source.end - last.source.start
        ):
            self._pieces[-1] = Piece(last.start, last.end + width, Span(last.source.start, source.end))
        else:
            self._pieces.append(Piece(self.length, self.length + len(new), source))
        self._parts.append(new)
        self.length += len(new)

    def add_all(self, text: Tracked) -> None:
        """Add a text: signs of one origin stay together."""
        if _stands_as_it_is(text):
            self.add(text.text, Span(text.starts[0], text.ends[-1]))
            return
        start = 0
        for end in range(1, len(text.text) + 1):
            same = (
                end < len(text.text) and text.starts[end] == text.starts[start] and text.ends[end] == text.ends[start]
            )
            if not same:
                self.add(text.text[start:end], Span(text.starts[start], text.ends[start]))
                start = end

    def build(self) -> PlainText:
        return PlainText("".join(self._parts), tuple(self._pieces))


def _stands_as_it_is(text: Tracked) -> bool:
    """Whether every character stems from one of its own, side by side: nearly all text does."""
    length = len(text.text)
    if not length:
        return False
    first = text.starts[0]
    return list(text.starts) == list(range(first, first + length)) and list(text.ends) == list(
        range(first + 1, first + length + 1)
    )


def _trimmed(text: str, place: Placed) -> Placed:
    start, end = place.start, place.end
    while start < end and text[start] == " ":
        start += 1
    while start < end and text[end - 1] == " ":
        end -= 1
    return Placed(place.element, start, end)
