"""From the layout and the running text of a plain-text source to its document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_prose.dice import with_dice
from rulebook_prose.games import entry_kinds
from rulebook_prose.parsing.gathering import Gathered
from rulebook_prose.parsing.glossary import gather_term, terms_in
from rulebook_prose.parsing.layout import Chunk, chunks, mark_end
from rulebook_prose.parsing.levels import headings_of
from rulebook_prose.parsing.paragraphs import gather_paragraph
from rulebook_prose.parsing.running import MIN_HEADINGS, Header, read_running
from rulebook_prose.references import references
from rulebook_syntax.dialects.markdown.reading import front_matter
from rulebook_syntax.dialects.options import ReadingOptions
from rulebook_syntax.document import Anchor, Document, Entity, Heading, Prose
from rulebook_text.entries import entries_in
from rulebook_text.entries.model import ParsedEntry
from rulesmod.system import EntryKind, Tagged

_CAPITALISED = re.compile(r"[A-Z][\w'’]+")


def read_prose(source: Source, options: ReadingOptions) -> Document:
    """Read a plain text."""
    text = source.text
    body, meta = front_matter(text)
    laid = chunks(text, body)
    plains = [_plain(source.in_plain_signs, chunk) for chunk in laid]
    gathered = Gathered(source)
    _gather(gathered, laid, plains, _kinds(source, options))
    headings = headings_of(gathered.heads, laid, " ".join(plain.text for plain in plains))
    entities = gathered.closed_entities()
    prose = Prose(tuple(gathered.blocks), tuple(gathered.tables))
    links, lost = references(source, prose, headings, entities)
    return Document(
        source,
        "prose",
        Span(body, len(text)),
        meta,
        headings=headings,
        anchors=_anchors(headings, entities),
        links=tuple(links),
        comments=tuple(gathered.comments),
        findings=tuple(sorted((*gathered.findings, *lost), key=lambda finding: finding.sort_key)),
        entities=entities,
        system=options.system,
        read_prose=lambda: prose if options.system is None else with_dice(prose, options.system.notation),
    )


def _kinds(source: Source, options: ReadingOptions) -> tuple[EntryKind, ...]:
    """Return how entries begin: as the game has them, or as the first known game that finds its own in the text."""
    if options.system is not None:
        return options.system.entries
    return entry_kinds(source.in_plain_signs)


def _plain(text: str, chunk: Chunk) -> MappedText:
    start = mark_end(text, chunk.span) if chunk.kind == "item" else chunk.span.start
    return MappedText(text).slice(start, chunk.span.end).fold()


def _gather(
    gathered: Gathered, laid: Sequence[Chunk], plains: Sequence[MappedText], kinds: tuple[EntryKind, ...]
) -> None:
    """Put all chunks of a source into its document, in order."""
    text = gathered.source.in_plain_signs
    terms = terms_in(text, laid, plains)
    entries = [entries_in(plain.text, kinds) if term is None else [] for plain, term in zip(plains, terms, strict=True)]
    paragraphs = ((plain, own) for plain, term, own in zip(plains, terms, entries, strict=True) if term is None)
    names, many = _known_names(paragraphs, kinds)
    first = next((index for index, chunk in enumerate(laid) if chunk.kind != "rule"), None)
    for index, (chunk, plain, term, own) in enumerate(zip(laid, plains, terms, entries, strict=True)):
        if chunk.kind == "heading":
            title = MappedText(text).slice(*chunk.title).fold()
            gathered.heading(title.text, chunk.span, title, chunk.title, chunk.style)
        elif chunk.kind == "table":
            gathered.table(chunk)
        elif term is not None:
            gather_term(gathered, chunk, plain, term)
        elif chunk.kind != "rule" and plain.text:
            parts = read_running(plain.text, own, is_first=index == first, many=many, names=names)
            gather_paragraph(gathered, chunk, plain, parts)


def _known_names(
    paragraphs: Iterable[tuple[MappedText, Sequence[ParsedEntry]]], kinds: Sequence[EntryKind]
) -> tuple[frozenset[str], bool]:
    """Return the capitalised words of names, and whether inline headings are many.

    Args:
        paragraphs: the paragraphs of a source, each with its entries.
    """
    names: set[str] = set()
    count = 0
    for index, (plain, own) in enumerate(paragraphs):
        running = read_running(plain.text, own, is_first=index == 0, many=False, names=())
        for part in running.parts:
            if isinstance(part.what, Header):
                count += 1
                names.update(_CAPITALISED.findall(part.what.title))
            elif isinstance(part.what, ParsedEntry):
                names.update(_CAPITALISED.findall(part.what.name))
    for kind in kinds:
        if isinstance(kind, Tagged):
            names.update(kind.tags.values())
        else:
            names.update(stat.word for stat in kind.stats)
    return frozenset(names), count >= MIN_HEADINGS


def _anchors(headings: Sequence[Heading], entities: Sequence[Entity]) -> tuple[Anchor, ...]:
    anchors = [Anchor(heading.id, heading.title_span, "heading") for heading in headings]
    anchors += [Anchor(entity.id, Span(entity.span.start, entity.span.start + 1), "attribute") for entity in entities]
    return tuple(sorted(anchors, key=lambda anchor: anchor.span))
