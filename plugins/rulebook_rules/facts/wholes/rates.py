"""Rates: "2 Renown for each mead" or "a mead gives 2 Renown", with an example: "so three meads give 6 Renown"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

_TIMES = frozenset("*×/÷")
MAX_GAP = 2
"""Tokens between an amount and the word for "each"."""
MAX_BEHIND = 5
"""Tokens between what each is and its amount."""


class Rate(NamedTuple):
    """A rate of a sentence: `amount` of one thing for each `per` of another one; things by their stems.

    Attributes:
        verbs: the stems of the words of its sentence, one of which an example has as well.
    """

    amount: Fraction
    thing: str
    per: Fraction
    other: str
    place: Place
    verbs: frozenset[str] = frozenset()

    @property
    def times(self) -> Fraction:
        """How many of the thing one of the other brings."""
        return self.amount / self.per


def rate_in(sentence: Sentence, wording: Wording) -> Rate | None:
    """Return the one rate that a sentence states; None where it states none or several."""
    tokens = sentence.tokens
    numbers = sentence.counts(wording)
    # "Each of the weeks" counts nothing.
    owners = wording.words("owners")
    each = [at for at, token in enumerate(tokens[:-1]) if token.word in wording.words("each")]
    each = [at for at in each if tokens[at + 1].word not in owners]
    if len(each) > 1 or not numbers:
        return None
    if not each:
        return _rate_of_any(sentence, numbers, wording)
    first, last = _clause(tokens, each[0])
    within = [at for at in numbers if first <= at < last]
    rate = _rate_before(sentence, each[0], within, wording) or _rate_behind(sentence, each[0], within, wording)
    return rate._replace(verbs=_verbs(tokens[first:last], wording)) if rate is not None else None


def _clause(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Return where the part of a sentence between signs begins and ends in which a token stands."""
    first = next((index + 1 for index in range(at, -1, -1) if tokens[index].kind == "sign"), 0)
    return first, next((index for index in range(at, len(tokens)) if tokens[index].kind == "sign"), len(tokens))


def examples_behind(sentence: Sentence, wording: Wording) -> Sentence:
    """Return what follows a rate in its sentence: "six loaves for each sack: four sacks give 24"."""
    tokens = sentence.tokens
    ends = (at for at, token in enumerate(tokens) if token.stem in (":", ";") or token.word in wording.words("so"))
    return sentence._replace(tokens=tokens[next(ends, len(tokens)) :])


def _rate_before(sentence: Sentence, each: int, numbers: Sequence[int], wording: Wording) -> Rate | None:
    """Return a rate whose amount stands before "each": "2 Renown for each mead"."""
    before = [at for at in numbers if at < each]
    behind = [at for at in numbers if at == each + 1]
    if len(before) != 1 or len(behind) + 1 != len(numbers):
        return None
    first, counted = before[0], each + 1 + len(behind)
    is_near = first + 1 < each <= first + 2 + MAX_GAP
    if not is_near or any(token.kind == "sign" for token in sentence.tokens[first:counted]):
        return None
    return _rate(sentence, first, behind[0] if behind else None, counted, wording)


def _rate_behind(sentence: Sentence, each: int, numbers: Sequence[int], wording: Wording) -> Rate | None:
    """Return a rate whose amount stands behind: "for every 10 fathoms you wait one bell"."""
    per = each + 1 if each + 1 in numbers else None
    counted = each + 1 + (per is not None)
    behind = [at for at in numbers if at > counted]
    # Only words of the beginning may stand before it.
    lead = sentence.tokens[_clause(sentence.tokens, each)[0] : each]
    is_lead = all(token.word in wording.common or token.word in wording.words("at") for token in lead)
    if not is_lead or not behind or not counted < behind[0] <= counted + 1 + MAX_BEHIND:
        return None
    if any(token.kind == "sign" for token in sentence.tokens[counted : behind[0]]):
        return None
    if len(behind) > 1 or _is_of(sentence.tokens, behind[0], wording):
        return None
    return _rate(sentence, behind[0], per, counted, wording)


def _rate_of_any(sentence: Sentence, numbers: Sequence[int], wording: Wording) -> Rate | None:
    """Return the rate of any of a kind: "a sack costs 5 crowns"."""
    tokens = sentence.tokens
    verbs = wording.measure_verbs | wording.words("makes")
    if len(tokens) <= numbers[0] + 1 or numbers[0] != len(("a", "sack", "costs")):
        return None
    if tokens[0].word not in wording.indefinite or tokens[2].word not in verbs:
        return None
    rate = _rate(sentence, numbers[0], None, 1, wording)
    return rate._replace(verbs=_verbs(tokens[: numbers[0]], wording)) if rate is not None else None


def _rate(sentence: Sentence, at: int, per: int | None, counted: int, wording: Wording) -> Rate | None:
    """Return a rate with its amount at a token, and what each is at another one."""
    tokens = sentence.tokens
    if max(at + 1, counted) >= len(tokens) or not sentence.is_exact([at], wording):
        return None
    amount, each = tokens[at].value, tokens[per].value if per is not None else None
    is_named = tokens[at + 1].kind == tokens[counted].kind == "word"
    if not is_named or amount is None or not amount.amount or (each is not None and not each.amount):
        return None
    share = each.amount if each is not None else Fraction(1)
    return Rate(amount.amount, tokens[at + 1].stem, share, tokens[counted].stem, sentence.place(tokens[at]))


def _verbs(tokens: Sequence[Token], wording: Wording) -> frozenset[str]:
    small = wording.common | wording.ands | wording.words("each") | wording.words("at")
    return frozenset(token.stem for token in tokens if token.kind == "word" and token.word not in small)


def example_joints(wording: Wording) -> frozenset[str]:
    """Return the words of which one joins what is given to its result in an example of a rate."""
    return wording.words("so").union(*map(wording.words, ("exchanges", "losses", "makes")))


def rated_in(sentence: Sentence, rates: Sequence[Rate], wording: Wording) -> Iterator[Difference]:
    """The results of examples of a rate: "Lisl brings three meads, and so gets 6 Renown"."""
    tokens = sentence.tokens
    numbers = [at for at in sentence.counts(wording) if not _is_factor(tokens, at)]
    for first, last in pairwise(numbers):
        units = _unit(tokens, first, wording), _unit(tokens, last, wording)
        fitting = [rate for rate in rates if _fits(rate, *units) and _is_joined(tokens, first, last, rate, wording)]
        given, stated = tokens[first].value, tokens[last].value
        if len(fitting) != 1 or given is None or stated is None or not sentence.is_exact([first, last], wording):
            continue
        if _is_of(tokens, last, wording):
            continue
        rate = fitting[0]
        right = rate.times * given.amount
        if right.denominator == 1:
            shown = like(int(right), sentence.text_of(tokens[last]))
            what = f"what {given.amount} make at {rate.amount} for each"
            is_wrong = right != stated.amount
            of = (sentence.place(tokens[first]),)
            yield Difference(sentence.place(tokens[last]), what, str(right), rate.place, is_wrong, shown, of=of)


def _fits(rate: Rate, given: str, result: str) -> bool:
    """Return whether two units are those of a rate; that of the result may be left out."""
    return given in (rate.other, _THEM) and result in (rate.thing, "")


def _is_joined(tokens: Sequence[Token], first: int, last: int, rate: Rate, wording: Wording) -> bool:
    """Return whether a word leads from what is given to a result: one for "so", or a verb that the rate has."""
    between = tokens[first + 1 : last]
    is_so = any(token.word in wording.words("so") for token in tokens[:last])
    verbs = rate.verbs - {rate.thing, rate.other}
    has_unit = _unit(tokens, last, wording) != ""
    joints = example_joints(wording)
    is_said = is_so or any(token.stem in verbs or token.word in joints for token in between)
    return is_said and (has_unit or is_so or last + 1 >= len(tokens) or tokens[last + 1].kind == "sign")


_THEM = "*"
"""The unit of "the four of them"."""


def _unit(tokens: Sequence[Token], at: int, wording: Wording) -> str:
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if behind is None or behind.kind != "word":
        return ""
    if (
        behind.word in wording.words("owners")
        and at + 2 < len(tokens)
        and tokens[at + 2].word in wording.words("pronouns")
    ):
        return _THEM
    return behind.stem


def _is_of(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether a number says what something is of: "each rest of 15 minutes"."""
    return at > 0 and tokens[at - 1].word in wording.words("owners") - wording.words("exchanges")


def _is_factor(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a number is part of a calculation in signs: the 2 of "width * 2 = 6 yards"."""
    return any(token.stem in _TIMES for token in (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2]))
