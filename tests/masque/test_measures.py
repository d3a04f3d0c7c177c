"""What throws of monsters' Casts are held to on their cards."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction

import pytest

from rulesmod.dice import distribution, main_of
from rulesmod.dice.measuring import odds_under
from rulesmod.masque.entries import cast_of, measure_of_monster, read_cast
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.notation import NOTATION
from rulesmod.masque.odds import meets_average
from tests.dice.page import Page


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


@pytest.mark.parametrize("monster", MONSTERS.values(), ids=list(MONSTERS))
def test_every_die_that_may_lie_there_has_an_average(monster) -> None:  # type: ignore[no-untyped-def]
    measure = measure_of_monster({"cast": cast_of(monster)})
    assert measure is not None
    program = NOTATION.program(NOTATION.parse(measure.expression))
    assert set(program.dice) <= set(measure.averages)
    first = sum(count * measure.averages[name] for name, count in program.pool)
    assert measure.first == first + measure.constant
    thrown = [name for name, count in program.pool for _ in range(count)]
    assert len({*measure.lowest}) == len(measure.lowest) == min(2, len(thrown))
    assert all(0 <= at < len(thrown) for at in measure.lowest)


@pytest.mark.parametrize(
    ("cast", "lowest", "marked"),
    [
        pytest.param("2d6 -d4", (0, 1), "", id="the Ghoul's d4 is not looked at"),
        pytest.param("d6 -d2", (0, 1), "", id="both dice of the Turbul Bats are"),
        pytest.param("d10 +2d4", (0, 1), "d4", id="and one of the Troll's small ones"),
        pytest.param("d4 |d6 least max", (0,), "", id="the Goblin's pair is one die"),
    ],
)
def test_up_to_two_dice_of_the_most_faces_undo_a_casting(cast: str, lowest: tuple[int, ...], marked: str) -> None:
    measure = measure_of_monster({"cast": cast})
    assert measure is not None
    assert (measure.lowest, measure.marked) == (lowest, marked)


@pytest.mark.parametrize("cast", ["", "per build", "d6 +x"])
def test_what_is_no_cast_is_held_to_nothing(cast: str) -> None:
    assert measure_of_monster({"cast": cast}) is None


@pytest.mark.parametrize("monster", MONSTERS.values(), ids=list(MONSTERS))
def test_ones_undo_a_casting_in_the_odds_of_both_languages(monster, page: Page) -> None:  # type: ignore[no-untyped-def]
    measure = measure_of_monster({"cast": cast_of(monster)})
    assert measure is not None
    program = NOTATION.program(NOTATION.parse(measure.expression))
    rows = [
        [outcome["casting"], [str(odds.numerator), str(odds.denominator)]]
        for outcome, odds in page.distribution(program.to_json())
    ]
    found = {value: Fraction(*map(int, odds)) for value, odds in page.call("undo", {"rows": rows}, asdict(measure))}
    assert sum(found.values()) == 1
    assert all(odds > 0 for odds in found.values())
    here = odds_under(dict(main_of(distribution(program))), measure.changes)
    assert found == {value if isinstance(value, int) else str(value): odds for value, odds in here.items()}


def test_odds_under_ones_by_hand() -> None:
    """Of a Dwarf's 16 ways one is nullified, and two come to 3. Of a Troll's small dice the marked one decides."""
    for cast, chance, expected in (
        ("2d4", Fraction(1, 16), {0: Fraction(1, 16), 2: None, 3: Fraction(2, 16)}),
        ("d10 +2d4", Fraction(1, 40), {0: Fraction(1, 40), 3: None, 4: Fraction(1, 160) + Fraction(1, 160)}),
    ):
        measure = measure_of_monster({"cast": cast})
        assert measure is not None
        odds = odds_under(dict(main_of(distribution(NOTATION.program(NOTATION.parse(cast))))), measure.changes)
        assert measure.changes[-1] == (0, f"{chance.numerator}/{chance.denominator}")
        assert measure.words["ending"] == f"nullified: {'6.3' if chance == Fraction(1, 16) else '2.5'} % ({chance})"
        assert {value: odds.get(value) for value in expected} == expected


def test_meeting_the_average_is_no_use_where_ones_undo_the_casting() -> None:
    """By the real dice: a G'root whose d6s show 1 can meet its average with naturals of its d4 alone."""
    parts, _ = read_cast("2d6 +d4")
    kept, whole = (meets_average(parts, rerolled=True, undone=undone).low for undone in (True, False))
    # 1 + 1 and a chain of the d4 against 7 and 2.5 for each of its dice: four naturals, or three and a 4.
    lost = Fraction(1, 36) * sum(
        Fraction(1, 4) ** naturals
        * Fraction(sum(2 + 4 * naturals + face >= 7 + 2.5 * (naturals + 1) for face in (1, 2, 3)), 4)
        for naturals in range(40)
    )
    assert float(whole - kept) == pytest.approx(float(lost))
    assert lost > 0
