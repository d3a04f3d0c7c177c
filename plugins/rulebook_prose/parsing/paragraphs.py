"""Collect the headings, entries, notes and text of a paragraph."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from rulebook_core.source import Span
from rulebook_core.source_map import MappedText
from rulebook_prose.parsing.gathering import Gathered
from rulebook_prose.parsing.layout import Chunk
from rulebook_prose.parsing.running import Header, Note, Part, Running
from rulebook_syntax.dialects.markdown.slugs import ascii_slug
from rulebook_syntax.directives import KEYWORDS
from rulebook_syntax.document import BlockKind, Comment
from rulebook_text.entries.model import ParsedEntry
from rulebook_text.entries.tagged import tags_of
from rulesmod.dice.digits import to_int
from rulesmod.system import EntryKind, Figure, StatBlock, Tagged

_DIRECTIVE = re.compile(rf"\s*(?:{'|'.join(KEYWORDS)})\s*:", re.IGNORECASE)
_NAMES = re.compile(r"`?(?:[^\W\d_][\w'’()-]*(?: [\w'’()!-]+){0,2}, )+(?:[^\W\d_][\w'’()-]*(?: [\w'’()!-]+){0,2},?)?")
_NAME = re.compile(r"([^\W\d_][\w'’()-]*?)(?: \([^()]*\))?(?:,|$)")
_NUMBERED_DRAFT = re.compile(r"(?:^|[\s\\])(\w+) $")
_MAX_REACH = 60
"""In so many signs before a note stands the number of the entry that it is."""
_WORDS = re.compile(r"[^\W_]")
_CLOSED_NOTE = re.compile(r"`[^`]*`")
_LABEL = re.compile(r"([^.:=`]{2,40}?)\s?[=:](?=\s)")
_MAX_WORDS = 5
"""A note's title has no more of them."""
_SENTENCE_END = re.compile(r"\.(?=\s+[A-Z`\"]|\s*$)")


def gather_paragraph(gathered: Gathered, chunk: Chunk, plain: MappedText, running: Running) -> None:
    """Put the parts of a paragraph into the document that is being gathered."""
    kind: BlockKind = "item" if chunk.kind == "item" else "paragraph"
    parts = [part for part in running.parts if part.start < part.end]
    begin = [item.start for item in running.inline]
    for number, part in enumerate(parts):
        span = plain.span(part.start, part.end)
        text = part.start
        if isinstance(part.what, Header):
            _heading(gathered, plain, part.what)
            text = part.what.end
        elif isinstance(part.what, ParsedEntry):
            _entry(gathered, plain, span, part.what)
            text = part.what.head
            if isinstance(part.what.kind, Tagged):
                _only_noted(gathered, plain, part.what, plain.text[text : part.end], parts[number + 1 :])
        if isinstance(part.what, Note):
            _note(gathered, plain, span, part.what)
        else:
            gathered.block(kind, plain.slice(text, part.end).strip())
        first, last = bisect_left(begin, part.start), bisect_left(begin, part.end)
        _within(gathered, plain, part.end, running.inline[first:last])


def _heading(gathered: Gathered, plain: MappedText, header: Header) -> None:
    gathered.faults(plain, header.faults)
    words = plain.slice(header.start, header.end - (plain.text[header.end - 1] in ":;")).strip()
    span = plain.span(header.start, header.end)
    gathered.heading(header.title, span, words, words.span(0, len(words.text)))


# -- entries --


def _entry(gathered: Gathered, plain: MappedText, span: Span, entry: ParsedEntry) -> None:
    gathered.in_entry = False
    _entity(gathered, plain, span, entry)
    gathered.in_entry = True
    # The name is a term of the book, and what defines it comes behind; claims want the head as a whole.
    gathered.block("term", plain.slice(*entry.at).strip())
    gathered.block("caption", plain.slice(entry.start, entry.head).strip())
    gathered.faults(plain, entry.faults)
    if entry.is_draft:
        gathered.draft(entry.kind.kind, entry.name, plain.span(entry.start, entry.start + len(entry.name)))


def _only_noted(
    gathered: Gathered, plain: MappedText, entry: ParsedEntry, text: str, following: Sequence[Part]
) -> None:
    """Add a draft if an author's note is the whole entry.

    The note is closed, or fills the rest of the paragraph.
    """
    kinds = [part.kind for part in following[:2]]
    is_noted = _CLOSED_NOTE.search(text) or (kinds[:1] == ["note"] and kinds[1:] != ["text"])
    if is_noted and not _WORDS.search(_CLOSED_NOTE.sub("", text)):
        span = plain.span(entry.start, entry.start + len(entry.name))
        gathered.draft(entry.kind.kind, entry.name, span, "all of its text is a note of the author")


def _entity(gathered: Gathered, plain: MappedText, span: Span, entry: ParsedEntry) -> None:
    kind = "draft" if entry.is_draft else entry.kind.kind
    fields = {name: _value(entry.kind, name, written) for name, (written, _, _) in entry.fields.items()}
    places = {name: plain.span(start, end) for name, (_, start, end) in entry.fields.items()}
    places["name"] = plain.span(*entry.at)
    if entry.is_draft:
        fields["of"] = entry.kind.kind
    if entry.inline:
        fields["inline"] = True
    id_ = ascii_slug(entry.name, "-") or kind
    gathered.entity(kind, entry.name, span, id_=id_, fields=fields, places=places, is_inner=True)


def _value(kind: EntryKind, name: str, written: str) -> Any:
    """A value as data."""
    if isinstance(kind, Tagged) and name == kind.field:
        return list(kind.tags) if written in kind.everyone else tags_of(written)
    if isinstance(kind, StatBlock | Figure) and written.isdigit():
        return to_int(written)
    return to_int(written) if name == "bonus" and written[1:].isdigit() else written


# -- notes --


def _note(gathered: Gathered, plain: MappedText, span: Span, note: Note) -> None:
    words = plain.slice(note.inner, note.stop).strip()
    place = plain.span(note.start, max(note.end, note.start + 1))
    gathered.comments.append(Comment(words.text, place))
    if _DIRECTIVE.match(words.text):
        return
    first = max(0, note.start - _MAX_REACH)
    if not _WORDS.search(words.text) and (numbered := _NUMBERED_DRAFT.search(plain.text, first, note.start)):
        name = numbered[1]
        gathered.entity("draft", name, span, id_=f"entry-{ascii_slug(name, '-')}", fields={"of": "entry"})
        gathered.draft("entry", name, place)
    elif _NAMES.fullmatch(words.text):
        _names(gathered, words)
        gathered.block("paragraph", words)
    else:
        _noted(gathered, words, span)
        gathered.block("paragraph", words)


def _noted(gathered: Gathered, words: MappedText, span: Span) -> None:
    label = _LABEL.match(words.text)
    short = label is not None and len(label[1].split()) <= _MAX_WORDS
    title = label[1] if label and short else " ".join(words.text.split()[:_MAX_WORDS])
    gathered.entity("note", title, span, id_="note", fields={"text": words.text}, is_inner=True)


def _names(gathered: Gathered, words: MappedText) -> None:
    """A note that is nothing but names: entries that nobody has written yet."""
    for match in _NAME.finditer(words.text):
        if match[1]:
            place = words.span(*match.span(1))
            id_ = ascii_slug(match[1], "-")
            gathered.entity("draft", match[1], place, id_=id_, fields={"of": "name"}, places={"name": place})
            gathered.draft("entry", match[1], place)


# -- within sentences --


def _within(gathered: Gathered, plain: MappedText, stop: int, inline: Sequence[ParsedEntry | Note]) -> None:
    """The notes and entries within the sentences of a part that stops there."""
    for item in inline:
        if isinstance(item, Note):
            words = plain.slice(item.inner, item.stop).strip()
            span = plain.span(item.start, item.end)
            gathered.comments.append(Comment(words.text, span))
            if not _DIRECTIVE.match(words.text) and words.text:
                _noted(gathered, words, span)
        else:
            end = _sentence_end(plain.text, item.head, stop) if isinstance(item.kind, Tagged) else item.head
            _entity(gathered, plain, plain.span(item.start, end), item)
            gathered.faults(plain, item.faults)


def _sentence_end(text: str, start: int, end: int) -> int:
    match = _SENTENCE_END.search(text, start, end)
    return match.end() if match else end
