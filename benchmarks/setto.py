"""Masque's set-tos a second on one core, by how many actors there are, beside a bare loop that throws as many dice.

The loop does nothing but draw the same random numbers from the same generator and take their remainders: what is
above it is the price of the rules. Growth is told by actors: a set-to of twice as many actors has more to do in each
bit, and lasts longer.

    python benchmarks/setto.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from rulesmod.dice import Sfc32
from rulesmod.masque.playing import play
from rulesmod.masque.showing import open_stage
from rulesmod.masque.state import Random, Stage

LINEUPS = {
    "1 against 1": (["L12"], ["Ogre"]),
    "2 against 2": (["L12", "B8"], ["Ogre", "Warg"]),
    "3 against 3": (["L12", "B8", "C10"], ["Ogre", "Warg", "Goblin"]),
    "6 against 6": (["L12", "B8", "C10", "M6", "L12", "B8"], ["Ogre", "Warg", "Goblin", "Troll", "Elf", "Spidure"]),
}
SET_TOS = 150
ROUNDS = 3


def set_tos(ours: list[str], theirs: list[str], make: Callable[[str], Random]) -> list[Stage]:
    """Some set-tos, from counted seeds."""
    seeds = (f"{number:024x}" for number in range(SET_TOS))
    return [play(open_stage(ours, theirs, make(seed))) for seed in seeds]


class Counting:
    """A generator that counts what is drawn from it."""

    drawn = 0

    def __init__(self, seed: str) -> None:
        self._random = Sfc32(seed)

    def __call__(self) -> int:
        Counting.drawn += 1
        return self._random()


def bare(number: int) -> int:
    """As many dice, and nothing else."""
    random = Sfc32("0" * 24)
    total = 0
    for _ in range(number):
        total += random() % 6 + 1
    return total


def best(run: Callable[[], object]) -> float:
    """The processor time of the quickest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def main() -> int:
    print(f"{'set-tos':<12} {'a second':>9} {'bits':>6} {'dice':>6} {'us a bit':>9} {'bare dice':>10} {'ratio':>6}")
    a_bit: dict[str, float] = {}
    for name, (ours, theirs) in LINEUPS.items():
        Counting.drawn = 0
        stages = set_tos(ours, theirs, Counting)
        bits = sum(stage.bit for stage in stages)
        ruled = best(lambda ours=ours, theirs=theirs: set_tos(ours, theirs, Sfc32))  # type: ignore[misc]
        thrown = best(lambda number=Counting.drawn: bare(number))  # type: ignore[misc]
        a_bit[name] = ruled / bits
        print(
            f"{name:<12} {SET_TOS / ruled:>9.0f} {bits / SET_TOS:>6.1f} {Counting.drawn / SET_TOS:>6.0f}"
            f" {1e6 * a_bit[name]:>9.0f} {1e3 * thrown:>8.1f}ms {ruled / thrown:>6.1f}"
        )
    growth = a_bit["6 against 6"] / a_bit["1 against 1"]
    print(f"six times the actors: {growth:.1f} times the work a bit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
