"""Results of calculations that a sentence has among other words: "so she is paid 4 times 5: 20 shillings".

A list of values may be one: "she has Nerve 3, Wit 4 and Brawn 2: that is 9 points".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_rules.facts.reading.calculations import calculations_in, result_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MIN_LISTED = 3
"""Named numbers that a sum may be of."""


def calculated_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """The results of a sentence's calculations in words, right or wrong."""
    tokens = sentence.tokens
    for one in calculations_in(tokens, wording):
        if not one.is_in_words:
            continue  # A claim compares those in signs.
        right = one.value(tokens)
        stated = tokens[one.result].value if one.result is not None else None
        if one.result is None or stated is None or right is None or right.denominator != 1 or right < 0:
            continue
        if one.is_whole(tokens, wording) and sentence.is_exact([*one.numbers, one.result], wording):
            result = tokens[one.result]
            places = tuple(sentence.place(tokens[at]) for at in one.numbers)
            shown = like(int(right), sentence.text_of(result))
            is_wrong = right != stated.amount
            yield Difference(sentence.place(result), "what this comes to", str(right), None, is_wrong, shown, of=places)


def lists_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """The sum behind a list of named numbers, right or wrong."""
    tokens = sentence.tokens
    at = 0
    while at < len(tokens):
        numbers = [*_listed(tokens, at, wording)]
        at = max(at, *numbers) + 1 if numbers else at + 1
        result = result_of(tokens, numbers[-1], wording) if len(numbers) >= MIN_LISTED else None
        if result is None or all(token.kind == "sign" for token in tokens[numbers[-1] + 1 : result]):
            continue
        right = sum((value.amount for one in numbers if (value := tokens[one].value) is not None), Fraction(0))
        stated = tokens[result].value
        if stated is not None and right.denominator == 1 and sentence.is_exact([*numbers, result], wording):
            places = tuple(sentence.place(tokens[one]) for one in numbers)
            shown, is_wrong = like(int(right), sentence.text_of(tokens[result])), right != stated.amount
            place = sentence.place(tokens[result])
            yield Difference(place, "what these add up to", str(right), None, is_wrong, shown, of=places)


def _listed(tokens: Sequence[Token], at: int, wording: Wording) -> Iterator[int]:
    """The numbers of a list that begins with a name: "Nerve 3, Wit 4 and Brawn 2"."""
    while at + 1 < len(tokens) and tokens[at].is_capital and tokens[at + 1].kind == "number":
        yield at + 1
        at += 2
        joints = 0
        while at < len(tokens) and joints < 2 and (tokens[at].stem == "," or tokens[at].word in wording.ands):
            at, joints = at + 1, joints + 1
        if not joints:
            return
