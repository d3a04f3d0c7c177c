"""Chances among tokens: "64 %", "one time in four", "4 of 9 weeks", "once in 36"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_text.lexing.forms import percent_like, rounds_to

MAX_GAP = 3
"""Tokens between the two numbers of a chance."""
MAX_ABOUT = Fraction(3, 100)
"""By so much "about 55 %" may differ."""


class Chance(NamedTuple):
    """A chance at tokens `[first, last)`.

    Attributes:
        value: what the text says.
        shown: its text; of a percentage the number alone.
        is_percent: whether it is one.
        is_about: whether the text says that it is rounded.
    """

    first: int
    last: int
    value: Fraction
    shown: str
    is_percent: bool
    is_about: bool = False

    def fits(self, right: Fraction) -> bool:
        """Return whether a chance may be told so."""
        if self.is_about:
            return abs(self.value - right) <= MAX_ABOUT
        return rounds_to(100 * right, self.shown) if self.is_percent else self.value == right

    def like(self, right: Fraction) -> str:
        """Return another chance in the form of this one."""
        if self.is_percent:
            return percent_like(right, self.shown).removesuffix(" %")
        return f"{right.numerator} in {right.denominator}"


def chances_in(tokens: Sequence[Token], text: str, wording: Wording) -> Iterator[Chance]:
    """Yield the chances of a sentence, in order; with a bound none."""
    at = 0
    while at < len(tokens):
        chance = _percent(tokens, at, text) or _odds(tokens, at, text, wording)
        bound = bound_at(text, tokens[at], wording)
        if chance is None or bound not in (Bound.EXACTLY, Bound.ABOUT):
            at += 1  # "At least one star in 5 of 9 throws"
            continue
        yield chance._replace(is_about=bound is Bound.ABOUT)
        at = chance.last


def _percent(tokens: Sequence[Token], at: int, text: str) -> Chance | None:
    token = tokens[at]
    if token.value is None or token.value.kind != "number" or text[token.end : token.end + 2].lstrip()[:1] != "%":
        return None
    sign = next((index for index in range(at + 1, min(len(tokens), at + 2)) if tokens[index].stem == "%"), at)
    return Chance(at, sign + 1, token.value.amount / 100, text[token.start : token.end], is_percent=True)


def _odds(tokens: Sequence[Token], at: int, text: str, wording: Wording) -> Chance | None:
    joints = wording.words("odds")
    value = tokens[at].value
    first = Fraction(1) if tokens[at].word in wording.words("once") else value.amount if value is not None else None
    if first is None or (value is not None and value.kind != "number"):
        return None
    strange = 0
    for last in range(at + 1, min(len(tokens), at + 2 + MAX_GAP)):
        token, other = tokens[last], tokens[last].value
        if token.kind == "number" and other is not None:
            is_joined = last > at + 1 and tokens[last - 1].word in joints and strange <= 1
            if not is_joined or not 0 < first < other.amount or _percent(tokens, last, text) is not None:
                return None
            return Chance(at, last + 1, first / other.amount, text[tokens[at].start : token.end], is_percent=False)
        if token.kind != "word" or token.is_capital:
            return None
        strange += token.word not in joints
    return None
