"""Inline macros as they are written, so that what Asciidoctor makes of each finds its place.

Whether one is meant, Asciidoctor alone says: what nobody asks for is text.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from itertools import islice

from rulebook_core.source_map import Change
from rulesmod.records import record

_WORDS = r"(?:\\\]|[^\[\]]|\[[^\[\]]*\]){0,2000}"
"""Text in brackets; pairs of brackets within it are balanced."""
_MACRO = re.compile(
    r"(?P<escape>\\)?(?:"
    r"<<(?P<short>[\w#/.:{](?:(?!>>)[^,]){0,300})(?:,[ \n]*(?P<title>(?:(?!>>)[\s\S]){0,2000}))?>>"
    r"|\[\[(?P<bibliography>\[)?(?P<anchor>[^\W\d][\w:.-]*|:[\w:.-]*)(?:, *(?P<reftext>[^\[\]]*?))? ?"
    r"(?(bibliography)\])\]\]"
    rf"|xref:(?P<source>[\w#/.:{{](?:[^\[]|\[[^\[\]]*\](?=[#*_`])){{0,500}})\[(?P<label>{_WORDS})\]"
    r"|(?P<name>link|mailto|image|icon|footnote|footnoteref|anchor|pass|stem|latexmath|asciimath):"
    rf"(?P<target>[^\s\[\]](?:[^\n\[\]]{{0,500}}[^\s\[\]])?)?\[(?P<text>{_WORDS})\]"
    rf"|(?P<url>(?:https?|file|ftp|irc)://[^\s\[\]<>]*[^\s\[\]<>.,;:!?)])(?:\[(?P<site>{_WORDS})\])?"
    r"|(?P<mail>(?<!\w)\w[\w.%+-]{0,80}@[^\W_][\w.-]*\.[a-zA-Z]{2,5})(?!\w)"
    r"|(?<!\w)\[(?P<role>[^\[\]]+)\](?=[#*_`+][^\s])|\[(?P<free>[^\[\]]+)\](?=##|\*\*|__|``|\+\+|\^|~)"
    r")"
)
_INDEX = re.compile(rf"indexterm:\[{_WORDS}\]")
_MAX_TERM = 2000
_MAX_FAILED = 50
"""Failed macros before a requested one, at most."""
_ATTRIBUTES = re.compile(r",\s*[\w-]+=|\^(?=$|,)")
_SHOWN = ("title", "label", "text", "site", "reftext")
_TARGETS = ("short", "source", "anchor", "target", "url", "mail", "role", "free")
_KINDS = {
    "short": "reference", "source": "reference", "anchor": "anchor", "link": "link", "mailto": "link", "url": "link",
    "mail": "link", "image": "image", "icon": "image", "footnote": "footnote", "footnoteref": "footnote",
    "role": "role", "free": "role", "pass": "passed", "stem": "passed", "latexmath": "passed", "asciimath": "passed",
}  # fmt: skip


@record
class Macro:
    """A macro as written: places in the text it stands in.

    Attributes:
        kind: what it would be ("reference", "link", "role", ...).
        start, end: all of it.
        target: where it says what it leads to, or what it is called.
        words: where the words stand that are its own; None where it has none, or none that are shown.
    """

    kind: str
    start: int
    end: int
    target: tuple[int, int]
    words: tuple[int, int] | None

    def changes(self, shown: str | None) -> Iterator[Change]:
        """Yield the changes that hide the markup of a macro.

        Args:
            shown: the text that replaces the target, if any.
        """
        place = self.target if shown is not None else None if self.kind == "footnote" else self.words
        if place is None:
            yield self.start, self.end, ""
            return
        yield self.start, place[0], ""
        if shown is not None:
            yield *place, shown
        yield place[1], self.end, ""


def hidden(text: str, seen: str) -> Iterator[Change]:
    """The terms for an index in a text, which nobody sees."""
    for start, end in (*_terms(text), *(match.span() for match in _INDEX.finditer(text))):
        if text[start:end] not in seen:
            yield start, end, ""


def _terms(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of texts in triple brackets.

    The search for the end is limited: a text may open many such brackets before the first one closes.
    """
    start = text.find("(((")
    while start >= 0 and (end := text.find(")))", start + 3)) >= 0:
        if start + 3 < end <= start + 3 + _MAX_TERM:
            while text.startswith(")", end):
                end += 1
            yield start, end
            start = text.find("(((", end)
        else:
            start = text.find("(((", max(start + 1, end - 3 - _MAX_TERM))


class Macros:
    """The macros of a text, to be asked for one by one, in the order of each kind."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._by_kind: defaultdict[str, deque[Macro]] = defaultdict(deque)
        for macro in _macros(text, 0, len(text)):
            self._by_kind[macro.kind].append(macro)

    def next(self, kind: str, target: str | None) -> Macro | None:
        """The next one of a kind that leads to a target, or the next one at all."""
        result = self._by_kind[kind]
        for index, macro in enumerate(islice(result, _MAX_FAILED)):
            written = self._text[slice(*macro.target)].strip("#").replace(".adoc", "")
            if target and written in (target, target.removeprefix("mailto:")):
                for _ in range(index):
                    result.popleft()
                break
        return result.popleft() if result else None

    def before(self, shown: str, kind: str) -> Macro | None:
        """The next one of a kind that stands before a text which is shown so."""
        result = self._by_kind[kind]
        for index, macro in enumerate(islice(result, _MAX_FAILED if shown else 0)):
            start = macro.words[0] if macro.words else macro.end
            if self._text[start : start + 200].lstrip("#*_`^~+$").startswith(shown[0]):
                for _ in range(index):
                    result.popleft()
                return result.popleft()
        return None


def _macros(text: str, start: int, end: int) -> Iterator[Macro]:
    for match in _MACRO.finditer(text, start, end):
        if match["escape"]:
            continue
        group = next((group for group in _TARGETS if match[group] is not None), None)
        target = match.span(group) if group else (match.start("text"), match.start("text"))
        kind = _KINDS.get(match["name"] or group or "")
        words = _shown_words(match, kind, target)
        if kind is not None:
            yield Macro(kind, *match.span(), target, words if words and words[0] < words[1] else None)
        if words is not None and words != target and kind != "footnote":
            yield from _macros(text, *words)


def _shown_words(match: re.Match[str], kind: str | None, target: tuple[int, int]) -> tuple[int, int] | None:
    """Return the span of the words that a macro shows: an address where a link has no others."""
    words = next((match.span(group) for group in ("title", "label", "text", "site", "reftext") if match[group]), None)
    if words is not None and kind in ("link", "reference") and (given := _ATTRIBUTES.search(match.string, *words)):
        words = (words[0], given.start())
    if (words is None and kind == "link") or match["bibliography"]:
        return words or target
    return None if kind in ("image", "anchor", "role") else words
