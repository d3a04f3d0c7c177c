"""Differences from the rules that are no values of a thing."""

from __future__ import annotations

from typing import NamedTuple

from rulebook_core.findings import Place


class Difference(NamedTuple):
    """A place that says something else than the rules, or the same.

    Attributes:
        place: where the text says it.
        what: what it is about ("the number of wards").
        stated: what the rules have, as text.
        authority: where they have it.
        is_wrong: whether it differs.
        instead: what to write at the place; "" where nobody knows.
        of: the places that it follows from.
        is_firm: whether another value at the place would be reported; not so where it is one of the few votes.
    """

    place: Place
    what: str
    stated: str
    authority: Place | None
    is_wrong: bool
    instead: str = ""
    of: tuple[Place, ...] = ()
    is_firm: bool = True
