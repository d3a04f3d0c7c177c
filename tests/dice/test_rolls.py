"""Rolls: the generator, what a roll shows, and that rolls fall as the odds say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulesmod.cavea.notation import LANGUAGE as CAVEA
from rulesmod.dice import (
    Die,
    Field,
    InvalidSeedError,
    Language,
    PoolTooLargeError,
    Program,
    Row,
    Sfc32,
    distribution,
    new_seed,
    roll,
)
from rulesmod.dice.odds import Tail
from rulesmod.drama.notation import LANGUAGE as DRAMA
from rulesmod.masque.notation import LANGUAGE as MASQUE
from rulesmod.sda.notation import LANGUAGE as SDA

SEED = "0123456789abcdef01234567"


def of(language: Language, text: str) -> Program:
    return language.program(language.parse(text))


def test_the_generator_gives_the_published_numbers() -> None:
    random = Sfc32("000000000000000200000001")
    assert [random() for _ in range(4)] == [0xA87DBC7E, 0x1787178C, 0x4C7B7234, 0xC65DADE2]


@pytest.mark.parametrize("seed", ["", "0" * 23, "0" * 25, "g" + "0" * 23, "٠" * 24, " " + "0" * 23])
def test_a_spoiled_seed_is_refused(seed: str) -> None:
    with pytest.raises(InvalidSeedError, match="24 hexadecimal digits"):
        Sfc32(seed)


def test_seeds_are_fresh_and_replayable() -> None:
    seed = new_seed()
    assert seed != new_seed()
    program = of(CAVEA, "3:d8/2:d10/3:d20")
    assert roll(program, Sfc32(seed)) == roll(program, Sfc32(seed.upper()))


def test_numbers_beyond_the_last_full_round_are_thrown_away() -> None:
    numbers = iter([2**32 - 1, 2**32 - 4, 5])
    thrown = roll(of(CAVEA, "1:d6"), lambda: next(numbers)).dice
    assert [die.face for die in thrown] == [6]
    assert next(numbers, None) is None


def test_dice_that_are_rolled_again_and_added_say_where_they_come_from() -> None:
    faces = iter([6, 1, 4, 2])
    rolled = roll(of(DRAMA, "2Rd"), lambda: next(faces) - 1)
    assert [(die.die, die.face, die.cause) for die in rolled.dice] == [
        ("Rd", 6, None),
        ("Rd", 1, 0),
        ("Rd", 4, None),
        ("Pd", 2, 1),
    ]
    assert rolled.outcome == {"net": 0}
    assert rolled.dice[3].label == "costs a success"


def test_a_backfire_brings_three_penalty_dice_for_each_one() -> None:
    faces = iter([1, 1, 5, 1, 2, 3, 4, 5, 6])
    rolled = roll(of(DRAMA, "3Dd"), lambda: next(faces) - 1)
    assert [die.die for die in rolled.dice] == ["Dd"] * 3 + ["Pd"] * 6
    assert {die.cause for die in rolled.dice[3:]} == {-1}
    assert rolled.outcome == {"net": -1, "backfire": True}


def test_a_roll_has_an_end() -> None:
    with pytest.raises(PoolTooLargeError, match="at most 1000 dice"):
        roll(of(CAVEA, "999999999999999:d6"), Sfc32(SEED))
    endless = Die((Row(1, weight=10**9, tallies={"n": 1}, again=True), Row(2)))
    program = Program({"x": endless}, (("x", 1),), (Field("n", "n", "n"),), sums=("n",))
    with pytest.raises(PoolTooLargeError):
        roll(program, Sfc32(SEED))


CHI_SQUARE_LIMIT = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88}
"""What chi-square exceeds once in a thousand, by degrees of freedom."""


@pytest.mark.parametrize(
    ("language", "text"),
    [(CAVEA, "3:d8"), (DRAMA, "2Bd 1Rd 2Dd"), (SDA, "2d12"), (MASQUE, "d4 |d6 least max"), (MASQUE, "d6 -d4")],
)
def test_rolls_fall_as_the_odds_say(language: Language, text: str) -> None:
    program, random, count = of(language, text), Sfc32(SEED), 6000
    drawn: Counter[Any] = Counter(tuple(roll(program, random).outcome.values()) for _ in range(count))
    classes: list[tuple[float, int]] = []
    for outcome, chance in distribution(program).rows:
        key = tuple(outcome.values())
        if not isinstance(key[0], Tail) and chance * count >= 60:
            classes.append((float(chance * count), drawn[key]))
    classes = sorted(classes, reverse=True)[:8]
    rest = count - sum(expected for expected, _ in classes), count - sum(seen for _, seen in classes)
    classes += [rest] if rest[0] > 10 else []
    chi_square = sum((seen - expected) ** 2 / expected for expected, seen in classes)
    assert chi_square < CHI_SQUARE_LIMIT[len(classes) - 1]
