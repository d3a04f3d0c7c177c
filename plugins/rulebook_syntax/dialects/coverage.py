"""Find the text of a document that no reader has read.

Such text is neither shown nor code, a comment, raw HTML or markup, and no finding reports it. A reader may leave text
out for good reasons: a condition is false, or a table has no column for a cell. Writers must know that nothing in it
is checked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_syntax.document import Document

_TAG = lazily(r"<(?P<end>/?)(?P<raw>script|style|template)\b[^<>]*>|</?[A-Za-z!?][^<>]*>", re.IGNORECASE)
_MARKDOWN = r"""
    &\#?\w+;
    | ^(?:[ \t>:~*+-]|\d+[.)][ \t])*\(?(?:\d+|[A-Za-z]{1,5}|\#|@\w*)[.)](?!\S)        # the number of an item
    | ^[ \t>]*(?:!!!|\?\?\?\+?|/{3,}|={3,})[ \t]*[\w |-]*                             # an admonition, a tab
    | ^[ ]{4,}(?:attrs|open|type|new|select|markdown|width|prepend|label|language)[ ]*:.*  # an option of a block
    | \[![^\]\n]*\]                                                                   # a callout
    | ^[ \t>]*:{3,}.*                                                                 # a div
    | ^[ \t>]*(?:`{3,}|~{3,})(?![^\n]*\btitle=["'][^"'\n]*\d).*                        # a fence
    | ^[ ]*[Tt]able(?=:)                                                              # a caption
    | ^[ ]{0,3}\*\[[^\]\n]*\][ ]?:(?:[^\d\n]*$)?         # an abbreviation; numbers in what it is explained by count
    | \[\^[^\]\n]*\]:?                                                                # a footnote
    | \{(?![^{}\n]*\btitle=["'][^"'\n]*\d)[^{}\n]*\}                                    # attributes
    | ^[ \t]*\[TOC\]|\[\[_TOC_\]\]
    | \\\([^\d\n]{1,200}?\\\)                                                         # a formula without numbers
"""
MARKDOWN = lazily(_MARKDOWN, re.MULTILINE | re.VERBOSE)
"""Markup that leaves no words in a document."""
_WHOLE = ("wikilink", "autolink")
_CHECKABLE = r"(?:\d[^\"'\n\d]+\d|\d\s?%|\d[dDwW]\d)"
_TITLE = lazily(rf"(?<=[\s=,(][\"'])(?=[^\"'\n]*{_CHECKABLE})[^\"'\n]*(?=[\"'])")
"""Title of a link with numbers to check; readers see it on hover."""
_SHOWN = lazily(rf"(?:(?<=\btitle=[\"'])|(?<=\balt=[\"']))(?=[^\"'\n]*{_CHECKABLE})[^\"'\n]*(?=[\"'])")
"""The same of a tag."""
_INSTEAD = lazily(rf"(?<=\[)(?=[^\[\],\n]*{_CHECKABLE})[^\[\],\n]*(?=[\],])")
_ALIAS = lazily(rf"(?<=\|)(?!\d+(?:x\d+)?\])(?=[^|\]\n]*{_CHECKABLE})[^|\]\n]*(?=\])")
"""Text that replaces a picture and has numbers to check; a size does not count."""
_WORD = lazily(r"[^\W_]+")
_DIGIT = lazily(r"\d")
_START = itemgetter(0)


def unread_stretches(document: Document, markup: re.Pattern[str]) -> Iterator[Span]:
    """Yield the spans that no reader has read, in order.

    Each begins with its first word and ends with its last.
    """
    text = document.source.text
    if (title := _title_of_page(document)) is not None:
        yield title
    lines = _Markup(text, markup)
    end = document.body.start
    start: int | None = None
    last = end
    for known_start, known_end in (*sorted(_known(document)), (document.body.end, document.body.end)):
        # Most gaps are a line end or a sign of markup.
        if end < known_start and _WORD.search(text, end, known_start):
            for word in lines.words(Span(end, known_start)):
                if start is not None and last < end:
                    yield Span(start, last)
                    start = None
                start, last = word.start if start is None else start, word.end
        if end < known_end:
            end = known_end
    if start is not None:
        yield Span(start, last)


def _title_of_page(document: Document) -> Span | None:
    """Return the span of a front matter title with numbers to check.

    It is None if a block or a heading shows the title.
    """
    title, above = document.meta.get("title"), document.source.text[: document.body.start]
    if not isinstance(title, str) or re.search(_CHECKABLE, title) is None or title in document.titles:
        return None
    if (start := above.find(title)) < 0:
        return None
    span = Span(start, start + len(title))
    return None if any(block.span.start < span.end for block in document.prose.blocks[:1]) else span


class _Markup:
    """Lookup of the markup near unread text."""

    def __init__(self, text: str, signs: re.Pattern[str]) -> None:
        self._text = text
        self._signs = signs
        self._lines = Span(0, 0)
        self._signs_of_lines: list[tuple[int, int]] = []

    def words(self, gap: Span) -> Iterator[Span]:
        """The words of a gap between what is known that are no markup."""
        for word in _WORD.finditer(self._text, *gap):
            if word.end() > self._lines.end:
                self._look(gap)
            at = bisect_right(self._signs_of_lines, word.start(), key=_START) - 1
            if at < 0 or word.end() > self._signs_of_lines[at][1]:
                yield Span(*word.span())

    def _look(self, gap: Span) -> None:
        """Find the markup of the lines of a gap, and of the one before: the header of a document has two."""
        text = self._text
        before = text.rfind("\n", 0, gap.start)
        start = max(self._lines.end, text.rfind("\n", 0, max(0, before)) + 1)
        end = text.find("\n", gap.end)
        self._lines = Span(start, end if end >= 0 else len(text))
        self._signs_of_lines = [match.span() for match in self._signs.finditer(text, *self._lines)]


def _known(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the spans that are shown, deliberately hidden or reported."""
    for block in document.prose.blocks:
        if block.kind == "code":
            yield block.span
        yield from block.text.sources
        for code in block.code:
            yield code.span
    yield from document.left_out
    text = document.source.text
    for items in (document.comments, document.anchors):
        yield from (item.span for item in items)
    for definition in document.definitions:
        yield from _but(_TITLE, text, *definition.span)
    for link in chain(document.links, document.candidates):
        if link.kind in _WHOLE:
            yield from _but(_ALIAS, text, *link.span) if link.image else (link.span,)
        elif link.kind == "html":
            yield link.target_span or link.text_span  # Its tag is looked at as any other.
        elif link.image:
            for start, end in _but(_INSTEAD, text, *link.span):
                yield from _but(_TITLE, text, start, end)
        else:
            # Around its text stands where it leads, which is not shown.
            yield link.span.start, link.text_span.start
            yield from _but(_TITLE, text, link.text_span.end, link.span.end)
    places = (place for finding in document.findings for place in finding.places)
    yield from (place.span for place in places if place.source is document.source)
    yield from _tags(text)


def _but(said: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch of markup without what it says."""
    for match in said.finditer(text, start, end) if _DIGIT.search(text, start, end) else ():
        yield start, match.start()
        start = match.end()
    yield start, end


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """The tags of HTML, and all of scripts and styles."""
    opened: re.Match[str] | None = None
    for match in _TAG.finditer(text):
        if opened is None:
            yield from _but(_SHOWN, text, *match.span())
            opened = match if match["raw"] and not match["end"] else None
        elif match["end"] and match["raw"].lower() == opened["raw"].lower():
            yield opened.start(), match.end()
            opened = None
