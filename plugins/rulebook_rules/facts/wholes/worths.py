"""The worth of units in each other, as several sentences of a book state it: "12 bits make a mark".

Nobody declares it: most sentences have to agree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Bound
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence

MIN_AGREEING = 3
MIN_RATIO = 3
"""Sentences that must agree on a worth for each one that differs."""
MAX_GAP = 3
"""Tokens between two amounts of one worth."""
_LINKS = frozenset("=(,;:")


class Worth(NamedTuple):
    """A statement that some of one unit are worth some of another one.

    Attributes:
        units: the stems of the dearer and of the cheaper unit.
        words: the same as the text writes them.
        amount: of the cheaper unit that makes one of the dearer.
        counted: how many of the dearer unit the text names.
        place: of the amount of the cheaper unit or, where the dearer is counted behind it, of that.
    """

    units: tuple[str, str]
    words: tuple[str, str]
    amount: Fraction
    counted: Fraction
    place: Place


class _Amount(NamedTuple):
    """A number of a unit at tokens `[first, last)`; `number` is its token, -1 where an article stands for one."""

    first: int
    last: int
    amount: Fraction
    unit: str
    word: str
    number: int


def worths_in(sentence: Sentence, wording: Wording) -> Iterator[Worth]:
    """Yield what a sentence says that units are worth."""
    amounts = [*_amounts(sentence, wording)]
    for one, other in pairwise(amounts):
        if one.unit == other.unit or not _is_equal(sentence.tokens[one.last : other.first], wording):
            continue
        if any(_has_bound(sentence, amount.number, wording) for amount in (one, other)):
            continue
        if one.amount and other.amount and one.amount != other.amount:
            dear, cheap = sorted((one, other), key=lambda amount: amount.amount)
            at = other.number if other.number >= 0 else one.number
            place = sentence.place(sentence.tokens[at])
            words = dear.word, cheap.word
            yield Worth((dear.unit, cheap.unit), words, cheap.amount / dear.amount, dear.amount, place)


def _amounts(sentence: Sentence, wording: Wording) -> Iterator[_Amount]:
    """Yield numbers with a unit, and units that stand for one: behind an article, or alone before a colon."""
    tokens, articles = sentence.tokens, wording.words("articles")
    # "The dragon makes two attacks" is about one dragon.
    counted = wording.indefinite | wording.words("each")
    at = 0
    while at + 1 < len(tokens):
        token, behind = tokens[at], tokens[at + 1]
        if token.kind == "number" and token.value is not None and _is_unit(behind, wording):
            is_article = token.is_word and token.word in articles
            yield _Amount(at, at + 2, token.value.amount, behind.stem, behind.word, -1 if is_article else at)
            at += 2
        elif token.word in counted and _is_unit(behind, wording):
            # "A silver mark": the last word is the unit.
            last = at + 2
            if last < len(tokens) and _is_unit(tokens[last], wording) and not _is_verb(tokens[last], wording):
                last += 1
            yield _Amount(at, last, Fraction(1), tokens[last - 1].stem, tokens[last - 1].word, -1)
            at = last
        elif at == 0 and behind.stem == ":" and _is_unit(token, wording):
            yield _Amount(0, 1, Fraction(1), token.stem, token.word, -1)
            at = 1
        else:
            at += 1


def _is_unit(token: Token, wording: Wording) -> bool:
    return token.kind == "word" and token.word not in wording.common and not _is_verb(token, wording)


def _is_verb(token: Token, wording: Wording) -> bool:
    return token.word in wording.words("converts")


def _is_equal(between: Sequence[Token], wording: Wording) -> bool:
    """Return whether tokens between two amounts say that they are worth the same."""
    if not 0 < len(between) <= MAX_GAP:
        return False
    converts, links = wording.words("converts"), wording.words("relatives")
    is_said = any(token.word in converts or token.stem in ("=", ":") for token in between)
    return is_said and all(token.word in converts or token.word in links or token.stem in _LINKS for token in between)


def _has_bound(sentence: Sentence, at: int, wording: Wording) -> bool:
    text = sentence.block.text.text
    return at >= 0 and bound_at(text, sentence.tokens[at], wording) is not Bound.EXACTLY


def differing_worths(worths: Iterable[Worth]) -> Iterator[Difference]:
    """Compare statements of the worth of the same units with what most of them say."""
    by_units: dict[frozenset[str], list[Worth]] = defaultdict(list)
    for worth in worths:
        by_units[frozenset(worth.units)].append(worth)
    for own in by_units.values():
        (best, count), *_ = Counter((one.units, one.amount) for one in own).most_common(1)
        if count < MIN_AGREEING or count < MIN_RATIO * (len(own) - count):
            continue
        differing = len(own) - count + 1
        is_firm = count - 1 >= MIN_AGREEING and count - 1 >= MIN_RATIO * differing
        first = next(one for one in own if (one.units, one.amount) == best)
        dear, cheap = first.words
        for one in own:
            right = best[1] * one.counted
            is_wrong = (one.units, one.amount) != best
            what = f"the worth of {one.counted} {dear}"
            yield Difference(one.place, what, f"{right} {cheap}", first.place, is_wrong, is_firm=is_firm)
