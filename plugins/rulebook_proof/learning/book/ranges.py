"""Ranges: of values that players choose, and of numbers that give titles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.tokens import Token, bound_at, tokens_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in
from rulebook_syntax.document import Document, Table
from rulebook_text.lexing.names import words_of

MIN_ROWS = 3


def ranges_of_values(
    text: Text, lexicon: Lexicon[str], examples: Sequence[Mapping[str, Fraction]]
) -> Iterator[Learned]:
    """The ranges that sentences give values, where no example lies outside.

    Args:
        text: the pages.
        lexicon: the names of values.
        examples: the values of one person or thing each.
    """
    by_name: dict[str, Learned] = {}
    written = _written_names(text)
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording):
            at = next((index for index, token in enumerate(sentence.tokens) if token.kind == "range"), None)
            if at is None or not _says_range(sentence, at, text.wording):
                continue
            value = sentence.tokens[at].value
            for name in _named(sentence, at, lexicon) or _new_name(sentence, at, written, text.wording):
                values = [one[name] for one in examples if name in one]
                if value is None or name in by_name or any(not value.amount <= one <= value.high for one in values):
                    continue
                reason = f"a sentence says so, and {len(values)} examples lie within"
                line = f"{name}: {value.amount}..{value.high}"
                by_name[name] = Learned("values", name, (line,), sentence.place(sentence.tokens[at]), reason)
    yield from by_name.values()


def _says_range(sentence: Sentence, at: int, wording: Wording) -> bool:
    tokens = sentence.tokens
    if bound_at(sentence.block.text.text, tokens[at], wording) is not Bound.EXACTLY or sentence.has_event(
        wording.words("events")
    ):
        return False
    return any(token.word in wording.words("ranges") for token in tokens[:at])


def _named(sentence: Sentence, at: int, lexicon: Lexicon[str]) -> list[str]:
    """The values that a range is said of: those before it, or where the sentence names none, those before that."""
    own = [mention.meanings[0] for mention in lexicon.mentions_in(sentence.tokens[:at])]
    if not own and not [*lexicon.mentions_in(sentence.tokens)]:
        own = [mention.meanings[0] for mention in lexicon.mentions_in(sentence.before)]
    return [*dict.fromkeys(own)]


def _written_names(text: Text) -> frozenset[str]:
    """The words that stand with a capital within a sentence."""
    return frozenset(
        token.word
        for page in text.pages
        for sentence in sentences_in(page.document, text.wording)
        for token in sentence.tokens[1:]
        if token.is_capital
    )


def _new_name(sentence: Sentence, at: int, written: Collection[str], wording: Wording) -> list[str]:
    """The capitalised word that a sentence begins with, where only words around a range follow: "Debt goes from"."""
    first, between = sentence.tokens[0], sentence.tokens[1:at]
    around = wording.words("ranges") | wording.words("links") | wording.words("articles")
    is_name = first.kind == "word" and first.is_capital and first.word in written and first.word not in wording.common
    if not is_name or not between or any(token.word not in around for token in between):
        return []
    return [sentence.block.text.text[first.start : first.end]]


def titles_in(text: Text) -> Iterator[Learned]:
    """The tables that give a title for each range of a number without gaps."""
    for page in text.pages:
        for table in page.document.prose.tables:
            learned = _titles(page.document, table, text.wording)
            if learned is not None:
                yield learned


def _titles(document: Document, table: Table, wording: Wording) -> Learned | None:
    heads = [cell.text.strip() for cell in table.header]
    if len(heads) != 2 or len(table.rows) < MIN_ROWS or not all(head[:1].isalpha() for head in heads):
        return None
    if any(token.kind == "dice" for token in tokens_of(heads[0], wording)):
        return None  # What a roll gives is no title of anybody.
    bands = [_band(row[0].text, wording) for row in table.rows if len(row) == 2]
    titles = [row[1].text.strip() for row in table.rows if len(row) == 2]
    are_titles = all(len(title.split()) <= 2 and title[:1].isupper() for title in titles)
    if None in bands or not are_titles or len({*titles}) < len(table.rows):
        return None
    whole = [band for band in bands if band is not None]
    if any(high is None or high + 1 != low for (_, high), (low, _) in pairwise(whole)):
        return None
    path = document.section_path(table.section)
    name = "-".join(words_of(table.caption or (path[-1] if path else heads[1])).split()) or "titles"
    rows = [
        f"    {low} or more: {quoted(title)}" if high is None else f"    {low}..{high}: {quoted(title)}"
        for (low, high), title in zip(whole, titles, strict=True)
    ]
    about = f"  about: [{quoted(heads[1])}, {quoted(heads[0])}]"
    lines = (f"{name}:", f"  title: {quoted(heads[1])}", about, "  rows:", *rows)
    reason = f"{len(rows)} ranges without a gap"
    return Learned("ranges", name, lines, Place(document.source, table.span), reason, tuple(titles))


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
