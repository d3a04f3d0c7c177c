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
    """The number that is left in a sentence with three numbers: what there was, the loss, and the rest.

    What there was stands first, or behind "of": "takes 2 of her 8 Breath: 6 are left", "pays 6 and keeps 4 of her 10".
    """
    tokens = sentence.tokens
    numbers = sentence.numbers()
    if len(numbers) == 2:
        yield from _remainder_of_before(sentence, numbers, wording)
    if len(numbers) != 3:
        return
    losses = [at for at, token in enumerate(tokens) if token.word in wording.words("losses")]
    roles = next((one for one in _orders(numbers) if _is_loss(sentence, one, losses, wording)), None)
    if roles is None or not _is_of_one(tokens, numbers, wording):
        return
    before, loss, rest = roles
    amounts = [value.amount for at in roles if (value := tokens[at].value) is not None]
    right = amounts[0] - amounts[1]
    if right >= 0 and right.denominator == 1 and sentence.is_exact(numbers, wording):
        stated = like(int(right), sentence.text_of(tokens[rest]))
        what = f"what is left of {amounts[0]} after {amounts[1]}"
        is_wrong = right != amounts[2]
        places = sentence.place(tokens[before]), sentence.place(tokens[loss])
        yield Difference(sentence.place(tokens[rest]), what, str(right), None, is_wrong, stated, of=places)


def _orders(numbers: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the amount before, the loss and the rest, in each order of a sentence."""
    first, second, third = numbers
    yield first, second, third
    yield second, first, third
    yield third, first, second


def _is_loss(sentence: Sentence, roles: tuple[int, int, int], losses: Sequence[int], wording: Wording) -> bool:
    """Return whether the words around three numbers give them these roles."""
    tokens = sentence.tokens
    before, loss, rest = roles
    if len(losses) > 1 or not _is_left(tokens, rest, wording):
        return False
    is_lost = bool(losses) and losses[0] < loss <= losses[0] + MAX_GAP
    if before < loss:
        return is_lost and before < losses[0]
    # Behind the loss only "of" says what it is taken from.
    if not _is_of(tokens, max(one for one in (loss, rest) if one < before), before, wording):
        return False
    if before < rest:
        follows = wording.words("so") | {":", ";", ","}
        return is_lost or any((token.word or token.stem) in follows for token in tokens[before + 1 : rest])
    verbs = wording.words("exchanges") - wording.common
    is_bought = tokens[loss - 1].word in wording.words("exchanges") and any(one.word in verbs for one in tokens[:loss])
    return is_lost or is_bought


def _is_of(tokens: Sequence[Token], part: int, whole: int, wording: Wording) -> bool:
    """Return whether one number is part of another, with only small words between: "2 of her 8"."""
    between = [token.word for token in tokens[part + 1 : whole]]
    small = wording.words("owners") | wording.words("pronouns") | wording.words("articles")
    return any(word in wording.words("owners") for word in between) and all(word in small for word in between)


def _remainder_of_before(sentence: Sentence, numbers: Sequence[int], wording: Wording) -> Iterator[Difference]:
    """The rest of what the sentence before gives somebody: "Ada has 10 Grit. She loses 3 and has 7 Grit left"."""
    earlier = sentence._replace(tokens=sentence.before)
    given = earlier.numbers()
    joined = sentence._replace(tokens=(*sentence.before, *sentence.tokens))
    last = len(sentence.before) + numbers[1]
    units = [joined.tokens[at + 1].stem for at in (*given, last) if at + 1 < len(joined.tokens)]
    is_one = len(given) == 1 and len(units) == 2 and units[0] == units[1] and joined.tokens[last + 1].kind == "word"
    is_about = bool(sentence.tokens) and sentence.tokens[0].word in wording.words("pronouns")
    if is_one and is_about and len(joined.numbers()) == 3:
        yield from remainders_in(joined, wording)


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
