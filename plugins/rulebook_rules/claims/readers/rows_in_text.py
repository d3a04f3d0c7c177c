"""Compare rows of the rules that a sentence or list states: "a d8 is worth 6, a d6 9 and a d4 12".

What three rows or more have in common is their order: a name and its value, or a value and its name, again and again.
The rules' rows are meant where the text or the heading above it has the words that the rules give for their table; what
differs is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from rulebook_core.findings import Place, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.spans import Stretches
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.claims.structures.relations import MIN, Relation, Row, Side, relations_of
from rulebook_syntax.document import Block
from rulebook_text.lexing.clauses import END_SIGN
from rulebook_text.lexing.dice import NAMED_DIE
from rulebook_text.lexing.modality import ROUGHLY
from rulebook_text.lexing.names import singulars_of
from rulebook_text.words import cue
from rulesmod.system import System

ROW_IN_TEXT = Kind("told-row", wrong_value, rank=3, is_vague=True)
MAX_BETWEEN = 60
"""Characters between a name and its value."""
_START = attrgetter("start")
_ENDS = lazily(END_SIGN)
_OTHERWISE = lazily(rf"\b{cue('values.otherwise')}\b|,\s+{cue('lists.and')}\b", re.IGNORECASE)
"""Words before what is not the value: "no Superior one, unless 20 points are given", "a friend two, and family"."""
_ROUGHLY = lazily(ROUGHLY, re.IGNORECASE)
_ONE = lazily(r"[ *_]*(?P<one>one)(?!\w)")
_GAP = lazily(r"[ *_:`]*")


class _Token(NamedTuple):
    """A possible row name or value, at `[start, end)` of a block."""

    block: Block
    start: int
    end: int
    is_name: bool
    stated: str


class _Pair(NamedTuple):
    """A name and its value, and the row of the rules."""

    name: _Token
    value: _Token
    row: Row | None
    is_right: bool


def row_in_text_claims(context: Context) -> Read:
    """A claim for each row of the rules that stands among others like it."""
    by_left, prose = _by_left(context.system), context.document.prose
    # What a pattern is known by takes longer to work out than to look for.
    signs = {id(relation.sign): relation.sign for relations in by_left.values() for relation in relations}
    having: dict[int, set[int]] = {}
    for number, sign in signs.items():
        for block in prose.having(sign):
            having.setdefault(id(block), set()).add(number)
    for blocks in _groups(prose.blocks) if having else ():
        here = {number for block in blocks for number in having.get(id(block), ())}
        for left, relations in by_left.items() if here else ():
            some = [one for one in relations if id(one.sign) in here]
            some = [one for one in some if _is_about(context, one, blocks)]
            if some and len({text for block in blocks for text in _stated(left, block)}) >= MIN:
                for relation in some:
                    yield from _claims(context, relation, blocks)


@lru_cache(maxsize=64)
def _by_left(system: System) -> dict[Side, list[Relation]]:
    """The relations of a game, by what names their rows."""
    by_left: dict[Side, list[Relation]] = {}
    for relation in relations_of(system):
        by_left.setdefault(relation.left, []).append(relation)
    return by_left


def _stated(side: Side, block: Block) -> Iterator[str]:
    text = block.text.text
    return (text[start:end] for start, end in _places_in(side.find, text))


@lru_cache(maxsize=1024)  # The relations of a game have most of their sides in common.
def _places_in(find: Callable[[str], Iterable[tuple[int, int]]], text: str) -> Sequence[tuple[int, int]]:
    return [*find(text)]


def _is_about(context: Context, relation: Relation, blocks: Sequence[Block]) -> bool:
    """Return whether the words around some blocks are about a relation."""
    path = context.document.section_path(blocks[0].section)
    around = f" {singulars_of(' '.join((*path, *(block.text.text for block in blocks))))} "
    has_head = f" {singulars_of(relation.head)} " in around if relation.head else True
    return has_head and any(f" {singulars_of(word)} " in around for word in relation.about or (relation.title,))


def _groups(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield blocks that belong together: a paragraph, or the items of a list."""
    for (kind, _), group in groupby(blocks, key=lambda block: (block.kind, block.section)):
        if kind == "item":
            yield [*group]
        elif kind not in ("cell", "code", "heading"):
            yield from ([block] for block in group)


def _tokens(relation: Relation, block: Block) -> list[_Token]:
    """List the names and values in a block, in order. A number in a name is no value."""
    text = block.text.text
    names = _places_in(relation.left.find, text)
    of_names = Stretches(names)
    # "A Superior one costs 4": the one is no number.
    ones = {match.end("one") for _, end in names if (match := _ONE.match(text, end))}
    # A number right before a die counts dice: "two d4", "1:d8".
    dice = {start for start, end in names if NAMED_DIE.fullmatch(text, start, end)}
    values = [
        (start, end)
        for start, end in _places_in(relation.right.find, text)
        if end not in ones and not of_names.meets((start, end)) and _next_word(text, end) not in dice
    ]
    sides = ((names, True), (values, False))
    tokens = [_Token(block, start, end, is_name, text[start:end]) for places, is_name in sides for start, end in places]
    return sorted(tokens, key=_START)


def _next_word(text: str, at: int) -> int:
    """Return the offset of the next word or code behind spaces, marks of emphasis and a colon."""
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def _claims(context: Context, relation: Relation, blocks: Sequence[Block]) -> Read:
    tokens = [token for block in blocks for token in _tokens(relation, block)]
    rows = {name: relation.row_of(name) for name in {token.stated for token in tokens if token.is_name}}
    gaps = [_apart(one, other) for one, other in pairwise(tokens)]
    orders = ((tokens, gaps), (tokens[::-1], gaps[::-1]))
    best = max((run for order, apart in orders for run in _runs(relation, rows, order, apart)), key=_rights, default=[])
    # What mostly differs tells of something else: "spoiled Wool brings 3, spoiled Ice 2", or of another column.
    if len(best) >= MIN and 3 * _rights(best) >= len(best):
        for pair in best:
            yield _statement(context, relation, pair)


def _rights(run: Sequence[_Pair]) -> int:
    return sum(pair.is_right for pair in run)


def _runs(
    relation: Relation, rows: Mapping[str, Row | None], order: Sequence[_Token], apart: Sequence[bool]
) -> Iterator[list[_Pair]]:
    """Names and values by turns, each value behind its name in this order.

    Args:
        relation: what they tell.
        rows: those that are named.
        order: all that stands there of either side.
        apart: whether each of these stands apart from the next one.
    """
    run: list[_Pair] = []
    right: dict[tuple[str, str], bool] = {}
    at, last = 0, len(order) - 1
    while at <= last:
        name, first = order[at], at
        at += 1
        if not name.is_name:
            continue
        if first < last and not order[at].is_name and not apart[first]:
            value = order[at]
            at += 1
            if at > last or order[at].is_name or apart[first + 1]:
                row, key = rows[name.stated], (name.stated, value.stated)
                if key not in right:
                    right[key] = row is not None and _has(relation, row, value)
                run.append(_Pair(name, value, row, right[key]))
                continue
        # What has no value, or two, is none of them.
        yield run
        run = []
    yield run


def _apart(one: _Token, other: _Token) -> bool:
    """Return whether a name and a value are too far apart."""
    start, end = one.end, other.start
    if one.block is not other.block or end - start > MAX_BETWEEN:
        return True
    text = one.block.text.text
    return any(pattern.search(text, start, end) for pattern in (_ENDS, _OTHERWISE, _ROUGHLY))


def _has(relation: Relation, row: Row, value: _Token) -> bool:
    return relation.right.fits(value.stated, row.right)


def _statement(context: Context, relation: Relation, pair: _Pair) -> Statement:
    name, value = (context.within(token.block, token.start, token.end) for token in (pair.name, pair.value))
    named, stated, row = pair.name.stated, pair.value.stated, pair.row
    key = named if row is None else row.name
    computed = "nothing" if row is None else relation.right.write(row.right, stated)
    # What is a part of a row may be another part.
    is_whole = row is None or relation.left.fits(named, row.left)
    return Statement(
        ROW_IN_TEXT,
        value,
        of_kind=relation.name,
        stated=f"{key}: {stated}",
        computed=f"{key}: {computed}",
        right=pair.is_right,
        rule=relation.title,
        derivation=(Step(f"{relation.title}: {key} gives {computed}", page_text=""),),
        guards=(value.span, *[name.span] * is_whole),
        about=f"{key}, {relation.column}" if relation.column else key,
        faults=() if pair.is_right else (_fault(relation, pair, name, value),),
        is_sure=False,
    )


def _fault(relation: Relation, pair: _Pair, name: Place, value: Place) -> Fault:
    named, stated = pair.name.stated, pair.value.stated
    if pair.row is not None:
        right = relation.right.write(pair.row.right, stated)
        beside = replace(name, message="what it is about")
        return Fault((f"`{stated}`", right), remedies=(write(value, right),), or_at=(beside,))
    having = [relation.left.write(row.left, named) for row in relation.rows if _has(relation, row, pair.value)]
    if len(having) == 1:
        return Fault((f"`{named}`", having[0]), remedies=(write(name, having[0]),), at=name)
    return Fault((f"`{named}`", f"no such row of the {relation.title}"), at=name)
