"""Markdown whose wikilinks a plugin of its site makes links of: all else of it is as Python-Markdown has it.

The plugin gets the page as it was written; here it is only read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.dialects.markdown.reading import page_metadata, read_normal
from rulebook_syntax.dialects.markdown.text import normal_text
from rulebook_syntax.dialects.obsidian.inlines import NoteInlines, Wikilink
from rulebook_syntax.document import Document, Link

_BAR = re.compile(r"\[\[[^\[\]\n|]{1,500}(?<!\\)(?=\|[^\[\]\n]{0,500}\]\])")
"""All of a wikilink that stands before its bar."""


def read_linked(source: Source, options: MarkdownOptions, left_out: Sequence[Span] = ()) -> Document:
    """Read a page of Markdown and its wikilinks, but for what is left out of it."""
    body, meta = page_metadata(source.text)
    filled = options.values.changes(source.text, body, meta) if options.values is not None else []
    written = normal_text(source.text, body, left_out, filled)
    # The plugin makes its links before anything is a table: no bar of theirs ends a cell.
    lines = written.replace([(bar.end(), bar.end(), "\\") for bar in _BAR.finditer(written.text)])
    inlines = NoteInlines(lines.text, options, lambda _: "#", is_reading=True)
    markdown = lines.replace(sorted(inlines.edits, key=lambda change: change[:2]))
    document = read_normal(source, body, meta, lambda: markdown, options)
    links = tuple(written_links(document.links, lines, inlines.wikilinks))
    shown = tuple(Span(*change[:2]) for change in filled)
    return replace(document, links=links, left_out=tuple(left_out), filled=shown)


def written_links(links: Iterable[Link], lines: MappedText, wikilinks: Iterable[Wikilink]) -> Iterator[Link]:
    """The links of a text in which `#` was read for each wikilink; these get the targets they were written with."""
    results = {lines.span(wikilink.start, wikilink.start).start: wikilink for wikilink in wikilinks}
    for link in links:
        wikilink = results.get(link.span.start)
        if wikilink is not None and link.target == "#":
            place = lines.span(wikilink.target_start, wikilink.target_end)
            link = link._replace(kind="wikilink", target=wikilink.target, target_span=place)
        yield link
