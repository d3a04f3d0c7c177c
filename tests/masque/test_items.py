"""Each item and each role effect at the table, by hand."""

from __future__ import annotations

import pytest

from rulesmod.masque.aftermath import recover
from rulesmod.masque.gear import armor_modifiers, stacked, weapon_modifier
from rulesmod.masque.items import ITEMS, usable
from rulesmod.masque.playing import run
from rulesmod.masque.restaging import move_choices
from rulesmod.masque.setto import begin_bit, play_bit, role_actor
from rulesmod.masque.state import DOWNSTAGE, Actor, Question, Stage, has, own_average2
from tests.masque.table import (
    Laid,
    Said,
    bit,
    bravo,
    curate,
    enemy,
    foe,
    keys,
    lancer,
    lay_out,
    magnus,
    told,
    with_readings,
)

ROLES_OF = {
    "Upsurge staff": "M",
    "Smiting blacksword": "LB",
    "Warding longsword": "LM",
    "Pirate glaive": "LBM",
    "Fencing foil": "L",
    "Dueling rapier": "LCBM",
    "Battery mace": "CB",
    "Manifold scabbard": "B",
    "Defile bow": "LB",
    "Holdout dagger": "BM",
    "Arrant staff": "CM",
    "Cavalier boots": "LCBM",
    "Shuffle boots": "BM",
    "Scud shield": "CBM",
    "Alley armor": "LC",
    "Prop ring": "LCBM",
    "Remand rod": "M",
    "Omen scroll": "CM",
    "Animos potion": "C",
    "Healing salve": "LCBM",
}


@pytest.mark.parametrize("name", ROLES_OF)
def test_who_may_use_it(name: str) -> None:
    assert "".join(role for role in "LCBM" if usable(name, role)) == ROLES_OF[name]
    assert ITEMS[name].kind == "set-to"


@pytest.mark.parametrize("name", ROLES_OF)
def test_it_works_only_for_those_who_may_use_it(name: str) -> None:
    carriers = {role: role_actor(role, role, 8, [f"+1 {name}"]) for role in "LCBM"}
    assert "".join(role for role in "LCBM" if has(carriers[role], name)) == ROLES_OF[name]
    elf = foe("Elf")
    elf.items = [name]
    assert has(elf, name) == (ROLES_OF[name] == "LCBM")


def test_modifiers_work_only_for_those_who_may_use_the_item() -> None:
    assert [armor_modifiers(actor) for actor in (lancer(12, "+1 Alley armor"), bravo(8, "+1 Alley armor"))] == [[1], []]
    swords = (bravo(8, "-4 Smiting blacksword"), magnus(6, "-4 Smiting blacksword"))
    assert [weapon_modifier(actor) for actor in swords] == [-4, 0]


# Role effects


def test_lancer_has_the_die_rerolled_and_adds_a_d6() -> None:
    stage = lay_out(lancer(), foe("Troll"))
    # d12:12 rerolled to 5; the Troll's d10 from 9 to 2; +d6 shows 4.
    # The one hit that is due has no die above the Troll's 3 + 3: a d6 of 1 shrugs it off.
    bit(stage, [12, 9, 3, 3, 5, 2, 4, 1], cast=["d12"], option=["fx"])
    assert stage.actors[0].casting == 9
    assert own_average2(stage.actors[0]) == 13 + 7
    assert [die.value for die in stage.actors[1].dice] == [2, 3, 3]


def test_a_natural_reroll_brings_the_effect_again() -> None:
    stage = lay_out(lancer(), foe("Troll"))
    bit(stage, [12, 9, 3, 3, 12, 8, 1, 4, 2, 1], cast=["d12"], option=["fx", "fx"])
    assert stage.actors[0].casting == 4 + 1 + 1
    assert stage.actors[1].dice[0].value == 2


def test_an_effect_is_optional_and_needs_a_full_die() -> None:
    stage = lay_out(bravo(7), foe("Troll"))
    bit(stage, [8, 9, 3, 3], cast=["d8 -1"])
    assert "fx" not in keys(stage)
    assert stage.actors[0].casting == 7


def test_curate_immobilizes_by_the_remainder() -> None:
    stage = lay_out(curate(), foe("Elf"))
    # d10:10 rerolled to 7; the Elf's 5 becomes -2: three bits without casting.
    bit(stage, [10, 5, 7], cast=["d10"], option=["fx"])
    elf = stage.actors[1]
    assert (elf.dice[0].value, elf.casting, elf.stuck) == (-2, 0, 3)
    elf.hits = 0
    for left in (2, 1, 0):
        bit(stage, [6], cast=["d10"])
        assert elf.stuck == left
        elf.hits = 0
    bit(stage, [6, 3], cast=["d10"])
    assert elf.casting == 3


def test_curate_that_leaves_something_immobilizes_nobody() -> None:
    stage = lay_out(curate(), foe("Ogre"))
    bit(stage, [10, 5, 4, 7], cast=["d10"], option=["fx"])
    assert (stage.actors[1].casting, stage.actors[1].stuck) == (5 - 7 + 4, 0)


def test_a_monster_may_save_itself_with_a_natural() -> None:
    stage = lay_out(curate(), foe("Ogre"))
    # The d8 falls to 2 - 7 = -5; the d6 shows 6 and brings a 3: 4 in all.
    choices = ["Curate rerolls d10:10, designating d8:2 of Ogre", "natural"]
    bit(stage, [10, 2, 6, 7, 3], cast=["d10"], option=choices)
    assert (stage.actors[1].casting, stage.actors[1].stuck) == (4, 0)


def test_bravo_takes_the_die_over() -> None:
    stage = lay_out(bravo(), foe("Ogre"))
    # d8:8 rerolled to 6, at least the designated 5: it counts for the troupe, 6 + 5 against 3, and hits too.
    bit(stage, [8, 5, 3, 6], cast=["d8"], option=["fx"])
    assert stage.totals == [11, 3]
    assert own_average2(stage.actors[1]) == 7
    assert keys(stage).count("allots") == 2
    assert len(stage.actors[1].cast) == 1  # the second allotted hit took the Ogre's d6


def test_bravo_takes_a_die_of_equal_value() -> None:
    stage = lay_out(bravo(), foe("Ogre"))
    bit(stage, [8, 5, 3, 5, 1], cast=["d8"], option=["fx"])
    assert stage.totals == [10, 3]


def test_bravo_that_does_not_reach_the_die_takes_nothing() -> None:
    stage = lay_out(bravo(), foe("Ogre"))
    bit(stage, [8, 5, 3, 4], cast=["d8"], option=["fx"])
    assert stage.totals == [4, 8]


def test_magnus_lowers_an_even_face() -> None:
    stage = lay_out(magnus(), foe("Elf"))
    bit(stage, [6, 4, 5], cast=["d6"], option=["fx"])
    assert stage.actors[1].dice[0].value == 3


def test_magnus_turns_alike_dice_to_ones() -> None:
    stage = lay_out(magnus(), foe("Dwarf"), foe("Dwarf"))
    # d6:6 rerolled to 3: the designated d4 of 3 and two more d4s become 1; the first Dwarf falls to all ones.
    bit(
        stage,
        [6, 3, 2, 4, 2, 3],
        cast=["d6"],
        option=["Magnus rerolls d6:6, designating d4:3 of Dwarf"],
        magnus=["d4:2 of Dwarf", "d4:4 of Dwarf"],
    )
    assert [[die.value for die in actor.dice] for actor in stage.actors[1:]] == [[1, 1], [1, 2]]
    assert [actor.hits for actor in stage.actors[1:]] == [1, 0]
    assert keys(stage).count("ones") == 1


def test_role_effects_among_the_same_role_only_change_the_die() -> None:
    stage = lay_out(bravo(), enemy(bravo()))
    # A role actor guides the entourage, which has the initiative; the troupe's Bravo: 8 rerolled to 7, against a 5.
    bit(stage, [8, 5, 7], cast=["d8", "d8"], option=["fx"])
    assert stage.totals == [7, 0]
    assert "bravo-nullifies" in keys(stage)


def test_guided_monsters_choose_first() -> None:
    stage = lay_out(magnus(), enemy(lancer()), foe("Elf"))
    bit(stage, [2, 12, 3, 7, 1, 5], cast=["d6", "d12"], option=["fx"])
    assert stage.actors[0].dice[0].value == 1
    assert stage.actors[1].casting == 12


def test_substituted_effect_adds_to_add_on_hits() -> None:
    vampire = enemy(curate(14))
    vampire.effect, vampire.baseline = "Add-on +d1", 5
    stage = lay_out(bravo(), vampire)
    stage.actors[0].hits = 1
    # Curate 10 rerolled to 4 and d4:2; the Bravo's 6 becomes 2. A pair: |3-1| + d1 (shows 1) = 3 hits, which pair
    # once: |1-1| + d1 (shows 0).
    bit(stage, [6, 10, 2, 4, 3, 1, 2, 1, 1, 1], cast=["d8", "d10 +d4"], option=["fx"])
    assert (stage.actors[0].current, stage.actors[0].hits) == (6, 1), told(stage)
    assert stage.actors[0].stuck == 0


def test_baseline_takes_out_early() -> None:
    vampire = enemy(curate(6))
    vampire.baseline = 5
    stage = lay_out(lancer(), vampire)
    vampire.hits = 1
    bit(stage, [11, 2], cast=["d12", "d6"])
    assert vampire.out


def test_bonus_die_and_lighting() -> None:
    vampire = enemy(curate(10))
    vampire.bonus_size, vampire.lighting = 2, -2
    stage = lay_out(magnus(), vampire)
    bit(stage, [1, 4, 3, 2], cast=["d1", "d6 +d4"])
    assert vampire.casting == 4 + 3 + 2 - 2
    assert own_average2(vampire) == 7 + 5 + 3 - 4


def test_shapeshifter_merges_odd_dice() -> None:
    shifter = enemy(curate(10))
    shifter.shapeshift = "initial"
    stage = lay_out(magnus(), shifter)
    # d6:3 and d4:1 become a d4 of 4 and another d4 that shows 2.
    bit(stage, [1, 3, 1, 2], cast=["d1", "d6 +d4"], option=["shift"])
    assert shifter.casting == 6
    assert own_average2(shifter) == 10


# Hits on role actors


def test_add_on_hits_pair_again() -> None:
    stage = lay_out(lancer(), foe("Elf"))
    stage.actors[0].hits = 1
    # A pair, |3-1| = 2 more hits, another pair, |2-2| = 0.
    bit(stage, [1, 7, 3, 1, 2, 2], cast=["d12"])
    assert (stage.actors[0].current, stage.actors[0].hits) == (10, 0)


def test_add_on_hits_once() -> None:
    stage = lay_out(lancer(), foe("Elf"), readings=with_readings(add_on="once"))
    stage.actors[0].hits = 1
    bit(stage, [1, 7, 3, 1], cast=["d12"])
    assert (stage.actors[0].current, stage.actors[0].hits) == (10, 0)


def test_an_actor_at_build_1_is_out_and_rolls_no_more() -> None:
    stage = lay_out(magnus(2), foe("Elf"))
    stage.actors[0].hits = 1
    bit(stage, [1, 7], cast=["d1"])
    assert (stage.actors[0].current, stage.actors[0].out) == (1, True)


# Weapons and armor


@pytest.mark.parametrize(("modifiers", "total"), [([3], 3), ([1, 3], 3), ([-2, 1], -1), ([1, 1, 3], 3), ([5, 2], 5)])
def test_stacked_modifiers(modifiers: list[int], total: int) -> None:
    assert stacked(modifiers) == total  # the second halved, the third by three, away from 0


def test_weapon_counts_for_rank_and_average_and_as_sole_casting() -> None:
    stage = lay_out(lancer(12, "+3 weapon"), foe("Troll"))
    # 5 +2 on the d3: 7 meets 6.5; its highest die is not above the Troll's 3 + 2.
    bit(stage, [5, 1, 3, 2, 2, 6], cast=["d12"])
    assert (stage.actors[0].bonus, stage.totals) == (2, [7, 6])
    assert "least-hit" not in keys(stage)


def test_weapon_stays_out_of_a_shared_total() -> None:
    stage = lay_out(lancer(12, "+3 weapon"), magnus(), foe("Troll"))
    bit(stage, [5, 2, 1, 3, 2, 2], cast=["d12", "d1"])
    assert stage.totals == [6, 6]


@pytest.mark.parametrize("roll", [2, 4])
def test_weapon_is_not_added_unless_less(roll: int) -> None:
    stage = lay_out(lancer(12, "+5 weapon"), foe("Orc"))
    bit(stage, [2, 3, roll], cast=["d12"])
    assert stage.actors[0].bonus == 0


def test_cursed_weapon_deducts() -> None:
    stage = lay_out(lancer(12, "-4 Smiting blacksword"), foe("Elf"))
    # 9 - 2 = 7 still meets 6.5; then d20s of 9 (within the 9) and 10 (not).
    bit(stage, [9, 3, 2, 9, 10], cast=["d12"])
    assert stage.totals == [7, 3]
    assert stage.actors[1].current == 7


@pytest.mark.parametrize(("face", "hits"), [(2, 0), (3, 1)])
def test_armor_removes_a_singleton(face: int, hits: int) -> None:
    stage = lay_out(lancer(12, "+2 armor"), foe("Elf"))
    bit(stage, [1, 7, face], cast=["d12"])
    assert stage.actors[0].hits == hits


def test_cursed_armor_completes_the_pair_without_add_on() -> None:
    stage = lay_out(lancer(12, "-1 armor"), foe("Elf"))
    bit(stage, [1, 7, 1], cast=["d12"])
    assert (stage.actors[0].hits, stage.actors[0].current) == (0, 11)


def test_warding_longsword_turns_the_hit() -> None:
    stage = lay_out(lancer(12, "+3 Warding longsword"), foe("Elf"))
    bit(stage, [9, 3, 1], cast=["d12"])
    bit(stage, [1, 7, 3], cast=["d12"])
    assert (stage.actors[0].hits, stage.actors[1].hits) == (0, 2)


def test_warding_longsword_yields_to_a_natural() -> None:
    stage = lay_out(lancer(12, "+3 Warding longsword"), foe("Elf"))
    bit(stage, [9, 3, 1], cast=["d12"])
    bit(stage, [1, 8, 3], cast=["d12"], option=["done"])
    assert (stage.actors[0].hits, stage.actors[1].hits) == (1, 1)


# Items with a name


def test_glaive_charges_whoever_enters_opposite() -> None:
    stage = lay_out(lancer(12, "Pirate glaive"), foe("Elf"))
    for actor in stage.actors:
        actor.mark = DOWNSTAGE
    bit(stage, [], move=["Lancer enters mark 1", "Elf enters mark 1"])
    # d12:2, the Elf's 5; 2d8 show 3 and 4, less 5.
    bit(stage, [2, 5, 3, 4], cast=["d12"])
    assert stage.actors[0].casting == 2 + 3 + 4 - 5
    assert own_average2(stage.actors[0]) == 13 + 18 - 10


def test_foil_redirects() -> None:
    stage = lay_out(lancer(12, "Fencing foil"), foe("Orc"), foe("Elf"))
    bit(stage, [11, 2, 3, 1], cast=["d12"], redirect=["Elf, by the foil"])
    assert [actor.hits for actor in stage.actors[1:]] == [0, 1]


def test_rapier_hits_again_whom_it_draws() -> None:
    stage = lay_out(lancer(12, "Dueling rapier"), foe("Witcher"))
    bit(stage, [1, 9], cast=["d12"])
    bit(stage, [9, 3], cast=["d12"])
    assert stage.actors[1].out


def test_rapier_redirects_to_its_foe() -> None:
    stage = lay_out(lancer(12, "Dueling rapier"), foe("Witcher"), foe("Orc"))
    stage.actors[0].foe = [1]
    bit(stage, [11, 3, 2, 2], cast=["d12"], redirect=["Witcher, by the rapier"])
    assert [actor.hits for actor in stage.actors[1:]] == [1, 0]


def test_mace_keeps_a_poor_casting() -> None:
    stage = lay_out(curate(10, "Battery mace"), foe("Elf"))
    bit(stage, [3, 3], cast=["d10"])  # parley
    bit(stage, [4, 3], cast=["d10"])
    assert stage.actors[0].casting == 7
    assert own_average2(stage.actors[0]) == 11 + 6


def test_scabbard_explodes_even_values() -> None:
    """The text's example: a 6 on the d8 brings a d6; its 4 brings a d4."""
    stage = lay_out(bravo(8, "Manifold scabbard"), foe("Troll"))
    bit(stage, [6, 1, 4, 4, 4, 3, 6], cast=["d8"], option=["explode", "explode"])
    assert stage.actors[0].casting == 6 + 4 + 3


def test_scabbard_keeps_a_natural_beside_the_role_effect() -> None:
    stage = lay_out(bravo(8, "Manifold scabbard"), foe("Ogre"))
    bit(stage, [8, 5, 3, 3], cast=["d8"], option=["fx"])
    assert stage.totals == [8 + 3 + 5, 3]


def test_bow_adds_a_d4_for_each_opponent_in_the_first_bit() -> None:
    stage = lay_out(bravo(8, "Defile bow"), foe("Orc"), foe("Elf"))
    bit(stage, [3, 2, 5, 1, 2], cast=["d8"], move=["done"])  # 3 betters the Orc's 2
    assert stage.actors[0].casting == 6
    assert own_average2(stage.actors[0]) == 9 + 10


def test_bow_needs_to_better_one_of_them() -> None:
    stage = lay_out(bravo(8, "Defile bow"), foe("Orc"))
    bit(stage, [2, 2], cast=["d8"])
    assert stage.actors[0].casting == 2


@pytest.mark.parametrize(("dice", "own", "theirs"), [((5, 4), 1, 1), ((8, 2), 0, 1), ((3, 2), 1, 0)])
def test_dagger_answers_downstage(dice: tuple[int, int], own: int, theirs: int) -> None:
    stage = lay_out(bravo(8, "Holdout dagger"), foe("Elf"))
    stage.actors[0].mark = DOWNSTAGE
    bit(stage, [5, *dice])
    assert [actor.hits for actor in stage.actors] == [own, theirs]


def test_dagger_is_thrown_for_a_friend_once() -> None:
    stage = lay_out(bravo(8, "Holdout dagger"), magnus(), foe("Elf"))
    for actor in stage.actors[:2]:
        actor.mark = DOWNSTAGE
    bit(stage, [5, 2, 6, 1], dagger=["throw"])  # the lot falls on the Magnus; two d6 show 6 and 1
    assert [actor.hits for actor in stage.actors] == [0, 0, 1]
    assert stage.actors[0].items == []


def test_arrant_staff_gains_facing_an_empty_mark() -> None:
    stage = lay_out(magnus(6, "Arrant staff"), foe("Elf"))
    stage.actors[1].mark = 2
    bit(stage, [2, 3, 8, 1], cast=["d6"])
    assert stage.actors[0].casting == 11


def test_arrant_staff_closes_the_mark_it_clears() -> None:
    stage = lay_out(magnus(6, "Arrant staff"), foe("Orc"), foe("Elf"))
    stage.actors[1].hits = 1
    stage.actors[2].mark = DOWNSTAGE
    bit(stage, [5, 2], cast=["d6"])
    assert stage.actors[1].out
    assert stage.vacated[1][1] is False


def test_cavalier_boots_keep_a_die_for_the_next_bit() -> None:
    stage = lay_out(lancer(12, "Cavalier boots"), foe("Elf"))
    bit(stage, [5, 4, 2], cast=["2d6"], option=["Lancer sets d6:5 aside"])
    assert stage.actors[0].casting == 4
    bit(stage, [3, 2], cast=["d12"])
    assert stage.actors[0].casting == 8


def test_shuffle_boots_let_one_come_back_at_another_mark() -> None:
    stage = lay_out(bravo(8, "Shuffle boots"), foe("Elf"))
    bit(stage, [3, 3], cast=["d8"], move=["exit", "Bravo enters mark 2"])
    assert stage.actors[0].mark == 2


def test_scud_shield_hands_the_hit_on() -> None:
    stage = lay_out(bravo(8, "Scud shield"), magnus(), foe("Troll"))
    bit(stage, [5, 1, 9, 3, 3, 1], cast=["d8", "d1"], move=["call"])
    assert [actor.hits for actor in stage.actors] == [0, 1, 0]
    assert stage.actors[0].mark == 3  # called up to the first vacant mark, its own being trampled


def kinds_of_moves(stage: Stage, side: int) -> set[str]:
    return {choice.kind for choice in move_choices(stage, side)}


@pytest.mark.parametrize("side", [0, 1])
def test_scud_shield_calls_up_in_the_same_restaging_only(side: int) -> None:
    bearer, other = bravo(8, "Scud shield"), magnus()
    stage = lay_out(*([bearer, other, foe("Troll")] if side == 0 else [lancer(), enemy(bearer), enemy(other)]))
    if side == 0:
        bit(stage, [5, 1, 9, 3, 3, 1], cast=["d8", "d1"], move=["done"])
    else:
        bit(stage, [11, 5, 1, 1], cast=["d12", "d8", "d1"], move=["done"])
    assert other.may_call == [bearer.number]
    begin_bit(stage)
    assert kinds_of_moves(stage, side) == {"enter", "exit"}


def test_scud_shield_whose_bearer_is_drawn_again_calls_nobody() -> None:
    stage = lay_out(bravo(8, "Scud shield"), foe("Elf"))
    bit(stage, [5, 6], cast=["d8"])
    assert (stage.actors[0].hits, stage.actors[0].mark) == (1, DOWNSTAGE)
    assert "call" not in kinds_of_moves(stage, 0)


def test_who_takes_the_hit_of_two_shields_may_call_both_up() -> None:
    stage = lay_out(bravo(8, "Scud shield"), magnus(6, "Scud shield"), lancer(), foe("Troll"))
    bit(stage, [5, 4, 9, 3, 3, 1, 1], cast=["d8", "d6", "rest"])
    assert [actor.may_call for actor in stage.actors] == [[], [], [0, 1], []]


def test_alley_armor_asks_for_more_from_the_second_hit_on() -> None:
    stage = lay_out(lancer(12, "Alley armor"), foe("Elf"), foe("Elf"))
    bit(stage, [1, 5, 5, 1, 1], cast=["d12"])  # both Elves 5: which comes first is by lot; then 4.5 + 1
    assert stage.actors[0].hits == 1
    assert "alley-holds" in keys(stage)


def test_prop_ring_rolls_the_build_die_and_counts_nothing_above_the_build() -> None:
    stage = lay_out(lancer(12, "Prop ring"), foe("Elf"))
    stage.actors[0].current = 9
    bit(stage, [10, 3], cast=["d12 (Prop ring)"])
    assert stage.totals == [0, 3]


def test_remand_rod_sends_down_and_changes_hands() -> None:
    stage = lay_out(magnus(6, "Remand rod"), foe("Elf"))
    bit(stage, [3, 3], cast=["d6"], move=["Magnus sends Elf downstage with the rod"])
    assert stage.actors[1].mark == DOWNSTAGE
    assert stage.actors[1].items == ["Remand rod"]
    assert stage.actors[0].items == []


@pytest.mark.parametrize("side", [0, 1])
def test_of_two_remand_rods_one_changes_hands(side: int) -> None:
    user = magnus(6, "+1 Remand rod", "Remand rod")
    stage = lay_out(user, foe("Elf")) if side == 0 else lay_out(lancer(), enemy(user))
    target = stage.actors[1 - side]
    move = f"Magnus sends {target.name} downstage with the rod"
    bit(stage, [3, 3, 1], cast=["d6"] if side == 0 else ["d12", "d6"], move=[move])
    assert (user.items, target.items) == (["Remand rod"], ["+1 Remand rod"])


def test_of_two_items_of_a_kind_one_is_used_up() -> None:
    stage = lay_out(magnus(6, *["Upsurge staff"] * 2), lancer(12, *["Healing salve"] * 2), foe("Elf"))
    bit(stage, [3, 5, 1, 1, 4, 4, 2, 3], cast=["d6 (Upsurge staff)", "d1"], option=["fx"])
    assert stage.actors[0].items == ["Upsurge staff"]
    stage.actors[1].current, stage.random = 9, Laid([1, 1, 1])
    recover(stage, stage.actors[1])
    assert stage.actors[1].items == ["Healing salve"]


def test_of_two_items_of_a_kind_one_is_lost_to_a_pyethonda() -> None:
    held = magnus(6, "Upsurge staff", "Upsurge staff")
    held.lost = "Upsurge staff"
    assert has(held, "Upsurge staff")
    held.items = ["Upsurge staff"]
    assert not has(held, "Upsurge staff")


def test_a_rod_left_with_others_is_of_no_use_to_them() -> None:
    stage = lay_out(bravo(8, "Remand rod"), foe("Elf"))
    stage.actors[1].items = ["Remand rod"]
    begin_bit(stage)
    assert [kinds_of_moves(stage, side) for side in (0, 1)] == [{"exit"}, {"exit"}]


def test_omen_scroll_strikes_in_later_bits() -> None:
    stage = lay_out(magnus(6, "Omen scroll"), foe("Troll"))
    # d6:6 rerolled to 2, the d10 shows 7: omens are 7 and 2.
    bit(stage, [6, 7, 3, 3, 2], cast=["d6"], option=["omen"])
    assert stage.actors[0].omens == [7, 2]
    stage.actors[0].hits = 0
    bit(stage, [2, 9, 3, 3], cast=["d6"])  # the user's own 2 is ominous too
    assert stage.actors[1].hits == 1


def test_animos_potion_hits_those_who_fail_and_heals() -> None:
    stage = lay_out(curate(10, "Animos potion"), foe("Ogre"), foe("Ogre"))
    stage.actors[0].current = 9
    # 1 against two Ogres of 2+1: neither meets 8, one deals the least hit; the other is hit by the potion.
    bit(stage, [1, 2, 1, 2, 1, 1], cast=["d9"], option=["quaff"])
    assert stage.actors[0].hits == 1
    assert sum(actor.hits for actor in stage.actors[1:]) == 1
    assert stage.actors[0].potion == 1


def test_a_potion_is_drunk_once_and_cannot_be_handed_on() -> None:
    stage = lay_out(curate(10, "Animos potion"), curate(), foe("Ogre"))
    bit(stage, [1, 1, 2, 3, 1], cast=["d9", "d10"], option=["quaff"])
    assert (stage.actors[0].quaffed, stage.actors[0].items) == (True, [])


@pytest.mark.parametrize(("faces", "current"), [([3, 9, 11], 10), ([20, 12, 2, 1, 10, 5], 12)])
def test_healing_salve_counts_in_ascending_order(faces: list[int], current: int) -> None:
    stage = lay_out(lancer(12, "Healing salve"), foe("Elf"))
    stage.actors[0].current = 9
    stage.random = Laid(faces)
    recover(stage, stage.actors[0])
    assert stage.actors[0].current == current


def test_upsurge_staff_calls_6_and_7_naturals() -> None:
    stage = lay_out(magnus(6, "Upsurge staff"), foe("Elf"))
    # The d6 is thrown and replaced: d7 folded from 5 and 1 shows 6; rerolled to 2 (from 1 and 1), the Elf's 4 to 3.
    bit(stage, [3, 5, 1, 4, 1, 1], cast=["d6 (Upsurge staff)"], option=["fx"])
    assert stage.actors[0].casting == 2
    assert stage.actors[1].casting == 3


def test_upsurge_staff_is_spent_by_a_matching_reroll() -> None:
    stage = lay_out(magnus(6, "Upsurge staff"), foe("Elf"))
    bit(stage, [3, 5, 1, 4, 4, 2, 3], cast=["d6 (Upsurge staff)"], option=["fx"])
    assert stage.actors[0].items == []
    assert stage.actors[0].casting == 3


def test_items_change_hands_side_by_side() -> None:
    stage = lay_out(magnus(6, "Prop ring"), bravo(), foe("Elf"))
    bit(stage, [1, 3, 3], cast=["d1", "d8"], move=["Magnus hands Bravo its Prop ring"])
    assert stage.actors[1].items == ["Prop ring"]


@pytest.mark.parametrize("side", [0, 1])
def test_an_item_is_of_no_use_in_hands_it_is_not_made_for(side: int) -> None:
    giver, taker = lancer(12, "Fencing foil"), bravo()
    others = [lancer(), magnus()]
    theirs = [giver, taker] if side == 1 else others
    stage = lay_out(*([giver, taker] if side == 0 else others), *[enemy(actor) for actor in theirs])
    bit(stage, [], cast=["rest"] * 4, move=[*["done"] * (1 - side), "Lancer hands Bravo its Fencing foil"])
    assert taker.items == ["Fencing foil"]
    stage.random, said, offered = Laid([5, 1]), Said({"cast": [*["rest"] * (2 * side + 1), "d8", "rest", "rest"]}), []

    def choose(stage: Stage, question: Question) -> int:
        offered.extend([choice.kind for choice in question.choices])
        return said(stage, question)

    run(stage, play_bit(stage), choose)
    assert keys(stage).count("allots") == 1
    assert "foil" not in offered


@pytest.mark.parametrize(
    ("actor", "first", "kept"),
    [
        (curate(10, "Battery mace"), {"cast": ["d10"]}, [3, 3]),
        (lancer(12, "Cavalier boots"), {"cast": ["2d6"], "option": ["Lancer sets d6:5 aside"]}, [5, 3, 3]),
    ],
    ids=["mace", "boots"],
)
def test_what_is_kept_for_the_next_bit_is_gone_in_the_one_after(
    actor: Actor, first: dict[str, list[str]], kept: list[int]
) -> None:
    stage = lay_out(actor, foe("Elf"))
    bit(stage, kept, **first)
    assert actor.mace == 3 or len(actor.pocket) == 1
    bit(stage, [3], cast=["rest"])
    bit(stage, [4, 3], cast=["d10"])
    assert actor.casting == 4


def test_a_warding_longsword_wards_its_user_only() -> None:
    stage = lay_out(lancer(), foe("Elf"))
    stage.actors[0].wards = [1]
    bit(stage, [1, 7], cast=["d12"])
    assert (stage.actors[0].hits, stage.actors[1].hits) == (1, 0)


def test_a_fallen_item_is_picked_up_by_a_saving_throw() -> None:
    stage = lay_out(magnus(2, "Prop ring"), bravo(), foe("Elf"))
    stage.actors[0].hits = 1
    # The Magnus falls to the Elf's 7 (the first of two, by lot); the Bravo's 6 is not above it.
    bit(stage, [1, 6, 7, 1], cast=["d1", "d8"], retrieve=["retrieve"])
    assert [fallen.item for fallen in stage.items] == ["Prop ring"]
    assert "retrieves-not" in keys(stage)
    bit(stage, [6, 3], cast=["d8"], retrieve=["pick up the Prop ring"])
    assert stage.actors[1].items == ["Prop ring"]
    assert stage.items == []


def test_an_orc_takes_on_a_role_actors_dice() -> None:
    stage = lay_out(lancer(), enemy(magnus(2)), foe("Orc"))
    stage.actors[1].hits, stage.actors[2].mark = 1, DOWNSTAGE
    bit(stage, [9, 2], cast=["d12", "d2"], move=["Orc enters mark 1"])
    assert [part.size for part in stage.actors[2].heritage] == [2]
