"""Worked rolls in words: "she rolls a 5, adds her Wit of 2 and gets 7"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MAX_ROLLED = 6
"""Dice of one roll: any of them may be those that are kept."""
MAX_LEAD = 3
"""Tokens between "total" and its number."""
_PARTS = (",", ":", "(", ")")
_EQUAL = (":", "=")


class _Worked(NamedTuple):
    """The tokens of numbers that were rolled, of those added, and of the total."""

    rolled: Sequence[int]
    added: Sequence[int]
    total: int


def rolls_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """Yield what the one roll of a sentence comes to, right or wrong."""
    tokens = sentence.tokens
    worked = _worked(tokens, wording)
    if worked is None or not sentence.is_exact([*worked.rolled, *worked.added, worked.total], wording):
        return
    rolled, added = _amounts(tokens, worked.rolled), _amounts(tokens, worked.added)
    (stated,) = _amounts(tokens, [worked.total])
    fixed = sum(added, Fraction(0))
    # Of several dice those that count may be the highest.
    sums = {sum(some, fixed) for count in range(1, len(rolled) + 1) for some in combinations(rolled, count)} or {fixed}
    right = sum(rolled, fixed)
    if right.denominator == 1:
        places = tuple(sentence.place(tokens[at]) for at in (*worked.rolled, *worked.added))
        what, shown = "what these add up to", like(int(right), sentence.text_of(tokens[worked.total]))
        yield Difference(
            sentence.place(tokens[worked.total]), what, str(right), None, stated not in sums, shown, of=places
        )


def asides_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """Yield the numbers with the sum that they are in brackets behind them: "rolls 11 (6 + 3 + 2)"."""
    tokens = sentence.tokens
    for opens, token in enumerate(tokens):
        closes = next((at for at in range(opens, len(tokens)) if tokens[at].stem == ")"), 0)
        at = opens - 1 if opens and tokens[opens - 1].kind == "number" else opens - 2
        if token.stem != "(" or not closes or at < 0 or not _is_number(tokens[at], wording):
            continue
        # "2(3 + 1)" and "4 × (2 + 1)" are products.
        if tokens[at].end == token.start or tokens[opens - 1].kind == "sign":
            continue
        inside = tokens[opens + 1 : closes]
        right = _sum_of(inside)
        (stated,) = _amounts(tokens, [at])
        if right is not None and right.denominator == 1 and sentence.is_exact([at], wording):
            shown = like(int(right), sentence.text_of(tokens[at]))
            places = tuple(sentence.place(one) for one in inside[::2])
            yield Difference(
                sentence.place(tokens[at]), "the sum behind it", str(right), None, right != stated, shown, of=places
            )


def _sum_of(inside: Sequence[Token]) -> Fraction | None:
    """Return what numbers with signs between them come to; None where there is anything else."""
    parts = [_signed(one, inside[index - 1].stem if index else "") for index, one in enumerate(inside)][::2]
    are_signs = all(one.stem in ("+", "−", "–", "-") for one in inside[1::2])
    if len(parts) < 2 or len(inside) % 2 == 0 or not are_signs or None in parts:
        return None
    return sum((part for part in parts if part is not None), Fraction(0))


def _signed(token: Token, sign: str) -> Fraction | None:
    """Return a number of a sum with the sign before it; None for what is no number in digits."""
    if token.kind != "number" or token.value is None or token.is_word or token.stem[:1] in "+-−–":
        return None
    return -token.value.amount if sign in ("−", "–", "-") else token.value.amount


def _amounts(tokens: Sequence[Token], numbers: Sequence[int]) -> list[Fraction]:
    return [value.amount for at in numbers if (value := tokens[at].value) is not None]


def _worked(tokens: Sequence[Token], wording: Wording) -> _Worked | None:
    """Return the numbers of a roll; None where the sentence says anything else."""
    adding = [at for at, token in enumerate(tokens) if token.word in wording.words("adding")]
    rolling = [at for at, token in enumerate(tokens) if wording.is_rolled(token.word)]
    first = min((*rolling[:1], *adding[:1]), default=len(tokens))
    total = _total(tokens, first, wording)
    if total is None:
        return None
    lead, at = total
    terms = _terms(tokens[:lead], first, wording) or []
    added = [one for one in terms if adding and one > adding[0]]
    rolled = [one for one in terms if one not in added]
    is_said = bool(added) or wording.is_total(tokens[lead].word)
    is_rolled = bool(rolling) and rolling[0] == first and 0 < len(rolled) <= MAX_ROLLED
    is_whole = (is_rolled or (not rolled and not rolling)) and len(rolled) + len(added) > 1
    return _Worked(rolled, added, at) if is_said and is_whole else None


def _total(tokens: Sequence[Token], first: int, wording: Wording) -> tuple[int, int] | None:
    """Return the last word that leads to a result and its number; None where no number is one."""
    results = wording.words("results")
    leads = [at for at in range(first + 1, len(tokens)) if tokens[at].word in results]
    for lead in reversed(leads):
        for at in range(lead + 1, min(len(tokens), lead + 2 + MAX_LEAD)):
            if _is_number(tokens[at], wording):
                behind = tokens[at + 1] if at + 1 < len(tokens) else None
                is_alone = behind is None or behind.kind == "sign" or behind.word in wording.common | wording.ands
                return (lead, at) if is_alone else None
            if not (_is_small(tokens[at], wording) or tokens[at].stem in _EQUAL):
                break
    return None


def _terms(tokens: Sequence[Token], first: int, wording: Wording) -> list[int] | None:
    """Return the one number of each part of a roll; None where a part has another text."""
    terms: list[int] = []
    part: list[int] = []
    joints = wording.ands | wording.words("adding")
    for at in range(first, len(tokens) + 1):
        token = tokens[at] if at < len(tokens) else None
        if token is not None and token.stem not in _PARTS and token.word not in joints:
            part.append(at)
            continue
        number = _number(tokens, part, wording)
        if number is None:
            return None
        terms += [number] if number >= 0 else []
        part = []
    return terms


def _number(tokens: Sequence[Token], part: Sequence[int], wording: Wording) -> int | None:
    """Return the number of a part; -1 where it has only small words, None where it has more."""
    numbers = [at for at in part if _is_number(tokens[at], wording)]
    names = [at for at in part if at not in numbers and not _is_small(tokens[at], wording)]
    if not numbers:
        return -1 if not names else None
    if tokens[part[0]].word in wording.words("links"):
        return None  # "On a 6 add 2"
    at = numbers[0]
    behind = at + 1
    is_counted = behind in part and tokens[behind].kind == "word" and not _is_small(tokens[behind], wording)
    owners = wording.words("owners") | wording.words("links")
    is_named = all(tokens[one].is_capital or (one + 2 == at and tokens[one + 1].word in owners) for one in names)
    return at if len(numbers) == 1 and is_named and not is_counted else None


def _is_number(token: Token, wording: Wording) -> bool:
    """Return whether a token is a number, and no article that also counts."""
    is_article = token.is_word and token.word in wording.words("articles")
    return token.kind == "number" and token.value is not None and not is_article


def _is_small(token: Token, wording: Wording) -> bool:
    """Return whether a token says nothing of how a number is meant."""
    if token.kind == "dice":
        return token.value is not None and not any(sign in token.value.text for sign in "+-")
    small = wording.common - wording.words("negations")
    small |= wording.words("at") | wording.words("results") | wording.words("so") | wording.words("fillers")
    return token.kind == "genitive" or token.word in small or wording.is_rolled(token.word)
