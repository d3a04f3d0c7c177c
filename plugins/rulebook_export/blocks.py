"""Blocks of HTML as Markdown: headings with their ids, lists, tables, code, and boxes of every kind."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from rulebook_export.inlines import INLINE, cell_text, inline_text, opening
from rulebook_syntax.html_elements import Element
from rulesmod.dice.digits import to_int

_HEADING = re.compile(r"h([1-6])")
_HIDDEN = frozenset({"script", "style", "svg", "template", "head"})
"""Elements without text; charts of odds are made anew from the dice."""
_LANGUAGE = re.compile(r"[\w+#-]*")
_INDENT = "    "


class BlockWriter:
    """Writes the blocks of a page; footnotes come at its end.

    Args:
        root: the page.
        entries: how an entry of the book begins in its source ("Ghoul: Build 11 Cast ..."), by its id: what the page
            shows as a table on its card.
    """

    def __init__(self, root: Element, entries: Mapping[str, str] = MappingProxyType({})) -> None:
        self._entries = entries
        self._level = 1
        self._notes: dict[str, str] = {}
        self._definitions: list[str] = []
        for number, note in enumerate(_footnotes(root), start=1):
            label = str(number)
            for link in note.all("a"):
                self._notes[link.attributes.get("href", "").removeprefix("#")] = label
            words = [part for part in note.content if not (isinstance(part, Element) and part.tag == "a")]
            text = inline_text(words, {}).lstrip(". ")
            self._definitions.append(f"[^{label}]: {_indented(text, first=False)}")
        self._root = root

    def write(self) -> str:
        blocks = [*self._blocks(self._root.content), *self._definitions]
        return "\n\n".join(block for block in blocks if block.strip()) + "\n"

    def _blocks(self, content: Iterable[Element | str]) -> Iterator[str]:
        """The blocks of some content; loose text between them is a paragraph."""
        loose: list[Element | str] = []
        for part in content:
            if isinstance(part, str) or part.tag in INLINE:
                loose.append(part)
                continue
            if text := self._inline(loose):
                yield text
            loose = []
            yield from self._block(part)
        if text := self._inline(loose):
            yield text

    def _block(self, element: Element) -> Iterator[str]:
        heading = _HEADING.fullmatch(element.tag)
        if element.tag in _HIDDEN or _is_footnotes(element):
            return
        if element.tag == "!--":
            yield f"<!--{element.text}-->"
        elif heading:
            self._level = to_int(heading[1])
            named = f" {{ #{element.id} }}" if element.id else ""
            yield f"{'#' * to_int(heading[1])} {self._title(element)}{named}"
        elif element.tag == "hr":
            yield "* * *"
        elif element.tag in ("ul", "ol"):
            yield from self._anchor(element)
            yield self._list(element)
        elif element.tag == "dl":
            yield from self._anchor(element)
            yield self._definition_list(element)
        elif element.tag == "table":
            yield from self._table(element)
        elif element.tag == "pre":
            yield from self._anchor(element)
            yield _fenced(element)
        elif element.tag == "blockquote":
            yield from self._anchor(element)
            yield "\n".join(f"> {line}".rstrip() for line in self._joined(element.content).split("\n"))
        elif element.tag in ("p", "caption", "figcaption"):
            yield from self._anchor(element)
            if text := self._inline(element.content):
                yield text
        else:
            yield from self._box(element)

    def _box(self, element: Element) -> Iterator[str]:
        """A division: an admonition, an example, an aside, or nothing that a reader sees."""
        if "admonition" in element.classes or element.tag == "aside":
            yield from self._admonition(element)
        elif (name := self._entry_of(element)) is not None:
            yield from self._card(element, name)
        else:
            yield from self._anchor(element)
            title = element.child("div", "title")
            if title is not None:
                yield f"*{self._inline(title.content)}*"
            yield from self._blocks(part for part in element.content if part is not title)

    def _entry_of(self, element: Element) -> str | None:
        """The id of the entry whose card an element is: its own, or that of its heading."""
        first = next(element.children, None)
        names = [element.id, first.id if first is not None and _HEADING.fullmatch(first.tag) else ""]
        return next((name for name in names if name in self._entries), None)

    def _card(self, element: Element, name: str) -> Iterator[str]:
        """A card of an entry: its heading, the words that it begins with, and all the rest."""
        entry = self._entries[name]
        heading = next((child for child in element.children if _HEADING.fullmatch(child.tag)), None)
        stats = next((child for child in element.children if child.tag == "dl"), None)
        if heading is None:
            yield from self._anchor(element)
        else:
            # A card has no level of its own: it belongs to its section.
            yield f"{'#' * min(self._level + 1, 6)} {self._title(heading)} {{ #{name} }}"
        body = [part for part in element.content if part is not heading and part is not stats]
        text = next((part for part in body if isinstance(part, Element) and part.tag == "p"), None)
        if text is not None:
            # As it is written: what an entry says follows its beginning at once.
            text.content.insert(0, f"{entry} ")
        else:
            yield self._inline([entry])
        yield from self._blocks(body)

    def _admonition(self, element: Element) -> Iterator[str]:
        yield from self._anchor(element)
        title = element.child("p", "admonition-title")
        words = self._inline(title.content).replace('"', "”") if title is not None else ""
        kind = next((name for name in element.classes if name != "admonition"), "note")
        body = self._joined(part for part in element.content if part is not title)
        yield f'!!! {kind} "{words}"\n\n{_indented(body)}'

    def _list(self, element: Element) -> str:
        items = []
        for number, item in enumerate((child for child in element.children if child.tag == "li"), start=1):
            mark = f"{number}." if element.tag == "ol" else "-"
            blocks = [block for block in (*self._anchor(item), *self._blocks(item.content)) if block.strip()]
            # A list right below its words needs no line between.
            inner = "\n\n".join(blocks)
            items.append(f"{mark:<4}{_indented(inner, first=False)}")
        loose = any("\n\n" in item for item in items)
        return ("\n\n" if loose else "\n").join(items)

    def _definition_list(self, element: Element) -> str:
        entries: list[str] = []
        for child in element.pairs:
            if child.tag == "dt":
                anchor = "".join(self._anchor(child))
                gap = "\n" if entries and not entries[-1].startswith(":") else "\n\n"
                entries.append(f"{gap if entries else ''}{anchor}{' '.join(self._inline(child.content).split())}")
            else:
                entries.append(f"\n:   {_indented(self._joined(child.content), first=False)}")
        return "".join(entries)

    def _table(self, element: Element) -> Iterator[str]:
        rows = [[cell for cell in row.children if cell.tag in ("td", "th")] for row in element.all("tr")]
        caption = element.child("caption")
        if element.id or caption is not None or not _is_plain(rows):
            yield self._html_table(element, rows, caption)
            return
        header = rows[0] if rows and all(cell.tag == "th" for cell in rows[0]) else None
        body = rows[1:] if header else rows
        width = max((len(row) for row in rows), default=0)
        yield "\n".join(
            [
                self._row(header or [], width),
                "|" + " --- |" * width,
                *(self._row(row, width) for row in body),
            ]
        )

    def _row(self, cells: list[Element], width: int) -> str:
        texts = [self._cell(cell) for cell in cells]
        return "| " + " | ".join([*texts, *[""] * (width - len(texts))]) + " |"

    def _cell(self, cell: Element) -> str:
        parts: list[Element | str] = []
        for part in cell.content:
            parts += part.content if isinstance(part, Element) and part.tag == "p" else [part]
        return cell_text(parts, self._notes)

    def _html_table(self, element: Element, rows: list[list[Element]], caption: Element | None) -> str:
        """A table as HTML, where Markdown has no place for its id, its caption or its cells."""
        lines = [f'<table id="{element.id}">' if element.id else "<table>"]
        if caption is not None:
            lines.append(f"<caption>{_as_html(caption)}</caption>")
        for cells in rows:
            lines.append("<tr>" + "".join(f"{opening(cell)}{_as_html(cell)}</{cell.tag}>" for cell in cells) + "</tr>")
        return "\n".join([*lines, "</table>"])

    def _anchor(self, element: Element) -> Iterator[str]:
        """An anchor where Markdown has no other way to name a block."""
        if element.id:
            yield f'<a id="{element.id}"></a>'

    def _inline(self, parts: Iterable[Element | str]) -> str:
        return inline_text(parts, self._notes)

    def _title(self, heading: Element) -> str:
        """The words of a heading on one line; a brace in them would begin its attributes."""
        words = " ".join(self._inline(heading.content).split())
        return re.sub(r"(?<= )\{|^\{", r"\\{", words) if "}" in words else words

    def _joined(self, content: Iterable[Element | str]) -> str:
        return "\n\n".join(block for block in self._blocks(content) if block.strip())


def _footnotes(root: Element) -> Iterator[Element]:
    for place in root.all("div"):
        if _is_footnotes(place):
            yield from (note for note in place.children if "footnote" in note.classes)


def _is_footnotes(element: Element) -> bool:
    return element.id == "footnotes"


def _is_plain(rows: list[list[Element]]) -> bool:
    """Return whether every cell is one line, without spans."""
    cells = [cell for row in rows for cell in row]
    spans = any(cell.attributes.get(name, "1") != "1" for cell in cells for name in ("colspan", "rowspan"))
    blocks = any(
        len([child for child in cell.children if child.tag not in INLINE]) > 1
        or any(child.tag not in (*INLINE, "p") for child in cell.children)
        for cell in cells
    )
    return bool(rows) and not spans and not blocks


def _fenced(element: Element) -> str:
    code = element.child("code")
    language = code.attributes.get("data-lang", "") if code is not None else ""
    language = language if _LANGUAGE.fullmatch(language) else ""
    text = element.text.strip("\n")
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _as_html(element: Element) -> str:
    return "".join(
        html.escape(part, quote=False)
        if isinstance(part, str)
        else f"{opening(part)}{_as_html(part)}" + ("" if part.tag in ("br", "img", "hr") else f"</{part.tag}>")
        for part in element.content
    )


def _indented(text: str, *, first: bool = True) -> str:
    lines = text.split("\n")
    shown = [f"{_INDENT}{line}" if line else "" for line in lines]
    if not first:
        shown[0] = lines[0]
    return "\n".join(shown)
