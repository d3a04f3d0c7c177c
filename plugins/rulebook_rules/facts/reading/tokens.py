"""Tokens of a plain text: words, numbers, dice, ranges and signs, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_rules.facts.model import Bound, Value
from rulebook_rules.facts.reading.wording import Wording
from rulebook_text.lexing.clauses import BETWEEN_SENTENCES
from rulebook_text.lexing.numbers import readings

_DICE = r"\d{0,3}[dDwW]\d{1,3}(?:\s?[+−–-]\s?\d{1,3}(?!\d))?(?!\w)"
_NUMBER = r"\d+(?:[.,'’]\d{3}(?!\d))*(?:[.,]\d+)?"
_TOKEN = lazily(
    rf"(?P<dice>(?<!\w){_DICE})|(?P<number>(?:(?<![\w)\]])[+−–-])?(?<![\w.]){_NUMBER}[½¼¾]?(?!\.\d))"
    r"|(?P<genitive>['’]s\b|(?<=s)['’](?=\s))|(?P<word>[^\W\d_]+)|(?P<sign>[^\w\s]|_)"
)
_DASH = "-–—−"
_FRACTION = "/"
_ABOUT = ("~", "≈", "≃", "∼")
MAX_SENTENCE = 2_000
"""Characters: every part of a sentence is held against the others."""


class Token(NamedTuple):
    """A token at `[start, end)` of a text.

    Attributes:
        kind: "word", "number", "dice", "range", "genitive" or "sign".
        stem: of a word; of a sign the sign itself.
        word: a word in lower case.
        value: of a number, of dice and of a range.
        is_word: whether a number is written as a word.
    """

    kind: str
    start: int
    end: int
    stem: str = ""
    word: str = ""
    value: Value | None = None
    is_word: bool = False
    is_capital: bool = False


def dice_value(text: str) -> Value:
    """Dice as they are compared: `D6` is `1d6`, and `2W6 + 1` is `2d6+1`."""
    folded = re.sub(r"\s", "", text.lower()).replace("w", "d")
    folded = re.sub("[−–]", "-", folded)
    return Value("dice", text=f"1{folded}" if folded.startswith("d") else folded, shown=text)


def number_value(text: str, wording: Wording) -> Value | None:
    """A number in digits; None where its language leaves open whether a sign in it is a decimal one, as in `1.500`."""
    results = readings(text)
    if len(results) < 2:
        return Value("number", results[0].value, shown=text) if results else None
    thousands = next(one for one in results if not one.places)
    return Value("number", thousands.value, shown=text) if wording.groups in text else None


@lru_cache(maxsize=4096)  # The readers of one page ask for the same sentences.
def tokens_of(text: str, wording: Wording) -> Sequence[Token]:
    """The tokens of a text, ranges made of their numbers."""
    return _with_ranges([*_tokens(text, wording)], wording, text)


def _tokens(text: str, wording: Wording) -> Iterator[Token]:
    numbers = wording.numbers
    for match in _TOKEN.finditer(text):
        kind, (start, end), written = match.lastgroup or "", match.span(), match[0]
        if kind == "word":
            folded = written.lower()
            if folded in numbers:
                value = Value("number", Fraction(numbers[folded]), shown=written)
                yield Token("number", start, end, wording.stem(written), folded, value, is_word=True)
            else:
                yield Token("word", start, end, wording.stem(written), folded, is_capital=written[:1].isupper())
        elif kind == "number":
            value_ = number_value(written, wording)
            is_other = text[end : end + 1] in ("%", "°") or _is_code(text, start)
            yield Token("number" if value_ and not is_other else "sign", start, end, written, value=value_)
        elif kind == "dice":
            yield Token("dice", start, end, written, value=dice_value(written))
        else:
            yield Token(kind, start, end, written)


def _is_code(text: str, start: int) -> bool:
    """Return whether a number is the end of a code: "see PP-502"."""
    return start > 1 and text[start - 1] in _DASH and text[start - 2].isupper()


def _with_ranges(tokens: list[Token], wording: Wording, text: str) -> list[Token]:
    """Tokens, with those of "1-4" or "from 1 to 4" made one; parts of fractions are signs."""
    results: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if at + 2 < len(tokens) and token.kind == "number" == tokens[at + 2].kind:
            between, last = tokens[at + 1], tokens[at + 2]
            is_between = at > 0 and tokens[at - 1].word in wording.words("between") and between.word in wording.ands
            if is_between or _joins(between, wording, text, token, last):
                results.append(_range(token, last, text))
                at += 3
                continue
            if between.stem == _FRACTION and between.end == last.start:
                results.append(Token("sign", token.start, last.end, text[token.start : last.end]))
                at += 3
                continue
        results.append(token)
        at += 1
    return results


def _joins(between: Token, wording: Wording, text: str, first: Token, last: Token) -> bool:
    if between.kind == "sign":
        is_tight = (between.start == first.end) == (between.end == last.start)
        return between.stem in _DASH and is_tight and first.value is not None and last.value is not None
    return between.kind == "word" and wording.joins_range(between.word, text[between.start : last.end])


def _range(first: Token, last: Token, text: str) -> Token:
    assert first.value is not None
    assert last.value is not None
    shown = text[first.start : last.end]
    value = Value("range", first.value.amount, high=last.value.amount, shown=shown)
    return Token("range", first.start, last.end, shown, value=value)


def sentences_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence of a text begins and ends; a longer one than anybody writes is cut at spaces."""
    start = 0
    for match in BETWEEN_SENTENCES.finditer(text):
        yield from _short(text, start, match.start())
        start = match.end()
    yield from _short(text, start, len(text))


def _short(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a stretch in parts of at most `MAX_SENTENCE` characters."""
    while end - start > MAX_SENTENCE:
        cut = text.rfind(" ", start + 1, start + MAX_SENTENCE)
        cut = cut if cut >= 0 else start + MAX_SENTENCE
        yield start, cut
        start = cut
    yield start, end


def bound_at(text: str, token: Token, wording: Wording) -> Bound:
    """How the words around a number limit it."""
    before = text[max(0, token.start - 24) : token.start]
    for name, pattern in wording.bounds:
        if pattern.search(before):
            return Bound(name)
    if before.rstrip()[-1:] in _ABOUT:
        return Bound.ABOUT
    if wording.bounds_behind.match(text, token.end) or text[token.end : token.end + 1] == "+":
        return Bound.AT_LEAST
    difference = wording.compares.match(text, token.end)
    # "Its Bite of 3 is higher than" is no difference.
    is_one = difference is not None and difference[0].split()[0].lower() not in wording.words("equals")
    return Bound.BY if is_one else Bound.EXACTLY
