"""The levels of headings in running text: what stands under what, as far as the text says so.

A text without any markup tells it by what it says and by how it names things: "the limits under Monster Extras" and
"Dice Notation header's Initial Dice" put one heading under another, headings that share a word with one before them
belong to it, and a heading in the plural announces several things, while one in the singular is one of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from rulebook_core.source import Span
from rulebook_prose.parsing.layout import Chunk, levels_of_styles
from rulebook_syntax.document import Heading
from rulebook_text.lexing.names import singular
from rulesmod.records import record

MAX_COMPARED = 60
"""With more headings, comparing each with each takes too long."""

_MAX_REACH = 120
_KINDS = ("heading", "header", "section")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset(("in", "of", "the", "and", "to", "for", "on", "or", "at", "with", "from", "by"))


@record
class Head:
    """A heading before its level is known; `style` is how it stands out, empty within running text."""

    title: str
    id: str
    span: Span
    title_span: Span
    style: str


def headings_of(heads: Sequence[Head], laid: Sequence[Chunk], text: str) -> tuple[Heading, ...]:
    """The headings of a source with their levels, none more than one below the heading before it.

    Args:
        heads: the headings in order.
        laid: the layout of the source.
        text: all of the source, white space folded.
    """
    running = sum(not head.style for head in heads)
    if running and running * 2 >= len(heads):
        has_title = heads[0].span.start <= laid[0].span.start
        levels = levels_of([head.title for head in heads], text, has_title=has_title)
    else:
        levels = _by_style(heads, levels_of_styles(laid))
    headings: list[Heading] = []
    for level, head in zip(levels, heads, strict=True):
        level = min(level, headings[-1].level + 1) if headings else 1
        headings.append(Heading(level, head.title, head.id, head.span, head.title_span))
    return tuple(headings)


def _by_style(heads: Sequence[Head], by_style: Mapping[str, int]) -> list[int]:
    """The level of each heading by how it stands out; one in running text stands below the last of those."""
    levels = []
    above = 0
    for head in heads:
        if head.style:
            above = by_style[head.style]
        levels.append(above if head.style else min(6, above + 1))
    return levels


def levels_of(titles: Sequence[str], text: str, *, has_title: bool) -> list[int]:
    """The level of each heading: 1 for the title of the source, then 2, and 3 for what stands under those.

    Args:
        titles: the headings in order.
        text: all of the source, white space folded.
        has_title: whether the first of them is the title of the source.
    """
    top = 1 if has_title else 0
    first = 2 if has_title else 1
    parent = _named_parents(titles, text, top)
    for index in range(top, len(titles)):
        if parent[index] is None:
            parent[index] = _named_after(titles, parent, index, top)
    parents = {above for above in parent if above is not None}
    for above in sorted(parents):
        last = max(index for index, other in enumerate(parent) if other == above)
        for index in range(above + 1, last):
            if parent[index] is None and index not in parents:
                parent[index] = above
    levels: list[int] = []
    current_is_parent = False
    for index, title in enumerate(titles):
        if index < top:
            levels.append(1)
        elif parent[index] is not None:
            levels.append(first + 1)
        elif index in parents or _is_plural(title) or not current_is_parent:
            levels.append(first)
            current_is_parent = index in parents or _is_plural(title)
        else:
            levels.append(first + 1)
    return levels


def _named_parents(titles: Sequence[str], text: str, top: int) -> list[int | None]:
    """Find the parents of headings that the text names.

    It reads "A under B", "B header's A", "B per their A heading" and "this heading under B".
    """
    parent: list[int | None] = [None] * len(titles)
    if len(titles) > MAX_COMPARED:
        return parent
    folded = text.casefold()
    names = [title.casefold() for title in titles]
    for above in range(top, len(titles)):
        for match in re.finditer(re.escape(names[above]), folded):
            before = folded[max(0, match.start() - _MAX_REACH) : match.start()].removesuffix("the ")
            behind = folded[match.end() : match.end() + _MAX_REACH]
            for below in range(above + 1, len(titles)):
                if names[below] != names[above] and _is_under(names[below], before, behind):
                    parent[below] = above
            if before.endswith(("this heading under ", "this header under ")):
                # It stands in another section with the same heading.
                same = (index for index in range(above + 1, len(titles)) if names[index] in names[:above])
                for twin in islice(same, 1):
                    parent[twin] = above
    return parent


def _is_under(name: str, before: str, behind: str) -> bool:
    """Return whether the words around a name place another heading under it."""
    if before.endswith("under "):
        rest = before.removesuffix("under ").rstrip()
        for word in _KINDS:
            rest = rest.removesuffix(word).rstrip()
        if rest.endswith(name):
            return True
    if behind.startswith(tuple(f" {word}{mark} {name}" for word in _KINDS for mark in ("'s", "’s"))):
        return True
    between = behind.partition(name)[0]
    rest = behind[len(between) + len(name) :]
    return len(between) <= 20 and not re.search(r"[.;:()]", between) and rest.startswith((" heading", " header"))


def _named_after(titles: Sequence[str], parent: Sequence[int | None], index: int, top: int) -> int | None:
    """The nearest heading before this one that stands under nothing and shares a word with it."""
    own = _stems(titles[index])
    for before in range(index - 1, top - 1, -1):
        if parent[before] is None:
            return before if own & _stems(titles[before]) else None
    return None


def _stems(title: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(title) if len(word) > 2)
    return {singular(word) for word in words if word not in _SMALL}


def _is_plural(title: str) -> bool:
    words = _WORD.findall(title)
    return bool(words) and words[-1].endswith("s") and not words[-1].endswith("ss")
