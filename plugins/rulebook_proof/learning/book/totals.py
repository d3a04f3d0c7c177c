"""Totals that everybody's values come to: "you have 13 points to share out among the five"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rulebook_proof.learning.book.model import Learned, Text
from rulebook_rules.facts.wholes.texts import sentences_in

MIN_EXAMPLES = 3
MIN_NAMES = 3


def totals_of_values(text: Text, names: Sequence[str], examples: Sequence[Mapping[str, Fraction]]) -> Iterator[Learned]:
    """Yield the total of the chosen values, if a sentence and all examples agree.

    Args:
        text: the pages.
        names: of the values that players choose.
        examples: the values of one person or thing each.
    """
    totals = [sum(one[name] for name in names) for one in examples if {*names} <= {*one}]
    if len(names) < MIN_NAMES or len(totals) < MIN_EXAMPLES or len({*totals}) > 1:
        return
    adds = text.wording.words("adds")
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording, adds, is_numbered=True):
            if sentence.has_event(adds):
                for at in sentence.numbers():
                    value = sentence.tokens[at].value
                    if value is not None and value.amount == totals[0]:
                        line = f"- {' + '.join(names)} = {totals[0]}"
                        reason = f"a sentence says so, and {len(totals)} examples agree"
                        place = sentence.place(sentence.tokens[at])
                        yield Learned("constraints", "total", (line,), place, reason, tuple(names))
                        return
