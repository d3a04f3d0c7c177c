"""From a note to its document, and to its page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import chain
from typing import Any, NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_core.source import Source, Span
from rulebook_core.source_map import Change, MappedText
from rulebook_syntax.dialects.breaks import with_breaks
from rulebook_syntax.dialects.faults import CUT, malformed_markup
from rulebook_syntax.dialects.markdown.options import LONE_OPTIONS, MarkdownOptions
from rulebook_syntax.dialects.markdown.reading import front_matter, read_normal
from rulebook_syntax.dialects.markdown.text import normal_text
from rulebook_syntax.dialects.obsidian.blocks import NoteBlocks
from rulebook_syntax.dialects.obsidian.inlines import NoteInlines, Url, Wikilink
from rulebook_syntax.dialects.obsidian.linked import written_links
from rulebook_syntax.dialects.obsidian.wikilinks import read_target
from rulebook_syntax.dialects.options import OF_OBSIDIAN
from rulebook_syntax.dialects.page import LinkUrl, PageText
from rulebook_syntax.document import Comment, Document
from rulesmod.records import record

_LINE_END = re.compile(r"[\r\n]")
"""Obsidian breaks lines where the writer did."""
_HERE = "#"


@record
class Note(Document):
    """A document that remembers how it was read, to be published the same way.

    Attributes:
        markdown: its text as Markdown, where a page has the same but for the addresses of its wikilinks.
        wikilinks: what these mean, in order.
    """

    options: MarkdownOptions = field(default=LONE_OPTIONS)
    markdown: str | None = field(default=None, compare=False, repr=False)
    wikilinks: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "markdown": None}  # To make it anew is sooner done than to send it.


class _Translation(NamedTuple):
    """A note as written, after the edits of its lines, and as Markdown; and what is known of it besides."""

    written: MappedText
    lines: MappedText
    markdown: MappedText
    blocks: NoteBlocks
    wikilinks: list[Wikilink]
    halves: list[tuple[int, int]]
    cut: list[tuple[int, int]]


def read_obsidian(source: Source, options: MarkdownOptions = LONE_OPTIONS, left_out: Sequence[Span] = ()) -> Document:
    """Read a note, but for what is left out of it."""
    options = replace(options, names=options.names | {*OF_OBSIDIAN})
    body, meta = front_matter(source.text)
    translation = _translate(source.text, body, options, _nowhere, left_out)
    written = translation.written
    wikilinks = sorted(translation.wikilinks)
    # No other link may look like one, and a picture without an address is none.
    is_alike = not (left_out or "](" in source.text or any(read_target(one.target).is_image for one in wikilinks))

    def again() -> MappedText:
        return _translate(source.text, body, options, _nowhere, left_out).markdown

    waiting = [translation.markdown]
    document = read_normal(
        source, body, meta, lambda: waiting.pop() if waiting else again(), options, dialect="obsidian"
    )
    spans = [written.span(comment.start, comment.end) for comment in translation.blocks.comments]
    own = {span: Comment(source.slice(span)[2:-2], span) for span in spans}
    comments = [*own.values(), *(comment for comment in document.comments if comment.span not in own)]
    faults = [
        malformed_markup(Place(source, written.span(*place)), "this comment is never closed", "add `%%`")
        for place in translation.blocks.unclosed
    ]
    faults += [
        malformed_markup(Place(source, translation.lines.span(*place)), "a bracket of this wikilink is missing")
        for place in translation.halves
    ]
    cut = [Place(source, translation.lines.span(*place)) for place in translation.cut]
    faults += [malformed_markup(place, "the `|` of this wikilink ends its cell", "write `\\|`") for place in cut]
    return Note(
        source=source,
        dialect=document.dialect,
        body=document.body,
        meta=meta,
        headings=document.headings,
        anchors=document.anchors,
        links=tuple(written_links(document.links, translation.lines, translation.wikilinks)),
        definitions=document.definitions,
        comments=tuple(sorted(comments, key=lambda comment: comment.span)),
        findings=(*_by_themselves(document.findings, {place.begins.line for place in cut}), *faults),
        candidates=document.candidates,
        is_open=document.is_open,
        left_out=tuple(left_out),
        read_prose=lambda: with_breaks(document.read_prose(), source.text, _LINE_END),
        options=options,
        markdown=translation.markdown.text if is_alike else None,
        wikilinks=tuple(one.target for one in wikilinks) if is_alike else (),
    )


def _by_themselves(findings: Iterable[Finding], lines: Collection[int]) -> Iterator[Finding]:
    """Yield findings without long rows in some lines.

    In these lines, a row exceeds its table only because a wikilink's bar ends its cell.
    """
    for finding in findings:
        if not (lines and finding.message.startswith(CUT)):
            yield finding
        elif rows := [place for place in finding.places if place.begins.line not in lines]:
            place, details = replace(rows[0], message=""), replace(finding.details, related=tuple(rows[1:]))
            yield replace(finding, place=place, details=details)


def obsidian_page(document: Document, text: str, url: LinkUrl) -> PageText:
    """A note as Python-Markdown gets it."""
    options = document.options if isinstance(document, Note) else LONE_OPTIONS
    if isinstance(document, Note) and document.markdown is not None and text == document.source.text:
        addresses, parts = list(map(url, document.wikilinks)), document.markdown.split(f"]({_HERE})")
        if len(parts) == len(addresses) + 1 and None not in addresses:
            ends = [*(f"]({address})" for address in addresses), ""]
            return PageText("".join(chain.from_iterable(zip(parts, ends, strict=True))))
    return PageText(_translate(text, document.body.start, options, url).markdown.text)


def _nowhere(target: str) -> str:
    """While a note is read, nobody knows yet where its links lead."""
    return _HERE


def _translate(text: str, body: int, options: MarkdownOptions, url: Url, left_out: Sequence[Span] = ()) -> _Translation:
    written = normal_text(text, body, left_out)
    blocks = NoteBlocks(written.text, options)
    lines = written.replace(sorted(blocks.edits, key=_place))
    inlines = NoteInlines(lines.text, options, url, is_reading=url is _nowhere)
    return _Translation(
        written=written,
        lines=lines,
        markdown=lines.replace(sorted(inlines.edits, key=_place)),
        blocks=blocks,
        wikilinks=inlines.wikilinks,
        halves=inlines.halves,
        cut=inlines.cut,
    )


def _place(change: Change) -> tuple[int, int]:
    return change[:2]
