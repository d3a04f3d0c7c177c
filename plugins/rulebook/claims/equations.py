"""Equations in the text: `(4 - 2) * 2 = 4` in running text and in examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from rulebook.claims.arithmetic import SIGN, NotArithmeticError, evaluate
from rulebook.claims.context import Context, Recognised
from rulebook.claims.model import Claim, Step
from rulebook.claims.rules import wrong_sum
from rulebook.findings import Edit, Remedy

_RUN = re.compile(rf"{SIGN}++=?")
_LEFT = re.compile(rf"(?<!\w)[\d(]{SIGN}*[\d)](?=[ \t]*=)")
_RIGHT = re.compile(rf"[ \t]*(?P<right>[\d(−-](?:{SIGN}{{0,200}}[\d)])?)(?![\w.]*\w)")
_SUM_AND = re.compile(r"(?<![\w.])(\d+(?: ?[+−-] ?\d+)+),? and $")
_OPERATOR = re.compile(r"[+\-−*/×÷·x]")
MAX_BEFORE = 60
"""How far before an equation a first half of its sum may begin."""


def _equations(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Both sides of each equation; runs of arithmetic that lead to no `=` are passed over at once."""
    position = 0
    for run in _RUN.finditer(text):
        left = _LEFT.search(text, max(run.start(), position), run.end()) if run[0].endswith("=") else None
        while left is not None and left[0].startswith("(") and left[0].count("(") > left[0].count(")"):
            # The parenthesis is that of the sentence: "4 points ((4-2)*2 = 4)".
            left = _LEFT.search(text, left.start() + 1, run.end())
        if left is not None:
            right = _RIGHT.match(text, run.end())
            if right is not None and _OPERATOR.search(left[0], 1, len(left[0]) - 1):
                position = right.end()
                yield left, right


def equation_claims(context: Context) -> Recognised:
    """`(4 - 2) * 2 = 4` in running text and in examples."""
    for block in context.document.prose.blocks:
        for left_match, match in _equations(block.text.text):
            try:
                left, right = evaluate(left_match[0]), evaluate(match["right"])
            except NotArithmeticError:
                continue
            place = context.within(block, *match.span("right"))
            value = left.value
            if value != right.value and right.value == value + _sum_before(block.text.text, left_match.start()):
                value = right.value
            fits = value == right.value
            yield context.claim(
                "arithmetic",
                context.within(block, left_match.start(), match.end()),
                section=block.section,
                stated=match["right"],
                computed=str(value),
                right=fits,
                rule="arithmetic",
                derivation=(Step(f"{left_match[0]} = {_written(left.value)}"),),
                guards=(block.text.span(*left_match.span()), place.span),
            )
            if not fits:
                result = _written(left.value)
                remedy = Remedy(f"write `{result}`", (Edit(place, result),))
                sides = (context.within(block, *left_match.span(), f"this comes to {result}"),)
                yield wrong_sum(place, match["right"], result, related=sides, remedies=(remedy,))


def _written(value: Fraction) -> str:
    """A number as books write it: a decimal where that is exact."""
    decimal = Decimal(value.numerator) / value.denominator
    return f"{decimal.normalize():f}" if Fraction(decimal) == value else str(value)


def _sum_before(text: str, start: int) -> Fraction:
    """What is worked out right before an "and": "3 + 1 and 2 + 1 = 7" gives the total of both."""
    before = _SUM_AND.search(text, max(0, start - MAX_BEFORE), start)
    try:
        return evaluate(before[1]).value if before else Fraction(0)
    except NotArithmeticError:
        return Fraction(0)


def other_addends(context: Context, claim: Claim) -> Iterator[Remedy]:
    """For a wrong equation, the summands that would make its total right if one of them was another."""
    blocks = context.document.prose.blocks if claim.kind == "arithmetic" else ()
    for block in blocks:
        for left_match, match in _equations(block.text.text) if block.span.contains(claim.place.span) else ():
            if block.text.span(left_match.start(), match.end()) == claim.place.span:
                left, right = evaluate(left_match[0]), evaluate(match["right"])
                for addend in left.addends:
                    start = left_match.start() + addend.start
                    text = left_match[0][addend.start : addend.end]
                    change = right.value - left.value
                    new = abs(addend.value) + (change if addend.value >= 0 else -change)
                    if text.isdigit() and new > 0 and new.denominator == 1:
                        place = context.within(block, start, start + len(text))
                        yield Remedy(f"write `{new}` instead of `{text}`", (Edit(place, str(new)),))
