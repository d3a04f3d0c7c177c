"""Percentages beside what they are of: "5+ on a d6 (33 %)", "1 in 6 (17 %)", and tables of what dice come to.

The rows of a table say what they are about ("5+"), or its head does ("Roll or less"). Where neither does, a table that
holds each total of its dice once says it by its shares: they come to 100 %, or begin or end with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from rulebook_core.findings import Remedy, write
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.claims.structures.conventions import is_only_a_part
from rulebook_rules.claims.structures.percentages import (
    Percentage,
    chance_of_event,
    chances_of_one_die,
    percentages_of,
    rounds_to_it,
)
from rulebook_rules.claims.tolerance import Guarded, Slack, guarded, slacks_of
from rulebook_syntax.document import Block
from rulebook_text.lexing.chances import PERCENT_SIGN, Odds, show_chance
from rulebook_text.lexing.forms import percent_like
from rulebook_text.lexing.stated_chances.statements import StatedChance, stated_chances
from rulesmod.dice.digits import to_int

PERCENTAGE = Kind(
    "percentage",
    wrong_value,
    rank=2,
    is_general=True,
    reads=("chance", "dice", "range"),
    needs="a chance of an event on dice, or the same chance in another form beside it",
)
_MAY_STATE = lazily(rf"{PERCENT_SIGN.pattern}|[dwкkztд]\d", re.IGNORECASE)
_TWO_RESULTS = lazily(r"(\d{1,2})\s?/\s?(\d{1,2})")
_OPPOSITE = 14
"""Two results of 2d6 with this sum are equally likely: "3/11 = 6 %"."""


class _Judged(NamedTuple):
    """A stated chance, the exact one, and whether they agree; None where the statement may mean something else."""

    chance: Fraction | None
    is_right: bool | None


def percentage_claims(context: Context) -> Read:
    """Yield a statement for each percentage or other chance beside what it is of."""
    for block in context.document.prose.having(_MAY_STATE):
        text, silent = block.text.text, context.silent(PERCENTAGE)
        for chance in stated_chances(text, partial(silent, block)):
            if chance.other is None or not is_only_a_part(text, chance.of[0]):
                yield from _claim_of_words(context, block, chance)
            else:  # "1 - 1/6 = 83 %"
                silent(block, chance.odds_at, "the form before it is only a part of a sum")
    for table in context.document.prose.tables:
        yield from (_claim_of_row(context, chance) for chance in percentages_of(context.document, table))


def _judge(result: StatedChance) -> _Judged | None:
    """Compare a stated chance with the exact one; None where there is nothing to compare."""
    if result.other is not None:
        return _judge_pair(result.odds, result.other)
    if result.event is None:
        return _Judged(None, None)
    chance = chance_of_event(result.dice, result.event)
    if chance is None:
        return _Judged(None, None)
    if result.odds.fits(chance):
        return _Judged(chance, is_right=True)
    others = chances_of_one_die(result.dice, result.event)
    if result.is_loose:
        others = [*others, 1 - chance]
    # An event that cannot be, or must be, is not what the writer means: a modifier is missing.
    may_mean_another = chance in (0, 1) or any(map(result.odds.fits, others))
    return _Judged(chance, is_right=None if may_mean_another else False)


def _judge_pair(odds: Odds, other: Odds) -> _Judged | None:
    chance, stated = other.value, odds.value
    if chance is None or stated is None or not (0 <= chance <= 1):
        return None
    if odds.fits(chance) or (PERCENT_SIGN.search(other.text) and other.fits(stated)):
        return _Judged(chance, is_right=True)
    is_open = "/" in odds.text or any(map(odds.fits, _two_results(other.text)))
    return _Judged(chance, is_right=None if is_open else False)


def _two_results(text: str) -> list[Fraction]:
    """Return how likely either or both of two results of 2d6 are that a fraction may stand for."""
    match = _TWO_RESULTS.fullmatch(text)
    if match is None or to_int(match[1]) + to_int(match[2]) != _OPPOSITE:
        return []
    return [Fraction(ways * (to_int(match[1]) - 1), 36) for ways in (1, 2)]


def _claim_of_words(context: Context, block: Block, chance: StatedChance) -> Iterator[Statement]:
    judged = _judge(chance)
    if judged is None:
        context.silent(PERCENTAGE)(block, chance.odds_at, "one of the two forms is no chance between 0 and 1")
        return
    text = block.text.text
    at, what = context.within(block, *chance.at), text[slice(*chance.of)]
    shown = "" if judged.chance is None else show_chance(judged.chance)
    guards = Guarded((block.text.span(*chance.of), at.span))
    if judged.is_right is not False:
        guards = _guards_of_words(block, chance, die_sizes(context.system)) if judged.is_right else Guarded()
    yield Statement(
        PERCENTAGE,
        at,
        stated=text[slice(*chance.at)],
        computed=shown,
        right=judged.is_right,
        rule=f"the chance of {what}",
        of=(context.place(block.text.span(*chance.of), "of this"),),
        derivation=(Step(f"{what} is {shown}"),) if shown else (),
        guards=guards.spans,
        leeways=guards.leeways,
        is_sure=_is_proved(chance, judged.chance),
        faults=(
            Fault(
                (f"`{text[slice(*chance.at)]}`", f"{shown} for {what}"),
                remedies=tuple(_remedies(context, block, chance, judged.chance)),
            ),
        )
        if judged.is_right is False and judged.chance is not None
        else (),
    )


def _remedies(context: Context, block: Block, result: StatedChance, chance: Fraction) -> Iterator[Remedy]:
    """Offer the right number; of two forms that differ, either may be the wrong one."""
    new = result.odds.write(chance)
    if new:
        before, behind = result.at[0] - result.odds_at[0], result.odds_at[1] - result.at[1]
        yield write(context.within(block, *result.at), new[before : len(new) - behind])
    if result.other is not None and result.odds.value is not None and PERCENT_SIGN.search(result.other.text):
        yield write(context.within(block, *result.of), result.other.write(result.odds.value))


def _is_proved(result: StatedChance, chance: Fraction | None) -> bool:
    """Return whether a chance that differs is surely wrong: "3/4 (50 %)" may be no chance, and many round to fives."""
    stated, text = result.odds.value, result.odds.text + (result.other.text if result.other else "")
    is_in_fives = chance is not None and stated is not None and 20 * stated == round(20 * chance)
    return result.is_equation or (result.is_behind and not is_in_fives and "/" not in text)


def _guards_of_words(block: Block, chance: StatedChance, sizes: tuple[int, ...]) -> Guarded:
    words = block.text.text[chance.start : chance.end]
    return guarded(block, (chance.at, chance.of), _slacks_of_words(words, sizes), chance.start)


@lru_cache(maxsize=4096)  # Books say the same of the same again and again.
def _slacks_of_words(words: str, sizes: tuple[int, ...]) -> list[Slack]:
    return slacks_of(words, _is_wrong, sizes)


def _is_wrong(words: str) -> bool:
    return any(judged.is_right is False for judged in map(_judge, stated_chances(words)) if judged)


def _claim_of_row(context: Context, percentage: Percentage) -> Statement:
    at, chance = context.within(percentage.block, *percentage.at), show_chance(percentage.chance)
    guards = _guards_of_row(percentage, die_sizes(context.system)) if percentage.is_right else None
    fault = Fault(
        (f"`{percentage.stated}`", f"{chance} for {percentage.what}"),
        remedies=(write(at, percent_like(percentage.chance, percentage.stated)),),
    )
    return Statement(
        PERCENTAGE,
        at,
        stated=percentage.stated,
        computed=chance,
        right=percentage.is_right,
        rule=f"the chance of {percentage.what}",
        of=tuple(context.place(span, "of this") for span in (percentage.of, percentage.row.span) if span),
        derivation=(Step(f"{percentage.what} is {chance}"),),
        guards=guards.spans if guards else None,
        leeways=guards.leeways if guards else (),
        is_sure=False,
        faults=() if percentage.is_right else (fault,),
    )


def _guards_of_row(percentage: Percentage, sizes: tuple[int, ...]) -> Guarded:
    """Return what a right percentage of a table guards: itself, and its row where words say what rows are about.

    Otherwise a table with another row no longer holds each total once, and is not read.
    """
    row = percentage.row

    def is_seen(other: str) -> bool:
        chance = row.chance_of(other)
        return chance is not None and not rounds_to_it(chance, percentage.stated)

    share = slacks_of(percentage.stated, lambda other: not rounds_to_it(percentage.chance, other), sizes)
    own = guarded(percentage.block, (percentage.at,), share, percentage.at[0])
    if not percentage.is_described:
        return own
    of_row = slacks_of(row.block.text.text[row.start : row.end], is_seen, sizes)
    return own + guarded(row.block, ((row.start, row.end),), of_row, row.start)
