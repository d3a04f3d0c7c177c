"""Amounts that the sentences of a paragraph work with: what there was, what was taken or added, and what is left.

"Kit has 14 crowns. He buys two Furs at 6 crowns: 2 crowns are left." A rest is wrong if what stands before it comes to
another number, and no other calculation with the numbers of the paragraph gives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from rulebook_rules.facts.comparing import SIGNS
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.word_tokens import lowered_words

MAX_UNIT = 2
"""Words behind a number that may be what it counts: "two white candles"."""
MAX_GAP = 4
"""Tokens between a verb and its number, and between a count and a price."""
MAX_AMOUNTS = 8
"""Amounts before a rest that it may follow from."""
MAX_ADDED = 12
"""Amounts of a sentence before its total: all combinations of a few of them are tried."""
MAX_CHANGES = 4
MIN_PARTS = 2
HAS, LOSS, GAIN, REST = "has", "loss", "gain", "rest"
LEFT = "left"
"""A rest behind the verb of what leaves it."""


class Amount(NamedTuple):
    """A number of a paragraph.

    Attributes:
        sentence: in which it stands, `at` a token.
        amount: with the count before it: 12 for "two Furs at 6 crowns".
        units: the stems of what it may count; empty where nothing stands beside it.
        role: what the words around it make of it.
        is_named: whether a name of the game is what it counts: "19 Breath".
    """

    sentence: Sentence
    at: int
    amount: Fraction
    units: frozenset[str]
    role: str
    is_named: bool = False

    def counts_as(self, other: Amount) -> bool:
        """Return whether two numbers may count the same."""
        return not self.units or not other.units or not self.units.isdisjoint(other.units)


def rests_in(sentences: Sequence[Sentence], wording: Wording) -> Iterator[Difference]:
    """Yield what the sentences of a paragraph leave, right or wrong."""
    amounts = [amount for sentence in sentences for amount in _amounts(sentence, wording)]
    unread = [sentence for sentence in sentences if any(one.kind in ("dice", "range") for one in sentence.tokens)]
    for index, rest in enumerate(amounts):
        before = amounts[max(0, index - MAX_AMOUNTS) : index]
        if any(rest.sentence is not one and _is_within(one, before, rest) for one in unread):
            continue  # "The club does 1d10 harm and rolls a 4" may be what is taken.
        rest, before = _with_unit(before, rest)
        if rest.role == REST and (start := _start(before, rest)) is not None:
            yield from _compared(before, start, rest, wording)


def _is_within(sentence: Sentence, before: Sequence[Amount], rest: Amount) -> bool:
    """Return whether a sentence stands between the first of some amounts and a rest."""
    start = sentence.tokens[0].start
    return bool(before) and before[0].sentence.tokens[0].start < start < rest.sentence.tokens[0].start


def _with_unit(before: list[Amount], rest: Amount) -> tuple[Amount, list[Amount]]:
    """Return a rest that counts what was taken last, and the amounts before it."""
    if rest.role == LEFT:
        # "The tithe is 5 marks, which leaves 40."
        if before and before[-1].role == HAS and before[-1].sentence is rest.sentence:
            before[-1] = before[-1]._replace(role=LOSS)
        rest = rest._replace(role=REST)
    changed = next((one.units for one in reversed(before) if one.role in (LOSS, GAIN)), frozenset[str]())
    return rest if rest.units else rest._replace(units=changed), before


def may_have_rest(text: str, wording: Wording) -> bool:
    """Return whether a paragraph may say what is left."""
    words = wording.words("remainders") | wording.words("leaving") | wording.words("together")
    return not words.isdisjoint(lowered_words(text))


def totals_in(sentences: Sequence[Sentence], wording: Wording) -> Iterator[Difference]:
    """Yield what a sentence adds up, right or wrong: "Ada gets 6, Bo 11 and Cai 9, together 26 marks"."""
    earlier: list[Amount] = []
    for sentence in sentences:
        own = [*_amounts(sentence, wording)]
        together = [at for at, token in enumerate(sentence.tokens) if token.word in wording.words("together")]
        total = _total(own, together[0], sentence.tokens, wording) if len(together) == 1 else None
        if total is not None:
            yield from _added(earlier[-MAX_AMOUNTS:], [one for one in own if one.at < total.at], total, wording)
        earlier += own


def _total(own: Sequence[Amount], at: int, tokens: Sequence[Token], wording: Wording) -> Amount | None:
    """Return the amount beside a word for "together"."""
    behind = next((one for one in own if at < one.at <= at + MAX_GAP), None)
    if behind is not None and all(_is_between(token, wording) for token in tokens[at + 1 : behind.at]):
        return behind
    before = next((one for one in reversed(own) if at - MAX_UNIT - 1 <= one.at < at), None)
    return before if before is not None and all(one.kind == "word" for one in tokens[before.at + 1 : at]) else None


def _is_between(token: Token, wording: Wording) -> bool:
    """Return whether a token may stand between "together" and its number."""
    verbs = wording.words("makes") | wording.words("losses") | wording.words("gains") | wording.measure_verbs
    return token.word in wording.common | verbs or token.stem == ":"


def _added(earlier: Sequence[Amount], own: Sequence[Amount], total: Amount, wording: Wording) -> Iterator[Difference]:
    parts = _counted_as(own, total)
    if len(parts) < MIN_PARTS:
        changes = [one for one in earlier if one.role in (LOSS, GAIN)]
        parts = [*(one for one in changes if not one.units.isdisjoint(total.units)), *parts]
    used = [*parts, total]
    if any(one.sentence.text_of(one.sentence.tokens[one.at])[:1] in SIGNS for one in used):
        return  # "Combined with -1" is a change.
    if len(own) > MAX_ADDED or not MIN_PARTS <= len(parts) <= MAX_AMOUNTS or _may_be_more(used, wording):
        return
    right = sum((one.amount for one in parts), Fraction(0))
    if right.denominator != 1 or not all(one.sentence.is_exact([one.at], wording) for one in used):
        return
    is_wrong = right != total.amount and not _is_sum([*earlier, *own], total)
    token = total.sentence.tokens[total.at]
    places = tuple(one.sentence.place(one.sentence.tokens[one.at]) for one in parts)
    shown = like(int(right), total.sentence.text_of(token))
    place, what = total.sentence.place(token), "what these add up to"
    yield Difference(place, what, str(right), None, is_wrong, shown, of=places)


def _counted_as(own: Sequence[Amount], total: Amount) -> list[Amount]:
    """Return the numbers that may be parts of a total."""
    return [one for one in own if one.counts_as(total) and not (total.units and _is_aside(one))]


def _is_aside(amount: Amount) -> bool:
    """Return whether a number with its name says more of a thing: "a pipe (Grip 2)"."""
    tokens, at = amount.sentence.tokens, amount.at
    return not amount.units and at > 1 and tokens[at - 2].stem == "(" and tokens[at - 1].is_capital


def _is_sum(amounts: Sequence[Amount], total: Amount) -> bool:
    """Return whether some of the amounts add up to a total, or two of them multiply to it."""
    numbers = [one.amount for one in amounts]
    if any(one * other == total.amount for one, other in combinations(numbers, 2)):
        return True
    counts = range(MIN_PARTS, min(len(numbers), MAX_CHANGES + 1) + 1)
    return any(sum(some) == total.amount for count in counts for some in combinations(numbers, count))


def _compared(before: Sequence[Amount], start: int, rest: Amount, wording: Wording) -> Iterator[Difference]:
    changes = [one for one in before[start + 1 :] if one.counts_as(rest)]
    if not changes or any(one.role == HAS for one in changes):
        return
    used = [before[start], *changes, rest]
    if not all(one.sentence.is_exact([one.at], wording) for one in used) or _may_be_more(used, wording):
        return
    right = before[start].amount + sum((_signed(one) for one in changes), Fraction(0))
    is_wrong = right != rest.amount and not _is_explained(before, rest)
    if right.denominator != 1 or right < 0:
        return
    token = rest.sentence.tokens[rest.at]
    shown = like(int(right), rest.sentence.text_of(token))
    places = tuple(one.sentence.place(one.sentence.tokens[one.at]) for one in used[:-1])
    what = f"what is left of {before[start].amount}"
    yield Difference(rest.sentence.place(token), what, str(right), None, is_wrong, shown, of=places)


def _signed(amount: Amount) -> Fraction:
    return amount.amount if amount.role == GAIN else -amount.amount


def _start(before: Sequence[Amount], rest: Amount) -> int | None:
    """Return the last amount that something is taken from."""
    starts = [at for at in range(len(before) - 1, -1, -1) if before[at].role in (HAS, REST, LEFT)]
    alike = [at for at in starts if before[at].counts_as(rest) and (before[at].units or not rest.units)]
    # "19 Breath" may be counted in points.
    named = [at for at in starts if before[at].is_named]
    return alike[0] if alike else named[0] if len(named) == 1 else None


def _is_explained(before: Sequence[Amount], rest: Amount) -> bool:
    """Return whether any amount, with some others taken or added, comes to a rest."""
    amounts = [one.amount for one in before]
    for at, first in enumerate(amounts):
        # What was taken of an earlier amount is not taken of a rest again.
        others = amounts[at + 1 :] if before[at].role in (REST, LEFT) else amounts[:at] + amounts[at + 1 :]
        for count in range(min(len(others), MAX_CHANGES) + 1):
            for some in combinations(others, count):
                if any(
                    first + sum(map(_times, signs, some)) == rest.amount for signs in product((1, -1), repeat=count)
                ):
                    return True
    return False


def _times(sign: int, amount: Fraction) -> Fraction:
    return sign * amount


def _may_be_more(used: Sequence[Amount], wording: Wording) -> bool:
    """Return whether a sentence says that something happens to each of several, or several times."""
    for one in used:
        tokens = one.sentence.tokens
        text = one.sentence.block.text.text
        first = next((at for at in range(one.at - 1, -1, -1) if tokens[at].kind == "sign"), 0)
        if wording.any_share.search(text, tokens[first].start, tokens[-1].end) is not None:
            return True
        if any(token.word in wording.words("each") for token in tokens[first : one.at]):
            return True
    return False


def _amounts(sentence: Sentence, wording: Wording) -> Iterator[Amount]:
    """Yield the numbers of a sentence; none where dice or ranges stand among them."""
    tokens = sentence.tokens
    numbers = sentence.counts(wording)
    skipped: set[int] = set()
    for at in numbers:
        value = tokens[at].value
        if at in skipped or value is None or _is_rate(tokens, at, wording):
            continue
        price = _price(tokens, at, numbers, wording)
        amount, last = value.amount, at
        if price is not None and (each := tokens[price].value) is not None:
            amount, last = value.amount * each.amount, price
            skipped.add(price)
        is_named = last + 1 < len(tokens) and tokens[last + 1].is_capital
        yield Amount(sentence, last, amount, _units(tokens, last, wording), _role(tokens, at, wording), is_named)


def _is_rate(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether a number is what each of something brings: "8 loaves for every House"."""
    behind = [token.word for token in tokens[at + 2 : at + 2 + MAX_UNIT]]
    return not wording.words("each").isdisjoint(behind) and tokens[at - 1].word not in wording.words("at")


def _price(tokens: Sequence[Token], at: int, numbers: Sequence[int], wording: Wording) -> int | None:
    """Return the price of each of what a number counts: "six flasks at 2 marks"."""
    for price in numbers:
        if at + 1 < price <= at + 1 + MAX_GAP:
            is_at = tokens[price - 1].word in wording.words("at")
            is_price = is_at and tokens[price - 1].word not in wording.words("exchanges")
            is_each = is_at and any(token.word in wording.words("each") for token in tokens[price + 1 : price + 3])
            return price if is_price or is_each else None
    return None


def _units(tokens: Sequence[Token], at: int, wording: Wording) -> frozenset[str]:
    """Return the stems of the words that may be what a number counts."""
    small = wording.common | wording.ands | wording.words("remainders") | wording.words("losses")
    small |= wording.words("leaving") | wording.words("so")
    units = set[str]()
    for token in tokens[at + 1 : at + 1 + MAX_UNIT]:
        if token.kind != "word" or token.word in small:
            break
        units.add(token.stem)
    behind = at + 1 + len(units)
    if behind + 1 < len(tokens) and tokens[behind].word in wording.words("owners") and tokens[behind + 1].is_capital:
        units.add(tokens[behind + 1].stem)  # "10 points of Breath"
    if at > 1 and tokens[at - 1].word in wording.words("owners") and tokens[at - 2].kind == "word":
        units.add(tokens[at - 2].stem)
    return frozenset(units)


def _role(tokens: Sequence[Token], at: int, wording: Wording) -> str:
    """Return what the words around a number make of it."""
    first = next((one + 1 for one in range(at - 1, -1, -1) if _parts(tokens, one, wording)), 0)
    lead = [token.word for token in tokens[first:at]]
    behind = [token.word for token in tokens[at + 1 : at + 2 + MAX_GAP]]
    stop = next(
        (index for index, one in enumerate(tokens[at + 1 : at + 2 + MAX_GAP]) if one.kind != "word"), len(behind)
    )
    rests = wording.words("remainders")
    if any(word in wording.words("leaving") for word in lead):
        return LEFT
    if not rests.isdisjoint((*lead[-1:], *behind[:stop])):
        return REST
    if not wording.words("losses").isdisjoint(lead):
        return LOSS
    return GAIN if not wording.words("gains").isdisjoint(lead) else HAS


def _parts(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether a token parts what is said of two numbers."""
    return _is_number(tokens, at) or tokens[at].stem in (";", ":", ",", ".")


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    return 0 <= at < len(tokens) and tokens[at].kind == "number"
