"""Checking a text in memory, as `rulebook check` does with a file."""

from rulebook.analysis import Report, analyse
from rulebook.book import Book, Page
from rulebook.dialects import ReadingOptions, read
from rulebook.findings import Finding, Severity
from rulebook.source import Source
from rulebook.systems import load_system
from rulesmod.system import System

HEALTH_TABLE = """\
| Die | Health Points |
| --- | --- |
| d20 | 1 |
| d12 | 3 |
| d10 | 4 |
| d8 | 6 |
| d6 | 9 |
| d4 | 12 |
"""
"""What each die is worth, as a page of Cavea prints it."""


def page_of(
    text: str, *, system: System | str | None = "cavea", dialect: str = "markdown", path: str = "text.md"
) -> Page:
    """A text as a page of a game."""
    game = load_system(system) if isinstance(system, str) else system
    return Page(read(Source(path, text), dialect, ReadingOptions(system=game)), path, game)


def check_pages(*pages: Page) -> Report:
    """The report on a book of some pages."""
    return analyse(Book(pages))


def check_text(
    text: str, *, system: System | str | None = "cavea", dialect: str = "markdown", path: str = "text.md"
) -> Report:
    """The report on one source that stands by itself."""
    return check_pages(page_of(text, system=system, dialect=dialect, path=path))


def shown(finding: Finding) -> str:
    """`line:column rule slice`, to compare with."""
    position = finding.place.source.position(finding.place.span.start)
    stands = finding.place.source.slice(finding.place.span)
    return f"{position.line}:{position.column} {finding.rule} {stands!r}"


def touches(finding: Finding, start: int, end: int) -> bool:
    """Whether the stretch `[start, end)` is part of the finding's place or of a related one."""
    places = (finding.place, *finding.details.related)
    return any(place.span.start < end and start < place.span.end for place in places)


def serious(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.severity >= Severity.WARNING]
