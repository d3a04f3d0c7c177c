"""Rates: "2 Renown for each mead" with an example that follows, "so three meads give 6 Renown"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MAX_GAP = 2
"""Tokens between an amount and the word for "each"."""


class Rate(NamedTuple):
    """A rate of a sentence: `amount` of one thing for each `per` of another one; things by their stems."""

    amount: Fraction
    thing: str
    per: Fraction
    other: str
    place: Place

    @property
    def times(self) -> Fraction:
        """How many of the thing one of the other brings."""
        return self.amount / self.per


def rate_in(sentence: Sentence, wording: Wording) -> Rate | None:
    """Return the one rate that a sentence states; None where it states none or several."""
    tokens = sentence.tokens
    each = [at for at, token in enumerate(tokens) if token.word in wording.words("each")]
    numbers = sentence.numbers()
    if len(each) != 1 or not 1 <= len(numbers) <= 2 or not sentence.is_exact(numbers, wording):
        return None
    at = each[0]
    if not at and len(numbers) == 1:
        return _rate_of_each(sentence, numbers[0], wording)
    before = [one for one in numbers if one < at]
    behind = [one for one in numbers if one == at + 1]
    if len(before) != 1 or len(before) + len(behind) != len(numbers):
        return None
    first = before[0]
    if not first + 1 < at <= first + 2 + MAX_GAP:
        return None
    counted = at + 1 + len(behind)
    is_named = counted < len(tokens) and tokens[first + 1].kind == tokens[counted].kind == "word"
    amounts = [value.amount for one in numbers if (value := tokens[one].value) is not None]
    if not is_named or len(amounts) < len(numbers) or not all(amounts):
        return None
    if any(token.kind == "sign" for token in tokens[first:counted]):
        return None
    per = amounts[1] if behind else Fraction(1)
    return Rate(amounts[0], tokens[first + 1].stem, per, tokens[counted].stem, sentence.place(tokens[first]))


def _rate_of_each(sentence: Sentence, number: int, wording: Wording) -> Rate | None:
    """Return the rate of a sentence that begins with "each": "Each point of Hull costs 3 florins"."""
    tokens, value = sentence.tokens, sentence.tokens[number].value
    verbs = wording.measure_verbs | wording.words("makes")
    is_unit = number + 1 < len(tokens) and tokens[number + 1].kind == "word"
    if value is None or not value.amount or not is_unit or tokens[number - 1].word not in verbs:
        return None
    return Rate(value.amount, tokens[number + 1].stem, Fraction(1), tokens[1].stem, sentence.place(tokens[number]))


def example_joints(wording: Wording) -> frozenset[str]:
    """Return the words of which one joins what is given to its result in an example of a rate."""
    return wording.words("so") | wording.words("exchanges") | wording.words("losses")


def rated_in(sentence: Sentence, rates: Sequence[Rate], wording: Wording) -> Iterator[Difference]:
    """The result of an example of a rate: "Lisl brings three meads, and so gets 6 Renown"."""
    tokens, numbers = sentence.tokens, sentence.numbers()
    if len(numbers) != 2 or not sentence.is_exact(numbers, wording):
        return
    first, last = numbers
    joints = example_joints(wording)
    if not any(token.word in joints for token in tokens[first:last]):
        return
    units = [_unit(tokens, at) for at in numbers]
    fitting = [rate for rate in rates if units == [rate.other, rate.thing]]
    given, stated = tokens[first].value, tokens[last].value
    if len(fitting) != 1 or given is None or stated is None:
        return
    rate = fitting[0]
    right = rate.times * given.amount
    if right.denominator == 1:
        shown = like(int(right), sentence.block.text.text[tokens[last].start : tokens[last].end])
        what = f"what {given.amount} make at {rate.amount} for each"
        is_wrong = right != stated.amount
        of = (sentence.place(tokens[first]),)
        yield Difference(sentence.place(tokens[last]), what, str(right), rate.place, is_wrong, shown, of=of)


def _unit(tokens: Sequence[Token], at: int) -> str:
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    return behind.stem if behind is not None and behind.kind == "word" else ""
