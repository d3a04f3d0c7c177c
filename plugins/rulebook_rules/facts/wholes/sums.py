"""Calculations in words: "four and three make seven", "12 crates at 3 pence cost 36 pence"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rulebook_rules.facts.reading.calculations import OPERATIONS
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.wording import SIGNS, Wording
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MAX_LABEL = 2
"""Words before or behind a number of a sum that say what it is."""
_PLUS, _MINUS, _TIMES, _OVER = "+", "−", "×", "/"
_SIGNS = {"+": _PLUS, "-": _MINUS, "−": _MINUS, "–": _MINUS, "×": _TIMES, "*": _TIMES, "÷": _OVER}


class _Term(NamedTuple):
    """A number at a token, and what it counts; "" where nothing stands behind it."""

    at: int
    amount: Fraction
    unit: str


def sums_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """The result of the one calculation that a sentence is, right or wrong."""
    tokens = sentence.tokens
    numbers = sentence.numbers()
    if not 3 <= len(numbers) <= 6:
        return
    text = sentence.block.text.text
    terms = [_term(text, tokens, at, wording) for at in numbers]
    *parts, result = terms
    joints = [_joint(text, tokens, one.at, other.at, wording) for one, other in pairwise(terms)]
    if joints[-1] not in ("=", "makes") or None in joints or not _is_calculation(sentence, numbers, wording):
        return
    right = _result(parts, joints[:-1], result, is_made=joints[-1] == "makes")
    if right is None or right.denominator != 1 or right < 0:
        return
    token = tokens[result.at]
    shown = sentence.block.text.text[token.start : token.end]
    places = tuple(sentence.place(tokens[part.at]) for part in parts)
    is_wrong = right != result.amount
    what = "what the sentence adds up" if "at" not in joints else "the price of all"
    yield Difference(sentence.place(token), what, str(right), None, is_wrong, like(int(right), shown), of=places)


def differences_in(sentence: Sentence, wording: Wording) -> Iterator[Difference]:
    """The difference between two numbers: "four whistles are one more than the three that she needs"."""
    tokens, numbers = sentence.tokens, sentence.numbers()
    if len(numbers) != 3 or wording.part("less") == wording.part("more"):
        return
    first, by, last = numbers
    more, less = (frozenset(wording.part(name).partition("=")[0].split(",")) for name in ("more", "less"))
    between = [token.word for token in tokens[first + 1 : by]]
    is_joined = bool(between) and len(between) <= MAX_LABEL + 1 and wording.equal.fullmatch(between[-1]) is not None
    behind = tokens[by + 1] if by + 1 < len(tokens) else tokens[by]
    is_than = any(token.word in wording.words("than") for token in tokens[by + 2 : by + 3])
    if not is_joined or not is_than or behind.word not in more | less or any(t.stem in ",;" for t in tokens[by:last]):
        return
    amounts = [value.amount for at in numbers if (value := tokens[at].value) is not None]
    right = (amounts[0] - amounts[2]) * (1 if behind.word in more else -1)
    if right.denominator == 1 and right >= 0 and sentence.is_exact([first, last], wording):
        token = tokens[by]
        what = f"the difference between {amounts[0]} and {amounts[2]}"
        shown = like(int(right), sentence.block.text.text[token.start : token.end])
        places = sentence.place(tokens[first]), sentence.place(tokens[last])
        yield Difference(sentence.place(token), what, str(right), None, right != amounts[1], shown, of=places)


def _result(parts: Sequence[_Term], joints: Sequence[str | None], result: _Term, *, is_made: bool) -> Fraction | None:
    """The total of the parts; None where they count different things."""
    if [*joints] == ["at"]:
        is_price = bool(parts[0].unit) and parts[1].unit == result.unit and parts[0].unit != result.unit
        return parts[0].amount * parts[1].amount if is_price and is_made else None
    if "at" in joints or ("and" in joints and not is_made) or len({*joints} & {_TIMES, _PLUS, _MINUS, _OVER}) > 1:
        return None
    units = {one.unit for one in (*parts, result) if one.unit}
    if len(units) > 1 or (units and not {_TIMES, _OVER}.isdisjoint(joints)):
        return None
    if _OVER in joints and not all(part.amount for part in parts[1:]):
        return None
    total = parts[0].amount
    for joint, part in zip(joints, parts[1:], strict=True):
        total = OPERATIONS.get(joint or "", OPERATIONS[_PLUS])(total, part.amount)
    return total


def _term(text: str, tokens: Sequence[Token], at: int, wording: Wording) -> _Term:
    value = tokens[at].value
    assert value is not None
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    small = wording.common | wording.ands | wording.words("makes") | wording.words("at") | {*wording.operators}
    is_unit = behind is not None and behind.kind == "word" and behind.word not in small
    is_unit = is_unit and behind is not None and not wording.signs.match(text, behind.start)
    return _Term(at, value.amount, behind.stem if behind is not None and is_unit else "")


def _joint(text: str, tokens: Sequence[Token], first: int, last: int, wording: Wording) -> str | None:
    """The one sign or word between two numbers; None where more stands there."""
    joints: list[str] = []
    words, end = 0, 0
    for token in tokens[first + 1 : last]:
        if token.start < end:
            continue  # "divided by"
        if sign := wording.signs.match(text, token.start):
            joints.append(SIGNS[sign.lastgroup or ""])
            end = sign.end()
            continue
        kind = _kind(token, wording)
        if kind:
            joints.append(kind)
        elif token.kind == "word":
            words += 1
        else:
            return None
    if len(joints) == 2 and joints[0] in ("makes", "=") and joints[1] in ("at", "and"):
        joints.pop()  # "come to", "es igual a"
    return joints[0] if len(joints) == 1 and words <= MAX_LABEL else None


def _kind(token: Token, wording: Wording) -> str:
    if token.kind == "sign":
        return "=" if token.stem == "=" else _SIGNS.get(token.stem, "")
    kinds = (("makes", wording.words("makes")), ("at", wording.words("at")), ("and", wording.ands))
    kind = next((kind for kind, words in kinds if token.word in words), "")
    return kind or ("=" if wording.equal.fullmatch(token.word) else "")


def _is_calculation(sentence: Sentence, numbers: Sequence[int], wording: Wording) -> bool:
    """Return whether the sentence is the calculation, and no number has a bound."""
    tokens = sentence.tokens
    ends = all(
        token.kind == "sign" or at - numbers[-1] <= MAX_LABEL for at, token in enumerate(tokens) if at > numbers[-1]
    )
    events = wording.words("events") - wording.operators.keys()
    # What stands behind a number is its unit: "3 drops".
    has_event = any(token.word in events and at - 1 not in numbers for at, token in enumerate(tokens))
    return sentence.is_exact(numbers, wording) and ends and numbers[0] <= MAX_LABEL and not has_event
