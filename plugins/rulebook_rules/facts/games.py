"""Facts of a game, to be compared with the pages of its book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rulebook_rules.book import Book, Page
from rulebook_rules.facts.authority.people import people_of
from rulebook_rules.facts.authority.rules import sheets_of
from rulebook_rules.facts.comparing import Verdict, compared
from rulebook_rules.facts.reading.pages import said_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.register import Register
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_rules.facts.wholes.columns import columns_by_rule
from rulebook_rules.facts.wholes.counts import counts_in
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.kinds import Kind, kinds_of, lexicon_of, members_of
from rulebook_rules.facts.wholes.names import strangers_in_columns, strangers_in_lists
from rulebook_rules.facts.wholes.ranges import chosen_of, groups_in, ranges_in, titles_in, titles_of
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in
from rulebook_rules.facts.wholes.units import amounts_in, constants_of, conversions_of
from rulebook_syntax.document import Document
from rulesmod.system import System

MIN_LISTED = 0.5
"""A page that names such a share of a kind lists it."""


class GameFacts:
    """The things, kinds, ranges and constants of a game, in the words of one language.

    Args:
        system: the game.
        wording: of the language.
        documents: the pages of the game in that language.
        declared: tables of the book that its author declares.
    """

    def __init__(
        self, system: System, wording: Wording, documents: Sequence[Document], declared: Sequence[Sheet] = ()
    ) -> None:
        people = people_of(system, documents, wording)
        self.wording = wording
        self._constants = constants_of(system, wording)
        conversions = conversions_of([*self._constants.all()], wording)
        sheets = (*sheets_of(system), *declared, *((people,) if people is not None else ()))
        self.register = Register(wording, sheets, conversions)
        self._chosen = chosen_of(system, wording)
        self._titles = titles_of(system, wording)
        self._kinds = [*kinds_of(system, self.register)]
        self._nouns, self._members = lexicon_of(self._kinds), members_of(self._kinds, wording)
        if self._chosen:
            for document in documents:
                groups_in([*sentences_in(document, wording)], self._chosen, wording)

    @property
    def declared(self) -> int:
        """How many things, kinds, ranges and constants there are."""
        names = {one for lexicon in (self._constants, self._chosen, self._titles) for one in lexicon.all()}
        return len(self.register.things) + len(self._kinds) + len(names)

    def verdicts(self, document: Document) -> Iterator[Verdict]:
        """The values that a page states of things."""
        if self.register.things:
            yield from compared([*said_of(document, self.register)], self.register)

    def differences(self, document: Document) -> Iterator[Difference]:
        """Counts, ranges, units and sets of names on a page, right or wrong."""
        yield from strangers_in_columns(document, self._members, self.wording)
        listed: frozenset[str] | None = None
        sentences = [*sentences_in(document, self.wording)]
        yield from columns_by_rule(document, sentences, self.wording)
        for sentence in sentences:
            stems = {token.stem for token in sentence.tokens}
            if self._nouns.may_hold(stems):
                if listed is None:
                    listed = self._listed(document)
                yield from counts_in(sentence, self._nouns, self.wording, listed)
            yield from self._of_names(sentence, stems)

    def _of_names(self, sentence: Sentence, stems: set[str]) -> Iterator[Difference]:
        yield from ranges_in(sentence, self._chosen, self.wording)
        if self._titles.may_hold(stems):
            yield from titles_in(sentence, self._titles, self.wording)
        if self._constants.may_hold(stems):
            yield from amounts_in(sentence, self._constants, self.wording)
        if self._members.may_hold(stems):
            yield from strangers_in_lists(sentence, self._members, self.wording)

    def _listed(self, document: Document) -> frozenset[str]:
        """The nouns of the kinds of which a page names most."""
        text = document.prose.text.casefold()

        def is_listed(kind: Kind) -> bool:
            return sum(name.casefold() in text for name in kind.names.values()) >= MIN_LISTED * len(kind.names)

        return frozenset(kind.noun for kind in self._kinds if is_listed(kind))


def games_of(book: Book) -> Iterator[tuple[GameFacts, Sequence[Page]]]:
    """The facts of each game of a book, for the pages in each language."""
    for system in book.systems:
        pages: dict[Wording, list[Page]] = defaultdict(list)
        for page in book.pages:
            if page.system is system:
                pages[wording_of(page.document.source.text)].append(page)
        for wording, own in pages.items():
            yield GameFacts(system, wording, [page.document for page in own]), own
