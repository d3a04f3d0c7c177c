"""Collect the parts of a plain text, each under its heading."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rulebook_core.findings import Edit, Finding, Place, Remedy, write
from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_prose.faults import draft_entry, near_miss
from rulebook_prose.parsing.layout import Chunk
from rulebook_prose.parsing.levels import Head
from rulebook_syntax.dialects.markdown.slugs import UniqueIds, ascii_slug
from rulebook_syntax.document import Block, BlockKind, Cell, Comment, Entity, Table
from rulebook_text.entries.model import Fault

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(slots=True)
class Gathered:
    """The parts of a source that have been read so far.

    Attributes:
        in_entry: whether text still belongs to an entry.
    """

    source: Source
    ids: UniqueIds = field(default_factory=lambda: UniqueIds(set()))
    heads: list[Head] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    in_entry: bool = False

    @property
    def section(self) -> int:
        return len(self.heads) - 1

    def heading(self, title: str, span: Span, words: MappedText, title_span: Span, style: str = "") -> None:
        """A heading, which ends the section before it and the entry that may be open."""
        id_ = self.ids.take(ascii_slug(title, "-"))
        self.heads.append(Head(title, id_, span, title_span, style))
        self.in_entry = False
        self.blocks.append(Block("heading", words, title_span, self.section))

    def block(self, kind: BlockKind, words: MappedText) -> None:
        """A stretch of text, if there is any."""
        if words.text:
            self.blocks.append(Block(kind, words, words.span(0, len(words.text)), self.section))

    def table(self, chunk: Chunk) -> None:
        """A table of the layout."""
        rows = [tuple(self._cell(span) for span in row) for row in chunk.rows]
        header = rows.pop(0) if chunk.has_header and rows else ()
        self.tables.append(Table(chunk.span, None, "", header, tuple(rows), self.section))

    def _cell(self, span: Span) -> Cell:
        plain = MappedText(self.source.in_plain_signs).slice(*span).fold()
        if not plain.text:
            return Cell("", span, None)
        self.blocks.append(Block("cell", plain, span, self.section))
        return Cell(plain.text, span, self.blocks[-1])

    def entity(
        self,
        kind: str,
        title: str,
        span: Span,
        *,
        id_: str,
        fields: Mapping[str, Any] = _NOTHING,
        places: Mapping[str, Span] = _NOTHING,
        is_inner: bool = False,
    ) -> None:
        """Something that the text gives a name.

        Args:
            id_: the anchor that it would like to have.
            is_inner: whether it belongs to the entry that is open, if one is.
        """
        level = int(is_inner and self.in_entry)
        self.entities.append(
            Entity(
                kind=kind,
                id=self.ids.take(id_),
                title=title,
                span=span,
                section=self.section,
                fields=fields,
                level=level,
                places=places,
            )
        )

    def draft(self, kind: str, name: str, span: Span, why: str = "it has no statistics") -> None:
        """An entry that is only begun is told."""
        self.findings.append(draft_entry(Place(self.source, span), kind, name, why))

    def faults(self, plain: MappedText, faults: Iterable[Fault]) -> None:
        """Add a finding for each fault in a paragraph."""
        for fault in faults:
            place = Place(self.source, plain.span(fault.start, max(fault.end, fault.start + 1)))
            remedies = []
            if fault.text is not None:
                title = f"write `{fault.text}`" if fault.text.strip() else "remove it"
                remedies.append(Remedy(title, (Edit(place, fault.text),)))
            remedies += (write(place, choice) for choice in fault.choices)
            self.findings.append(near_miss(place, fault.fact, remedies=remedies))

    def closed_entities(self) -> tuple[Entity, ...]:
        """The entities, in order; an entry reaches as far as the next heading or entry."""
        text = self.source.text
        ordered = sorted(self.entities, key=lambda entity: (entity.span.start, -entity.span.end))
        stops = sorted([head.span.start for head in self.heads] + [e.span.start for e in ordered if is_entry(e)])
        closed = []
        for entity in ordered:
            if is_entry(entity):
                start = entity.span.start
                after = bisect_right(stops, start)
                end = stops[after] if after < len(stops) else len(text)
                entity = entity._replace(span=Span(start, start + len(text[start:end].rstrip())))
            closed.append(entity)
        return tuple(closed)


def is_entry(entity: Entity) -> bool:
    return entity.kind != "note" and not entity.fields.get("inline") and entity.fields.get("of") != "name"
