"""Comments that put what a game brings on a page (`sheet:`, `stage:`, `ruling:`): it is there, and has room there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.findings import Finding, Remedy
from rulebook_core.source import Span
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.directives import (
    RULING,
    SHEET,
    STAGE,
    Directive,
    dangling_directive,
    directives_of,
    is_meant,
    stands_alone,
    unknown_name,
)
from rulebook_text.naming.spelling import near_names
from rulesmod.play import Chances, Drawing, Play, Scene

if TYPE_CHECKING:
    from rulesmod.sheets import Sheet
    from rulesmod.system import Ruling, System

    Shown = Sheet | Play | Scene | Drawing | Chances | Ruling


class Aid(NamedTuple):
    """A character aid, a stage, a scene or some rulings on a page: they take the place of `span`."""

    shown: tuple[Shown, ...]
    system: System
    span: Span


def check(index: BookIndex) -> Iterator[Finding]:
    """Look at the aids of every page."""
    for page in index.reported:
        for aid in _aids(page):
            if isinstance(aid, Finding):
                yield aid


def aids_of(page: Page) -> list[Aid]:
    """The aids that a page shows."""
    return [aid for aid in _aids(page) if isinstance(aid, Aid)]


def stages_of(book: Book) -> dict[str, Play]:
    """The games of which a book shows a stage or a scene, by their names."""
    shown = (aid for page in book.pages for aid in aids_of(page) if isinstance(aid.shown[0], Play | Scene | Chances))
    return {aid.system.name: aid.system.play for aid in shown if aid.system.play is not None}


def _aids(page: Page) -> Iterator[Aid | Finding]:
    system = page.system
    play = system.play if system else None
    stage: Sequence[Shown] = (play, *play.scenes, *play.drawings, play.odds) if play else ()
    brings: dict[str, Sequence[Shown]] = {SHEET: (), STAGE: stage, RULING: ()}
    if system is not None:
        brings |= {SHEET: system.sheets, RULING: system.rulings}
    shown: set[str] = set()
    for directive in directives_of(page.document):
        if directive.keyword not in brings or directive.misspelt or not is_meant(directive):
            continue
        known = {item.name: item for item in brings[directive.keyword]}
        names = [name.strip() for name in directive.rest.split(",")]
        if unknown := [name for name in names if name not in known]:
            yield from (_unknown(directive, name, page, list(known)) for name in unknown)
        elif not stands_alone(directive):
            remedy = Remedy("put this comment on a line of its own, between blank lines")
            fact = f"a {directive.keyword} has no room within a text"
            yield dangling_directive(directive.place, fact, remedies=(remedy,))
        elif again := [name for name in names if name in shown]:
            remedy = Remedy("remove this comment")
            yield dangling_directive(directive.place, f"`{again[0]}` is on this page already", remedies=(remedy,))
        elif system is not None:
            shown.update(names)
            yield Aid(tuple(known[name] for name in names), system, directive.place.span)


def _unknown(directive: Directive, name: str, page: Page, known: list[str]) -> Finding:
    if page.system is not None:
        fact = f"the game has no {directive.keyword} `{name}`"
        return unknown_name(directive, fact, name, near_names(name, known), known)
    fact = f"this page states the rules of no game, so there is no {directive.keyword} for it"
    remedy = Remedy("name the game in the front matter: `system: NAME`")
    return dangling_directive(directive.place, fact, remedies=(remedy,))
