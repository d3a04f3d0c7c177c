"""From the Book to its report: every check and every claim, once.

The one entry for the command line, the MkDocs plugin and the pytest plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulebook.book import Book, Reach
from rulebook.checks import run as run_checks
from rulebook.checks.allow import apply_allows
from rulebook.checks.chosen import as_chosen
from rulebook.claims.waiting import without_runs, without_waiting
from rulebook.findings import Finding, Role, Severity
from rulebook.keeping.baseline import Held, held_against_baseline
from rulebook.lexing.prefilter import names_dice, speaks_in_numbers
from rulebook.lexing.words import LANGUAGES
from rulebook.source import Source, Span
from rulebook.unread import without_unread

if TYPE_CHECKING:
    from rulebook.claims.ledger import Number
    from rulebook.claims.model import Analysis, Claim


@dataclass(frozen=True)
class Report:
    """What was found in a book.

    Attributes:
        findings: those in wanted pages, in order of path and position, without the allowed ones.
        analyses: what the systems say, by the page's uri; pages that may state nothing are left out.
        files: how many sources were checked.
        suppressed: how many findings a comment of the writer allowed.
        turned_off: how many more are of rules that the settings turn off.
        known: how many more the baseline has.
        outlived: how many lines of the baseline nothing is found of any more.
        book: the book that was checked, without the pages that could not be read.
    """

    findings: tuple[Finding, ...]
    analyses: Mapping[str, Analysis]
    files: int
    suppressed: int = 0
    turned_off: int = 0
    known: int = 0
    outlived: int = 0
    book: Book = field(default_factory=lambda: Book(()))

    @property
    def reach(self) -> Reach:
        """What was not read, or not for sure."""
        return self.book.reach

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim for analysis in self.analyses.values() for claim in analysis.claims)

    @cached_property
    def of_games(self) -> Mapping[str, Analysis]:
        """The analyses of pages that name their game: what the ledger and the lock take in."""
        return _of_games(self.analyses)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Every number of the pages of a game, guarded or not."""
        if not self.of_games:
            return ()
        from rulebook.claims.ledger import numbers_of

        return tuple(number for analysis in self.of_games.values() for number in numbers_of(analysis))

    def worst(self) -> Severity | None:
        return max((finding.severity for finding in self.findings), default=None)

    def summary(self) -> dict[str, Any]:
        """The figures of the contract's `summary`, and what was not read."""
        verdicts = [str(claim.verdict) for claim in self.claims]
        standings = [str(number.standing) for number in self.numbers]
        return {
            "files": self.files,
            "claims": len(verdicts),
            "right": verdicts.count("right"),
            "wrong": verdicts.count("wrong"),
            "undecided": verdicts.count("undecided"),
            "numbers": len(standings),
            "guarded": standings.count("guarded"),
            "waived": standings.count("waived"),
            "unguarded": standings.count("unguarded"),
            "lost": sum(bool(finding.role & Role.LOSES_CLAIM) for finding in self.findings),
            "turned_off": self.turned_off,
            "baseline_left": self.known,
            "baseline_gone": self.outlived,
            "nothing_read": list(self.reach.nothing_read),
            "left_out": list(self.reach.left_out),
            "guessed": dict(self.reach.guessed),
            "unsettled": list(self.reach.unsettled),
        }


class Found(NamedTuple):
    """Everything that is found in a book, but for what its writer allows or turns off; see `Report`."""

    book: Book
    findings: list[Finding]
    analyses: Mapping[str, Analysis]
    suppressed: int
    turned_off: int


T = TypeVar("T")


def analyse(book: Book, *, whole: bool = False) -> Report:
    """Run every check over a book and hold every claim of it against its rules.

    A page that this fails on is lost, and a finding says so.

    Args:
        book: the book.
        whole: whether what its baseline has is among the findings.
    """
    return _as_far_as_it_goes(book, partial(_analysed, whole=whole))


def find(book: Book) -> Found:
    """The same, before anything is held against the baseline, and before one finding waits for another."""
    return _as_far_as_it_goes(book, _found)


def _as_far_as_it_goes(book: Book, work: Callable[[Book], T]) -> T:
    lost: set[str] = set()
    while True:
        try:
            return work(book)
        except Exception as error:
            left = without_unread(book, error, work)
            blamed = {page.uri for page, other in zip(book.pages, left.pages, strict=True) if page is not other}
            if blamed <= lost:
                raise  # It is no page's fault: it fails without them as well.
            lost |= blamed
            book = left


def _analysed(book: Book, *, whole: bool) -> Report:
    found = _found(book)
    held = Held([], found.findings) if whole else held_against_baseline(book, found.findings)
    new = [*held.new, *([held.fault] if held.fault is not None else ())]
    # What waits for a finding that is let be would wait forever.
    told = sorted(without_waiting(book, new), key=lambda finding: finding.sort_key)
    return Report(
        findings=tuple(without_runs(told)),
        analyses=found.analyses,
        files=_files(book),
        suppressed=found.suppressed,
        turned_off=found.turned_off,
        known=len(held.known),
        outlived=held.gone,
        book=book,
    )


def _found(book: Book) -> Found:
    findings = [*book.findings, *run_checks(book)]
    analyses: Mapping[str, Analysis] = {}
    if is_about_a_game(book) and any(
        page.system or speaks_in_numbers(page.document.source.text) for page in book.pages
    ):
        # Only a book that may state anything pays for loading what reads claims.
        from rulebook.claims.general import contradictions_in
        from rulebook.claims.reading import read_claims

        analyses = read_claims(book)
        findings += [finding for analysis in analyses.values() for finding in analysis.findings]
        findings += contradictions_in(book, analyses, findings)
    if book.lock_file is not None and book.lock_file.is_file():
        from rulebook.claims.lock import lost_claims

        findings += lost_claims(book, _of_games(analyses))
    if book.outline_file is not None and book.outline_file.is_file():
        from rulebook.keeping.lost import vanished

        findings += vanished(book)
    kept, suppressed = apply_allows(book, _told_once(findings))
    chosen = as_chosen(book, kept)
    return Found(book, chosen, analyses, suppressed, len(kept) - len(chosen))


def _of_games(analyses: Mapping[str, Analysis]) -> Mapping[str, Analysis]:
    return {uri: analysis for uri, analysis in analyses.items() if analysis.is_of_game}


def _told_once(findings: Sequence[Finding]) -> list[Finding]:
    """Findings without the misspelt words of which another one speaks that knows more."""
    others: dict[Source, set[tuple[Span, bool]]] = {}
    for finding in (finding for finding in findings if finding.role & Role.NAMES):
        for place in (finding.place,) if finding.role & Role.SPELLS else finding.places:
            others.setdefault(place.source, set()).add((place.span, bool(finding.role & Role.SPELLS)))

    def is_told(finding: Finding) -> bool:
        span = finding.place.span
        for other, of_a_word in others.get(finding.place.source, ()):
            # Of a name of two words, another finding may speak of the second only.
            is_next = other.start == span.end + 1 and not of_a_word
            if is_next or (other.contains(span) and (other != span or not of_a_word)):
                return True
        return False

    kept = [finding for finding in findings if not finding.role & Role.SPELLS]
    words = {finding.place: finding for finding in findings if finding.role & Role.SPELLS and not is_told(finding)}
    return [*kept, *words.values()]


_GAMES = tuple(word for words in LANGUAGES for word in words.players)


def is_about_a_game(book: Book) -> bool:
    """Whether a page is a game's: rules belong to it, or it speaks of dice."""
    if any(page.system for page in book.pages):
        return True
    texts = [page.document.source.text for page in book.pages]
    return any(word in text for text in texts for word in _GAMES) or any(map(names_dice, texts))


def _files(book: Book) -> int:
    return sum(page.reported for page in book.pages)
