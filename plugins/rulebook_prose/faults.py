"""Rules for faults in the grammar of bare prose."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Remedy, Role, Severity, rule


@rule(Severity.WARNING, Role.NAMES)
def near_miss(place: Place, fact: str, *, remedies: Sequence[Remedy] = ()) -> Details:
    return Details(fact, remedies=tuple(remedies))


@rule(Severity.INFO)
def draft_entry(place: Place, kind: str, name: str, why: str) -> Details:
    return Details(f"the {kind} `{name}` is a draft: {why}")


@rule(Severity.WARNING, Role.BREAKS | Role.NAMES)
def unknown_entry(
    place: Place, name: str, why: str, *, remedies: Sequence[Remedy], related: Sequence[Place] = ()
) -> Details:
    return Details(f"`{name}` {why}", remedies=tuple(remedies), related=tuple(related))
