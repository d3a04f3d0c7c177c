"""Convert running text to visible text, and pair tags to elements."""

from __future__ import annotations

from collections import defaultdict

from rulebook_syntax.dialects.markdown.leaf_links import Inlines
from rulebook_syntax.dialects.markdown.tags import Tag


def elements(tags: list[Tag]) -> list[tuple[Tag, int]]:
    """The elements among tags: the opening tag, and where the content ends."""
    opened: list[Tag] = []
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    """Where in `opened` the tags of a name are."""
    elements: list[tuple[Tag, int]] = []
    for tag in tags:
        if not tag.closing:
            by_name[tag.name].append(len(opened))
            opened.append(tag)
        elif by_name[tag.name]:
            first = by_name[tag.name][-1]
            elements.append((opened[first], tag.start))
            for inner in opened[first:]:
                by_name[inner.name].pop()
            del opened[first:]
    return elements


def classes_of(tag: Tag, text: str) -> tuple[tuple[str, ...], bool]:
    """The classes of a tag, and whether it has an id."""
    classes: tuple[str, ...] = ()
    has_id = False
    for attribute in tag.attributes(text):
        if attribute.name == "class":
            classes = tuple(attribute.value.split())
        elif attribute.name == "id":
            has_id = bool(attribute.value)
    return classes, has_id


def plain(text: str, inlines: Inlines | None, start: int, end: int) -> str:
    """Return the visible text of `text[start:end]`, with white space folded.

    Without inlines the text has no markup.
    """
    parts: list[str] = []
    position = start
    for first, last, new in inlines.changes_in(start, end) if inlines is not None else ():
        if first >= position:  # Where changes overlap, those of the first stand.
            parts += (text[position:first], new)
        position = max(position, last)
    return " ".join("".join((*parts, text[position:end])).split())
