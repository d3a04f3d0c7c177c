"""Trials: a book under proposed rules, read again only where it names what these bring or take away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from rulebook_core.findings import Finding
from rulebook_core.source import Source
from rulebook_proof.analysis import Report, analyse_rules
from rulebook_proof.learning.book.model import Learned
from rulebook_proof.proof.ledger import Number, numbers_of
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.model import Analysis
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.rulesfile.file import RulesFileError, rules_of
from rulebook_text.lexing.word_tokens import LETTERS
from rulesmod.system import System


class Bench:
    """Runs a book under one `rules.yml` after another.

    A page that names nothing of a change says the same under both, so that only the others are read again.

    Args:
        book: the book.
        pages: the pages of the game.
        path: of the `rules.yml`.
    """

    def __init__(self, book: Book, pages: Sequence[Page], path: Path) -> None:
        self._book = book
        self._pages = pages
        self._path = path
        self._stems: dict[str, frozenset[str]] = {}

    @cached_property
    def _seen(self) -> Mapping[str, Analysis]:
        """The analyses of pages without a game that were made as they were loaded, by uri."""
        looks = {page.uri: self._book.look(page) for page in self._pages if not page.has_game}
        return {uri: look.analysis for uri, look in looks.items() if look is not None and look.analysis is not None}

    def before(self, text: str, changed: Iterable[Learned]) -> Report:
        """Run the book under the rules that it has; pages without a game need it only where proposals change them."""
        uris = self._naming(changed)
        read = [page for page in self._pages if page.uri in uris or page.uri not in self._seen]
        return self._run(self._game(text), read, self._seen)

    def run(self, text: str, changed: Iterable[Learned], before: Report) -> Report | Sequence[Finding]:
        """Run the book under a file, or return what is wrong with the file.

        Args:
            text: the file.
            changed: the proposals that it has and the file before it had not, or the other way round.
            before: the report under the file before it.
        """
        try:
            system = self._game(text)
        except RulesFileError as error:
            return error.findings
        uris = self._naming(changed)
        return self._run(system, [page for page in self._pages if page.uri in uris], before.analyses)

    def numbers(self, report: Report) -> Iterator[Number]:
        """Yield every number of the pages of the game."""
        for page in self._pages:
            if (analysis := report.analyses.get(page.uri)) is not None:
                yield from numbers_of(analysis, report.compared.get(page.document.source.path, ()))

    def _game(self, text: str) -> System:
        return rules_of(Source(str(self._path), text), self._path)

    def _run(self, system: System, read: Iterable[Page], known: Mapping[str, Analysis]) -> Report:
        wanted, own = {page.uri for page in read}, {page.uri for page in self._pages}
        pages = tuple(
            replace(page, system=system if page.uri in own else page.system, reported=page.uri in wanted)
            for page in self._book.pages
        )
        return analyse_rules(replace(self._book, pages=pages, before=known), known)

    # -- names --

    def _naming(self, learned: Iterable[Learned]) -> Collection[str]:
        """The uris of the pages that have all words of a name of some proposals."""
        names = {name for one in learned for name in (one.name, *one.also)}
        keys: dict[Wording, set[frozenset[str]]] = {}
        uris = set()
        for page in self._pages:
            wording = wording_of(page.document.source.text)
            if wording not in keys:
                keys[wording] = {frozenset(key_of(name, wording)) for name in names} - {frozenset()}
            stems = self._stems_of(page, wording)
            if any(key <= stems for key in keys[wording]):
                uris.add(page.uri)
        return uris

    def _stems_of(self, page: Page, wording: Wording) -> frozenset[str]:
        if page.uri not in self._stems:
            words = {*LETTERS.findall(page.document.source.text)}
            self._stems[page.uri] = frozenset(map(wording.stem, words))
        return self._stems[page.uri]
