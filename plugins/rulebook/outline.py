"""The outline of a source: its sections with ids and places, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulebook.document import Document, Heading
from rulebook.source import Span


@dataclass(frozen=True, slots=True)
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
    """The sections of a document, each with those inside it."""
    return _sections(document, document.headings, document.body.end)


def _sections(document: Document, headings: Sequence[Heading], end: int) -> list[Node]:
    nodes = []
    index = 0
    while index < len(headings):
        heading = headings[index]
        after = index + 1
        while after < len(headings) and headings[after].level > heading.level:
            after += 1
        stop = headings[after].span.start if after < len(headings) else end
        nodes.append(
            Node(
                document,
                "section",
                heading.id,
                heading.title,
                heading.level,
                Span(heading.span.start, stop),
                children=tuple(_sections(document, headings[index + 1 : after], stop)),
            )
        )
        index = after
    return nodes


def to_json(nodes: Sequence[Node]) -> str:
    """The outline by contract; its schema is `outline.schema.json` in `rulebook/schemas`."""
    return json.dumps([_data(node) for node in nodes], ensure_ascii=False, indent=1)


def _data(node: Node) -> dict[str, Any]:
    source = node.document.source
    start, end = source.position(node.span.start), source.position(node.span.end)
    return {
        "kind": node.kind,
        "id": node.id,
        "title": node.title,
        "level": node.level,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "fields": node.fields,
        "children": [_data(child) for child in node.children],
    }


def as_text(nodes: Sequence[Node]) -> str:
    """One line a section, indented by its depth."""
    return "\n".join(_lines(nodes, 0))


def _lines(nodes: Sequence[Node], depth: int) -> Iterator[str]:
    for node in nodes:
        line = node.document.source.position(node.span.start).line
        yield f"{line:>5}  {'  ' * depth}{node.title}  #{node.id}"
        yield from _lines(node.children, depth + 1)
