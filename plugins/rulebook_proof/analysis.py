"""From the Book to its report: every check and every claim, once.

The one entry for the command line, the MkDocs plugin and the pytest plugin.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulebook_core import workspace
from rulebook_core.finding_limits import capped
from rulebook_core.findings import Finding, Place, Role, Severity, rules_with
from rulebook_core.late import late
from rulebook_core.source import Span
from rulebook_core.system.gc_policy import never_collected
from rulebook_proof.records.baseline import BaselineMatch, compare_with_baseline
from rulebook_rules.book import Book, Look, Page, Reach
from rulebook_rules.checks.allow import apply_allows
from rulebook_rules.checks.filled_values import without_edits_of_values
from rulebook_rules.checks.generators import Generators
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.likely_typos import check as check_names
from rulebook_rules.checks.severity_settings import as_chosen, as_proved
from rulebook_rules.claims.causes import drop_duplicate_misspellings, without_waiting
from rulebook_rules.facts.authority.own import own_facts
from rulebook_rules.facts.check import Comparison, without_repeated
from rulebook_rules.facts.check import compare as compare_facts
from rulebook_rules.page_summary import StoredFinding
from rulebook_rules.rules.running import look_at as look_at_page
from rulebook_rules.rules.running import run as run_checks
from rulebook_rules.settings.games import NO_SYSTEM
from rulebook_rules.unparsed import unread_texts, without_unread
from rulebook_syntax.document import Document
from rulebook_text.lexing.prefilter import plays, speaks_in_numbers
from rulesmod.records import record

if TYPE_CHECKING:
    from rulebook_proof.proof.ledger import Number
    from rulebook_rules.claims.model import Analysis, Claim

    Analyses = Mapping[str, Analysis]

# Only a book that may state anything pays for loading what reads claims.
read_claims: Callable[[Book], Analyses] = late("rulebook_rules.claims.reading", "read_claims")
look_for_claims: Callable[[Page], Analysis | None] = late("rulebook_rules.claims.reading", "look_for_claims")
numbers_of: Callable[..., Iterator[Number]] = late("rulebook_proof.proof.ledger", "numbers_of")
standings_of: Callable[..., Iterator[str]] = late("rulebook_proof.proof.ledger", "standings_of")
compare_with_lock: Callable[[Book, Analyses], list[Finding]] = late("rulebook_proof.proof.lock", "compare_with_lock")
vanished: Callable[[Book], list[Finding]] = late("rulebook_rules.published.lost", "vanished")


@record
class Report:
    """The findings, claims and counts of a book.

    Attributes:
        findings: those in wanted pages, in order of path and position, without the allowed ones.
        analyses: what the systems say, by the page's uri; pages that may state nothing are left out.
        files: how many sources were checked.
        suppressed: how many findings a comment of the writer allowed.
        turned_off: how many more are of rules that the settings turn off.
        known: how many more the baseline has.
        outlived: how many lines of the baseline nothing is found of any more.
        unread: how many stretches of text no reader has taken in.
        book: the book that was checked, without the pages that could not be read.
        own: what is said of each page, by uri, of which that is the same whatever the others have in their texts; None
            where it may hang on how much is compared.
        facts: how many things have an authority, and how many places were compared with it.
    """

    findings: tuple[Finding, ...]
    analyses: Mapping[str, Analysis]
    files: int
    suppressed: int = 0
    turned_off: int = 0
    known: int = 0
    outlived: int = 0
    unread: int = 0
    book: Book = field(default_factory=lambda: Book(()))
    own: Mapping[str, Sequence[Finding]] | None = None
    facts: Comparison = field(default_factory=Comparison)

    @property
    def reach(self) -> Reach:
        """Return the files that were not read, or not with certainty."""
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
        return tuple(
            number for analysis in self.of_games.values() for number in numbers_of(analysis, self._compared(analysis))
        )

    @property
    def standings(self) -> Mapping[str, Counter[str]]:
        """How many of these are guarded, waived or neither, by the name of the game."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for analysis in self.of_games.values():
            counts[analysis.system.name].update(standings_of(analysis, self._compared(analysis)))
        return counts

    @cached_property
    def compared(self) -> Mapping[str, Sequence[Span]]:
        """The places of values that are compared with an authority, by the paths of their sources."""
        places: dict[str, list[Span]] = defaultdict(list)
        for place in (*self.facts.guarded, *self.facts.believed):
            places[place.source.path].append(place.span)
        return places

    def _compared(self, analysis: Analysis) -> Sequence[Span]:
        return self.compared.get(analysis.document.source.path, ())

    @cached_property
    def not_looked_at(self) -> tuple[str, ...]:
        """The files with figures in which no reader of claims looked at anything."""
        return tuple(
            page.document.source.path
            for page in self.book.pages
            if page.reported and page.uri not in self.analyses
            if (_has_figures(page.document) if page.summary is None else page.summary.has_figures)
        )

    @cached_property
    def none_read(self) -> tuple[str, ...]:
        """The files with figures of which no claim reads any, those that no reader looks at included."""
        return tuple(
            page.document.source.path for page in self.book.pages if page.reported and self._is_none_read(page)
        )

    def _is_none_read(self, page: Page) -> bool:
        if page.summary is not None:
            return page.summary.none_read
        analysis = self.analyses.get(page.uri)
        return (analysis is None or not (analysis.claims or analysis.expressions)) and _has_figures(page.document)

    @cached_property
    def without_game(self) -> tuple[str, ...]:
        """The files of a game's folder whose front matter says that they are of no game."""
        site = self.book.site
        if site is None or not self.book.systems:
            return ()
        folders = ((page, site.book_folder(page.uri)) for page in self.book.pages if page.reported)
        return tuple(
            page.document.source.path
            for page, folder in folders
            if page.system is None and folder is not None and folder.system not in (None, NO_SYSTEM)
        )

    @cached_property
    def made_by(self) -> tuple[str, ...]:
        """The scripts and plugins that bring text to the pages which only a build of the site has."""
        return Generators.of(self.book.site).makers(is_filled=bool(self.unfilled))

    @cached_property
    def unfilled(self) -> tuple[str, ...]:
        """The files of pages of which only a build of the site makes some text."""
        generators = Generators.of(self.book.site)
        return tuple(
            page.document.source.path
            for page in self.book.pages
            if page.reported
            if (generators.unfilled(page.document) if page.summary is None else page.summary.is_unfilled)
        )

    @property
    def is_built(self) -> bool:
        """Return whether a build of the site checks what it makes."""
        return self.book.site is not None and "rulebook" in self.book.site.plugins

    def worst(self) -> Severity | None:
        return max((finding.severity for finding in self.findings), default=None)

    def summary(self) -> dict[str, Any]:
        """The figures of the contract's `summary`, and what was not read."""
        verdicts = Counter(str(claim.verdict) for claim in self.claims)
        for page in self.book.pages:
            verdicts.update(page.summary.verdicts if page.summary is not None else {})
        standings = sum(self.standings.values(), Counter[str]())
        losing = rules_with(Role.LOSES_CLAIM)
        return {
            "files": self.files,
            "claims": verdicts.total(),
            "right": verdicts["right"],
            "wrong": verdicts["wrong"],
            "undecided": verdicts["undecided"],
            "numbers": standings.total(),
            "guarded": standings["guarded"],
            "waived": standings["waived"],
            "unguarded": standings["unguarded"],
            "lost": sum(finding.rule in losing for finding in self.findings),
            "facts": {
                "declared": self.facts.declared,
                "mentions": self.facts.mentions,
                "differ": len(self.facts.findings),
                "undecided": self.facts.undecided,
            },
            "turned_off": self.turned_off,
            "baseline_left": self.known,
            "baseline_gone": self.outlived,
            "nothing_read": list(self.reach.nothing_read),
            "left_out": list(self.reach.left_out),
            "guessed": dict(self.reach.guessed),
            "unsettled": list(self.reach.unsettled),
            "without_game": list(self.without_game),
            "none_read": list(self.none_read),
            "not_looked_at": {
                "stretches": self.unread,
                "files": list(self.not_looked_at),
                "made_by": list(self.made_by),
                "unfilled": list(self.unfilled),
            },
        }


class BookFindings(NamedTuple):
    """Everything that is found in a book, but for what its writer allows or turns off; see `Report`."""

    book: Book
    findings: list[Finding]
    analyses: Mapping[str, Analysis]
    suppressed: int
    turned_off: int
    unread: int
    own: Mapping[str, Sequence[Finding]] | None
    facts: Comparison


T = TypeVar("T")


def analyse(book: Book, *, whole: bool = False) -> Report:
    """Run every check over a book and hold every claim of it against its rules.

    A page that this fails on is lost, and a finding says so.

    Args:
        book: the book.
        whole: whether what its baseline has is among the findings.
    """
    with never_collected():
        return _as_far_as_it_goes(book, partial(_analysed, whole=whole))


def analyse_rules(book: Book, known: Mapping[str, Analysis]) -> Report:
    """Return a report on what rules decide: claims, facts and the spelling of names.

    Args:
        book: the book; only its reported pages are read.
        known: the analyses of others, by uri.
    """
    with never_collected():
        return _as_far_as_it_goes(book, partial(_ruled, known=known))


def _ruled(book: Book, known: Mapping[str, Analysis]) -> Report:
    analyses = {**known, **read_claims(book)}
    book = replace(book, pages=tuple(replace(page, reported=page.uri in analyses) for page in book.pages))
    index = BookIndex(book)
    facts = compare_facts(index)
    findings = [*facts.findings, *check_names(index)]
    findings += [finding for analysis in analyses.values() for finding in analysis.findings]
    confirmed = [*_confirmed(analyses), *_waived(analyses)]
    single = without_repeated(drop_duplicate_misspellings(findings), confirmed)
    facts = facts.without(confirmed)
    reported, suppressed = apply_allows(book, as_proved(book, single))
    chosen = sorted(without_waiting(book, as_chosen(book, reported)), key=lambda finding: finding.sort_key)
    return Report(tuple(chosen), analyses, len(analyses), suppressed, book=book, facts=facts)


def look_at(page: Page) -> Look:
    """Return the findings that a page has without any other one; see `Book.looks`."""
    analysis = look_for_claims(page)
    unread = unread_texts([page.document]) if analysis is not None else ()
    return Look(page.document, tuple(look_at_page(page)), analysis, tuple(unread), own_facts(page.document))


def find(book: Book) -> BookFindings:
    """Return the findings before the baseline is applied and consequences are dropped."""
    return _as_far_as_it_goes(book, _findings_of)


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
    result = _findings_of(book)
    match = BaselineMatch([], result.findings) if whole else compare_with_baseline(book, result.findings)
    new = [*match.new, *match.faults]
    # What waits for a finding that is let be would wait forever.
    findings = sorted(without_waiting(book, new), key=lambda finding: finding.sort_key)
    return Report(
        findings=tuple(capped(findings)),
        analyses=result.analyses,
        files=sum(page.reported for page in book.pages),
        suppressed=result.suppressed,
        turned_off=result.turned_off,
        known=len(match.known),
        outlived=match.gone,
        unread=result.unread,
        book=book,
        own=result.own,
        facts=result.facts,
    )


def _claims_of(book: Book) -> tuple[Mapping[str, Analysis], list[Finding]]:
    """Read the claims of a book about a game, and find its texts that nobody could read."""
    analyses: Mapping[str, Analysis] = {}
    unread: list[Finding] = []
    if any(
        page.system or page.uri in book.looks or speaks_in_numbers(page.document.source.in_plain_signs)
        for page in book.parsed
    ):
        analyses = read_claims(book)
        seen = {look.document.source: look.unread for uri in analyses if (look := book.look(book.by_uri[uri]))}
        unread = [finding for value in seen.values() for finding in value]
        unread += unread_texts(one.document for one in analyses.values() if one.document.source not in seen)
    # Readers of claims have had none of the others, which may be many: their text is looked at and let go.
    unread += unread_texts((page.document for page in book.reported if page.uri not in analyses), keep=False)
    return analyses, unread


def _findings_of(book: Book) -> BookFindings:
    index = BookIndex(book)
    facts = compare_facts(index)
    findings = [*book.findings, *run_checks(index), *facts.findings]
    analyses, unread = _claims_of(book) if is_about_a_game(book) else ({}, [])
    findings += [finding for analysis in analyses.values() for finding in analysis.findings]
    findings += unread
    if book.lock_file is not None and workspace.is_file(book.lock_file):
        findings += compare_with_lock(book, _of_games(analyses))
    if book.outline_file is not None and workspace.is_file(book.outline_file):
        findings += vanished(book)
    confirmed = [*_confirmed(analyses), *_waived(analyses)]
    single = without_repeated(drop_duplicate_misspellings(findings), confirmed)
    facts = facts.without(confirmed)
    findings = without_edits_of_values(book, as_proved(book, single))
    reported, suppressed = apply_allows(book, findings)
    chosen = as_chosen(book, reported)
    # What is counted, told or not, is found anew each time.
    ids_of_reported = {*map(id, reported)}
    anew = {finding.place.source.path for finding in findings if id(finding) not in ids_of_reported}
    anew |= _by_path(unread).keys() | (_by_path(reported) - _by_path(chosen)).keys()
    own = None if index.is_strained else _own(index, chosen, anew)
    turned_off = len(reported) - len(chosen)
    value = [*chosen, *_known(book)]
    return BookFindings(book, value, analyses, suppressed, turned_off, unread=len(unread), own=own, facts=facts)


def _waived(analyses: Mapping[str, Analysis]) -> Iterator[Place]:
    """Yield the stretches that a comment `check: off` leaves unchecked."""
    for analysis in analyses.values():
        source = analysis.document.source
        yield from (Place(source, waiver.span) for waiver in analysis.waivers)


def _confirmed(analyses: Mapping[str, Analysis]) -> Iterator[Place]:
    """The places of which a rule of a game says that they are right."""
    for analysis in analyses.values():
        for claim in analysis.claims:
            if claim.about and claim.verdict == "right":
                yield from (Place(claim.place.source, span) for span in claim.guards)


def _by_path(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(finding.place.source.path for finding in findings)


def _own(index: BookIndex, findings: Iterable[Finding], anew: Collection[str]) -> Mapping[str, Sequence[Finding]]:
    """Yield the findings of pages; see `Report.own`. Of those `anew`, by their paths, more was found."""
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        by_path.setdefault(finding.place.source.path, []).append(finding)
    paths = ((page, page.document.source.path) for page in index.book.reported)
    return {page.uri: by_path.get(path, []) for page, path in paths if path not in anew and index.is_alone(page)}


def _known(book: Book) -> Iterator[Finding]:
    """Yield the stored findings of the pages that are not read."""
    for page in book.pages:
        if page.summary is not None:
            yield from (StoredFinding(*one).finding(page.document.source) for one in page.summary.findings or ())


def _of_games(analyses: Mapping[str, Analysis]) -> Mapping[str, Analysis]:
    return {uri: analysis for uri, analysis in analyses.items() if analysis.is_of_game}


def is_about_a_game(book: Book) -> bool:
    """Return whether a page is a game's: rules belong to it, or it speaks of dice."""
    return any(page.system or (page.summary and page.summary.plays) for page in book.pages) or any(
        plays(page.document.source.in_plain_signs) for page in book.parsed
    )


def _has_figures(document: Document) -> bool:
    text, at = document.source.text, 0
    for span in (*document.left_out, Span(len(text), len(text))):
        if any(map(str.isdigit, text[at : span.start])):
            return True
        at = max(at, span.end)
    return False
