"""Sums and averages of a column that a sentence beside its table states: "All wards together have 45 lamps"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Document, Table
from rulebook_text.lexing.forms import like

MIN_ROWS = 3


class Column(NamedTuple):
    """A column of numbers: its head, what its rows are, the numbers, and the keys of the names of its rows."""

    name: str
    key: Key
    noun: Key
    numbers: tuple[Fraction, ...]
    rows: frozenset[Key]
    place: Place


def columns_of(document: Document, tables: Sequence[Table], wording: Wording) -> Lexicon[Column]:
    """The columns of some tables that have a number in each row, by their heads."""
    columns: Lexicon[Column] = Lexicon()
    for table in tables:
        rows = [row for row in table.rows if row and not wording.is_total(row[0].text)]
        keys = frozenset(key_of(row[0].text, wording) for row in rows if row[0].text[:1].isalpha())
        for at, cell in enumerate(table.header):
            values = [cell_value(row[at].text, wording) for row in rows if at < len(row)]
            numbers = tuple(value.amount for value in values if value is not None and value.kind == "number")
            head = head_of(cell.text, wording)
            if at and head.key and MIN_ROWS <= len(numbers) == len(table.rows):
                place = Place(document.source, cell.span)
                columns.add(
                    head.key, Column(head.name, head.key, key_of(table.header[0].text, wording), numbers, keys, place)
                )
    return columns


def column_wholes_in(sentence: Sentence, columns: Lexicon[Column], wording: Wording) -> Iterator[Difference]:
    """The sum or the average of all of a column, right or wrong."""
    tokens = sentence.tokens
    is_sum = any(token.word in wording.words("together") for token in tokens)
    means = [at + 1 for at, token in enumerate(tokens) if wording.mean.fullmatch(token.word)]
    is_mean = bool(means)
    column = _named(tokens, columns, means)
    if is_sum == is_mean or column is None or sentence.has_event(wording.words("events")):
        return
    stated = [at for at in sentence.numbers() if not _counts(sentence, at, column)]
    if len(stated) != 1 or not _is_of_all(tokens, column, is_sum=is_sum):
        return
    total = sum(column.numbers, Fraction(0))
    right = total / len(column.numbers) if is_mean else total
    token = tokens[stated[0]]
    if right.denominator != 1 or token.value is None or not sentence.is_exact(stated, wording):
        return
    what = f"the {'average' if is_mean else 'sum'} of the column `{column.name}`"
    is_wrong = right != token.value.amount
    shown = like(int(right), sentence.text_of(token))
    yield Difference(sentence.place(token), what, str(right), column.place, is_wrong, shown)


def _named(tokens: Sequence[Token], columns: Lexicon[Column], means: Sequence[int]) -> Column | None:
    """Return the one column that a sentence names; behind the word for an average, if it has one."""
    # "The average reward" is that of the column; "on average a crew lights 14 lamps" is not.
    mentions = [one for one in columns.mentions_in(tokens) if not means or one.first in means]
    named = {column.key for one in mentions for column in one.meanings}
    return mentions[0].meanings[0] if len(named) == 1 and len(mentions[0].meanings) == 1 else None


def _is_of_all(tokens: Sequence[Token], column: Column, *, is_sum: bool) -> bool:
    """Return whether a sentence says something of all rows: it names what they are, if it adds up, and none of them."""
    stems = {token.stem for token in tokens}
    names_rows = any(key and stems.issuperset(key) for key in column.rows)
    return not names_rows and (not is_sum or bool(column.noun and stems.issuperset(column.noun)))


def _counts(sentence: Sentence, at: int, column: Column) -> bool:
    """Return whether a number says how many rows there are: "all four wards"."""
    value = sentence.tokens[at].value
    behind = sentence.tokens[at + 1 : at + 2]
    is_value = bool(behind) and behind[0].stem in column.key
    return value is not None and value.amount == len(column.numbers) and not is_value
