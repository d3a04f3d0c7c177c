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


WILD_READINGS: list[Any] = [
    *["score"] * 6,
    ["+", "score", "count"],
    ["+", "score", "modifier"],
    ["-", 3, "score"],
    ["*", "score", 2],
    ["-", ["*", 3, "score"], "modifier"],
    ["//", "score", 2],
    ["//", "score", "count"],
    ["abs", "score"],
    ["abs", ["-", "score", 4]],
    ["max", 0, ["-", "score", 5]],
    ["min", 4, "score"],
    ["max", [">=", "score", 2], "marked"],
    ["if", "marked", "score", 2],
    ["if", "marked", ["+", "score", 30], "modifier"],
    ["if", "marked", ["*", "score", 3], "score"],
    ["if", [">=", "score", "count"], 1, 0],
    ["if", [">=", ["*", 5, 5], "score"], 3, "score"],
    ["*", "marked", "score"],
    ["-", "score", ["*", 2, ["//", "score", 2]]],
    ["+", ["*", 20, "count"], "score"],
]


def wild_program(seed: int) -> Program:
    """A small program of any sort: dice that explode and bring dice, triggers that bring exploding ones, readings
    that turn, stretch, cut or divide what grows. Some contradict themselves and are refused."""
    random = Random(seed)
    usual = random.choice([0, 1, 1, 1, -1, -1])
    has_count = random.random() < 0.6
    dice: dict[str, Die] = {}
    for name in ("x", "y", "z")[: random.randint(1, 3)]:
        way = random.choice([usual, usual, usual, 0, random.choice([-1, 0, 1])])
        dice[name] = Die(tuple(_wild_rows(random, way, has_count, [*dice])))
    names = list(dice)
    triggers = tuple(
        Trigger(random.choice(["count"] * 9 + ["score"]), random.randint(-1, 2), {random.choice(names): 1})
        for _ in range(random.choice([0, 1, 1, 2]) if has_count else 0)
    )
    readings = [reading for reading in WILD_READINGS if has_count or "'count'" not in repr(reading)]
    fields = [Field("result", "result", random.choice(readings))]
    if random.random() < 0.3:
        fields.append(Field("second", "second", random.choice(readings)))
    return Program(
        dice=dice,
        pool=tuple((name, random.choice([0, 1, 1])) for name in names),
        fields=tuple(fields),
        sums=("count", "score") if has_count else ("score",),
        flags=("marked",),
        constants={"modifier": random.randint(-9, 9)},
        triggers=triggers,
        needs=random.choice([None, None, None, -3, 1, 4, 30]),
        tie_wins=random.random() < 0.2,
    )


def _wild_rows(random: Random, way: int, has_count: bool, earlier: list[str]) -> list[Row]:
    rows = []
    for face in range(1, random.randint(3, 5)):
        tallies = {"score": random.choice([0, 1, 2, 3, -2, 7])}
        if has_count:
            tallies["count"] = random.choice([0, 0, 1, 1, -1])
        tallies["marked"] = int(random.random() < 0.3)
        adds = {random.choice(earlier): 1} if earlier and random.random() < 0.2 else {}
        rows.append(Row(face, random.randint(2, 5), {k: v for k, v in tallies.items() if v}, adds=adds))
    for face in range(len(rows) + 1, len(rows) + 1 + (random.choice([0, 1, 1, 1, 2]) if way else 0)):
        tallies = {"score": way * random.randint(1, 3), "marked": int(random.random() < 0.3)}
        if random.random() < 0.03:
            tallies["count" if has_count else "score"] = 0 if not has_count else 1
        rows.append(Row(face, 1, {k: v for k, v in tallies.items() if v}, again=True))
    if random.random() < 0.1:
        rows.append(Row("again", 1, again=True))
    return rows
