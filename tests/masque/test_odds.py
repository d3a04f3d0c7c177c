"""Chances of Masque, against lists of all throws, hand-worked values, and simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rulesmod.dice import Sfc32
from rulesmod.masque.__main__ import main
from rulesmod.masque.casts import Part, casts
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.odds import Chance, Estimate, duel, meets, meets_average
from rulesmod.masque.odds_table import BUILDS, RECORD, chance, recorded, rules_digest, write
from rulesmod.masque.roles import ROLES


def listed(size: int) -> list[int]:
    """All faces, each as often as it comes up: a d7 from 2d6 and so on."""
    if size in (7, 11, 13):
        return [a + b if a + b <= size else a + b - size for a in range(1, size) for b in range(1, size)]
    return [0, 1] if size == 1 else list(range(1, size + 1))


@pytest.mark.parametrize("build", [1, 4, 6, 8, 10])
def test_role_casts_against_the_list_of_all_throws(build: int) -> None:
    for parts in casts(build):
        throws = list(product(*(listed(part.size) for part in parts)))
        average2 = sum((0 if part.size == 1 else 1) + part.size for part in parts)
        met = sum(sum(faces) >= 1 and 2 * sum(faces) >= average2 for faces in throws)
        assert meets(parts) == Fraction(met, len(throws))


def test_single_dice_by_hand() -> None:
    assert meets([Part(4)]) == Fraction(1, 2)  # 3 or 4 of 4
    assert meets([Part(5)]) == Fraction(3, 5)  # 3, 4 or 5 of 5
    assert meets([Part(8), Part(1)]) == Fraction(9, 16)  # 5 or more of 8, or a 4 and a 1
    assert meets([Part(13)]) == Fraction(13, 24)  # six folded faces of 11/144 above 7, 7 itself, 13 of 12/144


BY_HAND = {
    "Orc": Fraction(1, 2),
    "Goblin": Fraction(1, 3),  # of 24 pairs, 8 with both dice at 3 or more
    "Rounder": Fraction(2, 3),  # of 12 pairs, 4 with both dice at 2 or less
    "Commoner": Fraction(16, 20) - Fraction(1, 20),  # 16 of 20 pairs keep a 3; a d4 of 4 that brings a 1 is short of 6
    "Hybor": Fraction(1, 2),
    "Elf": Fraction(1, 2),
    "Witcher": Fraction(1, 2),
    "Pyethonda": Fraction(13, 24),
    "Turbul Bats": Fraction(41, 72),
}


def test_help_of_the_simulation_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = RECORD.read_bytes(), RECORD.stat().st_mtime_ns
    for arguments, code in ((["--help"], 0), (["-h"], 0), (["--hepl"], 2), (["help"], 2)):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == code
    assert "usage: python -m rulesmod.masque" in capsys.readouterr().out
    assert (RECORD.read_bytes(), RECORD.stat().st_mtime_ns) == before


def monster_meets(name: str) -> Chance:
    return meets_average(MONSTERS[name].cast, rerolled=True, undone=True)


def test_monsters_by_hand() -> None:
    assert {name: monster_meets(name).low for name in BY_HAND} == BY_HAND


@pytest.mark.parametrize("name", MONSTERS)
def test_monsters_against_simulated_chains(name: str) -> None:
    """Dice thrown and rerolled here, with no help from the rules' own code but the generator of numbers."""
    random = Sfc32("feedfeedfeedfeedfeedfeed")

    def face(size: int) -> int:
        faces = listed(size)
        return faces[random() % len(faces)]

    met = 0
    trials = 8_000
    for _ in range(trials):
        casting, average2 = MONSTERS[name].modifier, 2 * MONSTERS[name].modifier
        for part in MONSTERS[name].cast:
            size, value = part.size, face(part.size)
            asked = 1 + size
            if part.keep:
                other = face(part.other)
                fewer = min((size, value), (part.other, other))
                if part.keep == "least":
                    asked = 1 + min(size, part.other)
                    size, value = fewer if value == other else min((value, size), (other, part.other))[::-1]
                else:
                    asked = 1 + max(size, part.other)
                    size, value = fewer if value == other else max((value, size), (other, part.other))[::-1]
            casting += part.sign * value
            average2 += part.sign * asked
            while value == size and size >= 4:
                value = face(size)
                casting += part.sign * value
                average2 += part.sign * asked
        met += casting >= 1 and 2 * casting >= average2
    low, high = Estimate(met, trials).interval(4)
    found = monster_meets(name)
    assert low <= float(found) <= high
    assert found.high - found.low < Fraction(1, 2**50)
    assert (found.low == found.high) == (name != "Ghoul")


def test_without_rerolls_the_average_is_met_as_often_as_the_faces_say() -> None:
    found = meets_average(list(MONSTERS["Dwarf"].cast), rerolled=False)
    assert found.low == Fraction(10, 16)  # of 16 pairs, six stay below 5


def test_naturals_that_never_catch_up_with_what_they_ask_for_end() -> None:
    """Each natural of a d5 that is kept beside a d44 brings 5, and asks for half of 45."""
    found = meets_average([Part(5, other=44, keep="best")], rerolled=True)
    assert found.low == Fraction(1, 2)
    assert found.high - found.low < Fraction(1, 2**50)


# Simulation


def test_wilsons_interval() -> None:
    low, high = Estimate(8, 10).interval()  # 0.490 to 0.943, as tabulated for 8 of 10 at 95 %
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert Estimate(0, 10).interval()[0] == 0
    assert Estimate(10, 10).interval()[1] == 1


def test_the_table_is_of_these_rules() -> None:
    """Otherwise: `python -m rulesmod.masque`."""
    assert recorded()["rules"] == rules_digest()
    assert set(recorded()["won"]) == set(ROLES)
    assert all(len(rows) == len(MONSTERS) and {*map(len, rows)} == {len(BUILDS)} for rows in recorded()["won"].values())
    assert RECORD.read_text(encoding="utf-8") == write(recorded())


@pytest.mark.parametrize(("role", "build", "monster"), [("L", 2, "Goblin"), ("B", 8, "Ogre"), ("M", 3, "Orc")])
def test_the_table_comes_out_again(role: str, build: int, monster: str) -> None:
    assert duel([f"{role}{build}"], [monster], recorded()["trials"]).hits == chance(role, build, monster).hits
