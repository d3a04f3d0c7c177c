"""Averages beside the dice they are of: "7 (2d6)", "2d6 (7 on average)", and a table with a column for them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil

from rulebook_core.findings import Place, Remedy, write
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.mutators import die_sizes
from rulebook_rules.claims.rules import wrong_value
from rulebook_rules.claims.structures.averages import averages_in
from rulebook_rules.claims.structures.dice_bounds import Average, What, fits, spread_of
from rulebook_rules.claims.tolerance import Guarded, Slack, guarded, slacks_of
from rulebook_text.lexing.forms import digits_like

AVERAGE = Kind(
    "average",
    wrong_value,
    rank=2,
    is_general=True,
    reads=("number", "dice"),
    needs="dice beside a number that is called their average, or that is damage or Hit Points",
)


def average_claims(context: Context) -> Read:
    """Every average beside its dice."""
    for average in averages_in(context.document, context.silent(AVERAGE)):
        at = context.within(average.block, *average.at)
        dice = context.within(average.dice_block, *average.dice_at, "these dice")
        guards = _guarded(average, (at, dice), die_sizes(context.system)) if average.is_right else None
        if not average.is_said:
            guards = Guarded()
        exact = average.value
        right = average.is_right if average.is_said else None
        value = str(exact) if exact.denominator == 1 else f"{float(exact):g}"
        yield Statement(
            AVERAGE,
            at,
            stated=average.stated,
            computed=value,
            right=right,
            rule=f"what {average.dice} comes to {average.how}",
            of=(dice,),
            derivation=(
                Step(f"{average.dice} comes to {value} {average.how}", dice)
                if average.is_said
                else Step(f"nothing says that {average.stated} is what {average.dice} comes to"),
            ),
            guards=guards.spans if guards else None,
            leeways=guards.leeways if guards else (),
            is_sure=average.is_sure,
            is_held=average.is_held,
            faults=() if right is not False else (_fault(average, at, value),),
        )


def _fault(average: Average, at: Place, value: str) -> Fault:
    stated = average.stated
    places = 0 if stated.isdigit() else len(value.partition(".")[2])
    new = digits_like(average.value if places else ceil(average.value - Fraction(1, 2)), stated, places)
    words = (f"`{stated}`", f"{value} {average.how} for {average.dice}")
    return Fault(words, remedies=(write(at, new), Remedy("mend the dice")))


def _guarded(average: Average, places: Sequence[Place], sizes: tuple[int, ...]) -> Guarded:
    """Return the numbers and dice that a right average guards.

    The number and the dice, as far as they are not rounded to each other.
    """
    number, dice = _slacks(average.stated, average.dice, average.what, average.is_about, sizes)
    at, of = (Guarded((place.span,)) for place in places)
    if number:
        at = guarded(average.block, (average.at,), number, average.at[0])
    if dice:
        of = guarded(average.dice_block, (average.dice_at,), dice, average.dice_at[0])
    return at + of


@lru_cache(maxsize=4096)  # A book has the same few dice again and again.
def _slacks(
    stated: str, dice: str, what: What, is_about: bool, sizes: tuple[int, ...]
) -> tuple[list[Slack], list[Slack]]:
    """List by how much a number and its dice may change and still be right."""

    def is_seen(number: str, of: str) -> bool:
        spread = spread_of(of)
        value = what(spread) if spread is not None else None
        return value is not None and not fits(value, number, of, is_about=is_about)

    return slacks_of(stated, lambda other: is_seen(other, dice), sizes), slacks_of(
        dice, lambda other: is_seen(stated, other), sizes
    )
