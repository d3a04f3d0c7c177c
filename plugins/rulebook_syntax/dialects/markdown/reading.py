"""A source of Markdown from its text to the document, by the steps of this package."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import yaml

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.breaks import with_breaks
from rulebook_syntax.dialects.frontmatter import FRONT_MATTER, read_yaml
from rulebook_syntax.dialects.markdown.blocks import BlockReader
from rulebook_syntax.dialects.markdown.csv_tables import CsvTable, table_text
from rulebook_syntax.dialects.markdown.faults import MarkupFaults
from rulebook_syntax.dialects.markdown.options import LONE_OPTIONS, MarkdownOptions
from rulebook_syntax.dialects.markdown.page import Page
from rulebook_syntax.dialects.markdown.preprocessing import extract, masked
from rulebook_syntax.dialects.markdown.prose import read_prose
from rulebook_syntax.dialects.markdown.text import normal_text
from rulebook_syntax.dialects.page import LinkUrl, PageText, plain_line_ends
from rulebook_syntax.document import Document

_HARD_BREAK = lazily(r" {2,}(?:\r\n|\r|\n)|<br\b[^<>]*>|[\r\n](?=[ \t>]*[-*+] )", re.IGNORECASE)
"""Also before the item of a list that runs on for want of a blank line above it: its mark is no minus."""

_LINE = lazily(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_KEYED = lazily(r" {0,3}(?P<key>[A-Za-z0-9_-]+):\s*(?P<value>.*)", re.DOTALL)
_FURTHER = lazily(r"(?: {4}|\t)\s*(?P<value>.*)", re.DOTALL)
MAX_METADATA = 200
"""Lines of metadata."""
COMMON_KEYS = frozenset(
    "title subtitle description date author authors tags template hide icon status layout summary slug system".split()  # noqa: SIM905
)


def read_markdown(source: Source, options: MarkdownOptions = LONE_OPTIONS, left_out: Sequence[Span] = ()) -> Document:
    """Read a Markdown source with the values that its site fills in, except what is left out."""
    body, meta = page_metadata(source.text)
    filled = options.values.changes(source.text, body, meta) if options.values is not None else []
    document = read_normal(source, body, meta, lambda: normal_text(source.text, body, left_out, filled), options)
    if not left_out and not filled:
        return document
    return replace(document, left_out=tuple(left_out), filled=tuple(Span(*change[:2]) for change in filled))


def read_csv_table(source: Source, options: MarkdownOptions, table: CsvTable) -> Document:
    """Read a CSV file as the table that a plugin makes of it."""
    return read_normal(source, 0, {}, lambda: table_text(source.text, table), options)


def page_metadata(text: str) -> tuple[int, Mapping[str, Any]]:
    """Return where what MkDocs takes for a page's metadata ends, and what that says."""
    body, meta = front_matter(text)
    return (body, meta) if body else metadata(text)


def read_normal(
    source: Source,
    body: int,
    meta: Mapping[str, Any],
    read_text: Callable[[], MappedText],
    options: MarkdownOptions,
    dialect: str = "markdown",
) -> Document:
    """Read a source by its normal text, or by what a dialect makes of it; `body` is where its front matter ends."""
    normal, _, page = _read_page(read_text, options)
    return Document(
        source=source,
        dialect=dialect,
        body=Span(body, len(source.text)),
        meta=meta,
        headings=tuple(page.headings),
        anchors=tuple(page.anchors),
        links=tuple(page.links),
        definitions=page.definitions(),
        comments=tuple(page.comments),
        findings=tuple(MarkupFaults(source, normal, page)) if page.has_faults else (),
        candidates=tuple(page.candidates),
        is_open=page.is_open,
        read_prose=lambda: with_breaks(read_prose(*_read_page(read_text, options)), source.text, _HARD_BREAK),
    )


def markdown_page(document: Document, text: str, url: LinkUrl) -> PageText:
    """Return the text of a page for Python-Markdown, without its front matter."""
    return PageText(plain_line_ends(text[document.body.start :]))


@lru_cache(maxsize=1)
def _read_page(read_text: Callable[[], MappedText], options: MarkdownOptions) -> tuple[MappedText, BlockReader, Page]:
    """Read the blocks of a page, and what they refer to.

    Only the last tree of blocks is kept, for whoever asks for the prose of a page at once: to hold those of all pages
    of a large book would cost more than reading some of them twice.
    """
    normal = read_text()
    atoms = extract(normal.text, options)
    blocks = BlockReader(masked(normal.text, atoms), atoms, options)
    return normal, blocks, Page(normal, blocks, options)


def front_matter(text: str) -> tuple[int, Mapping[str, Any]]:
    """Return where the text behind the front matter begins, and what the front matter says."""
    match = FRONT_MATTER.match(text) if text.startswith("---") else None
    if match is None:
        return 0, {}
    try:
        meta = read_yaml(match["yaml"])
    except (yaml.YAMLError, ValueError):
        return 0, {}
    return (match.end(), meta) if isinstance(meta, dict) else (0, {})


def metadata(text: str) -> tuple[int, Mapping[str, Any]]:
    """The same of metadata without fences, as MkDocs reads it: lines `key: value` above the first blank line.

    A single line is a title as well ("Cavea: A Book of Stages"), and is one unless its key is a common one.
    """
    meta: dict[str, str] = {}
    end, key = 0, ""
    for line in islice(_LINE.finditer(text), MAX_METADATA):
        match = _KEYED.match(line[0])
        if match is not None:
            key = match["key"].lower()
            meta[key] = f"{meta[key]} {match['value'].strip()}" if key in meta else match["value"].strip()
        elif key and (further := _FURTHER.match(line[0])) is not None:
            meta[key] += f" {further['value'].strip()}"
        else:
            end = line.start() if line[0].strip() else line.end()
            break
        end = line.end()
    return (end, meta) if len(meta) > 1 or meta.keys() & COMMON_KEYS else (0, {})
