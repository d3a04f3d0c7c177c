"""The rule about values that differ from their authority, and how its findings are worded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule, write

MAX_UNIT = 30
"""Characters behind a value that may hold its unit."""

if TYPE_CHECKING:
    from rulebook_rules.facts.comparing import Verdict
    from rulebook_rules.facts.wholes.differences import Difference


@rule(Severity.WARNING, Role.COMPARES)
def inconsistent_value(place: Place, message: str, instead: str, related: tuple[Place, ...]) -> Details:
    remedies = (write(place, instead),) if instead else (Remedy("mend one of the two"),)
    return Details(message, related=related, remedies=remedies)


def different(difference: Difference) -> Finding:
    """The finding about something that differs from the rules."""
    here = _slice(difference.place)
    if difference.stated:
        message = f"{difference.what} is `{difference.stated}`{_at(difference.authority)}, here it is `{here}`"
    else:
        message = f"`{here}` is not {difference.what}{_at(difference.authority)}"
    related = _related(difference.authority, difference.stated or difference.what)
    finding = inconsistent_value(difference.place, message, difference.instead, related)
    return replace(finding, of=difference.of) if difference.of else finding


def finding_of(verdict: Verdict) -> Finding:
    """The finding about a value that differs from that of its authority."""
    said, thing, stated = verdict.said, verdict.thing, verdict.stated
    attribute = thing.attributes[said.attribute].name
    shown, instead = stated.value.shown, stated.value.shown
    if said.share is not None and (amount := said.share.of(stated.value.amount)) is not None:
        instead = str(amount)
        shown = f"{shown}, of which {instead} is taken"
    here = _slice(said.place)
    if here == shown:
        here, instead = _with_unit(said.place), ""  # "6 bells" for 6 coins
    message = f"the {attribute} of {thing.name} is `{shown}`{_at(stated.place)}, here it is `{here}`"
    return inconsistent_value(said.place, message, instead, _related(stated.place, f"{attribute} {stated.value.shown}"))


def _at(place: Place | None) -> str:
    return f" ({place.source.path.rpartition('/')[2]}:{place.begins.line})" if place is not None else ""


def _related(place: Place | None, message: str) -> tuple[Place, ...]:
    return (Place(place.source, place.span, message),) if place is not None else ()


def _with_unit(place: Place) -> str:
    """The text of a place with the word behind it."""
    text = place.source.text[place.span.end : place.span.end + MAX_UNIT]
    return f"{_slice(place)} {text.split()[0].strip('.,;:!?')}" if text.split() else _slice(place)


def _slice(place: Place) -> str:
    return " ".join(place.source.slice(place.span).split())
