"""Exact odds against what does not come from the engine: brute force, icepool, closed forms, published values."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf, prod
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesmod.dice import (
    Die,
    Field,
    InvalidProgramError,
    Language,
    Odds,
    PoolTooLargeError,
    Program,
    Row,
    Trigger,
    at_least,
    contest,
    distribution,
    verdict,
)
from rulesmod.dice.series import power_of
from rulesmod.drama.notation import LANGUAGE as DRAMA
from rulesmod.dry_cereal.notation import LANGUAGE as DRY_CEREAL
from rulesmod.masque.notation import LANGUAGE as MASQUE
from rulesmod.sda.notation import LANGUAGE as SDA
from tests.dice.brute import exactly
from tests.dice.programs import random_program

SUM = (Field("sum", "sum", "sum"),)


def plain(size: int, *, exploding: bool = False, sign: int = 1) -> Die:
    return Die(
        tuple(Row(face, tallies={"sum": sign * face}, again=exploding and face == size) for face in range(1, size + 1))
    )


def counting(size: int, *faces: int) -> Die:
    return Die(tuple(Row(face, tallies={"sum": 1} if face in faces else {}) for face in range(1, size + 1)))


def pool(*dice: Die, reading: Any = "sum") -> Program:
    names = [f"die {i}" for i in range(len(dice))]
    return Program(
        dice=dict(zip(names, dice, strict=True)),
        pool=tuple((name, 1) for name in names),
        fields=(Field("sum", "sum", reading),),
        sums=("sum",),
    )


def exploding(*sizes: int) -> Program:
    return pool(*(plain(size, exploding=True) for size in sizes))


def main(program: Program) -> dict[str, Fraction]:
    return {str(outcome[program.main]): chance for outcome, chance in distribution(program).rows}


def main_chances(program: Program) -> list[tuple[object, Fraction]]:
    """Main results with their chances, the tails far out."""
    alone = replace(program, fields=program.fields[:1])
    return [(outcome[program.main], chance) for outcome, chance in distribution(alone, reach=40).rows]


def of(language: Language, text: str) -> Program:
    return language.program(language.parse(text))


def shares(total: int, *numbers: int, first: int = 0) -> dict[str, Fraction]:
    return {str(first + i): Fraction(number, total) for i, number in enumerate(numbers)}


# Published values; dice that add dice stand in for dice that count dice.


def test_d3_times_d3() -> None:
    die = plain(3)
    counter = Die(tuple(Row(face, adds={"d3": face}) for face in (1, 2, 3)))
    program = Program({"d3": die, "x": counter}, (("x", 1),), SUM, sums=("sum",))
    assert main(program) == shares(81, 9, 12, 16, 12, 12, 10, 6, 3, 1, first=1)


def test_absolute_difference() -> None:
    program = pool(plain(6), plain(6), reading=["abs", ["-", "sum", 7]])
    assert main(program) == shares(36, 6, 10, 8, 6, 4, 2)


def test_division() -> None:
    assert main(pool(plain(10), reading=["//", "sum", 4])) == shares(10, 3, 4, 3)


def test_a_die_against_each_of_two() -> None:
    beaten = {f"below {face}": counting(10, *range(1, face)) for face in range(1, 7)}
    challenger = Die(tuple(Row(face, adds={f"below {face}": 2}) for face in range(1, 7)))
    program = Program({**beaten, "d6": challenger}, (("d6", 1),), SUM, sums=("sum",))
    assert main(program) == shares(120, 71, 38, 11)


def test_even_faces() -> None:
    assert main(pool(*[counting(6, 2, 4, 6)] * 3)) == shares(216, 27, 81, 81, 27)


def test_successes_on_ten_dice() -> None:
    sixes = at_least(pool(*[counting(6, 6)] * 10), 1).win
    assert round(float(sixes), 4) == 0.8385
    assert round(float(main(pool(*[counting(6, 6)] * 10))["2"]), 4) == 0.2907


def test_weighty_successes() -> None:
    def die(size: int) -> Die:
        return Die(tuple(Row(face, tallies={"sum": (face >= 6) + (face >= 10)}) for face in range(1, size + 1)))

    program = pool(die(10), die(12))
    reached = [round(float(at_least(program, target).win) * 100, 2) for target in (1, 2, 3, 4)]
    assert reached == [79.17, 45.83, 15.83, 2.5]


def test_exploding_dice() -> None:
    assert at_least(exploding(8), 10).win == Fraction(7, 64)
    assert distribution(exploding(6), reach=30).rows[-2][1] < Fraction(1, 6**4)
    deep = {outcome["sum"]: chance for outcome, chance in distribution(exploding(6), reach=26).rows}
    assert deep[25] == Fraction(1, 6**5)


@pytest.mark.parametrize(
    ("mine", "theirs", "win", "tie"),
    [
        ((6,), (6,), Fraction(3, 7), Fraction(1, 7)),
        ((4,), (6,), Fraction(758, 2303), Fraction(319, 2303)),
        ((2,), (24,), Fraction(8189, 98303), None),
        ((8, 10, 12), (6, 6, 20), 0.441729766270487, 0.037778315569684),
    ],
)
def test_exploding_contests(mine: tuple[int, ...], theirs: tuple[int, ...], win: Any, tie: Any) -> None:
    odds = contest(exploding(*mine), exploding(*theirs))
    assert odds.win + odds.tie + odds.lose == 1
    if isinstance(win, Fraction):
        assert odds.win == win
        assert tie is None or odds.tie == tie
    else:
        assert (float(odds.win), float(odds.tie)) == pytest.approx((win, tie), abs=1e-14)


def test_one_risk_die() -> None:
    odds = main(of(DRAMA, "1Rd"))
    expected = {"-2": Fraction(1, 18), "-1": Fraction(13, 108), "0": Fraction(229, 648), "1": Fraction(1525, 3888)}
    assert {result: odds[result] for result in expected} == expected
    assert odds["3"] == odds["2"] / 6 == odds["1"] / 36


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3Bd", Fraction(7, 27)),
        ("3Rd", Fraction(27170315, 68024448)),
        ("10Rd", Fraction(4710518561244544891009736075, 6527096942794792025311936512)),
    ],
)
def test_two_net_successes(text: str, expected: Fraction) -> None:
    assert at_least(of(DRAMA, text), 2).win == expected


def test_base_and_risk_together() -> None:
    assert main(of(DRAMA, "2Bd 1Rd"))["2"] == Fraction(1592, 6561)


def test_measures_of_success() -> None:
    assert main(of(SDA, "3d8")) == shares(512, 27, 108, 171, 136, 57, 12, 1)


def test_two_dice_and_a_modifier() -> None:
    odds = at_least(of(DRY_CEREAL, "2d6+2"), 0), at_least(of(DRY_CEREAL, "2d6+2"), 3)
    assert [1 - odds[0].win, odds[0].win - odds[1].win, odds[1].win] == [Fraction(n, 36) for n in (6, 15, 15)]


def test_a_folded_die() -> None:
    sums = Counter(a + b - (7 if a + b > 7 else 0) for a, b in product(range(1, 7), repeat=2))
    rows = of(MASQUE, "d7").dice["d7"].rows
    assert {row.face: Fraction(row.weight, 36) for row in rows} == {face: Fraction(n, 36) for face, n in sums.items()}
    assert sum(Fraction(int(row.face) * row.weight, 36) for row in rows) == 4 + Fraction(1, 12)


@pytest.mark.parametrize(
    ("text", "first", "second", "keep"), [("d4 |d6 least max", 4, 6, min), ("d5 |d4 best max", 5, 4, max)]
)
def test_a_pair_keeps_one_die_and_its_kind(text: str, first: int, second: int, keep: Any) -> None:
    """A tie keeps the die with fewer faces; a natural of the kept die is rolled again, of the other not."""
    expected: Counter[int] = Counter()
    for a, b in product(range(1, first + 1), range(1, second + 1)):
        kept = keep(a, b)
        size = min(first, second) if a == b else first if kept == a else second
        again = truncated(size) if kept == size else [(0, 1.0)]
        for more, chance in again:
            expected[kept + more] += chance / (first * second)  # type: ignore[assignment]
    for outcome, chance in distribution(of(MASQUE, text)).rows[:-1]:
        assert float(chance) == pytest.approx(expected[int(str(outcome["casting"]))], abs=1e-9)


# Brute force over faces


def closed(program: Program) -> bool:
    return not any(row.again for die in program.dice.values() for row in die.rows)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_closed_programs_by_brute_force(first: int) -> None:
    programs = [program for program in map(random_program, range(first, first + 100)) if closed(program)]
    assert len(programs) > 10
    for program in programs:
        if prod(len(program.dice[name].rows) ** count for name, count in program.pool) > 400:
            continue
        expected = exactly(program).outcomes
        assert {tuple(outcome.values()): chance for outcome, chance in distribution(program).rows} == expected


def test_open_programs_by_deep_truncation() -> None:
    """Rolled again up to 15 times, which leaves less than 10^-9."""
    program = of(MASQUE, "2d6 -d4")
    sixes, fours = (dict(truncated(size)) for size in (6, 4))
    expected: dict[int, float] = {}
    for (a, p), (b, q), (c, r) in product(sixes.items(), sixes.items(), fours.items()):
        casting = max(0, a + b - c)
        expected[casting] = expected.get(casting, 0.0) + p * q * r
    for outcome, chance in distribution(program).rows[:-1]:
        assert float(chance) == pytest.approx(expected[int(str(outcome["casting"]))], abs=1e-9)


def truncated(size: int) -> list[tuple[int, float]]:
    return [(size * again + face, size ** -(again + 1)) for again in range(16) for face in range(1, size)]


def test_coefficient_by_coefficient_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Powers come as one long number, or one coefficient after the other where that takes less time."""
    programs = [*map(random_program, range(120)), of(DRAMA, "7Rd 2Bd"), of(SDA, "9d20"), of(MASQUE, "3d6 -2d4")]
    expected = [_rows_of(program) for program in programs]
    worked = 0

    def counted(*given: Any) -> list[int]:
        nonlocal worked
        worked += 1
        return power_of(*given)

    changed = {"MAX_QUICK_DIGITS": 0, "MAX_QUICK_SERIES": 0, "multiplying": lambda *_: inf, "power_of": counted}
    for name, value in changed.items():
        monkeypatch.setattr(f"rulesmod.dice.series.{name}", value)
    assert [_rows_of(program) for program in programs] == expected
    assert worked > len(programs) / 2


def _rows_of(program: Program) -> object:
    try:
        return distribution(program).rows
    except InvalidProgramError as error:
        return str(error)


# icepool

SIZES = st.lists(st.sampled_from([2, 3, 4, 6, 8, 10, 12, 20]), min_size=1, max_size=6)


@given(SIZES)
def test_sums_by_icepool(sizes: list[int]) -> None:
    theirs = sum((icepool.d(size) for size in sizes), start=icepool.Die([0]))
    ours = main(pool(*map(plain, sizes)))
    assert ours == {str(outcome): theirs.probability(outcome) for outcome in theirs.outcomes()}


@given(SIZES, SIZES)
def test_contests_by_icepool(mine: list[int], theirs: list[int]) -> None:
    odds = contest(pool(*map(plain, mine)), pool(*map(plain, theirs)))
    a, b = (sum((icepool.d(size) for size in sizes), start=icepool.Die([0])) for sizes in (mine, theirs))
    assert odds == Odds((a > b).probability(True), (a == b).probability(True), (a < b).probability(True))


# What holds of all


@given(st.integers(0, 10**6))
def test_probabilities_add_up(seed: int) -> None:
    found = distribution(random_program(seed))
    assert sum(found.weights) == found.total
    assert all(weight > 0 for weight in found.weights)
    assert sum(chance for _, chance in found.rows) == 1


@given(st.integers(0, 10**6), st.integers(-5, 15))
def test_a_target_agrees_with_the_rows(seed: int, target: int) -> None:
    program = random_program(seed)
    rows = distribution(program, reach=target).rows
    reached = sum(
        chance
        for outcome, chance in rows
        if not str(outcome["result"]).startswith("<") and number(outcome["result"]) >= target
    )
    assert at_least(program, target) == Odds(reached, Fraction(0), 1 - reached)


def number(result: object) -> int:
    return int(str(result).lstrip("<>="))


@given(st.integers(0, 10**6))
def test_a_contest_turned_round(seed: int) -> None:
    random = Random(seed)
    mine, theirs = (exploding(*random.choices([2, 3, 4, 6, 8], k=random.randint(1, 3))) for _ in range(2))
    odds, turned = contest(mine, theirs), contest(theirs, mine)
    assert (odds.win, odds.tie, odds.lose) == (turned.lose, turned.tie, turned.win)
    assert contest(mine, mine).win == contest(mine, mine).lose


def test_needs_in_a_contest() -> None:
    """Two pools that mostly fall short, by brute force over single faces."""
    mine, theirs = of(DRAMA, "3Bd"), of(DRAMA, "2Bd 1Pd")
    a, b = ({int(result): chance for result, chance in main(program).items()} for program in (mine, theirs))
    expected = Counter[str]()
    for (x, p), (y, q) in product(a.items(), b.items()):
        if x < 2 and y < 2:
            ending = "neither"
        else:
            x, y = (result if result >= 2 else -99 for result in (x, y))
            ending = "win" if x > y else "tie" if x == y else "lose"
        expected[ending] += p * q  # type: ignore[assignment]
    assert contest(mine, theirs)._asdict() == dict(expected)


@given(st.integers(0, 10**6))
def test_contests_by_their_rows(seed: int) -> None:
    """Against the two distributions, listed so far that what is left out is next to nothing."""
    mine, theirs = random_program(seed), random_program(seed + 1)
    a, b = ({number(result): float(chance) for result, chance in main_chances(p)} for p in (mine, theirs))
    expected = Counter[str]()
    for (x, p), (y, q) in product(a.items(), b.items()):
        expected[verdict(mine, x, y)] += p * q  # type: ignore[assignment]
    for name, chance in contest(mine, theirs)._asdict().items():
        assert float(chance or 0) == pytest.approx(expected[name], abs=1e-3)


def test_reaching_wins_where_the_game_says_so() -> None:
    odds = contest(of(SDA, "2d6"), of(SDA, "2d6"))
    assert odds.tie == 0
    assert odds.win == 1 - odds.lose == Fraction(11, 16)


# What is refused


def test_absurd_pools_are_refused_at_once() -> None:
    program = Program({"d6": plain(6)}, (("d6", 10**15),), SUM, sums=("sum",))
    with pytest.raises(PoolTooLargeError, match="exact odds of these dice take too long"):
        distribution(program)
    with pytest.raises(PoolTooLargeError):
        at_least(exploding(6), 10**12)
    crowd = Program({"d6": plain(6, exploding=True)}, (("d6", 99),), SUM, sums=("sum",))
    with pytest.raises(PoolTooLargeError, match="exact odds of these dice take too long"):
        contest(crowd, crowd)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            (Row(1, tallies={"sum": 1}, again=True), Row(2, tallies={"sum": -1}, again=True), Row(3)),
            "must take one tally one way",
        ),
        ((Row(1, tallies={"flag": 1}, again=True), Row(2)), "must take one tally one way"),
    ],
)
def test_what_grows_in_two_ways_is_refused(rows: tuple[Row, ...], message: str) -> None:
    program = Program({"x": Die(rows)}, (("x", 1),), SUM, sums=("sum",), flags=("flag",))
    with pytest.raises(InvalidProgramError, match=message):
        distribution(program)


def test_an_open_end_that_hangs_on_a_flag_is_refused() -> None:
    marked = Die((Row(1, tallies={"flag": 1}), Row(2), Row(3, tallies={"sum": 3}, again=True)))
    reading = ["if", "flag", "sum", ["+", "sum", 1]]
    program = Program({"x": marked}, (("x", 1),), (Field("sum", "sum", reading),), sums=("sum",), flags=("flag",))
    with pytest.raises(InvalidProgramError, match="must go on one by one"):
        distribution(program)


def test_a_reroll_without_a_trace_is_no_explosion() -> None:
    die = Die((Row(1, again=True), Row(2, tallies={"sum": 2}), Row(3, tallies={"sum": 3})))
    assert main(pool(die)) == shares(2, 1, 1, first=2)


def test_triggers_wait_for_the_whole_roll() -> None:
    one = Die((Row("one", tallies={"ones": 1}), Row("other")))
    blow = Die((Row("blow", tallies={"net": -1}),))
    program = Program(
        {"blow": blow, "coin": one},
        (("coin", 2),),
        (Field("net", "net", "net"),),
        sums=("ones", "net"),
        triggers=(Trigger("ones", 2, {"blow": 3}),),
    )
    assert main(program) == {"-6": Fraction(1, 4), "0": Fraction(3, 4)}
