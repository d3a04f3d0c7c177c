"""List the possible values of the left side of an equation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.structures.conventions import MAX_BEFORE
from rulebook_text.lexing.arithmetic import GAP, NotArithmeticError, Sum, evaluate, with_parts
from rulebook_text.lexing.equations import Side

_SUM_AND = lazily(r"(?<![\w.])(\d+(?: ?[+−-] ?\d+)+),? and $")
_THOUSANDS = lazily(r"\d,\d{3}(?!\d)")
_COMMA = lazily(r"\d+,(?=[1-9])")
_SPACE = lazily(rf"\d+[{GAP}](?=[1-9])")
_DASH = lazily(rf"[{GAP}]–[{GAP}]|(?<=[^\W\d_])[{GAP}]-[{GAP}]")


def values_of(text: str, left: Side, result: Sum, decimal: str) -> list[Fraction]:
    """Return what a left side may come to."""
    values = [result.value, result.value + _sum_before(text, left.first)]
    if text[left.first - 1 : left.first] in ("-", "−", "–"):
        # "-20 + 100" begins with what is taken off; a dash of the sentence may stand there as well.
        values.append(result.value - 2 * result.addends[0].value)
    values += _behind(_COMMA, left.words, decimal)
    values += _behind_a_dash(left.words, decimal)
    if (parts := with_parts(left.words, decimal)) != left.words:
        values.append(evaluate(parts, decimal).value)
    return values


def may_begin_later(left: Side, decimal: str, stated: Fraction) -> bool:
    """Return whether a left side is right without its first digits: "level 3 100 + 50 = 150"."""
    return stated in _behind(_SPACE, left.words, decimal)


def _behind(sign: re.Pattern[str], text: str, decimal: str) -> Sequence[Fraction]:
    """Return the value behind a sign: in "rows 1,2 + 3 = 5" the sum begins behind the comma."""
    parted = sign.match(text)
    if parted is None or _THOUSANDS.match(text, parted.end() - 2):
        return ()
    try:
        return (evaluate(text[parted.end() :], decimal).value,)
    except NotArithmeticError:
        return ()


def _behind_a_dash(text: str, decimal: str) -> Iterator[Fraction]:
    """Yield the values without what stands before a dash.

    In "three of the 5 dice – 2 + 2 = 4" the dash is that of the sentence.
    """
    for dash in _DASH.finditer(text):
        try:
            yield evaluate(text[dash.end() :], decimal).value
        except NotArithmeticError:
            continue


def _sum_before(text: str, start: int) -> Fraction:
    """Return what is worked out before an "and": "3 + 1 and 2 + 1 = 7" gives the total of both."""
    before = _SUM_AND.search(text, max(0, start - MAX_BEFORE), start)
    try:
        return evaluate(before[1]).value if before else Fraction(0)
    except NotArithmeticError:
        return Fraction(0)
