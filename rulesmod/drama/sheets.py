"""The pool builder of Underlying Concepts: step by step to the dice, and how likely they succeed."""

from __future__ import annotations

from functools import reduce

from rulesmod.dice.reading import Reading
from rulesmod.drama.names import BASE, KINDS, PASSION, PENALTY, RISK
from rulesmod.drama.rules import NEEDED, pool, reach
from rulesmod.drama.tables import MAX, MIN
from rulesmod.sheets import Group, Number, Part, Pool, Result, Sheet, Table, Words

MAX_DICE = 20
"""How many a field takes."""


def _sum(*names: Reading) -> Reading:
    return reduce(lambda left, right: ["+", left, right], names)


def _dice(name: str, label: str, start: int = 0) -> Number:
    return Number(name, label, 0, MAX_DICE, start)


_COUNTS: dict[str, Reading] = {
    BASE.letters: _sum("attribute", ["if", [">=", "skill", 1], "skill", "background"], "bonus"),
    RISK.letters: "risk",
    PASSION.letters: "passion",
    PENALTY.letters: _sum("resistance", "modifiers", "carried"),
}

POOL = Sheet(
    name="pool",
    title="Pool builder",
    intro="Put in what the character brings, what the situation adds, and what is at stake. The pool follows.",
    groups=(
        Group(
            "base",
            "Base pool",
            (
                Words("name", "Name"),
                _dice("attribute", "Attribute", 2),
                _dice("skill", "One skill", 1),
                _dice("background", "Background, without a skill"),
            ),
        ),
        Group(
            "situation",
            "Situational pool",
            (
                _dice("bonus", "Base dice of the circumstances"),
                _dice("resistance", "Resistance of the test"),
                _dice("modifiers", "Penalty dice of the circumstances"),
                _dice("carried", "Penalty dice carried"),
            ),
        ),
        Group("drama", "Drama pool", (_dice("risk", "Risk dice"), _dice("passion", "Passion dice"))),
    ),
    outcomes=(
        Pool(
            "pool",
            "Dice pool",
            tuple(
                Part(f"{{dice}}{kind.letters}", {"dice": _COUNTS[kind.letters]}, [">=", _COUNTS[kind.letters], 1])
                for kind in KINDS
            ),
            between=" ",
            goal=NEEDED,
            reach="succeeds in",
        ),
        Result("total", "dice in hand", _sum(*_COUNTS.values())),
    ),
    tables={
        "chances": Table(
            "How often Base dice alone succeed",
            "Base dice",
            "in 100",
            {count: round(100 * reach(pool(base=count))) for count in range(MIN, MAX + 1)},
        ),
    },
)

SHEETS = (POOL,)
