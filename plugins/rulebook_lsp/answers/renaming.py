"""A heading gets another name, and every link that led there leads there still: in the book, and of its readers."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import quote

from rulebook.fixing import with_texts
from rulebook_core.edits import FixError, edited
from rulebook_core.findings import Edit, Place, Remedy, in_a_line
from rulebook_core.source import Span
from rulebook_lsp.answers.goto import target_of
from rulebook_lsp.books import View
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.published.lost import RenamedIds, below
from rulebook_rules.published.redirects import comment_of
from rulebook_syntax.document import Definition, Document, Heading, Link

_ATTRIBUTES = re.compile(r"[ \t]*\{[^{}]*\}[ \t#]*$")
"""Attribute list behind the words of a heading."""


class RenameError(Exception):
    """A heading that cannot be called so; the message says why, in words for a writer."""


class Renamed(NamedTuple):
    """A link that led to the page of a heading: on which page, which of its links or definitions, and to which id."""

    uri: str
    number: int
    is_definition: bool
    fragment: str


def heading_at(document: Document, offset: int) -> tuple[int, Span] | None:
    """The heading at a place, by its number, and its words."""
    for number, heading in enumerate(document.headings):
        if heading.span.start <= offset <= heading.span.end:
            written = document.source.slice(heading.title_span)
            words = _ATTRIBUTES.sub("", written)
            return number, Span(heading.title_span.start, heading.title_span.start + len(words))
    return None


def renamed(view: View, offset: int, name: str) -> Remedy:
    """The edits that give the heading at a place another name, in all pages of its book.

    Raises:
        RenameError: there is no heading, it cannot be called so, or a link to it cannot be written anew.
    """
    page, match = view.page, heading_at(view.page.document, offset)
    if match is None:
        raise RenameError("there is no heading here")
    number, words = match
    heading = page.document.headings[number]
    source = page.document.source
    title = Edit(Place(source, words), name)
    after = page.document.read_again(edited(Remedy("", (title,)))[source])
    ids = _new_ids(page.document, after, number, name)
    index = BookIndex(view.book)
    edits, led = [title], []
    for link in _links_to(index, page):
        if link.fragment not in ids and link.fragment != heading.id:
            continue
        new = ids.get(link.fragment, link.fragment)
        edit = _rewritten(view.book, link, new, heading, after.headings[number].title)
        if edit is not None:
            edits.append(edit)
        elif link.fragment in ids:
            raise RenameError(f"a link to it cannot be written anew: {_described(view.book, link)}")
        led.append(link._replace(fragment=new))
    edits += _redirects(view.book, page, ids)
    remedy = Remedy(f"call the heading `{name}`", tuple(edits))
    _prove(view.book, page, remedy, led)
    return remedy


def _new_ids(before: Document, after: Document, number: int, name: str) -> Mapping[str, str]:
    """The ids of headings that change, with what they become.

    Raises:
        RenameError: the headings are no longer what they were.
    """
    if len(after.headings) != len(before.headings):
        raise RenameError(f"`{in_a_line(name)}` would not be a heading")
    for index, (old, new) in enumerate(zip(before.headings, after.headings, strict=True)):
        if index != number and old.title != new.title:
            raise RenameError(f"`{in_a_line(name)}` would change the heading `{old.title}`")
    pairs = zip(before.headings, after.headings, strict=True)
    return {old.id: new.id for old, new in pairs if old.id != new.id}


def _redirects(book: Book, page: Page, ids: Container[str]) -> Iterator[Edit]:
    """Yield edits that insert comments to keep links to changed ids working.

    Only ids that `rulebook.outline` records get one.
    """
    recorded = RenamedIds(book)
    for heading in page.document.headings:
        if heading.id in ids and recorded.may_redirect(page, heading.id):
            yield from below(page.document, heading, comment_of(page.document, heading.id))


def _links_to(index: BookIndex, page: Page) -> Iterator[Renamed]:
    """All links and definitions of the book that lead to something on a page."""
    for other in index.book.pages:
        for is_definition in (False, True):
            for number, link in enumerate(_links(other, is_definition=is_definition)):
                target = _target(index, other, link)
                if target is not None and target[0] == page.uri and target[1]:
                    yield Renamed(other.uri, number, is_definition, target[1])


def _links(page: Page, *, is_definition: bool) -> Sequence[Link | Definition]:
    return page.document.definitions if is_definition else page.document.links


def _target(index: BookIndex, page: Page, link: Link | Definition) -> tuple[str, str] | None:
    if isinstance(link, Link) and link.target is None:
        return None  # Its definition is rewritten, and it stays as it is.
    target = target_of(index, page, link)
    return (target.page.uri, target.fragment) if target is not None else None


def _link(book: Book, link: Renamed) -> Link | Definition:
    return _links(book.by_uri[link.uri], is_definition=link.is_definition)[link.number]


def _described(book: Book, link: Renamed) -> str:
    """A link, with its place, for a writer."""
    place = Place(book.by_uri[link.uri].document.source, _link(book, link).span)
    return f"`{place.source.slice(place.span)}` in {place.where_line}"


def _rewritten(book: Book, link: Renamed, id_: str, heading: Heading, title: str) -> Edit | None:
    """The edit that lets a link lead to where it led, by the id of that or by its words; None where it has neither."""
    target, source = _link(book, link), book.by_uri[link.uri].document.source
    if target.target_span is None:
        return None
    written = source.slice(target.target_span)
    is_by_words = isinstance(target, Link) and target.kind == "wikilink"
    ways = [] if is_by_words or not written.endswith(link.fragment) else [(link.fragment, id_)]
    if link.fragment == heading.id:
        ways += [(heading.title, title), (quote(heading.title), quote(title))]
    for old, new in ways:
        if written.casefold().endswith(old.casefold()):
            return Edit(Place(source, Span(target.target_span.end - len(old), target.target_span.end)), new)
    return None


def _prove(book: Book, page: Page, remedy: Remedy, led: Sequence[Renamed]) -> None:
    """See that every link leads where it shall.

    Raises:
        RenameError: one does not.
    """
    try:
        texts = edited(remedy)
    except FixError as error:
        raise RenameError(str(error)) from None
    after = replace(book, pages=tuple(with_texts(book.pages, texts)))
    index = BookIndex(after)
    for link in led:
        other = after.by_uri[link.uri]
        links = _links(other, is_definition=link.is_definition)
        target = _target(index, other, links[link.number]) if link.number < len(links) else None
        if target != (page.uri, link.fragment):
            raise RenameError(f"a link would not lead there any more: {_described(book, link)}")
