"""Comparing what pages say of things with what their authorities state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Bound, Stated, Value
from rulebook_rules.facts.reading.pages import Said
from rulebook_rules.facts.things.register import Register, Thing

_EXACT = (Bound.EXACTLY,)
SIGNS = ("+", "-", "−", "–")


class Verdict(NamedTuple):
    """The result of comparing a value.

    Attributes:
        said: where it stands.
        thing: whose it is.
        stated: what the authority has.
        agrees: None where that is undecided.
    """

    said: Said
    thing: Thing
    stated: Stated
    agrees: bool | None

    @property
    def is_firm(self) -> bool:
        """Return whether another value at the place would be wrong, and not undecided."""
        said = self.said
        return said.is_sure and (not said.when or said.share is not None) and said.bound in _EXACT


def compared(said: Sequence[Said], register: Register) -> Iterator[Verdict]:
    """Each value with its verdict; what an authority itself has is compared with those before it."""
    for one in said:
        verdicts = [
            Verdict(one, thing, stated, agreement(one, stated, thing.attributes[one.attribute].unit, register))
            for thing in one.things
            for stated in _before(one.place, register.stated(thing, one.attribute))
        ]
        if verdicts:
            yield _decided(verdicts)


def _before(place: Place, stated: Sequence[Stated]) -> Sequence[Stated]:
    """The statements before that at a place; all of them where none stands there."""
    return stated[: next((at for at, one in enumerate(stated) if one.place == place), len(stated))]


def agreement(said: Said, stated: Stated, unit: str, register: Register) -> bool | None:
    """Return whether a value is the one that is stated; None where they cannot be compared."""
    if said.when in register.wording.words("negations"):
        return None  # "A kiln does not have Heat 7" leaves open what it has.
    value, right = said.value, stated.value
    unit = right.unit or unit
    if unit and value.unit != unit and value.unit in register.conversions:
        worth, unit_of_it = register.conversions[value.unit]
        value = value._replace(amount=value.amount * worth, high=value.high * worth, unit=unit_of_it)
    if value.kind == right.kind == "number" and value.unit and unit and value.unit != unit:
        # "14 stones" for 14 coins has the wrong unit; "3 cubes for 12 coins" is another amount.
        return False if value.unit in register.units and value.amount == right.amount else None
    if said.share is not None and right.kind == "number":
        amount = said.share.of(right.amount)
        # "A tenth of the Worth: for a rose of 60 crowns that is 6" also names the whole.
        return None if amount is None or value.amount == right.amount != amount else amount == value.amount
    agrees = right.agrees(value)
    return None if agrees is False and _may_be_another(said, value, right) else agrees


def _may_be_another(said: Said, value: Value, right: Value) -> bool:
    """Return whether a number may be a sum or a change: "Fees: -5", or what several come to."""
    if value.kind != "number" or right.kind != "number":
        return False
    is_change = value.shown[:1] in SIGNS and right.shown[:1] not in SIGNS
    return is_change or any(count * right.amount == value.amount for count in said.counts)


def _decided(verdicts: Sequence[Verdict]) -> Verdict:
    agreeing = next((verdict for verdict in verdicts if verdict.agrees), None)
    if agreeing is not None:
        return agreeing
    first = verdicts[0]
    return first._replace(agrees=False if first.is_firm and first.agrees is False else None)
