"""Our exact distributions against icepool's and dyce's on the same pools, and the import times.

Each row runs in processes of its own, and the first time counts: icepool remembers what it has worked out. The peers
cut explosions where about one roll in 10**9 would go on; ours are exact. Prints the least time of each, and how often
ours goes into the better of theirs: it ends with 1 where that is below 1.

    python benchmarks/dice.py
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial, reduce
from importlib import import_module
from operator import add
from typing import Any, NamedTuple

DEPTHS = {6: 12, 8: 10, 10: 9, 12: 9, 20: 7}
"""How often the peers roll a die again that shows its highest."""

LEVEL_POOL = {8: 3, 10: 2, 20: 3}
FORTY_DICE = {4: 8, 6: 8, 8: 8, 10: 8, 20: 8}
LIBRARIES = ("ours", "icepool", "dyce")
MODULES = {"ours": "rulesmod.dice", "icepool": "icepool", "dyce": "dyce"}
PROCESSES = 9
IMPORTS = 15
LONGEST = 10.0
"""Seconds after which nobody waits for a peer."""


class Case(NamedTuple):
    """One pool: its game and how it is written there, a contest where it is written twice; and what makes it, ready to
    be run, in each of the other libraries."""

    game: str
    texts: tuple[str, ...]
    icepool: Callable[[], Any]
    dyce: Callable[[], Any]


def ours(game: str, texts: tuple[str, ...]) -> Callable[[], object]:
    from rulesmod.dice import contest, distribution

    module = "rulesmod.plain_dice" if game == "plain" else f"rulesmod.{game}.notation"
    language = import_module(module).LANGUAGE
    programs = [language.program(language.parse(text)) for text in texts]
    return partial(contest if len(programs) == 2 else distribution, *programs)


def level_pool(pool: dict[int, int]) -> str:
    return "/".join(f"{count}:d{size}" for size, count in pool.items())


def icepool_level_pool(pool: dict[int, int]) -> Any:
    """Ones, twos and others, counted; then total and SAP."""
    import icepool

    def counted(size: int) -> Any:
        return icepool.Die([(1, 0, 0), (0, 1, 0), (0, 0, 1)], times=[1, 1, size - 2]).map(icepool.Vector)

    counts = reduce(add, (count @ counted(size) for size, count in pool.items()))
    return counts.map(lambda ones, twos, others: (ones, 2 if not twos + others else min(twos, 1)))


def dyce_level_pool(pool: dict[int, int]) -> Any:
    """The same counts as digits of one number, which is what dyce adds fastest."""
    import dyce

    counts = reduce(add, (count @ dyce.H({10_000: 1, 100: 1, 1: size - 2}) for size, count in pool.items()))
    found: dict[tuple[int, int], int] = {}
    for code, weight in counts.items():
        ones, twos, others = code // 10_000, code // 100 % 100, code % 100
        key = ones, 2 if not twos + others else min(twos, 1)
        found[key] = found.get(key, 0) + weight
    return found


def icepool_sum(count: int, size: int, *, minus: int = 0, by: int = 1) -> Any:
    import icepool

    return count @ (icepool.d(size) // by) - minus


def dyce_sum(count: int, size: int, *, minus: int = 0, by: int = 1) -> Any:
    import dyce

    return count @ (dyce.H(size) // by) - minus


def icepool_risk(count: int) -> Any:
    import icepool

    penalty = icepool.Die([-1, 0], times=[1, 2])
    risk = icepool.d6.map({1: penalty - 1, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1 + icepool.Again}, again_depth=DEPTHS[6])
    return count @ risk


def dyce_risk(count: int) -> Any:
    import dyce

    weights = {-2: 1, -1: 2, 0: 6, 1: 6}
    odds: dict[int, int] = {}
    for depth in range(DEPTHS[6] + 1):
        for value, weight in weights.items():
            odds[value + depth] = odds.get(value + depth, 0) + weight * 6 ** (DEPTHS[6] - depth)
    return count @ dyce.H(odds)


def icepool_contest() -> Any:
    import icepool

    mine, theirs = (
        reduce(add, (icepool.d(size).explode(depth=DEPTHS[size]) for size in sizes))
        for sizes in ((8, 10, 12), (6, 6, 20))
    )
    return (mine > theirs).probability(True), (mine == theirs).probability(True)


def dyce_contest() -> Any:
    import dyce

    mine, theirs = (
        reduce(add, (dyce.explode_n(dyce.H(size), n=DEPTHS[size]) for size in sizes))
        for sizes in ((8, 10, 12), (6, 6, 20))
    )
    return mine.gt(theirs), mine.eq(theirs)


def sums(game: str, text: str, count: int, size: int, **more: int) -> Case:
    return Case(game, (text,), partial(icepool_sum, count, size, **more), partial(dyce_sum, count, size, **more))


def levels(pool: dict[int, int]) -> Case:
    return Case("cavea", (level_pool(pool),), partial(icepool_level_pool, pool), partial(dyce_level_pool, pool))


CASES = {
    "level pool of 8 dice": levels(LEVEL_POOL),
    "level pool of 40 dice": levels(FORTY_DICE),
    "2d6+2": sums("dry_cereal", "2d6+2", 2, 6, minus=5),
    "4d6, measures of success": sums("sda", "4d6", 4, 6, by=4),
    "40d20, measures of success": sums("sda", "40d20", 40, 20, by=4),
    **{f"{count}d6": sums("plain", f"{count}d6", count, 6) for count in (10, 20, 40, 80)},
    "99d100": sums("plain", "99d100", 99, 100),
    **{
        f"{count} Risk dice": Case("drama", (f"{count}Rd",), partial(icepool_risk, count), partial(dyce_risk, count))
        for count in (10, 20, 40, 80, 160)
    },
    "three exploding against three": Case("masque", ("d8 +d10 +d12", "2d6 +d20"), icepool_contest, dyce_contest),
}


def run(name: str, library: str) -> float:
    """Seconds that a row takes the first time, in this process; what it imports does not count."""
    warnings.simplefilter("ignore")  # dyce warns where it cuts
    case = CASES[name]
    if library == "ours":
        work = ours(case.game, case.texts)
    else:
        import_module(library)
        work = getattr(case, library)
    gc.disable()  # As `timeit` does: when it is collected depends on what was imported.
    started = time.process_time()
    work()
    return time.process_time() - started


def once(name: str, library: str) -> float:
    """Return the seconds of a row in a process of its own; infinite where it takes too long."""
    try:
        done = subprocess.run(
            [sys.executable, __file__, name, library], check=True, capture_output=True, text=True, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return float("inf")
    return float(done.stdout)


def fresh(name: str) -> dict[str, float]:
    """Return the least time of each library in several processes.

    The libraries take turns, as a machine that others use is not equally fast all the time.
    """
    best = dict.fromkeys(LIBRARIES, float("inf"))
    for turn in range(PROCESSES):
        for library in LIBRARIES:
            if not turn or best[library] <= 1:
                best[library] = min(best[library], once(name, library))
    return best


def import_seconds() -> dict[str, float]:
    """Return the processor time that an import of all names adds to a bare interpreter's start, for each library."""
    compiling = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def spent(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=compiling)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    codes = {library: f"from {module} import *" for library, module in MODULES.items()} | {"": "pass"}
    turns = [{library: spent(code) for library, code in codes.items()} for _ in range(IMPORTS)]
    best = {library: min(turn[library] for turn in turns) for library in codes}
    return {library: best[library] - best[""] for library in MODULES}


def show(name: str, times: dict[str, float]) -> bool:
    """Print a row; whether we are ahead."""
    ahead = min(value for library, value in times.items() if library != "ours") / times["ours"]
    cells = "  ".join(
        f"{library} {value * 1000:8.2f} ms" if value < LONGEST else f"{library} over {LONGEST:.0f} s "
        for library, value in times.items()
    )
    verdict = "ok" if ahead >= 1 else "missed"
    print(f"{name:32} {cells}  " + (f"ahead by {ahead:.2f} (limit 1, {verdict})" if ahead < float("inf") else "alone"))
    return ahead >= 1


def main() -> int:
    if len(sys.argv) == 3:
        print(run(*sys.argv[1:]))
        return 0
    is_ahead = [show(name, fresh(name)) for name in CASES]
    is_ahead.append(show("import", import_seconds()))
    return 0 if all(is_ahead) else 1


if __name__ == "__main__":
    sys.exit(main())
