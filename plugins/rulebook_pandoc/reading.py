"""From a source in Pandoc's Markdown to its document, and to its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_pandoc import EXTENSIONS
from rulebook_pandoc.ids import UniqueIds, identifier
from rulebook_pandoc.parsing.blocks import BlockReader
from rulebook_pandoc.parsing.inlines import InlineReader, Names, applied, words
from rulebook_pandoc.parsing.tree import Definitions, Div, Heading, Items, Node, Note, Quote, Reference
from rulebook_pandoc.titles import TitleBlock, title_block
from rulebook_pandoc.writing import MarkdownWriter
from rulebook_syntax.dialects.faults import malformed_markup, unsupported_markup
from rulebook_syntax.dialects.markdown.inlines import InlineReader as MarkdownInlines
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.dialects.markdown.plain import plain
from rulebook_syntax.dialects.markdown.reading import front_matter, read_normal
from rulebook_syntax.dialects.markdown.text import normal_text
from rulebook_syntax.dialects.options import ReadingOptions
from rulebook_syntax.dialects.page import LinkUrl, PageText
from rulebook_syntax.dialects.registry import Dialect
from rulebook_syntax.dialects.translation import translate_marked
from rulebook_syntax.document import Block, Document, Prose, Table
from rulesmod.records import record

_LABEL = re.compile(r" *\[(?P<label>(?:\\.|[^\[\]\\])+)\]:")
_ID = re.compile(r"(?:^|[\s{])#(?P<id>[^\s{}]+)")


class _Translated(NamedTuple):
    """A translation, and what was noticed on the way: places are offsets of the normal text."""

    normal: MappedText
    translation: MappedText
    writer: MarkdownWriter
    blocks: BlockReader


@record
class _Translation(Document):
    """A document that remembers its translation, and of which text that is: most pages are published as they stand."""

    normal: str = field(default="", compare=False, repr=False)
    markdown: MappedText | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "markdown": None}  # To make it anew is sooner done than to send it.

    def of(self, normal: MappedText) -> MappedText:
        """The translation of a text, which may be its own."""
        if self.markdown is not None and normal.text == self.normal:
            return self.markdown
        return _translate(normal).translation


def read_pandoc(source: Source, options: ReadingOptions) -> Document:
    """Read a source in Pandoc's Markdown."""
    body, meta, beginning = _beginning(source.text)
    markdown = _with_needed(options.markdown)
    done = _translate(normal_text(source.text, body))
    document = read_normal(source, body, meta, lambda: done.translation, markdown, "pandoc")
    captions = {
        done.normal.span(caption.table, caption.table).start: " ".join(
            done.normal.text[first:last] for first, last in caption.lines
        )
        for caption in done.writer.captions
    }
    read_prose = document.read_prose
    titles = {heading.id: heading.title_span for heading in document.headings}
    own = {
        # An id that nobody has written stands where its title does.
        "anchors": tuple(
            anchor._replace(kind="heading", span=titles[anchor.id])
            if anchor.kind == "attribute" and anchor.span.start == anchor.span.end and anchor.id in titles
            else anchor
            for anchor in document.anchors
        ),
        "findings": (*document.findings, *_findings(source, done)),
        "read_prose": lambda: _with_captions(_with_title(read_prose(), source, beginning), captions),
    }
    return _Translation(**(vars(document) | own), normal=done.normal.text, markdown=done.translation)


def pandoc_page(document: Document, text: str, url: LinkUrl) -> PageText:
    """Return the translation of a page, with its title and marks."""
    body, _, block = _beginning(text)
    translate = document.of if isinstance(document, _Translation) else lambda normal: _translate(normal).translation
    written = translate_marked(text[body:], document.source.text, translate)
    return PageText(_title(text, block) + written)


def _beginning(text: str) -> tuple[int, Mapping[str, Any], TitleBlock]:
    """Return where the text behind title or front matter begins, and what they say."""
    body, meta = front_matter(text)
    if body:
        return body, meta, TitleBlock((), 0)
    block = title_block(text)
    names = ("title", "author", "date")
    said = {
        name: " ".join(_plain(text[start:end]) for start, end in lines)
        for name, lines in zip(names, block.fields, strict=False)
        if lines
    }
    return block.end, said, block


def _title(text: str, block: TitleBlock) -> str:
    """The title block as it is published: the title as the heading of the page, authors and date below it."""
    out = []
    for form, lines in zip(("# {} {{.title}}", "{}\n{{: .author }}", "{}\n{{: .date }}"), block.fields, strict=False):
        if lines:
            out.append(form.format(" ".join(_smart(text[start:end]) for start, end in lines)) + "\n\n")
    return "".join(out)


def _with_title(prose: Prose, source: Source, block: TitleBlock) -> Prose:
    """The text with what stands above it: title, authors and date."""
    whole = MappedText(source.text)
    texts = [whole.lines(lines).fold() for lines in block.fields if lines]
    return replace(prose, blocks=(*(Block("caption", text, text.whole, -1) for text in texts), *prose.blocks))


def _smart(text: str) -> str:
    return applied(text, InlineReader(Names()).read(text))


def _plain(text: str) -> str:
    text = _smart(text)
    return plain(text, MarkdownInlines(_with_needed(MarkdownOptions()), (), ()).read(text), 0, len(text))


def _with_needed(options: MarkdownOptions) -> MarkdownOptions:
    names = {*options.names, *EXTENSIONS}
    if "pymdownx.superfences" not in names:
        names.add("fenced_code")
    return replace(options, names=frozenset(names))


def _translate(normal: MappedText) -> _Translated:
    blocks = BlockReader(normal.text)
    nodes = blocks.read()
    writer = MarkdownWriter(normal, InlineReader(_Collector(normal.text).collect(nodes)))
    return _Translated(normal, writer.write(nodes), writer, blocks)


class _Collector:
    """Walks over the blocks of a document once: gives headings their ids, and learns what brackets can mean."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._names = Names()
        self._headings: list[Heading] = []

    def collect(self, nodes: list[Node]) -> Names:
        self._walk(nodes)
        ids = UniqueIds()
        inlines = InlineReader(self._names)
        # Pandoc makes ids before it knows what references and footnotes there are.
        markdown = MarkdownInlines(_with_needed(MarkdownOptions()), (), ())
        for heading in self._headings:
            raw = self._text[slice(*heading.title)]
            given = _ID.search(self._text[slice(*heading.attributes)])
            if given is not None:
                heading.id = given["id"]
                ids.use(heading.id)
            else:
                text = applied(raw, inlines.read(raw))
                read = None if markdown.is_plain(text) else markdown.read(text)
                heading.id = ids.take(identifier(plain(text, read, 0, len(text))))
            self._names.headings.setdefault(words(raw), heading.id)
        return self._names

    def _walk(self, nodes: list[Node]) -> None:
        for node in nodes:
            match node:
                case Heading():
                    self._headings.append(node)
                case Quote() | Div() | Note():
                    self._walk(node.children)
                case Definitions():
                    for _, items in node.entries:
                        for item in items:
                            self._walk(item.children)
                case Reference():
                    if label := _LABEL.match(self._text, node.lines[0][0]):
                        self._names.references.add(words(label["label"]))
                case Items():
                    for item in node.items:
                        self._walk(item.children)
                case _:
                    pass


def _findings(source: Source, done: _Translated) -> list[Finding]:
    span = done.normal.span
    unread = [*done.writer.unsupported, *((line, "this kind of list") for line in done.blocks.unread)]
    details = [unsupported_markup(Place(source, span(*line)), what) for line, what in unread]
    details += [malformed_markup(Place(source, span(*line)), fact) for line, fact in done.blocks.unclosed]
    return details


def _with_captions(prose: Prose, captions: Mapping[int, str]) -> Prose:
    """Tables as Pandoc has them: with their captions, and without a header where nothing stands in it."""
    if not prose.tables:
        return prose

    def mended(table: Table) -> Table:
        header = table.header if any(cell.text for cell in table.header) else ()
        starts = [cell.span.start for row in (table.header, *table.rows) for cell in row if cell.text]
        span = Span(min([table.span.start, *starts]), max(table.span.end, *starts[-1:], table.span.start))
        return replace(table, header=header, span=span, caption=captions.get(min(starts, default=-1), table.caption))

    return replace(prose, tables=tuple(map(mended, prose.tables)))


DIALECT = Dialect(read_pandoc, pandoc_page)
