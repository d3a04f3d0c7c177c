"""Run the comments to the checker in pages of a game: `check: RULE(...)`, `check: off, reason`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import Any

from rulebook_core.findings import Finding, Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Expression, Fault, Kind, Statement, Step, Waiver
from rulebook_rules.claims.rules import failed_rule, wrong_value
from rulebook_rules.claims.structures.calls import CallError, parse_call
from rulebook_rules.claims.structures.evaluation import Result, evaluate
from rulebook_syntax.directives import CHECK, Directive, covered, dangling_directive, unknown_name
from rulebook_syntax.document import Block
from rulebook_text.lexing.dice import size_of_die
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.forms import digits_like, like, percent_like, rounds_to
from rulebook_text.lexing.numbers import readings, to_number
from rulebook_text.words import LANGUAGES, any_of
from rulesmod.records import record

CHECK_OF = Kind("check", wrong_value, rank=5)
_OFF = lazily(r"off\b[\s,:;–—-]*(?P<reason>.*)", re.DOTALL)
_PERCENT = lazily(rf"\s?%|\s?{any_of(words.percent for words in LANGUAGES)}\b", re.IGNORECASE)
_ONE_IN = lazily(r"\b(?:1|one) in $", re.IGNORECASE)


def waivers_of(context: Context) -> Iterator[Waiver | Finding]:
    """Yield the waivers of comments `check: off, reason`."""
    for directive in context.directives:
        match = _OFF.fullmatch(directive.rest)
        if directive.keyword != CHECK or directive.misspelt or match is None:
            continue
        span = covered(context.document, directive.comment)
        if not match["reason"]:
            remedy = Remedy("write `check: off, reason`")
            yield dangling_directive(directive.place, "it does not say why nothing is checked here", remedies=(remedy,))
        elif not _has_numbers(context, span):
            remedy = Remedy("remove this comment, or put it right before what it means")
            yield dangling_directive(directive.place, "there is no number here to leave unchecked", remedies=(remedy,))
        else:
            yield Waiver(span, " ".join(match["reason"].split()), directive.place)


def _has_numbers(context: Context, span: Span) -> bool:
    blocks = context.document.prose.blocks
    # The span may begin within a block: that of the line which it covers.
    first = max(0, bisect_right(blocks, span.start, key=lambda block: block.span.start) - 1)
    within = takewhile(lambda block: block.span.start < span.end, blocks[first:])
    return any(span.contains(block.text.span(*number)) for block in within for number in numbers_in(block.text.text))


@record
class _Stated:
    """The number or expression before a comment."""

    block: Block
    start: int
    end: int
    expression: Expression | None = None

    @property
    def text(self) -> str:
        return self.block.text.text[self.start : self.end]


def check_directives(context: Context) -> Read:
    """A claim for each `check: RULE(...)`: what stands before it is what the rule gives."""
    for directive in context.directives:
        if directive.keyword == CHECK and not directive.misspelt and not _OFF.fullmatch(directive.rest):
            yield from _checked(context, directive)


def _checked(context: Context, directive: Directive) -> Read:
    try:
        result = evaluate(parse_call(directive.rest), context.system)
    except CallError as error:
        known = {near: near for near in error.near}
        yield unknown_name(directive, str(error), error.part, error.near, known)
        return
    except Exception as error:
        # A rules module is somebody's code: its fault must not hide what else is wrong.
        yield failed_rule(directive.place, directive.rest, f"{type(error).__name__}: {error}")
        return
    is_number = isinstance(result.value, int | Fraction) and not isinstance(result.value, bool)
    if not is_number and not _is_expression(context, result.value):
        fact = "this rule gives neither a number nor dice that a text could state"
        yield dangling_directive(directive.place, fact)
        return
    stated = (_number_before if is_number else _expression_before)(context, directive.place.span.start)
    if stated is None:
        what = "number" if is_number else context.system.notation.name
        remedy = Remedy(f"put this comment right behind the {what} that it is about")
        fact = f"there is no {what} before this comment that it could be about"
        yield dangling_directive(directive.place, fact, remedies=(remedy,))
        return
    yield from _compared(context, directive, result, stated)


def _is_expression(context: Context, value: Any) -> bool:
    try:
        return bool(context.system.notation.parse(context.system.notation.format(value)) == value)
    except Exception:
        return False  # The notation's own functions need not know what to do with other values.


def _compared(context: Context, directive: Directive, result: Result, stated: _Stated) -> Read:
    place = context.within(stated.block, stated.start, stated.end)
    call = " ".join(directive.rest.split())
    if stated.expression is not None:
        right = stated.expression.value == result.value
        computed = written = context.system.notation.format(result.value)
    else:
        right, computed, written = _number_agrees(stated, result.value)
    yield Statement(
        CHECK_OF,
        place,
        of_kind=call.partition("(")[0].replace("_", "-"),
        stated=stated.text,
        computed=computed,
        right=right,
        rule=result.rule,
        derivation=(
            Step(result.rule, page_text=""),
            *map(Step, result.steps),
            Step(f"`{call}` gives {computed}", directive.place),
        ),
        guards=(place.span,),
        about=call,
        faults=()
        if right
        else (
            Fault(
                (f"`{stated.text}`", computed),
                notes=tuple(f"the rules: {step}" for step in (result.rule, *result.steps)),
                remedies=(write(place, written),),
                beside=(replace(directive.place, message="the rule asked for here"),),
            ),
        ),
    )


def _number_agrees(stated: _Stated, value: int | Fraction) -> tuple[bool, str, str]:
    """Return whether a number agrees with a value at its printed precision.

    Also return the value for people, and as the text would have it.
    """
    text, around = stated.text, stated.block.text.text
    if (size := size_of_die(text)) is not None:
        return size == value, f"d{value}", f"d{value}"
    behind = _PERCENT.match(around, stated.end)
    if text.endswith("%") or (behind and not isinstance(value, int)):
        written = percent_like(value, text if text.endswith("%") else text + (behind[0] if behind else ""))
        return rounds_to(value * 100, text), written, percent_like(value, text)
    if isinstance(value, Fraction) and 0 < value < 1 and _ONE_IN.search(around, 0, stated.start):
        nearest = round(1 / value)
        return to_number(text) == nearest, f"1 in {nearest}", like(nearest, text)
    if isinstance(value, int):
        return to_number(text) == value, str(value), like(value, text)
    written = digits_like(value, text, max((places for _, places in readings(text)), default=0))
    return rounds_to(value, text), f"{written} ({value})", written


def _number_before(context: Context, offset: int) -> _Stated | None:
    """The last number before an offset, in its block or in the one that ends there; not one within other code."""

    def numbers(block: Block) -> Iterator[_Stated]:
        for start, end in numbers_in(block.text.text):
            in_code = any(code.start < end and start < code.end and code[:2] != (start, end) for code in block.code)
            if not in_code and _is_exact(block.text.text[start:end]):
                yield _Stated(block, start, end)

    return _last_before(context, offset, numbers)


def _is_exact(text: str) -> bool:
    return size_of_die(text) is not None or to_number(text.rstrip("% ")) is not None


def _expression_before(context: Context, offset: int) -> _Stated | None:
    expressions = {expression.place.span: expression for expression in context.expressions}

    def dice(block: Block) -> Iterator[_Stated]:
        for code in block.code:
            if (expression := expressions.get(block.text.span(code.start, code.end))) is not None:
                yield _Stated(block, code.start, code.end, expression)

    return _last_before(context, offset, dice)


def _last_before(context: Context, offset: int, of: Callable[[Block], Iterator[_Stated]]) -> _Stated | None:
    blocks = context.document.prose.blocks
    index = bisect_left(blocks, offset, key=lambda block: block.span.start) - 1
    if index < 0:
        return None
    block = blocks[index]
    stateds = [stated for stated in of(block) if block.text.span(stated.start, stated.end).end <= offset]
    return stateds[-1] if stateds else None
