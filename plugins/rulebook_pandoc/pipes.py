"""The tables of Pandoc's Markdown as tables of pipes, which Python-Markdown reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulebook_core.spans import Stretches
from rulebook_pandoc.parsing.inlines import LeafChanges
from rulebook_pandoc.parsing.tree import Align, Table
from rulebook_pandoc.pen import Pen
from rulebook_syntax.dialects.markdown.text import Line

CAPTION_CLASS = "table-caption"

_PIPE = re.compile(r"(?<!\\)\|")
_ATTRIBUTES = re.compile(
    r"\s*\{(?=[#.\w])(?:\s*(?:"
    r"#(?P<id>[^\s{}\"'<>&`]+)(?![^\s{}\"'<>&`])|\.[\w-]+(?![\w-])|[\w-]+=(?:\"[^\"]*\"|[^\s{}\"]*(?![^\s{}\"]))"
    r"))+\s*\}\s*$"
)
_ALIGN: dict[Align, str] = {"left": ":---", "right": "---:", "center": ":---:", "default": "---"}


class Caption(NamedTuple):
    """The words of a table's caption, and where the table begins in the text."""

    table: int
    lines: list[Line]


def write_table(pen: Pen, node: Table, prefix: str) -> Caption | None:
    """Write a table as one of pipes below its caption; gives the caption."""
    caption, id_ = _without_attributes(pen.text, node.caption)
    if caption:
        pen.at = caption[0][0]
        pen.leaf(caption, prefix)
        pen.put(f"\n{prefix}{{: .{CAPTION_CLASS} ")
        if id_:
            pen.put("#")
            pen.copy(id_)
            pen.put(" ")
        pen.put("}")
        pen.line_break(prefix, blank=True)
    start = next((s for row in (node.header, *node.rows) for cell in row for s, e in cell if s < e), 0)
    pen.at = node.lines[0][0]
    _row(pen, node.header or [[] for _ in node.aligns], prefix)
    pen.line_break(prefix, blank=False)
    pen.put("| " + " | ".join(_ALIGN[align] for align in node.aligns) + " |")
    for row in node.rows:
        pen.line_break(prefix, blank=False)
        _row(pen, row, prefix)
    return Caption(start, caption) if caption else None


def _without_attributes(text: str, caption: list[Line]) -> tuple[list[Line], Line | None]:
    """The words of a caption, and where the id in the braces behind them stands."""
    if not caption or not (match := _ATTRIBUTES.search(text, *caption[-1])):
        return caption, None
    words = [*caption[:-1], (caption[-1][0], match.start())]
    return [line for line in words if line[0] < line[1]], match.span("id") if match["id"] else None


def _row(pen: Pen, cells: Sequence[Sequence[Line]], prefix: str) -> None:
    pen.put("|")
    for cell in cells:
        pen.put(" ")
        lines = [line for line in cell if line[0] < line[1]]
        if lines:
            leaf = pen.text_of(lines)
            result = pen.read(leaf, starts_block=False)
            _escape_pipes(leaf.text, result)
            pen.leaf(lines, prefix, between=" ", markup=result)
        elif cell:
            pen.at = cell[0][0]
        pen.put(" |")


def _escape_pipes(text: str, changes: LeafChanges) -> None:
    """A pipe in a cell must not end it; one in code is left, as the renderer leaves it."""
    if "|" not in text:
        return
    stretches = Stretches([*changes.code, *(change[:2] for change in changes.changes)])
    for match in _PIPE.finditer(text):
        if not stretches.has(match.start()):
            changes.changes.append((*match.span(), ("\\|",)))
    changes.changes.sort(key=lambda change: change[:2])
