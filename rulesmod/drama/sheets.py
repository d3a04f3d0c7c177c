"""The pool builder of Underlying Concepts: step by step to the dice, and how likely they succeed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from rulesmod.dice.reading import Reading
from rulesmod.drama.names import BASE, KINDS, PASSION, PENALTY, RISK
from rulesmod.drama.rules import NEEDED, pool, reach
from rulesmod.drama.tables import MAX, MIN
from rulesmod.sheets import Choice, Group, Number, Part, Pool, Result, Sheet, Table, Throw, Words

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


def _pool(name: str, label: str, counts: Mapping[str, Reading], reach: str = "") -> Pool:
    parts = tuple(
        Part(f"{{dice}}{kind.letters}", {"dice": counts[kind.letters]}, [">=", counts[kind.letters], 1])
        for kind in KINDS
    )
    return Pool(name, label, parts, between=" ", goal=NEEDED if reach else None, reach=reach)


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
        _pool("pool", "Dice pool", _COUNTS, reach="succeeds in"),
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

_NOBODY, _OURS, _THEIRS = range(3)
_STARTS = {BASE.letters: 3, RISK.letters: 0, PASSION.letters: 0, PENALTY.letters: 0}
_ENOUGH: Reading = [">=", ["max", "ours", "theirs"], NEEDED]
_IS_TIED: Reading = ["and", _ENOUGH, ["=", "ours", "theirs"]]


def _side(name: str, title: str) -> Group:
    fields = tuple(_dice(f"{name}_{kind.letters}", f"{kind.name} dice", _STARTS[kind.letters]) for kind in KINDS)
    return Group(name, title, fields)


def _side_pool(name: str, label: str) -> Pool:
    return _pool(f"{name}_pool", label, {kind.letters: f"{name}_{kind.letters}" for kind in KINDS})


def _has_dice(name: str) -> Reading:
    return [">=", _sum(*(f"{name}_{kind.letters}" for kind in KINDS)), 1]


OPPOSED = Sheet(
    name="opposed",
    title="Opposed test",
    intro="Put in the dice of both sides, and who has momentum. Momentum decides between equal rolls.",
    groups=(
        _side("ours", "Your pool"),
        _side("theirs", "Opposing pool"),
        Group(
            "momentum",
            "Momentum",
            (Choice("momentum", "Who has it", ((_NOBODY, "nobody"), (_OURS, "you"), (_THEIRS, "the other side")), 0),),
        ),
    ),
    outcomes=(_side_pool("ours", "Your pool"), _side_pool("theirs", "Opposing pool")),
    throws=(
        Throw(
            "both",
            "Roll both pools",
            {"ours": "ours_pool", "theirs": "theirs_pool"},
            {},
            (
                Part("You have {ours} net successes, the other side {theirs}.", {"ours": "ours", "theirs": "theirs"}),
                Part(
                    f"Nobody wins: neither side has {NEEDED}.",
                    when=[">=", NEEDED - 1, ["max", "ours", "theirs"]],
                ),
                Part("You win.", when=["and", _ENOUGH, [">=", "ours", ["+", "theirs", 1]]]),
                Part("The other side wins.", when=["and", _ENOUGH, [">=", "theirs", ["+", "ours", 1]]]),
                Part("A tie: you win by momentum.", when=["and", _IS_TIED, ["=", "momentum", _OURS]]),
                Part("A tie: the other side wins by momentum.", when=["and", _IS_TIED, ["=", "momentum", _THEIRS]]),
                Part("A tie, and nobody has momentum.", when=["and", _IS_TIED, ["=", "momentum", _NOBODY]]),
            ),
            ready=["and", _has_dice("ours"), _has_dice("theirs")],
        ),
    ),
)

SHEETS = (POOL, OPPOSED)
