"""What throws of monsters' Casts are held to on their cards."""

from __future__ import annotations

import pytest

from rulesmod.masque.entries import cast_of, measure_of_monster
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.notation import NOTATION


@pytest.mark.parametrize("monster", MONSTERS.values(), ids=list(MONSTERS))
def test_every_die_that_may_lie_there_has_an_average(monster) -> None:  # type: ignore[no-untyped-def]
    measure = measure_of_monster({"cast": cast_of(monster)})
    assert measure is not None
    program = NOTATION.program(NOTATION.parse(measure.expression))
    assert set(program.dice) <= set(measure.averages)
    first = sum(count * measure.averages[name] for name, count in program.pool)
    assert measure.first == first + measure.constant
    thrown = [name for name, count in program.pool for _ in range(count)]
    assert len(measure.lowest) == min(2, len(thrown))
    for name in measure.lowest:
        thrown.remove(name)


@pytest.mark.parametrize(
    ("cast", "lowest"),
    [
        pytest.param("2d6 -d4", ("d6", "d6"), id="the Ghoul's d4 is not looked at"),
        pytest.param("d6 -d2", ("d6", "-d2"), id="both dice of the Turbul Bats are"),
        pytest.param("d10 +2d4", ("d10", "d4"), id="and one of the Troll's small ones"),
        pytest.param("d4 |d6 least max", ("d4|d6 least max",), id="the Goblin's pair is one die"),
    ],
)
def test_up_to_two_dice_of_the_most_faces_undo_a_casting(cast: str, lowest: tuple[str, ...]) -> None:
    measure = measure_of_monster({"cast": cast})
    assert measure is not None
    assert measure.lowest == lowest


@pytest.mark.parametrize("cast", ["", "per build", "d6 +x"])
def test_what_is_no_cast_is_held_to_nothing(cast: str) -> None:
    assert measure_of_monster({"cast": cast}) is None
