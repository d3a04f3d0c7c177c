"""Rules for faults in the markup of a dialect."""

from __future__ import annotations

from urllib.parse import quote

from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Role, Severity, rule

NO_CHAPTER = "level 0 sections can only be used"
"""Message of Asciidoctor about the heading of a chapter outside a book."""


NO_TABLE = "this is no table"
"""Message about text that is no table: its first rows differ in cells."""
CUT = "this row goes on behind the last column"
"""Message about a row with more cells than its table has columns."""


@rule(Severity.ERROR, Role.SHOWS)
def malformed_markup(place: Place, fact: str, remedy: str = "", related: tuple[Place, ...] = ()) -> Details:
    return Details(fact, remedies=(Remedy(remedy),) if remedy else (), related=related)


@rule(Severity.INFO, Role.UNSUPPORTED)
def unsupported_markup(place: Place, what: str) -> Details:
    return Details(f"{what} is not supported here, and is shown as it is written")


@rule(Severity.ERROR, Role.LEADS)
def unknown_target(
    place: Place,
    path: str,
    near: tuple[str, ...] = (),
    kind: str = "file",
    *,
    excluded: bool = False,
    is_outside: bool = False,
) -> Details:
    if is_outside:
        remedy = Remedy("bring it into the folder of the book")
        return Details(f"the {kind} `{path}` lies outside of the book", remedies=(remedy,), is_final=True)
    if excluded:
        return Details(f"the {kind} `{path}` is left out of the site", remedies=(Remedy("link to a published page"),))
    written = {other: quote(other) if " " in other or "%" in path else other for other in near}
    remedies = tuple(Remedy(f"link to `{other}`", (Edit(place, written[other]),)) for other in near)
    return Details(f"there is no {kind} `{path}`", remedies=remedies)


@rule(Severity.ERROR, Role.LEADS)
def unresolved_include(place: Place, target: str, reason: str) -> Details:
    return Details(f"cannot include `{target}`: {reason}")


@rule(Severity.ERROR, Role.LEADS)
def unresolved_attribute(place: Place, name: str, missing: tuple[Place, ...]) -> Details:
    fact = f"the attribute `{name}` is not defined"
    remedies = (Remedy(f"define it in the header: `:{name}: ...`"), Remedy(f"write `\\{{{name}}}` for plain braces"))
    return Details(fact, remedies=remedies, related=missing)


def is_of_the_whole(finding: Finding) -> bool:
    """Return whether a finding is about the level of a chapter's heading.

    The level may be right in the document that includes the text.
    """
    return finding.message.startswith(NO_CHAPTER)


def missing_attribute(finding: Finding) -> str | None:
    """Return the undefined attribute that a finding reports, in lower case.

    It is None for findings of other rules.
    """
    is_about_one = finding.rule == unresolved_attribute.__name__.replace("_", "-")
    return finding.place.source.slice(finding.place.span).strip("{}").lower() if is_about_one else None
