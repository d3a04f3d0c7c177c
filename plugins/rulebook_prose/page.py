"""The page of a plain text: sections, stat cards, items and notes as HTML, with the marks of whoever renders it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_prose.parsing.gathering import is_entry
from rulebook_syntax.cards import facts_of, filter_of, list_of, picture_of
from rulebook_syntax.dialects.page import LinkUrl, PageText
from rulebook_syntax.directives import speaks_to_us
from rulebook_syntax.document import Block, Comment, Document, Entity, Link, Table
from rulesmod.system import System

CHAPTER = 2
"""Deepest level of headings that begin chapters; these may become pages."""
_CARDS = {"monster": "stat-card"}
_TERM = "term"
_TERM_BEGINS, _TERM_ENDS = "<dl>", "</dd></dl>"
_PRIVATE_USE = "\U000f0000"
"""Marks are made of characters from here on."""


def prose_page(document: Document, text: str, url: LinkUrl) -> PageText:
    """The HTML of a plain text, given its text with marks in it."""
    html = "\n".join(_Page(document, _Marked(document.source.text, text), url).html())
    # Terms that follow each other are a single list.
    return PageText(html.replace(f"{_TERM_ENDS}\n{_TERM_BEGINS}", "</dd>\n"), is_html=True)


class _Marked:
    """A source with marks in it: gives any stretch of it as HTML, marks included.

    Of the characters between two of the source, a closing mark belongs to the one before and an opening mark, which
    the first of all marks begins with, to the one behind.
    """

    def __init__(self, source: str, marked: str) -> None:
        self._source = source
        self._before: dict[int, str] = {}
        self._behind: dict[int, str] = {}
        self._read(source, marked)
        self._places = sorted({*self._before, *self._behind})

    def _read(self, source: str, marked: str) -> None:
        opening = ""
        position = 0
        group = ""
        for index, character in enumerate(source):
            while position < len(marked) and marked[position] >= _PRIVATE_USE and marked[position] != character:
                group += marked[position]
                position += 1
            if group:
                opening = opening or group[0]
                at = group.find(opening)
                closing, begins = (group, "") if at < 0 else (group[:at], group[at:])
                self._behind[index] = closing
                self._before[index] = begins
                group = ""
            # What is not there was dropped: a carriage return, or a comment that an aid takes the place of.
            if position < len(marked) and marked[position] == character:
                position += 1
        self._behind[len(source)] = marked[position:]

    def marks(self, span: Span) -> str:
        """The marks in a stretch, without its text."""
        inner = (self._behind.get(i, "") + self._before.get(i, "") for i in range(span.start + 1, span.end))
        return self._before.get(span.start, "") + "".join(inner) + self._behind.get(span.end, "")

    def html(self, span: Span) -> str:
        out = []
        position = span.start
        first, end = bisect_left(self._places, span.start), bisect_right(self._places, span.end)
        for index in self._places[first:end]:
            out.append(escape(self._source[position:index], quote=False))
            if index > span.start or index == span.end:
                out.append(self._behind.get(index, ""))
            if index < span.end:
                out.append(self._before.get(index, ""))
            position = index
        out.append(escape(self._source[position : span.end], quote=False))
        return "".join(out)


class _Passing:
    """Entities of a text that is gone through once."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self._entities = sorted(entities, key=lambda entity: entity.span.start)
        self._first = 0

    def at(self, offset: int) -> Iterator[Entity]:
        """Those around an offset, which is behind the last one that was asked for."""
        while self._first < len(self._entities) and self._entities[self._first].span.end <= offset:
            self._first += 1
        for number in range(self._first, len(self._entities)):
            span = self._entities[number].span
            if span.start > offset:
                return
            if offset < span.end:
                yield self._entities[number]


class _Page:
    """One page being written."""

    def __init__(self, document: Document, marked: _Marked, url: LinkUrl) -> None:
        self._document = document
        self._marked = marked
        self._url = url
        self._headings = {heading.title_span: heading for heading in document.headings}
        self._tables = {table.span.start: table for table in document.prose.tables}
        self._entities = {entity.span: entity for entity in reversed(document.entities)}
        self._left = {entity.id: entity for entity in document.entities}
        """Entities that are not on the page yet, by id; a link may lead to them."""
        self._open: Entity | None = None
        self._listed: set[tuple[str, int]] = set()
        """The kinds of entries that have begun, and the chapters in which they did."""
        self._level = 1
        self._heads = _Passing([entity for entity in document.entities if _has_head(entity)])
        self._notes = _Passing([entity for entity in document.entities if entity.kind == "note"])
        named = [one for one in document.entities if one.fields.get("inline") or one.fields.get("of") == "name"]
        inner: list[tuple[Span, Link | Entity | Comment]] = [
            *((link.span, link) for link in document.links),
            *((entity.places["name"], entity) for entity in named),
            *((comment.span, comment) for comment in document.comments),
        ]
        self._inner = sorted(inner, key=lambda one: one[0].start)
        self._starts = [span.start for span, _ in self._inner]

    def html(self) -> Iterator[str]:
        blocks = [block for block in self._document.prose.blocks if block.kind != "cell"]
        pieces: list[Block | Table | Comment] = [*blocks, *self._tables.values(), *self._directives()]
        pieces.sort(key=lambda piece: piece.span)
        for is_item, group in groupby(pieces, key=lambda piece: isinstance(piece, Block) and piece.kind == "item"):
            listed = list(group)
            yield from self._closing(listed[0].span.start)
            if is_item:
                yield "<ul>"
                yield from (f"<li>{self._text(piece)}</li>" for piece in listed if isinstance(piece, Block))
                yield "</ul>"
            else:
                for piece in listed:
                    yield from self._closing(piece.span.start)
                    if isinstance(piece, Comment):
                        yield self._marked.marks(piece.span)
                    else:
                        yield from self._table(piece) if isinstance(piece, Table) else self._block(piece)
        yield from self._closing(len(self._document.source.text) + 1)
        for entity in [*self._left.values()]:
            yield f'<p class="draft"{self._id(entity)}>{escape(entity.title)}</p>'

    def _directives(self) -> Iterator[Comment]:
        """The comments to the checker that stand alone: an aid may take their place."""
        blocks = Stretches(block.span for block in self._document.prose.blocks)
        for comment in self._document.comments:
            if speaks_to_us(comment.text) and not blocks.around(comment.span):
                yield comment

    def _closing(self, offset: int) -> Iterator[str]:
        if self._open is not None and offset >= self._open.span.end:
            yield _TERM_ENDS if self._open.kind == _TERM else "</section>"
            self._open = None

    def _block(self, block: Block) -> Iterator[str]:
        heading = self._headings.get(block.span)
        if heading is not None:
            title = self._marked.html(heading.title_span)
            self._level = heading.level
            yield f'<h{heading.level} id="{escape(heading.id)}">{title}</h{heading.level}>'
        elif block.kind == "term":
            yield from self._entry(block)
        elif block.kind == "caption":
            return  # The head of an entry: told with its name.
        elif (note := self._note(block)) is not None:
            yield f'<aside class="author-note"{self._id(note)}><p>{self._text(block)}</p></aside>'
        else:
            yield f"<p>{self._text(block)}</p>"

    def _before_cards(self, entity: Entity, system: System) -> Iterator[str]:
        """Yield the HTML before the first cards of a kind: their list, and a filter per chapter."""
        chapters = [heading.span.start for heading in self._document.headings if heading.level <= CHAPTER]
        chapter = bisect_right(chapters, entity.span.start)
        if (entity.kind, chapter) in self._listed:
            return
        entities = [other for other in self._document.entities if other.kind == entity.kind]
        if entity.kind not in {kind for kind, _ in self._listed}:
            yield list_of(entity.kind, entities, system)
        yield filter_of([one for one in entities if bisect_right(chapters, one.span.start) == chapter], system)
        self._listed.add((entity.kind, chapter))

    def _entry(self, block: Block) -> Iterator[str]:
        entity = next(self._heads.at(block.span.start))
        if entity.kind == "draft":
            self._open = entity
            yield f'<section class="draft">{self._name(entity, "draft", escape(entity.title))}'
            return
        if entity.kind == _TERM:
            self._open = entity
            yield f"{_TERM_BEGINS}<dt{self._id(entity)}>{self._marked.html(entity.places['name'])}</dt><dd>"
            return
        if (system := self._document.system) is not None:
            yield from self._before_cards(entity, system)
        card = _CARDS.get(entity.kind, f"{entity.kind}-card")
        tags = next((value for value in entity.fields.values() if isinstance(value, list)), ())
        data = f' data-roles="{escape(" ".join(map(str, tags)))}"' if tags else ""
        self._open = entity
        yield f'<section class="{card}" data-kind="{escape(entity.kind)}"{data}>'
        yield self._name(entity, card, self._marked.html(entity.places["name"]))
        yield '<dl class="stat-card-stats">'
        for name, value in entity.fields.items():
            if name in entity.places:
                yield f"<div><dt>{escape(name)}</dt><dd>{self._marked.html(entity.places[name])}</dd></div>"
            else:
                yield f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>"
        for label, text in facts_of(entity, system) if system is not None else ():
            yield f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>"
        yield "</dl>"
        if system is not None and (picture := picture_of(entity, system)):
            yield picture

    def _name(self, entity: Entity, card: str, name: str) -> str:
        """The name of an entry: a heading below that of its section."""
        tag = f"h{min(self._level + 1, 6)}"
        return f'<{tag} class="{card}-name"{self._id(entity)}>{name}</{tag}>'

    def _note(self, block: Block) -> Entity | None:
        span = block.span
        notes = self._notes.at(span.start)
        return next((note for note in notes if note.span.start < span.start and span.end <= note.span.end), None)

    def _text(self, block: Block) -> str:
        """The words of a block, with its links and anchors."""
        inner: list[tuple[Span, str, str]] = []
        first, end = (bisect_left(self._starts, offset) for offset in block.span)
        for span, item in self._inner[first:end]:
            if not block.span.contains(span):
                continue
            if isinstance(item, Link):
                target = item.target or ""
                inner.append((span, f'<a href="{escape(self._url(target) or target)}">', "</a>"))
            elif isinstance(item, Entity):
                inner.append((span, f"<dfn{self._id(item)}>", "</dfn>"))
            elif speaks_to_us(item.text) and span != block.span:
                inner.append((span, "", ""))
            elif span != block.span:
                note = self._entities.get(span)
                id_ = self._id(note) if note is not None and note.kind == "note" else ""
                inner.append((span, f'<span class="author-note"{id_}>', "</span>"))
        return self._with(block.span, inner)

    def _with(self, span: Span, inner: Sequence[tuple[Span, str, str]]) -> str:
        out = []
        position = span.start
        for place, opening, closing in sorted(inner):
            if place.start < position:
                continue
            out.append(self._marked.html(Span(position, place.start)))
            if opening:
                out += [opening, self._marked.html(place), closing]
            position = place.end
        return "".join((*out, self._marked.html(Span(position, span.end))))

    def _id(self, entity: Entity) -> str:
        self._left.pop(entity.id, None)
        return f' id="{escape(entity.id)}"'

    def _table(self, table: Table) -> Iterator[str]:
        yield "<table>"
        if table.header:
            cells = "".join(f"<th>{self._marked.html(cell.span)}</th>" for cell in table.header)
            yield f"<thead><tr>{cells}</tr></thead>"
        yield "<tbody>"
        for row in table.rows:
            yield f"<tr>{''.join(f'<td>{self._marked.html(cell.span)}</td>' for cell in row)}</tr>"
        yield "</tbody></table>"


def _has_head(entity: Entity) -> bool:
    return is_entry(entity) and entity.fields.get("of") != "entry"
