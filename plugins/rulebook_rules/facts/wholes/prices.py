"""Amounts of several things: "3 cubes of Wine for 12 florins", "together they cost 6 florins"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.tokens import Token, tokens_of
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.register import Register, Thing
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_syntax.document import Document
from rulebook_text.lexing.forms import like

END = Token("sign", 0, 0)
MAX_GAP = 4
"""Tokens between a thing and the price of several."""
MAX_NOUN = 2
"""Tokens between a number and the thing that it counts: "3 cubes of Wine"."""


class Counted(NamedTuple):
    """A thing, how many of it, and the token behind it."""

    times: Fraction
    thing: Thing
    end: int


class Total(NamedTuple):
    """The amount that some things come to, by one of their attributes; its place in the rules."""

    amount: Fraction
    place: Place | None
    attribute: Key


def _is_together(tokens: Sequence[Token], wording: Wording, *, has_things: bool) -> bool:
    """Return whether a sentence tells what several things cost together, perhaps those of the one before it."""
    together, links = wording.words("together"), wording.words("links")
    if any(token.word in together and after.word not in links for token, after in pairwise((*tokens, END))):
        return True
    # "She buys a Net and a Harpoon. That comes to 18 coins."
    comes = wording.words("makes") - wording.measure_verbs
    is_that = len(tokens) > 1 and tokens[0].word in wording.words("articles") and tokens[1].word in comes
    return is_that and not has_things


def _in_all(sentence: Sentence, at: int, things: Sequence[Counted], register: Register) -> Iterator[Difference]:
    """Compare the amount at a token with what several things cost together."""
    named = _of_one_kind(things, sentence.tokens[at + 1].stem)
    if len({one.thing.key for one in named}) > 1 or sum(one.times for one in named) > 1:
        yield from _compared(sentence, at, named, register)


def prices_in(sentence: Sentence, register: Register) -> Iterator[Difference]:
    """Compare the amounts of several of one thing, and of all things of two sentences."""
    tokens, wording = sentence.tokens, register.wording
    if sentence.has_event(register.events) or sentence.has_event(wording.words("each")):
        return
    things = [*counted_in(tokens, register)]
    amounts = [at for at in sentence.numbers() if at + 1 < len(tokens) and tokens[at + 1].stem in register.units]
    is_together = _is_together(tokens, wording, has_things=bool(things))
    if is_together and not amounts and len(things) > 1:
        yield from _together(sentence, things, register)
    if is_together and len(amounts) == 1 and sentence.is_exact(amounts, wording):
        yield from _in_all(sentence, amounts[0], things or [*counted_in(sentence.before, register)], register)
        return
    for one in things:
        behind = [at for at in amounts if one.end <= at <= one.end + MAX_GAP]
        is_sure = one.times > 1 and bool(behind) and sentence.is_exact(behind[:1], wording)
        if is_sure and _is_paid(tokens, one, behind[0], register):
            yield from _compared(sentence, behind[0], [one], register)


def _of_one_kind(things: Sequence[Counted], unit: str) -> Sequence[Counted]:
    """The things whose value with a unit most have: tools with a weight, and not who can carry so much."""
    keys = Counter(one.key for counted in things for one in counted.thing.with_unit(unit))
    key = max(keys, key=lambda one: keys[one], default=())
    return [one for one in things if key in one.thing.attributes and one.thing.attributes[key].unit == unit]


def _together(sentence: Sentence, things: Sequence[Counted], register: Register) -> Iterator[Difference]:
    """The sum of a value without a unit that a verb names: "a Flatbed and a Boxcar together weigh 3"."""
    tokens = sentence.tokens
    numbers = [at for at in sentence.numbers() if at >= things[-1].end]
    verb = next((at for at in numbers[:1] if tokens[at - 1].word in register.verbs), 0)
    is_end = bool(verb) and all(token.kind == "sign" for token in tokens[verb + 1 :])
    if not is_end or len(sentence.numbers()) != 1 + sum(one.times > 1 for one in things):
        return
    for key in register.verbs[tokens[verb - 1].word]:
        if all(key in one.thing.attributes for one in things) and sentence.is_exact([verb], register.wording):
            yield from _of_total(sentence, verb, things, [*_totals(things, register, "", key)])
            return


def counted_in(tokens: Sequence[Token], register: Register) -> Iterator[Counted]:
    """The things that tokens name, each with the number before it."""
    for mention in register.names.mentions_in(tokens):
        if len(mention.meanings) == 1:
            yield Counted(_count(tokens, mention.first, register), mention.meanings[0], mention.last)


def _count(tokens: Sequence[Token], first: int, register: Register) -> Fraction:
    """The number of a thing: "two Cooks", "3 cubes of Wine"; one where none stands before it."""
    for at in range(first - 1, max(-1, first - 2 - MAX_NOUN), -1):
        token = tokens[at]
        if token.kind == "number" and token.value is not None and token.value.amount > 1:
            is_of = at == first - 1 or tokens[first - 1].word in register.wording.words("owners")
            is_worth = at + 1 < first and tokens[at + 1].stem in register.conversions
            return token.value.amount if is_of and not is_worth else Fraction(1)
        if token.kind != "word" or token.is_capital:
            break
    return Fraction(1)


def _is_paid(tokens: Sequence[Token], one: Counted, at: int, register: Register) -> bool:
    """Return whether only small words and verbs lead from things to their price."""
    wording = register.wording
    joints = wording.words("exchanges") | wording.measure_verbs | wording.words("makes")
    between = [token.word for token in tokens[one.end : at] if token.kind != "genitive"]
    return any(word in joints for word in between) and all(word in joints | wording.common for word in between)


def _compared(sentence: Sentence, at: int, things: Sequence[Counted], register: Register) -> Iterator[Difference]:
    """Compare an amount with a unit with what things come to in that unit."""
    token = sentence.tokens[at]
    totals = [*_totals(things, register, sentence.tokens[at + 1].stem)]
    # "Buys 3 cubes" says which of two prices is meant.
    named = {key for mention in register.attributes.mentions_in(sentence.tokens) for key in mention.meanings}
    named |= {key for one in sentence.tokens for key in register.verbs.get(one.word, ())}
    if not named.isdisjoint(things[0].thing.attributes):
        totals = [one for one in totals if one.attribute in named]
    if not totals or token.value is None:
        return
    yield from _of_total(sentence, at, things, totals)


def _of_total(sentence: Sentence, at: int, things: Sequence[Counted], totals: Sequence[Total]) -> Iterator[Difference]:
    """Compare the number at a token with one of the totals that it may be."""
    token = sentence.tokens[at]
    if token.value is None or not totals:
        return
    right = next((one for one in totals if one.amount == token.value.amount), totals[0])
    is_wrong = right.amount != token.value.amount
    if is_wrong and len(totals) > 1:
        return  # Nobody says which of the amounts is meant.
    shown = like(int(right.amount), token.value.shown) if right.amount.denominator == 1 else ""
    what = "the amount of " + " and ".join(f"{one.times} × {one.thing.name}" for one in things)
    yield Difference(sentence.place(token), what, str(right.amount), right.place, is_wrong, shown)


def _totals(things: Sequence[Counted], register: Register, unit: str, head: Key = ()) -> Iterator[Total]:
    """The amounts that things come to: by each attribute with a unit, or by that with a head."""
    first = things[0].thing
    for attribute in first.attributes.values():
        if not (attribute.key == head or (unit and attribute.unit == unit)):
            continue
        amount, place = Fraction(0), None
        for one in things:
            stated = register.stated(one.thing, attribute.key)
            if not stated or stated[0].value.kind != "number":
                break
            amount, place = amount + one.times * stated[0].value.amount, stated[0].place
        else:
            yield Total(amount, place, attribute.key)


def prices_in_tables(document: Document, register: Register) -> Iterator[Difference]:
    """The amounts in rows of several of one thing: "| 2 cubes of Amber | 12 |"."""
    for table in document.prose.tables:
        heads = [head_of(cell.text, register.wording) for cell in table.header]
        for row in table.rows:
            things = [*counted_in(tokens_of(row[0].text, register.wording), register)] if row else []
            if len(things) != 1 or things[0].times == 1:
                continue
            for head, cell in zip(heads[1:], row[1:], strict=False):
                if not head.key:
                    continue
                value = cell_value(cell.text, register.wording)
                unit = value.unit if value is not None and value.unit else head.unit or head.key[-1]
                totals = [*_totals(things, register, unit, head.key)]
                if value is None or value.kind != "number" or not totals:
                    continue
                right = next((one for one in totals if one.amount == value.amount), totals[0])
                is_wrong = right.amount != value.amount
                if not is_wrong or len(totals) == 1:
                    what = f"the amount of {things[0].times} × {things[0].thing.name}"
                    place = Place(document.source, cell.span)
                    yield Difference(place, what, str(right.amount), right.place, is_wrong, str(right.amount))
