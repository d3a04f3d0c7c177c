"""Splits a rendered page at its headings. Each part gets the notes, odds and proofs that it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape, unescape

from rulebook_syntax.html_elements import Element, parse
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_HEADING = re.compile(r"h[1-6]")
_LEVEL = re.compile(r"(</?h)([1-6])\b", re.IGNORECASE)
_LINK = re.compile(r'(<[a-zA-Z][^<>]*?\s(?:href|src)=")([^"]*)(?=")')
OWN = "rulebook"
"""The class of the last section of a page. It has odds, proofs and terms, and data for the page's script."""
_NOTES = frozenset({OWN, "footnote", "footnotes"})
"""Classes of a page's last elements, which belong to all of it."""


@record
class Leaf:
    """One of the pages that a page is cut into.

    Attributes:
        html: what stands in it.
        notes: what of the end of the whole page it refers to.
        ids: the ids of its own text.
        known: these and the ids of its notes.
    """

    html: str
    notes: str
    ids: frozenset[str]
    known: frozenset[str]


@lru_cache(maxsize=64)  # While a site is served, all of its pages but one are asked for again.
def split(html: str, headings: frozenset[str]) -> Mapping[str, Leaf]:
    """Cut a page before some of its headings.

    Args:
        html: the page, its footnotes and what is ours to show at its end.
        headings: the ids of the headings; those inside of something else than a section of theirs are left where
            they are.

    Returns: the leaves by the ids of their headings, in order; "" is what stands before the first.
    """
    tops = list(parse(html).children)
    notes: list[Element] = []
    while tops and not _NOTES.isdisjoint({tops[-1].id, *tops[-1].classes}):
        notes.insert(0, tops.pop())
    end = notes[0].start if notes else len(html)
    groups: list[tuple[str, int, list[Element]]] = [("", 0, [])]
    for top in tops:
        id_ = _heading_of(top)
        if id_ in headings:
            groups.append((id_, top.start, []))
        groups[-1][2].append(top)
    ends = [*(start for _, start, _ in groups[1:]), end]
    return {
        id_: _leaf(html, html[start:stop], elements, notes)
        for (id_, start, elements), stop in zip(groups, ends, strict=True)
    }


def raised(html: str, levels: int) -> str:
    """A page with its headings some levels further up."""
    return _LEVEL.sub(lambda match: f"{match[1]}{max(1, to_int(match[2]) - levels)}", html) if levels else html


def with_links(html: str, changed: Callable[[str], str]) -> str:
    """A page with its links changed: `changed` gets each address and gives another."""
    return _LINK.sub(lambda match: match[1] + escape(changed(unescape(match[2]))), html)


def _heading_of(element: Element) -> str:
    """The id of the heading that an element is, or begins with."""
    while not _HEADING.fullmatch(element.tag):
        first = next((part for part in element.content if not isinstance(part, str) or part.strip()), None)
        if element.tag not in ("div", "section") or not isinstance(first, Element):
            return ""
        element = first
    return element.id


def _leaf(html: str, text: str, elements: Iterable[Element], notes: Iterable[Element]) -> Leaf:
    own = [inner for element in elements for inner in (element, *element.all())]
    ids = frozenset(element.id for element in own if element.id)
    wanted = frozenset(_words(own))
    shown = "".join(_wanted_notes(html, root, wanted) for root in notes)
    shown_ids = {element.id for element in parse(shown).all()} if shown else set()
    return Leaf(text, shown, ids, ids | shown_ids - {""})


def _words(elements: Iterable[Element]) -> Iterator[str]:
    """Yield the words of attributes, among them all references to ids."""
    for element in elements:
        for value in element.attributes.values():
            yield from value.replace("#", " ").split()


def _wanted_notes(html: str, root: Element, wanted: Collection[str]) -> str:
    """The end of a page without the notes that nothing refers to."""
    notes = list(_notes(root))
    names = {note.start: {inner.id for inner in (note, *note.all())} for note in notes}
    numbers: set[int] = set()
    seek: Collection[str] = wanted
    while results := [note for note in notes if note.start not in numbers and not names[note.start].isdisjoint(seek)]:
        # One note may refer to others.
        numbers.update(note.start for note in results)
        seek = set(_words(inner for note in results for inner in (note, *note.all())))
    if not numbers and OWN not in root.classes:
        return ""
    return "".join(_written(html, root, numbers, {note.start for note in notes}))


def _notes(element: Element) -> Iterator[Element]:
    """The outermost elements with ids; data are for all."""
    for child in element.children:
        if child.id and child.tag != "script":
            yield child
        else:
            yield from _notes(child)


def _written(html: str, element: Element, numbers: Collection[int], notes: Collection[int]) -> Iterator[str]:
    position = element.start
    number = place = 0
    for child in element.children:
        place += child.tag == "li"
        yield html[position : child.start]
        position = child.end
        if child.start in notes:
            if child.start not in numbers:
                continue
            number += 1
            written = html[child.start : child.end]
            # A footnote keeps its number.
            renumbered = element.tag == "ol" and number != place and "value" not in child.attributes
            yield f'<li value="{place}"{written.removeprefix("<li")}' if renumbered else written
            number = place
        elif any(note.start in notes for note in child.all()) and not any(
            note.start in numbers for note in child.all()
        ):
            continue
        else:
            yield from _written(html, child, numbers, notes)
    yield html[position : element.end]
