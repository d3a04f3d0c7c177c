"""A chapter on paper: blocks of runs, as plain data for a typesetter.

HTML nests freely, and the typesetter reads no markup. Here a block has a kind that the typesetter knows, and running
text is a flat list of runs. Content nested too deep loses its boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from rulebook_formats.controls import CHECK_BOX, TAB, TAB_TITLE
from rulebook_formats.typesetting.drawings import drawing, is_drawing
from rulebook_formats.typesetting.grid import Grid, grid
from rulebook_formats.typesetting.labels import with_whole_links
from rulebook_syntax.html_elements import Element
from rulesmod.dice.digits import to_int

Block = dict[str, Any]
"""A block as JSON: its `kind`, and what a block of that kind has."""
Run = dict[str, Any]
"""Running text of one style: `text`, its style, where it leads (`to` a label, `url`), labels that lead to it (`at`)."""

MAX_NESTED = 6
"""Blocks within blocks that are set as such; a typesetter has a limit, and a column no room."""
_STYLES = {
    **dict.fromkeys(("strong", "b", "dfn"), "bold"),
    **dict.fromkeys(("em", "i", "cite", "var"), "italic"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **dict.fromkeys(("del", "s"), "struck"),
    "sup": "raised",
    "sub": "lowered",
}
_CONTAINERS = frozenset(
    re.findall(
        "[a-z1-6]+",
        "article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 "
        "header hr li main nav ol p pre section table ul",
    )
)
"""Elements that interrupt running text."""
_CARDS = frozenset({"stat-card", "item-card"})
_SCREEN = frozenset({"rulebook", "rulebook-stage-offer", "rulebook-stage-played"})
"""Classes of what paper has no use for: a page's own odds, which the volume has together, and what a stage plays."""
_SAID = "rulebook-said"
"""The class of what a drawing shows, in words."""
_SCHEMES = ("http://", "https://", "mailto:")
_MAX_ADDRESS = 2_000


class _Style(NamedTuple):
    """The formatting of running text within an element."""

    names: tuple[str, ...] = ()
    link: Mapping[str, Any] = MappingProxyType({})

    def run(self, text: str) -> Run:
        return {"text": text, **dict.fromkeys(self.names, True), **self.link}


def printed_blocks(pages: Sequence[Element], pictures: Mapping[str, str], *, colour: str = "#000000") -> list[Block]:
    """The blocks of a volume.

    Args:
        pages: what the binder of the volume made of its chapters; links within it are `#` and an id.
        pictures: the files of its images, by what their `src` says.
        colour: of what the pages draw themselves, as `#rrggbb`.
    """
    wanted = {link.attributes.get("href", "") for page in pages for link in page.all("a")}
    targets = {f"#{element.id}" for page in pages for element in (page, *page.all()) if element.id} & wanted
    labels = {target.removeprefix("#"): f"t{number}" for number, target in enumerate(sorted(targets), 1)}
    blocks = _Paper(labels, pictures, colour).blocks(pages)
    return with_whole_links(blocks)


class _Paper:
    """Makes blocks of the chapters of a volume.

    Args:
        targets: the ids that something leads to, with the labels they get.
        pictures: see `printed_blocks`.
        colour: see there.
    """

    def __init__(self, targets: Mapping[str, str], pictures: Mapping[str, str], colour: str) -> None:
        self._targets = targets
        self._pictures = pictures
        self._colour = colour

    def blocks(self, parts: Iterable[Element | str], depth: int = 0) -> list[Block]:
        """The blocks that elements and text make, in order."""
        made: list[Block] = []
        running: list[Element | str] = []
        for part in parts:
            if isinstance(part, str) or not _interrupts(part):
                running.append(part)
                continue
            made += self._paragraph(running)
            running = []
            made += self._block(part, depth)
        return [*made, *self._paragraph(running)]

    def runs(self, parts: Iterable[Element | str]) -> list[Run]:
        """Running text, its white space as a reader sees it."""
        return _folded(self._runs(parts, _Style()))

    def _paragraph(self, parts: Iterable[Element | str], *, labels: Sequence[str] = ()) -> Iterator[Block]:
        runs = self.runs(parts)
        if runs or labels:
            yield {"kind": "paragraph", "runs": _anchored(runs, labels)}

    def _block(self, element: Element, depth: int) -> Iterator[Block]:
        labels = self._labels(element)
        if depth >= MAX_NESTED and element.tag != "p":
            yield from self._paragraph([element])
        elif re.fullmatch("h[1-6]", element.tag):
            yield self._heading(element)
        elif element.tag == "p":
            is_caption = "table-caption" in element.classes
            for block in self._paragraph(element.content, labels=labels):
                yield {**block, "caption": True} if is_caption else block
        elif element.tag == "pre":
            yield {"kind": "code", "text": element.text.strip("\n"), "at": labels}
        elif element.tag == "hr":
            yield {"kind": "line"}
        elif element.tag == "table":
            yield from self._table(element, labels, depth)
        elif element.tag in ("ul", "ol"):
            yield self._list(element, labels, depth)
        elif element.tag == "dl":
            yield from self._pairs(element, labels, depth)
        else:
            yield from self._container(element, labels, depth)

    def _container(self, element: Element, labels: list[str], depth: int) -> Iterator[Block]:
        """Yield the blocks of a container, in a box where readers see one."""
        if _SCREEN & set(element.classes):
            return
        content = element.content
        kind = _box(element)
        if kind is None:
            inner = _labelled(self.blocks(content, depth), labels)
            is_dense = "rulebook-stage-odds" in element.classes
            yield from ({**block, "dense": True} if is_dense else block for block in inner)
            return
        title = element.child("p", "admonition-title") or element.child("p", TAB_TITLE)
        if title is not None:
            content = [part for part in content if part is not title]
        blocks = _labelled(self.blocks(content, depth + 1), labels)
        if kind == "sheet":
            yield {"kind": "sheet", "parts": _parts(blocks)}
            return
        yield {"kind": "box", "box": kind, "title": self.runs(title.content) if title else [], "blocks": blocks}

    def _heading(self, element: Element) -> Block:
        within = [label for part in element.all() for label in self._labels(part)]
        runs = _folded(self._runs(element.content, _Style(), linked=False))
        labels = [*self._labels(element), *within]
        return {"kind": "heading", "level": to_int(element.tag[1]), "runs": runs, "at": labels}

    def _list(self, element: Element, labels: list[str], depth: int) -> Block:
        """A list; check boxes take the place of its bullets, and stand behind its numbers."""
        parts = [item for item in element.children if item.tag == "li"]
        start = element.attributes.get("start", "")
        is_numbered = element.tag == "ol"
        marks = [None if is_numbered else _check_box(item) for item in parts]
        items = [
            _labelled(self.blocks(_without(item, mark).content, depth + 1), self._labels(item))
            for item, mark in zip(parts, marks, strict=True)
        ]
        return {
            "kind": "list",
            "start": (to_int(start) if re.fullmatch("[0-9]{1,6}", start) else 1) if is_numbered else None,
            "marks": [mark.text if mark else None for mark in marks] if any(marks) else None,
            "items": [_labelled(items[0], labels), *items[1:]] if items else items,
        }

    def _pairs(self, element: Element, labels: list[str], depth: int) -> Iterator[Block]:
        """Terms with what is said of them; the values of a stat block share a line."""
        pairs: list[tuple[list[Run], list[Block]]] = []
        for part in element.pairs:
            if part.tag == "dt":
                pairs.append((_anchored(self.runs(part.content), self._labels(part)), []))
            elif pairs:
                pairs[-1][1].extend(_labelled(self.blocks(part.content, depth + 1), self._labels(part)))
        kind = "stats" if "stat-card-stats" in element.classes else "terms"
        if pairs:
            yield from _labelled([{"kind": kind, "pairs": [list(pair) for pair in pairs]}], labels)

    def _table(self, element: Element, labels: list[str], depth: int) -> Iterator[Block]:
        result = grid(element)
        if result is None:
            return
        caption = element.child("caption")
        if result.is_by_rows:
            yield from self._records(result, caption, labels, depth)
            return
        cells = [
            {
                "x": cell.x,
                "y": cell.y,
                "colspan": cell.width,
                "rowspan": cell.height,
                "head": cell.element.tag == "th",
                "blocks": _labelled(self.blocks(cell.element.content, depth + 1), self._labels(cell.element)),
            }
            for cell in result.cells
        ]
        yield {
            "kind": "table",
            "caption": _anchored(self.runs(caption.content) if caption else [], labels),
            "blank": bool({"blank-fields", "blank-rows"} & set(element.classes)),
            "columns": result.columns,
            "centred": result.centred,
            "head": result.head,
            "rows": result.rows,
            "size": result.size,
            "widths": result.widths,
            "cells": cells,
        }

    def _records(self, result: Grid, caption: Element | None, labels: list[str], depth: int) -> Iterator[Block]:
        """A table whose texts do not fit beside each other: row by row, each text behind the name of its column."""
        names = {cell.x: self.runs(cell.element.content) for cell in result.cells if cell.y < result.head}
        pairs: dict[int, tuple[list[Run], list[Block]]] = {}
        for cell in result.cells:
            if cell.y < result.head:
                continue
            if cell.y not in pairs:
                pairs[cell.y] = (self.runs([cell.element]), [])
                continue
            inner = _labelled(self.blocks(cell.element.content, depth + 1), self._labels(cell.element))
            if inner and inner[0]["kind"] == "paragraph":
                named = [{**run, "italic": True} for run in names.get(cell.x, ())]
                inner[0]["runs"] = [*named, *([{"text": ": "}] if named else ()), *inner[0]["runs"]]
            pairs[cell.y][1].extend(inner)
        if caption is not None:
            yield {"kind": "paragraph", "runs": self.runs(caption.content), "caption": True}
        yield from _labelled([{"kind": "records", "pairs": [list(pair) for pair in pairs.values()]}], labels)

    def _runs(self, parts: Iterable[Element | str], style: _Style, *, linked: bool = True) -> Iterator[Run]:
        for part, following in pairwise([*parts, ""]):
            if isinstance(part, str):
                yield style.run(part)
            elif part.tag == "br":
                yield {"text": "", "break": True}
            elif part.tag == "img":
                yield from self._picture(part)
            elif is_drawing(part):
                words = following.text if isinstance(following, Element) and _SAID in following.classes else ""
                alt = part.attributes.get("aria-label", words)
                yield {"text": alt, "picture": drawing(part, self._colour), "drawn": True}
            elif _SAID in part.classes:
                # It stands behind a drawing, for those who do not see that.
                continue
            elif "footnote-backref" not in part.classes:
                if at := self._labels(part) if linked else ():
                    yield {"text": "", "at": list(at)}
                yield from self._runs(part.content, self._styled(part, style, linked=linked), linked=linked)
                if part.tag in _CONTAINERS or part.tag in ("td", "th", "tr", "caption"):
                    yield style.run(" ")

    def _styled(self, element: Element, style: _Style, *, linked: bool) -> _Style:
        if name := _STYLES.get(element.tag):
            return style._replace(names=tuple(dict.fromkeys((*style.names, name))))
        href = element.attributes.get("href")
        if not linked or element.tag != "a" or not href:
            return style
        if href.startswith("#"):
            label = self._targets.get(href.removeprefix("#"))
            is_quiet = {"rulebook-term", "footnote-ref"} & set(element.classes)
            return style._replace(link={"to": label, "quiet": bool(is_quiet)}) if label else style
        if href.startswith(_SCHEMES) and len(href) <= _MAX_ADDRESS:
            return style._replace(link={"url": href})
        return style

    def _picture(self, element: Element) -> Iterator[Run]:
        source = self._pictures.get(element.attributes.get("src", ""))
        picture = {"picture": source, "wanted": element.attributes.get("width", "")} if source else {}
        yield {"text": element.attributes.get("alt", ""), **picture}

    def _labels(self, element: Element) -> list[str]:
        return [self._targets[element.id]] if element.id in self._targets else []


def _interrupts(element: Element) -> bool:
    return element.tag in _CONTAINERS or any(part.tag in _CONTAINERS for part in element.all())


def _check_box(item: Element) -> Element | None:
    """Return the check box that a list item begins with."""
    first = next((part for part in item.content if not isinstance(part, str) or part.strip()), None)
    if not isinstance(first, Element):
        return None
    if CHECK_BOX in first.classes:
        return first
    return _check_box(first) if first.tag == "p" else None


def _without(element: Element, part: Element | None) -> Element:
    """An element without one that stands in it, or in a paragraph of it."""
    if part is None:
        return element
    content = [
        _without(inner, part) if isinstance(inner, Element) and inner.tag == "p" else inner
        for inner in element.content
        if inner is not part
    ]
    return Element(element.tag, element.attributes, content)


def _box(element: Element) -> str | None:
    if _CARDS & set(element.classes):
        return "card"
    if TAB in element.classes:
        return "tab"
    if "blank-sheet" in element.classes:
        return "sheet"
    if "admonition" in element.classes or element.tag == "aside":
        return "note"
    return "quote" if element.tag == "blockquote" else None


def _parts(blocks: Iterable[Block]) -> list[list[Block]]:
    """Split blocks into groups that can lie side by side. Each table ends a group, with the blocks above it."""
    parts: list[list[Block]] = [[]]
    for block in blocks:
        parts[-1].append(block)
        if block["kind"] == "table":
            parts.append([])
    return [part for part in parts if part]


def _folded(runs: Iterable[Run]) -> list[Run]:
    """Runs with single spaces, none at either end, and those of one style as one."""
    folded: list[Run] = []
    at_space = True
    for run in runs:
        text = re.sub(r"[ \t\r\n\f]+", " ", run["text"])
        if at_space:
            text = text.removeprefix(" ")
        if text:
            at_space = text.endswith(" ")
        is_break = "break" in run
        at_space = at_space or is_break
        if is_break or "at" in run or "picture" in run:
            folded.append({**run, "text": text})
        elif text and folded and _same_style(folded[-1], run):
            folded[-1] = {**run, "text": folded[-1]["text"] + text}
        elif text:
            folded.append({**run, "text": text})
    while folded and not folded[-1]["text"].strip() and not {"at", "picture"} & folded[-1].keys():
        folded.pop()
    if folded:
        folded[-1] = {**folded[-1], "text": folded[-1]["text"].rstrip(" ")}
    return folded


def _same_style(one: Run, other: Run) -> bool:
    if {"break", "at", "picture"} & (one.keys() | other.keys()):
        return False
    return {**one, "text": ""} == {**other, "text": ""}


def _anchored(runs: list[Run], labels: Sequence[str]) -> list[Run]:
    return [{"text": "", "at": list(labels)}, *runs] if labels else runs


def _labelled(blocks: list[Block], labels: Sequence[str]) -> list[Block]:
    """Blocks of which the first, if it can, is what labels lead to."""
    if not labels:
        return blocks
    match blocks:
        case [{"kind": "paragraph"} as first, *rest]:
            return [{**first, "runs": _anchored(first["runs"], labels)}, *rest]
        case [{"kind": "heading" | "code"} as first, *rest]:
            return [{**first, "at": [*labels, *first["at"]]}, *rest]
        case [{"kind": "table"} as first, *rest]:
            return [{**first, "caption": _anchored(first["caption"], labels)}, *rest]
        case [{"kind": "box"} as first, *rest]:
            return [{**first, "blocks": _labelled(first["blocks"], labels)}, *rest]
        case _:
            return [{"kind": "paragraph", "runs": _anchored([], labels)}, *blocks]
