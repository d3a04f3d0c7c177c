"""Ranges: of values that players choose, and of numbers that give titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.authority.titles import title_tables
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.tokens import bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in
from rulebook_text.lexing.names import words_of

MIN_PLACES = 2
"""Sentences that must give a new name a number, or its range is of something else."""
MAX_GAP = 2
"""Tokens between a name and its number."""


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
    counted = _counted_names(text)
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording):
            at = next((index for index, token in enumerate(sentence.tokens) if token.kind == "range"), None)
            if at is None or not _says_range(sentence, at, text.wording):
                continue
            value = sentence.tokens[at].value
            for name in _named(sentence, at, lexicon) or _new_name(sentence, at, written & counted, text.wording):
                values = [one[name] for one in examples if name in one]
                if value is None or name in by_name or any(not value.amount <= one <= value.high for one in values):
                    continue
                reason = f"a sentence says so, and {len(values)} examples lie within"
                line = f"{name}: {value.amount}..{value.high}"
                by_name[name] = Learned("values", name, (line,), sentence.place(sentence.tokens[at]), reason)
    yield from by_name.values()


def _says_range(sentence: Sentence, at: int, wording: Wording) -> bool:
    tokens = sentence.tokens
    if bound_at(sentence.block.text.text, tokens[at], wording) is not Bound.EXACTLY:
        return False
    end = next((index for index in range(at, len(tokens)) if tokens[index].stem in (",", ";")), len(tokens))
    if any(token.word in wording.words("events") for token in tokens[:end]):
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


def _counted_names(text: Text) -> frozenset[str]:
    """The words that stand beside a number in enough sentences: "Debt 3", "a Debt of 2", "3 Debt"."""
    counts = Counter(
        word
        for page in text.pages
        for sentence in sentences_in(page.document, text.wording)
        for word in {
            near.word
            for at in sentence.numbers()
            for near in sentence.tokens[max(0, at - MAX_GAP) : at + 2]
            if near.kind == "word" and near.is_capital
        }
    )
    return frozenset(word for word, count in counts.items() if count >= MIN_PLACES)


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
        for one in title_tables(page.document, text.wording):
            path = page.document.section_path(one.table.section)
            name = "-".join(words_of(one.table.caption or (path[-1] if path else one.noun)).split()) or "titles"
            rows = [
                f"    {low} or more: {quoted(title)}" if high is None else f"    {low}..{high}: {quoted(title)}"
                for low, high, title in one.rows
            ]
            about = f"  about: [{quoted(one.noun)}, {quoted(one.number)}]"
            lines = (f"{name}:", f"  title: {quoted(one.noun)}", about, "  rows:", *rows)
            reason = f"{len(rows)} ranges without a gap"
            yield Learned("ranges", name, lines, one.place, reason, tuple(title for *_, title in one.rows))
