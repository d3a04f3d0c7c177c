"""Checking a text in memory, as `rulebook check` does with a file."""

from rulebook.analysis import Report, analyse
from rulebook.book import Book, Page
from rulebook.dialects import ReadingOptions, read
from rulebook.findings import Finding, Severity
from rulebook.source import Source
from rulebook.systems import load_system

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


def check_text(text: str, *, system: str | None = "cavea", dialect: str = "markdown", path: str = "text.md") -> Report:
    """The report on one source that stands by itself."""
    game = load_system(system) if system else None
    document = read(Source(path, text), dialect, ReadingOptions(system=game))
    page = Page(document, path, game)
    return analyse(Book((page,)))


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
