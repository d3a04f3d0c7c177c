"""Lists of a document: which blocks are items of one list, and what is said right before it.

Blocks know that they are items, not of which list. The marker that stands before them in the source says it, and how
deep they are; a dialect without markers has no lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.document import Block, Document

_MARKER = lazily(
    r"(?P<indent>[\s>]*)(?P<marker>[*+-](?!\S)|[*-]{2,6}(?!\S)|\.{1,6}(?!\S)|\d+[.)]|[a-zA-Z][.)]|\(\w\))"
    r"[ \t]*(?:\[.\][ \t]*)?"
)
_PICTURE = lazily(r"\n[ \t\r]*\n!\[")
"""Picture that ends a list, though it is no text."""
_ATTACHED = "\n+\n"
"""How AsciiDoc goes on with an item."""


@dataclass(slots=True)
class ItemList:
    """Items of a list by their first blocks, with the text before.

    `level` is its depth, to compare with that of other lists, and the kind of its markers (`#` for numbers).
    """

    items: list[Block]
    before: Block | None
    level: tuple[int, str]


def lists_of(document: Document) -> Iterator[ItemList]:
    """The lists of a document, in the order of their ends."""
    if all(block.kind != "item" for block in document.prose.blocks):
        return
    text = document.source.text
    open_lists: list[ItemList] = []
    before: Block | None = None
    further: Block | None = None
    for block in document.prose.blocks:
        if block.kind != "item":
            if not text.endswith(_ATTACHED, 0, block.span.start):
                yield from reversed(open_lists)
                open_lists = []
                further = None
                before = block if block.kind in ("paragraph", "quote", "caption", "term") else None
            continue
        marker = _MARKER.fullmatch(text, text.rfind("\n", 0, block.span.start) + 1, block.span.start)
        if marker is None:
            further = block  # A further paragraph of an item.
            continue
        if open_lists and _PICTURE.search(text, open_lists[-1].items[-1].span.end, block.span.start):
            yield from reversed(open_lists)
            open_lists, before = [], None
        level = _level(marker["indent"], marker["marker"])
        known = next((index for index, other in enumerate(open_lists) if other.level == level), None)
        if known is not None:
            while len(open_lists) > known + 1:
                yield open_lists.pop()
            open_lists[known].items.append(block)
            further = None
            continue
        while open_lists and open_lists[-1].level[0] >= level[0]:
            yield open_lists.pop()
        parent = open_lists[-1].items[-1] if open_lists else before
        open_lists.append(ItemList([block], further or parent, level))
        further = None
    yield from reversed(open_lists)


def _level(indent: str, marker: str) -> tuple[int, str]:
    """AsciiDoc tells the depth by the length of the marker, the others by what stands before it."""
    length = len(marker) if set(marker) <= set("*-.") else 1
    return len(indent.expandtabs(4)) + length, "#" if marker[0] in ".0123456789" else marker[0]
