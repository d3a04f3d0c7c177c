"""The rule about settings, and the name that was probably meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from rulebook_core.findings import Details, Place, Remedy, Role, Severity, rule
from rulebook_text.naming.spelling import near_names

MAX_QUOTED = 60
"""Characters of a value that are quoted."""


@rule(Severity.ERROR, Role.STOPS, is_final=True)
def invalid_setting(
    place: Place, fact: str, *, remedies: Sequence[Remedy] = (), related: Sequence[Place] = (), is_of_page: bool = False
) -> Details:
    return Details(fact, remedies=tuple(remedies), related=tuple(related), is_of_page=is_of_page)


def meant(name: str, known: Collection[str], what: str = "") -> tuple[Remedy, ...]:
    """Return the remedies for an unknown name: the nearest one; where none is near, all there are.

    Args:
        name: what was written.
        known: what could have been.
        what: what all of them are called, in the plural; without it, they are many, and not listed.
    """
    near = near_names(name, known)[:3] or (get_close_matches(name, known, n=1) if what else [])
    if near:
        return tuple(Remedy(f"write `{other}`") for other in near)
    listed = ", ".join(f"`{other}`" for other in known)
    return (Remedy(f"the {what} are {listed}"),) if what and known else ()


def quoted(written: str) -> str:
    """A value as messages show it: in one line, and no longer than it takes to recognise it."""
    line = " ".join(written.split())
    return f"`{line[:MAX_QUOTED]} …`" if len(line) > MAX_QUOTED else f"`{line}`"
