"""Read a source in its dialect, and make the page that readers see.

Markdown and Obsidian are built in. Other dialects register by entry points, each a `registry.Registration`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from os.path import splitext
from pathlib import Path
from typing import cast

from rulebook_core import workspace
from rulebook_core.source import Source, Span
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.parts import all_parts, find_part, own_parts
from rulebook_syntax.dialects.built_in import BUILT_IN
from rulebook_syntax.dialects.coverage import unread_stretches
from rulebook_syntax.dialects.options import LONE, ReadingOptions
from rulebook_syntax.dialects.page import LinkUrl, PageText
from rulebook_syntax.dialects.parts import with_parts
from rulebook_syntax.dialects.registry import Registration, Sample
from rulebook_syntax.dialects.signs import with_plain_signs
from rulebook_syntax.document import Document, Traits

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


DIALECTS, ENDINGS = "rulebook.dialects", "rulebook.endings"
"""Groups of entry points: dialects by name, and the dialects of files by their endings."""


class UnknownDialectError(ValueError):
    """A dialect was named that nobody reads; the message lists the known ones.

    Attributes:
        is_missing: whether it exists and is not installed; the message then says how to install it.
    """

    def __init__(self, name: str, missing: str = "") -> None:
        known = ", ".join(f"`{dialect}`" for dialect in dialects())
        super().__init__(missing or f"there is no dialect `{name}`; known: {known}")
        self.is_missing = bool(missing)


def dialects() -> tuple[str, ...]:
    """Return the names of all dialects that are installed."""
    return tuple(sorted(_registrations()))


def _registrations() -> Mapping[str, Registration]:
    return {**BUILT_IN, **_installed_parts()}


@cache
def _installed_parts() -> Mapping[str, Registration]:
    """Load the dialects of this project that are parts, as far as they are installed."""
    loaded: dict[str, Registration] = {}
    for name, part in own_parts(DIALECTS).items():
        with suppress(MissingPartError):
            loaded[name] = part.load()
    return loaded


@cache
def _by_rank() -> tuple[tuple[str, Registration], ...]:
    return tuple(sorted(_registrations().items(), key=lambda item: item[1].rank))


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
    registration = _registered(dialect)
    document = registration.load().read(source, options)
    return replace(
        document,
        traits=registration.traits,
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


def _registered(name: str) -> Registration:
    return BUILT_IN.get(name) or _part(name)


@cache
def _part(name: str) -> Registration:
    """Load a dialect that is a part, of this project or of another one."""
    part = find_part(DIALECTS, name)
    if part is None:
        raise UnknownDialectError(name)
    try:
        return cast(Registration, part.load())
    except MissingPartError as error:
        raise UnknownDialectError(name, f"the dialect {error}") from None


def endings() -> tuple[str, ...]:
    """Return the endings of files that decide their dialect, installed or not; not those of Markdown."""
    return tuple(f".{name}" for name in all_parts(ENDINGS))


def unread_document(source: Source) -> Document:
    """Return the placeholder of a document that could not be read."""
    return Document(source, "markdown", Span(0, len(source.text)), is_open=True, traits=BUILT_IN["markdown"].traits)


def is_usual(source: Source, dialect: str) -> bool:
    """Return whether the file ending of a source alone implies a dialect."""
    ending = splitext(source.path)[1].lower()
    return dialect == (_of_ending(ending) or ("" if ending == ".txt" else "markdown"))


def _of_ending(ending: str) -> str | None:
    """Return the name of the dialect that files with an ending are in."""
    if (part := find_part(ENDINGS, ending[1:])) is None:
        return None
    return next((name for name, dialect in all_parts(DIALECTS).items() if dialect.target == part.target), None)


VAULT = ".obsidian"
"""Where Obsidian has the settings of a vault."""


def vault_of(path: Path) -> Path | None:
    """The folder around a file that Obsidian has its settings in."""
    return workspace.folder_above(path.parent, f"{VAULT}/")


def dialect_around(path: Path) -> str | None:
    """The dialect that all Markdown around a file is in, also what shows nothing of it; None where nobody knows."""
    if vault_of(path) is not None:
        return "obsidian"
    # mdBook has no notes: what stands in doubled brackets is for a program of the book's own.
    return "markdown" if workspace.folder_above(path.parent, "book.toml") is not None else None


def guess_dialect(source: Source, *, alone: bool = False, links_notes: bool = False) -> str:
    """Guess the dialect of a source by its ending and its text; Markdown if none recognises it.

    Args:
        source: the text.
        alone: whether no site publishes it, so that it may be for something else than MkDocs.
        links_notes: whether a plugin of its site makes links of wikilinks, so that Markdown may have them.
    """
    ending = splitext(source.path)[1].lower()
    if (named := _of_ending(ending)) is not None:
        return named
    sample = Sample(source.text.replace("\r\n", "\n"), ending, alone, links_notes)
    return next((name for name, dialect in _by_rank() if dialect.recognises(sample)), "markdown")
