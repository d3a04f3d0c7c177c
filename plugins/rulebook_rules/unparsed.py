"""Report the pages and stretches of pages that could not be read.

A page is lost with a finding that says so, and all others are read. Nothing is said of it, and what others look for in
it may be there.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rulebook_core import workspace
from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule
from rulebook_core.source import Source, Span
from rulebook_rules.book import Book, Page
from rulebook_rules.systems import is_ours
from rulebook_syntax import dialects
from rulebook_syntax.document import Document


@rule(Severity.ERROR, is_final=True)
def unread_page(place: Place, error: BaseException) -> Details:
    text = f"{type(error).__name__}: {str(error).partition(chr(10))[0] or 'no message'}".replace("`", "'")
    remedy = Remedy("report it, with this page and what `RULEBOOK_DEBUG=1` shows")
    return Details(f"this page could not be read: a fault of rulebook itself (`{text}`)", (), (remedy,))


@rule(Severity.INFO)
def unread_text(place: Place, count: int) -> Details:
    words = "this word is" if count == 1 else f"these {count} words are"
    remedy = Remedy("look at the page: this text may be missing from it")
    return Details(f"{words} no part of the page as it is read, and not checked", (), (remedy,))


def unread_texts(documents: Iterable[Document], *, keep: bool = True) -> Iterator[Finding]:
    """Yield findings for unread stretches of documents; `keep` if their prose is needed again."""
    for document in documents:
        if any(finding.means(Role.UNREADABLE) for finding in document.findings):
            continue  # That says it of all of the page.
        for span in dialects.unread(document):
            yield unread_text(Place(document.source, span), len(document.source.slice(span).split()))
        if not keep:
            document.forget_prose()


def unread(source: Source, uri: str, error: Exception) -> tuple[Page, Finding]:
    """Return an empty page for one that could not be read, and the finding that says so.

    Raises:
        Exception: the error itself, where it is none of ours: of a game that somebody brings along.
    """
    if not is_ours(error):
        raise error
    if workspace.setting("RULEBOOK_DEBUG"):
        traceback.print_exception(error)
    return lost_page(source, uri), unread_page(Place(source, Span(0, 0)), error)


def lost_page(source: Source, uri: str) -> Page:
    """Return a page of which nothing is known, so that anything may be in it."""
    return Page(dialects.unread_document(source), uri, reported=False)


def without_unread(book: Book, error: Exception, work: Callable[[Book], object]) -> Book:
    """The book as far as a work on it that has failed can be done.

    Raises:
        Exception: the error itself, where no page is to blame.
    """
    if not is_ours(error):
        raise error
    lost = {page.uri: unread(page.document.source, page.uri, fault) for page, fault in _faults(book, error, work)}
    if not lost:
        raise error
    pages = tuple(lost[page.uri][0] if page.uri in lost else page for page in book.pages)
    reported = [finding for page in book.pages if page.reported and page.uri in lost for finding in lost[page.uri][1:]]
    return replace(book, pages=pages, findings=(*book.findings, *reported))


def _faults(book: Book, error: Exception, work: Callable[[Book], object]) -> Iterator[tuple[Page, Exception]]:
    """The pages that the work fails on, each by itself; else the first one that it fails on behind those before it."""
    has_unread = False
    for page in book.pages:
        try:
            work(replace(book, pages=(replace(page, reported=True),)))
            # Others may look at the text of a page that is not looked at by itself.
            _ = page.document.prose
        except Exception as fault:
            has_unread = True
            yield page, fault
    if has_unread:
        return
    good, bad = 0, len(book.pages)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            work(replace(book, pages=book.pages[:middle]))
            good = middle
        except Exception as fault:
            bad, error = middle, fault
    if good:
        yield book.pages[good], error
