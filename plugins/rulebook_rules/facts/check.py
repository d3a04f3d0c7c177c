"""The check of facts: every value that a book states of a thing is compared with its authority."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule, rules_with, write
from rulebook_core.spans import Places
from rulebook_rules.book import Book, Page
from rulebook_rules.facts.comparing import Verdict
from rulebook_rules.facts.games import games_of
from rulebook_rules.facts.wholes.differences import Difference


class Index(Protocol):
    """The book as checks look at it; see `rulebook_rules.checks.index`."""

    book: Book

    def texts_for(self, *pages: Page) -> Sequence[Page]:
        """All pages, as what is found in some of them depends on all texts."""


@rule(Severity.WARNING, Role.COMPARES)
def inconsistent_value(place: Place, message: str, instead: str, related: tuple[Place, ...]) -> Details:
    """A text says something else of a thing than the authority on it.

    The authority is the `rules.yml` of the game, a table that a comment such as `facts: weapons` declares, or a column
    that agrees with this one on nearly all names. It is silent where the text speaks of a change or a condition, where
    more than one thing may be meant, and where the number has a bound such as "at least".
    """
    remedies = (write(place, instead),) if instead else (Remedy("mend one of the two"),)
    return Details(message, related=related, remedies=remedies)


class Comparison(NamedTuple):
    """The result of comparing a book with its authorities.

    Attributes:
        findings: one for each value that differs.
        declared: how many things, kinds, ranges and constants have an authority.
        mentions: how often pages state a value of one.
        undecided: how many of these nobody can tell of.
    """

    findings: tuple[Finding, ...] = ()
    declared: int = 0
    mentions: int = 0
    undecided: int = 0


def compare(index: Index) -> Comparison:
    """Compare the things of each game with what its rules state."""
    findings: list[Finding] = []
    declared = mentions = undecided = 0
    for facts, pages in games_of(index.book):
        declared += facts.declared
        for page in pages:
            verdicts, differences = [*facts.verdicts(page.document)], [*facts.differences(page.document)]
            mentions += len(verdicts) + len(differences)
            undecided += sum(verdict.agrees is None for verdict in verdicts)
            if page.reported:
                findings += [finding_of(verdict) for verdict in verdicts if verdict.agrees is False]
                findings += [_different(difference) for difference in differences if difference.is_wrong]
    return Comparison(tuple(findings), declared, mentions, undecided)


def _different(difference: Difference) -> Finding:
    """The finding about something that differs from the rules."""
    here = _slice(difference.place)
    if difference.stated:
        message = f"{difference.what} is `{difference.stated}`{_at(difference.authority)}, here it is `{here}`"
    else:
        message = f"`{here}` is not {difference.what}{_at(difference.authority)}"
    related = _related(difference.authority, difference.stated or difference.what)
    return inconsistent_value(difference.place, message, difference.instead, related)


def finding_of(verdict: Verdict) -> Finding:
    """The finding about a value that differs from that of its authority."""
    said, thing, stated = verdict.said, verdict.thing, verdict.stated
    attribute = thing.attributes[said.attribute].name
    shown, instead = stated.value.shown, stated.value.shown
    if said.share is not None and (amount := said.share.of(stated.value.amount)) is not None:
        instead = str(amount)
        shown = f"{shown}, of which {instead} is taken"
    message = f"the {attribute} of {thing.name} is `{shown}`{_at(stated.place)}, here it is `{_slice(said.place)}`"
    return inconsistent_value(said.place, message, instead, _related(stated.place, f"{attribute} {stated.value.shown}"))


def _at(place: Place | None) -> str:
    return f" ({place.source.path.rpartition('/')[2]}:{place.begins.line})" if place is not None else ""


def _related(place: Place | None, message: str) -> tuple[Place, ...]:
    return (Place(place.source, place.span, message),) if place is not None else ()


def _slice(place: Place) -> str:
    return " ".join(place.source.slice(place.span).split())


def without_repeated(findings: Sequence[Finding], confirmed: Iterable[Place] = ()) -> list[Finding]:
    """Return findings with one for each fault.

    Where another rule objects to the place of a value that differs, or a phrase of the game confirms it, the value is
    not reported. What follows from a value that differs waits until that is mended.

    Args:
        findings: all findings of a book.
        confirmed: the places that rules of a game confirm.
    """
    compares = rules_with(Role.COMPARES)
    differing = [finding for finding in findings if finding.rule in compares]
    if not differing:
        return list(findings)
    others = [finding for finding in findings if finding.rule not in compares]
    serious = Places((one.place, one) for one in others if one.severity >= Severity.WARNING)
    right = Places((place, place) for place in confirmed)
    own = [one for one in differing if not any(True for known in (serious, right) for _ in known.meeting(one.place))]
    causes = Places((one.place, one) for one in own)
    results = [one for one in others if not any(True for place in one.of for _ in causes.meeting(place))]
    return [*results, *own]
