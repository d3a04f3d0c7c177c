"""Ids of tables and boxes, so that readers can link to each of them.

An id that the writer gave is kept. Otherwise it is made of what the part is and its caption; without a caption, of the
section that it stands in. So it stays the same whatever is written before it, and dies with its own words only.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_syntax.dialects.markdown.slugs import ascii_slug, unicode_slug
from rulebook_syntax.document import Box, Document, Part, Prose, Table

TABLE = "table"

_MAX_PLACES = 4
"""At how many places a part can be recognised in the page: a renderer may change how it reads one of them."""
_MAX_WORDS = 8
"""Of a long caption the beginning does."""
_EMPHASIS = lazily(r"(?P<sign>\*{1,3}|_{1,3})(?P<words>[^*_]+)(?P=sign)")


def with_parts(document: Document) -> Prose:
    """The prose of a document, its parts named."""
    prose = document.read_prose()
    return replace(prose, parts=tuple(_named(document, prose))) if prose.tables or prose.boxes else prose


def _named(document: Document, prose: Prose) -> Iterator[Part]:
    used = {anchor.id for anchor in document.anchors} | {entity.id for entity in document.entities}
    numbers: Counter[str] = Counter()
    items: list[Table | Box] = [*prose.tables, *prose.boxes]
    for item in sorted(items, key=lambda item: (item.span.start, -item.span.end)):
        if isinstance(item, Table):
            kind, title, places = TABLE, _caption(document, prose, item), _cells(item)
        else:
            kind, title, places = item.kind, item.title, _beginnings(prose, item.span)
        section = document.headings[item.section].id if item.section >= 0 else ""
        id_ = item.id or _unused(_names(kind, title, section), used, numbers)
        used.add(id_)
        yield Part(kind, id_, title, item.span, item.section, tuple(islice(places, _MAX_PLACES)))


def _names(kind: str, title: str, section: str) -> Iterator[str]:
    """Ids for a part, best first; the last is to be numbered."""
    words = (ascii_slug(title, "-") or unicode_slug(title, "-")).removesuffix(f"-{kind}")
    name = "-".join((kind, *words.split("-")[:_MAX_WORDS])) if words else kind
    if words or not section:
        yield name
    yield f"{section}-{name}" if section else name


def _unused(names: Iterator[str], used: set[str], numbers: Counter[str]) -> str:
    """The first of the names that is not used, or the last of them with a number; `numbers` has the last of each."""
    for name in names:
        if name not in used:
            return name
    numbers[name] = next(n for n in count(max(numbers[name] + 1, 2)) if f"{name}-{n}" not in used)
    return f"{name}-{numbers[name]}"


def _caption(document: Document, prose: Prose, table: Table) -> str:
    """The caption of a table: its own, or a paragraph before it that is emphasised from end to end."""
    if table.caption:
        return table.caption
    at = bisect_left(prose.blocks, table.span.start, key=lambda block: block.span.start)
    before = prose.blocks[at - 1] if at else None
    if before is None or before.kind != "paragraph" or before.section != table.section:
        return ""
    match = _EMPHASIS.fullmatch(document.source.slice(before.span).strip())
    between = document.source.text[before.span.end : table.span.start]
    return before.text.text.rstrip(" .:") if match is not None and not between.strip(" \t\r\n|>") else ""


def _cells(table: Table) -> Iterator[int]:
    cells = (cell for row in (table.header, *table.rows) for cell in row)
    return (cell.block.span.start for cell in cells if cell.block is not None)


def _beginnings(prose: Prose, span: Span) -> Iterator[int]:
    """Return where the first texts within a box begin, its title included."""
    first = bisect_left(prose.blocks, span.start, key=lambda block: block.span.start)
    for block in islice(prose.blocks, first, None):
        if block.span.start >= span.end:
            return
        if block.kind not in ("code", "heading"):  # Those bear no marks.
            yield block.span.start
