"""Documents: what a dialect reads out of a source.

Every part carries spans of the source. What only references need (headings, anchors, links,
definitions) is read at once; what claims need (blocks with their plain text, tables) is read
when somebody asks for it, so that a large book without a game costs nothing more.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rulebook_core.findings import Finding
from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_core.spans import Stretches
from rulesmod.records import record

if TYPE_CHECKING:
    from rulesmod.system import System

LinkKind = Literal["inline", "full", "collapsed", "shortcut", "autolink", "html", "wikilink"]
AnchorKind = Literal["heading", "html", "attribute", "footnote", "definition", "part", "former"]
BlockKind = Literal["heading", "paragraph", "item", "quote", "code", "cell", "caption", "term"]


class Heading(NamedTuple):
    """A heading; `id` is the one its page will have, `span` covers its line or lines."""

    level: int
    title: str
    id: str
    span: Span
    title_span: Span


def siblings_of(headings: Iterable[Heading]) -> Iterator[list[Heading]]:
    """The headings of one level below the same heading, in order."""
    open_: dict[int, list[Heading]] = {}
    for heading in headings:
        for level in [level for level in open_ if level > heading.level]:
            yield open_.pop(level)
        open_.setdefault(heading.level, []).append(heading)
    yield from open_.values()


class Anchor(NamedTuple):
    """Something a link can lead to. `span` is the id itself, or the title of a heading without one."""

    id: str
    span: Span
    kind: AnchorKind


class Link(NamedTuple):
    """A link or image as written.

    `target` is None where it comes from a definition: then `label` (as written, white space
    folded) and `label_span` say which. `text` is the plain text shown.
    """

    kind: LinkKind
    span: Span
    text: str
    text_span: Span
    target: str | None
    target_span: Span | None
    label: str | None = None
    label_span: Span | None = None
    image: bool = False


class Definition(NamedTuple):
    """A reference definition: `[label]: target`. `label` is as written, white space folded."""

    label: str
    span: Span
    label_span: Span
    target: str
    target_span: Span


class CodeSpan(NamedTuple):
    """Inline code: its content in plain text (`start`, `end`), its classes, and the content's span."""

    start: int
    end: int
    classes: tuple[str, ...]
    span: Span


@record
class Block:
    """A stretch of running text that no other block interrupts: where claims are looked for.

    Attributes:
        kind: what it is; the text of `code` keeps its line breaks (as "\\n") and indentation.
        text: its plain text.
        span: all of it in the source, markup included.
        section: index of the heading it stands under in `Document.headings`, -1 before the first.
        code: the inline code in it, in order.
        terms: (start, end) in the plain text of terms that the markup singles out (an element with
            an id, a glossary term, bold text alone).
    """

    kind: BlockKind
    text: MappedText
    span: Span
    section: int
    code: tuple[CodeSpan, ...] = ()
    terms: tuple[tuple[int, int], ...] = ()

    def coded(self) -> Stretches:
        """Return where there is code in its plain text."""
        return Stretches(code[:2] for code in self.code) if self.code else _NO_CODE


_NO_CODE = Stretches()


class Cell(NamedTuple):
    """A table cell: its block, whose plain text may be empty; `span` is its content's place, or where
    content would stand."""

    text: str
    span: Span
    block: Block | None


@record
class Table:
    """A table: `header` may be empty, rows may differ in length. `caption` is its own or its HTML caption.

    It `is_cut` where its rows go on behind its last column, with numbers that no page shows.
    """

    span: Span
    id: str | None
    caption: str
    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    section: int
    is_cut: bool = False


class Box(NamedTuple):
    """An example, a callout, a sidebar: what stands apart from the running text.

    Attributes:
        kind: what its writer calls it ("example", "note", "question", ...).
        id: the one that its writer gave it.
        title: plain text; "" where it has none.
        span: all of it.
        section: index of the heading it stands under, -1 before the first.
    """

    kind: str
    id: str | None
    title: str
    span: Span
    section: int


class Part(NamedTuple):
    """A table or a box as readers link to it.

    Attributes:
        kind: "table", or that of the box.
        id: its anchor on the page; `rulebook_syntax.dialects.parts` gives one to those that have none.
        title: its caption; "" where it has none.
        span: all of it.
        section: index of the heading it stands under, -1 before the first.
        places: offsets of the source at which text of it begins, the first ones.
    """

    kind: str
    id: str
    title: str
    span: Span
    section: int
    places: tuple[int, ...]


class Comment(NamedTuple):
    """A comment of the dialect: `text` without its delimiters."""

    text: str
    span: Span


class Entity(NamedTuple):
    """Something a book has besides sections, and gives a name: a monster, an item, an author's note, ...

    Attributes:
        kind: kebab-case ("monster", "draft", "item", "note", "figure", "term", ...).
        id: the anchor of it on the page.
        title: as the book names it.
        span: all of it.
        section: index of the heading it stands under, -1 before the first.
        fields: what its entry says, by name, ready for JSON.
        level: below which entities of its section it stands: 0 directly in the section, 1 in an entity, ...
        places: where in the source the values of `fields` stand, as far as they do.
    """

    kind: str
    id: str
    title: str
    span: Span
    section: int
    fields: Mapping[str, Any] = MappingProxyType({})
    level: int = 0
    places: Mapping[str, Span] = MappingProxyType({})


@record
class Prose:
    """Text that claims are read from; cells of tables are blocks too.

    Attributes:
        blocks: in the order in which they begin in the source.
        parts: its tables and boxes with the ids that they have on the page.
    """

    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    boxes: tuple[Box, ...] = ()
    parts: tuple[Part, ...] = ()

    @cached_property
    def text(self) -> str:
        """The plain text of all blocks, each with a line end behind it: what is not in it is in none of them."""
        return "".join([f"{block.text.text}\n" for block in self.blocks])

    @cached_property
    def _ends(self) -> Sequence[int]:
        return [*accumulate(len(block.text.text) + 1 for block in self.blocks)]

    def having(self, sign: re.Pattern[str]) -> Iterator[Block]:
        """The blocks in whose text a sign may stand: a look at all of them at once, which spares most a closer one.

        Line ends stand for the ends of a text here, so a block may be given that does not have the sign by itself.
        """
        at = 0
        while (match := sign.search(self.text, at)) is not None and match.start() < len(self.text):
            index = bisect_right(self._ends, match.start())
            yield self.blocks[index]
            at = self._ends[index]


@record
class Traits:
    """Traits of a dialect, for code that does not know its name.

    Attributes:
        comment: the form of a comment of its own, with `{}` for its words.
        is_markdown: whether a Markdown renderer reads it as it is.
        names_notes: whether its links name notes, in any folder of the vault.
        marks_terms: whether writers have a mark for terms.
        finds_parts: whether its reader finds the parts of a text without marks, and names them.
        has_header: whether lines below its title may be a header, so that none can be added there.
        takes_files: whether extensions and plugins of a site include files in its pages.
        names_headings: whether its texts refer to headings by their titles alone.
        is_shown_alike: whether all programs that read it agree on its markup.
        sign_of_terms: a pattern, per line, that matches in every text with a list of terms.
        without_markdown: what Markdown has no form for, by its name, as patterns per line outside of code.
    """

    comment: str = "<!-- {} -->"
    is_markdown: bool = False
    names_notes: bool = False
    marks_terms: bool = False
    finds_parts: bool = False
    has_header: bool = False
    takes_files: bool = False
    names_headings: bool = False
    is_shown_alike: bool = False
    sign_of_terms: str = ""
    without_markdown: tuple[tuple[str, str], ...] = ()


def _read_by_nobody(text: str) -> Document:
    raise NotImplementedError("no dialect has read this document, so none can read it again")


@record
class Document:
    """One source as its dialect reads it.

    Attributes:
        body: span of the text behind the front matter.
        meta: the front matter, as far as it is a mapping.
        findings: what is wrong with the markup itself.
        candidates: brackets that would be references or images if their label was defined; plain text to a reader.
        is_open: something else than this source adds to the page (a snippet, a macro, an identifier of the
            site's own making), so that what its text does not have may still be there.
        entities: what it has besides sections, in order.
        includes: the sources it takes in, as they were when it was read.
        left_out: what of it is on no page: what takes in the others, and what nobody takes of it. In order.
        filled: what of it gives way to values of its site, in order.
        system: the game that it was read for, where reading needs to know.
        traits: what sets its dialect apart (`rulebook_syntax.dialects.read` sets them).
        read_prose: reads blocks and tables; called once, by `prose`.
        read_again: reads another text in its place, in the same way (`rulebook_syntax.dialects.read` sets it).
    """

    source: Source
    dialect: str
    body: Span
    meta: Mapping[str, Any] = field(default_factory=dict)
    headings: tuple[Heading, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    definitions: tuple[Definition, ...] = ()
    comments: tuple[Comment, ...] = ()
    findings: tuple[Finding, ...] = ()
    candidates: tuple[Link, ...] = ()
    is_open: bool = False
    entities: tuple[Entity, ...] = ()
    includes: tuple[Source, ...] = ()
    left_out: tuple[Span, ...] = ()
    filled: tuple[Span, ...] = ()
    system: System | None = None
    traits: Traits = field(default_factory=Traits)
    read_prose: Callable[[], Prose] = Prose
    read_again: Callable[[str], Document] = _read_by_nobody

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Those of its headings, in order."""
        return tuple(heading.title for heading in self.headings)

    @cached_property
    def prose(self) -> Prose:
        return self.read_prose()

    def forget_prose(self) -> None:
        """Keep its prose no longer, nor what is made of it; who asks for it has it read once more."""
        for name in self.__dict__.keys() - self.__dataclass_fields__.keys():
            self.__dict__.pop(name, None)  # Another thread may have been here.

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for another process, without the prose."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "read_prose"}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, read_prose=lambda: self.read_again(self.source.text).prose)

    @cached_property
    def _reached(self) -> Sequence[int]:
        """How far each block or one before it reaches: one that holds others ends behind them."""
        return tuple(accumulate((block.span.end for block in self.prose.blocks), max))

    def plain(self, span: Span) -> str:
        """Return the visible text of a span, on one line.

        Outside blocks, this is the source.
        """
        blocks = self.prose.blocks
        first = bisect_right(self._reached, span.start)
        last = bisect_left(blocks, span.end, key=lambda block: block.span.start)
        parts = [block.text.within(span) for block in blocks[first:last] if span.start < block.span.end]
        return " ".join(" ".join(parts).split()) or " ".join(self.source.slice(span).split())

    def section_at(self, offset: int) -> int:
        """The index of the heading that a place stands under, -1 before the first."""
        return bisect_right(self._beginnings, offset) - 1

    @cached_property
    def _beginnings(self) -> Sequence[int]:
        """Where each heading begins."""
        return [heading.span.start for heading in self.headings]

    def above(self, section: int) -> Iterator[int]:
        """A heading and those that it stands under, by their indices, the nearest first; nothing before the first."""
        while section >= 0:
            yield section
            section = self._parents[section]

    def section_path(self, section: int) -> tuple[str, ...]:
        """Titles of the headings that a block stands under, outermost first."""
        return tuple([self.headings[index].title for index in self.above(section)][::-1])

    @cached_property
    def _parents(self) -> Sequence[int]:
        """For each heading the one that it stands under, -1 for none."""
        parents: list[int] = []
        open_ones: list[int] = []
        for index, heading in enumerate(self.headings):
            while open_ones and self.headings[open_ones[-1]].level >= heading.level:
                open_ones.pop()
            parents.append(open_ones[-1] if open_ones else -1)
            open_ones.append(index)
        return parents
