"""Texts of blocks: what a reader sees of each, with the way back to the source.

What the reader sees is Asciidoctor's own output, always. It is laid beside what is written, of which attributes and
macros have been taken out of the way: nearly all of it stands there in the same words and the same order. What does
not stems as a whole from what stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import pairwise
from typing import Any, NamedTuple

from rulebook_asciidoc.parsing.macros import Macro, Macros, hidden
from rulebook_core.source import Span
from rulebook_core.source_map import Change, MappedText, Writer
from rulebook_core.spans import Stretches
from rulebook_syntax.document import CodeSpan
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_TAG_OR_ENTITY = re.compile(
    r"<(?P<end>/?)rb-(?P<number>\d{1,9})>|<sup class=\"footnote[^>]*>.*?</sup>|<[bi] class=\"conum\"[^>]*>.*?</[bi]>"
    r"|<(?P<silent>script|style)\b[^>]*>.*?</(?P=silent)\s*>|<(?:[^<>=]|=\"[^\"]*\"|=(?!\"[^\"]*\")|</?rb-\d{1,9}>)*>"
    r"|&(?:#\d{1,1000}(?!\d);?|#[xX][\da-fA-F]+;?|\w+;)|\u200b",
    re.DOTALL | re.IGNORECASE,
)
"""Parts of HTML that readers do not see as written.

These are tags, entities, and parts that Asciidoctor adds.

A quoted value is only read right behind its `=`. The name of an image may have one quotation mark too many, and
markup within it.
"""
_ATTRIBUTE = re.compile(r"(?<!\\)\{(?P<name>\w[\w-]*)\}")
_ID = re.compile(r"#(?P<id>[^.,\s]+)")
_TOKEN = re.compile(r"\s+|[^\W_]+|[^\w\s]|_")
_PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\n\t", "''\"\"  ")
"""Typographic quotes and line ends, with the plain signs that they replace."""
_MAX_DISTANCE = 200
"""The distance, in words and signs, at which two texts may agree again."""
_NEW = 3
"""A word that is shown and not written counts for so many that are written and not shown."""
_MARKS = frozenset("*_`#^~+()[]\"'{}\\<>|")


class Element(NamedTuple):
    """A macro or a formatted text, and the stretch of the plain text that is shown of it.

    Attributes:
        kind: "code", "text", "link", "reference", "image", "anchor", "footnote" or "passed".
        start, end: the stretch.
        span: all of it in the source.
        roles: the classes that its markup gives it.
        target: where it leads or what it is called, as written, and `target_span` where that is.
        href: where it leads as converted.
    """

    kind: str
    start: int
    end: int
    span: Span
    roles: tuple[str, ...] = ()
    target: str = ""
    target_span: Span = Span(0, 0)
    href: str | None = None


@record
class Text:
    """A text as read.

    Attributes:
        plain: what its reader sees.
        elements: what is in it, in order.
        undefined: names of attributes that nobody defines, and where they stand.
        notes: its footnotes, each with its own text.
    """

    plain: MappedText
    elements: tuple[Element, ...]
    undefined: tuple[tuple[str, Span], ...]
    notes: tuple[tuple[Element, Text], ...]

    @property
    def code(self) -> tuple[CodeSpan, ...]:
        """The inline code in it."""
        return tuple(
            CodeSpan(element.start, element.end, element.roles, self.plain.span(element.start, element.end))
            for element in self.elements
            if element.kind == "code" and element.start < element.end
        )


class _Placed(NamedTuple):
    """Asciidoctor's record of an element, with its span in the visible text."""

    said: Mapping[str, Any]
    start: int
    end: int


def read_text(raw: MappedText, record: Mapping[str, Any], *, folded: bool = True) -> Text:
    """Read a text as written and as Asciidoctor converted it: see `applySubs` in host.js."""
    said = {element["number"]: element for element in record["elements"]}
    return _read(raw, record["html"], record, said, folded=folded)


def _read(
    raw: MappedText, html: str, record: Mapping[str, Any], said: Mapping[int, Mapping[str, Any]], *, folded: bool = True
) -> Text:
    seen, placed, seams = _seen(html, said)
    has_attributes = record["subs"] is None or "attributes" in record["subs"]
    text = raw.replace(_values(raw.text, record["attributes"])) if has_attributes and "{" in raw.text else raw
    macros = list(_paired(text.text, placed, seen)) if placed else []
    changes = list(hidden(text.text, seen))
    for (element, start, end), macro in macros:
        if macro is not None:
            is_bare = element["kind"] == "reference" and element["text"] is None
            changes += macro.changes(seen[start:end] if is_bare else None)
    beside = laid_beside(text.replace(sorted(changes)) if changes else text, seen, seams)
    plain = beside.fold() if folded else beside
    elements: list[Element] = []
    notes: list[tuple[Element, Text]] = []
    for place, macro in macros:
        here = _elements(place, macro, text, beside, plain)
        elements += here
        if place.said["kind"] == "footnote" and place.said["text"] and macro is not None and macro.words is not None:
            words = text.slice(*macro.words)
            notes.append((here[0], _read(words, place.said["text"], record, said)))
    passed = Stretches((element.start, element.end) for element in elements if element.kind == "passed")
    undefined = tuple(_undefined(text, beside, plain, passed)) if has_attributes and "{" in seen else ()
    return Text(plain, tuple(elements), undefined, tuple(notes))


def _seen(html: str, said: Mapping[int, Mapping[str, Any]]) -> tuple[str, list[_Placed], list[int]]:
    """Return the visible text of some HTML, its elements and its seams.

    Text that Asciidoctor adds itself is left out. Seams are the offsets of tags.
    """
    parts: list[str] = []
    seams: list[int] = []
    opened: dict[int, int] = {}
    placed: list[_Placed] = []
    length = last = 0
    for match in _TAG_OR_ENTITY.finditer(html):
        new = html[last : match.start()] + (unescape(match[0]) if match[0][0] == "&" else "").replace("\u200b", "")
        if match[0] == "<sup>" and new[-1:].isdigit() and html[match.end() : match.end() + 1].isdigit():
            new += "^"  # Two numbers at different heights are not one.
        parts.append(new)
        length += len(new)
        seams.append(length)
        last = match.end()
        number = to_int(match["number"]) if match["number"] is not None else 0
        if number in said and not match["end"]:
            opened[number] = length
        elif number in opened:
            placed.append(_Placed(said[number], opened.pop(number), length))
    parts.append(html[last:])
    placed.sort(key=lambda place: (place.start, -place.end, place.said["number"]))
    return "".join(parts), placed, seams


def _values(text: str, attributes: Mapping[str, str]) -> Iterator[Change]:
    """The attributes in a text that are defined, as their values are seen."""
    for match in _ATTRIBUTE.finditer(text):
        value = attributes.get(match["name"].lower())
        if value is not None:
            yield *match.span(), _seen(value, {})[0]


def _paired(text: str, placed: list[_Placed], seen: str) -> Iterator[tuple[_Placed, Macro | None]]:
    """The elements of a text with the macros that they were made of."""
    macros = Macros(text)
    for place in placed:
        said = place.said
        kind = said["kind"]
        if kind in ("text", "code", "passed"):
            has_brackets = kind == "passed" or said["roles"] or said["id"]
            shown = seen[place.start : place.end]
            yield place, macros.before(shown, "passed" if kind == "passed" else "role") if has_brackets else None
        else:
            yield place, macros.next(kind, said["id"] if kind == "anchor" else said["target"])


def _elements(
    place: _Placed, macro: Macro | None, text: MappedText, beside: MappedText, plain: MappedText
) -> list[Element]:
    """An element of the plain text, and the anchor that formatted text may be as well."""
    said, first, last = place
    start, end = plain.stretch(first, last, beside) or (plain.index(first, beside),) * 2
    id_, roles, href = said.get("id") or "", tuple(said.get("roles", ())), said.get("href")
    if macro is None:
        span = target_span = plain.span(start, end)
        target = id_
    else:
        span, target_span = text.span(macro.start, macro.end), text.span(*macro.target)
        target = text.text[slice(*macro.target)]
    if said["kind"] not in ("text", "code"):
        return [
            Element(
                kind=said["kind"],
                start=start,
                end=end,
                span=span,
                roles=roles,
                target=target,
                target_span=target_span,
                href=href,
            )
        ]
    formatted = Element(said["kind"], start, end, span, roles)
    if not id_:
        return [formatted]
    if macro is not None and (match := _ID.search(target)):
        at = macro.target[0] + match.start("id")
        target_span = text.span(at, at + len(match["id"]))
    return [
        Element(kind="anchor", start=start, end=start, span=span, roles=(), target=id_, target_span=target_span),
        formatted,
    ]


def _undefined(
    text: MappedText, beside: MappedText, plain: MappedText, passed: Stretches
) -> Iterator[tuple[str, Span]]:
    """The attributes that are shown as they are written, though nobody wants them to be."""
    for match in _ATTRIBUTE.finditer(text.text):
        start, end = (plain.index(beside.index(at, text), beside) for at in match.span())
        if plain.text[start:end] == match[0] and not passed.around((start, end)):
            yield match["name"], text.span(*match.span())


def laid_beside(written: MappedText, seen: str, seams: list[int]) -> MappedText:
    """Map each word and sign of the visible text to its source."""
    if written.text == seen:
        return written
    ours = _tokens(written.text, [run.start for run in written.runs])
    theirs = _tokens(seen, seams)
    words = [written.text[s:e].translate(_PLAIN) for s, e in ours]
    shown = [seen[s:e].translate(_PLAIN) for s, e in theirs]
    writer = Writer(written)
    i = j = 0
    while j < len(shown):
        if i < len(words) and words[i] == shown[j]:
            writer.copy(*ours[i])
            i, j = i + 1, j + 1
            continue
        next_i, next_j = _meeting(words, shown, i, j)
        if j < next_j:
            new = seen[theirs[j][0] : theirs[next_j - 1][1]]
            start = ours[i][0] if i < len(ours) else len(written.text)
            end = ours[next_i - 1][1] if i < next_i else start
            if new == written.text[start:end]:
                writer.copy(start, end)  # The seams are elsewhere.
            else:
                # What has no words of its own stems from the sign before it.
                writer.put(new, start if start < end else max(0, start - 1), end or 1)
        i, j = next_i, next_j
    return writer.written().redrawn(seen)


def _tokens(text: str, seams: list[int]) -> list[tuple[int, int]]:
    """The places of words, signs and white space, none of them over a seam."""
    bounds = sorted({0, *seams, len(text)})
    return [match.span() for start, end in pairwise(bounds) for match in _TOKEN.finditer(text, start, end)]


def _meeting(ours: list[str], theirs: list[str], i: int, j: int) -> tuple[int, int]:
    """Where two lists of words and signs go on alike, the nearest such place from two indices on.

    What is written is mostly shown, but for marks: it is likelier that some of it is skipped than that what is shown is
    new.
    """
    for far in range(1, _MAX_DISTANCE):
        for ahead in range(far // _NEW + 1):
            a, b = i + far - _NEW * ahead, j + ahead
            if a >= len(ours) and b == len(theirs):
                return len(ours), b
            if a < len(ours) and b < len(theirs) and ours[a] == theirs[b] and _goes_on(ours, theirs, a, b):
                return a, b
    return len(ours), len(theirs)


def _goes_on(ours: list[str], theirs: list[str], a: int, b: int) -> bool:
    """Return whether two equal tokens are likely to correspond.

    Words do. Signs do if the tokens after them are equal too.
    """
    if ours[a][0].isalnum():
        return True
    following = theirs[b + 1] if b + 1 < len(theirs) else None
    behind = a + 1
    while behind < min(len(ours), a + 4) and ours[behind] in _MARKS and ours[behind] != following:
        behind += 1
    return following == (ours[behind] if behind < len(ours) else None)
