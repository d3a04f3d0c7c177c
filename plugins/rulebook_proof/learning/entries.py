"""Learning for a `rules.yml`: the entries that would have a page's unguarded numbers checked.

What is stated is never taken for the truth: what a sentence arrives at is left to be said, a table is taken from the
book, and a value of which only examples stand there is chosen. A formula is proposed where it fits every example.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_proof.learning.formulas import formula_of
from rulebook_proof.learning.proposals import Blank, Proposal, Sentence, is_checked, propose, sentences_at
from rulebook_proof.proof.ledger import Number, numbers_of
from rulebook_rules.book import Book, Page
from rulebook_rules.book_tables import is_meant
from rulebook_rules.claims.model import Analysis
from rulebook_syntax.document import Cell, Table
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES
from rulebook_text.lexing.names import singular, words_of
from rulebook_text.lexing.numbers import to_number
from rulesmod.dice.digits import to_fraction
from rulesmod.records import record
from rulesmod.system import RuleTable, System

MAX_NAMED = 2
_DEFINITION = re.compile(
    r"(?<![\w'’-])(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?::| (?:of |is )?)\s?(?P<value>\d+)(?![\w.,]*\d)"
)
_NAME = re.compile(r"[^\W\d_][\w ]*")


@record
class Entry:
    """Something to put into a file of rules: `lines` under its `section` ("values"), for what stands at `place`."""

    section: str
    lines: tuple[str, ...]
    place: Place


def entries_for(book: Book, page: Page, analysis: Analysis, line: int = 0, column: int = 0) -> list[Entry]:
    """Return entries of rules.yml that check the unchecked numbers of a page, or of one line."""
    numbers = [number for number in numbers_of(analysis) if not number.guarded]
    entries: list[Entry] = []
    known = {name.casefold() for name in _names_of(analysis.system)}
    examples = _examples(page, numbers)
    values = {name for one in examples for name in one.values}
    if not line:
        for entry in (*_values(examples), *_tables(page, analysis, numbers, values)):
            name = entry.lines[0].partition(":")[0].strip("'\" ").casefold()
            if name not in known:
                known.add(name)
                entries.append(entry)
    names: set[str] = set()
    for number in [line] if line else range(1, len(page.document.source.line_starts) + 1):
        for sentence in sentences_at(page, number, column):
            is_new = not is_checked(sentence, numbers) and str(sentence.span) not in names
            if is_new and not _tells_values(sentence, values):
                names.add(str(sentence.span))
                # A phrase of which no number follows from anything would be refused.
                if (proposal := propose(book, page, sentence)) is not None and _numeric(proposal):
                    entries.append(_phrase(analysis.system, proposal, entries))
    return entries


def _names_of(system: System) -> Iterator[str]:
    yield from (quantity.name for quantity in system.quantities)
    yield from (table.title for table in system.tables)


# Phrases


def _phrase(system: System, proposal: Proposal, others: Sequence[Entry]) -> Entry:
    names = {entry.lines[0].rstrip(":") for entry in others}
    name = proposal.name
    count = 2
    while name in names:
        name, count = f"{proposal.name}-{count}", count + 1
    lines = [f"{name}:", f"  says: {quoted(proposal.wording)}"]
    gives: list[str] = []
    numeric = _numeric(proposal)
    values = {blank.name: to_fraction(blank.items[0].value) for blank in numeric if blank.items[0].value is not None}
    given: set[str] = set()
    said = [*map(singular, words_of(proposal.place.source.slice(proposal.place.span)).split())]
    behind = {one: [singular(proposal.wording.partition(f" {{{one}")[0].rpartition(" ")[2])] for one in values}
    # What a sentence arrives at stands at its end.
    for blank in reversed(numeric):
        inputs = {other: value for other, value in values.items() if other != blank.name}
        formulas = _formulas(system, values.get(blank.name), inputs, said, behind)
        formula = next(formulas, None) if blank.name not in given else None
        if formula is not None:
            gives.insert(0, f"    {blank.name}: {quoted(formula.text)}")
            given |= formula.given
    if not gives:
        last = numeric[-1]
        gives = [f"    {last.name}:  # write what it follows from; the text says {last.items[0].text}"]
    return Entry("phrases", (*lines, "  gives:", *gives), proposal.place)


def _numeric(proposal: Proposal) -> list[Blank]:
    """The blanks that may follow from something."""
    return [blank for blank in proposal.blanks if blank.type in ("number", "percent", "die") and len(blank.items) == 1]


@record
class _Fitting:
    text: str
    given: frozenset[str]


def _formulas(
    system: System,
    stated: Fraction | None,
    inputs: dict[str, Fraction],
    said: Sequence[str],
    behind: Mapping[str, Sequence[str]],
) -> Iterator[_Fitting]:
    """Yield formulas of a number.

    Each is a constant of the game, a look-up by another number, or such a look-up times a third.

    Its names stand in the sentence, whose words are `said`: what only has the same number has it by chance. A number
    that stands `behind` the name of a key is looked up before all others.
    """
    if stated is None:
        return
    for quantity in system.quantities:
        if quantity.rule is not None and not quantity.needs and _names(said, quantity.name, *quantity.also):
            answer = quantity.rule({})
            if answer is not None and answer.value == stated:
                yield _Fitting(quantity.name, frozenset())
    for look, name, value in _looks(system, inputs, said, behind):
        if value == stated:
            yield _Fitting(look, frozenset((name,)))
        for other, factor in inputs.items():
            if other != name and factor > 1 and factor * value == stated:
                yield _Fitting(f"{other} * {look}", frozenset((name, other)))


def _looks(
    system: System, inputs: Mapping[str, Fraction], said: Sequence[str], behind: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str, Fraction]]:
    """Yield the look-ups of inputs in tables that a sentence names, each with its input and its value."""
    for table in system.tables:
        if not _names(said, table.columns[0], table.title):
            continue
        for name, key in sorted(inputs.items(), key=lambda one: not _names(behind[one[0]], table.columns[0])):
            for column, value in _looked_up(table, key):
                if _names(said, column):
                    yield f"{column} from {table.name.replace('-', ' ')} by {name}", name, value


def _names(said: Sequence[str], *names: str) -> bool:
    """Return whether one of some names is among words, with any ending."""
    words = [[singular(word) for word in words_of(name).split()] for name in names]
    return any(
        bool(name) and all(any(one.startswith(word[: max(3, len(word) - 1)]) for one in said) for word in name)
        for name in words
    )


def _looked_up(table: RuleTable, key: Fraction) -> Iterator[tuple[str, Fraction]]:
    for row in table.rows if table.keys == 1 else ():
        if row[0] == key:
            for column, cell in zip(table.columns[1:], row[1:], strict=True):
                if isinstance(cell, int):
                    yield column, Fraction(cell)


def quoted(text: str) -> str:
    """A text as YAML takes it: in quotes where it would mean something else."""
    is_plain = re.fullmatch(r"[A-Za-z(][^:#{}\[\],&*?|>%@`\"']*", text) or re.fullmatch(r"[A-Za-z][^:#\"]*", text)
    return text if is_plain else json.dumps(text, ensure_ascii=False)


# Values


class _Example(NamedTuple):
    """The values of one thing in a table row or a sentence: values by their names, and where each stands."""

    values: dict[str, Fraction]
    places: Mapping[str, Place]


def _tells_values(sentence: Sentence, names: Collection[str]) -> bool:
    """Return whether a sentence tells somebody's values, or nothing but one: it needs no phrase."""
    text, span = sentence.block.text.text, (sentence.start, sentence.end)
    named = [match[0] for match in _DEFINITION.finditer(text, *span) if match["name"] in names]
    return len(named) >= MAX_NAMED or named == [text[slice(*span)].strip()]


def _examples(page: Page, numbers: Sequence[Number]) -> list[_Example]:
    """Return the examples of a page: names before numbers in its text, or over columns that follow."""
    examples = [*_examples_in_text(page, {number.place.span.start for number in numbers})]
    mentions = Counter(name for one in examples for name in one.values)
    rows = _examples_in_tables(page, mentions.keys())
    known = {name for one in rows for name in one.values} | {n for n, times in mentions.items() if times > 1}
    return [_Example({n: v for n, v in one.values.items() if n in known}, one.places) for one in (*examples, *rows)]


def _examples_in_text(page: Page, starts: Collection[int]) -> Iterator[_Example]:
    """Yield the values of each sentence that tells one of the numbers at `starts`."""
    source = page.document.source
    for block in page.document.prose.blocks:
        if block.kind in ("code", "cell", "heading"):
            continue
        text = block.text.text
        ends = [*(match.end() for match in BETWEEN_SENTENCES.finditer(text)), len(text)]
        for start, end in pairwise([0, *ends]):
            matches = list(_DEFINITION.finditer(text, start, end))
            at = [Place(source, block.text.span(*match.span("value"))) for match in matches]
            values = {
                match["name"]: to_fraction(match["value"])
                for match, place in zip(matches, at, strict=True)
                if place.span.start in starts
            }
            if values:
                yield _Example(values, {match["name"]: place for match, place in zip(matches, at, strict=True)})


def _examples_in_tables(page: Page, mentions: Set[str]) -> list[_Example]:
    """Return the rows of tables whose heads the text mentions, or of whose columns one follows from others."""
    source = page.document.source
    rows: list[_Example] = []
    for table in page.document.prose.tables:
        named = [cell.text.strip() for cell in table.header]
        own = [
            _Example(values, {head: Place(source, cell.span) for head, cell in zip(named, row, strict=False)})
            for row, values in _numeric_rows(table)
            if values
        ]
        heads = {name for one in own for name in one.values}
        columns = [one.values for one in own]
        if len(heads & mentions) > 1 or any(formula_of(sorted(heads - {head}), head, columns) for head in heads):
            rows += own
    return rows


def _numeric_rows(table: Table) -> Iterator[tuple[Sequence[Cell], dict[str, Fraction]]]:
    heads = [cell.text.strip() for cell in table.header]
    for row in table.rows:
        pairs = [(head, to_number(cell.text.strip())) for head, cell in zip(heads, row, strict=False)]
        yield row, {head: Fraction(n) for head, n in pairs if n is not None and _NAME.fullmatch(head)} if row else {}


def _values(examples: Sequence[_Example]) -> Iterator[Entry]:
    """A value for each name: with the formula that fits all examples, or else to be chosen."""
    rows = [one.values for one in examples]
    names: list[str] = []
    for one in examples:
        for name in one.values:
            if name in names:
                continue
            formula = formula_of(names, name, rows)
            names.append(name)
            if formula is None:
                line = f"{name}: 0 or more  # chosen: write its range, or the formula that it follows from"
                yield Entry("values", (line,), one.places[name])
                continue
            exact, _, rounding = formula.partition(" | ")
            rounded = (f"{name}:", f"  is: {exact}", f"  round: {rounding}")
            yield Entry("values", rounded if rounding else (f"{name}: {exact}",), one.places[name])


# Tables


def _tables(page: Page, analysis: Analysis, numbers: Sequence[Number], values: set[str]) -> Iterator[Entry]:
    """A table of the book for each with numbers that nothing checks; what its columns are no values of."""
    document = page.document
    for table in document.prose.tables:
        cells = [cell.span for row in table.rows for cell in row]
        heads = [cell.text.strip() for cell in table.header]
        is_open = any(span.contains(number.place.span) for number in numbers for span in cells)
        if not is_open or len(heads) < 2 or not all(map(_NAME.fullmatch, heads)) or not values.isdisjoint(heads):
            continue
        if any(is_meant(book_table, table, document) for book_table in analysis.system.book_tables):
            continue
        path = document.section_path(table.section)
        if under := table.caption or (path[-1] if path else ""):
            name = "-".join(words_of(under).split())
            columns = ", ".join(quoted(head) for head in heads)
            lines = (f"{name}:", f"  columns: [{columns}]", f"  taken_from: {quoted(under)}  # the book is right")
            yield Entry("tables", lines, Place(document.source, table.span))
