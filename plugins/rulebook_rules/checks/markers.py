"""Marks of what is still to be written: `[TODO]`, `[TBD]`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Document

_MARKER = lazily(r"\[(?P<name>TODO|TBD|TBC|TBA|FIXME|XXX)\b(?P<what>[^\[\]\n]{0,200})\]", re.IGNORECASE)
_BARE = lazily(
    r"(?:^|(?<=[.:;!?]\s))(?P<name>TODO|FIXME)\b(?P<what>$|\s?[:(–—-].{0,200}|\s(?P<words>[^\W\d_].{0,200}))"
    r"|(?<=[.:;!?)]\s)(?:TODO|FIXME)$"
)
"""One without brackets begins or ends a sentence: a text may speak of "the TODO list" as well, and count them."""
_INSERT = lazily(
    r"\{\{\s*(?P<name>INSERT|TODO|TBD|TBC|FIXME|PLACEHOLDER|FILL(?: IN)?)\b(?P<what>[^{}\n]{0,200})\}\}"
    r"|[\[<(](?P<inserted>INSERT)\b(?P<words>(?:[ _-]+[A-Z0-9'’/]+){1,12})[\])>]"
    r"|\b(?P<filler>[Ll]orem ipsum dolor)\b"
)
"""Places of a template that nobody has filled in, in capitals: "{{INSERT map}}", "[INSERT NAME HERE]"."""
_ALL = lazily(r"\btod[oa]s?\b")
"""A word of Spanish or Portuguese, which stands in capitals as well."""
_OPEN = lazily(r"\b[a-z]{2,12}=\?(?![\w=&])|\((?:[+−–-]?\d{1,4}|\d*d\d+)\?\)")
"""A value that bare prose leaves open: `size=?`, or a number in doubt, `(-4?)`."""
_QUERY = lazily(r"(?<![^\s(,`])=?\?[^\s)]*")
"""An open question of the author without a closing sign: `?how long`, `?%`, `=?`."""
_NO_BOOK = frozenset(("readme", "todo", "roadmap", "contributing", "changelog", "changes"))
"""Files beside a book, which say what is to be done."""


@rule(Severity.WARNING)
def todo_marker(place: Place, marker: str, what: str) -> Details:
    """Something is marked as still to be written, and a reader meets the mark.

    `[TODO]`, `[TBD]` and the like in brackets, places of a template that nobody has filled in (`{{INSERT map}}`,
    `[INSERT NAME]`, `lorem ipsum dolor`), and a bare `TODO` or `FIXME` that begins or ends a sentence. It is
    silent in code, in comments and in headings, where the brackets are a link, and brackets also on plain Markdown
    pages that state the rules of no game.
    """
    return Details(f"`{marker}` is left in the text", remedies=(Remedy(f"write {what}, or move it to a comment"),))


@rule(Severity.WARNING)
def open_value(place: Place, value: str) -> Details:
    """A value is left open, or in doubt, and a reader meets the question: `size=?`, `(-4?)`.

    It is told in bare prose, where no comment of the dialect could hold the question: a note of its author is shown as
    well, so that a mark before what it asks (`?how long`) is told, too.
    """
    return Details(f"`{value}` leaves a value open", remedies=(Remedy("write the value"),))


def _open_values(document: Document) -> Iterator[Finding]:
    """Values in doubt in what is no code: dice are code in bare prose, and may be in doubt as well."""
    for block in document.prose.blocks if _OPEN.search(document.source.text) else ():
        for match in _OPEN.finditer(block.text.text):
            yield open_value(Place(document.source, block.text.span(*match.span())), match[0])
    text = document.source.text
    notes = [comment.span for comment in document.comments if text[comment.span.start] == "`"]
    open_notes = [note for note in notes if text[note.end - 1] != "`"]
    spans = {match.span() for note in open_notes for match in _QUERY.finditer(text, note.start + 1, note.end)}
    for start, end in sorted(spans):
        yield open_value(Place(document.source, Span(start, end)), text[start:end])


def is_unfilled(code: str) -> bool:
    """Return whether template code is a place that nobody has filled in: `{{ INSERT map }}`."""
    return _INSERT.fullmatch(code) is not None


def _unfilled(document: Document) -> Iterator[Finding]:
    """Places of a template that a reader meets unfilled."""
    for block in document.prose.blocks:
        coded = block.coded()
        for match in _INSERT.finditer(block.text.text) if block.kind != "code" else ():
            what = (match["what"] or match["words"] or "").strip(" :-_") or "what is missing"
            if not coded.has(match.start()):
                place = Place(document.source, block.text.span(*match.span()))
                yield todo_marker(place, match[0], what if what == "what is missing" else f"`{what}`")


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for markers in the running text of every page."""
    for page in index.reported:
        document = page.document
        if document.traits.finds_parts:
            yield from _open_values(document)
        text = document.source.text
        in_brackets = not document.traits.is_markdown or page.system is not None
        is_beside = page.system is None and posixpath.splitext(posixpath.basename(page.uri))[0].lower() in _NO_BOOK
        bare = ("TODO" in text or "FIXME" in text) and not is_beside
        if _INSERT.search(text):
            yield from _unfilled(document)
        patterns = [*([_MARKER] if in_brackets and _MARKER.search(text) else ()), *([_BARE] if bare else ())]
        says_all = bare and _ALL.search(text) is not None
        linked = Stretches(link.span for link in document.links) if patterns else Stretches()
        for block in document.prose.blocks if patterns else ():
            if block.kind == "code":
                continue
            coded = block.coded()
            for pattern, match in ((one, match) for one in patterns for match in one.finditer(block.text.text)):
                if pattern is _BARE and (block.kind in ("heading", "term") or (match["words"] and says_all)):
                    continue
                span = block.text.span(*match.span())
                if not coded.has(match.start()) and not linked.has(span.start):
                    what = (match["what"] or "").strip(" :-") or "what is missing"
                    yield todo_marker(Place(document.source, span), match[0], f"`{what}`" if match["what"] else what)
