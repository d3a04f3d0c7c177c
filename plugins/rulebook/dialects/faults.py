"""What a dialect finds wrong with the markup itself."""

from __future__ import annotations

from rulebook.findings import Details, Place, Remedy, Severity, rule


@rule(Severity.ERROR)
def malformed_markup(place: Place, fact: str, remedy: str = "", related: tuple[Place, ...] = ()) -> Details:
    """The markup is broken, and a reader sees the traces.

    A raw HTML tag without its other half, a comment or a fence of code that is never closed, a link whose
    parentheses or brackets went wrong. What follows such a place is often shown as something else.
    """
    return Details(fact, remedies=(Remedy(remedy),) if remedy else (), related=related)
