"""Facts of a game, to be compared with the pages of its book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_rules.book import Book, Page
from rulebook_rules.facts.authority.declared import declared_sheets, declares
from rulebook_rules.facts.authority.derived import with_derived
from rulebook_rules.facts.authority.people import people_of
from rulebook_rules.facts.authority.rules import sheets_of
from rulebook_rules.facts.comparing import Verdict, compared
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.pages import said_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.register import Register
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_rules.facts.wholes.bundles import sums_behind_lists, sums_in_tables
from rulebook_rules.facts.wholes.comparisons import comparisons_in
from rulebook_rules.facts.wholes.constraints import broken_constraints, totals_in
from rulebook_rules.facts.wholes.counts import counts_in, counts_in_headings
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.given import Derived
from rulebook_rules.facts.wholes.kind_sums import sums_of_kinds
from rulebook_rules.facts.wholes.kinds import Kind, kinds_of, lexicon_of, members_of
from rulebook_rules.facts.wholes.names import (
    strangers_behind_colons,
    strangers_behind_nouns,
    strangers_in_columns,
    strangers_in_lists,
)
from rulebook_rules.facts.wholes.own_dice import OwnDice
from rulebook_rules.facts.wholes.prices import prices_in, prices_in_tables
from rulebook_rules.facts.wholes.ranges import (
    Chosen,
    Title,
    chosen_of,
    groups_in,
    holders_in,
    limits_in,
    ranges_in,
    titles_in,
    titles_of,
)
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in
from rulebook_rules.facts.wholes.units import amounts_in, changed_in, constants_of, conversions_of
from rulebook_syntax.document import Document
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import System

_NO_GAME = System("none", "", PLAIN.notation)
MIN_LISTED = 0.5
"""A page that names such a share of a kind lists it."""


class Named(NamedTuple):
    """Value that the rules state under a name, as text, with its place."""

    name: str
    shown: str
    place: Place | None


class GameFacts:
    """The things, kinds, ranges and constants of a game, in the words of one language.

    Args:
        system: the game; None where only tables of the book state anything.
        wording: of the language.
        documents: the pages of the game in that language.
        declared: tables of the book that its author declares.
    """

    def __init__(
        self, system: System | None, wording: Wording, documents: Sequence[Document], declared: Sequence[Sheet] = ()
    ) -> None:
        system = system or _NO_GAME
        people = people_of(system, documents, wording)
        self.wording = wording
        self._system = system
        people = with_derived(people, system, wording) if people is not None else None
        self._derived = Derived(system, wording)
        self._broken = [*broken_constraints(system, people, wording)] if people is not None else []
        self._constants = constants_of(system, wording)
        conversions = conversions_of([*self._constants.all()], wording)
        sheets = (*sheets_of(system), *declared, *((people,) if people is not None else ()))
        units = {one.unit for one in self._constants.all() if one.unit}
        self.register = Register(wording, sheets, conversions, units)
        self._chosen = chosen_of(system, wording)
        self._titles = titles_of(system, wording)
        self._kinds = [*kinds_of(system, self.register)]
        self._nouns, self._members = lexicon_of(self._kinds), members_of(self._kinds, wording)
        self._dice = OwnDice(system.counted_dice, wording) if system.counted_dice is not None else None
        if self._chosen:
            for document in documents:
                groups_in([*sentences_in(document, wording)], self._chosen, wording)

    @property
    def declared(self) -> int:
        """How many things, kinds, ranges and constants there are."""
        names = {one for lexicon in (self._constants, self._chosen, self._titles) for one in lexicon.all()}
        return len(self.register.things) + len(self._kinds) + len(names)

    def named(self) -> Iterator[Named]:
        """Yield the constants, ranges, titles and kinds, each with its value."""
        for constant in dict.fromkeys(self._constants.all()):
            yield Named(constant.name, f"{constant.amount} {constant.unit_name}".strip(), constant.place)
        ranges: tuple[Chosen | Title, ...] = (*self._chosen.all(), *self._titles.all())
        for one in dict.fromkeys(ranges):
            ends = ("" if end is None else str(end) for end in (one.low, one.high))
            yield Named(one.name, "..".join(ends), one.place)
        for kind in self._kinds:
            yield Named(kind.noun, str(len(kind.names)), kind.place)

    def names_of(self, key: Key) -> set[str]:
        """Return the names of the constants, ranges, titles and kinds that a name means."""
        lexicons = (self._constants, self._chosen, self._titles)
        return {one.name for lexicon in lexicons for one in lexicon.meanings(key)} | {
            kind.noun for kind in self._kinds if kind.key == key
        }

    def mentions_in(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
        """Yield where some tokens name a thing, a constant, a range or a title, and its name."""
        for lexicon in (self.register.names, self._constants, self._chosen, self._titles):
            for mention in lexicon.mentions_in(tokens):
                yield mention.first, mention.last, mention.meanings[0].name

    def verdicts(self, document: Document) -> Iterator[Verdict]:
        """The values that a page states of things."""
        if self.register.things:
            yield from compared([*said_of(document, self.register)], self.register)

    def differences(self, document: Document) -> Iterator[Difference]:
        """Counts, ranges, units and sets of names on a page, right or wrong."""
        yield from (one for one in self._broken if one.place.source is document.source)
        if self.register.things:
            yield from prices_in_tables(document, self.register)
            yield from sums_in_tables(document, self.register)
            yield from comparisons_in(document, self.register)
        if self._dice is not None:
            yield from self._dice.in_tables(document)
        if not (
            self._dice
            or self.register.things
            or self._members
            or self._nouns
            or self._chosen
            or self._titles
            or self._constants
        ):
            return
        yield from strangers_in_columns(document, self._members, self.wording)
        listed: frozenset[str] | None = None
        yield from counts_in_headings(document, self._nouns, self.wording)
        sentences = [*sentences_in(document, self.wording)]
        yield from sums_behind_lists(sentences, self.register)
        yield from strangers_behind_nouns(sentences, self._kinds, self.wording)
        for sentence in sentences:
            stems = {token.stem for token in sentence.tokens}
            if self._nouns.may_hold(stems):
                if listed is None:
                    listed = self._listed(document)
                yield from counts_in(sentence, self._nouns, self.wording, listed)
                yield from strangers_behind_colons(sentence, self._nouns, self.wording)
                yield from sums_of_kinds(sentence, self.register)
            yield from self._of_names(sentence, stems)

    def _of_names(self, sentence: Sentence, stems: set[str]) -> Iterator[Difference]:
        if self.register.names.may_hold((*stems, *(token.stem for token in sentence.before))):
            yield from prices_in(sentence, self.register)
        if self._dice is not None:
            yield from self._dice.differences(sentence)
        has_event = sentence.has_event(self.register.events)
        yield from ranges_in(sentence, self._chosen, self._titles, self.register.events, self.wording)
        yield from limits_in(sentence, self._chosen, self.wording, has_event=has_event)
        if self._derived.may_be_in(stems):
            yield from self._derived.differences(sentence, self.register.events, self.register.names)
        if self._titles.may_hold(stems):
            yield from titles_in(sentence, self._titles, self.wording)
            yield from holders_in(sentence, self._titles, self.wording)
        if self._constants.may_hold(stems):
            yield from amounts_in(sentence, self._constants, self.register.events, self.wording)
        if self._constants.may_hold(stems):
            yield from changed_in(sentence, self._constants, self.wording)
        if self._system.constraints:
            yield from totals_in(sentence, self._system, self.wording)
        if self._members.may_hold(stems):
            yield from strangers_in_lists(sentence, self._members, self._nouns, self.wording)

    def _listed(self, document: Document) -> frozenset[str]:
        """The nouns of the kinds of which a page names most."""
        text = document.prose.text.casefold()

        def is_listed(kind: Kind) -> bool:
            return sum(name.casefold() in text for name in kind.names.values()) >= MIN_LISTED * len(kind.names)

        return frozenset(kind.noun for kind in self._kinds if is_listed(kind))


class Group(NamedTuple):
    """Pages in one language with one game or none, their facts, and faults of declarations."""

    facts: GameFacts
    pages: Sequence[Page]
    findings: Sequence[Finding]


def groups_of(book: Book) -> Iterator[Group]:
    """The facts of each game, and of the pages without one, for each language."""
    systems = (*book.systems, None) if any(declares(page.document) for page in _without_game(book)) else book.systems
    for system in systems:
        pages: dict[Wording, list[Page]] = defaultdict(list)
        for page in book.parsed if system is None else book.pages:
            if page.system is system:
                pages[wording_of(page.document.source.text)].append(page)
        for wording, own in pages.items():
            declared = [*declared_sheets(own, system)]
            sheets = [one for one in declared if isinstance(one, Sheet)]
            facts = GameFacts(system, wording, [page.document for page in own], sheets)
            yield Group(facts, own, [one for one in declared if isinstance(one, Finding)])


def _without_game(book: Book) -> Iterator[Page]:
    return (page for page in book.parsed if page.system is None and page.document.comments)
