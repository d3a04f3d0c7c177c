"""Worked sums as a text prints them: pools by name, a line of arithmetic for each, and `= N unit`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rulebook_core.findings import Finding
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.model import Expression
from rulebook_rules.claims.structures.expressions import read_expression
from rulebook_rules.claims.structures.pairing import pair_in_order
from rulebook_rules.claims.structures.steps import Line, faults_of
from rulebook_syntax.document import Block
from rulebook_text.lexing.arithmetic import SIGN, NotArithmeticError, Sum, evaluate
from rulebook_text.lexing.names import singular
from rulebook_text.lexing.numbers import WHOLE
from rulebook_text.naming.spelling import near_names
from rulesmod.system import DiceGroup, Term, WorkedSum

MAX_LINES = 100
"""A block of more pools or lines of arithmetic is no worked sum."""
MIN_POOLS = 2
"""Named pools above arithmetic that make a worked sum even without a total."""

_POOL = lazily(r"^[ \t]*(?P<name>\w[\w ]*?)[ \t]*:(?:[ \t]+(?P<pool>\S+))?[ \t]*$", re.MULTILINE)
_TOTAL = lazily(rf"^[ \t]*=[ \t]*(?P<total>{WHOLE})(?:[ \t]+(?P<unit>\S.*?))?[ \t]*$", re.MULTILINE)
_ROW = lazily(rf"^(?P<indent>[ \t]*\+?[ \t]*)(?P<sum>[\d(]{SIGN}*?)[ \t]*(?:=[ \t]*{WHOLE}[ \t]*)?$", re.MULTILINE)


class Pool(NamedTuple):
    """A pool by name, at `[start, end)` of its block.

    Attributes:
        text: as it is written; empty where only its name is.
        expression: None where it does not parse.
    """

    name: str
    start: int
    end: int
    text: str = ""
    expression: Expression | None = None
    groups: tuple[DiceGroup, ...] = ()
    terms: tuple[Term, ...] = ()

    @property
    def worth(self) -> int:
        return sum(term.value for term in self.terms)


class Row(NamedTuple):
    """A line of arithmetic at `[start, end)` of its block; where it does not parse, `error` says why."""

    text: str
    start: int
    end: int
    sum: Sum | None = None
    error: NotArithmeticError | None = None


class Written(NamedTuple):
    """A worked sum as it stands in a block.

    Attributes:
        total: the line with the total, if there is one; its unit may be misspelt.
        pairs: pools and lines of arithmetic that belong together; None where one lacks the other.
    """

    block: Block
    rule: WorkedSum
    total: re.Match[str] | None
    pools: tuple[Pool, ...]
    rows: tuple[Row, ...]
    pairs: tuple[tuple[Pool | None, Row | None], ...]


def worked_sums(context: Context) -> Iterator[Written]:
    """Find the worked sums of a page."""
    for block in context.document.prose.blocks if context.system.sums else ():
        result = _sum_of(context, block)
        if result is None:
            continue
        rule, total = result
        end = total.start() if total is not None else len(block.text.text)
        pools = tuple(_pool(context, block, rule, match) for match in _POOL.finditer(block.text.text, 0, end))
        behind = pools[-1].end if pools else 0
        rows = tuple(_row(match) for match in _ROW.finditer(block.text.text, behind, end))
        if max(len(pools), len(rows)) <= MAX_LINES:
            yield Written(block, rule, total, pools, rows, _paired(pools, rows))


def listed_pools(context: Context) -> Iterator[Expression | Finding]:
    """Read the pools that worked sums list by name."""
    for worked_sum in worked_sums(context):
        for pool in worked_sum.pools:
            if pool.text:
                yield read_expression(context, worked_sum.block, pool.end - len(pool.text), pool.end)


def names_of(context: Context, rule: WorkedSum) -> Mapping[str, str]:
    """Return the short form of each name that a sum is worked out over, by both forms."""
    entries = next((v.entries for v in context.system.vocabularies if v.name == rule.vocabulary), {})
    return {**{short: short for short in entries}, **{full: short for short, full in entries.items()}}


def left_names(context: Context, sum_: Written) -> list[str]:
    """Return the names that no pool stands for, in short."""
    known = names_of(context, sum_.rule)
    named = {known.get(pool.name) for pool in sum_.pools}
    return [short for short in dict.fromkeys(known.values()) if short not in named]


def unit_of(context: Context, words: str) -> str:
    """Return the full name of a unit that a vocabulary has a short form for, folded."""
    short = {
        singular(name): singular(full)
        for vocabulary in context.system.vocabularies
        for name, full in vocabulary.entries.items()
    }
    unit = singular(words.removesuffix("."))
    return short.get(unit, unit)


def _sum_of(context: Context, block: Block) -> tuple[WorkedSum, re.Match[str] | None] | None:
    """Return what an example block works out, and its line with the total: its unit says so, or else its pools do."""
    text = block.text.text
    if block.kind != "code" or ("=" not in text and ":" not in text):
        return None
    total = _TOTAL.search(text)
    unit = unit_of(context, total["unit"] or "") if total is not None else ""
    for rule in context.system.sums:
        if unit == singular(rule.unit):
            return rule, total
    end = total.start() if total is not None else len(text)
    pools = list(_POOL.finditer(text, 0, end))
    if len(pools) < MIN_POOLS or not _ROW.search(text, pools[-1].end(), end):
        return None
    for rule in context.system.sums:
        if {pool["name"] for pool in pools} <= names_of(context, rule).keys():
            return rule, total if not unit or near_names(unit, (singular(rule.unit),)) else None
    return None


def _pool(context: Context, block: Block, rule: WorkedSum, match: re.Match[str]) -> Pool:
    name, text = match["name"], match["pool"] or ""
    start, end = match.start("name"), match.end("pool" if text else "name")
    expression = read_expression(context, block, *match.span("pool")) if text else None
    if expression is None or isinstance(expression, Finding):  # That it does not parse is a finding of its own.
        return Pool(name, start, end, text)
    groups = tuple(context.system.notation.groups(expression.text))
    terms = tuple(rule.terms(expression.value))
    return Pool(name, start, end, text, expression=expression, groups=groups, terms=terms)


def _row(match: re.Match[str]) -> Row:
    text, (start, end) = match["sum"], match.span("sum")
    try:
        return Row(text, start, end, evaluate(text))
    except NotArithmeticError as error:
        return Row(text, start, end, error=error)


def line_of(pool: Pool | None, row: Row | None) -> Line | None:
    """Return a line with the pool that it is for, where both can be read."""
    if pool is None or row is None or pool.expression is None or row.sum is None:
        return None
    return Line(pool.name, pool.expression, pool.groups, pool.terms, row.sum, row.start)


def _paired(pools: Sequence[Pool], rows: Sequence[Row]) -> tuple[tuple[Pool | None, Row | None], ...]:
    pairs = pair_in_order(pools, rows, _unlikeness)
    return tuple(pairs)


def _unlikeness(pool: Pool, row: Row) -> int:
    """Count what a line of arithmetic has otherwise than the dice of a pool."""
    line = line_of(pool, row)
    if line is None:
        return 1
    if line.is_paired:
        return sum(1 for _ in faults_of(line))
    return 1 + abs(len(line.sum.addends) - len(line.terms)) + (line.sum.value != line.worth)


def count(members: Sequence[object], word: str) -> str:
    """Say how many there are: "5 lines"."""
    return f"{len(members)} {word}{'' if len(members) == 1 else 's'}"
