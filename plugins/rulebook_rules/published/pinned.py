"""The pinned outline: what the books publish that readers link to, so that no link dies unseen.

`rulebook lock` records in rulebook.outline, beside the lock of the claims, what each page has an id for, one a line in
the order of the text:

    masque/masque.txt#goblin <TAB> 3 <TAB> monster <TAB> Goblin

that is page and id, level, kind and title; the last line shows that it is whole. `rulebook_rules.published.lost`
tells what is gone since; additions are no findings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Source, Span
from rulebook_core.store.checksummed import lines_of, with_end
from rulebook_rules.book import Book, Page
from rulebook_rules.published.redirects import former_anchors, moved_links
from rulebook_syntax.outline import Node, outline_of
from rulesmod.dice.digits import to_int

ANCHOR, FORMER, TABLE = "anchor", "former", "table"
LINK_KINDS = frozenset({ANCHOR, FORMER, TABLE})
"""Kinds of pins that a page in bare prose has besides its parsed parts."""

_HEAD = (
    "# What readers link to in the books, recorded by `rulebook lock`; `rulebook check` reports the links that die.\n"
)
_LEVEL = re.compile(r"[0-9]{1,3}")
_FREE_KINDS = ("note",)
"""Parts of bare prose without a name of their own: they may come and go."""


class Pin(NamedTuple):
    """Something with an id, as it is recorded: a section, an entry, a table, an example, an anchor of the writer's."""

    id: str
    level: int
    kind: str
    title: str


class Record(NamedTuple):
    """A line of the record: the page, what is there, and the line itself."""

    uri: str
    pin: Pin
    place: Place


def outline_text(book: Book) -> str:
    """The record of all books with a game, or in bare prose; empty where there are none."""
    lines: list[str] = []
    pages = [page for page in book.pages if _is_recorded(book, page)]
    for page in pages:
        if pins := [pin for pin, _ in pins_of(page)]:
            kinds = Counter(pin.kind for pin in pins)
            lines.append(f"# {page.uri}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
            lines += (f"{page.uri}#{pin.id}\t{pin.level}\t{pin.kind}\t{pin.title}" for pin in pins)
    for uri, ids in sorted(moved_links(pages).items()):
        lines += (f"{uri}#{id_}\t1\t{FORMER}\t{id_}" for id_ in ids)
    return with_end(_HEAD + "".join(f"{line}\n" for line in lines)) if lines else ""


def _is_recorded(book: Book, page: Page) -> bool:
    folder = book.site.book_folder(page.uri) if book.site is not None else None
    return (page.document.traits.finds_parts or bool(folder and folder.system)) and not page.is_part


def pins_of(page: Page) -> list[tuple[Pin, Place]]:
    """List the ids of a page with their places, in order. An id that is there twice counts where it is first."""
    source = page.document.source
    results: dict[str, tuple[Pin, Place]] = {}
    for pin, span in sorted(_pins(page), key=lambda item: item[1]):
        if pin.id and not any(sign in pin.id for sign in "\t\r\n"):
            results.setdefault(pin.id, (pin, Place(source, span)))
    return list(results.values())


def _pins(page: Page) -> Iterator[tuple[Pin, Span]]:
    document = page.document
    titles = {heading.span.start: heading.title_span for heading in document.headings}

    def level(offset: int) -> int:
        above = document.section_at(offset)
        return document.headings[above].level + 1 if above >= 0 else 1

    for node in _nodes(outline_of(document)):
        if not document.traits.finds_parts or node.kind not in _FREE_KINDS:
            start = node.span.start
            end = min(node.span.end, start + max(1, len(node.title)))
            yield Pin(node.id, node.level, node.kind, _line(node.title)), titles.get(start, Span(start, end))
    for part in document.prose.parts:
        yield Pin(part.id, level(part.span.start), part.kind, _line(part.title) or part.kind), part.span
    for anchor in former_anchors(document):
        yield Pin(anchor.id, level(anchor.span.start), FORMER, anchor.id), anchor.span
    known = {heading.id for heading in document.headings} | {entity.id for entity in document.entities}
    known.update(part.id for part in document.prose.parts)
    for anchor in document.anchors:
        if anchor.kind != "footnote" and anchor.id not in known:
            yield Pin(anchor.id, level(anchor.span.start), ANCHOR, anchor.id), anchor.span


def _nodes(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _nodes(node.children)


def _line(title: str) -> str:
    return " ".join(title.split())


def recorded(source: Source) -> Iterator[Record]:
    """The lines of a record; what else stands in one that is not whole is left out."""
    for cells, place in lines_of(source):
        uri, mark, id_ = cells[0].partition("#")
        if len(cells) == 4 and mark and _LEVEL.fullmatch(cells[1]):
            yield Record(uri, Pin(id_, to_int(cells[1]), cells[2], cells[3]), place)
