"""Worked sums: pools by name, a line of arithmetic for each, and the total of all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_core.findings import Finding, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Expression, Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import unknown_term, wrong_step, wrong_sum
from rulebook_rules.claims.structures.expressions import read_expression
from rulebook_rules.claims.structures.steps import (
    Line,
    StepFault,
    Total,
    faults_of,
    step_fault,
    title_of,
    worth_in_words,
)
from rulebook_syntax.document import Block
from rulebook_text.lexing.arithmetic import SIGN, NotArithmeticError, evaluate
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.names import singular
from rulebook_text.lexing.numbers import WHOLE, to_number
from rulebook_text.naming.spelling import near_names
from rulesmod.system import WorkedSum

SUM_OF = Kind("sum", wrong_sum, rank=5)
STEP = Kind("step", wrong_step, rank=5)
MAX_FAULTS = 10
"""Among more wrong steps nobody looks for those that a total follows."""

_POOL_LINE = lazily(r"^[ \t]*(?P<name>\w[\w ]*?)[ \t]*:[ \t]+(?P<pool>\S+)[ \t]*$", re.MULTILINE)
_TOTAL_LINE = lazily(rf"^[ \t]*=[ \t]*(?P<total>{WHOLE})[ \t]+(?P<unit>\S.*?)[ \t]*$", re.MULTILINE)
_SUM_LINE = lazily(rf"^(?P<indent>[ \t]*\+?[ \t]*)(?P<sum>[\d(]{SIGN}*?)[ \t]*(?:=[ \t]*{WHOLE}[ \t]*)?$", re.MULTILINE)


def sum_claims(context: Context) -> Read:
    """Worked sums: pools by name, a line of arithmetic for each, `= N unit`."""
    for block in context.document.prose.blocks:
        if found := _sum_of(context, block):
            yield from _worked(context, block, *found)


def worked_expressions(context: Context) -> Iterator[Expression | Finding]:
    """The pools that worked sums list by name."""
    for block in context.document.prose.blocks:
        if _sum_of(context, block):
            for match in _POOL_LINE.finditer(block.text.text):
                yield read_expression(context, block, *match.span("pool"))


def _sum_of(context: Context, block: Block) -> tuple[WorkedSum, re.Match[str]] | None:
    """The sum that an example block works out, and its line with the total."""
    if block.kind == "code" and (total := _TOTAL_LINE.search(block.text.text)):
        for rule in context.system.sums:
            short = {
                singular(name): singular(full)
                for vocabulary in context.system.vocabularies
                for name, full in vocabulary.entries.items()
            }
            unit = singular(total["unit"].removesuffix("."))
            if short.get(unit, unit) == singular(rule.unit):
                return rule, total
    return None


def _worked(context: Context, block: Block, rule: WorkedSum, total: re.Match[str]) -> Read:
    text = block.text.text
    pools = list(_POOL_LINE.finditer(text, 0, total.start()))
    yield from _names(context, block, rule, pools)
    behind = pools[-1].end() if pools else 0
    rows = list(_SUM_LINE.finditer(text, behind, total.start()))
    if len(rows) != len(pools) or not pools:
        place = context.within(block, total.start("total"), total.end("total"))
        yield Statement(
            SUM_OF,
            place,
            of_kind=rule.name,
            stated=total["total"],
            computed="",
            right=None,
            rule=rule.unit,
            derivation=(Step(f"{len(pools)} pools and {len(rows)} lines of arithmetic do not pair"),),
            guards=(),
        )
        return
    lines = []
    for pool, row in zip(pools, rows, strict=True):
        line = _line(context, block, rule, pool, row)
        if line is None:
            return  # The pool does not parse, which is a finding of its own.
        if isinstance(line, Finding):
            yield line
            return
        lines.append(line)
    yield from _decide(context, block, rule, lines, total)


def _names(context: Context, block: Block, rule: WorkedSum, pools: list[re.Match[str]]) -> Read:
    """Each name of the vocabulary stands for one pool."""
    entries = next((v.entries for v in context.system.vocabularies if v.name == rule.vocabulary), {})
    known = {**{short: short for short in entries}, **{full: short for short, full in entries.items()}}
    seen: set[str] = set()
    left = [short for short in entries if not any(known.get(pool["name"]) == short for pool in pools)]
    for pool in pools:
        short = known.get(pool["name"])
        if short is not None and short not in seen:
            seen.add(short)
            continue
        place = context.within(block, *pool.span("name"))
        near = [name for name in near_names(pool["name"], set(left)) or left if name in left][:1]
        remedies = tuple(write(place, name) for name in near)
        what = "is listed twice" if short else "is not among " + ", ".join(f"`{name}`" for name in entries)
        yield unknown_term(place, pool["name"], what, remedies=remedies)


def _line(
    context: Context, block: Block, rule: WorkedSum, pool: re.Match[str], row: re.Match[str]
) -> Line | Finding | None:
    expression = read_expression(context, block, *pool.span("pool"))
    if isinstance(expression, Finding):
        return None
    try:
        result = evaluate(row["sum"])
    except NotArithmeticError as error:
        start = row.start("sum") + min(error.offset, len(row["sum"]) - 1)
        return wrong_sum(context.within(block, start, row.end("sum")), row["sum"], f"nothing: {error}")
    terms = tuple(rule.terms(expression.value))
    groups = tuple(context.system.notation.groups(expression.text))
    return Line(pool["name"], expression, groups, terms, result, row.start("sum"))


def _decide(context: Context, block: Block, rule: WorkedSum, lines: list[Line], written: re.Match[str]) -> Read:
    """The claims of a sum and its lines, and what is wrong: steps, or the total where it follows from none of them."""
    faults = [fault for line in lines for fault in faults_of(line)]
    lengths = [line for line in lines if not line.is_paired and line.sum.value != line.worth]
    by_rule = sum(line.worth for line in lines)
    place = context.within(block, *written.span("total"), f"this total should be {by_rule}")
    stated = to_number(written["total"])
    assert isinstance(stated, int)
    total = Total(place, stated, by_rule)
    as_written = sum((line.sum.value for line in lines), Fraction(0))
    is_wrong = total.stated != by_rule
    blamed = _blamed(faults, as_written - total.stated) if is_wrong and not lengths else None
    follows = is_wrong and total.stated == as_written
    told: dict[int, list[Fault]] = {}
    for line in lengths:
        beside = (line.expression.place, place) if follows else (line.expression.place,)
        said = (str(line.sum.value), f"{line.worth} ({line.worked_out})")
        told.setdefault(id(line), []).append(Fault(said, beside=beside))
    for index, fault in enumerate(faults):
        is_followed = blamed is not None and index in blamed
        told.setdefault(id(fault.line), []).append(
            step_fault(context, block, rule, fault, total, is_followed=is_followed)
        )
    for line in lines:
        yield _of_line(context, block, rule, line, tuple(told.get(id(line), ())))
    new = like(by_rule, written["total"]) if is_wrong and not follows and blamed is None else ""
    yield _of_total(context, block, rule, lines, total, new)


def _blamed(faults: Sequence[StepFault], excess: Fraction) -> set[int] | None:
    """Which wrong steps the total follows; None if it follows from no choice of them.

    A total that was added up with some steps right and others wrong is no fault of its own. `excess` is
    what the steps as written come to above the total.
    """
    for taken in range(min(2 ** len(faults), 2**MAX_FAULTS)):
        mended = {index for index in range(len(faults)) if taken >> index & 1}
        if sum(faults[index].addend.value - faults[index].term.value for index in mended) == excess:
            return set(range(len(faults))) - mended
    return None


def _of_total(
    context: Context, block: Block, rule: WorkedSum, lines: Sequence[Line], total: Total, new: str
) -> Statement:
    place = context.place(total.place.span)
    steps = [Step(line.worked_out, line.expression.place) for line in lines]
    said = (str(total.stated), str(total.by_rule))
    return Statement(
        SUM_OF,
        place,
        of_kind=rule.name,
        stated=str(total.stated),
        computed=str(total.by_rule),
        right=total.stated == total.by_rule,
        rule=title_of(context, rule),
        about=", ".join(f"{line.name}: {line.expression.text}" for line in lines),
        derivation=(*steps, Step(f"together that is {total.by_rule} {rule.unit}")),
        faults=(Fault(said, remedies=(write(place, new),)),) if new else (),
    )


def _of_line(context: Context, block: Block, rule: WorkedSum, line: Line, faults: tuple[Fault, ...]) -> Statement:
    start, end = line.extent
    cells = (context.stated.get((rule.table, f"d{term.size}")) for term in line.terms)
    return Statement(
        STEP,
        context.within(block, start, end),
        of_kind=rule.name,
        stated=str(line.sum.value),
        computed=str(line.worth),
        right=not faults,
        rule=title_of(context, rule),
        about=f"{line.name}: {line.expression.text}",
        derivation=tuple(
            Step(worth_in_words(term), cell, term.worth) for term, cell in zip(line.terms, cells, strict=True)
        ),
        guards=(block.text.span(start, end), line.expression.place.span),
        faults=faults,
    )
