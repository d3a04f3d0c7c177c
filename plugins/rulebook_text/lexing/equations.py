"""Find the two sides of each equation in a text: "2 gp × 3 = 6 gp", "(4 - 2) * 2 = 4", "10 000 + 500 = 10 500".

The left side is lexed from its `=` to the left, token by token, as far as the grammar of arithmetic goes. What stands
before it decides elsewhere whether that is all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_text.lexing.arithmetic import CURRENCY, GAP, MAX_LENGTH, SIGN, UNIT, unopened
from rulebook_text.lexing.numbers import NOT_BEHIND
from rulebook_text.words import LANGUAGES, any_of

_MAX_WORDS = 3
"""A unit has no more words."""
_TOKEN = lazily(
    rf"(?P<number>{CURRENCY}?\d+(?:(?:[.,'’]|[{GAP}](?=\d{{3}}(?!\d)))\d+)*[%°′″'\"]?)|(?P<operator>[-+*/×÷·−]"
    rf"|(?<=[{GAP}])–(?=[{GAP}])|(?<![^\W\d_])x(?![^\W\d_]))|(?P<word>[%€£¥]|[^\W\d_]+\.?)|(?P<open>\()|(?P<close>\))"
    rf"|(?P<gap>[{GAP}]+)|(?P<other>.)",
    re.DOTALL,
)
_BEGINS = lazily(r"(?<![\w.,:/^'’√∛])(?<!\d[–—])(?=[$£€¥\d(])")
_RIGHT = lazily(
    rf"[{GAP}]*(?P<currency>{CURRENCY}?)(?P<right>(?:[\d(−-]|\+(?=\d))(?:{SIGN}{{0,200}}[\d)])?){NOT_BEHIND}"
)
_TIGHT = lazily(r"[\w.]*\w")
_UNIT = lazily(UNIT)
_NO_UNIT = lazily(
    any_of(
        said
        for words in LANGUAGES
        for said in (words.and_, words.or_, words.to, words.but, words.is_, words.the, words.whose, words.sometimes)
    ),
    re.IGNORECASE,
)
"""Words of the sentence, which begin no unit: "3 and a half - 2"."""
_GOES_ON = lazily(rf"[{GAP}]*(?:[-+*/×÷·−=]|x(?![^\W\d_]))[{GAP}]*[\d(]")
_FIRST = lazily(r"(?P<right>\d+(?:[.,]\d+)*)")
EQUALS = lazily(rf"[{GAP}]*=")


class Side(NamedTuple):
    """The stretch `[first, last)` of a text that one side of an equation takes.

    Attributes:
        words: what stands there.
        unit: the unit behind the number of a right side, if it has one alone.
        unit_end: where that ends.
        currency: the sign of a currency before that number.
    """

    first: int
    last: int
    words: str
    unit: str = ""
    unit_end: int = 0
    currency: str = ""


class _Token(NamedTuple):
    kind: str
    first: int
    last: int


def sides_in(text: str) -> Iterator[tuple[Side, Side]]:
    """Yield both sides of each equation of a text whose left side has an operator."""
    position = 0
    for sign in re.finditer("=", text):
        if sign.start() < position:
            continue
        begin = max(position, text.rfind("=", 0, sign.start()) + 1, sign.start() - MAX_LENGTH)
        left = _left_of(text, begin, sign.start())
        right = right_of(text, sign.end()) if left is not None else None
        if left is not None and right is not None:
            position = right.last
            yield left, right


def right_of(text: str, start: int, end: int | None = None) -> Side | None:
    """Return the right side that begins at `start`; None where no number does, or not all of one is read."""
    match = _RIGHT.match(text, start, len(text) if end is None else end)
    if match is None:
        return None
    if (closes := unopened(match["right"])) >= 0:
        return right_of(text, start, match.start("right") + closes) if end is None else None
    last = match.end("right")
    unit = _UNIT.match(text, last)
    if _TIGHT.match(text, last) and unit is None:
        return None
    unit_and_end = (unit[0].strip(), unit.end()) if unit else ("", last)
    return Side(match.start("right"), last, match["right"], *unit_and_end, match["currency"])


def goes_on(text: str, right: Side) -> bool:
    """Return whether what stands on the right is worked on behind its unit: "= 7 ft × 2"."""
    return _GOES_ON.match(text, right.unit_end) is not None


def unit_like(text: str, right: Side, unit: str) -> tuple[str, int]:
    """Return the words behind a right side that form another unit, and their end."""
    words, has_point = len(unit.split()), unit.endswith(".")
    match = re.match(rf"[{GAP}]?\S+(?:[{GAP}]\S+){{{words - 1}}}", text[right.last : right.unit_end])
    if match is None:
        return "", right.last
    said = match[0] if has_point else match[0].rstrip(".")
    return said.strip(), right.last + len(said)


def left_side(text: str, first: int, last: int) -> Side | None:
    """Return the left side that ends at `last`, if it reaches to `first` exactly."""
    result = _left_of(text, first, last)
    return result if result is not None and result.first == first else None


def _left_of(text: str, begin: int, end: int) -> Side | None:
    results = [_Token(str(match.lastgroup), *match.span()) for match in _TOKEN.finditer(text, begin, end)]
    tokens = [token for token in results if token.kind != "gap"]
    first = _first_of(text, tokens)
    if first is None:
        return None
    last = tokens[-1].last
    return Side(first, last, text[first:last])


def _first_of(text: str, tokens: Sequence[_Token]) -> int | None:
    """Return the start of the longest arithmetic at the end of the tokens."""
    depth, operators, best = 0, 0, None
    index = len(tokens) - 1
    is_operand_next = True
    while index >= 0:
        token = tokens[index]
        if is_operand_next:
            index = _number_at(text, tokens, index)
            if index < 0:
                break
            token = tokens[index]
            depth += token.kind == "close"
            is_operand_next = token.kind == "close"
        elif token.kind == "operator":
            # Behind an open parenthesis it is the sign of a number: `(-2) + 5`.
            is_operand_next = not index or tokens[index - 1].kind != "open"
            operators += is_operand_next
        elif token.kind == "open" and depth:
            depth -= 1
            is_operand_next = _is_factor(tokens, index)
            operators += is_operand_next
        else:
            break
        if not is_operand_next and not depth and operators and _BEGINS.match(text, token.first):
            best = token.first
        index -= 1
    return best


def _is_factor(tokens: Sequence[_Token], index: int) -> bool:
    """Return whether a number touches the parenthesis that opens behind it: `2(3 + 1)`."""
    return index > 0 and tokens[index - 1].kind == "number" and tokens[index - 1].last == tokens[index].first


def _number_at(text: str, tokens: Sequence[_Token], index: int) -> int:
    """Return the index of the number or parenthesis that an operand ends with, its unit left out; -1 for none."""
    for at in range(index, max(-1, index - _MAX_WORDS - 1), -1):
        token = tokens[at]
        if token.kind == "number" or (token.kind == "close" and at == index):
            is_unit = at == index or not _NO_UNIT.fullmatch(text, tokens[at + 1].first, tokens[at + 1].last)
            return at if is_unit else -1
        if token.kind != "word":
            return -1
    return -1


def first_number(text: str, right: Side) -> Side | None:
    """Return the first number of a right side, as a side."""
    match = _FIRST.match(text, right.first, right.last)
    return Side(*match.span(), match[0], "", match.end()) if match else None


class Continuation(NamedTuple):
    """A right side that is worked on: its first number, itself as a left side, and what stands right of that."""

    first: Side
    left: Side
    right: Side


def continuation(text: str, right: Side) -> Continuation | None:
    """Return how a text goes on behind a right side; None if it does not."""
    first, sign = first_number(text, right), EQUALS.match(text, right.last)
    left = left_side(text, right.first, sign.end() - 1) if sign is not None else None
    behind = right_of(text, sign.end()) if sign is not None else None
    return Continuation(first, left, behind) if first and left and behind else None
