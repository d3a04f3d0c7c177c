"""Names of one kind: "eight wards: Ashquay, Brine Gate ..." with as many names as it says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.names import lists_in
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in

MIN_NAMES = 3
MAX_GAP = 3
"""Words that may stand between a number and the noun that it counts, with the noun."""


def names_in(text: Text) -> Iterator[Learned]:
    """The lists of names that a number counts, where every place that counts them agrees."""
    by_noun: dict[Key, tuple[Learned, Fraction]] = {}
    counts: dict[Key, list[Fraction]] = defaultdict(list)
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording):
            for noun, amount in _counts(sentence, text.wording):
                counts[noun].append(amount)
            for learned in _of_sentence(sentence):
                by_noun.setdefault(key_of(learned.name, text.wording), (learned, Fraction(len(learned.also))))
    for noun, (learned, amount) in by_noun.items():
        if len(counts[noun]) > 1 and {*counts[noun]} == {amount}:
            yield learned


def _counts(sentence: Sentence, wording: Wording) -> Iterator[tuple[Key, Fraction]]:
    """The numbers of a sentence with the nouns that they may count: up to three words behind them."""
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        if token.kind != "number" or token.value is None or token.value.amount < MIN_NAMES:
            continue
        for noun in tokens[at + 1 : at + 1 + MAX_GAP]:
            if noun.kind != "word" or noun.word in wording.common:
                break
            yield (noun.stem,), token.value.amount


def _of_sentence(sentence: Sentence) -> Iterator[Learned]:
    tokens = sentence.tokens
    for at in range(2, len(tokens)):
        count, noun = tokens[at - 2], tokens[at - 1]
        if tokens[at].stem != ":" or noun.kind != "word" or count.kind != "number" or count.value is None:
            continue
        behind = sentence._replace(tokens=tokens[at + 1 :])
        names = next((tuple(item.text for item in items) for items in lists_in(behind) if items), ())
        if len(names) >= MIN_NAMES and len({*names}) == len(names) == count.value.amount:
            listed = ", ".join(map(quoted, names))
            place = Place(sentence.document.source, sentence.block.text.span(count.start, tokens[-1].end))
            reason = f"{count.value.shown} are counted and listed"
            yield Learned("names", noun.word, (f"{noun.word}: [{listed}]",), place, reason, names)
