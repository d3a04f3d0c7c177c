"""The page that readers of claims read, and the types of their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field

from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.claims.model import Claim, Expression, Kind, Statement
from rulebook_rules.claims.silent import Silence, Silent, ignored
from rulebook_syntax.directives import Directive, directives_of
from rulebook_syntax.document import Block, Document
from rulesmod.records import record
from rulesmod.system import System

Read = Iterator[Statement | Finding]
"""The results of a reader: statements, and findings where a statement is missing."""

Reader = Callable[["Context"], Read]
"""Finds the statements of some kinds in a page and judges them; it knows no other reader, and no order."""

OtherSides = Callable[[Claim], Iterable[Remedy]]
"""A function from a wrong claim to remedies of other claims that would make it right."""

GROUND = "what this follows from"
"""How a finding names the places of the values that a rule was asked with."""

StatedCells = Mapping[tuple[str, str], Place]
"""Where the book prints the cells of a system's tables: (table name, row key) to the value's place."""


@record
class Context:
    """One page under one system.

    Attributes:
        expressions: those of the page, in order.
        unread: where code is meant as an expression and does not parse.
        stated: where the tables of the system stand in the whole book.
        silences: takes why readers say nothing of a number, where somebody asks.
    """

    page: Page
    system: System
    expressions: tuple[Expression, ...] = ()
    unread: tuple[Span, ...] = ()
    stated: StatedCells = field(default_factory=dict)
    silences: list[Silence] | None = None

    @property
    def document(self) -> Document:
        return self.page.document

    @property
    def directives(self) -> Iterable[Directive]:
        """The comments that ask for a check by the rules; none where there is no game with rules."""
        return directives_of(self.document) if self.page.has_game else ()

    def place(self, span: Span, message: str = "") -> Place:
        return Place(self.document.source, span, message)

    def within(self, block: Block, start: int, end: int, message: str = "") -> Place:
        """The place of a stretch of a block's plain text."""
        return self.place(block.text.span(start, end), message)

    def silent(self, kind: Kind) -> Silent:
        """Return what takes the reasons of a kind of statement to say nothing."""
        silences = self.silences
        if silences is None:
            return ignored
        return lambda block, at, reason: silences.append(Silence(kind.name, block.text.span(*at), reason))
