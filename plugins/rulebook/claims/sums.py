"""Arithmetic in the text: plain equations, and worked sums over pools, line by line and as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulebook.claims.arithmetic import Addend, NotArithmeticError, Sum, evaluate
from rulebook.claims.context import Context, Recognised
from rulebook.claims.expressions import read_expression
from rulebook.claims.model import Claim, Expression, Step
from rulebook.claims.numbers import like
from rulebook.claims.phrases import show
from rulebook.claims.rules import unknown_term, wrong_step, wrong_sum
from rulebook.claims.spelling import near_names
from rulebook.document import Block
from rulebook.findings import Edit, Finding, Place, Remedy
from rulebook.source import Span
from rulesmod.system import DiceGroup, Term, WorkedSum

MAX_FAULTS = 10
"""Among more wrong steps nobody looks for those that a total follows."""

_SIDE = r"[\d \t().+\-−*/×÷·x]"
_RUN = re.compile(rf"{_SIDE}++=?")
_LEFT = re.compile(rf"(?<!\w)[\d(]{_SIDE}*[\d)](?=[ \t]*=)")
_RIGHT = re.compile(rf"[ \t]*(?P<right>[\d(−-](?:{_SIDE}{{0,200}}[\d)])?)(?![\w.]*\w)")
_SUM_AND = re.compile(r"(?<![\w.])(\d+(?: ?[+−-] ?\d+)+),? and $")
MAX_BEFORE = 60
"""How far before an equation a first half of its sum may begin."""
_OPERATOR = re.compile(r"[+\-−*/×÷·x]")
_POOL_LINE = re.compile(r"^[ \t]*(?P<name>\w[\w ]*?)[ \t]*:[ \t]+(?P<pool>\S+)[ \t]*$", re.MULTILINE)
_TOTAL_LINE = re.compile(r"^[ \t]*=[ \t]*(?P<total>\d+)[ \t]+(?P<unit>\S.*?)[ \t]*$", re.MULTILINE)
_SUM_LINE = re.compile(
    rf"^(?P<indent>[ \t]*\+?[ \t]*)(?P<sum>[\d(]{_SIDE}*?)[ \t]*(?:=[ \t]*\d+[ \t]*)?$", re.MULTILINE
)


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
                derivation=(Step(f"{left_match[0]} = {left.value}"),),
                guards=(block.text.span(*left_match.span()), place.span),
            )
            if not fits:
                remedy = Remedy(f"write `{left.value}`", (Edit(place, str(left.value)),))
                sides = (context.within(block, *left_match.span(), f"this comes to {left.value}"),)
                yield wrong_sum(place, match["right"], str(left.value), related=sides, remedies=(remedy,))


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


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a worked sum: the pool it is for, and its arithmetic."""

    name: str
    expression: Expression
    groups: tuple[DiceGroup, ...]
    terms: tuple[Term, ...]
    sum: Sum
    start: int


@dataclass(frozen=True, slots=True)
class _Fault:
    """An addend that is not what its dice, the group `index` of the pool, are worth."""

    line: _Line
    index: int
    addend: Addend
    term: Term


def sum_claims(context: Context) -> Recognised:
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
                _singular(name): _singular(full)
                for vocabulary in context.system.vocabularies
                for name, full in vocabulary.entries.items()
            }
            unit = _singular(total["unit"])
            if short.get(unit, unit) == _singular(rule.unit):
                return rule, total
    return None


def _singular(unit: str) -> str:
    return unit.casefold().removesuffix(".").removesuffix("s")


def _worked(context: Context, block: Block, rule: WorkedSum, total: re.Match[str]) -> Recognised:
    text = block.text.text
    pools = list(_POOL_LINE.finditer(text, 0, total.start()))
    yield from _names(context, block, rule, pools)
    behind = pools[-1].end() if pools else 0
    rows = list(_SUM_LINE.finditer(text, behind, total.start()))
    if len(rows) != len(pools) or not pools:
        place = context.within(block, total.start("total"), total.end("total"))
        yield context.claim(
            f"sum-{rule.name}",
            place,
            section=block.section,
            stated=total["total"],
            computed="",
            right=None,
            rule=rule.unit,
            derivation=(Step(f"{len(pools)} pools and {len(rows)} lines of arithmetic do not pair"),),
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


def _names(context: Context, block: Block, rule: WorkedSum, pools: list[re.Match[str]]) -> Recognised:
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
        remedies = tuple(Remedy(f"write `{name}`", (Edit(place, name),)) for name in near)
        what = "is listed twice" if short else "is not among " + ", ".join(f"`{name}`" for name in entries)
        yield unknown_term(place, pool["name"], what, remedies=remedies)


def _line(
    context: Context, block: Block, rule: WorkedSum, pool: re.Match[str], row: re.Match[str]
) -> _Line | Finding | None:
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
    return _Line(pool["name"], expression, groups, terms, result, row.start("sum"))


def _decide(context: Context, block: Block, rule: WorkedSum, lines: list[_Line], total: re.Match[str]) -> Recognised:
    faults = [fault for line in lines for fault in _faults(line)]
    lengths = [line for line in lines if not _pairs(line) and line.sum.value != _worth_of(line)]
    stated = int(total["total"])
    by_rule = sum(map(_worth_of, lines))
    as_written = sum((line.sum.value for line in lines), Fraction(0))
    total_place = context.within(block, *total.span("total"), f"this total should be {by_rule}")
    for line in lines:
        yield _line_claim(
            context, block, rule, line, right=line not in lengths and not any(f.line is line for f in faults)
        )
    yield context.claim(
        f"sum-{rule.name}",
        context.within(block, *total.span("total")),
        section=block.section,
        stated=str(stated),
        computed=str(by_rule),
        right=stated == by_rule,
        rule=_title(context, rule),
        about=", ".join(f"{line.name}: {line.expression.text}" for line in lines),
        derivation=(
            *(Step(_worked_out(line), line.expression.place) for line in lines),
            Step(f"together {by_rule} {rule.unit}"),
        ),
        guards=(total_place.span,),
    )
    blamed = _blamed(faults, as_written - stated) if stated != by_rule and not lengths else None
    follows = stated == as_written != by_rule
    for line in lengths:
        start = line.start
        place = context.within(block, start + line.sum.addends[0].start, start + line.sum.addends[-1].end)
        yield wrong_step(
            place,
            str(line.sum.value),
            f"{_worth_of(line)} ({_worked_out(line)})",
            related=(line.expression.place, *((total_place,) if follows else ())),
        )
    for index, fault in enumerate(faults):
        led = blamed is not None and index in blamed
        yield _wrong_step(context, block, rule, fault, total_place if led else None, stated, by_rule)
    if stated != by_rule and not follows and blamed is None:
        place = context.within(block, *total.span("total"))
        edit = Edit(place, str(by_rule))
        yield wrong_sum(place, str(stated), str(by_rule), remedies=(Remedy(f"write `{by_rule}`", (edit,)),))


def _blamed(faults: list[_Fault], excess: Fraction) -> set[int] | None:
    """Which wrong steps the total follows; None if it follows from no choice of them.

    A total that was added up with some steps right and others wrong is no fault of its own. `excess` is
    what the steps as written come to above the total.
    """
    for taken in range(min(2 ** len(faults), 2**MAX_FAULTS)):
        mended = {index for index in range(len(faults)) if taken >> index & 1}
        if sum(faults[index].addend.value - faults[index].term.value for index in mended) == excess:
            return set(range(len(faults))) - mended
    return None


def _pairs(line: _Line) -> bool:
    """Whether a line has a summand for each group of dice; else only its whole worth can be compared."""
    return len(line.sum.addends) == len(line.terms)


def _worth_of(line: _Line) -> int:
    return sum(term.value for term in line.terms)


def _faults(line: _Line) -> Iterator[_Fault]:
    """The summands that no group of dice is worth: paired in place first, then in any order, for a sum has none.

    Those that are written as products are paired before the others, for they fit fewer groups.
    """
    if not _pairs(line):
        return
    addends = dict(enumerate(line.sum.addends))
    terms = dict(enumerate(line.terms))
    products = [index for index, addend in addends.items() if len(addend.numbers) == 2]
    for indexes in (products, [index for index in addends if index not in products]):
        for index in indexes:
            if index in terms and _fits(addends[index], terms[index]):
                del addends[index], terms[index]
        for index in indexes:
            others = terms if index in addends else ()
            other = next((other for other in others if _fits(addends[index], terms[other])), None)
            if other is not None:
                del addends[index], terms[other]
    for addend, (index, term) in zip(addends.values(), terms.items(), strict=True):
        yield _Fault(line, index, addend, term)


def _fits(addend: Addend, term: Term) -> bool:
    factors = sorted(addend.numbers)
    return addend.value == term.value and (len(factors) != 2 or factors == sorted((term.count, term.each)))


def _line_claim(context: Context, block: Block, rule: WorkedSum, line: _Line, *, right: bool) -> Claim:
    start = line.start + line.sum.addends[0].start
    end = line.start + line.sum.addends[-1].end
    return context.claim(
        f"step-{rule.name}",
        context.within(block, start, end),
        section=block.section,
        stated=str(line.sum.value),
        computed=str(sum(term.value for term in line.terms)),
        right=right,
        rule=_title(context, rule),
        about=f"{line.name}: {line.expression.text}",
        derivation=tuple(Step(_worth(term), context.stated.get((rule.table, f"d{term.size}"))) for term in line.terms),
        guards=(block.text.span(start, end), line.expression.place.span),
    )


def _title(context: Context, rule: WorkedSum) -> str:
    return next((table.title for table in context.system.tables if table.name == rule.table), rule.unit)


def _worked_out(line: _Line) -> str:
    return f"{line.name}: {show([_worth(term) for term in line.terms])}"


def _worth(term: Term) -> str:
    return f"{like(term.count, 'one')} d{term.size} at {term.each} each"


def _wrong_step(
    context: Context,
    block: Block,
    rule: WorkedSum,
    fault: _Fault,
    total: Place | None,
    stated: int,
    by_rule: int,
) -> Finding:
    term, addend, line = fault.term, fault.addend, fault.line
    place = context.within(
        block,
        line.start + addend.start,
        line.start + addend.end,
        f"{like(term.count, 'two')} d{term.size} in `{line.name}: {line.expression.text}`"
        f" at {term.each} {rule.unit} each",
    )
    group = line.groups[fault.index]
    offset = line.expression.place.span.start
    dice = context.place(Span(offset + group.start, offset + group.end), "these dice")
    title = _title(context, rule)
    cell = context.stated.get((rule.table, f"d{term.size}"))
    where = ""
    if cell is not None:
        position = cell.source.position(cell.span.start)
        where = f" {cell.source.path}:{position.line},"
    text = f"({term.count} * {term.each})" if len(addend.numbers) > 1 else str(term.value)
    edits = [Edit(place, text)]
    advice = f"write `{text}`"
    if total is not None:
        edits.append(Edit(total, str(by_rule)))
        advice += f" and {by_rule} in line {total.source.position(total.span.start).line}"
    remedies = [Remedy(advice, tuple(edits))]
    # Other dice help only where the total then is what the text says.
    keeps_total = by_rule - term.value + addend.value == stated
    if keeps_total and (other := _other_dice(rule, context, fault)) is not None:
        keep = f" to keep {stated}" if total is not None else ""
        remedies.append(Remedy(f"make the pool `{other}`{keep}", (Edit(dice, other),)))
    related = (
        dice,
        *((total,) if total is not None else ()),
        *((Place(cell.source, cell.span, "the worth of this die"),) if cell else ()),
    )
    # A product of the right worth has wrong factors, which its value does not show.
    as_product = addend.value == term.value
    return wrong_step(
        place,
        place.source.slice(place.span) if as_product else str(addend.value),
        text if as_product else str(term.value),
        notes=(f"the rules: {title},{where} d{term.size} = {term.each}",),
        related=related,
        remedies=tuple(remedies),
    )


def _other_dice(rule: WorkedSum, context: Context, fault: _Fault) -> str | None:
    """Dice that are worth what the text says: the same number of another size, or another number."""
    notation = context.system.notation
    wanted = fault.addend.value
    term = fault.term
    table = next((table for table in context.system.tables if table.name == rule.table), None)
    sizes = [int(str(row[0])[1:]) for row in table.rows if str(row[0])[1:].isdigit()] if table else []
    options = [(term.count, size) for size in sizes if size != term.size]
    if wanted % term.each == 0 and wanted:
        options.append((int(wanted / term.each), term.size))
    for count, size in options:
        text = notation.write_group(count, size)
        try:
            terms = rule.terms(notation.parse(text))
        except ValueError:
            continue
        factors = sorted(factor for term in terms for factor in (term.count, term.each))
        product = len(fault.addend.numbers) == 2 and factors != sorted(fault.addend.numbers)
        if sum(term.value for term in terms) == wanted and not product:
            return text
    return None
