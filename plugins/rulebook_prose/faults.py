"""Rules for faults in the grammar of bare prose."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Remedy, Role, Severity, rule


@rule(Severity.WARNING, Role.NAMES)
def near_miss(place: Place, fact: str, *, remedies: Sequence[Remedy] = ()) -> Details:
    """Something is nearly a part of the book, and a small sign keeps it from being one.

    In bare prose a heading is known by its capitals and its colon, an entry by its colon, its words and its full
    stop. Where one of them is missing or misspelt, a section or a monster would vanish without a word. It is read
    as what it is meant for, and its place is shown.
    """
    return Details(fact, remedies=tuple(remedies))


@rule(Severity.INFO)
def draft_entry(place: Place, kind: str, name: str, why: str) -> Details:
    """An entry is only begun: its words stand there without values, or it is named and never described.

    It is not described either where all of its text is a note of the author.
    """
    return Details(f"the {kind} `{name}` is a draft: {why}")


@rule(Severity.WARNING, Role.BREAKS | Role.NAMES)
def unknown_entry(
    place: Place, name: str, why: str, *, remedies: Sequence[Remedy], related: Sequence[Place] = ()
) -> Details:
    """The text refers to a heading or an entry that the book does not have, or that says nothing."""
    return Details(f"`{name}` {why}", remedies=tuple(remedies), related=tuple(related))
