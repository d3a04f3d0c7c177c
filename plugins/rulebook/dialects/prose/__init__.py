"""The `prose` dialect: plain text, whose parts are known by the grammar of the text alone.

Steps: the layout tells paragraphs, lists, tables and headings on lines of their own (`layout`); the lines of a
paragraph are joined (`folding`), and what it says tells headings, entries and notes (`running`). They are gathered into
a document (`reader`, `paragraphs`, `glossary`, `gathering`), with the levels of headings (`levels`) and what the text
refers to (`references`). A text that stands on a single line has the same parts as one that is broken anywhere.
"""

from __future__ import annotations

from rulebook.dialects.options import LONE, ReadingOptions
from rulebook.dialects.prose.gathering import SourcePart
from rulebook.dialects.prose.page import prose_page
from rulebook.dialects.prose.reader import read
from rulebook.dialects.prose.references import with_references
from rulebook.document import Document
from rulebook.source import Source

__all__ = ["SourcePart", "prose_page", "prose_parts", "read_prose", "with_references"]


def read_prose(source: Source, options: ReadingOptions = LONE) -> Document:
    """Read a plain text."""
    return read(source, options).document


def prose_parts(source: Source, options: ReadingOptions = LONE) -> tuple[SourcePart, ...]:
    """The parts of a plain text: heading, text, note, or the kind of an entry. Together they are all of it."""
    return read(source, options).parts
