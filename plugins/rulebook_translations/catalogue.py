"""Gettext catalogues: the texts of all pages of a language out, and translated pages made of one."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence

from rulebook_core.imports.siblings import is_installed
from rulebook_core.source import Span
from rulebook_core.system.bundled import MissingPartError
from rulebook_rules.book import Book, Page
from rulebook_syntax.document import Block, Document
from rulebook_translations.pairs import Languages


def require() -> None:
    """Check that catalogues can be read and written here.

    Raises:
        MissingPartError: Babel is not installed.
    """
    if not is_installed("babel"):
        raise MissingPartError(
            "Babel is not installed, which reads and writes catalogues; it comes with "
            "`pip install 'mkdocs-rulebook[translate]'`"
        )


def texts_of(document: Document) -> list[Block]:
    """Return the blocks of a page that have words to translate, in the order of their places."""
    blocks = [
        block for block in document.prose.blocks if block.kind != "code" and any(map(str.isalpha, block.text.text))
    ]
    return sorted(blocks, key=lambda block: block.span)


def originals(book: Book, languages: Languages) -> Iterator[Page]:
    """Yield the pages of the default language."""
    return (page for page in book.pages if languages.is_original(page.uri))


def exported(book: Book, languages: Languages, language: str, title: str) -> bytes:
    """Return the catalogue of a language: each text with its translation, where a page has one at the same place.

    Raises:
        MissingPartError: Babel is not installed.
    """
    require()
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalogue = Catalog(locale=language.replace("-", "_"), project=title)
    for page in originals(book, languages):
        blocks = texts_of(page.document)
        translation = book.by_uri.get(languages.uri(page.uri, language))
        known = _known(blocks, translation.document) if translation is not None else {}
        for block in blocks:
            text = page.document.source.slice(block.span)
            line = page.document.source.position(block.span.start).line
            catalogue.add(text, known.get(block.span, ""), locations=[(page.uri, line)])
    made = io.BytesIO()
    write_po(made, catalogue, width=0)
    return made.getvalue()


def _known(blocks: Sequence[Block], translation: Document) -> Mapping[Span, str]:
    """Return the texts of a translated page, by the places of the original; none if its blocks are other ones."""
    theirs = texts_of(translation)
    if [block.kind for block in blocks] != [block.kind for block in theirs]:
        return {}
    return {block.span: translation.source.slice(other.span) for block, other in zip(blocks, theirs, strict=True)}


def translations_in(content: bytes) -> Mapping[str, str]:
    """Return what a catalogue translates; texts that are empty or in doubt are left out.

    Raises:
        MissingPartError: Babel is not installed.
        ValueError: it is no catalogue.
    """
    require()
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalogue = read_po(io.BytesIO(content), abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from None
    return {
        str(message.id): str(message.string)
        for message in catalogue
        if message.id and isinstance(message.string, str) and message.string and not message.fuzzy
    }


def translated(document: Document, texts: Mapping[str, str]) -> tuple[str, int]:
    """Return the translated text of a page, and how many of its texts are not translated."""
    source, missing = document.source, 0
    parts: list[str] = []
    at = 0
    for block in texts_of(document):
        if block.span.start < at:
            continue
        text = source.slice(block.span)
        missing += text not in texts
        parts += (source.text[at : block.span.start], texts.get(text, text))
        at = block.span.end
    return "".join((*parts, source.text[at:])), missing
