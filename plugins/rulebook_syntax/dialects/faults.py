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
    """The markup is broken, and a reader sees the traces.

    A raw HTML tag without its other half, a comment or a fence of code that is never closed, a link whose
    parentheses or brackets went wrong, a row with more cells than its table has columns, a heading or a line of text
    right below a table, which takes it as a row. What follows such a place is
    often shown as something else, or not at all. Of a file that is
    broken all over, some places are shown, and the last one says how many more there are.
    """
    return Details(fact, remedies=(Remedy(remedy),) if remedy else (), related=related)


@rule(Severity.INFO, Role.UNSUPPORTED)
def unsupported_markup(place: Place, what: str) -> Details:
    """The dialect knows this markup, and this reader does not: the page shows it as it is written.

    In Pandoc's Markdown these are grid tables, citations, formulas, TeX, text meant for another format than HTML,
    struck, raised and lowered text, footnotes within the text, examples, and lists that count in letters.
    Say it in another form, or accept that readers see the markup.
    """
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
    """A link or an image has no target in the book.

    The page or file does not exist, or is outside the folder of the book.

    Paths in Markdown are relative to the folder of the source. Files that `exclude_docs` or `draft_docs` leaves out are
    not in the site either. All that a page shows, includes or embeds must be in the folder of its book, with symbolic
    links followed. No comment can allow a target outside it.
    """
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
    """A file that a source includes cannot be taken in, so that a part of the page is missing.

    AsciiDoc looks for files from the folder of the file that includes them; an address of the web cannot be included,
    nor a file by itself. Snippets and the includes of plugins are looked for where their settings say, and a missing
    one is a warning. What lies outside of the folder of the book is an `unknown-target`.
    """
    return Details(f"cannot include `{target}`: {reason}")


@rule(Severity.ERROR, Role.LEADS)
def unresolved_attribute(place: Place, name: str, missing: tuple[Place, ...]) -> Details:
    """A reference to a document attribute that nobody defines: the reader sees its braces.

    It is a warning only where a file that the source includes is missing, which may well define it.
    """
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
