"""Checking a text in memory, as `rulebook check` does with a file."""

from collections.abc import Callable, Sequence
from cProfile import Profile

from rulebook_core.findings import Finding, Severity
from rulebook_core.source import Source
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.model import Verdict
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, read
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


def assert_guarded(kind: str, sentence: str, word: str, other: str, *, system: str) -> None:
    """A sentence is a claim of a kind and right, and wrong at its last such word where that is another one."""
    report = check_text(sentence, system=system)
    assert kind in {claim.kind for claim in report.claims}
    assert [*map(shown, report.findings)] == []
    at = sentence.rindex(word)
    wrong = check_text(sentence[:at] + other + sentence[at + len(word) :], system=system)
    assert Verdict.WRONG in {claim.verdict for claim in wrong.claims}
    assert any(touches(one, at, at + len(other)) for one in wrong.findings), [*map(shown, wrong.findings)]


def calls_of(work: Callable[[str], object], text: str) -> int:
    """How many functions are called to do a work: unlike its time, the same on every machine."""
    profile = Profile(subcalls=False, builtins=False)
    profile.runcall(work, text)
    return sum(entry.callcount for entry in profile.getstats())


def serious(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.severity >= Severity.WARNING]


Change = tuple[int, int, str]
"""Where what is changed begins and ends, and what comes in its place."""


def with_changes(text: str, changes: Sequence[Change]) -> tuple[str, list[tuple[int, int]]]:
    """A text with changes, given in their order, and where each of them stands in it."""
    changed, places, position = "", [], 0
    for start, end, other in changes:
        changed += text[position:start]
        places.append((len(changed), len(changed) + len(other)))
        changed += other
        position = end
    return changed + text[position:], places


def not_one_finding(
    text: str, changes: Sequence[Change], findings_in: Callable[[str], list[Finding]], *, at_once: int = 8
) -> list[str]:
    """The changes of a text that give no finding at their place, or more than one.

    Changes far from each other are made at once. Those that no finding has to do with alone are tried in halves then,
    and so are all of them where there are more findings than such changes.
    """
    usual = len(findings_in(text))
    step = -(-len(changes) // at_once)
    wrong, left = [], [changes[first::step] for first in range(step)]
    while left:
        batch = left.pop()
        changed, places = with_changes(text, batch)
        findings = findings_in(changed)
        touched = [{place for place in places if touches(finding, *place)} for finding in findings]
        seen_alone = {place for found in touched if len(found) == 1 for place in found}
        many = len(findings) > usual + len(seen_alone)
        doubtful = [one for one, place in zip(batch, places, strict=True) if many or place not in seen_alone]
        if len(batch) > 1:
            left += filter(None, (doubtful[::2], doubtful[1::2]))
        else:
            wrong += [
                f"line {text.count(chr(10), 0, start) + 1}: {text[start:end]} -> {other}: {[*map(shown, findings)]}"
                for start, end, other in doubtful
            ]
    return wrong
