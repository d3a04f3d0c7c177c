"""Columns that follow from another one by a rule beside the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, permutations

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.shares import Share, share_in
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.rates import rate_in
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Document, Table
from rulebook_text.lexing.forms import like

MIN_FIT = 2
MIN_WORTH = 4
"""Rows that must follow the number of a sentence, and as many for each that does not."""
MAX_WRONG = 3
"""One of so many rows at most may differ, or the rule is about something else."""


def columns_by_rule(document: Document, sentences: Sequence[Sentence], wording: Wording) -> Iterator[Difference]:
    """The cells of columns that a sentence of their section says to be a share of another column."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in document.prose.tables:
        tables[table.section].append(table)
    for sentence in sentences:
        own = tables.get(sentence.block.section)
        text = sentence.block.text.text
        share = _share(text, sentence, own, wording) if own else None
        for table in own or () if share is not None else ():
            if share is not None:
                yield from _compared(document, table, share, sentence, wording)


def _share(text: str, sentence: Sentence, tables: Sequence[Table], wording: Wording) -> Share | None:
    """The share of a column that a sentence takes, or the rate between two columns: "one watch for every 3 Stamina"."""
    share = share_in(text, sentence.tokens, _heads(tables, wording), wording)
    rate = rate_in(sentence, wording) if share is None else None
    if rate is None:
        return share
    keys = [head_of(cell.text, wording).key for table in tables for cell in table.header]
    counted = [key for key in keys if rate.other in key]
    is_named = any(rate.thing in key for key in keys)
    return Share(rate.times, counted[0], "") if len(counted) == 1 and is_named else None


def columns_by_worth(
    document: Document, tables: Sequence[Table], sentences: Sequence[Sentence], wording: Wording
) -> Iterator[Difference]:
    """Compare two columns with the one number that a clause has of both: "a cart makes 15 miles a march"."""
    for sentence in sentences:
        is_sign = [token.kind == "sign" for token in sentence.tokens]
        ends = [at for at, is_end in enumerate(is_sign) if is_end]
        for first, last in pairwise([-1, *ends, len(is_sign)]):
            clause = sentence._replace(tokens=sentence.tokens[first + 1 : last])
            for table in tables if last > first + MIN_FIT else ():
                yield from _by_worth(document, table, clause, wording)


def _by_worth(document: Document, table: Table, sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """Compare two columns with the one number of a clause that names both."""
    numbers = [at for at in sentence.numbers() if not sentence.tokens[at].is_word]
    if len(numbers) != 1 or (value := sentence.tokens[numbers[0]].value) is None or value.amount < MIN_FIT:
        return
    stems = {token.stem for token in sentence.tokens}
    keys = [head_of(cell.text, wording).key for cell in table.header]
    named = [at for at, key in enumerate(keys) if key and stems.issuperset(key) and _numbers(table, at, wording)]
    if len(named) != 2:
        return
    columns = [_numbers(table, at, wording) for at in named]
    rows = sorted(columns[0].keys() & columns[1].keys())
    authority = sentence.place(sentence.tokens[numbers[0]])
    for (given, base), (counted, other) in permutations(zip(columns, named, strict=True)):
        wrong = [row for row in rows if given[row] != value.amount * counted[row]]
        if _are_meant(rows, wrong, counted):
            for row in rows:
                what = f"{table.header[other].text} for {table.header[base].text} {given[row]}"
                place, shown = Place(document.source, table.rows[row][other].span), table.rows[row][other].text.strip()
                right = given[row] / value.amount
                stated = like(int(right), shown) if right.denominator == 1 else ""
                yield Difference(place, what, str(right), authority, row in wrong, stated)


def _are_meant(rows: Sequence[int], wrong: Sequence[int], counted: Mapping[int, Fraction]) -> bool:
    """Return whether enough rows of different numbers follow a worth."""
    right = len(rows) - len(wrong)
    return right >= max(MIN_WORTH, MIN_WORTH * len(wrong)) and len({counted[row] for row in rows}) > MIN_FIT


def _heads(tables: Sequence[Table], wording: Wording) -> Lexicon[Key]:
    names: Lexicon[Key] = Lexicon()
    for table in tables:
        for cell in table.header:
            key = head_of(cell.text, wording).key
            names.add(key, key)
    return names


def _compared(
    document: Document, table: Table, share: Share, sentence: Sentence, wording: Wording
) -> Iterator[Difference]:
    """Compare the column that the sentence names besides that of the share."""
    keys = [head_of(cell.text, wording).key for cell in table.header]
    if keys.count(share.attribute) != 1:
        return
    base = keys.index(share.attribute)
    stems = {token.stem for token in sentence.tokens}
    named = [at for at, key in enumerate(keys) if at != base and not stems.isdisjoint(key)]
    numbers = [at for at in named if len(_numbers(table, at, wording)) >= MIN_FIT]
    if len(numbers) != 1:
        return
    (follows,) = numbers
    first, second = _numbers(table, base, wording), _numbers(table, follows, wording)
    results = []
    for row in sorted(first.keys() & second.keys()):
        right = share.of(first[row])
        if right is not None:
            cell = table.rows[row][follows]
            what = f"{table.header[follows].text} by the rule of its section"
            stated = like(int(right), cell.text.strip())
            authority = Place(document.source, sentence.block.span)
            place = Place(document.source, cell.span)
            results.append(Difference(place, what, stated, authority, right != second[row], stated))
    pairs = [(first[row], second[row]) for row in sorted(first.keys() & second.keys())]
    if (turned := _turned(share, sentence, pairs, wording)) is not None:
        yield turned
        return
    wrong = sum(one.is_wrong for one in results)
    if len(results) - wrong >= MIN_FIT and MAX_WRONG * wrong <= len(results):
        yield from results


def _turned(
    share: Share, sentence: Sentence, pairs: Sequence[tuple[Fraction, Fraction]], wording: Wording
) -> Difference | None:
    """The rounding that a rule's rows follow, if it is not the one that the rule states."""
    other = {"up": "down", "down": "up"}.get(share.way, "")
    deciding = [pair for pair in pairs if (share.times * pair[0]).denominator != 1]
    if not other or len(deciding) < MIN_FIT or any(share._replace(way=other).of(one) != two for one, two in pairs):
        return None
    text, tokens = sentence.block.text, sentence.tokens
    pattern = next(pattern for way, pattern in wording.roundings if way == share.way)
    match = pattern.search(text.text, tokens[0].start, tokens[-1].end)
    if match is None:
        return None
    place = Place(sentence.document.source, text.span(*match.span()))
    return Difference(place, "how the table beside it is rounded", other, None, is_wrong=True)


def _numbers(table: Table, column: int, wording: Wording) -> Mapping[int, Fraction]:
    """The numbers of a column by their rows."""
    results = {}
    for index, row in enumerate(table.rows):
        value = cell_value(row[column].text, wording) if column < len(row) else None
        if value is not None and value.kind == "number":
            results[index] = value.amount
    return results
