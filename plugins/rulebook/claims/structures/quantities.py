"""Values that a text tells of a quantity of its game, and which of them are of one and the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rulebook.claims.context import Context
from rulebook.claims.structures.owners import Owner, is_supposed
from rulebook.document import Block
from rulebook.findings import Place
from rulesmod.system import Quantity


@dataclass(frozen=True, slots=True)
class Told:
    """A value that a text tells at `[start, end)` of a block; None where the text says that it changes.

    Attributes:
        order: where it stands among all of its section.
        near: what shares a sentence, and what shares a block.
        is_sure: whether it is all that somebody has of it, and not what is left.
    """

    quantity: Quantity
    value: int | Fraction | None
    owner: Owner
    block: Block
    start: int
    end: int
    order: int
    near: tuple[int, int]
    is_sure: bool = True

    def place(self, context: Context, message: str = "") -> Place:
        return context.within(self.block, self.start, self.end, message)


class Ground(NamedTuple):
    """A value that another one follows from, and where it is told."""

    value: int | Fraction
    told: Told


def is_allowed(ground: Ground) -> bool:
    """Whether a value is one that there is."""
    low, high = ground.told.quantity.low, ground.told.quantity.high
    return (low is None or ground.value >= low) and (high is None or ground.value <= high)


def told_of(name: str, told: Told, all_told: Sequence[Told]) -> Told | None:
    """What a text tells of a value of the same one as another: nearest where there are several, if that is sure."""
    found = [
        one
        for one in all_told
        if one.quantity.name == name and one.owner.name == told.owner.name and one.owner.is_sure and one is not told
    ]
    if here := [one for one in found if one.near[0] == told.near[0]]:
        return here[-1] if len({one.value for one in here}) == 1 else None
    if is_supposed(told.owner):
        return None
    # Who has a name may change in the course of a text; of a list without any, another one is somebody else's.
    found = [one for one in found if one.near[1] == told.near[1]] or found
    before = [one for one in found if one.order < told.order]
    if len({one.value for one in found}) > 1:
        found = before if told.owner.name else []
    return found[-1] if found else None
