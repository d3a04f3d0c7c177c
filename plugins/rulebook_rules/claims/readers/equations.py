"""Equations in the text: `(4 - 2) * 2 = 4` in running text and in examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rulebook_core.findings import Edit, Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, OtherSides, Read
from rulebook_rules.claims.model import Claim, Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_sum
from rulebook_rules.claims.silent import Silent, ignored
from rulebook_rules.claims.structures.conventions import (
    MAX_BEFORE,
    is_no_equation,
    is_only_a_part,
    is_proved,
    may_be_right,
)
from rulebook_rules.claims.structures.cut_equations import cut_equation
from rulebook_rules.claims.structures.left_sides import may_begin_later, values_of
from rulebook_rules.claims.structures.totals_first import totals_first
from rulebook_rules.claims.tolerance import Guarded, Slack, guarded, imagined, slacks_of
from rulebook_syntax.document import Block, Document
from rulebook_text.lexing.arithmetic import QUOTIENT, NotArithmeticError, Sum, evaluate, is_same_unit
from rulebook_text.lexing.equations import EQUALS, Side, continuation, first_number, goes_on, sides_in, unit_like
from rulebook_text.lexing.forms import number_like, percent_like, rounds_to
from rulesmod.records import record

ARITHMETIC = Kind("arithmetic", wrong_sum, rank=5, reads=("number",), needs="a sum of numbers on one side of a `=`")
_ADDED_LATER = lazily(r"\s?[+−-]\s?\d+")  # "2 + 2 = 4 + 3 for the charm"
_PERCENT = lazily(r"\s?%")
_TIMES = lazily(r"(?<=[\d)])\*(?=[\d(])")
_NUMBERS = lazily(r"\d+(?:[.,]\d+)*")
_GROUPED = lazily(r"[1-9]\d{0,2}(?:[.,]\d{3})+")


@record
class Equation:
    """Two sides that the text says are equal, in a block's plain text.

    Attributes:
        start, end_of_left: where the left side stands.
        middle, end: where the right side does, before the left one where a total stands first.
        left: what the left side comes to.
        value: what should stand on the right, by everything before it.
        fits: whether it does.
        decimal: what stands before decimals.
        is_proved: whether nothing around it may make it right, if it does not fit.
        unit: the unit behind the right side, and the space before it, where the left side has that.
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
    unit: str = ""

    @property
    def is_total_first(self) -> bool:
        return self.middle < self.start

    @property
    def whole(self) -> tuple[int, int]:
        """The stretch of both sides."""
        return min(self.start, self.middle), max(self.end_of_left, self.end)

    @property
    def distance(self) -> Fraction:
        """How far the sides are apart."""
        return abs(self.value - evaluate(self.stated, self.decimal).value)

    @property
    def result(self) -> str:
        """The value that the right side should have."""
        if self.is_percent:
            return percent_like(self.value, self.stated)
        return number_like(self.value, self.stated, self.decimal, self.block.text.text[self.start : self.end_of_left])

    @property
    def stated(self) -> str:
        """The right side as the text has it, without its unit."""
        return self.block.text.text[self.middle : self.end]


def equations_in(document: Document, silent: Silent = ignored) -> Iterator[Equation]:
    """Yield every equation of a document; "1-2 = 1", which gives a range what it is worth, is none."""
    blocks = document.prose.blocks
    for index, block in enumerate(blocks):
        if "=" in block.text.text:
            beside = [one.text.text for one in blocks[max(0, index - 1) : index + 2]]
            yield from _equations_of(document, block, "\n".join(beside), silent)


def _equations_of(document: Document, block: Block, around: str, silent: Silent) -> Iterator[Equation]:
    text = block.text.text
    for left, right in sides_in(text):
        if _loses_signs(document, block, left.first, right.last):
            silent(block, (left.first, right.last), "markup takes signs of the sum")
            continue
        equation = _with_more(block, left, right, around)
        if equation is not None and (going_on := continuation(text, right)) is not None:
            # "10 + 5 = 15 - 3 = 12" goes on with what came out.
            first = equation if equation.fits else _equation(block, left, going_on.first, around)
            if first is not None and first.fits:
                yield first
                equation = _with_more(block, going_on.left, going_on.right, around)
        if equation is not None:
            yield equation
        else:
            silent(block, (left.first, right.last), _why_no_equation(text, left, right, around))
    for one in totals_first(text, around):
        if not _loses_signs(document, block, one.left.first, one.left.last):
            stretches = (one.left.first, one.left.last, one.total.first, one.total.last)
            yield Equation(
                block, *stretches, one.sum, one.sum.value, one.stated == one.sum.value, one.decimal, is_proved=False
            )


def _why_no_equation(text: str, left: Side, right: Side, around: str) -> str:
    """Return why two sides need not be equal."""
    if is_no_equation(text, left, right, around):
        return "the `=` gives a range, a name or a step what it is worth"
    if is_only_a_part(text, left.first):
        return "the sum goes on before what is read of it"
    return "the words, the units or a rounding beside it may make it right"


def _loses_signs(document: Document, block: Block, start: int, end: int) -> bool:
    """Return whether markup took signs of a sum: "4*(2 + 3) and 3*(1 + 1)" is partly in italics."""
    source = document.source.slice(block.text.span(start, end))
    return len(_TIMES.findall(source)) > len(_TIMES.findall(block.text.text[start:end]))


def _with_more(block: Block, left: Side, right: Side, around: str) -> Equation | None:
    """An equation; of its result alone, where the sentence adds something to it or goes on to work with it."""
    equation, text = _equation(block, left, right, around), block.text.text
    first = first_number(text, right)
    if equation is None or equation.fits or first is None:
        return equation
    is_more = _ADDED_LATER.fullmatch(text, first.last, right.last) or EQUALS.match(text, right.last)
    alone = _equation(block, left, first, around) if is_more else None
    return alone if alone is not None and alone.fits else equation


def _equation(block: Block, left: Side, right: Side, around: str) -> Equation | None:
    """Return two sides as an equation; None where they need not be equal."""
    text = block.text.text
    if is_no_equation(text, left, right, around) or is_only_a_part(text, left.first):
        return None
    readings = [result for decimal in _decimals(left, right) if (result := _read(block, left, right, decimal))]
    if not readings:
        return None
    result = next((one for one in readings if one.fits), readings[0])
    if result.fits:
        return result
    stated = evaluate(result.stated, result.decimal).value
    if may_begin_later(left, result.decimal, stated) or (result.left.units and goes_on(text, right)):
        return None
    if may_be_right(text, left, right, result.value, stated):
        return None
    return replace(result, is_proved=is_proved(text, left, right, result.value, stated))


def _decimals(left: Side, right: Side) -> str:
    """The signs that may stand before decimals, the likelier first.

    "1,000 × 3 = 3,001" is of thousands, as "1.000 + 500 = 1.501" is: both signs only part groups of three digits there.
    """
    parted = [number for number in _NUMBERS.findall(f"{left.words} {right.words}") if not number.isdecimal()]
    is_grouped = parted and all(_GROUPED.fullmatch(number) for number in parted)
    return ",." if is_grouped and "." in parted[0] else ".,"


def _read(block: Block, left: Side, right: Side, decimal: str) -> Equation | None:
    """An equation whose decimals stand behind a point, or a comma; None if it makes no sense in this way."""
    text = block.text.text
    try:
        sides = evaluate(left.words, decimal), evaluate(right.words, decimal)
    except NotArithmeticError:
        return None
    unit_end = _end_of_unit(text, right, sides[0].units)
    if unit_end is None:
        return None
    stated = sides[1].value
    value = min(values_of(text, left, sides[0], decimal), key=lambda one: abs(one - stated))
    may_be_percent = bool(_PERCENT.match(text, right.last)) or "%" in sides[0].units
    is_percent = may_be_percent and abs(100 * value - stated) < abs(value - stated)
    is_rounded = is_percent or (decimal in right.words and QUOTIENT.search(left.words) is not None)
    shown = 100 * value if is_percent else value
    is_near = (shown < 0) == (stated < 0) and rounds_to(abs(shown), right.words.lstrip("+-−"))
    fits = shown == stated or (is_rounded and is_near)
    places: dict[str, Any] = {"start": left.first, "end_of_left": left.last, "middle": right.first, "end": right.last}
    unit = text[right.last : unit_end]
    return Equation(
        block, **places, left=sides[0], value=value, fits=fits, decimal=decimal, is_percent=is_percent, unit=unit
    )


def _end_of_unit(text: str, right: Side, units: frozenset[str]) -> int | None:
    """Return where the unit of a right side ends that the left side has; None where they have unlike ones."""
    named = units - {"%"}
    if not named or not (right.unit or right.currency):
        return right.last
    if right.currency:
        return right.last if right.currency in named else None
    for unit in named:
        said, end = unit_like(text, right, unit)
        if is_same_unit(unit, said):
            return end
    return None


def _guarded(equation: Equation, sizes: tuple[int, ...]) -> Guarded:
    """Return the numbers that an equation guards.

    A quotient is rounded, thirds too, and the text around an equation may bear on it.
    """
    block, text = equation.block, equation.block.text.text
    stretches = ((equation.start, equation.end_of_left), (equation.middle, equation.end))
    if equation.is_total_first:
        return guarded(block, stretches, (), equation.middle)
    more = (_PERCENT if equation.is_percent else _ADDED_LATER).match(text, equation.end)
    end = more.end() if more else equation.end
    before, behind = text[max(0, equation.start - MAX_BEFORE) : equation.start], text[end : end + MAX_BEFORE]
    slacks = _slacks(before, text[equation.start : end], behind, sizes)
    return guarded(block, stretches, slacks, equation.start)


@lru_cache(maxsize=10_000)
def _slacks(before: str, words: str, behind: str, sizes: tuple[int, ...]) -> list[Slack]:
    """Return the tolerance of an equation; cached, as most recur when one number of a page changes."""

    def is_seen(other: str) -> bool:
        block = imagined(before + other + behind)
        sides = (both for both in sides_in(block.text.text) if 0 <= both[1].first - len(before) < len(other))
        alone = (_equation(block, left, right, block.text.text) for left, right in sides)
        return any(one is not None and not one.fits for one in alone)

    return slacks_of(words, is_seen, sizes)


def equation_claims(context: Context) -> Read:
    """Yield a statement for each equation, `(4 - 2) * 2 = 4`, and for what is left of one."""
    equations = list(equations_in(context.document, context.silent(ARITHMETIC)))
    if context.page.has_game:
        yield from _cut_off(context, equations)
    for equation in equations:
        block, result = equation.block, equation.result
        unit = equation.unit if not equation.fits else ""
        at = context.within(block, equation.middle, equation.end + len(unit))
        stated, result = equation.stated + unit, result + unit
        guards = _guarded(equation, die_sizes(context.system)) if equation.fits else None
        left = context.within(block, equation.start, equation.end_of_left, f"this comes to {result}")
        yield Statement(
            ARITHMETIC,
            at,
            stated=stated,
            computed=str(equation.value),
            right=equation.fits,
            rule="arithmetic",
            of=(left,),
            words=context.within(block, *equation.whole),
            derivation=(Step(f"{block.text.text[equation.start : equation.end_of_left]} = {result}"),),
            guards=guards.spans if guards else (left.span, at.span),
            leeways=guards.leeways if guards else (),
            is_sure=equation.is_proved and context.page.has_game,
            faults=() if equation.fits else (Fault((stated, result), remedies=(write(at, result),)),),
        )


def _cut_off(context: Context, equations: Sequence[Equation]) -> Read:
    """Yield a wrong statement for "costs 15 = 25" beside an equation: what is added to the 15 is missing."""
    worked: dict[int, list[Equation]] = {}
    for equation in equations:
        worked.setdefault(id(equation.block), []).append(equation)
    for result in worked.values():
        block = result[0].block
        cut = cut_equation(block.text.text, [one.whole for one in result])
        if cut is None:
            continue
        at, left = context.within(block, *cut.right), context.within(block, *cut.left, "all that is left of the sum")
        value, stated = (block.text.text[slice(*span)] for span in (cut.left, cut.right))
        yield Statement(
            ARITHMETIC,
            at,
            stated=stated,
            computed=value,
            right=False,
            rule="arithmetic",
            of=(left,),
            words=context.within(block, cut.left[0], cut.right[1]),
            derivation=(Step(f"{value} is not {stated}: something is missing before the `=`"),),
            is_sure=False,
            faults=(Fault((stated, value), remedies=(Remedy("write all of the sum"),)),),
        )


def other_addends(context: Context) -> OtherSides:
    """Give the summands with which the total of a wrong equation would be right."""
    equations = {one.block.text.span(*one.whole): one for one in equations_in(context.document)}

    def sides(claim: Claim) -> Iterator[Remedy]:
        equation = equations.get(claim.place.span) if claim.kind == ARITHMETIC.name else None
        if equation is None:
            return
        stated = evaluate(equation.stated, equation.decimal).value
        for addend in equation.left.addends:
            start, end = equation.start + addend.start, equation.start + addend.end
            text = equation.block.text.text[start:end]
            change = stated - equation.left.value
            new = abs(addend.value) + (change if addend.value >= 0 else -change)
            if text.isdigit() and new > 0 and new.denominator == 1:
                place = context.within(equation.block, start, end)
                yield Remedy(f"write `{new}` instead of `{text}`", (Edit(place, str(new)),))

    return sides
