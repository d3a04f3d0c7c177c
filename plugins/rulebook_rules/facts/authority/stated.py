"""Statements of a book itself, without rules: titles by ranges, units, formulas, kinds.

Where the rules of a game state the same, they are the authority, and this is silent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_rules.claims.structures.enumerations import enumerations_in
from rulebook_rules.facts.authority.columns import may_be_of_one_book
from rulebook_rules.facts.authority.titles import title_tables
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.tokens import tokens_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.wholes.counts import counts_in
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.formulas import StatedFormula, examples_of_formulas, formulas_of
from rulebook_rules.facts.wholes.kinds import Kind
from rulebook_rules.facts.wholes.ranges import Title, holders_in, titles_in
from rulebook_rules.facts.wholes.texts import sentences_in
from rulebook_rules.facts.wholes.worths import Worth, differing_worths, worths_in
from rulebook_syntax.document import Document
from rulebook_text.lexing.word_tokens import lowered_words
from rulesmod.system import System

MIN_NAMES = 4
"""Names of a list that count a kind for the whole book."""
MAX_NAME_WORDS = 3
MIN_RATIO = 4
"""Places that must agree with the count of a list for each that differs, where several do."""

MAX_LOOK = 12
"""Characters before a number that may hold its article."""


class Statements(NamedTuple):
    """The statements of a page that hold for its whole book."""

    formulas: tuple[StatedFormula, ...] = ()
    titles: tuple[Title, ...] = ()
    worths: tuple[Worth, ...] = ()
    kinds: tuple[Kind, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.formulas or self.titles or self.worths or self.kinds)

    def digest(self) -> object:
        """Return what the check of other pages depends on."""
        return (
            [(one.name, one.words) for one in self.formulas],
            [(one.name, one.low, one.high, sorted(one.about)) for one in self.titles],
            [(one.units, str(one.amount)) for one in self.worths],
            [(one.key, len(one.names)) for one in self.kinds],
        )


def statements_of(document: Document) -> Statements:
    """Return the statements of a page that hold for its whole book."""
    wording = wording_of(document.source.text)
    titles = [
        Title(
            name,
            low,
            high,
            table.place,
            frozenset((*key_of(table.number, wording), *key_of(table.noun, wording))),
            is_capital=True,
        )
        for table in title_tables(document, wording)
        for low, high, name in table.rows
    ]
    worths = [
        worth
        for sentence in sentences_in(document, wording, wording.words("converts") | {"="}, is_numbered=True)
        for worth in worths_in(sentence, wording)
    ]
    return Statements(tuple(formulas_of(document)), tuple(titles), tuple(worths), tuple(_kinds(document, wording)))


def _kinds(document: Document, wording: Wording) -> Iterator[Kind]:
    """Yield the nouns that a page says how many there are of, with their names: "eight wards: Ashquay, ..."."""
    for table in title_tables(document, wording):
        yield from _kind(table.noun, [name for *_, name in table.rows], table.place, wording)
    for one in enumerations_in(document):
        names = [name.text for name in one.names]
        first, last = one.names[0], one.names[-1]
        is_sure = one.is_whole and not one.is_open and one.sizes == {one.count} and one.count >= MIN_NAMES
        if is_sure and all(name[:1].isupper() and len(name.split()) <= MAX_NAME_WORDS for name in names):
            start, end = first.block.text.span(first.start, first.end), last.block.text.span(last.start, last.end)
            place = Place(document.source, Span(start.start, end.end))
            yield from _kind(one.subject, names, place, wording)


def _kind(noun: str, names: Sequence[str], place: Place, wording: Wording) -> Iterator[Kind]:
    key = key_of(noun, wording)
    by_key = {key_of(name, wording): name for name in names}
    if key and len(by_key) == len(names):
        yield Kind(noun, key, by_key, place, is_proper=True)


def compared_statements(
    pages: Sequence[tuple[Document, Statements]], wording: Wording, system: System | None
) -> Iterator[Difference]:
    """Compare the pages of a book with its own statements.

    Args:
        pages: those in one language, with their statements.
        wording: of the language.
        system: the game of the pages; what its rules state is left to them.
    """
    documents = [document for document, _ in pages]
    own = [statements for _, statements in pages if statements]
    quantities = system.quantities if system is not None else ()
    ruled = {value.name for value in quantities if value.rule is not None}
    if formulas := [formula for one in own for formula in one.formulas if formula.name not in ruled]:
        yield from examples_of_formulas(formulas, documents, wording)
    units = {key_of(value.name, wording)[-1:] for value in quantities}
    worths = [worth for one in own for worth in one.worths if not any((unit,) in units for unit in worth.units)]
    yield from differing_worths(worths)
    titles, nouns = _titles(own, system, wording), _nouns(own, system, wording)
    if titles or nouns:
        yield from _compared_sentences(documents, titles, nouns, wording)


def _compared_sentences(
    documents: Sequence[Document], titles: Lexicon[Title], nouns: Lexicon[Kind], wording: Wording
) -> Iterator[Difference]:
    counts: list[Difference] = []
    holders: list[Difference] = []
    for document in documents:
        for sentence in sentences_in(document, wording, is_numbered=True):
            stems = {token.stem for token in sentence.tokens}
            if titles.may_hold(stems):
                holders += titles_in(sentence, titles, wording)
                holders += holders_in(sentence, titles, wording)
            if nouns.may_hold(stems):
                counts += counts_in(sentence, nouns, wording, frozenset(), max_gap=0)
    yield from _believed(holders, wording, 1)
    yield from _believed(counts, wording, MIN_RATIO)


def _believed(differences: Sequence[Difference], wording: Wording, min_ratio: int) -> Iterator[Difference]:
    """Yield what pages say of lists and tables, where enough of them agree.

    One place of the same page may contradict a list, or one that says "the". "The three axes" of another folder, or
    of most other pages, are others.

    Args:
        differences: right ones and wrong ones.
        wording: of the language.
        min_ratio: how many must agree for each that differs, where several do.
    """
    by_list: dict[Place | None, list[Difference]] = defaultdict(list)
    for one in differences:
        if one.authority is None or may_be_of_one_book(one.authority, one.place):
            by_list[one.authority].append(one)
    for own in by_list.values():
        wrong = [one for one in own if one.is_wrong]
        agreeing = len(own) - len(wrong)
        is_sure = len(wrong) == 1 and (_is_beside(wrong[0]) or _is_definite(wrong[0], wording))
        if is_sure or agreeing >= (1 if len(wrong) == 1 else min_ratio * len(wrong)):
            yield from own


def _is_beside(one: Difference) -> bool:
    """Return whether a place and its authority are of one page."""
    return one.authority is not None and one.authority.source is one.place.source


def _is_definite(one: Difference, wording: Wording) -> bool:
    """Return whether a page that names some of them speaks of all: "the nine wards", not "one of nine wards"."""
    text = one.place.source.text
    before = text[max(0, one.place.span.start - MAX_LOOK) : one.place.span.start].split()
    is_definite = bool(before) and before[-1].lower() in wording.words("articles")
    return is_definite and one.authority is not None and _names_one_of(text, one.authority)


def _names_one_of(text: str, place: Place) -> bool:
    """Return whether a page names something of a list: it may be one game of many in a folder."""
    names = {token.word for token in tokens_of(place.source.slice(place.span), wording_of(text)) if token.is_capital}
    return not names.isdisjoint(lowered_words(text))


def _titles(statements: Sequence[Statements], system: System | None, wording: Wording) -> Lexicon[Title]:
    """The titles of all pages that mean one range, and that no rules give."""
    ruled: set[Key] = set()
    for bands in system.bands if system is not None else ():
        ruled |= {key_of(row.gives, wording) for row in bands.rows if isinstance(row.gives, str)}
    titles: Lexicon[Title] = Lexicon()
    for one in statements:
        for title in one.titles:
            key = key_of(title.name, wording)
            if key not in ruled and not any(_is_same(title, other) for other in titles.meanings(key)):
                titles.add(key, title)
    return titles


def _nouns(statements: Sequence[Statements], system: System | None, wording: Wording) -> Lexicon[Kind]:
    """The kinds of all pages of which there is one number, and that no rules list."""
    ruled = {key_of(one.name, wording) for one in system.vocabularies} if system is not None else set()
    ruled |= {key_of(one.title, wording) for one in system.bands} if system is not None else set()
    by_key: dict[Key, list[Kind]] = defaultdict(list)
    for one in statements:
        for kind in one.kinds:
            by_key[kind.key].append(kind)
    nouns: Lexicon[Kind] = Lexicon()
    for key, kinds in by_key.items():
        if key not in ruled and all(kind.names.keys() == kinds[0].names.keys() for kind in kinds):
            nouns.add(key, kinds[0])
    return nouns


def _is_same(title: Title, other: Title) -> bool:
    return (title.low, title.high, title.about) == (other.low, other.high, other.about)
