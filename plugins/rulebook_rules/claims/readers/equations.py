"""Equations in the text: `(4 - 2) * 2 = 4` in running text and in examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from rulebook_core.findings import Edit, Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, OtherSides, Read
from rulebook_rules.claims.model import Claim, Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_sum
from rulebook_rules.claims.structures.conventions import BEFORE, is_no_equation, is_only_a_part, is_proved, may_be_right
from rulebook_rules.claims.tolerance import Guarded, Slack, guarded, imagined, slacks_of
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.arithmetic import (
    QUOTIENT,
    SIGN,
    NotArithmeticError,
    Sum,
    evaluate,
    unopened,
    with_parts,
    written,
)
from rulebook_text.lexing.forms import digits_like, percent_like, rounds_to
from rulebook_text.lexing.numbers import NOT_BEHIND
from rulesmod.digits import to_int
from rulesmod.records import record

ARITHMETIC = Kind("arithmetic", wrong_sum, rank=5)
_RUN = lazily(r"[\d \t().,+\-−*/×÷·x]+=?")
_LEFT = lazily(rf"(?<![\w.,:/^'’√∛])(?<!\d[–—])[\d(]{SIGN}*[\d)](?=[ \t]*=)")
_OPENED = lazily(r"(?:\d+[ \t]+)?\(")
_RIGHT = lazily(rf"[ \t]*(?P<right>(?:[\d(−-]|\+(?=\d))(?:{SIGN}{{0,200}}[\d)])?){NOT_BEHIND}(?![\w.]*\w)")
_FIRST = lazily(r"(?P<right>\d+(?:[.,]\d+)*)")
_EQUALS = lazily(r"[ \t]*=")
_SUM_AND = lazily(r"(?<![\w.])(\d+(?: ?[+−-] ?\d+)+),? and $")
_OPERATOR = lazily(r"[\d)]\s*[+\-−*/×÷·x]")
"""One between two values: "(-2)" is no calculation."""
_ADDED_LATER = lazily(r"\s?[+−-]\s?\d+")  # "2 + 2 = 4 + 3 for the charm"
_PERCENT = lazily(r"\s?%")
_TIMES = lazily(r"(?<=[\d)])\*(?=[\d(])")
_THOUSANDS = lazily(r"\d,\d{3}(?!\d)")


@record
class Equation:
    """Two sides that the text says are equal, at `[start, end)` of a block's plain text.

    Attributes:
        middle: where the right side begins.
        left: what the left side comes to.
        value: what should stand on the right, by everything before it.
        fits: whether it does.
        decimal: what stands before decimals.
        is_proved: whether nothing around it may make it right, if it does not fit.
    """

    block: Block
    start: int
    end_of_left: int
    middle: int
    end: int
    left: Sum
    value: Fraction
    fits: bool
    decimal: str
    is_percent: bool = False
    is_proved: bool = True

    @property
    def distance(self) -> Fraction:
        """How far the sides are apart."""
        return abs(self.value - evaluate(self.stated, self.decimal).value)

    @property
    def result(self) -> str:
        """What should stand on the right."""
        if self.is_percent:
            return percent_like(self.value, self.stated)
        text = written(self.value, self.decimal)
        return digits_like(to_int(text), self.stated) if text.isdigit() else text

    @property
    def stated(self) -> str:
        return self.block.text.text[self.middle : self.end]


def _sides(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Both sides of each equation; runs of arithmetic that lead to no `=` are passed over at once."""
    position = 0
    for run in _RUN.finditer(text):
        left = _LEFT.search(text, max(run.start(), position), run.end()) if run[0].endswith("=") else None
        while left is not None and _OPENED.match(left[0]) and left[0].count("(") > left[0].count(")"):
            # The parenthesis is that of the sentence: "4 points ((4-2)*2 = 4)", "and one of 4 (20+20+4 = 44)".
            left = _LEFT.search(text, left.start() + 1, run.end())
        if left is not None:
            right = _RIGHT.match(text, run.end())
            if right is not None and (end := unopened(right["right"])) >= 0:
                right = _RIGHT.match(text, run.end(), right.start("right") + end)
            if right is not None and _OPERATOR.search(left[0]):
                position = right.end()
                yield left, right


def equations_in(document: Document) -> Iterator[Equation]:
    """Every equation of a document; "1-2 = 1", which gives a range what it is worth, is none."""
    for block in document.prose.blocks:
        text = block.text.text
        for left, right in _sides(text) if "=" in text else ():
            if _loses_signs(document, block, left.start(), right.end()):
                continue
            found = _with_more(block, left, right)
            if found is not None and (going_on := _going_on(text, right)) is not None:
                # "10 + 5 = 15 - 3 = 12" goes on with what came out.
                first = found if found.fits else _equation(block, left, going_on.first)
                if first is not None and first.fits:
                    yield first
                    found = _with_more(block, going_on.left, going_on.right)
            if found is not None:
                yield found


def _loses_signs(document: Document, block: Block, start: int, end: int) -> bool:
    """Whether markup has taken signs of a sum for its own: "4*(2 + 3) = 20 and 3*(1 + 1) = 6" is partly in italics."""
    source = document.source.slice(block.text.span(start, end))
    return len(_TIMES.findall(source)) > len(_TIMES.findall(block.text.text[start:end]))


def _with_more(block: Block, left: re.Match[str], right: re.Match[str]) -> Equation | None:
    """An equation; of its result alone, where the sentence adds something to it or goes on to work with it."""
    found, text = _equation(block, left, right), block.text.text
    first = _FIRST.match(text, *right.span("right"))
    if found is None or found.fits or first is None:
        return found
    is_more = _ADDED_LATER.fullmatch(text, first.end(), right.end("right")) or _EQUALS.match(text, right.end())
    alone = _equation(block, left, first) if is_more else None
    return alone if alone is not None and alone.fits else found


class _GoingOn(NamedTuple):
    """A right side that is worked on: its first number, itself as a left side, and what stands right of that."""

    first: re.Match[str]
    left: re.Match[str]
    right: re.Match[str]


def _going_on(text: str, right: re.Match[str]) -> _GoingOn | None:
    first = _FIRST.match(text, *right.span("right"))
    left = _LEFT.match(text, right.start("right"))
    sign = _EQUALS.match(text, left.end()) if left is not None else None
    behind = _RIGHT.match(text, sign.end()) if sign is not None else None
    return _GoingOn(first, left, behind) if first and left and behind else None


def _equation(block: Block, left: re.Match[str], right: re.Match[str]) -> Equation | None:
    """What two sides say; None where they are no equation, or none that must come out even."""
    text = block.text.text
    if is_no_equation(text, left.start(), left[0], right["right"]) or is_only_a_part(text, left.start()):
        return None
    readings = [found for decimal in ".," if (found := _read(block, left, right, decimal)) is not None]
    if not readings:
        return None
    found = next((one for one in readings if one.fits), min(readings, key=lambda one: one.distance))
    if found.fits:
        return found
    stated = evaluate(found.stated, found.decimal).value
    if may_be_right(text, left, right, found.value, stated):
        return None
    return replace(found, is_proved=is_proved(text, left, right, found.value, stated))


def _read(block: Block, left: re.Match[str], right: re.Match[str], decimal: str) -> Equation | None:
    """An equation whose decimals stand behind a point, or a comma; None if it makes no sense in this way."""
    text = block.text.text
    try:
        sides = evaluate(left[0], decimal), evaluate(right["right"], decimal)
    except NotArithmeticError:
        return None
    stated = sides[1].value
    values = [sides[0].value, sides[0].value + _sum_before(text, left.start())]
    if text[left.start() - 1 : left.start()] in ("-", "−", "–"):
        # "-20 + 100" begins with what is taken off; a dash of the sentence may stand there as well.
        values.append(sides[0].value - 2 * sides[0].addends[0].value)
    if "," in left[0]:
        values += _behind_a_list(left[0])
    if (parts := with_parts(left[0], decimal)) != left[0]:
        values.append(evaluate(parts, decimal).value)
    value = min(values, key=lambda one: abs(one - stated))
    is_percent = bool(_PERCENT.match(text, right.end())) and abs(100 * value - stated) < abs(value - stated)
    is_rounded = is_percent or (decimal in right["right"] and QUOTIENT.search(left[0]) is not None)
    shown = 100 * value if is_percent else value
    is_near = (shown < 0) == (stated < 0) and rounds_to(abs(shown), right["right"].lstrip("+-−"))
    fits = value == stated or (is_rounded and is_near)
    middle, end = right.span("right")
    places: dict[str, Any] = {"start": left.start(), "end_of_left": left.end(), "middle": middle, "end": end}
    return Equation(block, **places, left=sides[0], value=value, fits=fits, decimal=decimal, is_percent=is_percent)


def _behind_a_list(text: str) -> list[Fraction]:
    """In "rows 1,2 + 3 = 5" the sum begins behind the comma."""
    if _THOUSANDS.search(text, text.rindex(",") - 1):
        return []
    try:
        return [evaluate(text.rpartition(",")[2]).value]
    except NotArithmeticError:
        return []


def _guarded(found: Equation, sizes: tuple[int, ...]) -> Guarded:
    """What an equation guards; what is divided is rounded, thirds too, and what stands around it may bear on it."""
    block, text = found.block, found.block.text.text
    stretches = ((found.start, found.end_of_left), (found.middle, found.end))
    more = (_PERCENT if found.is_percent else _ADDED_LATER).match(text, found.end)
    end = more.end() if more else found.end
    before, behind = text[max(0, found.start - BEFORE) : found.start], text[end : end + BEFORE]
    slacks = _slacks(before, text[found.start : end], behind, sizes)
    return guarded(block, stretches, slacks, found.start)


@lru_cache(maxsize=10_000)
def _slacks(before: str, words: str, behind: str, sizes: tuple[int, ...]) -> list[Slack]:
    """What room an equation leaves; most come again when only one number of their page has changed."""

    def is_seen(other: str) -> bool:
        block = imagined(before + other + behind)
        sides = (both for both in _sides(block.text.text) if 0 <= both[1].start() - len(before) < len(other))
        alone = (_equation(block, left, right) for left, right in sides)
        return any(one is not None and not one.fits for one in alone)

    return slacks_of(words, is_seen, sizes)


def equation_claims(context: Context) -> Read:
    """`(4 - 2) * 2 = 4` in running text and in examples."""
    for found in equations_in(context.document):
        block, result = found.block, found.result
        at = context.within(block, found.middle, found.end)
        guards = _guarded(found, die_sizes(context.system)) if found.fits else None
        left = context.within(block, found.start, found.end_of_left, f"this comes to {result}")
        yield Statement(
            ARITHMETIC,
            at,
            stated=found.stated,
            computed=str(found.value),
            right=found.fits,
            rule="arithmetic",
            of=(left,),
            words=context.within(block, found.start, found.end),
            derivation=(Step(f"{block.text.text[found.start : found.end_of_left]} = {result}"),),
            guards=guards.spans if guards else (left.span, at.span),
            leeways=guards.leeways if guards else (),
            is_sure=found.is_proved and context.page.has_game,
            faults=() if found.fits else (Fault((found.stated, result), remedies=(write(at, result),)),),
        )


def _sum_before(text: str, start: int) -> Fraction:
    """What is worked out right before an "and": "3 + 1 and 2 + 1 = 7" gives the total of both."""
    before = _SUM_AND.search(text, max(0, start - BEFORE), start)
    try:
        return evaluate(before[1]).value if before else Fraction(0)
    except NotArithmeticError:
        return Fraction(0)


def other_addends(context: Context) -> OtherSides:
    """For a wrong equation, the summands that would make its total right if one of them was another."""
    equations = {one.block.text.span(one.start, one.end): one for one in equations_in(context.document)}

    def sides(claim: Claim) -> Iterator[Remedy]:
        found = equations.get(claim.place.span) if claim.kind == ARITHMETIC.name else None
        if found is None:
            return
        stated = evaluate(found.stated, found.decimal).value
        for addend in found.left.addends:
            start, end = found.start + addend.start, found.start + addend.end
            text = found.block.text.text[start:end]
            change = stated - found.left.value
            new = abs(addend.value) + (change if addend.value >= 0 else -change)
            if text.isdigit() and new > 0 and new.denominator == 1:
                place = context.within(found.block, start, end)
                yield Remedy(f"write `{new}` instead of `{text}`", (Edit(place, str(new)),))

    return sides
