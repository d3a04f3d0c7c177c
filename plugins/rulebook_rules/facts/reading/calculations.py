"""Calculations within a sentence: "6 + 2 = 8", "4 times 5: 20", and those whose result is not said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import NamedTuple

from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import SIGNS, Wording

MAX_LEAD = 3
"""Tokens between the last number of a calculation and its result."""
_WRITTEN: Mapping[str, str] = {"+": "+", "-": "−", "−": "−", "–": "−", "×": "×", "*": "×", "÷": "/", "/": "/"}
OPERATIONS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "−": sub, "×": mul, "/": truediv}
"""What the signs of `SIGNS` do to two numbers."""
_FIRST = frozenset("×/")
_LEADS = frozenset("=:")


class Calculation(NamedTuple):
    """A calculation at tokens of a sentence.

    Attributes:
        numbers: the tokens of its numbers.
        signs: those between them, one of "+−×/" each.
        result: the token of its result; None where the sentence says none.
        is_in_words: whether words stand for its signs: "4 times 5".
    """

    numbers: tuple[int, ...]
    signs: tuple[str, ...]
    result: int | None
    is_in_words: bool

    def is_whole(self, tokens: Sequence[Token], wording: Wording) -> bool:
        """Return whether nothing before or behind it changes what it comes to: "half of 4 + 4", "d6 + 2 + 1 = 9"."""
        first, last = self.numbers[0], self.numbers[-1] if self.result is None else self.result
        before = [token.word or token.stem for token in tokens[max(0, first - MAX_LEAD) : first]]
        behind = [token.word or token.stem for token in tokens[last + 1 : last + 2]]
        is_part = any(_WRITTEN.get(word) or word == ")" for word in (*before[-1:], *behind))
        is_part = is_part or any(wording.signs.fullmatch(word) for word in (*before[-1:], *behind))
        # "3 + 1 and 2 + 1 = 7" adds up both.
        is_joined = before[-1:] != [] and before[-1] in wording.ands and any(map(_is_number, tokens[:first]))
        return not (is_part or is_joined) and wording.any_share.search(" ".join(before)) is None

    def value(self, tokens: Sequence[Token]) -> Fraction | None:
        """Return what it comes to, products first; None where something is divided by zero."""
        amounts = [value.amount for at in self.numbers if (value := tokens[at].value) is not None]
        terms, signs = amounts[:1], list[str]()
        for sign, amount in zip(self.signs, amounts[1:], strict=True):
            if sign == "/" and not amount:
                return None
            if sign in _FIRST:
                terms[-1] = OPERATIONS[sign](terms[-1], amount)
            else:
                terms.append(amount)
                signs.append(sign)
        total = terms[0]
        for sign, term in zip(signs, terms[1:], strict=True):
            total = OPERATIONS[sign](total, term)
        return total


def calculations_in(tokens: Sequence[Token], wording: Wording) -> Iterator[Calculation]:
    """The calculations of a sentence, in order."""
    at = 0
    while at < len(tokens):
        numbers, signs, is_in_words = [at], list[str](), True
        while _is_number(tokens[numbers[-1]]):
            step = _joint(tokens, numbers[-1], wording)
            if step is None:
                break
            is_in_words = is_in_words and tokens[numbers[-1] + 1].kind == "word"
            signs.append(step[0])
            numbers.append(step[1])
        if signs:
            yield Calculation(tuple(numbers), tuple(signs), result_of(tokens, numbers[-1], wording), is_in_words)
        at = numbers[-1] + 1


def _is_number(token: Token) -> bool:
    return token.kind == "number" and token.value is not None


def _joint(tokens: Sequence[Token], first: int, wording: Wording) -> tuple[str, int] | None:
    """The sign behind a number and the next number; None where anything else stands there."""
    for last in range(first + 2, min(len(tokens), first + 2 + MAX_LEAD)):
        if not _is_number(tokens[last]):
            continue
        between = " ".join(token.word or token.stem for token in tokens[first + 1 : last])
        if between in _WRITTEN:
            return _WRITTEN[between], last
        said = wording.signs.fullmatch(between)
        return (SIGNS[said.lastgroup or ""], last) if said is not None else None
    return None


def result_of(tokens: Sequence[Token], last: int, wording: Wording) -> int | None:
    """Return the number behind a calculation that a sign or a verb makes its result; None where none does."""
    small = frozenset[str]({","}).union(
        *map(wording.words, ("links", "pronouns", "articles", "so", "whose", "fillers"))
    )
    for at in range(last + 1, min(len(tokens), last + 2 + MAX_LEAD)):
        if _is_number(tokens[at]):
            return at if any(_makes(token, wording) for token in tokens[last + 1 : at]) else None
        if (tokens[at].word or tokens[at].stem) not in small and not _makes(tokens[at], wording):
            return None
    return None


def _makes(token: Token, wording: Wording) -> bool:
    if token.kind == "sign":
        return token.stem in _LEADS
    return token.word in wording.words("makes") or wording.equal.fullmatch(token.word) is not None
