"""Dialects: how a source becomes a document, and the page that readers see. One module or package a dialect;
this is their registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from rulebook.dialects.options import LONE, ReadingOptions
from rulebook.dialects.page import LinkUrl, PageText
from rulebook.dialects.parts import with_parts
from rulebook.document import Document
from rulebook.source import Source

__all__ = [
    "LinkUrl",
    "PageText",
    "ReadingOptions",
    "UnknownDialectError",
    "dialects",
    "guess_dialect",
    "is_usual",
    "page",
    "read",
]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to write a rulebook.

    Attributes:
        read: reads a source.
        page: what is published of a document: gets its text once more, with marks in it that no writer uses
            (private-use characters), which have to come through unchanged.
    """

    read: Callable[[Source, ReadingOptions], Document]
    page: Callable[[Document, str, LinkUrl], PageText]


def _markdown() -> Dialect:
    from rulebook.dialects.markdown import markdown_page, read_markdown

    return Dialect(lambda source, options: read_markdown(source, options.markdown), markdown_page)


def _obsidian() -> Dialect:
    from rulebook.dialects.obsidian import obsidian_page, read_obsidian

    return Dialect(lambda source, options: read_obsidian(source, options.markdown), obsidian_page)


def _pandoc() -> Dialect:
    from rulebook.dialects.pandoc import pandoc_page, read_pandoc

    return Dialect(read_pandoc, pandoc_page)


def _asciidoc() -> Dialect:
    from rulebook.dialects.asciidoc import asciidoc_page, read_asciidoc

    return Dialect(read_asciidoc, asciidoc_page)


def _prose() -> Dialect:
    from rulebook.dialects.prose import prose_page, read_prose

    return Dialect(read_prose, prose_page)


_DIALECTS: dict[str, Callable[[], Dialect]] = {
    "asciidoc": _asciidoc,
    "obsidian": _obsidian,
    "markdown": _markdown,
    "pandoc": _pandoc,
    "prose": _prose,
}
"""Who reads a dialect is loaded when somebody writes in it."""


class UnknownDialectError(ValueError):
    """A dialect was named that nobody reads; the message lists the known ones."""

    def __init__(self, name: str) -> None:
        known = ", ".join(f"`{dialect}`" for dialect in dialects())
        super().__init__(f"there is no dialect `{name}`; known: {known}")


def dialects() -> tuple[str, ...]:
    """The names of all dialects."""
    return tuple(sorted(_DIALECTS))


def read(source: Source, dialect: str = "markdown", options: ReadingOptions = LONE) -> Document:
    """Read a source.

    Args:
        source: the text.
        dialect: one of `dialects()`.
        options: what the site and the place of the file say about how it is read.

    Raises:
        UnknownDialectError: there is no such dialect.
    """
    document = _dialect(dialect).read(source, options)
    return replace(
        document,
        read_prose=lambda: with_parts(document),
        read_again=lambda text: read(Source(source.path, text), dialect, options),
    )


def page(document: Document, text: str, url: LinkUrl) -> PageText:
    """What is published of a document, given its text with marks in it."""
    return _dialect(document.dialect).page(document, text, url)


def _dialect(name: str) -> Dialect:
    load = _DIALECTS.get(name)
    if load is None:
        raise UnknownDialectError(name)
    return load()


_ASCIIDOC_NAMES = ("adoc", "asciidoc")
_ASCIIDOC = re.compile(r"={1,6}[ \t]+\S|:[\w-]+!?:|//|include::|\[\[[\w-]+\]\]$", re.MULTILINE)
_ASCIIDOC_TITLE = re.compile(r"^={1,6}[ \t]+\S", re.MULTILINE)
_UNDERLINED = re.compile(r"(?:\[\[[\w-]+\]\]\n)?\S.*\n={3,}[ \t]*\n")
_ASCIIDOC_ONLY = re.compile(
    r"^(?:(?P<style>\[(?:verse|quote|source|listing|NOTE|TIP|WARNING|IMPORTANT|CAUTION|horizontal)\b[^\]\n]*\]$)"
    r"|(?P<term>[^\s:][^:\n]*::$)|(?P<continued>\+$)|(?P<macro>(?:include|image|ifdef|ifndef|endif)::\S*\[[^\]\n]*\]$)"
    r"|(?P<anchor>\[\[[\w-]+\]\]$)|(?P<block>\.\w[^\n]*\n(?:-{4,}|={4,}|\|={3,})$))",
    re.MULTILINE,
)
"""What a text with an underlined title has besides, where it is no Markdown; two kinds of it are no accident."""
_MARKED_UP = re.compile(
    r"^(?:#{1,6}[ \t]+\S|```|~~~|\[[^\]\n]+\]:[ \t]|[ \t|:-]*-{3,}[ \t|:-]*\|[ \t|:-]*$)|\]\(\S+\)", re.MULTILINE
)
"""What makes a plain text Markdown after all: dashes and underlines stand in plain text as well."""
_PANDOC = re.compile(
    r"\A%(?!%)[ \t]*\S.*\n(?:[ \t]+\S.*\n)*(?:%.*\n|[ \t]*\n|\Z)"
    r"|(?:\A|\n[ \t]*\n) {0,3}(?P<frame>-{3,})[ \t]*\n(?: {0,3}\S.*\n){1,6} {0,3}-+(?: +-+)+[ \t]*\n"
    r"(?:(?! {0,3}-+(?: +-+)*[ \t]*\n).*\n){1,500} {0,3}-{3,}[ \t]*(?:\n|\Z)"
)
"""A title block, or a multiline table in its frame: nobody else's Markdown has these."""
_COLUMNS = re.compile(r"- +-")
"""What such a table has below its head: cheaper to look for."""
_DIV = re.compile(r"^:{3,} *\{[^{}\n]*[.#][\w-][^{}\n]*\}[ :]*\n(?:.*\n){1,500}?:{3,}[ \t]*$", re.MULTILINE)
_FENCED = re.compile(r"^(?P<fence>```+|~~~+)(?:.*\n){0,300}?(?P=fence)", re.MULTILINE)


def _speaks_asciidoc(text: str) -> bool:
    if _ASCIIDOC.match(text) and _ASCIIDOC_TITLE.search(text):
        return True
    return _UNDERLINED.match(text) is not None and len({match.lastgroup for match in _ASCIIDOC_ONLY.finditer(text)}) > 1


def _speaks_pandoc(text: str) -> bool:
    if text.startswith("%"):
        return _PANDOC.match(text) is not None
    return _COLUMNS.search(text) is not None and _PANDOC.search(_FENCED.sub("", text)) is not None


def _has_divs(text: str) -> bool:
    """Whether a text has one of Pandoc's fenced divs, opened by attributes and closed."""
    return ":::" in text and _DIV.search(_FENCED.sub("", text)) is not None


def is_usual(source: Source, dialect: str) -> bool:
    """Whether the ending of a source alone says that it is in a dialect."""
    ending = source.path.rpartition(".")[2].lower()
    return dialect == ("asciidoc" if ending in _ASCIIDOC_NAMES else "" if ending == "txt" else "markdown")


def guess_dialect(source: Source, *, alone: bool = False) -> str:
    """The dialect of a source by its ending and its content; Markdown where nothing else speaks up.

    Args:
        source: the text.
        alone: whether no site publishes it, so that it may be for something else than MkDocs.
    """
    ending = source.path.rpartition(".")[2].lower()
    known = dialects()
    guess = "markdown"
    if ending in _ASCIIDOC_NAMES:
        guess = "asciidoc"
    elif _speaks_pandoc(source.text) or (alone and _has_divs(source.text)):
        guess = "pandoc"
    elif ending == "txt" and _speaks_asciidoc(source.text):
        guess = "asciidoc"
    elif _speaks_obsidian(source.text):
        guess = "obsidian"
    elif ending == "txt" and not _MARKED_UP.search(source.text):
        guess = "prose"
    return guess if guess in known else "markdown"


def _speaks_obsidian(text: str) -> bool:
    if not ("[[" in text or "[!" in text or "%%" in text):
        return False
    from rulebook.dialects.obsidian.guess import speaks_obsidian

    return speaks_obsidian(text)
