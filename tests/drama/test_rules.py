"""The rules of Underlying Concepts against counting all rolls by hand, and against what the sections say."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from rulesmod.dice import distribution
from rulesmod.drama import SYSTEM, rules
from rulesmod.drama.names import ACTOR_LEVELS, KINDS
from rulesmod.drama.notation import LANGUAGE, NOTATION

FACES = range(1, 7)


@pytest.mark.parametrize("count", range(1, 11))
def test_chances_of_base_dice_by_the_binomial_formula(count: int) -> None:
    fewer = sum(comb(count, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (count - k) for k in (0, 1) if k <= count)
    assert rules.reach(rules.pool(base=count)) == 1 - fewer


@pytest.mark.parametrize(("base", "penalty"), [(2, 1), (3, 2), (4, 2)])
def test_chances_against_penalty_dice_by_counting_all_rolls(base: int, penalty: int) -> None:
    good = 0
    for faces in product(FACES, repeat=base + penalty):
        successes = sum(face >= 5 for face in faces[:base])
        costs = sum(face <= 2 for face in faces[base:])
        good += successes - costs >= 2
    assert rules.reach(rules.pool(base=base, penalty=penalty)) == Fraction(good, 6 ** (base + penalty))


def test_each_face_reads_as_the_dice_engine_reads_it() -> None:
    readings = {"Bd": rules.base, "Pd": rules.penalty}
    for letters, reading in readings.items():
        expected = Counter({value: Fraction(count, 6) for value, count in Counter(map(reading, FACES)).items()})
        found = {
            outcome["net"]: chance
            for outcome, chance in distribution(NOTATION.program(NOTATION.parse(f"1{letters}"))).rows
        }
        assert found == expected
    rows = {letters: LANGUAGE.dice[letters]["rows"] for letters in ("Rd", "Dd")}
    assert rows["Rd"][0]["tallies"] == {"net": rules.risk(1)}
    assert rows["Rd"][0]["adds"] == [["Pd", {}, rules.risk_penalties([1])]]
    (trigger,) = LANGUAGE.triggers
    assert (trigger["at_least"], trigger["adds"]) == (rules.BACKFIRE_AT, {"Pd": rules.BACKFIRE_PENALTY})
    assert LANGUAGE.needs == rules.NEEDED


def test_a_pool_is_added_up_and_never_netted_off() -> None:
    pool = rules.built_pool(3, skill=2, bonus=1, resistance=2, modifiers=1, carried=1, risk=1, passion=2)
    assert NOTATION.format(pool) == "6Bd 1Rd 2Dd 4Pd"
    assert NOTATION.format(rules.built_pool(3, background=1)) == "4Bd"
    assert NOTATION.format(rules.built_pool(3, skill=2, background=9)) == "5Bd"
    assert rules.reach(rules.pool(base=3, penalty=1)) < rules.reach(rules.pool(base=3))


def test_reading_faces() -> None:
    assert [rules.base(face) for face in FACES] == [0, 0, 0, 0, 1, 1]
    assert [rules.risk(face) for face in FACES] == [-1, 0, 0, 1, 1, 1]
    assert [rules.passion(face) for face in FACES] == [0, 0, 0, 1, 1, 1]
    assert [rules.penalty(face) for face in FACES] == [-1, -1, 0, 0, 0, 0]
    assert [face for face in FACES if rules.explodes(face)] == [6]
    assert rules.backfire_penalties([1, 4, 6]) == 0
    assert rules.backfire_penalties([1, 1, 6]) == 6
    assert rules.backfire_penalties([1, 1, 1]) == 9
    assert rules.width([2, 5, 5, 5, 1]) == 3
    assert rules.width([]) == 0


def test_opposed_tests() -> None:
    assert rules.opposed(1, 1) == "neither"
    assert rules.opposed(2, 1) == "mine"
    assert rules.opposed(2, 3) == "theirs"
    assert rules.opposed(3, 3, momentum=True) == "mine"
    assert rules.opposed(3, 3) == "theirs"
    one = Counter(sum(face >= 5 for face in faces) for faces in product(FACES, repeat=3))
    other = Counter(sum(face >= 5 for face in faces) for faces in product(FACES, repeat=2))
    wins = sum(one[a] * other[b] for a in one for b in other if a >= 2 and a > b)
    neither = sum(one[a] * other[b] for a in one for b in other if a < 2 and b < 2)
    odds = rules.opposed_odds(rules.pool(base=3), rules.pool(base=2))
    assert (odds.win, odds.neither) == (Fraction(wins, 6**5), Fraction(neither, 6**5))
    assert odds.win + odds.tie + odds.lose + (odds.neither or 0) == 1


def test_time_and_parts() -> None:
    assert rules.moments(3) == 30
    assert rules.season("summer").start == "Easter"
    assert rules.season("Autumn").end == "Easter"
    with pytest.raises(ValueError, match="Monsoon"):
        rules.season("Monsoon")
    climbed = ["Cast"]
    while above := rules.next_level(climbed[-1]):
        climbed.append(above)
    assert tuple(climbed) == ACTOR_LEVELS
    assert len(climbed) == 9


def test_every_rule_names_its_section_and_every_kind_of_dice_has_its_bands() -> None:
    for rule in SYSTEM.rules:
        assert rule.__doc__ is not None
        assert re_section(rule.__doc__), rule.__name__
    assert [bands.name for bands in SYSTEM.bands] == [f"{kind.name.lower()}-faces" for kind in KINDS]
    for bands in SYSTEM.bands:
        covered = [face for row in bands.rows for face in range(row.low or 0, (row.high or 0) + 1)]
        assert covered == list(FACES)


def re_section(text: str) -> bool:
    first = text.partition("\n\n")[0]
    return first.rstrip(".\n ").endswith(")") and "(" in first
