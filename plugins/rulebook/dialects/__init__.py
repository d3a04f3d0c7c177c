"""Dialects: how a source becomes a document. One module or package a dialect; this is their registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulebook.dialects.markdown import MarkdownOptions, read_markdown
from rulebook.dialects.markdown.options import LONE_OPTIONS
from rulebook.document import Document
from rulebook.source import Source

Reader = Callable[[Source, MarkdownOptions], Document]

_READERS: dict[str, Reader] = {"markdown": read_markdown}


class UnknownDialectError(ValueError):
    """A dialect was named that nobody reads; the message lists the known ones."""

    def __init__(self, name: str) -> None:
        known = ", ".join(f"`{dialect}`" for dialect in dialects())
        super().__init__(f"there is no dialect `{name}`; known: {known}")


def dialects() -> tuple[str, ...]:
    """The names of all dialects."""
    return tuple(sorted(_READERS))


def read(source: Source, dialect: str = "markdown", options: MarkdownOptions = LONE_OPTIONS) -> Document:
    """Read a source.

    Args:
        source: the text.
        dialect: one of `dialects()`.
        options: the extensions that the site reads Markdown with.

    Raises:
        UnknownDialectError: there is no such dialect.
    """
    reader = _READERS.get(dialect)
    if reader is None:
        raise UnknownDialectError(dialect)
    document = reader(source, options)
    return replace(document, read_again=lambda text: read(Source(source.path, text), dialect, options))


def guess_dialect(source: Source) -> str:
    """The dialect of a source by its ending and its content; Markdown where nothing else speaks up."""
    return "markdown"
