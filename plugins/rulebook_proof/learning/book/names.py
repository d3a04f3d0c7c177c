"""Names of one kind: "eight wards: Ashquay, Brine Gate ..." with as many names as it says."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Place
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.entries import quoted
from rulebook_rules.facts.wholes.names import lists_in
from rulebook_rules.facts.wholes.texts import Sentence, sentences_in

MIN_NAMES = 3


def names_in(text: Text) -> Iterator[Learned]:
    """The lists of names that a number counts, each kind once."""
    kinds: set[str] = set()
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording):
            for learned in _of_sentence(sentence):
                if learned.name not in kinds:
                    kinds.add(learned.name)
                    yield learned


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
