"""Find values of the quantities of a game, and group them by owner."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from rulebook_core.findings import Place
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.structures.owners import Owner, is_supposed
from rulebook_syntax.document import Block
from rulebook_text.lexing.names import beginning
from rulesmod.records import record
from rulesmod.system import Quantity

_ORDER = attrgetter("order")


@record
class StatedValue:
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
    stated: StatedValue


def is_allowed(ground: Ground) -> bool:
    """Return whether the game allows a value."""
    low, high = ground.stated.quantity.low, ground.stated.quantity.high
    return (low is None or ground.value >= low) and (high is None or ground.value <= high)


class _Group:
    """Values of one quantity that the same one has, in their order."""

    def __init__(self) -> None:
        self.stated: list[StatedValue] = []
        self.values: set[int | Fraction | None] = set()

    def add(self, one: StatedValue) -> None:
        self.stated.append(one)
        self.values.add(one.value)


class Company:
    """Values told together, looked up by their owner."""

    def __init__(self, stated_values: Iterable[StatedValue]) -> None:
        self._groups: dict[tuple[object, ...], _Group] = defaultdict(_Group)
        for one in stated_values:
            for near in ((), ("sentence", one.near[0]), ("block", one.near[1])) if one.owner.is_sure else ():
                self._groups[one.quantity.name, one.owner.name, *near].add(one)

    def of(self, name: str, stated: StatedValue) -> StatedValue | None:
        """Return the nearest value of another quantity of the same owner, if that is sure."""
        key = name, stated.owner.name
        if (here := self._groups.get((*key, "sentence", stated.near[0]))) is not None:
            return here.stated[-1] if len(here.values) == 1 else None
        if is_supposed(stated.owner):
            return None
        # Who has a name may change in the course of a text; of a list without any, another one is somebody else's.
        group = self._groups.get((*key, "block", stated.near[1])) or self._groups.get(key)
        if group is None or len(group.values) == 1:
            return group.stated[-1] if group is not None else None
        before = bisect_left(group.stated, stated.order, key=_ORDER) if stated.owner.name else 0
        return group.stated[before - 1] if before else None


def quantities_by_section(context: Context) -> Iterator[tuple[Sequence[Quantity], Container[int]]]:
    """Yield the values that people have, with the sections of those who have just these."""
    quantities, document = context.system.quantities, context.document
    sections = range(-1, len(document.headings))
    if not any(one.under for one in quantities):
        yield quantities, sections
        return
    groups: dict[tuple[Quantity, ...], list[int]] = {}
    for section in sections:
        path = " ".join(document.section_path(section)) if section >= 0 else ""
        own = tuple(one for one in quantities if not one.under or beginning(one.under).search(path))
        groups.setdefault(own, []).append(section)
    yield from groups.items()
