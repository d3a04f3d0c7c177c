"""From the layout and the running text of a plain-text source to its document."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulebook.dialects.markdown import front_matter
from rulebook.dialects.markdown.slugs import UniqueIds, ascii_slug
from rulebook.dialects.options import ReadingOptions
from rulebook.dialects.prose.dice import with_dice
from rulebook.dialects.prose.faults import draft_entry, near_miss
from rulebook.dialects.prose.folding import cut, folded
from rulebook.dialects.prose.layout import Chunk, chunks, mark_end
from rulebook.dialects.prose.layout import levels as layout_levels
from rulebook.dialects.prose.levels import levels_of
from rulebook.dialects.prose.references import references
from rulebook.dialects.prose.running import FEW, Header, Note, Part, Running, read_running
from rulebook.directives import KEYWORDS
from rulebook.document import (
    Anchor,
    Block,
    BlockKind,
    Cell,
    Comment,
    Document,
    Entity,
    Heading,
    PlainText,
    Prose,
    Table,
)
from rulebook.entries import Fault, Found
from rulebook.findings import Edit, Finding, Place, Remedy
from rulebook.source import Source, Span
from rulesmod.system import EntryKind, Figure, StatBlock, Tagged

_DIRECTIVE = re.compile(rf"\s*(?:{'|'.join(KEYWORDS)})\s*:", re.IGNORECASE)
_NAMES = re.compile(r"`?(?:[^\W\d_][\w'’()-]*(?: [\w'’()!-]+){0,2}, )+(?:[^\W\d_][\w'’()-]*(?: [\w'’()!-]+){0,2},?)?")
_NAME = re.compile(r"([^\W\d_][\w'’()-]*?)(?: \([^()]*\))?(?:,|$)")
_NUMBERED_DRAFT = re.compile(r"(?:^|[\s\\])(\w+) $")
_WORDS = re.compile(r"[A-Z][\w'’]+")
_GLOSSARY = re.compile(r"glossary\b", re.IGNORECASE)
_TERM = re.compile(r"(?P<name>[^\W\d_][\w'’ -]{0,40}(?: \([\w'’ -]{1,12}\))?):\s+(?=\S)")
_LABEL = re.compile(r"([^.:=`]{2,40}?)\s?[=:](?=\s)")


TERM = "term"
"""The kind of an entry of a glossary: a paragraph that begins with a term and a colon."""


class SourcePart(NamedTuple):
    """A stretch of the source and what it is; the parts of a source follow each other without gaps."""

    kind: str
    span: Span


@dataclass(slots=True)
class _Head:
    """A heading before its level is known."""

    title: str
    id: str
    span: Span
    title_span: Span
    style: str


@dataclass(slots=True)
class _Reading:
    """What has been read of a source so far."""

    source: Source
    ids: UniqueIds
    heads: list[_Head] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    parts: list[tuple[str, int]] = field(default_factory=list)
    shapes: list[tuple[Chunk, tuple[int, int]]] = field(default_factory=list)
    entry: int | None = None
    """The entry that text still belongs to."""

    @property
    def section(self) -> int:
        return len(self.heads) - 1

    def place(self, span: Span) -> Place:
        return Place(self.source, span)


@dataclass(frozen=True, slots=True)
class ProseReading:
    """A document with the parts of its source, and the blocks of each chunk of its layout."""

    document: Document
    parts: tuple[SourcePart, ...]
    shapes: tuple[tuple[Chunk, tuple[int, int]], ...]


def read(source: Source, options: ReadingOptions) -> ProseReading:
    """Read a source with all of its parts."""
    text = source.text
    body, meta = front_matter(text)
    laid = chunks(text, body)
    kinds = _kinds(source, options)
    plains = [_plain(text, chunk) for chunk in laid]
    first = next((index for index, chunk in enumerate(laid) if chunk.kind != "rule"), None)
    terms = _terms(text, laid, plains)
    names, many = _known_names((plain for plain, term in zip(plains, terms, strict=True) if term is None), kinds)
    reading = _Reading(source, UniqueIds(set()))
    for index, (chunk, plain, term) in enumerate(zip(laid, plains, terms, strict=True)):
        before = len(reading.blocks)
        if chunk.kind == "heading":
            _laid_heading(reading, chunk)
        elif chunk.kind == "table":
            _table(reading, chunk)
        elif term is not None:
            _term(reading, chunk, plain, term)
        elif chunk.kind != "rule" and plain.text:
            running = read_running(plain.text, kinds, is_first=index == first, many=many, names=names)
            _paragraph(reading, chunk, plain, running)
        reading.shapes.append((chunk, (before, len(reading.blocks))))
    headings = _with_levels(reading, laid, " ".join(plain.text for plain in plains))
    entities = _closed(reading)
    anchors = [Anchor(heading.id, heading.title_span, "heading") for heading in headings]
    anchors += [Anchor(entity.id, Span(entity.span.start, entity.span.start + 1), "attribute") for entity in entities]
    anchors.sort(key=lambda anchor: anchor.span)
    prose = Prose(tuple(reading.blocks), tuple(reading.tables))
    links, lost = references(source, prose, headings, entities)
    document = Document(
        source,
        "prose",
        Span(body, len(text)),
        meta,
        headings=headings,
        anchors=tuple(anchors),
        links=tuple(links),
        comments=tuple(reading.comments),
        findings=tuple(sorted((*reading.findings, *lost), key=lambda finding: finding.sort_key)),
        entities=entities,
        system=options.system,
        read_prose=lambda: prose if options.system is None else with_dice(prose, options.system.notation),
    )
    return ProseReading(document, tuple(_tiles(reading)), tuple(reading.shapes))


def _kinds(source: Source, options: ReadingOptions) -> tuple[EntryKind, ...]:
    """How entries begin: as the game has them, or as the first known game that finds its own in the text."""
    if options.system is not None:
        return options.system.entries
    from rulebook.dialects.prose.games import entry_kinds

    return entry_kinds(source.text)


def _plain(text: str, chunk: Chunk) -> PlainText:
    start = mark_end(text, chunk.span) if chunk.kind == "item" else chunk.span.start
    return folded(text, start, chunk.span.end)


def _terms(text: str, laid: Sequence[Chunk], plains: Sequence[PlainText]) -> list[re.Match[str] | None]:
    """What each paragraph below the heading of a glossary begins with: a term and its colon; None of all else."""
    terms: list[re.Match[str] | None] = []
    in_glossary = False
    for chunk, plain in zip(laid, plains, strict=True):
        if chunk.kind == "heading":
            in_glossary = _GLOSSARY.match(text, chunk.title.start, chunk.title.end) is not None
        terms.append(_TERM.match(plain.text) if in_glossary and chunk.kind in ("paragraph", "item") else None)
    return terms


def _known_names(plains: Iterable[PlainText], kinds: Sequence[EntryKind]) -> tuple[frozenset[str], bool]:
    """The capitalised words of the names of a source, and whether it has many headings within its paragraphs."""
    names: set[str] = set()
    count = 0
    for index, plain in enumerate(plains):
        running = read_running(plain.text, kinds, is_first=index == 0, many=False, names=())
        for part in running.parts:
            if isinstance(part.what, Header):
                count += 1
                names.update(_WORDS.findall(part.what.title))
            elif isinstance(part.what, Found):
                names.update(_WORDS.findall(part.what.name))
    for kind in kinds:
        if isinstance(kind, Tagged):
            names.update(kind.tags.values())
        else:
            names.update(stat.word for stat in kind.stats)
    return frozenset(names), count >= FEW


# -- headings --


def _laid_heading(reading: _Reading, chunk: Chunk) -> None:
    plain = folded(reading.source.text, chunk.title.start, chunk.title.end)
    _heading(reading, plain.text, chunk.span, chunk.title, chunk.style, plain)
    reading.parts.append(("heading", chunk.span.start))


def _heading(reading: _Reading, title: str, span: Span, title_span: Span, style: str, plain: PlainText) -> None:
    id_ = reading.ids.take(ascii_slug(title, "-"))
    reading.heads.append(_Head(title, id_, span, title_span, style))
    reading.entry = None
    reading.blocks.append(Block("heading", plain, title_span, reading.section))


def _with_levels(reading: _Reading, laid: Sequence[Chunk], text: str) -> tuple[Heading, ...]:
    heads = reading.heads
    running = [head for head in heads if not head.style]
    by_style = layout_levels(laid)
    if len(running) >= len(heads) - len(running) and running:
        first = heads[0].span.start <= laid[0].span.start
        found = levels_of([head.title for head in heads], text, has_title=first)
    else:
        found = []
        for head in heads:
            above = next((by_style[h.style] for h in reversed(heads[: len(found)]) if h.style), 0)
            found.append(by_style[head.style] if head.style else min(6, above + 1))
    levels: list[int] = []
    for level in found:
        levels.append(min(level, levels[-1] + 1) if levels else 1)
    return tuple(
        Heading(level, head.title, head.id, head.span, head.title_span)
        for level, head in zip(levels, heads, strict=True)
    )


# -- paragraphs --


def _paragraph(reading: _Reading, chunk: Chunk, plain: PlainText, running: Running) -> None:
    kind: BlockKind = "item" if chunk.kind == "item" else "paragraph"
    first = True
    for part in running.parts:
        if part.start >= part.end:
            continue
        span = plain.span(part.start, part.end)
        # The mark of an item belongs to its first part.
        start = chunk.span.start if first else span.start
        first = False
        reading.parts.append((_part_kind(part), start))
        if isinstance(part.what, Header):
            _running_heading(reading, plain, part.what)
            _block(reading, plain, part.what.end, part.end, kind)
        elif isinstance(part.what, Found):
            _entry(reading, plain, part, part.what)
            _block(reading, plain, part.what.head, part.end, kind)
        elif isinstance(part.what, Note):
            _note(reading, plain, part, part.what)
        else:
            _block(reading, plain, part.start, part.end, kind)
        _inline(reading, plain, part, running)


def _part_kind(part: Part) -> str:
    if isinstance(part.what, Found):
        return "draft" if part.what.is_draft else part.what.kind.kind
    return part.kind


def _term(reading: _Reading, chunk: Chunk, plain: PlainText, term: re.Match[str]) -> None:
    """An entry of a glossary."""
    name = cut(plain, *term.span("name"))
    place = name.span(0, len(name.text))
    id_ = reading.ids.take(ascii_slug(name.text, "-") or TERM)
    reading.entities.append(Entity(TERM, id_, name.text, chunk.span, reading.section, {}, 0, {"name": place}))
    reading.entry = len(reading.entities) - 1
    reading.parts.append((TERM, chunk.span.start))
    reading.blocks.append(Block("term", name, place, reading.section))
    _block(reading, plain, term.end(), len(plain.text), "paragraph")


def _block(reading: _Reading, plain: PlainText, start: int, end: int, kind: BlockKind) -> None:
    words = cut(plain, start, end)
    if words.text:
        reading.blocks.append(Block(kind, words, words.span(0, len(words.text)), reading.section))


def _running_heading(reading: _Reading, plain: PlainText, header: Header) -> None:
    words = cut(plain, header.start, header.end - (plain.text[header.end - 1] in ":;"))
    span = plain.span(header.start, header.end)
    _faults(reading, plain, header.faults)
    _heading(reading, header.title, span, words.span(0, len(words.text)), "", words)


def _faults(reading: _Reading, plain: PlainText, faults: Iterable[Fault]) -> None:
    for fault in faults:
        place = reading.place(plain.span(fault.start, max(fault.end, fault.start + 1)))
        remedies = []
        if fault.text is not None:
            title = f"write `{fault.text}`" if fault.text.strip() else "remove it"
            remedies.append(Remedy(title, (Edit(place, fault.text),)))
        reading.findings.append(near_miss(place, fault.fact, remedies=remedies))


def _entry(reading: _Reading, plain: PlainText, part: Part, found: Found) -> None:
    level = 0
    words = cut(plain, found.start, found.head)
    entity = _entity(reading, plain, found, plain.span(part.start, part.end), level)
    name = cut(plain, *found.at)
    # The name is a term of the book, and what defines it comes behind; claims want the head as a whole.
    reading.blocks.append(Block("term", name, name.span(0, len(name.text)), reading.section))
    reading.blocks.append(Block("caption", words, words.span(0, len(words.text)), reading.section))
    reading.entities.append(entity)
    reading.entry = len(reading.entities) - 1
    _faults(reading, plain, found.faults)
    if found.is_draft:
        place = reading.place(plain.span(found.start, found.start + len(found.name)))
        reading.findings.append(draft_entry(place, found.kind.kind, found.name))


def _entity(reading: _Reading, plain: PlainText, found: Found, span: Span, level: int) -> Entity:
    fields: dict[str, Any] = {}
    places: dict[str, Span] = {}
    for name, (written, start, end) in found.fields.items():
        fields[name] = _value(found.kind, name, written)
        places[name] = plain.span(start, end)
    places["name"] = plain.span(*found.at)
    kind = "draft" if found.is_draft else found.kind.kind
    if found.is_draft:
        fields["of"] = found.kind.kind
    if found.inline:
        fields["inline"] = True
    id_ = reading.ids.take(ascii_slug(found.name, "-") or kind)
    return Entity(kind, id_, found.name, span, reading.section, fields, level, places)


def _value(kind: EntryKind, name: str, written: str) -> Any:
    if isinstance(kind, Tagged) and name == kind.field:
        letters = re.findall(r"[^/\s,]+", written)
        return list(kind.tags) if written in kind.everyone else letters
    if isinstance(kind, StatBlock | Figure) and (written.isdigit()):
        return int(written)
    if name == "bonus" and written[1:].isdigit():
        return int(written)
    return written


def _note(reading: _Reading, plain: PlainText, part: Part, note: Note) -> None:
    words = cut(plain, note.inner, note.stop)
    span = plain.span(part.start, part.end)
    comment = Comment(words.text, plain.span(note.start, max(note.end, note.start + 1)))
    reading.comments.append(comment)
    if _DIRECTIVE.match(words.text):
        return
    if not re.search(r"[^\W_]", words.text) and (numbered := _NUMBERED_DRAFT.search(plain.text[: note.start])):
        name = numbered[1]
        id_ = reading.ids.take(f"entry-{ascii_slug(name, '-')}")
        reading.entities.append(Entity("draft", id_, name, span, reading.section, {"of": "entry"}, 0))
        reading.findings.append(draft_entry(reading.place(plain.span(note.start, note.end)), "entry", name))
        return
    if _NAMES.fullmatch(words.text):
        _drafts(reading, words, span)
        return
    _noted(reading, words, span, 0 if reading.entry is None else 1)
    if words.text:
        reading.blocks.append(Block("paragraph", words, words.span(0, len(words.text)), reading.section))


def _noted(reading: _Reading, words: PlainText, span: Span, level: int) -> None:
    label = _LABEL.match(words.text)
    title = label[1] if label and len(label[1].split()) <= 5 else " ".join(words.text.split()[:5])
    id_ = reading.ids.take("note")
    reading.entities.append(Entity("note", id_, title, span, reading.section, {"text": words.text}, level))


def _drafts(reading: _Reading, words: PlainText, span: Span) -> None:
    """A note that is nothing but names: entries that nobody has written yet."""
    for match in _NAME.finditer(words.text):
        if not match[1]:
            continue
        place = words.span(match.start(1), match.end(1))
        id_ = reading.ids.take(ascii_slug(match[1], "-"))
        fields = {"of": "name"}
        reading.entities.append(Entity("draft", id_, match[1], place, reading.section, fields, 0, {"name": place}))
        reading.findings.append(draft_entry(reading.place(place), "entry", match[1]))
    reading.blocks.append(Block("paragraph", words, span, reading.section))


def _inline(reading: _Reading, plain: PlainText, part: Part, running: Running) -> None:
    first = bisect_left(running.inline, part.start, key=lambda item: item.start)
    last = bisect_left(running.inline, part.end, key=lambda item: item.start)
    for item in running.inline[first:last]:
        level = 0 if reading.entry is None else 1
        if isinstance(item, Note):
            words = cut(plain, item.inner, item.stop)
            reading.comments.append(Comment(words.text, plain.span(item.start, item.end)))
            if not _DIRECTIVE.match(words.text) and words.text:
                _noted(reading, words, plain.span(item.start, item.end), level)
        else:
            end = _sentence_end(plain.text, item.head, part.end) if isinstance(item.kind, Tagged) else item.head
            reading.entities.append(_entity(reading, plain, item, plain.span(item.start, end), level))
            _faults(reading, plain, item.faults)


def _sentence_end(text: str, start: int, end: int) -> int:
    match = re.compile(r"\.(?=\s+[A-Z`\"]|\s*$)").search(text, start, end)
    return match.end() if match else end


# -- the rest --


def _table(reading: _Reading, chunk: Chunk) -> None:
    rows = []
    for row in chunk.rows:
        cells = []
        for span in row:
            plain = folded(reading.source.text, span.start, span.end)
            block = Block("cell", plain, span, reading.section) if plain.text else None
            if block is not None:
                reading.blocks.append(block)
            cells.append(Cell(plain.text, span, block))
        rows.append(tuple(cells))
    header = rows.pop(0) if chunk.has_header and rows else ()
    reading.tables.append(Table(chunk.span, None, "", header, tuple(rows), reading.section))
    reading.parts.append(("table", chunk.span.start))


def _closed(reading: _Reading) -> tuple[Entity, ...]:
    """The entities, in order; an entry reaches as far as the next heading or entry."""
    text = reading.source.text
    ordered = sorted(reading.entities, key=lambda entity: (entity.span.start, -entity.span.end))
    stops = sorted([head.span.start for head in reading.heads] + [e.span.start for e in ordered if _is_entry(e)])
    closed = []
    for entity in ordered:
        if _is_entry(entity):
            after = bisect_right(stops, entity.span.start)
            end = stops[after] if after < len(stops) else len(text)
            end -= len(text[entity.span.start : end]) - len(text[entity.span.start : end].rstrip())
            entity = entity._replace(span=Span(entity.span.start, end))
        closed.append(entity)
    return tuple(closed)


def _is_entry(entity: Entity) -> bool:
    return entity.kind != "note" and not entity.fields.get("inline") and entity.fields.get("of") != "name"


def _tiles(reading: _Reading) -> Iterator[SourcePart]:
    text = reading.source.text
    starts = sorted(reading.parts, key=lambda part: part[1])
    if not starts:
        if text:
            yield SourcePart("space", Span(0, len(text)))
        return
    if starts[0][1] > 0:
        yield SourcePart("space", Span(0, starts[0][1]))
    for (kind, start), following in zip(starts, [*starts[1:], ("", len(text))], strict=True):
        if start < following[1]:
            yield SourcePart(kind, Span(start, following[1]))


__all__ = ["ProseReading", "SourcePart", "read"]
