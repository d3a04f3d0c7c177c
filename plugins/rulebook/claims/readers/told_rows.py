"""Rows of a table of the rules that are told in running text, or in a list: "a d8 is worth 6, a d6 9 and a d4 12".

What three rows or more have in common is their order: a name and its value, or a value and its name, again and again.
Whether the table is meant, most of them tell; so what differs is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rulebook.claims.context import Context, Read
from rulebook.claims.model import Fault, Kind, Statement, Step
from rulebook.claims.rules import wrong_value
from rulebook.document import Block
from rulebook.findings import write
from rulebook.lexing.chances import PERCENT, read_odds
from rulebook.lexing.clauses import END_SIGN
from rulebook.lexing.forms import like, percent_like
from rulebook.lexing.lazily import lazily
from rulebook.lexing.numbers import WORDS, numerals_in, to_number
from rulebook.spans import Stretches
from rulesmod.system import CellValue, RuleTable, System

TOLD_ROW = Kind("told-row", wrong_value, rank=3)
FEWEST = 3
MOST_WRONG = Fraction(1, 3)
"""So many rows say that a table is meant, if no more than this share of them differs."""
NO_ROW = "none"
MAX_BETWEEN = 60
"""So many characters may stand between a name and its value."""
_DIE = r"(?:an?\s+|the\s+)?(?:d{0}|{1}-sided (?:die|one))s?"
_ANY_DIE = r"(?:an?\s+|the\s+)?d\d+s?"
_TO = r"\s+(?:(?:up|down)\s+)?(?:in)?to\s+"
_STEP = rf"{_ANY_DIE}{_TO}{_ANY_DIE}"
_ENDS = lazily(END_SIGN)
_OTHERWISE = lazily(r"\b(?:unless|than)\b", re.IGNORECASE)
"""What says of the number behind it that it is not the value: "no Superior one, unless 20 points are given"."""
_ONE = lazily(r"[ *_]*(?P<one>one)(?!\w)")
_KIND = lazily(r"(\d+)([A-Z]d)")
_WORD_OF = {value: word for word, value in WORDS.items()}


class _Column(NamedTuple):
    """A column of a table of the rules, with what tells its rows in a text."""

    rules: RuleTable
    number: int
    names: re.Pattern[str]
    values: dict[str, CellValue]


class _Token(NamedTuple):
    """A name of a row (in the table's own words), or a value, at `[start, end)` of a block's plain text."""

    block: Block
    start: int
    end: int
    name: str | None
    value: Fraction | int | None = None

    def stands(self) -> str:
        return self.block.text.text[self.start : self.end]


class _Told(NamedTuple):
    name: _Token
    value: _Token


def told_row_claims(context: Context) -> Read:
    """A claim for each row of the rules' tables that stands among others like it."""
    if not (columns := _columns(context.system)):
        return
    prose = context.document.prose
    # All columns of a table have the same names.
    naming = {names: {id(block) for block in prose.having(names)} for names in {column.names for column in columns}}
    if not any(naming.values()):
        return
    for blocks in _groups(prose.blocks):
        told = {names for names, found in naming.items() if found and _name_rows(names, found, blocks)}
        for column in columns if told else ():
            if column.names in told:
                yield from _claims(context, column, blocks)


def _name_rows(names: re.Pattern[str], found: Collection[int], blocks: Sequence[Block]) -> bool:
    """Whether blocks name enough rows, if they may: those that are known by `found` have any."""
    if not any(id(block) in found for block in blocks):
        return False
    text = "\n".join(block.text.text for block in blocks)
    return len({match.lastgroup for match in names.finditer(text)}) >= FEWEST


def _groups(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """What is told together: a paragraph, or the items of a list."""
    for (kind, _), group in groupby(blocks, key=lambda block: (block.kind, block.section)):
        if kind == "item":
            yield [*group]
        elif kind not in ("cell", "code", "heading"):
            yield from ([block] for block in group)


@lru_cache(maxsize=64)
def _columns(system: System) -> tuple[_Column, ...]:
    found = []
    for rules in system.tables:
        for number in range(rules.keys, len(rules.columns)):
            rows = {f"_{at}": row for at, row in enumerate(rules.rows) if isinstance(row[number], int | Fraction)}
            if len(rows) >= FEWEST and rules.keys <= 2:
                forms = (f"(?P<{group}>{_form(row[: rules.keys])})" for group, row in rows.items())
                # A die that is none of them may be a slip of one.
                dice = [f"(?P<{NO_ROW}>{_STEP if rules.keys > 1 else _ANY_DIE})"] * _are_dice(rules)
                names = re.compile(rf"(?<![\w+-])(?:{'|'.join((*forms, *dice))})(?!\w)", re.IGNORECASE)
                found.append(_Column(rules, number, names, {group: row[number] for group, row in rows.items()}))
    return tuple(found)


def _are_dice(rules: RuleTable) -> bool:
    return all(re.fullmatch(r"d\d+", str(row[rules.keys - 1])) for row in rules.rows)


def _form(key: Sequence[CellValue]) -> str:
    """How a text may write what names a row: "a d8", "from d8 to d6", "Superior", "four Base dice"."""
    if len(key) == 2:
        return _TO.join(_form([part]) for part in key)
    text = str(key[0])
    if re.fullmatch(r"d\d+", text):
        return _DIE.format(text[1:], _WORD_OF.get(int(text[1:]), text[1:]))
    if kind := _KIND.fullmatch(text):
        return rf"(?:{kind[1]}|{_WORD_OF.get(int(kind[1]), kind[1])})(?:{kind[2]}|\s(?:\w+\s)?dice)?(?!\s?%| per)"
    name, _, label = text.partition(" [")
    return re.escape(name) + (rf"(?:\W*[\[(]{re.escape(label.rstrip(']'))}[\])])?" if label else "s?")


def _tokens(column: _Column, block: Block) -> Iterator[_Token]:
    text = block.text.text
    is_chance = isinstance(next(iter(column.values.values())), Fraction)
    names = [_Token(block, *match.span(), match.lastgroup) for match in column.names.finditer(text)]
    if is_chance:
        found = [match.span() for match in re.finditer(PERCENT, text)]
    else:
        # "A Superior one costs 4": the one is no number.
        ones = {match.end("one") for name in names if (match := _ONE.match(text, name.end))}
        found = [match.span() for match in numerals_in(text) if match.end() not in ones]
    of_names = Stretches((name.start, name.end) for name in names)
    values = (
        _Token(block, *span, None, to_number(text[slice(*span)]) if not is_chance else None)
        for span in found
        if not of_names.meets(span)
    )
    yield from sorted((*names, *values), key=lambda token: token.start)


def _claims(context: Context, column: _Column, blocks: Sequence[Block]) -> Read:
    tokens = [token for block in blocks for token in _tokens(column, block)]
    runs = [run for step in (1, -1) for run in _runs(tokens, step)]
    best = max(runs, key=lambda run: sum(_is_right(column, told) for told in run), default=[])
    right = [told for told in best if _is_right(column, told)]
    if len(best) >= FEWEST and len(best) - len(right) <= MOST_WRONG * len(best):
        for told in best:
            yield _statement(context, column, told)


def _runs(tokens: Sequence[_Token], step: int) -> Iterator[list[_Told]]:
    """Names and values by turns; with `step` 1 each value stands behind its name."""
    order = tokens[::step]
    run: list[_Told] = []
    for at, token in enumerate(order):
        if token.name is None:
            continue
        value, other = (*order[at + 1 : at + 3], None, None)[:2]
        if value is not None and value.name is None and not _apart(token, value):
            run.append(_Told(token, value))
            if other is None or other.name is not None or _apart(value, other):
                continue
        # What has no value, or two, is the last of them.
        yield run
        run = []
    yield run


def _apart(one: _Token, other: _Token) -> bool:
    """Whether more stands between a name and a number than belongs together."""
    first, last = sorted((one, other), key=lambda token: token.start)
    text = first.block.text.text
    return (
        first.block is not last.block
        or last.start - first.end > MAX_BETWEEN
        or _ENDS.search(text, first.end, last.start) is not None
        or _OTHERWISE.search(text, first.end, last.start) is not None
    )


def _is_right(column: _Column, told: _Told) -> bool:
    expected = column.values.get(told.name.name or "")
    if isinstance(expected, Fraction):
        odds = read_odds(told.value.stands())
        return odds is not None and odds.fits(expected) is not False
    return told.value.value == expected


def _statement(context: Context, column: _Column, told: _Told) -> Statement:
    rules, right, stated = column.rules, _is_right(column, told), told.value.stands()
    name = context.within(told.name.block, told.name.start, told.name.end, "what it is told of")
    value = context.within(told.value.block, told.value.start, told.value.end)
    if told.name.name == NO_ROW:
        row, key = None, told.name.stands()
        fault = Fault((f"`{key}`", f"no such row of the {rules.title}"), at=name)
        computed = "nothing"
    else:
        expected = column.values[told.name.name or ""]
        row = rules.rows[int((told.name.name or "_0")[1:])]
        key = " to ".join(map(str, row[: rules.keys]))
        computed = percent_like(expected, stated) if isinstance(expected, Fraction) else like(expected, stated)
        fault = Fault((f"`{stated}`", computed), remedies=(write(value, computed),), or_at=(name,))
    return Statement(
        TOLD_ROW,
        value,
        of_kind=rules.name,
        stated=f"{key}: {stated}",
        computed=f"{key}: {computed}",
        right=right,
        rule=rules.title,
        derivation=(Step(f"{rules.title}: {key} gives {computed}", told=""),),
        guards=(value.span, name.span),
        about=key if column.number == rules.keys else f"{key}, {rules.columns[column.number]}",
        faults=() if right else (fault,),
        is_sure=False,
    )
