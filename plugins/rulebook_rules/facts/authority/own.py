"""The facts that a page states for its whole book, without rules."""

from __future__ import annotations

from typing import NamedTuple

from rulebook_rules.book import Book, Page
from rulebook_rules.facts.authority.columns import sheets_of_things
from rulebook_rules.facts.authority.stated import Statements, statements_of
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_syntax.document import Document


class OwnFacts(NamedTuple):
    """The tables and stat blocks of a page that give things values, and its statements."""

    sheets: tuple[Sheet, ...]
    statements: Statements


def own_facts(document: Document) -> OwnFacts:
    """Read what a page states for its whole book."""
    return OwnFacts(sheets_of_things(document), statements_of(document))


def known_facts(book: Book, page: Page) -> OwnFacts:
    """Return what a page states for its whole book, from the look at it if there is one."""
    look = book.look(page)
    return own_facts(page.document) if look is None or look.facts is None else look.facts
