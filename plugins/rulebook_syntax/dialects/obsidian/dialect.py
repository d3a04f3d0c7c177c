"""The reader of Obsidian's notes, as the registry loads it."""

from __future__ import annotations

from rulebook_core.source import Source
from rulebook_syntax.dialects.markdown.taking import left_out
from rulebook_syntax.dialects.obsidian.reading import obsidian_page, read_obsidian
from rulebook_syntax.dialects.options import ReadingOptions
from rulebook_syntax.dialects.registry import Dialect
from rulebook_syntax.document import Document


def _read(source: Source, options: ReadingOptions) -> Document:
    spans = left_out(source.text, options.markdown.taking, options.selections)
    return read_obsidian(source, options.markdown, spans)


DIALECT = Dialect(_read, obsidian_page)
