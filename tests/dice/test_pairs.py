"""Any program alone and against any other, in both languages: dice that explode, dice that are brought, ends of every
sort. Held against brute force, and both languages against each other to the last digit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
import quickjs

from rulesmod.cavea.notation import LANGUAGE as CAVEA
from rulesmod.dice import (
    Die,
    Field,
    InvalidProgramError,
    Language,
    PoolTooLargeError,
    Program,
    Row,
    Trigger,
    at_least,
    contest,
    distribution,
)
from rulesmod.drama.notation import LANGUAGE as DRAMA
from rulesmod.dry_cereal.notation import LANGUAGE as DRY_CEREAL
from rulesmod.masque.notation import LANGUAGE as MASQUE
from rulesmod.plain_dice import LANGUAGE as PLAIN
from rulesmod.sda.notation import LANGUAGE as SDA
from tests.dice.brute import Law, law, verdicts, within
from tests.dice.page import Page
from tests.dice.programs import wild_program
from tests.dice.test_twin import shown
from tests.our_books import report_on_our_books
from tests.shares import shares

SEEDS = range(20, 60)
SLACK = 1e-9
"""What floating-point numbers may be off by."""


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


@cache
def wild(seed: int) -> tuple[Program, Law]:
    program = wild_program(seed)
    return program, law(program)


def said(work: Callable[[], Any]) -> Any:
    """What comes out, or in which words it is refused."""
    try:
        return work()
    except InvalidProgramError as error:
        return str(error)
    except quickjs.JSException as error:
        return str(error).partition("\n")[0].removeprefix("Error: ")


def endings(mine: Program, theirs: Program) -> dict[str, Fraction]:
    return {name: chance for name, chance in contest(mine, theirs)._asdict().items() if chance is not None}


def check_alone(page: Page, program: Program, right: Law) -> bool:
    """Hold a program's rows against brute force; whether there are any."""
    try:
        found = said(lambda: shown(program))
    except PoolTooLargeError:
        return False
    assert said(lambda: page.distribution(program.to_json())) == found
    if isinstance(found, str):
        return False
    for outcome, chance in distribution(program).rows:
        expected = sum(
            share for results, share in right.outcomes.items() if all(map(within, results, outcome.values()))
        )
        assert abs(float(chance) - float(expected)) <= right.lost + SLACK, outcome
    for target in (0, 3):
        odds = at_least(program, target).win
        assert page.odds("target", program.to_json(), target)["win"] == odds
        expected = sum(share for results, share in right.outcomes.items() if results[0] >= target)
        assert abs(float(odds) - float(expected)) <= right.lost + SLACK
    return True


def check_pair(page: Page, mine: Program, theirs: Program, laws: tuple[Law, Law]) -> bool:
    """Hold a contest against brute force; whether it has odds."""
    try:
        found = said(lambda: endings(mine, theirs))
    except PoolTooLargeError:
        return False
    assert said(lambda: page.odds("contest", mine.to_json(), theirs.to_json())) == found
    if isinstance(found, str):
        return False
    expected = verdicts(*laws, needs=mine.needs, tie_wins=mine.tie_wins)
    slack = laws[0].lost + laws[1].lost + SLACK
    assert all(abs(float(chance) - float(expected[name])) <= slack for name, chance in found.items())
    return True


@pytest.mark.parametrize("first", shares(SEEDS[::10], seen=1))
def test_any_program_alone(page: Page, first: int) -> None:
    checked = [check_alone(page, *wild(seed)) for seed in range(first, first + 10)]
    assert sum(checked) > 3


@pytest.mark.parametrize("first", shares(SEEDS[::10], seen=1))
def test_any_program_against_any_other(page: Page, first: int) -> None:
    checked = []
    for seed in range(first, first + 10):
        (mine, ours), (theirs, others) = wild(seed), wild(SEEDS[seed * 7 % len(SEEDS)])
        checked.append(check_pair(page, mine, theirs, (ours, others)))
    assert sum(checked) > 1


# What was wrong, as small as it gets


def of(language: Language, text: str) -> Program:
    return language.program(language.parse(text))


@pytest.mark.parametrize(
    ("one", "other"), [("d4", "d%"), ("d8", "9d3"), ("d%", "d4"), ("-d4", "d%"), ("2d6 -d4", "d%")]
)
def test_a_closed_side_reaches_past_an_open_one(page: Page, one: str, other: str) -> None:
    mine, theirs = of(MASQUE, one), of(MASQUE, other)
    assert check_pair(page, mine, theirs, (law(mine), law(theirs)))


def test_d4_against_a_hundred(page: Page) -> None:
    assert round(float(contest(of(MASQUE, "d4"), of(MASQUE, "d%")).win), 4) == 0.0233
    assert round(float(contest(of(MASQUE, "d8"), of(MASQUE, "9d3")).win), 4) == 0.0131


BURST = Die((Row(1, tallies={"sum": 1}), Row(2, tallies={"sum": 1}, again=True)))
COIN = Die((Row("heads", tallies={"heads": 1}), Row("tails")))
SUM = (Field("sum", "sum", "sum"),)


def coins(*triggers: Trigger, reading: Any = "sum") -> Program:
    return Program(
        {"burst": BURST, "coin": COIN},
        (("coin", 2),),
        (Field("sum", "sum", reading),),
        sums=("heads", "sum"),
        triggers=triggers,
    )


def test_a_trigger_brings_dice_that_explode(page: Page) -> None:
    """Two coins; for each head one die that counts 1 and goes on in half of all cases, so it shows k in 2^-k."""
    program = coins(Trigger("heads", 1, {"burst": 1}))
    assert check_alone(page, program, law(program))
    # Level: both without a head (1/16), with one each ((1/2)^2 / 3), with two each, and with one against two.
    two = [Fraction(k - 1, 2**k) for k in range(60)]
    level = Fraction(1, 16) + Fraction(1, 12) + sum(p * p for p in two[1:]) / 16
    level += sum(p * Fraction(1, 2**k) for k, p in enumerate(two) if k) / 4
    assert abs(contest(program, program).tie - level) < Fraction(1, 2**50)
    assert page.odds("contest", program.to_json(), program.to_json())["tie"] == contest(program, program).tie


@pytest.mark.parametrize("at_least", [-1, 0, 1, 3])
def test_a_tally_below_nothing_brings_nothing(page: Page, at_least: int) -> None:
    debt = Die((Row(1, tallies={"heads": -1}), Row(2, tallies={"heads": 1})))
    program = coins(Trigger("heads", at_least, {"burst": 2}))
    program = replace(program, dice={**program.dice, "coin": debt})
    assert check_alone(page, program, law(program))


@pytest.mark.parametrize(
    "reading",
    [["//", "heads", "sum"], ["max", [">=", "heads", 2], 0], ["min", ["=", "heads", 1], ["=", "sum", 0]]],
)
def test_readings_that_the_languages_took_differently(page: Page, reading: Any) -> None:
    """A division by a tally that is 0 gives 0; the larger of two comparisons is a number."""
    program = coins(reading=reading)
    assert check_alone(page, program, law(program))
    assert all(type(outcome["sum"]) is int for outcome, _ in distribution(program).rows)


def test_a_result_is_no_single_one_where_its_end_begins(page: Page) -> None:
    """Half of what grows: no row shows a part of the cases of its number."""
    program = Program({"burst": BURST}, (("burst", 1),), (Field("sum", "sum", ["//", "sum", 2]),), sums=("sum",))
    assert check_alone(page, program, law(program))
    assert check_pair(page, program, of(PLAIN, "d20"), (law(program), law(of(PLAIN, "d20"))))
    words = "where `sum` has no end, it must go on one by one, whatever else is rolled"
    assert said(lambda: endings(program, program)) == words
    assert said(lambda: page.odds("contest", program.to_json(), program.to_json())) == words


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(coins(Trigger("sum", 1, {"burst": 1})), id="what grows brings dice"),
        pytest.param(
            Program({"x": Die((Row(1, tallies={"m": 1}, again=True), Row(2)))}, (("x", 1),), SUM, ("sum",), ("m",)),
            id="nothing moves",
        ),
        pytest.param(
            Program(
                {"x": Die((Row(1, tallies={"sum": 1}, again=True), Row(2, tallies={"sum": -1}, again=True), Row(3)))},
                (("x", 1),),
                SUM,
                ("sum",),
            ),
            id="up and down",
        ),
    ],
)
def test_what_is_refused_is_refused_in_the_same_words(page: Page, program: Program) -> None:
    if program.triggers:
        program = replace(program, pool=(("coin", 1), ("burst", 1)))
    words = "dice that are rolled again must take one tally one way, and that brings no dice"
    assert said(lambda: shown(program)) == said(lambda: page.distribution(program.to_json())) == words


# Doubled dice


@pytest.mark.parametrize("text", ["d7", "2d13", "d11 -d7", "d7 |d6 least max", "d4 |d13 best max", "|d7 -d4|"])
def test_doubled_dice_are_folded_wherever_they_stand(page: Page, text: str) -> None:
    program = of(MASQUE, text)
    assert check_alone(page, program, law(program))
    assert page.call("parse", MASQUE.to_json(), text) == {"program": program.to_json()}


def test_a_doubled_die_in_a_difference() -> None:
    """2d6 and a d4, all 144 ways."""
    expected: dict[int, int] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 5):
                gap = abs((a + b - 7 if a + b > 7 else a + b) - c)
                expected[gap] = expected.get(gap, 0) + 1
    found = distribution(of(MASQUE, "|d7 -d4|"))
    assert {outcome["casting"]: chance for outcome, chance in found.rows} == {
        gap: Fraction(ways, 144) for gap, ways in expected.items()
    }


# Our own books

POOLS = {
    "cavea": (CAVEA, ["1:d20", "3:d8/2:d10", "1:d6/+2", "2:d20/-1"]),
    "drama": (DRAMA, ["3Bd", "2Bd 1Rd", "1Rd 2Dd", "2Bd 1Pd"]),
    "dry-cereal": (DRY_CEREAL, ["2d6", "2d6+2"]),
    "sda": (SDA, ["4d6", "3d8", "d20"]),
    "masque": (MASQUE, ["d4", "d%", "9d3", "d13", "-d6", "d6 -d2", "d5 |d4 best max", "|d7 -d4|", "2d6 -d4"]),
    "plain": (PLAIN, ["d6", "d%", "3d6×10", "d66"]),
}


@pytest.mark.parametrize("text", ["d4 +20000", "99999999d4", "d4 -d4 +20000"])
def test_what_takes_too_long_is_refused_in_the_same_words(page: Page, text: str) -> None:
    program, words = of(MASQUE, text), "exact odds of these dice take too long"
    with pytest.raises(PoolTooLargeError, match=words):
        distribution(program)
    assert said(lambda: page.distribution(program.to_json())) == words


@pytest.fixture(scope="module")
def printed() -> dict[str, tuple[Language, list[str]]]:
    """Every expression that our own books print, by game."""
    found: dict[str, tuple[Language, list[str]]] = {}
    for analysis in report_on_our_books().analyses.values():
        for expression in analysis.expressions:
            texts = found.setdefault(expression.system.name, (expression.system.notation.language, []))[1]
            if expression.text not in texts:
                texts.append(expression.text)
    return found


def test_pairs_that_our_books_print(page: Page, printed: dict[str, tuple[Language, list[str]]]) -> None:
    """Some of all pairs, others for each game; all 4,519 take long."""
    assert len(printed) == 6, "the five games, and plain dice in the guide"
    for system, (language, texts) in printed.items():
        random = Random(system)
        exact = 0
        for _ in range(6):
            mine, theirs = (of(language, random.choice(texts)) for _ in range(2))
            exact += check_pair(page, mine, theirs, (law(mine), law(theirs)))
        assert exact > 3, "the guide prints a few dice that are too many for exact odds"


@pytest.mark.parametrize("system", POOLS)
def test_pairs_of_our_games(page: Page, system: str) -> None:
    language, texts = POOLS[system]
    programs = [(program, law(program)) for program in (of(language, text) for text in texts)]
    for (mine, ours), (theirs, others) in combinations_with_replacement(programs, 2):
        assert check_pair(page, mine, theirs, (ours, others))
