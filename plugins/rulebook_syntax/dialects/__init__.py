"""Dialects: how a source becomes a document, and the page that readers see. One module or package a dialect;
this is their registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from os.path import abspath, splitext
from pathlib import Path
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_syntax.dialects.coverage import ASCIIDOC, MARKDOWN, unread_stretches
from rulebook_syntax.dialects.markdown.csv_tables import table_of
from rulebook_syntax.dialects.markdown.taking import left_out
from rulebook_syntax.dialects.options import LONE, OF_OBSIDIAN, OF_PANDOC, ReadingOptions
from rulebook_syntax.dialects.page import LinkUrl, PageText
from rulebook_syntax.dialects.parts import with_parts
from rulebook_syntax.dialects.signs import with_plain_signs
from rulebook_syntax.document import Document, Traits
from rulesmod.records import record

__all__ = [
    "VAULT",
    "LinkUrl",
    "PageText",
    "ReadingOptions",
    "UnknownDialectError",
    "dialect_around",
    "dialects",
    "endings",
    "extensions_of",
    "guess_dialect",
    "is_usual",
    "page",
    "read",
    "unread",
    "unread_document",
    "vault_of",
    "with_references",
    "written_out",
]


@record
class Dialect:
    """One way to write a rulebook.

    Attributes:
        read: reads a source.
        page: what is published of a document: gets its text once more, with marks in it that no writer uses
            (private-use characters), which have to come through unchanged.
        written_out: the text of a document with what it takes in, where that is no renderer's to say.
        with_references: a document that refers to headings of other pages by their titles; gets where these are.
        markup: what of its texts is no words, and not found in a document.
    """

    read: Callable[[Source, ReadingOptions], Document]
    page: Callable[[Document, str, LinkUrl], PageText]
    written_out: Callable[[Document], str | None] = lambda _: None
    with_references: Callable[[Document, Mapping[str, str]], Document] = lambda document, _: document
    markup: re.Pattern[str] = MARKDOWN


def _left_out(source: Source, options: ReadingOptions) -> tuple[Span, ...]:
    return left_out(source.text, options.markdown.taking, options.selections)


def _markdown() -> Dialect:
    from rulebook_syntax.dialects.markdown.reading import markdown_page, read_csv_table, read_markdown

    def read_page(source: Source, options: ReadingOptions) -> Document:
        if (table := table_of(options.selections)) is not None:
            return read_csv_table(source, options.markdown, table)
        if options.markdown.links_notes and "[[" in source.text:
            from rulebook_syntax.dialects.obsidian.linked import read_linked

            return read_linked(source, options.markdown, _left_out(source, options))
        return read_markdown(source, options.markdown, _left_out(source, options))

    return Dialect(read_page, markdown_page)


def _obsidian() -> Dialect:
    from rulebook_syntax.dialects.obsidian.reading import obsidian_page, read_obsidian

    return Dialect(
        lambda source, options: read_obsidian(source, options.markdown, _left_out(source, options)),
        obsidian_page,
    )


def _pandoc() -> Dialect:
    from rulebook_pandoc import pandoc_page, read_pandoc

    return Dialect(read_pandoc, pandoc_page)


def _asciidoc() -> Dialect:
    from rulebook_asciidoc import asciidoc_page, asciidoc_written_out, read_asciidoc

    return Dialect(read_asciidoc, asciidoc_page, asciidoc_written_out, markup=ASCIIDOC)


def _prose() -> Dialect:
    from rulebook_prose import prose_page, read_prose, with_references

    return Dialect(read_prose, prose_page, with_references=with_references)


class Registered(NamedTuple):
    """A dialect as the registry has it.

    Attributes:
        load: loads who reads it, when somebody writes in it.
        traits: what sets it apart.
        endings: those of files that are in it, whatever they hold.
        extensions: those of Python-Markdown that its pages need, whatever else a site has.
    """

    load: Callable[[], Dialect]
    traits: Traits = Traits()
    endings: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()


_SIGN_OF_TERMS = r"(?:^|\r)[ \t>*+-]*:\s|<[dD][tT]"
"""Start of a definition in Markdown, or the tag of a term."""
_SIGN_IN_OBSIDIAN = r"(?:^|\r|%%)[ \t>*+-]*:[\s%]|<[dD][tT]"
"""The same, with a comment before its colon or behind it."""
_DIALECTS = {
    "asciidoc": Registered(
        _asciidoc,
        Traits(comment="// {}", marks_terms=True, has_header=True, is_shown_alike=True, sign_of_terms="::|;;"),
        (".adoc", ".asciidoc"),
    ),
    "obsidian": Registered(
        _obsidian,
        Traits(comment="%% {} %%", names_notes=True, takes_files=True, sign_of_terms=_SIGN_IN_OBSIDIAN),
        extensions=OF_OBSIDIAN,
    ),
    "markdown": Registered(_markdown, Traits(is_markdown=True, takes_files=True, sign_of_terms=_SIGN_OF_TERMS)),
    "pandoc": Registered(_pandoc, endings=(".qmd", ".rmd", ".Rmd"), extensions=OF_PANDOC),
    "prose": Registered(_prose, Traits(comment="`{}`", finds_parts=True, names_headings=True)),
}


class UnknownDialectError(ValueError):
    """A dialect was named that nobody reads; the message lists the known ones."""

    def __init__(self, name: str) -> None:
        known = ", ".join(f"`{dialect}`" for dialect in dialects())
        super().__init__(f"there is no dialect `{name}`; known: {known}")


def dialects() -> tuple[str, ...]:
    """The names of all dialects."""
    return tuple(sorted(_DIALECTS))


def traits_of(dialect: str) -> Traits:
    """Return the traits of a dialect.

    Raises:
        UnknownDialectError: there is no such dialect.
    """
    return _registered(dialect).traits


def read(source: Source, dialect: str = "markdown", options: ReadingOptions = LONE) -> Document:
    """Read a source.

    Args:
        source: the text.
        dialect: one of `dialects()`.
        options: what the site and the place of the file say about how it is read.

    Raises:
        UnknownDialectError: there is no such dialect.
    """
    found = _registered(dialect)
    document = found.load().read(source, options)
    return replace(
        document,
        traits=found.traits,
        read_prose=lambda: with_plain_signs(document, with_parts(document), options.dice_letters),
        read_again=partial(_read_text, source, dialect, options),
    )


def _read_text(source: Source, dialect: str, options: ReadingOptions, text: str) -> Document:
    if text != source.text:  # What is kept for the next run is what the file says.
        options = replace(options, cache=None)
    return read(Source(source.path, text), dialect, options)


def page(document: Document, text: str, url: LinkUrl) -> PageText:
    """Return the published page of a document, from its text with marks."""
    return _registered(document.dialect).load().page(document, text, url)


def with_references(document: Document, elsewhere: Mapping[str, str]) -> Document:
    """A document that refers to headings of other pages; `elsewhere` has where they are for its links, by titles."""
    return _registered(document.dialect).load().with_references(document, elsewhere)


def written_out(document: Document) -> str | None:
    """The text of a document with all that it takes in, which has the same page; None where nobody knows it."""
    return _registered(document.dialect).load().written_out(document)


def extensions_of(dialect: str) -> tuple[str, ...]:
    """The extensions of Python-Markdown that the pages of a dialect need."""
    return _registered(dialect).extensions


def unread(document: Document) -> Iterator[Span]:
    """The stretches of a document that no reader has taken in."""
    return unread_stretches(document, _registered(document.dialect).load().markup)


def _registered(name: str) -> Registered:
    if name not in _DIALECTS:
        raise UnknownDialectError(name)
    return _DIALECTS[name]


def endings() -> tuple[str, ...]:
    """The endings of files that say by themselves what dialect they are in; Markdown's say only that it is one."""
    return tuple(ending for dialect in _DIALECTS.values() for ending in dialect.endings)


def unread_document(source: Source) -> Document:
    """Return the placeholder of a document that could not be read."""
    return Document(source, "markdown", Span(0, len(source.text)), is_open=True, traits=_DIALECTS["markdown"].traits)


_ASCIIDOC = lazily(r"={1,6}[ \t]+\S|:[\w-]+!?:|//|include::|\[\[[\w-]+\]\]$", re.MULTILINE)
_ASCIIDOC_TITLE = lazily(r"(?:\A|^(?:|[ \t:/\[].*)\n)={1,6}[ \t]+[^\s=].*(?<![=\s])[ \t]*$", re.MULTILINE)
"""A heading at the beginning, or behind a blank line or one of the header; plain text writes `== Title ==` as well, and
`= 12` behind a sum."""
_UNDERLINED = lazily(r"(?:\[\[[\w-]+\]\]\n)?\S.*\n={3,}[ \t]*\n")
_ASCIIDOC_ONLY = lazily(
    r"^(?:(?P<style>\[(?:verse|quote|source|listing|NOTE|TIP|WARNING|IMPORTANT|CAUTION|horizontal)\b[^\]\n]*\]$)"
    r"|(?P<term>[^\s:][^:\n]*::$)|(?P<continued>\+$)|(?P<macro>(?:include|image|ifdef|ifndef|endif)::[^\s\[]*\[[^\]\n]*\]$)"
    r"|(?P<anchor>\[\[[\w-]+\]\]$)|(?P<block>\.\w[^\n]*\n(?:-{4,}|={4,}|\|={3,})$))",
    re.MULTILINE,
)
"""AsciiDoc syntax that decides about a text with an underlined title.

Two different kinds of it rule out Markdown: they are no accident.
"""
_MARKED_UP = lazily(
    r"^(?=[#`~\[ \t|:-])"
    r"(?:#{1,6}[ \t]+\S|```|~~~|\[[^\]\n]+\]:[ \t]|(?=(?:(?!---)[ \t|:-])*---[ \t:-]*\|)[ \t|:-]+$)",
    re.MULTILINE,
)
"""Syntax that makes a plain text Markdown.

Lone dashes and underlines do not count: plain text has them too.
"""
_LINKED = lazily(r"\]\((?:[^\s()]|\([^\s()]*\))+\)")
"""A link does as well, wherever it stands."""
_PANDOC = lazily(
    r"\A%(?!%)[ \t]*\S.*\n(?:[ \t]+\S.*\n)*(?:%.*\n|[ \t]*\n|\Z)"
    r"|(?:\A|\n[ \t]*\n) {0,3}(?P<frame>-{3,})[ \t]*\n(?: {0,3}\S.*\n){1,6} {0,3}-+(?: +-+)+[ \t]*\n"
    r"(?:(?! {0,3}-+(?: +-+)*[ \t]*\n).*\n){1,500} {0,3}-{3,}[ \t]*(?:\n|\Z)"
)
"""A title block, or a multiline table in its frame: nobody else's Markdown has these."""
_COLUMNS = lazily(r"- +-")
"""Dashes below the head of a multiline table; cheap to search first."""
_DIV = lazily(r"^:{3,} *\{(?=[^{}\n]*[.#][\w-])[^{}\n]*\}[ :]*\n", re.MULTILINE)
_DIV_ENDS = lazily(r"\n:{3,}[ \t]*$", re.MULTILINE)
_FENCED = lazily(r"^(?P<fence>```+|~~~+)(?:.*\n){0,300}?(?P=fence)", re.MULTILINE)


def _speaks_asciidoc(text: str) -> bool:
    is_headed = _ASCIIDOC.match(text) is not None
    if is_headed and _ASCIIDOC_TITLE.search(text):
        return True
    kinds = {match.lastgroup for match in _ASCIIDOC_ONLY.finditer(text)}
    return len(kinds) > 1 and (is_headed or _UNDERLINED.match(text) is not None)


def _speaks_pandoc(text: str) -> bool:
    if text.startswith("%"):
        return _PANDOC.match(text) is not None
    return _COLUMNS.search(text) is not None and _PANDOC.search(_FENCED.sub("", text)) is not None


def _has_divs(text: str) -> bool:
    """Return whether a text has a closed Pandoc div with attributes."""
    if ":::" not in text:
        return False
    text = _FENCED.sub("", text)
    div = _DIV.search(text)
    return div is not None and _DIV_ENDS.search(text, div.end()) is not None


_LINKS_BY_WORDS = lazily(r"\]\([^()\s#]*#[^()\s%]*%20[^()\s]*\)")
"""The id of a heading with its spaces, which only Obsidian finds: "talents.md#two%20blades"."""


def is_usual(source: Source, dialect: str) -> bool:
    """Return whether the file ending of a source alone implies a dialect."""
    ending = splitext(source.path)[1].lower()
    return dialect == (_of_ending(ending) or ("" if ending == ".txt" else "markdown"))


def _of_ending(ending: str) -> str | None:
    return next((name for name, dialect in _DIALECTS.items() if ending in dialect.endings), None)


VAULT = ".obsidian"
"""Where Obsidian has the settings of a vault."""


def vault_of(path: Path) -> Path | None:
    """The folder around a file that Obsidian has its settings in."""
    return next((folder for folder in Path(abspath(path)).parents if (folder / VAULT).is_dir()), None)


def dialect_around(path: Path) -> str | None:
    """The dialect that all Markdown around a file is in, also what shows nothing of it; None where nobody knows."""
    if vault_of(path) is not None:
        return "obsidian"
    # mdBook has no notes: what stands in doubled brackets is for a program of the book's own.
    return "markdown" if any((folder / "book.toml").is_file() for folder in Path(abspath(path)).parents) else None


def guess_dialect(source: Source, *, alone: bool = False, links_notes: bool = False) -> str:
    """The dialect of a source by its ending and its content; Markdown where nothing else speaks up.

    Args:
        source: the text.
        alone: whether no site publishes it, so that it may be for something else than MkDocs.
        links_notes: whether a plugin of its site makes links of wikilinks, so that Markdown may have them.
    """
    ending = splitext(source.path)[1].lower()
    known, text = dialects(), source.text.replace("\r\n", "\n")
    guess = "markdown"
    if (named := _of_ending(ending)) is not None:
        guess = named
    elif _speaks_pandoc(text) or (alone and _has_divs(text)):
        guess = "pandoc"
    elif ending == ".txt" and _speaks_asciidoc(text):
        guess = "asciidoc"
    elif not links_notes and (_speaks_obsidian(text) or (alone and _LINKS_BY_WORDS.search(text))):
        guess = "obsidian"
    elif ending == ".txt" and not (_LINKED.search(text) or _MARKED_UP.search(text)):
        guess = "prose"
    return guess if guess in known else "markdown"


def _speaks_obsidian(text: str) -> bool:
    if not ("[[" in text or "[!" in text or "%%" in text):
        return False
    from rulebook_syntax.dialects.obsidian.guess import speaks_obsidian

    return speaks_obsidian(text)
