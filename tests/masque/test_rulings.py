"""Each ruling of Masque at the stage: a position whose outcome its sentence predicts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesmod.dice import Sfc32
from rulesmod.masque.aftermath import close, recover
from rulesmod.masque.casts import allowed, opposite, price
from rulesmod.masque.effects import brings_effect, designations
from rulesmod.masque.gear import weapon_modifier
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.open_places import RULINGS
from rulesmod.masque.playing import run
from rulesmod.masque.restaging import exchanges, move_choices
from rulesmod.masque.setto import arrange, begin_bit, new_stage, set_to
from rulesmod.masque.showing import open_stage
from rulesmod.masque.state import DOWNSTAGE, ENTOURAGE, TROUPE, Fallen, Stage, has, own_average2
from tests.masque.table import Laid, Said, bit, bravo, curate, enemy, foe, keys, lancer, lay_out, magnus, with_readings

POSITIONS: dict[str, Callable[[], None]] = {}


def position(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a position of the stage for a ruling."""

    def register(played: Callable[[], None]) -> Callable[[], None]:
        assert name not in POSITIONS
        POSITIONS[name] = played
        return played

    return register


def test_every_ruling_has_a_position() -> None:
    assert POSITIONS.keys() == {ruling.name for ruling in RULINGS}


@pytest.mark.parametrize("name", [ruling.name for ruling in RULINGS])
def test_the_stage_plays_the_ruling(name: str) -> None:
    POSITIONS[name]()


def marks(stage: Stage) -> list[int]:
    return [actor.mark for actor in stage.actors]


def hits(stage: Stage) -> list[int]:
    return [actor.hits for actor in stage.actors]


# -- marks, castings, the strike --


@position("a1-marks")
def equal_numbers_face_each_other_and_neighbours_are_adjacent() -> None:
    stage = lay_out(magnus(), bravo(), foe("Orc"), foe("Halfling"))
    # The Halfling on mark 2 fools the Bravo on mark 2, and not the Magnus on mark 1.
    bit(stage, [4, 5, 2, 4, 4, 1], cast=["d6", "d8"], option=["done"])
    assert [actor.nullified for actor in stage.actors[:2]] == [False, True]
    # An Elf on mark 2 helps those on 1 and 3, and one on mark 1 nobody but mark 2.
    for mark, helped, laid in ((2, [1, 3], [2, 8, 2, 1, 1, 1]), (1, [2], [8, 2, 2, 1])):
        stage = lay_out(magnus(), *(foe("Elf" if mark == number else "Orc") for number in (1, 2, 3)))
        bit(stage, [1, *laid], cast=["d1"], option=["elf"])
        assert [actor.number for actor in stage.actors[1:] if len(actor.dice) > 1] == helped


@position("a2-first-arrangement")
def sides_fill_their_marks_in_order_unless_the_director_says_otherwise() -> None:
    stage = lay_out(lancer(), curate(), bravo(), magnus(), foe("Elf"))
    assert marks(stage) == [1, 2, 3, DOWNSTAGE, 1]
    actors = [lancer(), curate(), foe("Elf")]
    actors[0].mark = 3
    stage = new_stage(actors, Laid(()), with_readings())
    arrange(stage)
    assert marks(stage) == [3, 1, 1]


@position("a3-casting-is-optional")
def who_keeps_its_dice_back_casts_0_and_hits_nobody() -> None:
    stage = lay_out(lancer(), bravo(), foe("Elf"))
    bit(stage, [11, 3], cast=["d12", "rest"])
    assert stage.totals == [11, 3]
    assert [stage.actors[1].casting, stage.actors[1].dealt, stage.actors[2].hits] == [0, 0, 1]


@position("a4-price-of-negative-dice")
def a_cast_takes_as_much_build_as_it_can_total() -> None:
    for stats in MONSTERS.values():
        assert price(stats.cast) + stats.modifier == stats.build, stats.name
    ghoul = MONSTERS["Ghoul"].cast
    assert allowed(ghoul, 0, 11)
    assert not allowed(ghoul, 0, 10)


@position("a5-naturals-at-will")
def a_monsters_side_chooses_on_dice_with_a_minus_too() -> None:
    for answer, added, casting in (("done", [], 2), ("natural", [2], 0)):
        stage = lay_out(magnus(), foe("Ghoul"))
        bit(stage, [1, 3, 3, 4, *added], cast=["d1"], option=[answer])
        assert stage.actors[1].casting == casting


@position("a6-opposite-face")
def a_flipped_die_shows_lowest_plus_highest_less_its_face() -> None:
    assert [opposite(6, face) for face in range(1, 7)] == [6, 5, 4, 3, 2, 1]
    assert [opposite(1, face) for face in (0, 1)] == [1, 0]


@position("a7-nullifying-hit")
def the_hit_of_ones_may_take_out_at_once_and_be_recovered_from() -> None:
    stage = lay_out(magnus(), foe("Orc"))
    stage.actors[1].hits = 1
    bit(stage, [1, 1], cast=["d1"])
    assert stage.actors[1].out
    assert keys(stage).index("out") < keys(stage).index("totals")
    stage = lay_out(magnus(), foe("Ghoul"))
    stage.actors[1].hits = 1
    bit(stage, [1, 1, 1, 1], cast=["d1"])
    assert (stage.actors[1].out, stage.actors[1].hits) == (False, 1)


@position("a8-final-natural")
def dice_that_effects_added_show_a_natural_in_the_end() -> None:
    # The Lancer's 12 is rerolled, so only its added d6 can show one.
    for six, striking, lot in ((6, TROUPE, [2]), (5, ENTOURAGE, [])):
        stage = lay_out(lancer(), foe("Troll"), foe("Orc"))
        bit(stage, [12, 9, 3, 3, 2, 5, 9, six, *lot], cast=["d12"], option=["fx"])
        assert stage.totals[0] < stage.totals[1]
        assert stage.striking == striking


@position("a9-outnumbered")
def an_immobilized_actor_counts_as_upstage() -> None:
    for stuck, striking, lot in ((1, ENTOURAGE, [1]), (0, TROUPE, [])):
        stage = lay_out(lancer(), magnus(), foe("Elf"))
        stage.actors[1].stuck = stuck
        stage.actors[1].mark = 2 if stuck else DOWNSTAGE
        bit(stage, [11, 8, *lot], cast=["d12"], option=["done"])
        assert stage.striking == striking


@position("a10-natural-in-a-tie")
def a_natural_decides_a_tie_and_parley_forces_nobody() -> None:
    stage = lay_out(lancer(), foe("Witcher"), foe("Orc"))
    bit(stage, [12, 10, 2, 1], cast=["d12"], option=["done"])
    assert (stage.totals, stage.striking) == ([12, 12], TROUPE)
    stage = lay_out(lancer(), foe("Elf"))
    bit(stage, [3, 3], cast=["d12"])
    assert (stage.striking, marks(stage)) == (-1, [1, 1])


@position("a11-average-of-a-pair")
def a_kept_d6_counts_with_the_listed_average() -> None:
    stage = lay_out(magnus(), foe("Goblin"))
    bit(stage, [1, 4, 3], cast=["d1"])
    goblin = stage.actors[1]
    assert (goblin.dice[0].size, own_average2(goblin)) == (6, 5)
    assert "least-hit" not in keys(stage)


@position("a12-minimum-hit")
def a_side_without_a_casting_of_1_deals_no_least_hit() -> None:
    # The Lancer's natural wins the strike, but a Halfling has nullified its casting.
    stage = lay_out(lancer(), foe("Halfling"), foe("Orc"))
    bit(stage, [12, 4, 4, 2], cast=["d12"], option=["done", "done"])
    assert (stage.striking, hits(stage)) == (TROUPE, [0, 0, 0])


@position("a13-declining")
def whoever_declines_has_qualified() -> None:
    for face in (5, 4):  # 4 misses the average: it is the least hit that is declined.
        stage = lay_out(bravo(), foe("Elf"))
        bit(stage, [face, 3], cast=["d8"], deal=["decline"])
        assert (hits(stage), marks(stage)) == ([0, 0], [1, 1])


@position("a14-hits-in-sequence")
def each_hit_is_drawn_among_those_not_yet_out() -> None:
    stage = lay_out(lancer(), bravo(), foe("Orc"), foe("Elf"))
    stage.actors[2].hits = 1
    bit(stage, [11, 5, 2, 3, 1], cast=["d12", "d8"])  # After the Orc's fall no lot is needed.
    assert (stage.actors[2].out, stage.actors[3].hits) == (True, 1)


@position("a15-add-on-chain")
def add_on_hits_pair_and_bring_more_until_one_is_out() -> None:
    stage = lay_out(lancer(), foe("Elf"))
    stage.actors[0].hits = 1
    bit(stage, [1, 7, 3, 1, 2, 2], cast=["d12"])  # A pair, two more hits, a pair, none.
    assert (stage.actors[0].current, stage.actors[0].hits) == (10, 0)
    stage = lay_out(magnus(2), foe("Elf"))
    stage.actors[0].hits = 1
    bit(stage, [1, 7], cast=["d1"])
    assert stage.actors[0].out


@position("a16-forced-exit")
def who_deals_the_least_hit_stays_and_the_others_leave() -> None:
    stage = lay_out(bravo(), magnus(), foe("Troll"))
    bit(stage, [4, 3, 2, 1, 1], cast=["d8", "d6"])  # 4 misses 4.5, 3 misses 3.5: the Bravo has the least hit.
    assert marks(stage) == [1, DOWNSTAGE, 1]
    assert stage.trampled[TROUPE][2]
    stage = lay_out(bravo(), magnus(), foe("Elf"))
    stage.actors[2].mark = DOWNSTAGE
    bit(stage, [4, 4], cast=["d8", "d6"])  # No least hit against those downstage: only who meets 3.5 hits and stays.
    assert (marks(stage), hits(stage)) == ([DOWNSTAGE, 2, DOWNSTAGE], [0, 0, 1])


@position("a17-immobilized-stays")
def an_immobilized_actor_is_not_forced_downstage() -> None:
    stage = lay_out(lancer(), magnus(), foe("Elf"))
    stage.actors[1].stuck = 2
    for left in (1, 0):
        bit(stage, [11, 3], cast=["d12"])
        stage.actors[2].hits = 0
        assert (stage.actors[1].mark, stage.actors[1].stuck) == (2, left)
    bit(stage, [11, 2, 3], cast=["d12", "d6"])
    assert stage.actors[1].mark == DOWNSTAGE


@position("a18-exchange")
def items_change_hands_downstage_or_on_adjacent_marks() -> None:
    for places, may in (((1, 2), True), ((2, 3), True), ((1, 3), False), ((0, 0), True), ((0, 1), False)):
        stage = lay_out(lancer(12, "Prop ring"), bravo(), foe("Elf"))
        stage.actors[0].mark, stage.actors[1].mark = places
        assert bool(exchanges(stage, TROUPE)) is may


@position("a19-end")
def a_set_to_ends_with_a_side_or_by_the_director() -> None:
    stage = lay_out(lancer(), foe("Orc"))
    stage.actors[1].hits = 1
    stage.random = Laid([11, 2])
    run(stage, set_to(stage), Said({"cast": ["d12"]}))
    assert (stage.over, stage.bit, "called-off" in keys(stage)) == (True, 1, False)
    stage = lay_out(lancer(), foe("Orc"))
    stage.actors[1].mark = DOWNSTAGE
    stage.random = Laid([11])
    run(stage, set_to(stage), Said({"cast": ["d12"], "go-on": ["end"]}))
    assert (stage.totals, "called-off" in keys(stage)) == ([11, 0], True)


# -- role effects --


@position("a20-designation")
def only_dice_cast_upstage_in_this_bit_are_named_and_signs_stay() -> None:
    stage = lay_out(magnus(), foe("Ghoul"), foe("Elf"))
    stage.actors[2].mark = DOWNSTAGE
    # The only natural is spent by its one effect: the reroll of 1 is none. The Ghoul's d4 of 3 turns to 1, subtracted.
    bit(stage, [6, 5, 5, 3, 1], cast=["d6"], option=["Magnus rerolls d6:6, designating d4:3 of Ghoul"])
    assert stage.actors[1].casting == 5 + 5 - 1
    assert keys(stage).count("fx") == 1
    named = {choice.target for choice in designations(stage, stage.actors[0], "fx", 0)}
    assert named == {1}, "the Elf is downstage"


@position("a21-remainder")
def the_remainder_is_that_of_the_whole_casting_after_all_options() -> None:
    stage = lay_out(curate(), foe("Ogre"))
    # The d8 falls to 2 - 7; the natural of the d6 brings a 3: 4 is left of the whole casting.
    choices = ["Curate rerolls d10:10, designating d8:2 of Ogre", "natural"]
    bit(stage, [10, 2, 6, 7, 3], cast=["d10"], option=choices)
    assert (stage.actors[1].casting, stage.actors[1].stuck) == (4, 0)
    stage = lay_out(curate(), foe("Ogre"))
    bit(stage, [10, 2, 3, 7], cast=["d10"], option=choices[:1])
    # 2 - 7 + 3 is -2: nothing for the total, and three bits without a casting.
    assert (stage.totals, stage.actors[1].stuck) == ([7, 0], 3)


@position("a22-bravos-die")
def a_won_die_leaves_its_owner_and_hits_by_its_own_average() -> None:
    for value, hit in ((5, 2), (4, 1)):  # The d8's own average is 4.5.
        stage = lay_out(bravo(), foe("Ogre"))
        bit(stage, [8, value, 3, 6], cast=["d8"], option=["fx"])
        assert stage.totals == [6 + value, 3]
        assert own_average2(stage.actors[1]) == 7
        assert keys(stage).count("allots") == hit
    stage = lay_out(bravo(), foe("Ogre"))
    bit(stage, [8, 5, 3, 5, 1], cast=["d8"], option=["fx"])
    assert stage.totals == [10, 3], "an equal value is enough"


@position("a23-magnus-number")
def the_reroll_is_the_number_of_dice_the_named_one_included() -> None:
    stage = lay_out(magnus(), foe("Dwarf"), foe("Dwarf"))
    bit(
        stage,
        [6, 3, 2, 4, 2, 3],
        cast=["d6"],
        option=["Magnus rerolls d6:6, designating d4:3 of Dwarf"],
        magnus=["d4:2 of Dwarf", "d4:4 of Dwarf"],
    )
    assert [[die.value for die in actor.dice] for actor in stage.actors[1:]] == [[1, 1], [1, 2]]


# -- afterwards --


@position("a24-recovery")
def recovery_is_held_against_the_raised_build_and_ends_at_the_build() -> None:
    for faces, after in (([20, 10], 10), ([20, 11], 11), ([20, 20, 20], 12)):
        stage = lay_out(lancer(), foe("Elf"))
        stage.actors[0].current = 9
        stage.random = Laid(faces)
        recover(stage, stage.actors[0])
        assert stage.actors[0].current == after


@position("a25-chops")
def hits_in_one_bit_gain_nothing_and_no_set_to_more_than_1() -> None:
    for bits, dealt, put_out, gained in (([1], 2, False, 0), ([1, 2, 3], 4, True, 1), ([], 0, True, 1)):
        stage = open_stage(["L12"], ["Orc"], Sfc32("0" * 24))
        actor = stage.actors[0]
        actor.hit_bits, actor.hits_dealt, actor.put_out = bits, dealt, put_out
        run(stage, close(stage), lambda _, question: 0)
        assert actor.chops == gained


# -- monsters --


@position("a26-goblin-ones")
def a_kept_1_nullifies_whatever_was_collected() -> None:
    stage = lay_out(magnus(), foe("Goblin"))
    stage.actors[1].accrued = 5
    bit(stage, [1, 1, 3, 3], cast=["d1"])
    assert (stage.actors[1].casting, stage.actors[1].hits) == (0, 1)


@position("a27-orc-heritage")
def an_orcs_own_die_comes_first_then_three_in_all_with_their_signs() -> None:
    for fallen, dice, casting in (("Turbul Bats", [3, 4, 2], 3 + 4 - 2), ("Ghoul", [3, 4, 5], 3 + 4 + 5)):
        stage = lay_out(lancer(), foe(fallen), foe("Orc"))
        stage.actors[1].hits = 1
        stage.actors[2].mark = DOWNSTAGE
        theirs = {"Turbul Bats": [3, 1], "Ghoul": [3, 2, 1]}[fallen]
        bit(stage, [11, *theirs], cast=["d12"], move=["done", "Orc enters mark 1"])
        bit(stage, [12, *dice], cast=["d12"], option=["done"])
        assert stage.actors[2].casting == casting


@position("a28-commoner-step")
def only_the_first_added_die_is_stepped_up() -> None:
    for added, casting in (([2], 5 + 3), ([5, 2], 5 + 5 + 2)):
        stage = lay_out(magnus(), foe("Commoner"))
        bit(stage, [1, 5, 3, *added], cast=["d1"], option=["natural"] * len(added))
        assert stage.actors[1].casting == casting


@position("a29-merekite-double")
def two_initial_dice_double_then_naturals_then_the_minus() -> None:
    stage = lay_out(magnus(), foe("Merekite"))
    bit(stage, [1, 4, 4, 1, 2], cast=["d1"], option=["natural", "natural"])
    assert stage.actors[1].casting == 2 * (4 + 4) + 1 + 2 - 1
    stage = lay_out(magnus(), foe("Merekite"))
    stage.actors[1].mark = DOWNSTAGE
    stage.actors[1].onset = False
    bit(stage, [1], cast=["d1"], move=["done", "Merekite enters mark 1"])
    bit(stage, [1, 3, 3], cast=["d1"])
    assert stage.actors[1].casting == 2 * (3 + 3) - 1
    stage = lay_out(magnus(), foe("Merekite"))
    stage.actors[0].mark = DOWNSTAGE
    stage.actors[1].onset = False
    bit(stage, [3, 3], move=["Magnus enters mark 1"])
    stage.actors[0].hits = 0
    bit(stage, [1, 3, 3], cast=["d1"])
    assert stage.actors[1].casting == 3 + 3 - 1, "it was its opponent's move"


@position("a30-spidure-bracket")
def the_sum_is_above_and_one_die_below_the_highest() -> None:
    for dice, left in (([4, 4], 0), ([4, 1], 5), ([2, 4], 0)):
        stage = lay_out(bravo(), foe("Spidure"))
        bit(stage, [5, *dice], cast=["d8"])
        assert stage.actors[0].casting == left
    stage = lay_out(bravo(), foe("Spidure"))
    bit(stage, [3, 4, 3], cast=["d8"])
    assert stage.actors[0].casting == 3, "none of its dice is less"


@position("a31-ghoul-recovery")
def a_ghoul_recovers_from_the_hit_that_would_fell_it_once_a_bit() -> None:
    stage = lay_out(lancer(), foe("Ghoul"))
    stage.actors[1].hits = 1
    bit(stage, [12, 3, 2, 3], cast=["d12"], option=["done"], ghoul=["keep", "recover"])
    assert (stage.actors[1].hits, stage.actors[1].out) == (1, False)
    stage = lay_out(lancer(), foe("Ghoul"))
    stage.actors[1].hits = 1
    bit(stage, [12, 3, 2, 3], cast=["d12"], option=["done"], ghoul=["recover"])
    assert (stage.actors[1].hits, keys(stage).count("ghoul")) == (1, 1)


@position("a32-witcher-choice")
def a_witchers_side_chooses_one_of_those_that_one_d12_reaches() -> None:
    stage = lay_out(magnus(), bravo(), foe("Witcher"), foe("Ogre"))
    # The Witcher's 5 less the d12's 4 reaches 0 and 1.
    bit(stage, [1, 2, 5, 4, 5, 1, 4], cast=["d1", "d1"], bewitch=["Bravo"])
    assert [actor.barred for actor in stage.actors[:2]] == [False, True]
    assert marks(stage) == [1, DOWNSTAGE, DOWNSTAGE, 2]


@position("a33-pyethonda-hold")
def its_target_is_pulled_beside_it_after_a_dealt_hit_and_a_natural() -> None:
    stage = lay_out(lancer(), magnus(), foe("Pyethonda"))
    bit(stage, [3, 1, 12, 1, 1], cast=["d12", "d1"], option=["done"])
    held = stage.actors[0]
    assert (held.hits, held.holder, held.mark, held.abroad) == (1, 2, 2, True)
    stage = lay_out(lancer(), magnus(), foe("Pyethonda"))
    bit(stage, [3, 1, 12, 1], cast=["d12", "d1"], option=["done"], deal=["decline"])
    assert stage.actors[0].holder == -1


@position("a34-ogre-second-hit")
def the_first_hit_counts_and_the_second_takes_the_d6() -> None:
    stage = lay_out(lancer(), foe("Ogre"))
    seen = []
    for faces in ([11, 3, 2], [11, 3, 2], [11, 3]):
        bit(stage, faces, cast=["d12"])
        seen.append((stage.actors[1].hits, len(stage.actors[1].cast), stage.actors[1].out))
    assert seen == [(1, 2, False), (1, 1, False), (2, 1, True)]


@position("ogre-ram")
def an_ogres_victim_is_drawn_first_and_then_spared_by_its_natural() -> None:
    for lot, nullified, place in ((1, False, 2), (2, True, DOWNSTAGE)):
        stage = lay_out(lancer(), bravo(), foe("Ogre"))
        bit(stage, [12, 5, 8, 2, lot], cast=["d12", "d8"], option=["done"])
        assert [actor.nullified for actor in stage.actors] == [False, nullified, False]
        assert stage.actors[1].mark == place
    stage = lay_out(lancer(), bravo(), foe("Ogre"))
    bit(stage, [12, 5, 8, 6, 2, 1], cast=["d12", "d8"], option=["done", "done"])
    assert keys(stage).count("ogre") == 1, "two naturals ram once"


@position("a35-groot-reduction")
def the_reduction_ends_at_0_and_finds_the_striking_side_alone() -> None:
    stage = lay_out(lancer(), foe("Fell G'root"))
    bit(stage, [2, 3, 4, 3], cast=["d12"])
    assert (stage.totals, stage.actors[0].casting) == ([0, 10], 2)


@position("a36-troll-better")
def the_d10_is_compared_with_the_sum_of_the_d4s() -> None:
    for fours, key in (([3, 2], "troll-suffers"), ([2, 2], "hit-monster")):
        stage = lay_out(lancer(), foe("Troll"))
        rolled = [6] if sum(fours) >= 5 else []
        bit(stage, [5, 4, 1, *fours, *rolled], cast=["2d6"])  # The Lancer's highest die is 5.
        assert key in keys(stage)
        assert ("troll-suffers" in keys(stage)) is bool(rolled)


@position("a37-venomous")
def venom_replaces_the_ordinary_roll() -> None:
    stage = lay_out(bravo(), foe("Spidure"))
    stage.actors[1].venomous = True
    stage.actors[0].hits = 1
    bit(stage, [2, 4, 3, 4, 1, 2, 2], cast=["d8"])  # |4 -1| more hits, and |2 -2| after the next pair.
    assert (stage.actors[0].current, stage.actors[0].hits) == (6, 1)


@position("a38-shown-ones")
def all_ones_are_seen_from_the_faces_before_the_minus() -> None:
    for face, hit in ((1, 1), (2, 0)):
        stage = lay_out(magnus(), foe("Hybor"))
        bit(stage, [1, face], cast=["d1"])
        assert stage.actors[1].hits == hit
        assert stage.actors[1].casting == (0 if hit else 1)


@position("a39-added-average")
def a_die_that_an_effect_adds_raises_the_average() -> None:
    stage = lay_out(lancer(), foe("Troll"))
    bit(stage, [12, 9, 3, 3, 5, 2, 4, 1], cast=["d12"], option=["fx"])
    assert own_average2(stage.actors[0]) == 13 + 7
    assert "least-hit" in keys(stage), "5 + 4 misses 10"


@position("a40-groot-hold")
def all_need_better_than_average_and_only_the_facing_mark_deducts() -> None:
    for mark, cast, may in ((2, 7, True), (2, 6, False), (1, 7, False), (1, 10, True)):
        lone = lancer()
        lone.mark = mark
        stage = lay_out(lone, foe("Fell G'root"))
        bit(stage, [cast, 5, 5, 3], cast=["d12"])
        stage.actors[0].moved = False
        stage.trampled[TROUPE][mark] = False
        assert any(choice.kind == "exit" for choice in move_choices(stage, TROUPE)) is may


@position("doubled-dice")
def a_d13_is_two_dice_folded() -> None:
    for dice, value in (([12, 1], 13), ([6, 6], 12), ([7, 7], 1), ([12, 12], 11)):
        stage = lay_out(magnus(), foe("Pyethonda"))
        ones = value == 1
        stage.actors[0].mark = DOWNSTAGE
        bit(stage, dice, option=["done"] if value == 13 else [], deal=["decline"] if value >= 7 else [])
        assert stage.actors[1].dice[0].value == value
        assert (stage.actors[1].hits == 1) is ones
    folded = [
        total - 13 if total > 13 else total for total in (one + two for one in range(1, 13) for two in range(1, 13))
    ]
    assert (folded.count(13), {folded.count(face) for face in range(1, 13)}) == (12, {11})


# -- villains and items --


@position("dim-light")
def vlad_casts_at_the_modifier_of_each_light() -> None:
    for code, light in (("Vlad", -2), ("Vlad-1", -1), ("Vlad-0", 0)):
        stage = open_stage(["M6"], [code], Sfc32("0" * 24))
        bit(stage, [1, 4, 3, 2], cast=["d1", "d6 +d4"])
        assert stage.actors[1].casting == 4 + 3 + 2 + light


@position("shapeshifted-die")
def a_merged_die_shows_a_natural_rolls_on_and_brings_no_effect() -> None:
    shifter = enemy(curate(10))
    shifter.shapeshift = "initial"
    stage = lay_out(magnus(), shifter)
    bit(stage, [1, 5, 5, 3], cast=["d1", "2d5"], option=["shift"])
    merged, further = shifter.dice[-2:]
    assert (merged.size, merged.value, further.size, further.value) == (10, 10, 10, 3)
    assert shifter.casting == 13
    assert not any(brings_effect(shifter, die) for die in shifter.dice)


@position("glaive-bonus")
def the_bonus_of_a_glaive_may_be_negative_and_counts_in_the_average() -> None:
    stage = lay_out(lancer(12, "Pirate glaive"), foe("Elf"))
    for actor in stage.actors:
        actor.mark = DOWNSTAGE
    bit(stage, [], move=["Lancer enters mark 1", "Elf enters mark 1"])
    bit(stage, [9, 7, 1, 2], cast=["d12"])
    assert stage.actors[0].casting == 9 + 1 + 2 - 7
    assert own_average2(stage.actors[0]) == 13 + 2 * 9 - 2 * 7


@position("stacked-modifiers")
def the_lowest_counts_whole_the_next_half_the_third_a_third() -> None:
    stage = lay_out(lancer(12, "+3 weapon", "+1 Fencing foil", "-2 Dueling rapier"), foe("Orc"))
    # -2, 1 / 2 and 3 / 3, away from 0: nothing is left, and no die is thrown.
    bit(stage, [5, 2], cast=["d12"])
    assert stage.actors[0].bonus == 0
    boots = lancer(12, "+3 weapon", "+2 Cavalier boots")
    stage = lay_out(boots, foe("Troll"))
    bit(stage, [4, 5, 10, 3, 3, 2], cast=["2d6"], option=["pocket"], deal=["decline"])
    assert weapon_modifier(boots) == 3
    boots.hits = 0
    bit(stage, [4, 5, 10, 3, 3, 1], cast=["2d6"], deal=["decline"])
    assert weapon_modifier(boots) == 2 + 2, "the boots count where their die is added"


@position("stacked-armor")
def stacked_armor_is_divided_and_rolled_in_ascending_order() -> None:
    worn = ("+1 armor", "+2 shield", "-2 helm")
    for order in (worn, worn[::-1]):
        for shield, left in ((1, 0), (2, 1)):
            stage = lay_out(lancer(12, *order), foe("Elf"))
            # The helm needs 2 or less, the armor and the shield a 1: half of 1 and a third of 2, rounded up.
            bit(stage, [1, 7, 3, 2, shield], cast=["d12"])
            assert stage.actors[0].hits == left
    stage = lay_out(lancer(12, *worn), foe("Elf"))
    bit(stage, [1, 7, 2], cast=["d12"])  # The helm completes the pair, and the others have nothing to remove.
    assert (stage.actors[0].hits, stage.actors[0].current) == (0, 11)
    for equal in (("+3 armor", "+3 shield"), ("+3 shield", "+3 armor")):
        stage = lay_out(lancer(12, *equal), foe("Elf"))
        bit(stage, [1, 7, 4, 2], cast=["d12"])
        assert stage.actors[0].hits == 0


@position("retrieval")
def a_fallen_item_is_won_against_the_total_of_all_opponents_upstage() -> None:
    # 7 is more than each of the 5s, and not more than both.
    for face, further, got in ((7, [1, 1, 1], []), (11, [1], ["Prop ring"])):
        stage = lay_out(lancer(), foe("Elf"), foe("Elf"))
        stage.items = [Fallen(TROUPE, 1, "Prop ring")]
        bit(stage, [face, 5, 5, *further], cast=["d12"], retrieve=["retrieve"])
        assert stage.actors[0].items == got


@position("call-up")
def the_bearer_may_be_called_up_in_the_same_restaging_alone() -> None:
    for move, mark in ((["call"], 3), ([], DOWNSTAGE)):
        stage = lay_out(bravo(8, "Scud shield"), magnus(), foe("Troll"))
        bit(stage, [5, 1, 9, 3, 3, 1], cast=["d8", "d1"], move=move)
        assert (stage.actors[0].mark, hits(stage)) == (mark, [0, 1, 0])
        begin_bit(stage)
        assert stage.actors[1].may_call == []


@position("ghoul-waiver")
def a_ghoul_that_removes_a_hit_deals_none_and_stays_by_its_average() -> None:
    for dice, place in (([5, 3, 3], 1), ([4, 3, 3], DOWNSTAGE)):
        stage = lay_out(magnus(), foe("Ghoul"))
        stage.actors[1].hits = 1
        bit(stage, [1, *dice], cast=["d1"], ghoul=["recover"])
        assert (hits(stage), stage.actors[1].mark) == ([0, 0], place)
    stage = lay_out(magnus(), foe("Ghoul"), foe("Elf"))
    stage.actors[1].hits = 1
    bit(stage, [1, 5, 3, 3, 2], cast=["d1"])
    assert hits(stage) == [1, 0, 0], "the least hit goes to the Elf"
    stage = lay_out(magnus(), foe("Ghoul"))
    stage.actors[0].omens = [5]
    bit(stage, [1, 5, 3, 3], cast=["d1"])
    assert hits(stage) == [1, 1], "it has dealt its hit before the omen strikes"


@position("items-in-other-hands")
def an_item_is_carried_by_anybody_and_works_for_its_roles() -> None:
    stage = lay_out(lancer(12, "Fencing foil"), bravo(), foe("Elf"))
    bit(stage, [2, 1, 7, 1], cast=["d12", "d8"], move=["Lancer hands Bravo its Fencing foil"])
    assert stage.actors[1].items == ["Fencing foil"]
    assert not has(stage.actors[1], "Fencing foil")
    stage = lay_out(magnus(6, "Remand rod"), foe("Elf"))
    bit(stage, [4, 4], cast=["d6"], move=["Magnus sends Elf downstage with the rod"])
    assert (stage.actors[1].items, has(stage.actors[1], "Remand rod")) == (["Remand rod"], False)


@position("next-bit-only")
def what_a_mace_keeps_is_gone_after_a_bit_without_a_cast() -> None:
    stage = lay_out(curate(10, "Battery mace"), foe("Elf"))
    bit(stage, [3, 3], cast=["d10"])
    bit(stage, [4, 3], cast=["d10"])
    assert stage.actors[0].casting == 4 + 3
    stage = lay_out(curate(10, "Battery mace"), foe("Elf"))
    bit(stage, [3, 3], cast=["d10"])
    bit(stage, [6], cast=["rest"])
    bit(stage, [5, 3], cast=["d10"])
    assert stage.actors[0].casting == 5
