"""The `markdown` dialect: a source as Python-Markdown reads it, with the extensions of the site.

Steps: the text is made normal (`text`), fences and raw HTML are taken out (`preprocessing`), lines become a tree
of blocks (`blocks`), leaves are scanned for links (`inlines`), and the page is put together (`page`).
Plain text and tables are read later, when claims ask for them (`prose`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulebook.dialects.markdown.blocks import BlockReader
from rulebook.dialects.markdown.faults import MarkupFaults
from rulebook.dialects.markdown.options import LONE_OPTIONS, MarkdownOptions
from rulebook.dialects.markdown.page import Page
from rulebook.dialects.markdown.preprocessing import extract, masked
from rulebook.dialects.markdown.prose import read_prose
from rulebook.dialects.markdown.text import NormalText
from rulebook.document import Document
from rulebook.source import Source, Span

__all__ = ["MarkdownOptions", "read_markdown"]

_FRONT_MATTER = re.compile(
    r"-{3}[ \t]*(?:\r\n|\r|\n)(?P<yaml>.*?(?:\r\n|\r|\n))(?:\.{3}|-{3})[ \t]*(?:\r\n|\r|\n|\Z)", re.DOTALL
)


def read_markdown(source: Source, options: MarkdownOptions = LONE_OPTIONS) -> Document:
    """Read a Markdown source."""
    body, meta = _front_matter(source.text)
    normal, _, page = _read_page(source, body, options)
    return Document(
        source,
        "markdown",
        Span(body, len(source.text)),
        meta,
        tuple(page.headings),
        tuple(page.anchors),
        tuple(page.links),
        page.definitions(),
        tuple(page.comments),
        tuple(MarkupFaults(source, normal, page)) if page.has_faults else (),
        candidates=tuple(page.candidates),
        is_open=page.is_open,
        read_prose=lambda: read_prose(*_read_page(source, body, options)),
    )


def _read_page(source: Source, body: int, options: MarkdownOptions) -> tuple[NormalText, BlockReader, Page]:
    """Read the blocks of a page, and what they refer to.

    The tree of blocks is not kept: few pages of a large book are ever asked for their prose, and reading
    those twice costs less than holding all of them.
    """
    normal = NormalText(source.text, body)
    atoms = extract(normal.text, options)
    blocks = BlockReader(masked(normal.text, atoms), atoms, options)
    return normal, blocks, Page(normal, blocks, options)


def _front_matter(text: str) -> tuple[int, Mapping[str, Any]]:
    """Where the text behind the front matter begins, and what the front matter says."""
    match = _FRONT_MATTER.match(text) if text.startswith("---") else None
    if match is None:
        return 0, {}
    import yaml

    try:
        meta = yaml.load(match["yaml"], Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError):
        return 0, {}
    return (match.end(), meta) if isinstance(meta, dict) else (0, {})
