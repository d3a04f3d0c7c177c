"""Shares of a value that a sentence takes, as "half the toll, rounded up"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import Lexicon
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording

MAX_GAP = 4


class Share(NamedTuple):
    """A multiple or a part of a value.

    Attributes:
        times: by how much.
        attribute: of which value.
        way: how it is rounded; "" where nobody says.
        end: where the name of the value ends in its text.
    """

    times: Fraction
    attribute: Key
    way: str
    end: int = 0

    def is_of(self, text: str, start: int, wording: Wording) -> bool:
        """Return whether a number is the whole value and not its share: "twice her Patience of 3"."""
        between = text[self.end : start].strip().lower()
        return start >= self.end and (between in ("", "(") or between in wording.words("owners"))

    def of(self, amount: Fraction) -> Fraction | None:
        """The share of an amount; None where nobody says how a fraction is rounded."""
        exact = self.times * amount
        if exact.denominator == 1:
            return exact
        if not self.way:
            return None
        return Fraction(ceil(exact) if self.way == "up" else floor(exact))


def share_in(text: str, tokens: Sequence[Token], attributes: Lexicon[Key], wording: Wording) -> Share | None:
    """The share that a sentence takes of an attribute; None where it takes none or several."""
    if not tokens:
        return None
    start, end = tokens[0].start, tokens[-1].end
    shares = [
        Share(times, behind[0], _way(text, start, end, wording), behind[1])
        for times, pattern in wording.shares
        for match in pattern.finditer(text, start, end)
        if (behind := _behind(match.end(), tokens, attributes, wording)) is not None
    ]
    return shares[0] if len(shares) == 1 else None


def _way(text: str, start: int, end: int, wording: Wording) -> str:
    return next((way for way, pattern in wording.roundings if pattern.search(text, start, end)), "")


def _behind(end: int, tokens: Sequence[Token], attributes: Lexicon[Key], wording: Wording) -> tuple[Key, int] | None:
    """The attribute that stands behind a share, but for articles and the like, and where it ends."""
    small = wording.words("articles") | wording.words("pronouns") | wording.words("owners")
    at = next((index for index, token in enumerate(tokens) if token.start >= end), len(tokens))
    for index in range(at, min(len(tokens), at + MAX_GAP)):
        mention = next(iter(attributes.mentions_in(tokens[index:])), None)
        if mention is not None and mention.first == 0:
            return mention.meanings[0], tokens[index + mention.last - 1].end
        if tokens[index].word not in small:
            return None
    return None
