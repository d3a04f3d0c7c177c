"""The ratchet: a lock file records the claims of a book, and one that is no longer recognised is a finding.

The file stands beside mkdocs.yml, one claim a line, sorted:

    cavea/health.md#death <TAB> cavea/death/1a2b3c4d5e <TAB> at # Health Points a character is dead

that is page and section, the id, and its words without numbers; the last line shows that it is whole. A claim that
reads differently by now, or stands under a heading with another name, is the same claim; only one that nothing on its
page takes the place of is lost. Lines of the kind `words` record what turns the meaning of sentences with claims; see
`rulebook_proof.proof.words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from difflib import SequenceMatcher
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from rulebook_core import workspace
from rulebook_core.findings import Finding, Place
from rulebook_core.source import Source, Span
from rulebook_core.spans import Stretches
from rulebook_core.store.checksummed import lines_of, read_record, with_end
from rulebook_proof.proof.words import (
    KIND,
    NONE,
    ChangedSentence,
    Recorded,
    changed_sentences,
    is_of_words,
    recorded_words,
    sentences_of_rules,
)
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.language.likeness import likeness
from rulebook_rules.claims.language.wording import plain_wording
from rulebook_rules.claims.model import Analysis, Claim, Verdict
from rulebook_rules.claims.rules import lost_claim
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.forms import without_numbers
from rulesmod.system import System

MAX_WORDS = 12
"""Words of a claim that are quoted."""

MIN_LIKENESS = 0.5
"""The share of a lost claim's words or signs that a block needs to be its place."""

_HEAD = "# The claims of this book, recorded by `rulebook lock`; `rulebook check` reports those that get lost.\n"


class Locked(NamedTuple):
    """A claim as the lock file has it; `section` is the id of the heading it stands under, "" before the first."""

    uri: str
    section: str
    id: str
    quote: str

    @property
    def kind(self) -> tuple[str, ...]:
        """System and kind."""
        return tuple(self.id.split("/")[:2])


def lock_text(analyses: Mapping[str, Analysis]) -> str:
    """The lock file for the claims of a whole book, as far as they are decided."""
    lines = [
        _locked(uri, analysis.document, claim)
        for uri, analysis in analyses.items()
        for claim in analysis.claims
        if claim.verdict is not Verdict.UNDECIDED
    ]
    rows = [f"{uri}#{section}\t{id_}\t{quote}\n" for uri, section, id_, quote in lines]
    words = {line for uri, analysis in analyses.items() for line in _words(uri, analysis)}
    return with_end(_HEAD + "".join(sorted([*rows, *words])))


def _words(uri: str, analysis: Analysis) -> Iterator[str]:
    """Yield the lines that record the words of a page that turn the meaning of its rules."""
    for one in sentences_of_rules(analysis):
        section = _section(analysis.document, one.place.span.start)
        words = " ".join(operator.word for operator in one.operators) or NONE
        yield f"{uri}#{section}\t{analysis.system.name}/{KIND}/{one.others}\t{words}\n"


class Lock(NamedTuple):
    """A lock file: the claims that it records with their lines, and the words of rules, both by page."""

    claims: Mapping[str, Mapping[Locked, Place]]
    words: Mapping[str, Recorded]

    @staticmethod
    def of(source: Source) -> Lock:
        """Return what the text of a lock file records."""
        return Lock(_by_page(source), recorded_words(tuple(cells) for cells, _ in lines_of(source)))

    @staticmethod
    def of_book(book: Book) -> Lock:
        """Return what the lock file of a book records; nothing if there is none."""
        source, _ = _record(book)
        return Lock.of(source) if source is not None else Lock({}, {})


def _record(book: Book) -> tuple[Source | None, list[Finding]]:
    """Read the lock file of a book, with what is wrong with it; None if there is none."""
    if book.lock_file is None or not workspace.is_file(book.lock_file):
        return None, []
    return read_record(book.lock_file)


def compare_with_lock(book: Book, analyses: Mapping[str, Analysis]) -> list[Finding]:
    """Return findings for recorded claims that are lost and rules that mean something else."""
    source, findings = _record(book)
    return findings if source is None else [*findings, *_compare(Lock.of(source), book, analyses)]


def lost_claims(book: Book, analyses: Mapping[str, Analysis]) -> list[Finding]:
    """Return findings for recorded claims that are lost."""
    source, findings = _record(book)
    return findings if source is None else [*findings, *_compare(Lock(_by_page(source), {}), book, analyses)]


def _compare(lock: Lock, book: Book, analyses: Mapping[str, Analysis]) -> Iterator[Finding]:
    pages_of, systems = pages_of_claims(analyses), {system.name: system for system in book.systems}
    for uri in dict.fromkeys((*lock.claims, *lock.words)):
        page = book.by_uri.get(uri)
        if page is None and all(page.reported for page in book.pages):
            yield from _of_a_page_that_is_gone(uri, _lost_on(lock, uri, None, pages_of))
        elif page is not None and page.reported:
            yield from compare_page(lock, page, analyses.get(uri), pages_of, systems)


def pages_of_claims(analyses: Mapping[str, Analysis]) -> Mapping[str, Set[str]]:
    """Return the pages that state each claim, by its id."""
    pages: dict[str, set[str]] = {}
    for uri, analysis in analyses.items():
        for claim in analysis.claims:
            pages.setdefault(claim.id, set()).add(uri)
    return pages


def compare_page(
    lock: Lock,
    page: Page,
    analysis: Analysis | None,
    pages_of: Mapping[str, Set[str]],
    systems: Mapping[str, System],
) -> list[Finding]:
    """Return findings for what a page has lost of its record.

    A word that took a claim with it is no second fault.

    Args:
        lock: the record.
        page: the page.
        analysis: its claims; None if it states nothing.
        pages_of: the pages of each claim by its id: what has moved to another page is not lost.
        systems: the games of the book, by name.
    """
    changed = changed_sentences(analysis, lock.words.get(page.uri, {})) if analysis is not None else []
    unclaimed = [one for one in changed if not one.is_claimed]
    lost = [*_reported(page.document, _lost_on(lock, page.uri, analysis, pages_of), systems, unclaimed)]
    reported = Stretches(one.place.span for one in lost)
    return [*lost, *(one.finding for one in changed if one.is_claimed or not reported.meets(one.place.span))]


def _lost_on(
    lock: Lock, uri: str, analysis: Analysis | None, pages_of: Mapping[str, Set[str]]
) -> list[tuple[Locked, Place]]:
    """List the recorded claims of a page that it no longer has, with their lines in the record."""
    places = lock.claims.get(uri, {})
    current = [_locked(uri, analysis.document, claim) for claim in analysis.claims] if analysis else []
    own = {locked.id for locked in current}
    lost = [locked for locked in _lost([*places], current) if locked.id not in own]
    return [(locked, places[locked]) for locked in lost if pages_of.get(locked.id, frozenset()) <= {uri}]


def _locked(uri: str, document: Document, claim: Claim) -> Locked:
    words = without_numbers(claim.place.source.slice(claim.place.span)).split()
    if len(words) == 1:
        # A cell of a table says nothing by itself; what follows from its reasons comes last.
        words = without_numbers(claim.derivation[-1].text if claim.derivation else claim.rule).split()
    quote = " ".join(words[:MAX_WORDS]) + (" …" if len(words) > MAX_WORDS else "")
    return Locked(uri, _section(document, claim.place.span.start), claim.id, quote)


def _section(document: Document, offset: int) -> str:
    at = document.section_at(offset)
    return document.headings[at].id if at >= 0 else ""


@lru_cache(maxsize=2)
def _by_page(source: Source) -> Mapping[str, Mapping[Locked, Place]]:
    """The claims of a lock file with their lines; what else stands in one that is not whole is left out."""
    by_page: dict[str, dict[Locked, Place]] = {}
    for cells, place in lines_of(source):
        uri, mark, section = cells[0].rpartition("#")
        if len(cells) == 3 and mark and cells[1].count("/") == 2 and not is_of_words(cells[1]):
            by_page.setdefault(uri, {})[Locked(uri, section, cells[1], cells[2])] = place
    return by_page


def _lost(recorded: Sequence[Locked], current: Sequence[Locked]) -> list[Locked]:
    """Return the recorded claims of a page that no current claim replaces, closest first."""
    left, free = list(recorded), list(current)
    for same in (
        lambda locked: locked.id,
        lambda locked: (locked.kind, locked.quote),
        lambda locked: (locked.kind, locked.section),
    ):
        partners: dict[object, list[Locked]] = {}
        for locked in free:
            partners.setdefault(same(locked), []).append(locked)
        still = []
        for locked in left:
            if options := partners.get(same(locked)):
                free.remove(options.pop(0))
            else:
                still.append(locked)
        left = still
    return left


def _of_a_page_that_is_gone(uri: str, lost: Sequence[tuple[Locked, Place]]) -> Iterator[Finding]:
    if lost:
        locked, recorded = lost[0]
        yield lost_claim(recorded, locked.kind[1], locked.quote, f"there is no page `{uri}`", others=len(lost) - 1)


def _reported(
    document: Document,
    lost: Iterable[tuple[Locked, Place]],
    systems: Mapping[str, System],
    changed: Sequence[ChangedSentence],
) -> Iterator[Finding]:
    """A finding for each place and kind: of a table that is gone, each cell was a claim."""
    alike: dict[tuple[Place, str], list[tuple[Locked, Place, str]]] = {}
    for locked, recorded in lost:
        place, text = _nearest(document, locked)
        alike.setdefault((place, locked.kind[1]), []).append((locked, recorded, text))
    for (place, kind), [(locked, recorded, text), *others] in alike.items():
        system = systems.get(locked.kind[0])
        phrases = system.phrases if system is not None else ()
        wordings: Iterable[str] = next((phrase.wordings for phrase in phrases if phrase.name == kind), ())
        near = max(map(plain_wording, wordings), key=lambda wording: likeness(wording, text), default="")
        words = [one.finding for one in changed if one.place.span.meets(place.span)]
        related = [Place(recorded.source, recorded.span, "recorded here")]
        related += [Place(one.place.source, one.place.span, one.message) for one in words]
        yield lost_claim(place, kind, locked.quote, wording=near, related=related, others=len(others))


def _nearest(document: Document, locked: Locked) -> tuple[Place, str]:
    """Return where a lost claim probably stood, and the text there now: a block like it, else its heading."""
    blocks = [block for block in document.prose.blocks if block.text.text]
    # Of a section that is still there, nothing has gone elsewhere.
    near = [block for block in blocks if _section(document, block.span.start) == locked.section] or blocks
    # Many blocks have the same few words and numbers, but one has them in a row.
    like = [(likeness(locked.quote, block.text.text), _in_a_row(locked.quote, block), block) for block in near]
    share, row, best = max(like, key=itemgetter(0, 1), default=(0.0, 0, None))
    # Of arithmetic no word tells, but a stretch of it may be left: "# + # = #" of which "# = #" is there.
    if best is not None and (share >= MIN_LIKENESS or row >= MIN_LIKENESS * len(locked.quote)):
        return Place(document.source, best.text.span(0, len(best.text.text))), best.text.text
    heading = next((heading for heading in document.headings if heading.id == locked.section), None)
    span = heading.title_span if heading is not None else Span(document.body.start, document.body.start)
    return Place(document.source, span), locked.quote


def _in_a_row(quote: str, block: Block) -> int:
    """Return how many characters of a quote a block has in a row."""
    text = without_numbers(block.text.text)
    return SequenceMatcher(None, quote, text, autojunk=False).find_longest_match().size
