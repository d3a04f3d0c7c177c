"""Chances that a sentence gives the rows of the random table beside it: "Snow falls in 4 of 9 weeks"."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.claims.structures.randomtables import RandomTable, random_tables
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.chances import chances_in
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Document

MAX_NAME = 3
"""Words of what a row gives that name it."""
MIN_LETTERS = 3


class _Row(NamedTuple):
    """A row of a table: its name, how likely it is, and where it stands."""

    name: str
    chance: Fraction
    place: Place


def rows_by_section(document: Document, wording: Wording) -> Mapping[int, Lexicon[_Row]]:
    """Return the rows of the one random table of each section, by what they give."""
    tables: dict[int, list[RandomTable]] = defaultdict(list)
    blocks = document.prose.blocks
    for table in random_tables(document, None):
        at = bisect_right(blocks, table.place.span.start, key=lambda block: block.span.start)
        tables[blocks[at - 1].section if at else -1].append(table)
    results: dict[int, Lexicon[_Row]] = {}
    for section, own in tables.items():
        if len(own) == 1:
            rows = results[section] = Lexicon[_Row]()
            for key, row in _rows(document, own[0], wording):
                rows.add(key, row)
    return results


def _rows(document: Document, table: RandomTable, wording: Wording) -> Iterator[tuple[Key, _Row]]:
    for row, chance in zip(table.rows, table.odds(), strict=True):
        label = row.labelled.words
        name = _name(tokens_of(label, wording), label, wording)
        if chance is not None and name:
            yield key_of(name, wording), _Row(name, chance, Place(document.source, row.span))


def _name(tokens: Sequence[Token], text: str, wording: Wording) -> str:
    """Return the words that a row begins with, up to a sign, without articles; "" if they are too many."""
    end = next((at for at, token in enumerate(tokens) if token.kind != "word"), len(tokens))
    if end < len(tokens) and tokens[end].stem == "/":
        return ""  # "Price/weight as shown" is no price.
    own = [token for token in tokens[:end] if token.word not in wording.words("articles")]
    if not 0 < len(own) <= MAX_NAME or len(own[0].word) < MIN_LETTERS or own[0].word in wording.common:
        return ""
    return text[own[0].start : own[-1].end]


def _before_each(tokens: Sequence[Token], first: int, last: int, wording: Wording) -> int:
    """Return where "each" begins to say what a chance is counted by: "10 % of finding it for each level"."""
    return next((at for at in range(first, last) if tokens[at].word in wording.words("each")), last)


def row_chances_in(sentence: Sentence, rows: Lexicon[_Row], wording: Wording) -> Iterator[Difference]:
    """The chances of a sentence that are of one row each, right or wrong."""
    tokens, text = sentence.tokens, sentence.block.text.text
    chances = [*chances_in(tokens, text, wording)]
    first = 0
    for index, chance in enumerate(chances):
        last = chances[index + 1].first if index + 1 < len(chances) else len(tokens)
        own = [*rows.mentions_in(tokens[first : chance.first])]
        own = own or [*rows.mentions_in(tokens[chance.last : _before_each(tokens, chance.last, last, wording)])]
        is_chance = bool(chance.first)  # "One in four wolves" are some of them.
        if chance.is_percent:
            is_chance = any(token.word in wording.words("chances") for token in tokens)
        meant = [row for mention in own for row in mention.meanings]
        first = chance.last
        if len(meant) == 1 and is_chance:
            row = meant[0]
            place = sentence.place(tokens[chance.first]._replace(end=tokens[chance.last - 1].end))
            if chance.is_percent:
                place = sentence.place(tokens[chance.first])
            shown, is_wrong = chance.like(row.chance), not chance.fits(row.chance)
            instead = shown if chance.is_percent else ""
            yield Difference(place, f"the chance of `{row.name}`", shown, row.place, is_wrong, instead)
