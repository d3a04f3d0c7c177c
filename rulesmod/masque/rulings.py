"""How the open places of Masque are read: `Readings` are the switches that a game may set otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings that a table may choose; the defaults are those that `RULINGS` explain.

    Attributes:
        doubled: a d7, d11 or d13 is `folded` from two dice, or `even`.
        pair_average: the average of a pair is `listed`, or that of the die `kept` (A11).
        add_on: Add-on hits pair and bring more (`chain`), or come `once` for a hit (A15).
        venom: a venomous Spidure's Add-on roll counts `instead` of the ordinary one or `besides` it (A37).
        tie: in a tie the natural of an outnumbered side still decides (`natural`), or there is `parley` (A10).
        added: dice that an effect adds raise the average to be met (`counted`) or not (`ignored`) (A39).
    """

    doubled: str = "folded"
    pair_average: str = "listed"
    add_on: str = "chain"
    venom: str = "instead"
    tie: str = "natural"
    added: str = "counted"
