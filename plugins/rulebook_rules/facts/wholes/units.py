"""Constants with a unit: "a mark is 12 bits", and amounts that are worth the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.authority.rules import place_in
from rulebook_rules.facts.model import Bound, Key
from rulebook_rules.facts.reading.lexicon import Lexicon, Mention, key_of
from rulebook_rules.facts.reading.tokens import Token, bound_at
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulesmod.dice.digits import to_fraction
from rulesmod.system import Quantity, System

MAX_GAP = 4


class Constant(NamedTuple):
    """A value that is the same for everybody.

    Attributes:
        name: as the rules have it.
        amount: how much it is.
        unit: the stem of what it is counted in; "" where it has none.
        unit_name: the same as the rules write it.
    """

    name: str
    amount: Fraction
    unit: str
    unit_name: str
    place: Place | None


def constants_of(system: System, wording: Wording) -> Lexicon[Constant]:
    """The constants of a game by their names."""
    constants: Lexicon[Constant] = Lexicon()
    for value in system.quantities:
        amount = _amount(value)
        if amount is not None:
            key = key_of(value.unit, wording)
            place = place_in(system, "values", value.name)
            one = Constant(value.name, amount, key[-1] if key else "", value.unit, place)
            for name in (value.name, *value.also):
                constants.add(key_of(name, wording), one)
    return constants


def _amount(value: Quantity) -> Fraction | None:
    if value.rule is None or value.needs:
        return None
    answer = value.rule({})
    try:
        return to_fraction(answer.value) if answer is not None else None
    except (TypeError, ValueError):
        return None


def conversions_of(constants: Sequence[Constant], wording: Wording) -> Mapping[str, tuple[Fraction, str]]:
    """The worth of constants of one word in their units, by their stems."""
    results: dict[str, tuple[Fraction, str]] = {}
    for one in constants:
        key: Key = key_of(one.name, wording)
        if len(key) == 1 and one.unit and one.amount > 0:
            results[key[0]] = one.amount, one.unit
    return results


def amounts_in(
    sentence: Sentence, constants: Lexicon[Constant], events: Set[str], wording: Wording
) -> Iterator[Difference]:
    """Values of constants in a sentence, and amounts of them that are worth others; none behind a change."""
    tokens = sentence.tokens
    for mention in constants.mentions_in(tokens):
        one = mention.meanings[0]
        at = _linked(tokens, mention, one, wording)
        value = tokens[at].value if at is not None else None
        if at is None or value is None or bound_at(sentence.block.text.text, tokens[at], wording) is not Bound.EXACTLY:
            continue
        times = _times(tokens, mention, at, wording)
        if any(token.word in events for token in tokens[: max(at + 1, mention.last)]):
            continue
        if times is None or (at < mention.first and _goes_on(tokens, mention.last, wording)):
            continue
        right, place = times * one.amount, sentence.place(tokens[at])
        wrong_unit = _other_unit(tokens, at, one, constants)
        what = f"the value of {one.name}" if times == 1 else f"the worth of {one.name}"
        unit = one.unit_name
        if mention.first > at and times != 1 and (counted := tokens[mention.first - 1].value) is not None:
            # "36 bits, which is 3 marks": what it is worth stands behind.
            place, right = sentence.place(tokens[mention.first - 1]), value.amount / one.amount
            is_wrong = counted.amount != right
            what, unit = f"the worth of {value.amount} {unit} in {one.name}", ""
        else:
            is_wrong = value.amount != right or wrong_unit
        shown = f"{right} {unit}".strip()
        yield Difference(place, what, shown, one.place, is_wrong, "" if wrong_unit else str(right))


def changed_in(sentence: Sentence, constants: Lexicon[Constant], wording: Wording) -> Iterator[Difference]:
    """The second of two amounts that a sentence changes for each other: "24 florins may be changed for 3 crowns"."""
    tokens, numbers = sentence.tokens, sentence.numbers()
    if len(numbers) != 2 or not sentence.has_event(wording.words("changes")) or numbers[1] + 1 >= len(tokens):
        return
    between = tokens[numbers[0] : numbers[1]]
    is_joined = all(token.kind != "sign" and token.word not in wording.ands for token in between)
    if not is_joined or not sentence.is_exact(numbers, wording):
        return
    amounts = [value.amount for at in numbers if (value := tokens[at].value) is not None]
    units = [tokens[at + 1].stem for at in numbers]
    for one in dict.fromkeys(constants.all()):
        stem = key_of(one.name, wording)[-1:]
        if not one.unit or not one.amount or sorted(units) != sorted((one.unit, *stem)):
            continue
        right = amounts[0] / one.amount if units[0] == one.unit else amounts[0] * one.amount
        place = sentence.place(tokens[numbers[1]])
        of = (sentence.place(tokens[numbers[0]]),)
        yield Difference(
            place, f"the worth of {one.name}", str(right), one.place, right != amounts[1], str(right), of=of
        )


def _linked(tokens: Sequence[Token], mention: Mention[Constant], one: Constant, wording: Wording) -> int | None:
    """The number that a constant is said to be: behind it, or before it with its unit."""
    links = wording.words("links") | wording.words("equals") | wording.words("articles") | {":", ";", "=", ",", "("}
    # "14 crowns: 2 + 6" and "20 marks make one crown" say no worth in the unit.
    is_counted = mention.first > 0 and tokens[mention.first - 1].kind == "number"
    strange = 0
    for at in range(mention.last, min(len(tokens), mention.last + 1 + MAX_GAP)):
        token = tokens[at]
        if token.word in wording.words("at"):
            break  # "12 combs at 3 drops" says their price.
        if token.kind == "number":
            is_bare = strange == 0 and not is_counted and not _is_of_other(tokens, at)
            return at if _has_unit(tokens, at, one) or is_bare else None
        if not (token.word in links or token.stem in links or token.word in wording.measure_verbs):
            strange += token.kind == "word"
            if token.kind != "word" or strange > 1:
                break
    return _before(tokens, mention, one, links)


def _before(tokens: Sequence[Token], mention: Mention[Constant], one: Constant, links: frozenset[str]) -> int | None:
    """The number of units before a constant: "twelve bits make a mark"."""
    if not one.unit:
        return None
    strange = 0
    for at in range(mention.first - 1, max(-1, mention.first - 3 - MAX_GAP), -1):
        token = tokens[at]
        if token.stem == one.unit and at and tokens[at - 1].kind == "number":
            return at - 1
        if not (token.word in links or token.stem in links):
            strange += token.kind == "word"
            if token.kind not in ("word", "number") or strange > 1:
                return None
    return None


def _has_unit(tokens: Sequence[Token], at: int, one: Constant) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].stem == one.unit


def _goes_on(tokens: Sequence[Token], at: int, wording: Wording) -> bool:
    """Return whether more is added behind: "or a comb and a drop"."""
    return at + 1 < len(tokens) and tokens[at].word in wording.ands and tokens[at + 1].word in wording.words("articles")


def _is_of_other(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a number behind a sign counts what stands behind it: "2 combs, 6 days"."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    return tokens[at - 1].stem == "," and behind is not None and behind.kind == "word"


def _times(tokens: Sequence[Token], mention: Mention[Constant], at: int, wording: Wording) -> Fraction | None:
    """How many of a constant an amount is compared with; None where nobody can tell."""
    first = mention.first
    if first and tokens[first - 1].kind == "number":
        value = tokens[first - 1].value
        behind = tokens[mention.last] if mention.last < len(tokens) else None
        is_each = behind is not None and behind.word in wording.words("owners")
        # "Six watches of 4 bells": the amount is that of each.
        return Fraction(1) if is_each and at > first else value.amount if value is not None else None
    return Fraction(1)


def _other_unit(tokens: Sequence[Token], at: int, one: Constant, constants: Lexicon[Constant]) -> bool:
    """Return whether another unit of the game stands behind a number."""
    if not one.unit or at + 1 >= len(tokens) or tokens[at + 1].kind != "word":
        return False
    stem = tokens[at + 1].stem
    return stem != one.unit and bool(constants.meanings((stem,)))
