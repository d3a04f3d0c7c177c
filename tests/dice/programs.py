"""Random programs: dice tables that no game has, for what has to hold of all of them."""

from __future__ import annotations

from random import Random
from typing import Any

from rulesmod.dice import Die, Field, Program, Row, Trigger

READINGS: list[Any] = [
    "score",
    ["+", "score", "modifier"],
    ["-", ["*", 1, "score"], 3],
    ["max", 0, "score"],
    ["max", ["-", 0, 2], ["+", "score", "modifier"]],
    ["if", "marked", "score", ["+", "score", 2]],
]


def random_program(seed: int) -> Program:
    """A small program: up to three dice of two to five rows, open upwards, downwards, both ways or not at all."""
    random = Random(seed)
    opening = random.choice(["closed", "closed", "up", "down", "both"])
    has_count = opening != "both" and random.random() < 0.5
    dice: dict[str, Die] = {}
    open_ways: dict[str, int] = {}
    for name in ("x", "y", "z")[: random.randint(1, 3)]:
        way = {"closed": 0, "up": 1, "down": -1, "both": random.choice([1, -1])}[opening]
        dice[name] = Die(tuple(_rows(random, way, has_count, [*dice], open_ways)))
        adds = {add for row in dice[name].rows for add in row.adds}
        grows = any(row.again for row in dice[name].rows)
        open_ways[name] = way if grows else next((open_ways[add] for add in adds if open_ways[add]), 0)
    names = list(dice)
    triggers = ()
    if has_count and opening == "closed" and random.random() < 0.5:
        triggers = (Trigger("count", random.randint(1, 2), {names[0]: 1}),)
    fields = [Field("result", "result", random.choice(READINGS if opening == "closed" else READINGS[:-1]))]
    if random.random() < 0.6:
        fields.append(Field("sign", "sign", [">=", "count", 1] if has_count else "marked"))
    return Program(
        dice=dice,
        pool=tuple((name, random.choice([0, 1, 1, 2])) for name in names),
        fields=tuple(fields),
        sums=("count", "score") if opening != "both" else ("score",),
        flags=("marked",),
        constants={"modifier": random.randint(-2, 2)},
        triggers=triggers,
        needs=random.choice([None, None, 1]),
        tie_wins=random.random() < 0.2,
    )


def _rows(random: Random, way: int, has_count: bool, earlier: list[str], open_ways: dict[str, int]) -> list[Row]:
    rows = []
    grows = way and random.random() < 0.7
    marks_again = random.random() < 0.5
    for face in range(1, random.randint(3, 6)):
        tallies = {"score": random.randint(-2, 3)}
        if has_count and random.random() < 0.4:
            tallies["count"] = 1
        if random.random() < 0.3:
            tallies["marked"] = 1
        addable = [name for name in earlier if not (way and open_ways[name] not in (0, way))]
        adds = {random.choice(addable): 1} if addable and random.random() < 0.2 else {}
        rows.append(Row(face, random.randint(1, 3), {k: v for k, v in tallies.items() if v}, adds=adds))
    if grows:
        for face in range(len(rows) + 1, len(rows) + random.randint(2, 3)):
            tallies = {"score": way * random.randint(1, 3), "marked": int(marks_again)}
            rows.append(Row(face, 1, {k: v for k, v in tallies.items() if v}, again=True))
    if random.random() < 0.15:
        rows.append(Row("again", 1, again=True))
    return rows
