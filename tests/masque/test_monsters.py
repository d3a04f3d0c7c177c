"""Each monster's stat block and ability, by hand: what the dice show, and what the text makes of it.

Dice are thrown in this order: casts of the troupe, casts of the monsters, then what options and abilities add; a lot
is drawn (from 1) only among several. A Magnus casts d1: it shows 1 for a 2, and 0 for a 1.
"""

from __future__ import annotations

import pytest

from rulesmod.masque.casts import average2, average_text, cast_text, price
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.setto import monster as from_bestiary
from rulesmod.masque.state import DOWNSTAGE, TROUPE, own_average2
from tests.masque.table import bit, bravo, curate, foe, keys, lancer, lay_out, magnus, told, with_readings

STATS = {
    "Goblin": (4, "d4 |d6 least max", "2.5"),
    "Orc": (4, "d4", "2.5"),
    "Rounder": (4, "d4 |d3 best max", "2.5"),
    "Hobgoblin": (5, "d5", "3"),
    "Commoner": (5, "d5 |d4 best max", "3"),
    "Gnome": (6, "d6 |d8 least max", "3.5"),
    "Halfling": (7, "d4 +d3", "4.5"),
    "Elf": (8, "d8", "4.5"),
    "Dwarf": (8, "2d4", "5"),
    "Turbul Bats": (5, "d6 -d2", "2"),
    "Hybor": (5, "d6 -1", "2.5"),
    "Mast Rats": (6, "2d3", "4"),
    "Merekite": (7, "2d4 -1", "4"),
    "Warg": (9, "d6 +d3", "5.5"),
    "Spidure": (10, "2d5", "6"),
    "Ghoul": (11, "2d6 -d4", "4.5"),
    "Witcher": (12, "d12", "6.5"),
    "Pyethonda": (13, "d13", "7"),
    "Ogre": (14, "d8 +d6", "8"),
    "Fell G'root": (16, "2d6 +d4", "9.5"),
    "Salamander": (17, "d8 +d5 +d4", "10"),
    "Troll": (18, "d10 +2d4", "10.5"),
}


@pytest.mark.parametrize("name", STATS)
def test_stat_block(name: str) -> None:
    monster = MONSTERS[name]
    build, cast, average = STATS[name]
    assert (monster.build, cast_text(monster.cast, monster.modifier)) == (build, cast)
    assert average_text(average2(monster.cast, monster.modifier)) == average
    assert price(monster.cast) + monster.modifier == build  # every printed Cast comes to its Build


def test_all_monsters_are_here() -> None:
    assert list(MONSTERS) == list(STATS)


# Goblin


def test_goblin_accrues_the_d6_it_keeps_and_rolls_it_later() -> None:
    stage = lay_out(magnus(), foe("Goblin"))
    bit(stage, [1, 4, 3], cast=["d1"])  # d4:4, d6:3: the d6 is kept
    assert stage.actors[1].casting == 3
    assert stage.actors[1].accrued == 3
    stage.actors[0].hits = 0
    bit(stage, [1, 2, 6, 3], cast=["d1"])  # d4:2 kept, and a d3 that shows 3
    assert [die.size for die in stage.actors[1].dice] == [4, 3]
    assert stage.actors[1].casting == 5
    assert own_average2(stage.actors[1]) == 5 + 4


def test_goblin_with_a_one_is_hit_whatever_it_has_accrued_and_accrues_even_that() -> None:
    stage = lay_out(magnus(), foe("Goblin"))
    stage.actors[1].accrued = 4
    bit(stage, [1, 2, 1, 3], cast=["d1"])  # d4:2, d6:1: the d6's 1 is kept; d4 of the past shows 3
    goblin = stage.actors[1]
    assert (goblin.casting, goblin.hits, goblin.accrued) == (0, 1, 5)


def test_goblin_tie_keeps_the_d4_and_its_natural() -> None:
    stage = lay_out(magnus(), foe("Goblin"))
    bit(stage, [1, 4, 4, 2], cast=["d1"], option=["natural"])
    assert [(die.size, die.value) for die in stage.actors[1].dice] == [(4, 4), (4, 2)]
    assert stage.actors[1].accrued == 0


# Orc


def test_orc_takes_on_the_dice_of_the_fallen_ally_it_replaces() -> None:
    stage = lay_out(lancer(), foe("Troll"), foe("Elf"), foe("Warg"), foe("Orc"))
    warg = stage.actors[3]
    warg.hits = 1
    # Troll 2+1+2, Elf 2, Warg 1+1: all ones, so the Warg falls before totals; the Orc takes its mark.
    bit(stage, [11, 2, 1, 2, 2, 1, 1, 1], cast=["d12"], move=["done", "Orc enters mark 3"])
    assert warg.out
    assert "orc-replaces" in keys(stage)
    assert stage.actors[4].mark == 3
    bit(stage, [1, 5, 3, 3, 5, 3, 4, 3, 1, 1], cast=["d12"])
    assert [die.size for die in stage.actors[4].dice] == [4, 6, 3]
    assert own_average2(stage.actors[4]) == 5 + 7 + 4
    stage.actors[0].hits, stage.actors[0].current = 0, 12
    bit(stage, [1, 5, 3, 3, 5, 3, 1, 1], cast=["d12"])
    assert [die.size for die in stage.actors[4].dice] == [4]


# Rounder


def test_rounder_that_keeps_the_d3_casts_a_d6_in_the_next_bit_only() -> None:
    stage = lay_out(magnus(), foe("Rounder"))
    rounder = stage.actors[1]
    bit(stage, [1, 3, 3], cast=["d1"])  # a tie keeps the d3
    assert rounder.casting == 3
    stage.actors[0].hits = 0
    bit(stage, [1, 2, 4, 1], cast=["d1"], option=["natural"])  # d4:2, d6:4 is a d4's natural
    assert [(die.size, die.value) for die in rounder.dice] == [(4, 4), (4, 1)]
    assert own_average2(rounder) == 7 + 7
    stage.actors[0].hits = 0
    bit(stage, [1, 4, 2, 1], cast=["d1"], option=["natural"])  # back to d4 |d3: a natural d4
    assert rounder.casting == 5


def test_rounder_never_rerolls_the_d6_above_4() -> None:
    stage = lay_out(magnus(), foe("Rounder"))
    bit(stage, [1, 1, 2], cast=["d1"])
    stage.actors[0].hits = 0
    bit(stage, [1, 2, 6], cast=["d1"])
    assert stage.actors[1].casting == 6
    assert own_average2(stage.actors[1]) == 7


# Hobgoblin


def test_hobgoblin_steps_up_and_its_ally_down() -> None:
    stage = lay_out(magnus(), foe("Hobgoblin"), foe("Orc"))
    bit(stage, [1, 1, 2], cast=["d1"])
    assert [actor.casting for actor in stage.actors[1:]] == [2, 0]
    assert [actor.hits for actor in stage.actors[1:]] == [0, 1]  # the Orc's 2 became a 1


def test_hobgoblin_alone_is_hit() -> None:
    stage = lay_out(magnus(), foe("Hobgoblin"))
    bit(stage, [1, 1], cast=["d1"])
    assert stage.actors[1].hits == 1


def test_hobgoblin_needs_a_neighbour() -> None:
    stage = lay_out(magnus(), foe("Hobgoblin"), foe("Elf"), foe("Orc"))
    stage.actors[2].out = True
    stage.actors[2].mark = DOWNSTAGE
    bit(stage, [1, 1, 3], cast=["d1"])
    assert stage.actors[1].hits == 1


# Commoner


@pytest.mark.parametrize(("fourth", "added", "comes_to"), [(3, 2, 5 + 3), (3, 3, 5 + 4), (3, 4, 5 + 4), (1, 2, 5 + 2)])
def test_commoner_steps_the_added_die_up(fourth: int, added: int, comes_to: int) -> None:
    stage = lay_out(magnus(), foe("Commoner"))
    bit(stage, [1, 5, fourth, added], cast=["d1"], option=["natural"])
    assert stage.actors[1].casting == comes_to


def test_commoner_steps_up_only_the_first() -> None:
    stage = lay_out(magnus(), foe("Commoner"))
    bit(stage, [1, 5, 4, 4, 3], cast=["d1"], option=["natural", "natural"])  # the 4 becomes a natural 5; then a 3
    assert [die.value for die in stage.actors[1].dice] == [5, 5, 3]


# Gnome


def test_gnome_loses_the_d8_and_steps_the_d6_up() -> None:
    stage = lay_out(magnus(), foe("Gnome"))
    bit(stage, [1, 3, 7], cast=["d1"])
    assert stage.actors[1].casting == 4
    stage.actors[0].hits = 0
    bit(stage, [1, 3], cast=["d1"])  # a plain d6 from now on
    assert stage.actors[1].casting == 3


def test_gnome_keeps_its_d8_below_7() -> None:
    stage = lay_out(magnus(), foe("Gnome"))
    bit(stage, [1, 3, 6], cast=["d1"])
    assert stage.actors[1].casting == 3
    assert len(stage.actors[1].cast) == 1
    assert stage.actors[1].cast[0].keep == "least"


def test_gnome_keeps_the_lower_die() -> None:
    stage = lay_out(magnus(), foe("Gnome"))
    bit(stage, [1, 6, 2], cast=["d1"])
    assert [(die.size, die.value) for die in stage.actors[1].dice] == [(8, 2)]


def test_gnome_stepped_up_to_a_natural_may_reroll_it() -> None:
    stage = lay_out(magnus(), foe("Gnome"))
    bit(stage, [1, 5, 8, 2], cast=["d1"], option=["natural"])
    assert stage.actors[1].casting == 8


# Halfling


@pytest.mark.parametrize(
    ("four", "face", "cast", "suckered"), [(3, 3, 7, True), (3, 4, 7, False), (4, 4, 6, False), (1, 1, 8, True)]
)
def test_halfling_suckers_an_average_or_better_casting(four: int, face: int, cast: int, suckered: bool) -> None:
    stage = lay_out(lancer(), foe("Halfling"))
    answers = {"cast": ["d12"]}
    bit(stage, [cast, four, face], **answers)
    assert stage.actors[0].nullified is suckered
    assert stage.actors[1].dice[1].value == (face + 1) // 2


# Elf


def test_elf_gives_its_neighbours_a_d4_instead_of_the_added_die() -> None:
    stage = lay_out(magnus(), foe("Orc"), foe("Elf"), foe("Orc"))
    # Orcs 2 and 3 around an Elf's 8; their d4s show 4 (rerolled: 1) and 2. Two hits pair: |1-1| Add-on hits.
    bit(stage, [1, 2, 8, 3, 4, 1, 2, 1, 1], cast=["d1"], option=["elf"])
    assert [actor.casting for actor in stage.actors[1:]] == [2 + 4 + 1, 8, 3 + 2]
    assert [own_average2(actor) for actor in stage.actors[1:]] == [5 + 10, 9, 5 + 5]


def test_elf_may_reroll_like_others() -> None:
    stage = lay_out(magnus(), foe("Elf"), foe("Orc"))
    bit(stage, [1, 8, 2, 3], cast=["d1"], option=["natural"])
    assert stage.actors[1].casting == 11


# Dwarf


def test_dwarf_steps_a_rerolled_die_up_beside_a_better_dwarf() -> None:
    stage = lay_out(magnus(), foe("Dwarf"), foe("Dwarf"))
    bit(stage, [1, 4, 1, 3, 3, 2, 1, 1], cast=["d1"], option=["natural"])  # the 2 is below the neighbour's lowest, 3
    assert [die.value for die in stage.actors[1].dice] == [4, 1, 3]


def test_dwarf_does_not_step_up_what_equals_the_neighbours_lowest() -> None:
    stage = lay_out(magnus(), foe("Dwarf"), foe("Dwarf"))
    bit(stage, [1, 4, 1, 3, 2, 2], cast=["d1"], option=["natural"])
    assert [die.value for die in stage.actors[1].dice] == [4, 1, 2]


# Turbul Bats


def test_bats_that_met_their_average_push_an_opponent_after_being_struck() -> None:
    stage = lay_out(lancer(), foe("Turbul Bats"), foe("Orc"))
    # Lancer 12, Bats 5-1, Orc 2; the Lancer's hit falls on the Orc (second of two).
    bit(stage, [11, 5, 1, 2, 2], cast=["d12"])
    assert "bats" in keys(stage)
    assert stage.actors[0].mark == DOWNSTAGE


def test_bats_that_were_hit_push_nobody() -> None:
    stage = lay_out(lancer(), foe("Turbul Bats"), foe("Orc"))
    bit(stage, [11, 5, 1, 2, 1], cast=["d12"])
    assert "bats" not in keys(stage)


@pytest.mark.parametrize(("six", "two", "hits"), [(1, 1, 1), (1, 2, 0), (2, 2, 0)])
def test_bats_are_nullified_only_when_both_faces_show_1(six: int, two: int, hits: int) -> None:
    stage = lay_out(magnus(), foe("Turbul Bats"))
    bit(stage, [1, six, two], cast=["d1"])
    assert (stage.actors[1].casting, stage.actors[1].hits) == (0, hits)


# Hybor


def test_hybor_adds_its_naturals_before_the_minus() -> None:
    stage = lay_out(magnus(), foe("Hybor"))
    bit(stage, [1, 6, 6, 3], cast=["d1"], option=["natural", "natural"])
    assert stage.actors[1].casting == 6 + 6 + 3 - 1


@pytest.mark.parametrize(("coin", "hits"), [(1, 0), (2, 1)])
def test_hybor_downstage_cancels_half_the_hits(coin: int, hits: int) -> None:
    stage = lay_out(lancer(), foe("Hybor"))
    stage.actors[1].mark = DOWNSTAGE
    bit(stage, [8, coin], cast=["d12"])
    assert stage.actors[1].hits == hits


# Mast Rats


def test_rats_take_a_vacant_opposing_mark_and_spoil_it() -> None:
    stage = lay_out(magnus(), magnus(), foe("Ogre"), foe("Ogre"), foe("Ogre"), foe("Mast Rats"))
    stage.actors[1].mark = DOWNSTAGE
    ogres = [3, 3, 3, 3, 3, 3]
    # The Ogres total 18 and fail their average of 8: one hit, for the highest (of three, by lot); the others leave.
    bit(stage, [1, *ogres, 1, 1], cast=["d1"], pounce=["Mast Rats takes mark 2"], move=["Magnus enters mark 2"])
    rat = stage.actors[5]
    assert (rat.mark, rat.abroad) == (2, True)
    assert stage.actors[1].mark == 2


def test_rats_sharing_a_mark_take_a_d6_from_the_opponent_and_leave_after_the_bit() -> None:
    stage = lay_out(lancer(), foe("Mast Rats"), foe("Troll"))
    rat = stage.actors[1]
    rat.mark, rat.abroad = 1, True
    stage.actors[2].mark = 1
    # Lancer 7, Rats 3+3, Troll 9+3+3; penalty d6: 6 and again 2; the troupe is struck by Rats and Troll.
    bit(stage, [7, 3, 3, 9, 3, 3, 6, 2, 1, 2], cast=["d12"])
    assert stage.actors[0].casting == 0
    assert rat.mark == DOWNSTAGE
    assert "rats-leave" in keys(stage)


# Merekite


@pytest.mark.parametrize(
    ("first", "second", "comes_to"), [(2, 2, 7), (3, 3, 11), (1, 1, 0), (2, 3, 4)], ids=["2s", "3s", "ones", "none"]
)
def test_merekite_doubles_a_double_in_the_first_bit(first: int, second: int, comes_to: int) -> None:
    stage = lay_out(magnus(), foe("Merekite"))
    bit(stage, [1, first, second], cast=["d1"])
    assert stage.actors[1].casting == comes_to
    assert own_average2(stage.actors[1]) == 8


def test_merekite_adds_naturals_to_its_doubled_4s_and_does_not_double_again() -> None:
    stage = lay_out(magnus(), foe("Merekite"))
    bit(stage, [1, 4, 4, 1, 2], cast=["d1"], option=["natural", "natural"])
    assert stage.actors[1].casting == 16 + 3 - 1
    stage.actors[0].hits = 0
    bit(stage, [1, 3, 3], cast=["d1"])
    assert stage.actors[1].casting == 5


# Warg


def test_warg_bounds_to_an_empty_mark() -> None:
    stage = lay_out(magnus(), foe("Warg"))
    bit(stage, [1, 3, 2, 4, 1], cast=["d1"])  # mark 2 is empty: a d4 that shows 4, then 1
    assert stage.actors[1].casting == 3 + 2 + 4 + 1
    assert own_average2(stage.actors[1]) == 11 + 10


def test_warg_does_not_bound_to_an_occupied_mark() -> None:
    stage = lay_out(magnus(), foe("Warg"))
    bit(stage, [1, 3, 1], cast=["d1"])
    assert stage.actors[1].casting == 4


def test_warg_without_the_added_average() -> None:
    stage = lay_out(magnus(), foe("Warg"), readings=with_readings(added="ignored"))
    bit(stage, [1, 3, 2, 2], cast=["d1"])
    assert own_average2(stage.actors[1]) == 11


# Spidure


@pytest.mark.parametrize(("first", "second", "left"), [(4, 4, 0), (4, 1, 5), (2, 5, 0)])
def test_spidure_nullifies_the_high_die_that_its_dice_bracket(first: int, second: int, left: int) -> None:
    stage = lay_out(bravo(), foe("Spidure"))
    option = ["done"] if second == 5 else []
    bit(stage, [5, first, second], cast=["d8"], option=option)  # the Bravo's die shows 5
    assert stage.actors[0].casting == left


def test_spidure_needs_a_lesser_die() -> None:
    stage = lay_out(bravo(), foe("Spidure"))
    bit(stage, [3, 4, 3], cast=["d8"])
    assert stage.actors[0].casting == 3


def test_venomous_spidure_rolls_its_own_add_on() -> None:
    stage = lay_out(bravo(), foe("Spidure"))
    stage.actors[1].venomous = True
    stage.actors[0].hits = 1
    # Bravo 2; Spidure 4+3 enmeshes it and strikes: a pair, then |4-1| = 3 more hits, which pair once: |2-2| = 0.
    bit(stage, [2, 4, 3, 4, 1, 2, 2], cast=["d8"])
    assert (stage.actors[0].current, stage.actors[0].hits) == (6, 1)


# Ghoul


def test_ghoul_removes_the_hit_of_its_ones_and_casts_on() -> None:
    stage = lay_out(magnus(), foe("Ghoul"))
    bit(stage, [1, 1, 1, 1], cast=["d1"])
    ghoul = stage.actors[1]
    assert (ghoul.hits, ghoul.casting) == (0, 1)
    assert stage.striking == 1
    assert stage.actors[0].hits == 0  # it deals no hit in this bit


def test_ghoul_survives_its_second_hit() -> None:
    stage = lay_out(lancer(), foe("Ghoul"))
    stage.actors[1].hits = 1
    # d6 3 and 2, d4 3: its old hit may go before the strike; it keeps that, and recovers from the second.
    bit(stage, [12, 3, 2, 3], cast=["d12"], option=["done"], ghoul=["keep", "recover"])
    assert (stage.actors[1].hits, stage.actors[1].out) == (1, False)


def test_ghoul_with_two_ones_is_hit_whatever_the_d4_shows() -> None:
    stage = lay_out(magnus(), foe("Ghoul"))
    bit(stage, [1, 1, 1, 2], cast=["d1"])
    assert (stage.actors[1].hits, stage.actors[1].casting) == (1, 0)


def test_ghoul_without_a_match_falls() -> None:
    stage = lay_out(lancer(), foe("Ghoul"))
    stage.actors[1].hits = 1
    bit(stage, [11, 3, 2, 1], cast=["d12"])
    assert stage.actors[1].out


@pytest.mark.parametrize(
    ("dice", "answer", "mark", "hits"),
    [([5, 3, 3], "recover", 1, (0, 0)), ([4, 3, 3], "recover", DOWNSTAGE, (0, 0)), ([4, 3, 3], "keep", 1, (1, 1))],
    ids=["meets its average and waives", "misses it and waives", "misses it and hits"],
)
def test_ghoul_that_waives_its_hit_stays_where_it_meets_its_average(
    dice: list[int], answer: str, mark: int, hits: tuple[int, int]
) -> None:
    stage = lay_out(magnus(), foe("Ghoul"))
    stage.actors[1].hits = 1
    bit(stage, [1, *dice], cast=["d1"], ghoul=[answer])
    assert stage.actors[1].mark == mark
    assert tuple(actor.hits for actor in stage.actors) == hits


def test_ghoul_that_waives_leaves_the_least_hit_to_another() -> None:
    stage = lay_out(magnus(), foe("Ghoul"), foe("Elf"))
    stage.actors[1].hits = 1
    bit(stage, [1, 5, 3, 3, 2], cast=["d1"])
    assert [actor.hits for actor in stage.actors] == [1, 0, 0]
    assert [actor.mark for actor in stage.actors] == [1, 1, 2]


def test_ghoul_that_has_dealt_its_hit_removes_none() -> None:
    stage = lay_out(magnus(), foe("Ghoul"))
    stage.actors[0].omens = [5]
    bit(stage, [1, 5, 3, 3], cast=["d1"])
    assert [actor.hits for actor in stage.actors] == [1, 1]


def test_ghoul_that_removes_the_hit_of_its_own_attack_deals_none() -> None:
    stage = lay_out(from_bestiary("Salamander", "Salamander", TROUPE), foe("Ghoul"))
    bit(stage, [2, 1, 2, 6, 3, 3], dare=["deal"], ghoul=["recover"])
    assert [actor.hits for actor in stage.actors] == [0, 0]
    stage = lay_out(bravo(8, "Holdout dagger"), foe("Ghoul"))
    stage.actors[0].mark = DOWNSTAGE
    bit(stage, [6, 3, 3, 5, 4], ghoul=["recover"])
    assert [actor.hits for actor in stage.actors] == [0, 0]


def test_ghoul_averages_with_negative_naturals() -> None:
    """The text's example: a natural d6 and a natural d4 are rerolled; 5.5 is to be met by 6."""
    stage = lay_out(magnus(), foe("Ghoul"))
    bit(stage, [1, 6, 2, 4, 3, 1], cast=["d1"], option=["natural", "natural"])
    ghoul = stage.actors[1]
    assert own_average2(ghoul) == 11
    assert ghoul.casting == 6 + 2 - 4 + 3 - 1


# Witcher


def test_witcher_takes_an_opponent_down() -> None:
    stage = lay_out(magnus(), foe("Witcher"), foe("Ogre"))
    # Magnus 0; Witcher 5 fails its 6.5, Ogre 4+5 meets its 8; the d12 shows 5: it reaches castings up to 0.
    bit(stage, [1, 5, 4, 5, 5], cast=["d1"])
    magnus_ = stage.actors[0]
    assert "witcher" in keys(stage)
    assert (magnus_.mark, magnus_.barred) == (DOWNSTAGE, True)
    assert stage.actors[1].mark == DOWNSTAGE
    # The Witcher is downstage and watches, but the troupe's upstage lay empty from the start of this bit.
    magnus_.hits = 0
    bit(stage, [4, 4], move=["Magnus enters mark 1"])
    assert magnus_.mark == 1


def test_witcher_that_does_not_reach_anyone_goes_alone() -> None:
    stage = lay_out(magnus(), foe("Witcher"), foe("Ogre"))
    bit(stage, [2, 5, 4, 5, 5], cast=["d1"])  # Magnus 1 is above 5 - 5
    assert stage.actors[0].mark == 1
    assert "witcher-alone" in keys(stage)


@pytest.mark.parametrize(("twelve", "reached"), [(4, True), (12, False)])
def test_witcher_has_to_exceed_by_a_d12(twelve: int, reached: bool) -> None:
    stage = lay_out(magnus(), foe("Witcher"), foe("Ogre"))
    bit(stage, [2, 5, 4, 5, twelve], cast=["d1"])  # the Magnus casts 1, the Witcher 5
    assert ("witcher" in keys(stage)) is reached


# Pyethonda


def test_pyethonda_pulls_and_holds_whom_it_hits() -> None:
    stage = lay_out(lancer(), magnus(), foe("Pyethonda"))
    # d12:3, d1:0; d13 folded from 12 and 1 (13: a natural, kept); the hit falls on the Lancer.
    bit(stage, [3, 1, 12, 1, 1], cast=["d12", "d1"], option=["done"])
    held = stage.actors[0]
    assert (held.holder, held.mark, held.abroad, held.lost) == (2, 2, True, "Role Fx")
    # Next: the Lancer casts 9 but 6 of it is held back; Pyethonda 6, Magnus 1.
    bit(stage, [9, 2, 5, 1, 2], cast=["d12", "d1"])
    assert stage.totals == [3 + 1, 6]


def test_pyethonda_lets_go_when_it_is_out() -> None:
    stage = lay_out(lancer(), magnus(), foe("Pyethonda"), foe("Ogre"))
    stage.actors[3].mark = 3
    bit(stage, [3, 1, 12, 1, 4, 5, 1, 2], cast=["d12", "d1"], option=["done"], move=["done", "done"])
    held = stage.actors[0]
    assert held.holder == 2
    stage.actors[2].out = True
    stage.actors[2].mark = DOWNSTAGE
    bit(stage, [9, 2, 2, 2], cast=["d12", "d1"])
    assert (held.holder, held.lost, held.mark) == (-1, "", DOWNSTAGE)


def test_pyethonda_holds_whom_its_hit_was_dealt_to() -> None:
    stage = lay_out(bravo(8, "Scud shield"), magnus(), foe("Pyethonda"))
    bit(stage, [5, 1, 12, 1, 1], cast=["d8", "d1"], option=["done"])
    assert [actor.holder for actor in stage.actors] == [-1, 2, -1]


def test_pyethonda_that_falls_by_its_own_hit_holds_nobody() -> None:
    stage = lay_out(from_bestiary("Salamander", "Salamander", TROUPE), foe("Pyethonda"))
    stage.actors[1].hits = 1
    bit(stage, [2, 1, 2, 12, 1], option=["done"], dare=["deal"])
    assert (stage.actors[0].hits, stage.actors[0].holder, stage.actors[1].out) == (1, -1, True)


# Ogre


def test_ogre_rams_an_opponent_that_shows_no_natural() -> None:
    stage = lay_out(lancer(), foe("Ogre"))
    bit(stage, [11, 8, 1, 1], cast=["d12"], option=["natural"])
    assert stage.actors[0].nullified
    assert stage.actors[0].mark == DOWNSTAGE


def test_ogre_is_withstood_by_a_natural() -> None:
    stage = lay_out(lancer(), foe("Ogre"))
    bit(stage, [12, 8, 1, 1], cast=["d12"], option=["done", "natural"])
    assert not stage.actors[0].nullified


def test_ogre_loses_its_d6_to_the_second_hit_and_falls_to_the_third() -> None:
    stage = lay_out(lancer(), foe("Ogre"))
    ogre = stage.actors[1]
    seen = []
    for faces in ([11, 3, 2], [11, 3, 2], [11, 3]):
        bit(stage, faces, cast=["d12"])
        seen.append((ogre.hits, len(ogre.cast), ogre.out))
    assert seen == [(1, 2, False), (1, 1, False), (2, 1, True)]


# Fell G'root


def test_groot_reduces_the_opponents_total() -> None:
    stage = lay_out(lancer(), foe("Fell G'root"))
    bit(stage, [12, 3, 3, 3], cast=["d12"], option=["done"])
    assert stage.totals == [9, 9]
    assert stage.striking == -1


@pytest.mark.parametrize(("cast", "may_leave"), [(9, False), (10, True)])
def test_groot_lets_only_better_than_average_castings_leave(cast: int, may_leave: bool) -> None:
    # The Lancer's average is 6.5; after the 3 of the facing d4 a 9 comes to 6, a 10 to 7.
    stage = lay_out(lancer(), foe("Fell G'root"))
    bit(stage, [cast, 6, 5, 3], cast=["d12"], option=["done"], move=["exit"] if may_leave else [])
    assert (stage.actors[0].mark == DOWNSTAGE) is may_leave


def test_groot_holds_whoever_comes_to_the_average_exactly() -> None:
    stage = lay_out(lancer(), foe("Fell G'root"))
    with pytest.raises(AssertionError, match="Lancer goes downstage is not among"):
        # 10 less 3 is the 7 of two d6.
        bit(stage, [5, 5, 6, 5, 3], cast=["2d6"], option=["done"], move=["Lancer goes downstage"])
    assert stage.actors[0].mark == 1


# Salamander


@pytest.mark.parametrize(("answer", "hits"), [("deal", (1, 1)), ("forgo", (0, 0))])
def test_salamander_makes_its_attacker_choose(answer: str, hits: tuple[int, int]) -> None:
    stage = lay_out(lancer(), foe("Salamander"))
    bit(stage, [11, 3, 2, 3], cast=["d12"], dare=[answer])
    assert (stage.actors[0].hits, stage.actors[1].hits) == hits


@pytest.mark.parametrize("four", [2, 3])
def test_salamander_without_a_higher_d4_asks_nothing(four: int) -> None:
    stage = lay_out(lancer(), foe("Salamander"))
    bit(stage, [11, 3, 3, four], cast=["d12"])
    assert (stage.actors[0].hits, stage.actors[1].hits) == (0, 1)


# Troll


@pytest.mark.parametrize(
    ("face", "before", "hits", "fours"),
    [(1, 0, 0, 2), (2, 0, 1, 2), (3, 1, 1, 2), (4, 0, 0, 1), (5, 1, 1, 1), (6, 0, 1, 2)],
)
def test_troll_weak_hits_are_rolled(face: int, before: int, hits: int, fours: int) -> None:
    stage = lay_out(lancer(), curate(), foe("Troll"))
    troll = stage.actors[2]
    troll.hits = before
    # Lancer d6s 4+4: 8 meets 7, its highest die 4 does not exceed the Troll's 5; the Curate stays at 1.
    bit(stage, [4, 4, 1, 5, 1, 1, face], cast=["2d6", "d10"])
    assert troll.hits == hits, told(stage)
    assert sum(part.size == 4 for part in troll.cast) == fours


def test_troll_compares_with_the_sum_of_its_d4s() -> None:
    stage = lay_out(lancer(), foe("Troll"))
    bit(stage, [5, 4, 1, 3, 2, 6], cast=["2d6"])  # 5 does not exceed 3 + 2
    assert "troll-suffers" in keys(stage)


def test_troll_hit_from_a_higher_die_is_plain() -> None:
    stage = lay_out(lancer(), curate(), foe("Troll"))
    bit(stage, [11, 1, 4, 3, 3], cast=["d12", "d10"])
    assert stage.actors[2].hits == 1
    assert not {"troll-suffers", "troll-shrugs", "troll-die"} & set(keys(stage))


def test_troll_with_a_1_strays_to_an_adjacent_mark() -> None:
    stage = lay_out(magnus(), bravo(), foe("Troll"))
    # The lot falls on the Bravo at mark 2, then on mark 1: the Magnus takes the hit.
    bit(stage, [1, 1, 10, 1, 4, 2, 1], cast=["d1", "d8"], option=["done"])
    assert (stage.actors[0].hits, stage.actors[1].hits) == (1, 0)


def test_troll_is_nullified_by_its_d10_and_one_d4() -> None:
    stage = lay_out(magnus(), foe("Troll"))
    bit(stage, [1, 1, 1, 3], cast=["d1"])
    assert (stage.actors[1].hits, stage.actors[1].casting) == (1, 0)
