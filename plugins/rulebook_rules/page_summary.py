"""Page summaries: all that other pages, and reports, ask of a page that is not parsed.

Most findings of a page depend on its own text, and on what other pages let it see of them: their interfaces. If texts
have changed and no interface has, only these texts are parsed, and pages with findings that depend on more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Severity
from rulebook_core.source import Source, Span, read_source
from rulebook_syntax.document import Document, Prose, Traits

_At = tuple[int, int, str]
"""Start, end and message of a place on the page."""


class StoredFinding(NamedTuple):
    """A finding as data; all its places, edits and related places lie on its page."""

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
    def all_of(findings: Sequence[Finding], source: Source) -> list[StoredFinding] | None:
        """Return findings as data; None if one is about a claim, or has a place on another page."""
        for finding in findings:
            edits = [edit for remedy in finding.details.remedies for edit in remedy.edits]
            places = (*finding.places, *(edit.place for edit in edits))
            if finding.claim or finding.of or finding.or_at or any(place.source is not source for place in places):
                return None
        return [StoredFinding._of(finding) for finding in findings]

    @staticmethod
    def _of(finding: Finding) -> StoredFinding:
        details = finding.details
        remedies = [(one.title, [(_at(edit.place), edit.text) for edit in one.edits]) for one in details.remedies]
        beside = [_at(other) for other in details.related]
        rest = (details.message, details.notes, remedies, beside, details.is_final, details.is_of_page)
        return StoredFinding(finding.rule, finding.severity, _at(finding.place), *rest)

    def finding(self, source: Source) -> Finding:
        """Return the finding in the source of its page."""

        def place(at: _At) -> Place:
            start, end, message = at
            return Place(source, Span(start, end), message)

        remedies = (Remedy(title, tuple(Edit(place(at), text) for at, text in edits)) for title, edits in self.remedies)
        beside = tuple(map(place, self.beside))
        details = Details(self.message, tuple(self.notes), tuple(remedies), beside, self.is_final, self.is_of_page)
        return Finding(self.rule, Severity(self.severity), place(self.at), details)


def _at(place: Place) -> _At:
    return *place.span, place.message


class PageSummary(NamedTuple):
    """All that is known of a page without parsing it.

    Attributes:
        file: the path of its text from the folder of the site.
        findings: those that follow from its text and from the interfaces of other pages; None if others may follow.
        interface: a digest of all that the checks of other pages look at.
        dialect: the name of its dialect.
        body: the span of its text behind the front matter.
        titles: the titles of its headings.
        ids: the ids that links find on it, each in a line.
        plays: true if it is about a game.
        is_read: true if claims are looked for in it.
        has_figures: true if it has figures, and no claims are looked for.
        has_terms: true if it has a list of terms.
        verdicts: the number of its claims by verdict.
        none_read: true if it has figures, and no claim has any of them.
        is_unfilled: true if only a build makes some of its text.
    """

    file: str
    findings: Sequence[StoredFinding] | None
    interface: str
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
        """Return whether a link finds an id on the page."""
        return f"\n{id_}\n" in f"\n{self.ids}\n"


class Summaries(NamedTuple):
    """The summaries of the pages of a site in which only texts may have changed.

    Attributes:
        pages: the summaries of all pages, by uri.
        changed: the pages that have another text now.
    """

    pages: Mapping[str, PageSummary]
    changed: frozenset[str]

    def usable(self, is_wanted: Callable[[PageSummary], object]) -> Mapping[str, PageSummary]:
        """Return the summaries that stand for pages: all is known of these, and nobody wants to parse them."""
        return {
            uri: page
            for uri, page in self.pages.items()
            if page.findings is not None and uri not in self.changed and not is_wanted(page)
        }

    def hold(self, now: Mapping[str, PageSummary]) -> bool:
        """Return whether the changed pages' interfaces are the same, so that other findings hold."""
        is_same = all(now[uri].interface == self.pages[uri].interface for uri in self.changed & now.keys())
        return now.keys() == self.pages.keys() and is_same


class LazySource(Source):
    """A source that is read when somebody asks for its text."""

    def __init__(self, path: str, file: Path) -> None:
        self.path = path
        self._file = file

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        return read_source(self._file, self.path).text


def _of_parsed(name: str) -> Any:
    return property(lambda document: getattr(document.parsed, name))


class LazyDocument(Document):
    """A document that is parsed when something is asked of it that its summary does not have."""

    summary: PageSummary

    def __init__(self, source: Source, summary: PageSummary, traits: Traits, parse: Callable[[], Document]) -> None:
        body = Span(*summary.body)
        # Its class is frozen.
        self.__dict__.update(source=source, dialect=summary.dialect, body=body, traits=traits, titles=summary.titles)
        self.__dict__.update(summary=summary, _parse=parse, includes=(), filled=())  # Its findings have no edits there.

    @cached_property
    def parsed(self) -> Document:
        """The document itself."""
        parse: Callable[[], Document] = self.__dict__["_parse"]
        return parse()

    @property
    def prose(self) -> Prose:
        return self.parsed.prose

    def forget_prose(self) -> None:
        if "parsed" in self.__dict__:
            self.parsed.forget_prose()

    meta = _of_parsed("meta")
    headings = _of_parsed("headings")
    anchors = _of_parsed("anchors")
    links = _of_parsed("links")
    definitions = _of_parsed("definitions")
    comments = _of_parsed("comments")
    findings = _of_parsed("findings")
    candidates = _of_parsed("candidates")
    is_open = _of_parsed("is_open")
    entities = _of_parsed("entities")
    left_out = _of_parsed("left_out")
    system = _of_parsed("system")
    read_prose = _of_parsed("read_prose")
    read_again = _of_parsed("read_again")
