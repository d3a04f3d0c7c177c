"""What a reader may look for by name: terms, entries (monsters, items, skills) and tables of a book, as documents for
a search index. A page's own search knows only its headings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from rulebook.book import Book, Page
from rulebook.document import Heading
from rulebook.findings import Place
from rulebook.lexicon import Lexicons
from rulebook.source import Span

DEFINITION_BOOST, ENTRY_BOOST, TABLE_BOOST = 8, 6, 4
"""How much more than a mention each counts: who looks for a word wants to know first what it means."""

_ENTRIES = frozenset({"monster", "item", "figure"})

Address = Callable[[Place], str | None]
"""The address of a place of the book, from the root of the site."""


def search_documents(book: Book, lexicons: Lexicons, address: Address) -> Iterator[dict[str, Any]]:
    """Documents as a lunr index takes them: `location`, `title`, `text` (both HTML) and `boost`."""
    by_path = {page.document.source.path: page for page in book.pages}
    for lexicon in lexicons:
        for entry in lexicon.glossary():
            page = by_path[entry.place.source.path]
            if page.system is not None and (location := address(entry.place)):
                yield _document(page, entry.place, location, entry.term, entry.definition, DEFINITION_BOOST)
    for page in book.pages:
        if page.system is None:
            continue
        for entity in page.document.entities:
            place = Place(page.document.source, entity.span)
            if entity.kind in _ENTRIES and (location := address(place)):
                fields = ", ".join(f"{name} {_words(value)}" for name, value in entity.fields.items())
                yield _document(
                    page, place, f"{location.partition('#')[0]}#{entity.id}", entity.title, fields, ENTRY_BOOST
                )
        for table in page.document.prose.tables:
            place = Place(page.document.source, table.span)
            if table.caption and (location := address(place)):
                location = f"{location.partition('#')[0]}#{table.id}" if table.id else location
                text = " ".join(cell.text for row in (table.header, *table.rows) for cell in row)
                yield _document(page, place, location, table.caption, text, TABLE_BOOST)
        yield from _synonyms(page, address)


def _synonyms(page: Page, address: Address) -> Iterator[dict[str, Any]]:
    """Short forms with their full names, where the book first says both."""
    system = page.system
    names = [pair for words in system.vocabularies for pair in words.entries.items()] if system is not None else []
    source = page.document.source
    for short, full in names:
        if short != full and (at := source.text.find(full)) >= 0 and short in source.text:
            place = Place(source, Span(at, at + len(full)))
            if location := address(place):
                yield _document(page, place, location, f"{full} ({short})", "", TABLE_BOOST)


def _document(page: Page, place: Place, location: str, title: str, text: str, boost: int) -> dict[str, Any]:
    trail = " › ".join((page.system.title if page.system else "", *_path(page, place)))
    return {
        "location": location,
        "title": escape(title),
        "text": f"<p>{escape(trail)}</p> <p>{escape(text)}</p>",
        "boost": boost,
    }


def _path(page: Page, place: Place) -> tuple[str, ...]:
    headings: list[Heading] = [h for h in page.document.headings if h.span.start <= place.span.start]
    return page.document.section_path(len(headings) - 1)


def _words(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def merged(index: dict[str, Any], found: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """A search index with further documents; where it has one at the same place, that one gets their words."""
    documents = {document["location"]: document for document in index["docs"]}
    for new in found:
        old = documents.get(new["location"])
        if old is None:
            documents[new["location"]] = new
        else:
            if new["title"].casefold() not in old["title"].casefold():
                old["text"] = f"{old['text']} <p>{new['title']}</p>"
            old["boost"] = max(old.get("boost", 1), new["boost"])
    return {**index, "docs": list(documents.values())}
