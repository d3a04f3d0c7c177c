"""Tables that give a title for each range of a number without gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.tokens import Token, bound_at, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_syntax.document import Document, Table

MIN_ROWS = 3
MAX_TITLE_WORDS = 2


class TitleTable(NamedTuple):
    """A table of titles.

    Attributes:
        number: the head of the numbers ("Renown").
        noun: the head of the titles ("Rank").
        rows: the ends of a range, the second None where it is open, and its title.
        table: the table itself.
        place: of the table.
    """

    number: str
    noun: str
    rows: tuple[tuple[int, int | None, str], ...]
    table: Table
    place: Place


def title_tables(document: Document, wording: Wording) -> Iterator[TitleTable]:
    """Yield the tables of titles on a page."""
    for table in document.prose.tables:
        if (titles := _titles(document, table, wording)) is not None:
            yield titles


def _titles(document: Document, table: Table, wording: Wording) -> TitleTable | None:
    heads = [cell.text.strip() for cell in table.header]
    if len(heads) != 2 or len(table.rows) < MIN_ROWS or not all(head[:1].isalpha() for head in heads):
        return None
    if any(_is_rolled(token, wording) for token in tokens_of(heads[0], wording)):
        return None  # What a roll gives is no title of anybody.
    bands = [band for row in table.rows if len(row) == 2 and (band := _band(row[0].text, wording)) is not None]
    titles = [row[-1].text.strip() for row in table.rows if row]
    if len(bands) < len(table.rows) or len({*titles}) < len(titles) or not all(map(_is_title, titles)):
        return None
    if any(high is None or high + 1 != low for (_, high), (low, _) in pairwise(bands)):
        return None
    rows = tuple((low, high, title) for (low, high), title in zip(bands, titles, strict=True))
    return TitleTable(heads[0], heads[1], rows, table, Place(document.source, table.span))


def _is_rolled(token: Token, wording: Wording) -> bool:
    return token.kind == "dice" or wording.is_die(token.word) or wording.is_rolled(token.word)


def _is_title(text: str) -> bool:
    """Return whether a text is a short name without a number, which "DC 12" has."""
    return text[:1].isupper() and len(text.split()) <= MAX_TITLE_WORDS and not any(map(str.isdigit, text))


def _band(text: str, wording: Wording) -> tuple[int, int | None] | None:
    """The ends of a range in a cell, the second None where it is open; None where the cell has another text."""
    tokens: Sequence[Token] = tokens_of(text, wording)
    value = tokens[0].value if tokens else None
    if value is None:
        return None
    if len(tokens) == 1 and tokens[0].kind == "range":
        return int(value.amount), int(value.high)
    if tokens[0].kind != "number" or value.amount.denominator != 1:
        return None
    if len(tokens) == 1:
        return int(value.amount), int(value.amount)
    return (int(value.amount), None) if bound_at(text, tokens[0], wording) is Bound.AT_LEAST else None
