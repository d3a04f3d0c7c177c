"""Our exact distributions against icepool's and dyce's on the same pools, and the import times.

The peers cut explosions where about one roll in 10**9 would go on; ours are exact. Prints the time of each
and how often ours goes into the better of theirs: above 1 we are ahead.

    python benchmarks/dice.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any, NamedTuple

import dyce
import icepool

from rulesmod.cavea.notation import LANGUAGE as CAVEA
from rulesmod.dice import Language, Program, contest, distribution
from rulesmod.drama.notation import LANGUAGE as DRAMA
from rulesmod.dry_cereal.notation import LANGUAGE as DRY_CEREAL
from rulesmod.masque.notation import LANGUAGE as MASQUE
from rulesmod.sda.notation import LANGUAGE as SDA

DEPTHS = {6: 12, 8: 10, 10: 9, 12: 9, 20: 7}
"""How often the peers roll a die again that shows its highest."""

LEVEL_POOL = {8: 3, 10: 2, 20: 3}
FORTY_DICE = {4: 8, 6: 8, 8: 8, 10: 8, 20: 8}


class Case(NamedTuple):
    """One pool and how each library gives its distribution."""

    name: str
    ours: Callable[[], object]
    icepool: Callable[[], object]
    dyce: Callable[[], object]


def program(language: Language, text: str) -> Program:
    return language.program(language.parse(text))


def level_pool(pool: dict[int, int]) -> Program:
    return program(CAVEA, "/".join(f"{count}:d{size}" for size, count in pool.items()))


def icepool_level_pool(pool: dict[int, int]) -> Any:
    """Ones, twos and others, counted; then total and SAP."""

    def counted(size: int) -> Any:
        return icepool.Die([(1, 0, 0), (0, 1, 0), (0, 0, 1)], times=[1, 1, size - 2]).map(icepool.Vector)

    counts = reduce(add, (count @ counted(size) for size, count in pool.items()))
    return counts.map(lambda ones, twos, others: (ones, 2 if not twos + others else min(twos, 1)))


def dyce_level_pool(pool: dict[int, int]) -> Any:
    """The same counts as digits of one number, which is what dyce adds fastest."""
    counts = reduce(add, (count @ dyce.H({10_000: 1, 100: 1, 1: size - 2}) for size, count in pool.items()))
    found: dict[tuple[int, int], int] = {}
    for code, weight in counts.items():
        ones, twos, others = code // 10_000, code // 100 % 100, code % 100
        key = ones, 2 if not twos + others else min(twos, 1)
        found[key] = found.get(key, 0) + weight
    return found


def icepool_risk() -> Any:
    penalty = icepool.Die([-1, 0], times=[1, 2])
    risk = icepool.d6.map({1: penalty - 1, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1 + icepool.Again}, again_depth=DEPTHS[6])
    return 10 @ risk


def dyce_risk() -> Any:
    weights = {-2: 1, -1: 2, 0: 6, 1: 6}
    odds: dict[int, int] = {}
    for depth in range(DEPTHS[6] + 1):
        for value, weight in weights.items():
            odds[value + depth] = odds.get(value + depth, 0) + weight * 6 ** (DEPTHS[6] - depth)
    return 10 @ dyce.H(odds)


def icepool_contest() -> Any:
    mine, theirs = (
        reduce(add, (icepool.d(size).explode(depth=DEPTHS[size]) for size in sizes))
        for sizes in ((8, 10, 12), (6, 6, 20))
    )
    return (mine > theirs).probability(True), (mine == theirs).probability(True)


def dyce_contest() -> Any:
    mine, theirs = (
        reduce(add, (dyce.explode_n(dyce.H(size), n=DEPTHS[size]) for size in sizes))
        for sizes in ((8, 10, 12), (6, 6, 20))
    )
    return mine.gt(theirs), mine.eq(theirs)


def cases() -> list[Case]:
    realistic, forty = level_pool(LEVEL_POOL), level_pool(FORTY_DICE)
    roll, skill, sums = program(DRY_CEREAL, "2d6+2"), program(SDA, "4d6"), program(SDA, "40d20")
    risk = program(DRAMA, "10Rd")
    casts = program(MASQUE, "d8 +d10 +d12"), program(MASQUE, "2d6 +d20")
    return [
        Case(
            "level pool of 8 dice",
            lambda: distribution(realistic),
            lambda: icepool_level_pool(LEVEL_POOL),
            lambda: dyce_level_pool(LEVEL_POOL),
        ),
        Case(
            "level pool of 40 dice",
            lambda: distribution(forty),
            lambda: icepool_level_pool(FORTY_DICE),
            lambda: dyce_level_pool(FORTY_DICE),
        ),
        Case("2d6+2", lambda: distribution(roll), lambda: 2 @ icepool.d6 - 5, lambda: 2 @ dyce.H(6) - 5),
        Case(
            "4d6, measures of success",
            lambda: distribution(skill),
            lambda: 4 @ (icepool.d6 // 4),
            lambda: 4 @ (dyce.H(6) // 4),
        ),
        Case(
            "40d20, measures of success",
            lambda: distribution(sums),
            lambda: 40 @ (icepool.d20 // 4),
            lambda: 40 @ (dyce.H(20) // 4),
        ),
        Case("10 Risk dice", lambda: distribution(risk), icepool_risk, dyce_risk),
        Case("three exploding against three", lambda: contest(*casts), icepool_contest, dyce_contest),
    ]


def seconds(run: Callable[[], object]) -> float:
    """The least processor time of several measurements, each long enough to be one."""
    best = float("inf")
    for _ in range(5):
        started, rounds = time.process_time(), 0
        while time.process_time() - started < 0.05:
            run()
            rounds += 1
        best = min(best, (time.process_time() - started) / rounds)
    return best


def import_seconds(module: str) -> float:
    """The processor time that an import adds to a bare interpreter's start."""

    compiling = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def once(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=compiling)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once(f"import {module}") for _ in range(9)) - min(once("pass") for _ in range(9))


def show(name: str, ours: float, peers: dict[str, float]) -> None:
    cells = "  ".join(f"{peer} {value * 1000:8.2f} ms" for peer, value in peers.items())
    print(f"{name:32} ours {ours * 1000:8.2f} ms  {cells}  ahead by {min(peers.values()) / ours:.1f}")


def main() -> None:
    warnings.simplefilter("ignore")  # dyce warns where it cuts
    for case in cases():
        show(case.name, seconds(case.ours), {"icepool": seconds(case.icepool), "dyce": seconds(case.dyce)})
    imports = {module: import_seconds(module) for module in ("rulesmod.dice", "icepool", "dyce")}
    show("import", imports.pop("rulesmod.dice"), imports)


if __name__ == "__main__":
    main()
