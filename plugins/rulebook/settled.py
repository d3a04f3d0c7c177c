"""What is known of pages from an earlier run, so that a page which nothing has changed for is not read again.

Nearly all pages are quiet: nothing is said of them. That holds as long as their own text is the same, and what they may
see of the other pages, which is their faces (see `faces`). So where texts have changed and no face has, only these
texts are read, with the pages of which something is said; all others as far as one of these asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.document import Document, Traits
from rulebook.source import Source, Span, read_source


class Settled(NamedTuple):
    """A page as far as others may ask for it without reading it.

    Attributes:
        file: where its text is.
        is_quiet: whether nothing is said of it, by what it says itself and by the faces of the others.
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
    """

    file: str
    is_quiet: bool
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
        """The pages that need not be read, as nothing is said of them, and nobody wants them for something else."""
        return {
            uri: page
            for uri, page in self.pages.items()
            if page.is_quiet and uri not in self.changed and not is_wanted(page)
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
        self._read = read

    @cached_property
    def _document(self) -> Document:
        return self._read()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._document, name)
