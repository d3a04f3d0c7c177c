"""The rule of findings of this package."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Role, Severity, rule


@rule(Severity.WARNING, Role.SHOWS)
def translation_mismatch(place: Place, fact: str, *, related: Sequence[Place] = ()) -> Details:
    return Details(fact, related=tuple(related))
