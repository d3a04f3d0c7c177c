"""The mechanics that tables roll by, each as data of one to four lines, and exact: against every case one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
import yaml

from rulebook_rules.rulesfile.file import load_rules
from rulesmod.dice import Tail, distribution
from rulesmod.plain_dice import NOTATION
from tests.rulesfile.test_rules_file import SCHEMA

MAX = 12
"""So far what goes on without end is followed here; one case stands for all beyond."""
BEYOND = 1000
Law = Mapping[Any, Fraction]


def d(size: int, count: int = 1) -> list[Law]:
    return [{face: Fraction(1, size) for face in range(1, size + 1)}] * count


def exploding(size: int, *, less: int = 0) -> Law:
    """A die that is rolled again on its highest face; each further one shows `less` less."""
    found, chance, before = {}, Fraction(1, size), 0
    while before <= MAX:
        found |= {before + face - (less if before else 0): chance for face in range(1, size)}
        before, chance = before + size - (less if before else 0), chance / size
    return {**found, BEYOND: 1 - sum(found.values())}


def again(size: int, target: int) -> Law:
    """How many of a die's throws reach a number, where its highest face is thrown again."""
    hits = Fraction(size - target, size)
    found = {n: Fraction(1, size) ** n * (1 - hits - Fraction(1, size)) for n in range(MAX + 2)}
    for n in range(1, MAX + 2):
        found[n] += Fraction(1, size) ** (n - 1) * hits
    return {**found, BEYOND: 1 - sum(found.values())}


def highest(cast: Sequence[int], count: int = 1) -> int:
    return sum(sorted(cast)[-count:])


def anew(face: int, other: int, low: int) -> int:
    return face if face > low else other


def alike(cast: Sequence[int]) -> int:
    return max(Counter(cast).values())


def uncancelled(cast: Sequence[int]) -> int:
    return max(Counter(cast[:3]) - Counter(cast[3:]), default=0)


def pushed(cast: Sequence[int]) -> int:
    return sum((one if one in (1, 6) else other) == 6 for one, other in zip(cast[:3], cast[3:], strict=True))


def draws(count: int) -> list[Law]:
    """Cards of four suits from 1 to 5, of which none comes twice."""
    deck = [face for face in range(1, 6) for _ in range(4)]
    hands = Counter(permutations(deck, count))
    return [{hand: Fraction(number, hands.total()) for hand, number in hands.items()}]


def hits(cast: Sequence[str]) -> int:
    return "".join(cast).count("h") - "".join(cast).count("m")


def faces(*symbols: str) -> Law:
    return {f"{symbol} {number}": Fraction(1, len(symbols)) for number, symbol in enumerate(symbols)}


class Mechanic(NamedTuple):
    """What is rolled, by the `dice` of a `rules.yml` or plainly; its dice, and what a cast of them comes to."""

    rules: str
    text: str
    dice: Sequence[Law]
    read: Callable[[Sequence[Any]], int]


PBTA = "kind: sum\nwritten: 2d6\nmeans: {6 or less: miss, 7..9: hit, 10 or more: more}"
SIGNS = "kind: symbols\nfaces: {A: [blank, hit, hit hit], D: [blank, miss]}\ncancels: {miss: hit}"
PUSH = "written: '{count}d6'\nsuccess: 6\npush: 1"
MECHANICS = {
    "dice and numbers added up and taken away": Mechanic(
        "", "2d6-d4+3", [*d(6, 2), *d(4)], lambda c: c[0] + c[1] - c[2] + 3
    ),
    "a sum that is multiplied": Mechanic("", "(2d6+1)x10", d(6, 2), lambda c: 10 * (sum(c) + 1)),
    "the highest few": Mechanic("", "4d6kh3", d(6, 4), lambda c: highest(c, 3)),
    "the lowest dropped": Mechanic("", "3d8dl1", d(8, 3), lambda c: highest(c, 2)),
    "advantage": Mechanic("", "d20adv", d(20, 2), max),
    "disadvantage": Mechanic("", "2d20kl1", d(20, 2), min),
    "fudge dice": Mechanic("", "4dF", d(3, 4), lambda c: sum(c) - 8),
    "dice read as digits": Mechanic("", "d66", d(6, 2), lambda c: 10 * c[0] + c[1]),
    "three digits": Mechanic("", "d666", d(6, 3), lambda c: 100 * c[0] + 10 * c[1] + c[2]),
    "roll under": Mechanic("", "d%<=45", d(100), lambda c: c[0] <= 45),
    "successes": Mechanic("", "4d10>=8", d(10, 4), lambda c: sum(face >= 8 for face in c)),
    "successes, the highest again": Mechanic("", "2d10>=8!", [again(10, 8)] * 2, sum),
    "successes, the highest twice": Mechanic(
        "", "3d10>=7double", d(10, 3), lambda c: sum((n >= 7) + (n == 10) for n in c)
    ),
    "successes and botches": Mechanic("", "3d10>=8f1", d(10, 3), lambda c: sum((n >= 8) - (n == 1) for n in c)),
    "exploding": Mechanic("", "2d6!", [exploding(6)] * 2, sum),
    "compounding": Mechanic("", "2d6!!", [exploding(6)] * 2, sum),
    "penetrating": Mechanic("", "d6!p", [exploding(6, less=1)], sum),
    "rerolled once": Mechanic("", "2d6ro1", d(6, 4), lambda c: anew(c[0], c[2], 1) + anew(c[1], c[3], 1)),
    "rerolled while low": Mechanic("", "2d6r<=2", [{face: Fraction(1, 4) for face in range(3, 7)}] * 2, sum),
    "D codes": Mechanic("", "3D+2", d(6, 3), lambda c: sum(c) + 2),
    "a wild die among them": Mechanic("", "3Dw", [exploding(6), *d(6, 2)], sum),
    "the highest of a pool": Mechanic("kind: highest\nwritten: '{count}d6'", "3d6", d(6, 3), max),
    "of no dice the lower of two": Mechanic("kind: highest\nwritten: '{count}d6'", "0d6", d(6, 2), min),
    "2d6 and bands": Mechanic(PBTA, "2d6+1", d(6, 2), lambda c: sum(c) + 1),
    "a trait and a wild die": Mechanic("kind: trait", "d8", [exploding(8), exploding(6)], max),
    "roll and keep, exploding": Mechanic(
        "kind: keep\nnumbers: {size: 6, explodes: 1}", "3k2", [exploding(6)] * 3, lambda c: highest(c, 2)
    ),
    "matches": Mechanic("kind: matches", "4d6", d(6, 4), alike),
    "opposed pools": Mechanic("kind: opposed", "3d6 vs 2d6", d(6, 5), uncancelled),
    "faces with symbols": Mechanic(SIGNS, "2A 1D", [faces("", "h", "hh")] * 2 + [faces("", "m")], hits),
    "step dice": Mechanic("kind: steps\nsteps: {1: d4, 2: d8 + d6}", "step 2", [*d(8), *d(6)], sum),
    "cards without replacement": Mechanic("kind: cards\nnumbers: {size: 5}", "2 cards", draws(2), lambda c: sum(c[0])),
    "dice counted by dice": Mechanic("kind: timed", "(d3)d4", [*d(3), *d(4, 3)], lambda c: sum(c[1 : c[0] + 1])),
    "one die times another": Mechanic("", "d6×d8", [*d(6), *d(8)], prod),
    "a push on request": Mechanic(PUSH, "3d6 pushed", d(6, 6), pushed),
    "a sum that means the higher": Mechanic("kind: either", "d6+d8", [*d(6), *d(8)], max),
}


@pytest.mark.parametrize("name", MECHANICS)
def test_a_mechanic_is_exact(name: str, tmp_path: Path) -> None:
    one = MECHANICS[name]
    expected: Counter[int] = Counter()
    for cast in product(*(law.items() for law in one.dice)):
        expected[int(one.read([face for face, _ in cast]))] += prod(chance for _, chance in cast)  # type: ignore[assignment]
    notation = _of_rules(one.rules, tmp_path / "rules.yml") if one.rules else NOTATION
    program = notation.program(notation.parse(one.text))
    found: dict[object, Fraction] = {}
    for outcome, chance in distribution(program, reach=MAX).rows:
        found[outcome[program.main]] = found.get(outcome[program.main], Fraction(0)) + chance
    if any(isinstance(value, Tail) for value in found):
        assert {value for value in expected if value <= MAX} <= {*found}
        for value in range(MAX + 1):
            assert found.get(value, 0) == expected[value], value
    else:
        assert found == dict(expected)


def _of_rules(dice: str, path: Path) -> Any:
    text = f"game: G\ndice: {{{', '.join(dice.splitlines())}}}\n"
    jsonschema.validate(yaml.safe_load(text), SCHEMA)
    path.write_text(text, encoding="utf-8")
    return load_rules(path).notation


def test_each_takes_four_lines_at_most() -> None:
    assert len(MECHANICS) >= 26
    assert all(one.rules.count("\n") < 4 for one in MECHANICS.values())
