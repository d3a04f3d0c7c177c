"""Complete labels, ids, pages and notes in links; terms and names of the game elsewhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from rulebook_core.source import Span
from rulebook_lsp.books import View
from rulebook_render.presentation.terms import Glossary
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.naming.lexicon import names_of

TRIGGERS = ("[", "(", "#", "<", ":", "/")
"""Characters behind which an editor asks for completions."""

_TARGET = re.compile(r"\]\((?P<path>[^()\s#]*)(?P<sign>#?)(?P<id>[^()\s#]*)$")
_LABEL = re.compile(r"\[(?P<label>[^\[\]]*)$")
_NOTE = re.compile(r"\[\[(?P<note>[^\[\]|#]*)(?P<sign>#?)(?P<title>[^\[\]|#]*)$")
_ID = re.compile(r"<<(?P<own>[^<>,\s]*)$|xref:(?P<path>[^\[\s#]*)(?P<sign>#?)(?P<id>[^\[\s#]*)$")
_WORD = re.compile(r"[^\W\d_][\w'’-]*$")


class Choice(NamedTuple):
    """Something that can be written.

    Attributes:
        text: what is written.
        span: what it takes the place of.
        kind: "label", "id", "page" or "name".
        about: what it is.
    """

    text: str
    span: Span
    kind: str
    about: str = ""


def choices_at(view: View, glossary: Glossary, offset: int) -> Iterator[Choice]:
    """Yield the completions at an offset of a page, each once."""
    text = view.page.document.source.text
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    seen: set[str] = set()
    for choice in _choices(view, glossary, before, offset):
        if choice.text and choice.text not in seen:
            seen.add(choice.text)
            yield choice


def _choices(view: View, glossary: Glossary, before: str, offset: int) -> Iterator[Choice]:
    page, index, traits = view.page, BookIndex(view.book), view.page.document.traits
    if traits.names_notes and (note := _NOTE.search(before)) is not None:
        yield from _of_notes(index, page, note, offset)
    elif traits.has_header and (link := _ID.search(before)) is not None:
        if link["own"] is not None:
            yield from _ids(index, page, _before(offset, link["own"]))
        else:
            yield from _of_path(index, page, link, offset)
    elif (link := _TARGET.search(before)) is not None:
        yield from _of_path(index, page, link, offset)
    elif page.document.definitions and (label := _LABEL.search(before)) is not None:
        span = _before(offset, label["label"])
        yield from (Choice(one.label, span, "label", one.target) for one in page.document.definitions)
    elif (word := _WORD.search(before)) is not None:
        yield from _names(page, glossary, _before(offset, word[0]))


def _before(offset: int, written: str) -> Span:
    return Span(offset - len(written), offset)


def _of_path(index: BookIndex, page: Page, link: re.Match[str], offset: int) -> Iterator[Choice]:
    """The pages that a path may lead to, or the ids of the one that it names."""
    if not link["sign"]:
        folder, span = posixpath.dirname(page.uri) or ".", _before(offset, link["path"])
        for other in index.book.pages:
            if not other.is_part:
                yield Choice(posixpath.relpath(other.uri, folder), span, "page", _title(other))
        return
    there = index.destination(page, unquote(link["path"]) or "#")
    if there.page is not None:
        yield from _ids(index, there.page, _before(offset, link["id"]))


def _of_notes(index: BookIndex, page: Page, note: re.Match[str], offset: int) -> Iterator[Choice]:
    """The notes of a vault, or the headings of the one that is named."""
    if not note["sign"]:
        span = _before(offset, note["note"])
        for other in index.book.pages:
            name = posixpath.splitext(posixpath.basename(other.uri))[0]
            yield Choice(name, span, "page", other.uri)
        return
    there = index.notes.destination(page, note["note"]) if note["note"].strip() else None
    named = there.page if there is not None else page
    if named is not None:
        span = _before(offset, note["title"])
        yield from (Choice(heading.title, span, "id") for heading in named.document.headings)


def _ids(index: BookIndex, page: Page, span: Span) -> Iterator[Choice]:
    titles = {heading.id: heading.title for heading in page.document.headings}
    yield from (Choice(id_, span, "id", titles.get(id_, "")) for id_ in index.page(page).anchors)


def _names(page: Page, glossary: Glossary, span: Span) -> Iterator[Choice]:
    """The terms of the book, with what they mean, and the names of its game."""
    yield from (Choice(entry.term, span, "name", entry.definition) for entry in glossary.lexicon.glossary())
    yield from (Choice(name, span, "name") for name in sorted(set(names_of(page)), key=str.casefold))
    yield from (Choice(entity.title, span, "name", entity.kind) for entity in page.document.entities)


def _title(page: Page) -> str:
    return page.document.titles[0] if page.document.titles else ""
