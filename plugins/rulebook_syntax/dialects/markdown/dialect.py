"""The reader of Markdown, as the registry loads it."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rulebook_core.source import Source
from rulebook_syntax.dialects.markdown.csv_tables import table_of
from rulebook_syntax.dialects.markdown.reading import markdown_page, read_csv_table, read_markdown
from rulebook_syntax.dialects.markdown.taking import left_out
from rulebook_syntax.dialects.options import ReadingOptions
from rulebook_syntax.dialects.registry import Dialect
from rulebook_syntax.document import Document


def _read(source: Source, options: ReadingOptions) -> Document:
    if (table := table_of(options.selections)) is not None:
        return read_csv_table(source, options.markdown, table)
    spans = left_out(source.text, options.markdown.taking, options.selections)
    if options.markdown.links_notes and "[[" in source.text:
        linked = import_module("rulebook_syntax.dialects.obsidian.linked")
        return cast(Document, linked.read_linked(source, options.markdown, spans))
    return read_markdown(source, options.markdown, spans)


DIALECT = Dialect(_read, markdown_page)
