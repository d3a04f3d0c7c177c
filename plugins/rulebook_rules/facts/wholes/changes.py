"""Values after a loss, as one sentence states them: "has a Vigour of 10, loses 3 and has 7 left"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MAX_GAP = 3
"""Tokens between a verb and its number."""


def remainders_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """The number that is left in a sentence with three numbers: what there was, the loss, and the rest."""
    tokens = sentence.tokens
    numbers = sentence.numbers()
    if len(numbers) != 3:
        return
    before, loss, rest = numbers
    losses = [at for at, token in enumerate(tokens) if token.word in wording.words("losses")]
    if len(losses) != 1 or not before < losses[0] < loss <= losses[0] + MAX_GAP:
        return
    if not _is_left(tokens, rest, wording) or not _is_of_one(tokens, numbers, wording):
        return
    text = sentence.block.text.text
    amounts = [value.amount for at in numbers if (value := tokens[at].value) is not None]
    right = amounts[0] - amounts[1]
    if right >= 0 and right.denominator == 1 and sentence.is_exact(numbers, wording):
        stated = like(int(right), text[tokens[rest].start : tokens[rest].end])
        what = f"what is left of {amounts[0]} after {amounts[1]}"
        is_wrong = right != amounts[2]
        places = sentence.place(tokens[before]), sentence.place(tokens[loss])
        yield Difference(sentence.place(tokens[rest]), what, str(right), None, is_wrong, stated, of=places)


def _is_left(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether a word beside a number, or two behind it, says that this much is left."""
    beside = (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 4])
    return any(token.word in wording.words("remainders") for token in beside)


def _is_of_one(tokens: Sequence[Token], numbers: Sequence[int], wording: Wording) -> bool:
    """Return whether numbers count the same: what stands right behind the last stands beside each of the others."""
    small = wording.common | wording.words("remainders") | wording.ands
    behind = [tokens[at + 1] if at + 1 < len(tokens) else None for at in numbers]
    units = {one.stem for one in behind if one is not None and one.kind == "word" and one.word not in small}
    return len(units) <= 1
