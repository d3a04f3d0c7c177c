"""Expressions of a game's notation in the text, and those that do not parse."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Finding
from rulebook_core.source import Span
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.model import Expression
from rulebook_rules.claims.rules import failed_rule, invalid_notation
from rulebook_syntax.document import Block, CodeSpan
from rulebook_text.lexing.dice import is_address, is_hash
from rulesmod.system import NotationError


def expressions_in(context: Context) -> Iterator[Expression | Finding]:
    """Each code span that is, or is meant as, an expression: parsed, or the finding why not.

    A code span counts when its class says so, or when its text looks like the notation.
    """
    for block in context.document.prose.blocks:
        for code in block.code:
            text = block.text.text[code.start : code.end]
            if is_notation(context, text, code):
                yield read_expression(context, block, code.start, code.end)


def is_notation(context: Context, text: str, code: CodeSpan) -> bool:
    notation = context.system.notation
    if notation.code_class in code.classes:
        return True
    text = text.strip()
    return not code.classes and notation.looks_like(text) and not is_hash(text) and not is_address(text)


def read_expression(context: Context, block: Block, start: int, end: int) -> Expression | Finding:
    """The expression at `[start, end)` of a block's plain text, or the finding why it is none."""
    raw = block.text.text[start:end]
    text = raw.strip()
    start += len(raw) - len(raw.lstrip())
    notation = context.system.notation
    try:
        value = notation.parse(text)
    except NotationError as error:
        span = _located(block, start, len(text), error)
        return invalid_notation(context.place(span), text, notation.name, error.message, error.expected)
    except Exception as error:
        # A parser is somebody's code: its fault must not hide what else is wrong.
        place = context.within(block, start, start + max(1, len(text)))
        return failed_rule(place, notation.name, f"{type(error).__name__}: {error}")
    return Expression(context.within(block, start, start + len(text)), text, context.system, value)


def _located(block: Block, start: int, length: int, error: NotationError) -> Span:
    first, last = min(error.start, length), min(error.end, length)
    if first < last:
        return block.text.span(start + first, start + last)
    # Something is missing: point behind what stands before it.
    if length == 0:
        around = block.text.span(max(0, start - 1), max(1, start))
        return Span(around.end, around.end)
    before = block.text.span(start + max(0, first - 1), start + max(1, first))
    return Span(before.end, before.end) if first else Span(before.start, before.start)
