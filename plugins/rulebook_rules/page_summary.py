"""What is known of pages from an earlier run, so that a page which nothing has changed for is not read again.

What is said of nearly all pages, mostly nothing, hangs on their own text, and on what they may see of the other ones,
which is their faces (see `faces`). So where texts have changed and no face has, only these texts are read, with pages
of which something is said that hangs on more; all others as far as one of these asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Severity
from rulebook_core.source import Source, Span, read_source
from rulebook_syntax.document import Document, Traits

_At = tuple[int, int, str]
"""A place on its page: from where to where, and what stands there."""


class Said(NamedTuple):
    """A finding as data, all of whose places are on its page: its own, those of remedies' edits, and those beside."""

    rule: str
    severity: int
    at: _At
    message: str
    notes: Sequence[str]
    remedies: Sequence[tuple[str, Sequence[tuple[_At, str]]]]
    beside: Sequence[_At]
    is_final: bool
    is_of_page: bool

    @staticmethod
    def all_of(findings: Sequence[Finding], source: Source) -> list[Said] | None:
        """Findings as data; None where one is about a claim, or has places beside their source."""
        for finding in findings:
            edits = [edit for remedy in finding.details.remedies for edit in remedy.edits]
            places = (*finding.places, *(edit.place for edit in edits))
            if finding.claim or finding.of or finding.or_at or any(place.source is not source for place in places):
                return None
        return [Said._of(finding) for finding in findings]

    @staticmethod
    def _of(finding: Finding) -> Said:
        details = finding.details
        remedies = [(one.title, [(_at(edit.place), edit.text) for edit in one.edits]) for one in details.remedies]
        beside = [_at(other) for other in details.related]
        told = (details.message, details.notes, remedies, beside, details.is_final, details.is_of_page)
        return Said(finding.rule, finding.severity, _at(finding.place), *told)

    def finding(self, source: Source) -> Finding:
        """The finding, in the source that it is of."""

        def place(at: _At) -> Place:
            start, end, message = at
            return Place(source, Span(start, end), message)

        remedies = (Remedy(title, tuple(Edit(place(at), text) for at, text in edits)) for title, edits in self.remedies)
        beside = tuple(map(place, self.beside))
        details = Details(self.message, tuple(self.notes), tuple(remedies), beside, self.is_final, self.is_of_page)
        return Finding(self.rule, Severity(self.severity), place(self.at), details)


def _at(place: Place) -> _At:
    return *place.span, place.message


class Settled(NamedTuple):
    """A page as far as others may ask for it without reading it.

    Attributes:
        file: where its text is.
        said: what is said of it, by what it says itself and by the faces of the others; None where that takes more.
        face: a digest of all that checks of other pages look at.
        dialect: what it is written in.
        body: where its text is, behind its front matter.
        titles: those of its headings.
        ids: where links find something on it, each in a line.
        plays: whether it is about a game.
        is_read: whether a reader of claims looks at it.
        has_figures: whether it has figures, and none of them does.
        has_terms: whether it has a list of terms.
        verdicts: how many of its claims have which verdict.
        none_read: whether it has figures, and no claim reads any.
        is_unfilled: whether only a build makes some of its text.
    """

    file: str
    said: Sequence[Said] | None
    face: str
    dialect: str
    body: tuple[int, int]
    titles: tuple[str, ...]
    ids: str
    plays: bool
    is_read: bool
    has_figures: bool
    has_terms: bool
    verdicts: Mapping[str, int]
    none_read: bool
    is_unfilled: bool

    def has_id(self, id_: str) -> bool:
        """Whether a link finds an id on it."""
        return f"\n{id_}\n" in f"\n{self.ids}\n"


class Known(NamedTuple):
    """What is known of the pages of a site whose texts may have changed, and nothing else of it.

    Attributes:
        pages: all of them, by uri.
        changed: those that have another text now.
    """

    pages: Mapping[str, Settled]
    changed: frozenset[str]

    def settled(self, is_wanted: Callable[[Settled], object]) -> Mapping[str, Settled]:
        """The pages that need not be read, as all is known of them, and nobody wants them for something else."""
        return {
            uri: page
            for uri, page in self.pages.items()
            if page.said is not None and uri not in self.changed and not is_wanted(page)
        }

    def holds(self, now: Mapping[str, Settled]) -> bool:
        """Whether the settled pages are so still, as the faces of the others are the same now."""
        return now.keys() == self.pages.keys() and all(now[uri].face == self.pages[uri].face for uri in self.changed)


class UnreadSource(Source):
    """A source that is read when somebody asks for its text."""

    def __init__(self, path: str, file: Path) -> None:
        self.path = path
        self._file = file

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        return read_source(self._file, self.path).text


class UnreadDocument:
    """Stands for a document, which is read when somebody asks for more than is known of it."""

    def __init__(self, source: Source, known: Settled, traits: Traits, read: Callable[[], Document]) -> None:
        self.source = source
        self.known = known
        self.dialect = known.dialect
        self.titles = known.titles
        self.body = Span(*known.body)
        self.traits = traits
        self.includes = ()
        self.filled = ()  # What is said of it has no edits of these.
        self._read = read

    @cached_property
    def _document(self) -> Document:
        return self._read()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._document, name)
