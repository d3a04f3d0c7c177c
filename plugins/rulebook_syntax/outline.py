"""The outline of a source: its sections and what else it has in them, with ids and places, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_syntax.document import Document, Entity
from rulesmod.records import record

MAX_SHOWN = 60
"""Longer values are cut in the text form; the JSON has all of them."""


@record
class Node:
    """A section or another entity. `span` covers its heading and all that belongs to it."""

    document: Document
    kind: str
    id: str
    title: str
    level: int
    span: Span
    fields: dict[str, Any] = field(default_factory=dict)
    children: tuple[Node, ...] = ()


def outline_of(document: Document) -> list[Node]:
    """The sections of a document, each with the entities and sections inside it."""
    before = [entity for entity in document.entities if entity.section < 0]
    return [*_entities(document, before, 0), *_sections(document, 0, len(document.headings), document.body.end)]


def _sections(document: Document, first: int, last: int, end: int) -> list[Node]:
    """The sections of the headings `[first, last)`, the last of which reaches to `end`."""
    headings = document.headings
    nodes = []
    index = first
    while index < last:
        heading = headings[index]
        after = index + 1
        while after < last and headings[after].level > heading.level:
            after += 1
        stop = headings[after].span.start if after < last else end
        own = [entity for entity in document.entities if entity.section == index]
        children = (*_entities(document, own, heading.level), *_sections(document, index + 1, after, stop))
        span = Span(heading.span.start, stop)
        nodes.append(Node(document, "section", heading.id, heading.title, heading.level, span, children=children))
        index = after
    return nodes


def _entities(document: Document, entities: Sequence[Entity], above: int) -> list[Node]:
    """The entities of a section, those of a deeper level inside the one before them."""
    nodes = []
    index = 0
    while index < len(entities):
        entity = entities[index]
        after = index + 1
        while after < len(entities) and entities[after].level > entity.level:
            after += 1
        level = above + 1
        children = tuple(_entities(document, entities[index + 1 : after], level))
        fields = dict(entity.fields)
        nodes.append(
            Node(
                document=document,
                kind=entity.kind,
                id=entity.id,
                title=entity.title,
                level=level,
                span=entity.span,
                fields=fields,
                children=children,
            )
        )
        index = after
    return nodes


def to_json(nodes: Sequence[Node]) -> str:
    """The outline by contract; its schema is `outline.schema.json` in `rulebook/schemas`."""
    return json.dumps([_data(node) for node in nodes], indent=1)


def _data(node: Node) -> dict[str, Any]:
    return {
        "kind": node.kind,
        "id": node.id,
        "title": node.title,
        "level": node.level,
        **Place(node.document.source, node.span).bounds,
        "fields": node.fields,
        "children": [_data(child) for child in node.children],
    }


def as_text(nodes: Sequence[Node]) -> str:
    """One line a section or entity, indented by its depth; an entity says what it is and has."""
    return "\n".join(_lines(nodes, 0))


def _lines(nodes: Sequence[Node], depth: int) -> Iterator[str]:
    for node in nodes:
        line = node.document.source.position(node.span.start).line
        what = "" if node.kind == "section" else f"{node.kind} "
        yield f"{line:>5}  {'  ' * depth}{what}{node.title}  #{node.id}{_fields(node)}"
        yield from _lines(node.children, depth + 1)


def _fields(node: Node) -> str:
    shown = (f"{name} {_short(value)}" for name, value in node.fields.items() if value is not True)
    return "".join(f"; {text}" for text in shown)


def _short(value: Any) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN].rstrip()} …"
