"""Worked sums: pools by name, a line of arithmetic for each, and the total of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from rulebook_core.findings import Evidence, Finding, Remedy, write
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import table_gap, unknown_term, wrong_step, wrong_sum
from rulebook_rules.claims.structures.steps import (
    Line,
    StepFault,
    Total,
    faults_of,
    step_fault,
    title_of,
    worked_line,
    worked_out,
    worth_in_words,
)
from rulebook_rules.claims.structures.worked_sums import (
    Row,
    Written,
    count,
    left_names,
    line_of,
    names_of,
    unit_of,
    worked_sums,
)
from rulebook_syntax.document import Block
from rulebook_text.lexing.figures import numbers_in
from rulebook_text.lexing.forms import like
from rulebook_text.lexing.names import singular
from rulebook_text.lexing.numbers import to_number
from rulebook_text.naming.spelling import near_names
from rulesmod.system import WorkedSum

SUM_OF = Kind("sum", wrong_sum, rank=5)
STEP = Kind("step", wrong_step, rank=5)
MAX_FAULTS = 10
"""Among more wrong steps nobody looks for those that a total follows."""


def sum_claims(context: Context) -> Read:
    """Yield the claims of worked sums, and findings for the lines and pools that they lack."""
    for worked_sum in worked_sums(context):
        yield from _worked(context, worked_sum)


def _worked(context: Context, sum_: Written) -> Read:
    block, pools = sum_.block, sum_.pools
    strange = list(_strange_names(context, sum_))
    yield from strange
    yield from _unread_rows(context, sum_)
    missing = [] if strange or not pools or not sum_.rows else list(_missing(context, sum_))
    yield from missing
    lines = [line for pool, row in sum_.pairs if (line := line_of(pool, row)) is not None]
    # Without a pool nobody knows the total; without its line it is known all the same.
    is_whole = not strange and not left_names(context, sum_) and all(pool and pool.expression for pool, _ in sum_.pairs)
    total = _total(context, block, sum_) if is_whole and pools else None
    if total is None and sum_.total is not None:
        reason = missing[0].message if missing else "not all pools that are added up are known"
        yield _undecided(context, sum_, sum_.total.span("total"), reason)
    yield from _decide(context, sum_, lines, total)


def _strange_names(context: Context, sum_: Written) -> Iterator[Finding]:
    """Report names outside the vocabulary, doubled names and misspelt units."""
    known = names_of(context, sum_.rule)
    entries = list(dict.fromkeys(known.values()))
    left = left_names(context, sum_)
    seen: set[str] = set()
    for pool in sum_.pools:
        short = known.get(pool.name)
        if short is not None and short not in seen:
            seen.add(short)
            continue
        place = context.within(sum_.block, pool.start, pool.start + len(pool.name))
        near = [name for name in near_names(pool.name, set(left)) or left if name in left][:1]
        remedies = tuple(write(place, name) for name in near)
        what = "is listed twice" if short else "is not among " + ", ".join(f"`{name}`" for name in entries)
        yield unknown_term(place, pool.name, what, remedies=remedies)
    if sum_.total is not None and (unit := sum_.total["unit"]) and unit_of(context, unit) != singular(sum_.rule.unit):
        place = context.within(sum_.block, *sum_.total.span("unit"))
        yield unknown_term(place, unit, "is no unit of the game", remedies=(write(place, sum_.rule.unit),))


def _unread_rows(context: Context, sum_: Written) -> Iterator[Finding]:
    for row in sum_.rows:
        if row.error is not None:
            start = row.start + min(row.error.offset, len(row.text) - 1)
            yield wrong_sum(context.within(sum_.block, start, row.end), row.text, f"nothing: {row.error}")


def _missing(context: Context, sum_: Written) -> Iterator[Finding]:
    """Report what a worked sum lacks: a line, a pool, a name or its total."""
    block, pools, rows = sum_.block, sum_.pools, sum_.rows
    left = left_names(context, sum_)
    lacking = f", and `{left[0]}` has no pool" if len(left) == 1 else ""
    for pool, row in sum_.pairs:
        if pool is None and row is not None:
            message = f"{count(pools, 'pool')} for {count(rows, 'line')}: none for `{row.text}`{lacking}"
            yield table_gap(context.within(block, row.start, row.end), message)
        elif pool is not None and row is None:
            message = f"{count(rows, 'line')} for {count(pools, 'pool')}: none for {pool.name}"
            remedies = (Remedy(f"add the line `{worked_line(pool.terms)}`"),) if pool.terms else ()
            yield table_gap(context.within(block, pool.start, pool.end), message, remedies=remedies)
        elif pool is not None and not pool.text:
            yield table_gap(context.within(block, pool.start, pool.end), f"`{pool.name}` has no pool")
    if left and len(pools) >= len(rows):
        last = sum_.total.span("total") if sum_.total is not None else (pools[-1].start, pools[-1].end)
        names = ", ".join(f"`{name}`" for name in left)
        yield table_gap(context.within(block, *last), f"{count(pools, 'pool')}: none for {names}")
    yield from _without_total(context, sum_)


def _without_total(context: Context, sum_: Written) -> Iterator[Finding]:
    """Report a worked sum whose total stands nowhere: neither below its lines nor in the text behind it."""
    row, total = sum_.rows[-1], sum(pool.worth for pool in sum_.pools)
    if sum_.total is not None or {total, *_values(sum_.rows)} & _numbers_below(context, sum_.block):
        return
    message = f"no line below says how many {sum_.rule.unit} this comes to"
    gap = table_gap(
        context.within(sum_.block, row.start, row.end),
        message,
        remedies=(Remedy(f"add the line `= {total} {sum_.rule.unit}`"),),
    )
    yield gap.by(Evidence.SIGN)


def _values(rows: Sequence[Row]) -> Iterator[Fraction]:
    if all(row.sum is not None for row in rows):
        yield sum((row.sum.value for row in rows if row.sum is not None), Fraction(0))


def _numbers_below(context: Context, block: Block) -> set[object]:
    """Return the numbers of the block that follows, if it is of the same section."""
    blocks = context.document.prose.blocks
    below = next((number + 1 for number, one in enumerate(blocks) if one is block), len(blocks))
    text = blocks[below].text.text if below < len(blocks) and blocks[below].section == block.section else ""
    return {to_number(text[slice(*at)]) for at in numbers_in(text)}


def _length_fault(line: Line, total: Total | None) -> Fault:
    """Make the fault of a line that adds other dice than the rules; the total may follow from it."""
    stated = str(line.sum.value) if line.sum.value != line.worth else line.text
    beside = (line.expression.place,) if total is None else (line.expression.place, total.place)
    return Fault((stated, f"{line.worth} ({line.worked_out})"), beside=beside)


def _decide(context: Context, sum_: Written, lines: Sequence[Line], total: Total | None) -> Read:
    """Judge a sum and its lines, and say what is wrong: steps, or the total where it follows from none of them."""
    faults = [*chain.from_iterable(map(faults_of, lines))]
    lengths = [line for line in lines if line.has_other_dice]
    # What has no line is added up as the rules have it.
    by_rule = Fraction(sum(pool.worth for pool in sum_.pools))
    as_written = by_rule + sum(line.sum.value - line.worth for line in lines)
    is_wrong = total is not None and total.stated != total.by_rule
    blamed = _blamed(faults, as_written - total.stated) if total is not None and is_wrong and not lengths else None
    follows = total is not None and is_wrong and total.stated == as_written
    results: dict[int, list[Fault]] = {}
    for line in lengths:
        results.setdefault(id(line), []).append(_length_fault(line, total if follows else None))
    for index, fault in enumerate(faults):
        is_followed = blamed is not None and index in blamed
        results.setdefault(id(fault.line), []).append(
            step_fault(context, sum_.block, sum_.rule, fault, total, is_followed=is_followed)
        )
    for line in lines:
        yield _of_line(context, sum_.block, sum_.rule, line, tuple(results.get(id(line), ())))
    if total is not None:
        yield _of_total(context, sum_, total, is_own_fault=is_wrong and not follows and blamed is None)


def _blamed(faults: Sequence[StepFault], excess: Fraction) -> set[int] | None:
    """Return which wrong steps the total follows; None if it follows from no choice of them.

    A total that was added up with some steps right and others wrong is no fault of its own. `excess` is
    what the steps as written come to above the total.
    """
    for bits in range(min(2 ** len(faults), 2**MAX_FAULTS)):
        mended = {index for index in range(len(faults)) if bits >> index & 1}
        if sum(faults[index].addend.value - faults[index].term.value for index in mended) == excess:
            return set(range(len(faults))) - mended
    return None


def _total(context: Context, block: Block, sum_: Written) -> Total | None:
    """Return the total that a sum states, and what it should be."""
    if sum_.total is None:
        return None
    by_rule = sum(pool.worth for pool in sum_.pools)
    stated = to_number(sum_.total["total"])
    assert isinstance(stated, int)
    return Total(context.within(block, *sum_.total.span("total"), f"this total should be {by_rule}"), stated, by_rule)


def _undecided(context: Context, sum_: Written, at: tuple[int, int], reason: str) -> Statement:
    place = context.within(sum_.block, *at)
    return Statement(
        SUM_OF,
        place,
        of_kind=sum_.rule.name,
        stated=place.source.slice(place.span),
        computed="",
        right=None,
        rule=sum_.rule.unit,
        derivation=(Step(reason),),
        guards=(),
    )


def _of_total(context: Context, sum_: Written, total: Total, *, is_own_fault: bool) -> Statement:
    place = context.place(total.place.span)
    known = [(pool.name, pool.expression, pool.terms) for pool in sum_.pools if pool.expression is not None]
    steps = [Step(worked_out(name, terms), expression.place) for name, expression, terms in known]
    said = (str(total.stated), str(total.by_rule))
    remedy = write(place, like(total.by_rule, place.source.slice(place.span)))
    return Statement(
        SUM_OF,
        place,
        of_kind=sum_.rule.name,
        stated=str(total.stated),
        computed=str(total.by_rule),
        right=total.stated == total.by_rule,
        rule=title_of(context, sum_.rule),
        about=", ".join(f"{name}: {expression.text}" for name, expression, _ in known),
        derivation=(*steps, Step(f"together that is {total.by_rule} {sum_.rule.unit}")),
        faults=(Fault(said, remedies=(remedy,)),) if is_own_fault else (),
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
