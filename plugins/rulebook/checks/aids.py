"""Comments that put an aid on a page (`sheet: NAME`, `stage: NAME`): the game has it, and it has room there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulebook.book import Book, Page
from rulebook.checks.index import BookIndex
from rulebook.directives import SHEET, STAGE, Directive, dangling_directive, directives_of, is_meant, stands_alone
from rulebook.findings import Finding, Remedy
from rulebook.naming.spelling import near_names
from rulebook.source import Span
from rulesmod.play import Play, Scene

if TYPE_CHECKING:
    from rulesmod.sheets import Sheet
    from rulesmod.system import System


class Aid(NamedTuple):
    """A character aid, a stage or a scene on a page: it takes the place of `span`."""

    sheet: Sheet | Play | Scene
    system: System
    span: Span


def check(index: BookIndex) -> Iterator[Finding]:
    """Look at the aids of every page."""
    for page in index.reported:
        for found in _aids(page):
            if isinstance(found, Finding):
                yield found


def aids_of(page: Page) -> list[Aid]:
    """The aids that a page shows."""
    return [found for found in _aids(page) if isinstance(found, Aid)]


def stages_of(book: Book) -> dict[str, Play]:
    """The games of which a book shows a stage or a scene, by their names."""
    shown = (aid for page in book.pages for aid in aids_of(page) if isinstance(aid.sheet, Play | Scene))
    return {aid.system.name: aid.system.play for aid in shown if aid.system.play is not None}


def _aids(page: Page) -> Iterator[Aid | Finding]:
    system = page.system
    sheets: Sequence[Sheet] = system.sheets if system else ()
    played: Sequence[Play | Scene] = (system.play, *system.play.scenes) if system and system.play else ()
    known: dict[str, dict[str, Sheet | Play | Scene]] = {
        SHEET: {sheet.name: sheet for sheet in sheets},
        STAGE: {part.name: part for part in played},
    }
    shown: set[str] = set()
    for directive in directives_of(page.document):
        if directive.keyword not in known or directive.misspelt or not is_meant(directive):
            continue
        sheet = known[directive.keyword].get(directive.rest)
        if sheet is None or system is None:
            yield _unknown(directive, page, list(known[directive.keyword]))
        elif not stands_alone(directive):
            remedy = Remedy("put this comment on a line of its own, between blank lines")
            fact = f"a {directive.keyword} has no room within a text"
            yield dangling_directive(directive.place, fact, remedies=(remedy,))
        elif sheet.name in shown:
            remedy = Remedy("remove this comment")
            yield dangling_directive(directive.place, f"`{sheet.name}` is on this page already", remedies=(remedy,))
        else:
            shown.add(sheet.name)
            yield Aid(sheet, system, directive.place.span)


def _unknown(directive: Directive, page: Page, known: list[str]) -> Finding:
    near = near_names(directive.rest, known)
    remedies = [directive.write(name, directive.rest) for name in near[:3]]
    if page.system is None:
        fact = f"this page states the rules of no game, so there is no {directive.keyword} for it"
        remedies = [Remedy("name the game in the front matter: `system: NAME`")]
    else:
        fact = f"the game has no {directive.keyword} `{directive.rest}`"
        if not remedies and known:
            remedies = [Remedy("write one of " + ", ".join(f"`{name}`" for name in known))]
    return dangling_directive(directive.place, fact, remedies=tuple(remedies))
